-- Run once by a superuser, in the database that Mnemic is to use. Mnemic itself signs in as `mnemic`, which owns its
-- tables and can pass no row-level security: the policies are forced on owners too.
CREATE EXTENSION IF NOT EXISTS vector;
CREATE ROLE mnemic LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
GRANT CREATE, USAGE ON SCHEMA public TO mnemic;
