"""Bringing a database's schema up to date with Alembic, from inside the package.

Alembic is loaded by the functions that need it: a database that is up to date is opened without.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "mnemic.stores:migrations")
    return config


def upgrade(connection: sa.Connection, *, partitions: int = 1) -> None:
    """Run what is missing up to the newest revision, inside the transaction that is open on the connection.

    Args:
        partitions: parts of every table that is made, where the database keeps tables in parts.
    """
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    config.attributes["partitions"] = partitions
    command.upgrade(config, "head")


@cache
def known_revisions() -> frozenset[str]:
    """Every revision this version can read."""
    from alembic.script import ScriptDirectory

    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())
