"""The verbs of a user's memory as commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mnemic.domain.entity import EntityKind
from mnemic.domain.query import Context
from mnemic.domain.record import Status, Tier
from mnemic.errors import MemoryNotFound
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call, UsageError
from mnemic.faces.cli.options import (
    Count,
    CountOrAll,
    Hits,
    Id,
    Kinds,
    Moment,
    Name,
    Purposes,
    Retention,
    StatusName,
    Switch,
    Yes,
)
from mnemic.faces.cli.screen import safe
from mnemic.faces.cli.transcript import STDIN, decoded

if TYPE_CHECKING:
    from mnemic.api.memory import UserMemory

CUT_MAX = 20  # memories that were looked at and not returned, as far as they are shown


def add(
    call: Call,
    text: list[str] | None = None,
    *,
    role: Annotated[str, typer.Option(metavar="ROLE")] = "user",
    name: Name = None,
    time: Moment = None,
    turn: Annotated[str | None, typer.Option("--id", metavar="ID")] = None,
    task: Id = None,
    infer: Switch = True,
    wait: Switch = True,
    dry_run: bool = False,
    serves: Purposes = None,
    kept: Retention = None,
) -> None:
    """Remember a text."""
    content = " ".join(text or [STDIN])
    if content == STDIN:
        typed = sys.stdin.buffer.read()
        content = decoded(typed, call.words, call.words.say("input"), sys.stdin.encoding).rstrip("\r\n")
    message: dict[str, Any] = {"role": role, "content": content, "name": name, "time": time, "id": turn}
    message |= {"purpose": serves or None, "retention": kept}
    with call.user(writes=not dry_run) as memory:
        report = memory.add(message, session=call.session, task=task, infer=infer, wait=wait, dry_run=dry_run)
    tables.outcomes(call, report)
    call.screen.document(wire.jsonable(report))


def search(
    call: Call,
    query: str,
    *,
    k: Hits = 8,
    kind: Kinds = None,
    recipe: Name = None,
    task: Id = None,
    as_of: Moment = None,
    known_at: Moment = None,
    at: Moment = None,
    explain: bool = False,
) -> None:
    """Find memories that answer a question."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.search(
            query,
            k=k,
            kinds=kind or None,
            session=call.session,
            task=task,
            as_of=as_of,
            known_at=known_at,
            at=at,
            recipe=recipe,
        )
    tables.hits(call, found, explain=explain)
    if found and explain:
        tables.understood(call, found.trace.understanding)
        screen.say("answer", style="dim", id=found.trace.id)
    if found and found.nothing:
        screen.note("nothing", chance=found.answered or 0.0)
    shape = wire.jsonable(found)
    screen.degraded(shape["degraded"])
    screen.document(shape)


def context(
    call: Call,
    query: str,
    *,
    budget: Count = 1500,
    task: Id = None,
    as_of: Moment = None,
    known_at: Moment = None,
    at: Moment = None,
    messages: bool = False,
    explain: bool = False,
) -> None:
    """Show what to put into a prompt."""
    screen = call.screen
    with call.user(writes=False) as memory:
        placed = memory.context(
            query, session=call.session, task=task, budget=budget, as_of=as_of, known_at=known_at, at=at
        )
        if explain:
            _explain(call, memory, placed)
    if messages and not explain:
        tables.chat(call, placed.messages())
    elif not explain:
        screen.lines([placed.text] if placed.text else [])
    if placed.text and placed.trace.nothing:
        screen.note("nothing", chance=placed.trace.answered or 0.0)
    screen.document(wire.jsonable(placed))


def list_(
    call: Call,
    *,
    kind: Kinds = None,
    status: StatusName = Status.ACTIVE.value,
    as_of: Moment = None,
    known_at: Moment = None,
    limit: CountOrAll = None,
    offset: Count = 0,
) -> None:
    """List memories."""
    with call.user(writes=False) as memory:
        found = memory.list(
            kinds=kind or None,
            status=status,
            session=call.session,
            as_of=as_of,
            known_at=known_at,
            limit=limit,
            offset=offset,
        )
    tables.memories(call, found)
    call.screen.document({"memories": [wire.jsonable(one) for one in found]})


def show(call: Call, id: str, *, known_at: Moment = None) -> None:
    """Show everything about one memory."""
    with call.user(writes=False) as memory:
        found = memory.get(call.whole_id(memory, id), known_at=known_at)
    tables.fields(call, found)
    call.screen.document(wire.jsonable(found))


def history(call: Call, id: str) -> None:
    """Show every change of a memory."""
    with call.user(writes=False) as memory:
        rows = memory.history(call.whole_id(memory, id))
    tables.changes(call, rows)
    call.screen.document({"history": [wire.jsonable(row) for row in rows]})


def why(call: Call, id: str, query: str, *, k: Hits = 8, at: Moment = None) -> None:
    """Say why a memory is among the hits, or is not."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.why_not(call.whole_id(memory, id), query, k=k, session=call.session, at=at)
    score = "-" if found.score is None else f"{found.score:.2f}"
    if found.returned:
        screen.say("why.returned", rank=found.rank, score=score)
    else:
        screen.say("why.cut", gate=found.gate)
        if found.rank is not None:
            screen.say("why.scored", rank=found.rank, score=score)
    if found.explain:
        screen.show(safe(tables.terms(found.explain), "dim"))
    tables.understood(call, found.understanding)
    screen.document(wire.jsonable(found))


def update(call: Call, id: str, text: str, *, yes: Yes = False) -> None:
    """Replace what a memory says."""
    with call.user() as memory:
        old = memory.get(call.whole_id(memory, id))
        if old.tier is Tier.PERMANENT:
            call.consent(call.words.say("update.ask", what=old.text), yes=yes)
        new = memory.update(old.id, text, confirmed=True)
    tables.changed(call, new, "updated")


def confirm(call: Call, id: str) -> None:
    """Say that a memory is right."""
    with call.user() as memory:
        confirmed = memory.confirm(call.whole_id(memory, id))
    tables.changed(call, confirmed, "confirmed")


def reject(call: Call, id: str) -> None:
    """Say that a memory is wrong."""
    with call.user() as memory:
        rejected = memory.reject(call.whole_id(memory, id))
    tables.changed(call, rejected, "rejected")


def undo(call: Call, id: str) -> None:
    """Take back the last change of a memory."""
    with call.user() as memory:
        undone = memory.undo(call.whole_id(memory, id))
    tables.changed(call, undone, "undone")


def pin(call: Call, id: str) -> None:
    """Keep a memory from all upkeep."""
    with call.user() as memory:
        pinned = memory.upkeep.pin(call.whole_id(memory, id))
    tables.changed(call, pinned, "pinned")


def unpin(call: Call, id: str) -> None:
    """Let upkeep treat a memory like any other again."""
    with call.user() as memory:
        unpinned = memory.upkeep.unpin(call.whole_id(memory, id))
    tables.changed(call, unpinned, "unpinned")


def label(call: Call, id: str, *, serves: Purposes = None, kept: Retention = None) -> None:
    """Say what a memory may be used for, and until when."""
    with call.user() as memory:
        labelled = memory.label(call.whole_id(memory, id), purpose=serves or None, retention=kept)
    tables.changed(call, labelled, "labelled")


def conflicts(call: Call, *, settled: bool = False) -> None:
    """List what contradicted what."""
    with call.user(writes=False) as memory:
        found = memory.conflicts(settled=settled)
    tables.conflicts(call, found)
    call.screen.document({"conflicts": [wire.jsonable(one) for one in found]})


def feedback(
    call: Call,
    about: str,
    *,
    helpful: Annotated[bool, typer.Option("--helpful/--wrong")],
    memory: Annotated[list[str] | None, typer.Option(metavar="ID")] = None,
    reason: str | None = None,
) -> None:
    """Say whether an answer helped."""
    with call.user() as user:
        ids = [call.whole_id(user, id) for id in memory] if memory else None
        found = user.feedback(call.whole_id(user, about), helpful, ids=ids, reason=reason)
    if found:
        call.screen.say("rated", style="green")
        tables.memories(call, [change.memory for change in found])
    else:
        call.screen.say("rated.none", style="dim")
    call.screen.document({"memories": [wire.jsonable(change.memory) for change in found]})


def entities(call: Call, *, kind: Annotated[EntityKind | None, typer.Option(metavar="KIND")] = None) -> None:
    """List who and what the memories speak of."""
    with call.user(writes=False) as memory:
        found = memory.entities(kind)
    tables.entities(call, found)
    call.screen.document({"entities": [wire.jsonable(one) for one in found]})


def about(
    call: Call, name: str, *, k: Hits = 50, as_of: Moment = None, known_at: Moment = None, connected: bool = False
) -> None:
    """List everything about somebody or something."""
    with call.user(writes=False) as memory:
        found = memory.about(name, k, as_of=as_of, known_at=known_at)
        near = memory.connected(name, as_of=as_of, known_at=known_at)[:k] if connected else []
    tables.memories(call, found, bare=True)
    if near:
        tables.related(call, near)
    shape: dict[str, Any] = {"memories": [wire.jsonable(one) for one in found]}
    call.screen.document(shape | ({"connected": [wire.jsonable(one) for one in near]} if connected else {}))


def forget(
    call: Call, id: str | None = None, *, everything: bool = False, exports: bool = False, yes: Yes = False
) -> None:
    """Forget for good."""
    words, session = call.words, call.session
    if (id is not None) + (session is not None) + everything != 1:
        raise UsageError(words.say("forget.what"))
    with call.user() as memory:
        if id is not None:
            found = memory.get(call.whole_id(memory, id))
            id, what = found.id, found.text
        elif session is not None:
            what = words.say("forget.session", session=session, turns=len(memory.turns(session)))
        else:
            what = words.say("forget.all", user=memory.id)
        call.consent(words.say("forget.ask", what=what), yes=yes)
        receipt = memory.forget(id, session=session, everything=everything, confirmed=True, exports=exports)
    tables.forgotten(call, receipt)
    call.screen.show(safe(receipt.text(words.language.value)))
    call.screen.document(wire.jsonable(receipt))


def sessions(call: Call) -> None:
    """List the sessions."""
    with call.user(writes=False) as memory:
        found = memory.sessions()
    tables.sessions(call, found)
    call.screen.document({"sessions": [wire.jsonable(info) for info in found]})


def session(
    call: Call,
    id: str,
    *,
    budget: Annotated[int, typer.Option(min=1, metavar="N")] = 8000,
    summary: bool = False,
    operations: Switch = True,
) -> None:
    """Show a session as a model would be given it."""
    with call.user(writes=False) as memory:
        conversation = memory.session(id)
        if summary:
            older = conversation.summary(budget, operations=operations)
            degraded, shape = older.degraded, wire.jsonable(older)
            lines = [older.text] if older.text else []
        else:
            messages = conversation.messages(budget, operations=operations)
            degraded, shape = messages.degraded, wire.jsonable(messages)
            lines = [_with_operations(message) for message in messages]
    call.screen.lines(lines)
    call.screen.degraded(degraded)
    call.screen.document(shape)


def stats(call: Call) -> None:
    """Count what is held about the user."""
    with call.user(writes=False) as memory:
        found = memory.stats()
    tables.counts(call, found)
    call.screen.document(wire.jsonable(found))


def run_due(call: Call) -> None:
    """Understand every turn that still waits."""
    with call.opened(writes=False) as memory:
        done = memory.run_due()
    call.screen.say("ran", count=done)
    call.screen.document({"understood": done})


def _with_operations(message: dict[str, Any]) -> str:
    """A message on the screen: whose it is, what it says, what it calls."""
    called = [call.get("function", call) for call in message.get("tool_calls", ())]
    calls = [json.dumps(call, ensure_ascii=False, default=str) for call in called]
    whose = ": ".join(part for part in (message["role"], message.get("name", "")) if part)
    return f"{whose}: " + "\n".join(part for part in (message["content"], *calls) if part)


def _explain(call: Call, memory: UserMemory, placed: Context) -> None:
    """Blocks of a prompt with their tokens and memories, then what was left out, and why."""
    screen, scores = call.screen, placed.trace.scores

    def rows(ids: Iterable[str]) -> list[tuple[str, str, str]]:
        return [(tables.short(id), f"{scores[id]:.2f}" if id in scores else "-", _text(memory, id)) for id in ids]

    for block in placed.blocks:
        screen.say("explain.block", style="bold", place=block.place, title=block.title, tokens=block.tokens)
        if block.memory_ids:
            screen.table(("id", "score", "text"), rows(block.memory_ids))
    if not placed.blocks:
        screen.say("explain.none", style="bold")
    used, count = sum(block.tokens for block in placed.blocks), len(placed.memory_ids)
    screen.say("explain.budget", style="dim", used=used, budget=placed.budget, count=count)
    cut = dict([*placed.trace.cut.items()][:CUT_MAX])
    for key, out in (("explain.left", placed.left), ("explain.cut", cut)):
        if out:
            screen.say(key, style="bold")
            reasons = zip(rows(out), out.values(), strict=True)
            screen.table(("id", "score", "reason", "text"), [(*row[:2], reason, row[2]) for row, reason in reasons])


def _text(memory: UserMemory, id: str) -> str:
    try:
        return memory.get(id).text
    except MemoryNotFound:
        return ""  # of a room that is composed anew, or forgotten just now
