"""Commands that find the cause of a trouble: `mnemic users` (mixed users?) and `mnemic speed` (what takes time?)."""

from __future__ import annotations

import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.commands import Query

ASKED = 3  # times the same question is asked: the first loads what later ones find loaded


def users(call: Call) -> None:
    """List the users of the file, and ids that look alike."""
    screen, zone = call.screen, call.shown_zone()
    with call.opened(writes=False) as memory:
        ids = memory.users()
        held = {id: memory.user(id).stats() for id in ids}
        said = {id: [info.last_said_at for info in memory.user(id).sessions()] for id in ids}
    twins = alike(ids)
    rows = [
        (
            repr(id)[1:-1] if id.isprintable() else ascii(id),
            str(held[id].turns),
            str(held[id].memories),
            tables.day(max(said[id]), zone) if said[id] else "-",
            ", ".join(twins.get(id, ())),
        )
        for id in ids
    ]
    if rows:
        screen.show(tables.table(screen.words, ("user", "turns", "memories", "last", "alike"), rows, wide="alike"))
    else:
        screen.say("none", style="dim")
    screen.document(
        {
            "users": [
                {"id": id, "turns": held[id].turns, "memories": held[id].memories, "alike": list(twins.get(id, ()))}
                for id in ids
            ]
        }
    )


def alike(ids: Iterable[str]) -> dict[str, list[str]]:
    """Ids that differ only in case, width, blanks or marks that cannot be seen, each with the others."""
    groups: dict[str, list[str]] = defaultdict(list)
    for id in ids:
        seen = unicodedata.normalize("NFKC", id).casefold()
        groups["".join(c for c in seen if c.isalnum())].append(id)
    return {id: [other for other in group if other != id] for group in groups.values() for id in group if group[1:]}


def speed(call: Call, query: Query) -> None:
    """Say what takes time when a question is answered."""
    screen, times = call.screen, dict[str, float]()
    began = time.perf_counter()
    with call.user(writes=False) as memory:
        times["open"] = _since(began)
        for number in range(ASKED):
            began = time.perf_counter()
            found = memory.search(query, session=call.session)
            times["first" if number == 0 else "later"] = _since(began)
        began = time.perf_counter()
        memory.context(query, session=call.session)
        times["context"] = _since(began)
        held = memory.stats()
    rows = [(screen.words.say(f"speed.{name}"), f"{ms:,.1f} ms") for name, ms in times.items()]
    rows += [(screen.words.say("speed.vectors"), str(held.vectors)), (screen.words.say("speed.hits"), str(len(found)))]
    screen.show(tables.table(screen.words, ("what", "count"), rows, wide="what"))
    screen.document({"ms": times, "vectors": held.vectors, "hits": len(found)})


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1_000


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType({"users": users, "speed": speed})
