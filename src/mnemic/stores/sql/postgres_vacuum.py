"""Having PostgreSQL free the room of what was removed, so that it is written over.

That is what an ordinary role can do while others work. What makes every byte unreadable, rewriting the tables and
letting the log go, is for whoever runs the server: docs/security/forgetting.md has the steps.
"""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.stores.sql.reader import Explain
from mnemic.stores.sql.tables import metadata

_PARTS = """
SELECT DISTINCT quote_ident(part.relname)
FROM pg_class AS whole
JOIN pg_inherits AS below ON below.inhparent = whole.oid
JOIN pg_class AS part ON part.oid = below.inhrelid
CROSS JOIN LATERAL regexp_match(pg_get_expr(part.relpartbound, part.oid), 'modulus (\\d+), remainder (\\d+)') AS place
CROSS JOIN unnest(%(tenants)s::text[]) AS tenant
WHERE whole.relnamespace = current_schema()::regnamespace AND whole.relname = ANY(%(tables)s)
AND satisfies_hash_partition(whole.oid, place[1]::int, place[2]::int, tenant)
ORDER BY 1
"""


def vacuum(connection: sa.Connection, tenants: Collection[str], explain: Explain) -> None:
    """Free the room of removed rows of these tenants. The connection is in no transaction.

    Old snapshots keep what they can see: it goes with the next vacuum after they have ended.

    Raises:
        StoreUnavailable: the database cannot do it at the moment.
    """
    if not tenants:
        return
    named = {"tenants": sorted(tenants), "tables": list(metadata.tables)}
    try:
        parts = [part for (part,) in connection.exec_driver_sql(_PARTS, named)]
        if parts:
            connection.exec_driver_sql(f"VACUUM {', '.join(parts)}")
    except SQLAlchemyError as error:
        raise explain(error) from error
