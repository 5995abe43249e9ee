"""`mnemic doctor`: whether everything that is stored agrees, with an exit code for scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from mnemic.domain.diagnosis import Check, Checkup, Diagnosis, Severity
from mnemic.errors import StoreUnavailable
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import safe

if TYPE_CHECKING:
    from mnemic.faces.words import Words

REPAIRABLE, LOST = 3, 4
"""Exit codes where something is wrong: it can be repaired by --repair, or some of it cannot."""

_STYLES = {Severity.BROKEN: "red", Severity.DEGRADED: "yellow", Severity.NOTE: "dim"}
_BARRED = (Check.FILE_READABLE, Check.FILE_OWNER, Check.FILE_SCHEMA, Check.FILE_TABLES)


def doctor(call: Call, repair: Annotated[bool, typer.Option("--repair")] = False) -> None:
    """Look whether everything that is stored agrees."""
    checkup = _looked_at(call, repair=repair)
    code = LOST if checkup.lost else REPAIRABLE if checkup.repairable else 0
    call.screen.show(*_lines(call.screen.words, checkup))
    call.screen.document(wire.jsonable(checkup) | {"exit_code": code})
    if code:
        raise typer.Exit(code)


def _looked_at(call: Call, *, repair: bool) -> Checkup:
    """What is found; a file that cannot be opened is looked at as a file alone."""
    from mnemic.wiring import opening  # The whole library; help and completion must not wait for it.

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
    short = None if one.id is None else one.id[: tables.ID_CHARACTERS]
    whose = " ".join(part for part in (one.user, short) if part)
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


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType({"doctor": doctor})
