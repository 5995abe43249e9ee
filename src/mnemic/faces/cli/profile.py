"""The user's portrait and the start of a session as commands: `mnemic profile`, `mnemic start`."""

from __future__ import annotations

from collections.abc import Iterable

from mnemic.domain.profile import Profile, ProfileChanges, Trait
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.options import Count

Row = tuple[str, str, str, str]
COLUMNS = ("what", "text", "since", "evidence")
EVIDENCE_SHOWN = 3


def profile(call: Call, *, refresh: bool = False, changes: bool = False) -> None:
    """Show who the user is."""
    screen = call.screen
    with call.user(writes=refresh) as memory:
        # What changed is told before a new portrait is kept, since that is what it would be compared with.
        changed = memory.profile.changes() if changes else None
        made = memory.profile.refresh() if refresh else None
        if changed is None and made is None:
            made = memory.profile.get()
    if made is not None:
        screen.say("profile.made", style="dim", day=tables.day(made.made_at, call.zone), by=made.by)
        screen.table(COLUMNS, _profile_rows(call, made))
        if made.note:
            screen.note("profile.note", note=made.note)
    if changed is not None and changed.since is None:
        screen.say("profile.nothing_before", style="dim")
    elif changed is not None:
        screen.table(COLUMNS, _change_rows(call, changed))
    screen.document({"profile": wire.jsonable(made), "changes": wire.jsonable(changed)})


def start(call: Call, *, budget: Count = 1500, messages: bool = False) -> None:
    """Show what a session begins with."""
    with call.user(writes=False) as memory:
        begun = memory.start(session=call.session or "main", budget=budget)
    if messages and begun.blocks:
        tables.chat(call, begun.messages())
    else:
        call.screen.lines([begun.text] if begun.blocks else [])
    shape = wire.jsonable(begun)
    call.screen.document(
        {**shape, "text": begun.text, "messages": begun.messages(), "memory_ids": wire.jsonable(begun.memory_ids)}
    )


def _profile_rows(call: Call, made: Profile) -> list[Row]:
    zone = call.zone
    rows = _trait_rows(call, "", made.traits)
    rows += [(one.kind.value, one.text, tables.day(one.at, zone), _cited(one.evidence)) for one in made.busy]
    rows += [
        (one.name, f"{one.before} → {one.after}", tables.day(one.at, zone), _cited(one.evidence)) for one in made.shifts
    ]
    rows += [(one.doubt.value, one.text, tables.day(one.at, zone), _cited(one.evidence)) for one in made.stale]
    rows += [(one.feeling.value, f"“{one.quote}”", tables.day(one.at, zone), "") for one in made.mood]
    rows += [(one.about.value, one.text, "", _cited(one.evidence)) for one in made.claims]
    return rows


def _change_rows(call: Call, changed: ProfileChanges) -> list[Row]:
    zone = call.zone
    rows = [
        (one.name, f"{one.before} → {one.after}", tables.day(one.at, zone), _cited(one.evidence))
        for one in changed.changed
    ]
    rows += _trait_rows(call, "+ ", changed.added) + _trait_rows(call, "- ", changed.gone)
    rows += [(f"+ {one.kind}", one.text, tables.day(one.at, zone), _cited(one.evidence)) for one in changed.aims]
    return rows


def _trait_rows(call: Call, mark: str, traits: Iterable[Trait]) -> list[Row]:
    zone = call.zone
    return [
        (f"{mark}{trait.name}", value.text, tables.day(value.since, zone), _cited(value.evidence))
        for trait in traits
        for value in trait.values
    ]


def _cited(ids: tuple[str, ...]) -> str:
    return " ".join(tables.short(id) for id in ids[-EVIDENCE_SHOWN:])
