"""The routes of the administration: what is about everybody."""

from __future__ import annotations

from types import MappingProxyType

from mnemic.faces.http.route import BYTES, EVENTS, JSON, LINES, Route

KEYS = "/v1/keys"
KEY = f"{KEYS}/{{id}}"

ROUTES = (
    Route(
        verb="memory.keys.create", method="POST", path=KEYS, summary="Make a key; its token is shown once", status=201
    ),
    Route(verb="memory.keys.list", method="GET", path=KEYS, summary="Every key there was", paged=True),
    Route(verb="memory.keys.get", method="GET", path=KEY, summary="One key"),
    Route(verb="memory.keys.remove", method="DELETE", path=KEY, summary="Remove a key with all it says", status=204),
    Route(verb="memory.keys.rotate", method="POST", path=f"{KEY}/rotate", summary="A key in the place of another"),
    Route(verb="memory.keys.revoke", method="POST", path=f"{KEY}/revoke", summary="Take a key no more"),
    Route(verb="memory.keys.expire", method="POST", path=f"{KEY}/expire", summary="When a key ends"),
    Route(
        verb="memory.users", method="GET", path="/v1/users", summary="Everybody of whom anything is held", paged=True
    ),
    Route(verb="memory.run_due", method="POST", path="/v1/upkeep/run-due", summary="Do now what is due"),
    Route(
        verb="memory.reembed",
        method="POST",
        path="/v1/upkeep/reembed",
        summary="Make the vectors of other embedders anew",
    ),
    Route(verb="memory.doctor", method="POST", path="/v1/doctor", summary="Look whether everything stored agrees"),
    Route(verb="memory.access", method="GET", path="/v1/access", summary="What an actor may do"),
    Route(
        verb="memory.audit.lines",
        method="GET",
        path="/v1/audit",
        summary="What was done, in order",
        paged=True,
        renamed=MappingProxyType({"limit": "newest"}),
    ),
    Route(verb="memory.audit.verify", method="GET", path="/v1/audit/verify", summary="Whether the chain is whole"),
    Route(verb="memory.audit.head", method="GET", path="/v1/audit/head", summary="Where the chain ends"),
    Route(
        verb="memory.audit.export",
        method="GET",
        path="/v1/audit/export",
        summary="The chain, as lines",
        gives=(LINES,),
        left_out=("path", "overwrite"),
    ),
    Route(verb="memory.encryption.status", method="GET", path="/v1/encryption", summary="Who is encrypted"),
    Route(verb="memory.encryption.encrypt", method="POST", path="/v1/encryption/encrypt", summary="Encrypt users"),
    Route(
        verb="memory.encryption.decrypt",
        method="POST",
        path="/v1/encryption/decrypt",
        summary="Write users in plain again",
    ),
    Route(
        verb="memory.encryption.rotate",
        method="POST",
        path="/v1/encryption/rotate",
        summary="Give encrypted users new keys",
    ),
    Route(
        verb="memory.transfer.export",
        method="GET",
        path="/v1/transfer/export",
        summary="Everybody's memory, as lines",
        gives=(LINES,),
        left_out=("path", "overwrite", "progress"),
    ),
    Route(
        verb="memory.transfer.survey",
        method="POST",
        path="/v1/transfer/survey",
        summary="What a file holds",
        content="path",
        takes=(BYTES,),
        left_out=("progress",),
    ),
    Route(
        verb="memory.transfer.import_",
        method="POST",
        path="/v1/transfer/import",
        summary="Bring a file in",
        content="path",
        takes=(BYTES,),
        gives=(JSON, EVENTS),
        left_out=("progress",),
    ),
    Route(
        verb="memory.transfer.backup",
        method="GET",
        path="/v1/transfer/backup",
        summary="A copy of the whole store",
        gives=(BYTES,),
        left_out=("path", "overwrite", "progress"),
    ),
)
