"""What is a tenant's and no user's, out of one SQL store and into another: the trail of the audit, and keys of the API.

Lines of a trail are copied as they lie there, hashes and all, so that the chain in the target verifies as it did, up to
a head that was noted elsewhere before.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from typing import Any

import sqlalchemy as sa

from mnemic.domain.audit_log import KEYED
from mnemic.errors import StoreError
from mnemic.stores.sql.audit_log import AUDITED_TENANTS
from mnemic.stores.sql.moving_users import ROWS_AT_ONCE, columns_of, insert_of
from mnemic.stores.sql.tables import api_keys, chains, trail

_OF: sa.BindParameter[str] = sa.bindparam("tenant", type_=sa.Text)
_AFTER: sa.BindParameter[int] = sa.bindparam("after", type_=sa.BigInteger)
_LINES = sa.select(*columns_of(trail)).where(trail.c.tenant == _OF, trail.c.number > _AFTER).order_by(trail.c.number)
_HASHES = sa.select(trail.c.number, trail.c.hash).where(trail.c.tenant == _OF).order_by(trail.c.number)
_COUNT = sa.select(sa.func.count()).where(trail.c.tenant == _OF)
_KEYS = sa.select(*columns_of(api_keys)).where(api_keys.c.tenant == _OF).order_by(api_keys.c.id)
_WITH_KEYS = sa.select(api_keys.c.tenant).distinct()
_HEAD = sa.select(*columns_of(chains)).where(chains.c.tenant == _OF)
_NO_HEAD = sa.delete(chains).where(chains.c.tenant == _OF)
_LAY_LINES, _LAY_HEAD = insert_of(trail), insert_of(chains)


def tenants_of(connection: sa.Connection) -> list[str]:
    """Every tenant who has a trail or keys of the API."""
    found = {tenant for (tenant,) in connection.execute(AUDITED_TENANTS)}
    return sorted(found | {tenant for (tenant,) in connection.execute(_WITH_KEYS)})


def check_audit_log(source: sa.Connection, target: sa.Connection, tenant: str, where: str) -> int:
    """Make sure that what the target has of a tenant's trail is the beginning of the source's, or goes on where that
    ends. Returns how many lines of it the target has.

    Raises:
        StoreError: the two are trails of different memories.
    """
    there = 0
    with closing(_hashes(source, tenant)) as here, closing(_hashes(target, tenant)) as yonder:
        for ours, theirs in zip_longest(here, yonder):
            if ours is not None and theirs is not None and ours != theirs:
                raise StoreError(
                    f"{where} has an audit of tenant {tenant!r} that is not this one's: its line {theirs[0]} is "
                    "another. Move into a store in which nobody of that tenant is."
                )
            there += theirs is not None
    return there


def is_keyed(source: sa.Connection, tenant: str) -> bool:
    """Whether the lines of a tenant's trail are hashed with a key."""
    return any(str(row.hash).startswith(KEYED) for row in source.execute(_HEAD, {"tenant": tenant}))


def move_audit_log(source: sa.Connection, target: sa.Connection, tenant: str, there: int) -> int:
    """Write the lines of a tenant's trail that the target does not have, in the transaction of `target`. Returns how
    many lines it has then."""
    for part in _parts(source, tenant, there):
        target.execute(_LAY_LINES, part)
    lines = int(target.execute(_COUNT, {"tenant": tenant}).scalar_one())
    head = source.execute(_HEAD, {"tenant": tenant}).all()
    ours = int(source.execute(_COUNT, {"tenant": tenant}).scalar_one())
    if head and lines == ours:  # else the target's trail has gone on by itself
        target.execute(_NO_HEAD, {"tenant": tenant})
        target.execute(_LAY_HEAD, [dict(zip((column.name for column in chains.c), head[0], strict=True))])
    return lines


def move_keys(source: sa.Connection, target: sa.Connection, tenant: str) -> int:
    """Write a tenant's keys of the API that the target does not have. Returns how many."""
    found = source.execute(_KEYS, {"tenant": tenant}).all()
    there = {row.id for row in target.execute(_KEYS, {"tenant": tenant})}
    names = [column.name for column in api_keys.c]
    new = [dict(zip(names, row, strict=True)) for row in found if row.id not in there]
    if new:
        target.execute(insert_of(api_keys), new)
    return len(new)


def _hashes(connection: sa.Connection, tenant: str) -> Generator[tuple[int, str], None, None]:
    few = {"yield_per": ROWS_AT_ONCE}
    with connection.execute(_HASHES, {"tenant": tenant}, execution_options=few) as found:
        yield from ((number, hash) for number, hash in found)


def _parts(source: sa.Connection, tenant: str, after: int) -> Iterator[Sequence[dict[str, Any]]]:
    names, few = [column.name for column in trail.c], {"yield_per": ROWS_AT_ONCE}
    with source.execute(_LINES, {"tenant": tenant, "after": after}, execution_options=few) as found:
        for part in found.partitions():
            yield [dict(zip(names, row, strict=True)) for row in part]
