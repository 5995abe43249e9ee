#!/bin/sh
# The password of the role `mnemic`, from the environment of the container.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$MNEMIC_DB_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
ALTER ROLE mnemic PASSWORD :'password';
SQL
