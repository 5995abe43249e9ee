"""What a step can do: one function for each operation, from world and step to outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any

from mnemic.api.asynchronous import AsyncMemory
from mnemic.domain.changes import WriteReport
from mnemic.domain.query import Recall
from mnemic.domain.record import Kind, Memory, Tier
from mnemic.domain.scope import Scope
from mnemic.errors import MnemicError
from tests.cases import command
from tests.cases.world import DEFAULT_USER, Outcome, Step, World

RECIPES = {"keyword": "lexical", "vector": "semantic", "hybrid": "balanced"}
EVERY_KIND = [kind.value for kind in Kind]

Operation = Callable[[World, Step], Outcome]


def open_(world: World, step: Step) -> Outcome:
    """Open the memory, beside one that is open already; `now` sets the clock first."""
    if "now" in step:
        world.clock.moment = datetime.fromisoformat(step["now"])
    given = {name: step[name] for name in ("zone", "embedder", "extraction") if name in step}
    return Outcome(value=world.open(**given))


def restart(world: World, step: Step) -> Outcome:
    """Close everything, and open it again."""
    world.close()
    return open_(world, step)


def close(world: World, _: Step) -> Outcome:
    """Close everything that is open."""
    world.close()
    return Outcome()


def set_now(world: World, step: Step) -> Outcome:
    """Move the clock on: by days, hours and the like."""
    world.clock.moment += timedelta(**step["by"])
    return Outcome(text=world.clock.moment.isoformat())


def fault(world: World, step: Step) -> Outcome:
    """Make the next store call of this name fail; or the embedder or the model, until it is said otherwise."""
    where = step.get("where")
    world.store.cue = where if where not in (None, "embedder", "model") else None
    world.embedder.failing = where == "embedder"
    world.failing_model = where == "model"
    return Outcome()


def add(world: World, step: Step) -> Outcome:
    """Remember messages. `meanwhile`: steps that run while the model thinks."""
    if "meanwhile" in step:
        world.meanwhile = partial(_all, world, step["meanwhile"])
    user = world.user(step)
    report = user.add(
        [_message(message, step) for message in step.get("messages", [{"content": step.get("text")}])],
        session=step.get("run"),
        task=step.get("task"),
        infer=step.get("infer", "rules") is not False,
        dry_run=step.get("dry_run", False),
    )
    memories = _made(report)
    if not memories:
        episodes = user.list(kinds=["episode"], status="any")
        memories = [one for one in episodes if set(one.turns) & set(report.turns)]
    return _of(memories, value=report, text="\n".join(str(entry) for entry in report.dropped))


def add_permanent(world: World, step: Step) -> Outcome:
    """Keep a text as permanent memory, past the proposal that the library asks the user to confirm."""
    (kept,) = add(world, {**step, "infer": False}).memories
    permanent = replace(kept, tier=Tier.PERMANENT)
    with world.store.writing(Scope(kept.tenant, kept.user)) as writer:
        writer.put(permanent, None)
    return _of([permanent])


def bulk_add(world: World, step: Step) -> Outcome:
    """Keep many notes that differ by a number."""
    texts = [step["template"].replace("{i}", str(number)) for number in range(step["n"])]
    report = world.user(step).add(texts, infer=False)
    return _of(_made(report), value=report)


def search(world: World, step: Step) -> Outcome:
    """Ask. `min_score` is applied to the scores that come back."""
    given = {"k": step["top_k"]} if "top_k" in step else {}
    given |= {name: step[name] for name in ("session", "task", "kinds", "as_of", "known_at") if name in step}
    recall = world.user(step).search(step["q"], recipe=RECIPES.get(step.get("mode", "hybrid"), "balanced"), **given)
    return _found(recall, step.get("min_score", 0.0))


def list_(world: World, step: Step) -> Outcome:
    """List. `include_inactive` shows what was replaced too, `all_kinds` episodes too."""
    named = {"run": "session", "limit": "limit", "offset": "offset", "status": "status", "kinds": "kinds"}
    given = {name: step[said] for said, name in named.items() if said in step}
    given |= {name: step[name] for name in ("as_of", "known_at") if name in step}
    if step.get("include_inactive"):
        given["status"] = "any"
    if step.get("all_kinds"):
        given["kinds"] = EVERY_KIND
    return _of(world.user(step).list(**given))


def get(world: World, step: Step) -> Outcome:
    """Look one memory up."""
    given = {name: step[name] for name in ("as_of", "known_at") if name in step}
    memory = world.user(step).get(world.id(step["id"]), **given)
    return _of([memory], value=memory)


def update(world: World, step: Step) -> Outcome:
    """Replace what a memory says."""
    confirmed = step.get("override", False)
    memory = world.user(step).update(world.id(step["id"]), step["text"], confirmed=confirmed)
    return _of([memory], value=memory)


def confirm(world: World, step: Step) -> Outcome:
    """The user says that a memory is right."""
    return _of([world.user(step).confirm(world.id(step["id"]))])


def reject(world: World, step: Step) -> Outcome:
    """The user says that a memory is wrong: taken back, with its history kept."""
    return _of([world.user(step).reject(world.id(step["id"]))])


def undo(world: World, step: Step) -> Outcome:
    """Take back the last change of a memory."""
    return _of([world.user(step).undo(world.id(step["id"]))])


def conflicts(world: World, step: Step) -> Outcome:
    """What contradicted what; the newer sides are the memories."""
    found = world.user(step).conflicts(settled=step.get("settled", False))
    return _of([conflict.newer for conflict in found], value=found)


def delete(world: World, step: Step) -> Outcome:
    """Forget one memory, by its id or by a question; `override` is the user's word."""
    user = world.user(step)
    ids = [world.id(step["id"])] if "id" in step else [hit.memory.id for hit in user.search(step["q"])]
    receipts = [user.forget(id, confirmed=step.get("override", False)) for id in ids]
    return Outcome(value=receipts, text=repr(receipts))


def delete_all(world: World, step: Step) -> Outcome:
    """Forget a session, or everything about a user; `unscoped` names nothing to forget."""
    user = world.user(step)
    if step.get("unscoped"):
        return Outcome(value=user.forget())
    session = step.get("run")
    return Outcome(value=user.forget(session=session, everything=session is None))


def history(world: World, step: Step) -> Outcome:
    """Every change of a memory."""
    rows = world.user(step).history(world.id(step["id"]))
    told = [side.text for row in rows for side in (row.before, row.after) if side is not None]
    return Outcome(value=rows, text="\n".join(told))


def stats(world: World, step: Step) -> Outcome:
    """What is held about a user, counted."""
    return Outcome(value=world.user(step).stats())


def turns(world: World, step: Step) -> Outcome:
    """What was said in a session."""
    said = world.user(step).turns(step.get("run", "main"))
    return Outcome(value=said, text="\n".join(turn.text for turn in said))


def context(world: World, step: Step) -> Outcome:
    """The blocks for a prompt."""
    user = world.user(step)
    placed = user.context(step["q"], budget=step.get("max_tokens", 1500), session=step.get("run"))
    return _of([user.get(id) for id in placed.memory_ids], value=placed, text=placed.text)


def daily(world: World, step: Step) -> Outcome:
    """What a prompt shows under a date of the user's calendar."""
    user = world.user(step)
    memories = user.list()
    shown = "\n".join(user.context(memory.text).text for memory in memories)
    return _of([memory for memory in memories if f"[{step['date']} · {memory.id[:8]}]" in shown])


def reembed(world: World, step: Step) -> Outcome:
    """Embed every memory anew, by rewording it and back."""
    user = world.user(step)
    for memory in user.list(status="any"):
        user.update(memory.id, f"{memory.text} ({memory.id})", confirmed=True)
        user.update(memory.id, memory.text, confirmed=True)
    return Outcome()


def run_due(world: World, _: Step) -> Outcome:
    """Everything the memory does by itself."""
    return Outcome(value=world.memory.run_due())


def page_through(world: World, step: Step) -> Outcome:
    """Page after page until one is empty."""
    user, limit, found = world.user(step), step["limit"], list[Memory]()
    while page := user.list(limit=limit, offset=len(found)):
        found += page
    return _of(found)


def search_each(world: World, step: Step) -> Outcome:
    """Ask several questions alike."""
    return _each(world, step, "search", "q", step["queries"])


def context_each(world: World, step: Step) -> Outcome:
    """The blocks for a prompt within several budgets."""
    return _each(world, step, "context", "max_tokens", step["max_tokens"])


def add_each(world: World, step: Step) -> Outcome:
    """Add several texts, one after the other."""
    return _each(world, step, "add", "text", step["texts"])


def list_each(world: World, step: Step) -> Outcome:
    """List by each of several values of one argument."""
    return _each(world, step, "list", step["by"], step["values"])


def at_once(world: World, step: Step) -> Outcome:
    """The same step in many threads."""
    world.user(step)
    with ThreadPoolExecutor(8) as threads:
        return _together(list(threads.map(lambda _: run(world, step["step"]), range(step["times"]))))


def put(world: World, step: Step) -> Outcome:
    """A value under a key of a namespace, as a store of documents has it: the turn id is the key, the session the
    namespace. A value under a key that is there replaces it; None removes it."""
    user, key, namespace = world.user(step), step["key"], step["namespace"]
    there = [one for one in user.list(session=namespace) if key in one.turns]
    if step["value"] is None:
        return Outcome(value=[user.forget(one.id) for one in there])
    if there:
        return _of([user.update(there[0].id, step["value"])])
    report = user.add({"content": step["value"], "id": key}, session=namespace, infer=False)
    return _of(_made(report), value=report)


def async_rounds(world: World, step: Step) -> Outcome:
    """Rounds of adds in threads beside reads on an event loop, in two loops one after the other on one memory."""
    opened, user = world.memory, world.user(step)

    async def one(text: str) -> None:
        found = AsyncMemory(opened).user(user.id)
        await asyncio.gather(
            asyncio.to_thread(user.add, text, infer=False),
            asyncio.to_thread(asyncio.run, found.add(f"{text} again", infer=False)),
            found.search(text),
        )

    async def rounds(name: str) -> None:
        for number in range(step["rounds"]):
            await one(step["template"].replace("{i}", f"{name}{number}"))

    for name in ("a", "b"):
        asyncio.run(rounds(name))
    return Outcome()


def cli(world: World, step: Step) -> Outcome:
    """One command on the file of this world; `process`: in a process of its own."""
    arguments = [world.id(part) for part in step["arguments"]]
    environment = {
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "MNEMIC_EMBEDDER": "hashing",
        "MNEMIC_USER": step.get("user", DEFAULT_USER),
        "MNEMIC_DB": str(world.file),
    }
    code, out, err = (command.beside if step.get("process") else command.within)(arguments, environment)
    assert "Traceback" not in err, err
    return Outcome(value=code, text=out)


OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        "add": add,
        "add_each": add_each,
        "async_rounds": async_rounds,
        "at_once": at_once,
        "add_permanent": add_permanent,
        "bulk_add": bulk_add,
        "cli": cli,
        "close": close,
        "confirm": confirm,
        "conflicts": conflicts,
        "context": context,
        "context_each": context_each,
        "daily": daily,
        "delete": delete,
        "delete_all": delete_all,
        "fault": fault,
        "get": get,
        "history": history,
        "list": list_,
        "list_each": list_each,
        "open": open_,
        "page_through": page_through,
        "put": put,
        "reembed": reembed,
        "reject": reject,
        "restart": restart,
        "run_due": run_due,
        "search": search,
        "search_each": search_each,
        "set_now": set_now,
        "stats": stats,
        "turns": turns,
        "undo": undo,
        "update": update,
    }
)
ON_FILE = frozenset({"cli", "restart"})
"""What only a store on disk can do."""


def run(world: World, step: Step) -> Outcome:
    """Do one step; an error of the library is an outcome too."""
    before = 0 if step["op"] in ("open", "restart", "close") else (world.memory, world.embedder.asked)[1]
    try:
        outcome = OPERATIONS[step["op"]](world, step)
    except MnemicError as error:
        outcome = Outcome(error=error, text=str(error))
    if step["op"] != "close":
        outcome = replace(outcome, embedded=world.embedder.asked - before)
    if "as" in step and outcome.memories:
        world.ids[step["as"]] = outcome.memories[0].id
    if "label" in step:
        world.outcomes[step["label"]] = outcome
    return outcome


def _all(world: World, steps: Iterable[Step]) -> None:
    for step in steps:
        run(world, step)


def _message(message: Mapping[str, Any], step: Step) -> dict[str, Any]:
    """A message of a case in the library's terms; what the step says holds for each of its messages."""
    renamed = {"ts": "time", "meta": "metadata", "turn": "id", "speaker": "name"}
    kept = {renamed.get(name, name): value for name, value in message.items()}
    return {name: step[said] for said, name in renamed.items() if said in step} | kept


def _made(report: WriteReport) -> list[Memory]:
    listed = (report.added, report.reinforced, report.revised, report.retracted, report.quarantined)
    return [entry.memory for entries in listed for entry in entries if entry.memory is not None]


def _found(recall: Recall, min_score: float) -> Outcome:
    hits = [hit for hit in recall if hit.score >= min_score]
    return Outcome(
        value=recall,
        memories=tuple(hit.memory for hit in hits),
        scores=tuple(hit.score for hit in hits),
        text="\n".join(hit.memory.text for hit in hits),
    )


def _of(memories: Iterable[Memory], *, value: object = None, text: str | None = None) -> Outcome:
    held = tuple(memories)
    said = "\n".join(memory.text for memory in held)
    return Outcome(value=value, memories=held, text=said if text is None else text)


def _each(world: World, step: Step, op: str, name: str, values: Sequence[Any]) -> Outcome:
    return _together([run(world, {**step, "op": op, name: value}) for value in values])


def _together(parts: Sequence[Outcome]) -> Outcome:
    return Outcome(
        parts=tuple(parts),
        memories=tuple(memory for part in parts for memory in part.memories),
        text="\n".join(part.text for part in parts),
    )
