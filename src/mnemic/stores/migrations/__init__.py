"""Bringing a database's schema up to date with Alembic, from inside the package."""

from __future__ import annotations

from functools import cache

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "mnemic.stores:migrations")
    return config


def upgrade(connection: sa.Connection, *, partitions: int = 1) -> None:
    """Run what is missing up to the newest revision, inside the transaction that is open on the connection.

    Args:
        partitions: parts of every table that is made, where the database keeps tables in parts.
    """
    config = _config()
    config.attributes["connection"] = connection
    config.attributes["partitions"] = partitions
    command.upgrade(config, "head")


@cache
def known_revisions() -> frozenset[str]:
    """Every revision this version can read."""
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())
