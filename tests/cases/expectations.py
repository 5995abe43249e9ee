"""What can be right about an outcome: one function for each word a case may say under `expect`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from mnemic.domain.changes import History, WriteReport
from mnemic.domain.query import Context, Recall
from mnemic.domain.record import Memory, Turn
from mnemic.faces import wire
from mnemic.language import tokens
from mnemic.safety.guard.fence import neutralise
from tests.cases.world import Outcome, World

Expect = Mapping[str, Any]
Check = Callable[[World, Outcome, Any], bool]
SCORE_TOLERANCE = 1e-6


def check(world: World, outcome: Outcome, expect: Expect, where: str) -> None:
    """Hold an outcome against everything a step expects of it. An error that is not expected is a failure.

    Raises:
        AssertionError: naming the step, what was expected, and what came.
    """
    if outcome.error is not None and not {"error", "either"} & expect.keys():
        raise AssertionError(f"{where}: {outcome.error!r}") from outcome.error
    for word, wanted in expect.items():
        assert CHECKS[word](world, outcome, wanted), f"{where}: {word} {wanted!r}, but it is {_shown(outcome)}"


def holds(world: World, outcome: Outcome, expect: Expect) -> bool:
    """Whether an outcome is all that is expected of it."""
    if outcome.error is not None and "error" not in expect:
        return False
    return all(CHECKS[word](world, outcome, wanted) for word, wanted in expect.items())


def either(world: World, outcome: Outcome, wanted: list[Expect]) -> bool:
    """One of several sets of expectations holds."""
    return any(holds(world, outcome, expect) for expect in wanted)


def each(world: World, outcome: Outcome, wanted: Expect) -> bool:
    """Every part of the outcome is so."""
    return bool(outcome.parts) and all(holds(world, part, wanted) for part in outcome.parts)


def parts(world: World, outcome: Outcome, wanted: list[Expect]) -> bool:
    """The first parts are so, one after the other."""
    return len(wanted) <= len(outcome.parts) and all(
        holds(world, part, expect) for part, expect in zip(outcome.parts, wanted, strict=False)
    )


def error(_: World, outcome: Outcome, wanted: str | None) -> bool:
    """It ended with an error of this class, or of one below it; None: with none."""
    named = [] if outcome.error is None else [cls.__name__ for cls in type(outcome.error).__mro__]
    return wanted in named if wanted else outcome.error is None


def count(_: World, outcome: Outcome, wanted: int) -> bool:
    """So many memories."""
    return len(outcome.memories) == wanted


def texts(_: World, outcome: Outcome, wanted: list[str]) -> bool:
    """Memories that say exactly this, in this order."""
    return [memory.text for memory in outcome.memories] == wanted


def ids(world: World, outcome: Outcome, wanted: list[str]) -> bool:
    """Exactly these memories, in this order."""
    return [memory.id for memory in outcome.memories] == [world.id(name) for name in wanted]


def first(world: World, outcome: Outcome, wanted: str) -> bool:
    """This memory stands first."""
    return bool(outcome.memories) and outcome.memories[0].id == world.id(wanted)


def has(world: World, outcome: Outcome, wanted: list[str]) -> bool:
    """These memories are among them."""
    return {world.id(name) for name in wanted} <= {memory.id for memory in outcome.memories}


def has_not(world: World, outcome: Outcome, wanted: list[str]) -> bool:
    """None of these memories is among them."""
    return not {world.id(name) for name in wanted} & {memory.id for memory in outcome.memories}


def distinct(_: World, outcome: Outcome, wanted: bool) -> bool:
    """No memory stands there twice."""
    return (len({memory.id for memory in outcome.memories}) == len(outcome.memories)) is wanted


def contains(_: World, outcome: Outcome, wanted: list[str]) -> bool:
    """All of these can be read in it."""
    return all(part in outcome.text for part in wanted)


def lacks(_: World, outcome: Outcome, wanted: list[str]) -> bool:
    """None of these can be read in it."""
    return not any(part in outcome.text for part in wanted)


def every(world: World, outcome: Outcome, wanted: Expect) -> bool:
    """Every memory has these fields."""
    return bool(outcome.memories) and all(_is(world, memory, wanted) for memory in outcome.memories)


def some(world: World, outcome: Outcome, wanted: Expect) -> bool:
    """A memory has these fields."""
    return any(_is(world, memory, wanted) for memory in outcome.memories)


def no(world: World, outcome: Outcome, wanted: Expect) -> bool:
    """No memory has these fields."""
    return not any(_is(world, memory, wanted) for memory in outcome.memories)


def records(world: World, outcome: Outcome, wanted: list[Expect]) -> bool:
    """So many memories, with these fields one after the other."""
    return len(outcome.memories) == len(wanted) and all(
        _is(world, memory, fields) for memory, fields in zip(outcome.memories, wanted, strict=True)
    )


def fields(world: World, outcome: Outcome, wanted: Expect) -> bool:
    """What came has these fields."""
    return _matches(world, wire.jsonable(outcome.value), wanted)


def report(_: World, outcome: Outcome, wanted: Mapping[str, int]) -> bool:
    """The lists of a write report are so long."""
    assert isinstance(outcome.value, WriteReport)
    return all(len(getattr(outcome.value, name)) == length for name, length in wanted.items())


def report_empty(_: World, outcome: Outcome, wanted: bool) -> bool:
    """Nothing that was said made a statement."""
    made = outcome.value
    assert isinstance(made, WriteReport)
    return bool(made.added or made.reinforced or made.revised) is not wanted


def reported(_: World, outcome: Outcome, wanted: list[str]) -> bool:
    """Each of these texts was added, or is named among what was dropped."""
    made = outcome.value
    assert isinstance(made, WriteReport)
    named = [entry.memory.text if entry.memory else entry.text for entry in (*made.added, *made.dropped)]
    return all(any(text in name for name in named) for text in wanted)


def actions(_: World, outcome: Outcome, wanted: list[str]) -> bool:
    """The changes of a memory, in order."""
    return [row.action.value for row in _rows(outcome)] == wanted


def in_time(_: World, outcome: Outcome, wanted: bool) -> bool:
    """Every change has a moment with its zone, none before the one it follows, and a running number; only the first has
    nothing before it."""
    rows = _rows(outcome)
    zoned = all(row.at.tzinfo is not None for row in rows)
    forward = all(left.at <= right.at and left.sequence < right.sequence for left, right in pairwise(rows))
    began = [row.before is None for row in rows] == [number == 0 for number in range(len(rows))]
    return (zoned and forward and began) is wanted


def falling(_: World, outcome: Outcome, wanted: bool) -> bool:
    """Scores between 0 and 1, the best first."""
    fall = all(left >= right for left, right in pairwise(outcome.scores))
    return (fall and all(0 <= score <= 1 for score in outcome.scores)) is wanted


def best(_: World, outcome: Outcome, wanted: float) -> bool:
    """The first score is at least this."""
    return bool(outcome.scores) and outcome.scores[0] >= wanted


def scores_as(world: World, outcome: Outcome, wanted: str) -> bool:
    """The first score is that of a labelled step."""
    return abs(outcome.scores[0] - world.outcomes[wanted].scores[0]) <= SCORE_TOLERANCE


def same_as(world: World, outcome: Outcome, wanted: str) -> bool:
    """The memories are those of a labelled step, unchanged."""
    return outcome.memories == world.outcomes[wanted].memories


def says_as(world: World, outcome: Outcome, wanted: str) -> bool:
    """The memories say what those of a labelled step say, in the same order."""
    theirs = world.outcomes[wanted].memories
    return [memory.text for memory in outcome.memories] == [memory.text for memory in theirs]


def embedded(_: World, outcome: Outcome, wanted: int) -> bool:
    """The embedder was asked for so many questions."""
    return outcome.embedded == wanted


def calls(world: World, _: Outcome, wanted: int) -> bool:
    """The model was called so often, from the beginning."""
    return len(world.model.calls) == wanted


def degraded(_: World, outcome: Outcome, wanted: list[str]) -> bool:
    """The answer says that something could not take part, in these words; an empty list: nothing."""
    assert isinstance(outcome.value, Recall)
    said = "\n".join(outcome.value.degraded)
    return all(part in said for part in wanted) and bool(said) is bool(wanted)


def within_budget(_: World, outcome: Outcome, wanted: bool) -> bool:
    """The text for a prompt costs no more tokens than were allowed, and every memory in it stands there whole."""
    placed = outcome.value
    assert isinstance(placed, Context)
    whole = all(neutralise(memory.text) in placed.text for memory in outcome.memories)
    lines = placed.text.count("\n- [") == len(outcome.memories)
    return (tokens.estimate_tokens(placed.text) <= placed.budget and whole and lines) is wanted


def paired(_: World, outcome: Outcome, wanted: bool) -> bool:
    """Every tool result follows the turn that called for it, and every call has its result."""
    said = outcome.value
    assert isinstance(said, list)
    called: list[Any] = []
    answered: list[str] = []
    for turn in said:
        assert isinstance(turn, Turn)
        called += [call["id"] for call in turn.tool_calls]
        if turn.tool_call_id is not None:
            answered.append(turn.tool_call_id)
            if turn.tool_call_id not in called:
                return not wanted
    return (called == answered) is wanted


def roles(_: World, outcome: Outcome, wanted: list[str]) -> bool:
    """Turns of these roles, in order."""
    assert isinstance(outcome.value, list)
    return [turn.role for turn in outcome.value] == wanted


def value(_: World, outcome: Outcome, wanted: object) -> bool:
    """What came is this: an exit code, a number."""
    return outcome.value == wanted


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "actions": actions,
        "best": best,
        "calls": calls,
        "contains": contains,
        "count": count,
        "degraded": degraded,
        "distinct": distinct,
        "each": each,
        "either": either,
        "embedded": embedded,
        "error": error,
        "every": every,
        "falling": falling,
        "fields": fields,
        "first": first,
        "has": has,
        "has_not": has_not,
        "ids": ids,
        "in_time": in_time,
        "lacks": lacks,
        "no": no,
        "paired": paired,
        "parts": parts,
        "records": records,
        "report": report,
        "report_empty": report_empty,
        "reported": reported,
        "roles": roles,
        "same_as": same_as,
        "says_as": says_as,
        "scores_as": scores_as,
        "some": some,
        "texts": texts,
        "value": value,
        "within_budget": within_budget,
    }
)


def _rows(outcome: Outcome) -> list[History]:
    assert isinstance(outcome.value, list)
    assert all(isinstance(row, History) for row in outcome.value)
    return outcome.value


def _is(world: World, memory: Memory, wanted: Expect) -> bool:
    return _matches(world, wire.jsonable(memory), wanted)


def _matches(world: World, shape: Any, wanted: Expect) -> bool:
    """Whether a JSON value has fields: by a path with dots; "~x" is any text that holds x, "$a" an id."""
    return all(_like(_at(shape, path), value, world) for path, value in wanted.items())


def _at(shape: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(shape, list):
            shape = shape[int(part)] if int(part) < len(shape) else None
        else:
            shape = shape.get(part) if isinstance(shape, dict) else None
    return shape


def _like(found: Any, wanted: Any, world: World) -> bool:
    if isinstance(wanted, str) and wanted.startswith("~"):
        return wanted[1:] in str(found)
    return bool(found == (world.id(wanted) if isinstance(wanted, str) else wanted))


def _shown(outcome: Outcome) -> str:
    if outcome.parts:
        return "\n" + "\n".join(f"  {number}: {_shown(part)}" for number, part in enumerate(outcome.parts))
    said = [f"{memory.kind.value} {memory.text!r}"[:160] for memory in outcome.memories[:20]]
    return f"{said} {list(outcome.scores[:20])} {outcome.text[:400]!r} {outcome.error!r}"
