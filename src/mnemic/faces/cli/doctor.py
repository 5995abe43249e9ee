"""Commands that find the cause of a trouble: whether what is stored agrees, mixed users, and what takes time."""

from __future__ import annotations

import time
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

import typer
from rich.text import Text

from mnemic.domain.diagnosis import Check, Checkup, Diagnosis, Severity
from mnemic.errors import StoreUnavailable
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import safe
from mnemic.faces.words import Words
from mnemic.wiring import opening

REPAIRABLE, LOST = 3, 4
"""Exit codes where something is wrong: it can be repaired by --repair, or some of it cannot."""

ASKED = 3  # times the same question is asked: the first loads what later ones find loaded

_STYLES = {Severity.BROKEN: "red", Severity.DEGRADED: "yellow", Severity.NOTE: "dim"}
_BARRED = (Check.FILE_READABLE, Check.FILE_OWNER, Check.FILE_SCHEMA, Check.FILE_TABLES)


def doctor(call: Call, *, repair: bool = False) -> None:
    """Look whether everything that is stored agrees."""
    checkup = _checkup(call, repair=repair)
    code = LOST if checkup.lost else REPAIRABLE if checkup.repairable else 0
    call.screen.show(*_lines(call.words, checkup))
    call.screen.document(wire.jsonable(checkup) | {"exit_code": code})
    if code:
        raise typer.Exit(code)


def users(call: Call) -> None:
    """List the users of the file, and ids that look alike."""
    with call.opened(writes=False) as memory:
        ids = memory.users()
        stats = {id: memory.user(id).stats() for id in ids}
        last = {id: max((info.last_said_at for info in memory.user(id).sessions()), default=None) for id in ids}
    twins = alike(ids)
    rows = [
        (
            repr(id)[1:-1] if id.isprintable() else ascii(id),
            str(stats[id].turns),
            str(stats[id].memories),
            tables.day(moment, call.zone) if moment else "-",
            ", ".join(twins.get(id, ())),
        )
        for id, moment in last.items()
    ]
    call.screen.table(("user", "turns", "memories", "last", "alike"), rows, wide="alike")
    shapes = [
        {"id": id, "turns": stats[id].turns, "memories": stats[id].memories, "alike": list(twins.get(id, ()))}
        for id in ids
    ]
    call.screen.document({"users": shapes})


def alike(ids: Iterable[str]) -> dict[str, list[str]]:
    """Ids that differ only in case, width, blanks or marks that cannot be seen, each with the others."""
    groups: dict[str, list[str]] = defaultdict(list)
    for id in ids:
        seen = unicodedata.normalize("NFKC", id).casefold()
        groups["".join(c for c in seen if c.isalnum())].append(id)
    return {id: [other for other in group if other != id] for group in groups.values() for id in group if group[1:]}


def speed(call: Call, query: str) -> None:
    """Say what takes time when a question is answered."""
    times: dict[str, float] = {}
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
        vectors, hits = memory.stats().vectors, len(found)
    rows = [(call.words.say(f"speed.{name}"), f"{ms:,.1f} ms") for name, ms in times.items()]
    rows += [(call.words.say("speed.vectors"), str(vectors)), (call.words.say("speed.hits"), str(hits))]
    call.screen.table(("what", "count"), rows, wide="what")
    call.screen.document({"ms": times, "vectors": vectors, "hits": hits})


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1_000


def _checkup(call: Call, *, repair: bool) -> Checkup:
    """What is found; a file that cannot be opened is looked at as a file alone."""
    if call.missing:
        raise StoreUnavailable(f"There is no file {call.target}: name the one that is meant by --db.")
    found = opening.file_check(call.target)
    if any(one.check in _BARRED and one.severity is Severity.BROKEN for one in found):
        return Checkup(at=opening.SystemClock().now(), found=found)
    with call.opened() as memory:
        return memory.doctor(user=call.place.user, repair=repair)


def _lines(words: Words, checkup: Checkup) -> Iterable[Text]:
    notes = [one for one in checkup.found if one.severity is Severity.NOTE]
    if checkup.repaired:
        yield safe(words.say("doctor.repaired", count=len(checkup.repaired)), "green")
        for one in checkup.repaired:
            yield _line(words, one, "green")
    if checkup.wrong:
        counts = {"count": len(checkup.wrong), "repairable": len(checkup.repairable), "users": checkup.users}
        yield safe(words.say("doctor.wrong" if checkup.repairable else "doctor.lost", **counts), "bold")
        for one in checkup.wrong:
            yield _line(words, one, _STYLES[one.severity])
            yield _way(words, one)
    else:
        yield safe(words.say("doctor.healthy", users=checkup.users), "green")
    if checkup.cut:
        yield safe(words.say("doctor.cut", count=checkup.cut), "dim")
    if notes:
        yield safe(words.say("doctor.notes"), "dim")
        for one in notes:
            yield _line(words, one, "dim")


def _line(words: Words, one: Diagnosis, style: str) -> Text:
    whose = " ".join(part for part in (one.user, one.id and tables.short(one.id)) if part)
    return safe(
        words.say(
            "doctor.line",
            severity=words.say(f"severity.{one.severity.value}"),
            whose=f"[{whose}] " if whose else "",
            what=words.say(f"doctor.{one.check.value}"),
            reason=one.reason,
        ),
        style,
    )


def _way(words: Words, one: Diagnosis) -> Text:
    if one.repair is not None:
        return safe(words.say("doctor.mends", way=words.say(f"repair.{one.repair.value}")), "dim")
    return safe(words.say(f"doctor.way.{one.check.value}", way=one.way_out), "dim")
