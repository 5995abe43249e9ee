"""Alembic runs this file for every upgrade. The connection is handed in, with its transaction open."""

from __future__ import annotations

from alembic import context

from mnemic.stores.sql.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
