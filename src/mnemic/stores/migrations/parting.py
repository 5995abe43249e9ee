"""What migrations do for PostgreSQL alone: tables in parts by tenant, and nobody reaches more than his own rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alembic import context, op

from mnemic.stores.sql.moments import TEXT as TEXT

PARTITIONED_TABLES: Mapping[str, Any] = {"postgresql_partition_by": "HASH (tenant)"}
"""Of a table that is made in parts."""

_TENANT = "(SELECT current_setting('mnemic.tenant', true))"
_USER = "(SELECT current_setting('mnemic.user', true))"
_REACH = "(SELECT current_setting('mnemic.reach', true))"

_OF_TENANT = frozenset({"trail", "chains", "api_keys"})
_BOUND = "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY; ALTER TABLE {table} FORCE ROW LEVEL SECURITY;"
_OWN = 'CREATE POLICY own ON "{table}" USING ({mine}) WITH CHECK ({mine});'
_REACHED = 'CREATE POLICY reached ON "{table}" FOR SELECT USING ({reached});'
_PART = 'CREATE TABLE "{table}_{number}" PARTITION OF "{table}" FOR VALUES WITH (MODULUS {most}, REMAINDER {number});'


def keep_no_samples(columns: Mapping[str, tuple[str, ...]]) -> None:
    """Have the planner keep no samples of these columns: they would be copies of what people said, outside of the rows
    that forgetting removes."""
    if op.get_context().dialect.name != "postgresql":
        return
    commands = [
        f'ALTER TABLE "{table}" ALTER COLUMN "{column}" SET STATISTICS 0;'
        for table, named in columns.items()
        for column in named
    ]
    op.get_bind().exec_driver_sql("".join(commands))


def partition_tables(*tables: str) -> None:
    """Make the parts of new tables, and bind whoever reads or writes them to one user, or to one tenant.

    Rows are a transaction's own by `mnemic.tenant` and `mnemic.user`. With `mnemic.reach` set to "everybody" it reads
    all of them, with "tenant" those of its tenant. A part by itself gives nobody anything.
    """
    if op.get_context().dialect.name != "postgresql":
        return
    most = context.config.attributes["partitions"]
    for table in tables:
        named = f"tenant = {_TENANT}"
        mine = named if table in _OF_TENANT else f"{named} AND user_id = {_USER}"
        reached = f"{_REACH} = 'everybody' OR ({_REACH} = 'tenant' AND {named})"
        commands = [_BOUND.format(table=f'"{table}"'), _OWN.format(table=table, mine=mine)]
        commands.append(_REACHED.format(table=table, reached=reached))
        for number in range(most):
            commands.append(_PART.format(table=table, number=number, most=most))
            commands.append(_BOUND.format(table=f'"{table}_{number}"'))
        op.get_bind().exec_driver_sql("".join(commands))
