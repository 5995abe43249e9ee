"""The verbs of a user's memory as commands. Help texts stand in faces/words; options every command has, in app."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Annotated, Any

import typer

from mnemic.domain.entity import EntityKind
from mnemic.domain.record import Kind, Memory, Status, Tier
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call, UsageError
from mnemic.faces.cli.chat import Chat
from mnemic.faces.cli.explaining import explained
from mnemic.faces.cli.importing import Importing
from mnemic.faces.cli.screen import safe
from mnemic.faces.cli.transcript import STDIN, decoded, read

Id = Annotated[str, typer.Argument()]
Query = Annotated[str, typer.Argument()]
Moment = Annotated[str | None, typer.Option(metavar="TIME")]
Kinds = Annotated[list[Kind] | None, typer.Option(metavar="KIND")]
Task = Annotated[str | None, typer.Option(metavar="ID")]
Yes = Annotated[bool, typer.Option("--yes", "-y")]
DryRun = Annotated[bool, typer.Option("--dry-run")]
Purposes = Annotated[list[str] | None, typer.Option("--for", metavar="PURPOSE")]
Retention = Annotated[str | None, typer.Option("--keep", metavar="TIME")]
Count = Annotated[int | None, typer.Option(min=1, metavar="N")]
Budget = Annotated[int, typer.Option(min=0, metavar="N")]
Hits = Annotated[int, typer.Option("-k", min=1, metavar="N")]


def chat(call: Call, budget: Budget = 1500, yes: Yes = False) -> None:
    """Talk, line by line."""
    model = call.model()
    # Ctrl-C may also reach the program when its input has just ended, while the memory is being closed.
    with suppress(KeyboardInterrupt), call.user() as memory:
        Chat(call, memory, model=model, budget=budget, yes=yes).run()


def import_(
    call: Call,
    file: Annotated[str, typer.Argument()],
    dry_run: DryRun = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v")] = False,
) -> None:
    """Import conversations from a file."""
    words = call.screen.words
    transcript = read(file, words, session=call.session)
    with call.opened(writes=not dry_run) as memory:
        importing = Importing(call, memory, dry_run=dry_run, verbose=verbose)
        importing.run(transcript)
    importing.report()
    if importing.bad:
        raise typer.Exit(1)


def add(
    call: Call,
    text: Annotated[list[str] | None, typer.Argument()] = None,
    role: Annotated[str, typer.Option(metavar="ROLE")] = "user",
    name: Annotated[str | None, typer.Option(metavar="NAME")] = None,
    time: Moment = None,
    turn: Annotated[str | None, typer.Option("--id", metavar="ID")] = None,
    task: Task = None,
    infer: Annotated[bool, typer.Option("--infer/--no-infer")] = True,
    wait: Annotated[bool, typer.Option("--wait/--no-wait")] = True,
    dry_run: DryRun = False,
    serves: Purposes = None,
    kept: Retention = None,
) -> None:
    """Remember a text."""
    words = call.screen.words
    said = " ".join(text or [STDIN])
    if said == STDIN:
        said = decoded(sys.stdin.buffer.read(), words, words.say("input"), sys.stdin.encoding).rstrip("\r\n")
    message: dict[str, Any] = {"role": role, "content": said, "name": name, "time": time, "id": turn}
    message |= {"purpose": serves or None, "retention": kept}
    with call.user(writes=not dry_run) as memory:
        report = memory.add(message, session=call.session, task=task, infer=infer, wait=wait, dry_run=dry_run)
    call.screen.show(*tables.outcomes(words, report))
    call.screen.document(wire.jsonable(report))


def search(
    call: Call,
    query: Query,
    k: Hits = 8,
    kind: Kinds = None,
    recipe: Annotated[str | None, typer.Option(metavar="NAME")] = None,
    task: Task = None,
    as_of: Moment = None,
    known_at: Moment = None,
    at: Moment = None,
    explain: Annotated[bool, typer.Option("--explain")] = False,
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
    if found:
        screen.show(tables.hits(screen.words, found, call.shown_zone(), explain=explain))
        if explain:
            screen.show(*tables.understood(screen.words, found.trace.understanding, call.shown_zone()))
            screen.say("answer", style="dim", id=found.trace.id)
    else:
        screen.say("none", style="dim")
    if found and found.nothing:
        screen.note("nothing", chance=found.answered or 0.0)
    shape = wire.jsonable(found)
    for reason in shape["degraded"]:
        screen.note("degraded", what=reason)
    screen.document(shape)


def context(
    call: Call,
    query: Query,
    budget: Budget = 1500,
    task: Task = None,
    as_of: Moment = None,
    known_at: Moment = None,
    at: Moment = None,
    messages: Annotated[bool, typer.Option("--messages")] = False,
    explain: Annotated[bool, typer.Option("--explain")] = False,
) -> None:
    """Show what to put into a prompt."""
    screen = call.screen
    with call.user(writes=False) as memory:
        placed = memory.context(
            query, session=call.session, task=task, budget=budget, as_of=as_of, known_at=known_at, at=at
        )
        told = explained(call, memory, placed) if explain else []
    if explain:
        screen.show(*told)
    elif messages:
        screen.show(*(safe(f"{message['role']}: {message['content']}") for message in placed.messages()))
    elif placed.text:
        screen.show(safe(placed.text))
    else:
        screen.say("none", style="dim")
    if placed.text and placed.trace.nothing:
        screen.note("nothing", chance=placed.trace.answered or 0.0)
    screen.document(wire.jsonable(placed))


def list_(
    call: Call,
    kind: Kinds = None,
    status: Annotated[str, typer.Option(metavar="STATUS")] = Status.ACTIVE.value,
    as_of: Moment = None,
    known_at: Moment = None,
    limit: Count = None,
    offset: Annotated[int, typer.Option(min=0, metavar="N")] = 0,
) -> None:
    """List memories."""
    screen = call.screen
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
    if found:
        screen.show(tables.memories(screen.words, found, call.shown_zone()))
    else:
        screen.say("none", style="dim")
    screen.document({"memories": [wire.jsonable(one) for one in found]})


def show(call: Call, id: Id, known_at: Moment = None) -> None:
    """Show everything about one memory."""
    with call.user(writes=False) as memory:
        found = memory.get(call.whole_id(memory, id), known_at=known_at)
    _one(call, found)


def history(call: Call, id: Id) -> None:
    """Show every change of a memory."""
    screen = call.screen
    with call.user(writes=False) as memory:
        rows = memory.history(call.whole_id(memory, id))
    screen.show(tables.changes(screen.words, rows, call.shown_zone()))
    screen.document({"history": [wire.jsonable(row) for row in rows]})


def why(call: Call, id: Id, query: Query, k: Hits = 8, at: Moment = None) -> None:
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
    screen.show(*tables.understood(screen.words, found.understanding, call.shown_zone()))
    screen.document(wire.jsonable(found))


def update(call: Call, id: Id, text: Annotated[str, typer.Argument()], yes: Yes = False) -> None:
    """Replace what a memory says."""
    with call.user() as memory:
        old = memory.get(call.whole_id(memory, id))
        if old.tier is Tier.PERMANENT:
            call.consent(call.screen.words.say("update.ask", what=old.text), yes=yes)
        changed = memory.update(old.id, text, confirmed=True)
    _changed(call, changed, "updated")


def confirm(call: Call, id: Id) -> None:
    """Say that a memory is right."""
    with call.user() as memory:
        changed = memory.confirm(call.whole_id(memory, id))
    _changed(call, changed, "confirmed")


def reject(call: Call, id: Id) -> None:
    """Say that a memory is wrong."""
    with call.user() as memory:
        changed = memory.reject(call.whole_id(memory, id))
    _changed(call, changed, "rejected")


def conflicts(call: Call, settled: Annotated[bool, typer.Option("--settled")] = False) -> None:
    """List what contradicted what."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.conflicts(settled=settled)
    if found:
        screen.show(tables.conflicts(screen.words, found))
    else:
        screen.say("none", style="dim")
    screen.document({"conflicts": [wire.jsonable(one) for one in found]})


def feedback(
    call: Call,
    about: Annotated[str, typer.Argument()],
    helpful: Annotated[bool, typer.Option("--helpful/--wrong")],
    memory: Annotated[list[str] | None, typer.Option(metavar="ID")] = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT")] = None,
) -> None:
    """Say whether an answer helped."""
    screen = call.screen
    with call.user() as user:
        ids = [call.whole_id(user, id) for id in memory] if memory else None
        found = user.feedback(call.whole_id(user, about), helpful, ids=ids, reason=reason)
    if found:
        screen.say("rated", style="green")
        screen.show(tables.memories(screen.words, [change.memory for change in found], call.shown_zone()))
    else:
        screen.say("rated.none", style="dim")
    screen.document({"memories": [wire.jsonable(change.memory) for change in found]})


def entities(call: Call, kind: Annotated[EntityKind | None, typer.Option(metavar="KIND")] = None) -> None:
    """List who and what the memories speak of."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.entities(kind)
    if found:
        screen.show(tables.entities(screen.words, found, call.shown_zone()))
    else:
        screen.say("none", style="dim")
    screen.document({"entities": [wire.jsonable(one) for one in found]})


def about(
    call: Call,
    name: Annotated[str, typer.Argument()],
    k: Hits = 50,
    as_of: Moment = None,
    known_at: Moment = None,
    connected: Annotated[bool, typer.Option("--connected")] = False,
) -> None:
    """List everything about somebody or something."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.about(name, k, as_of=as_of, known_at=known_at)
        near = memory.connected(name, as_of=as_of, known_at=known_at)[:k] if connected else []
    screen.show(tables.memories(screen.words, found, call.shown_zone()))
    if near:
        screen.show(tables.related(screen.words, near))
    shape: dict[str, Any] = {"memories": [wire.jsonable(one) for one in found]}
    screen.document(shape | ({"connected": [wire.jsonable(one) for one in near]} if connected else {}))


def undo(call: Call, id: Id) -> None:
    """Take back the last change of a memory."""
    with call.user() as memory:
        changed = memory.undo(call.whole_id(memory, id))
    _changed(call, changed, "undone")


def forget(
    call: Call,
    id: Annotated[str | None, typer.Argument()] = None,
    everything: Annotated[bool, typer.Option("--everything")] = False,
    exports: Annotated[bool, typer.Option("--exports")] = False,
    yes: Yes = False,
) -> None:
    """Forget for good."""
    words, session = call.screen.words, call.session
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
    call.screen.say("forgotten", memories=len(receipt.memories), turns=receipt.turns, history_rows=receipt.history_rows)
    call.screen.show(safe(receipt.text(words.language.value)))
    call.screen.document(wire.jsonable(receipt))


def sessions(call: Call) -> None:
    """List the sessions."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.sessions()
    if found:
        screen.show(tables.sessions(screen.words, found, call.shown_zone()))
    else:
        screen.say("none", style="dim")
    screen.document({"sessions": [wire.jsonable(info) for info in found]})


def stats(call: Call) -> None:
    """Count what is held about the user."""
    with call.user(writes=False) as memory:
        found = memory.stats()
    call.screen.show(tables.counts(call.screen.words, found))
    call.screen.document(wire.jsonable(found))


def run_due(call: Call) -> None:
    """Understand every turn that still waits."""
    with call.opened(writes=False) as memory:
        done = memory.run_due()
    call.screen.say("ran", count=done)
    call.screen.document({"understood": done})


def _one(call: Call, memory: Memory) -> None:
    call.screen.show(tables.one(call.screen.words, memory))
    call.screen.document(wire.jsonable(memory))


def _changed(call: Call, memory: Memory, sentence: str) -> None:
    call.screen.say(sentence, style="green")
    call.screen.show(tables.memories(call.screen.words, [memory], call.shown_zone()))
    call.screen.document(wire.jsonable(memory))
