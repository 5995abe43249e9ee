"""The turns of a session as rounds: what the user said, and all that followed until the user spoke again.

A tool call and its results are one unit. A model is never shown one without the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mnemic.domain.record import Json, Turn

USER = "user"
ASSISTANT = "assistant"
TOOL = "tool"
SYSTEM = frozenset({"system", "developer"})
RESULTS = frozenset({"tool", "function"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageUnit:
    """What is kept or dropped together: one message, or an assistant's tool calls with their results.

    Of a message with calls only the answered ones stand in `turn`; a message none of whose calls was answered is its
    text alone.
    """

    turn: Turn
    results: tuple[Turn, ...] = ()  # in the order of the calls

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Its messages in order."""
        return (self.turn, *self.results)

    @property
    def operation(self) -> bool:
        """Whether it is something an agent did."""
        return bool(self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkRound:
    """A message of the user with what followed it; the first round may have none."""

    units: tuple[MessageUnit, ...]

    @property
    def opens(self) -> bool:
        """Whether the user opens it."""
        return bool(self.units) and self.units[0].turn.role == USER

    @property
    def messages(self) -> int:
        """How many messages it is."""
        return sum(len(unit.turns) for unit in self.units)


def message_units_of(turns: Sequence[Turn], *, operations: bool = True) -> list[MessageUnit]:
    """Turns in order as units. System texts stand nowhere; nor do results whose call is not there, calls that were
    never answered, or, without `operations`, any of what an agent did but the words it said with it."""
    answers = _answers(turns)
    units: list[MessageUnit] = []
    for place, turn in enumerate(turns):
        if turn.role in SYSTEM or turn.role in RESULTS:
            continue
        answered = [
            (call, answers[place, number]) for number, call in enumerate(turn.tool_calls) if (place, number) in answers
        ]
        if operations and turn.role == ASSISTANT and answered:
            calls = tuple(call for call, _ in answered)
            units.append(
                MessageUnit(turn=replace(turn, tool_calls=calls), results=tuple(turns[at] for _, at in answered))
            )
        elif turn.text:
            units.append(MessageUnit(turn=replace(turn, tool_calls=()) if turn.tool_calls else turn))
    return units


def _answers(turns: Sequence[Turn]) -> Mapping[tuple[int, int], int]:
    """Place of the result by places of turn and call. A result answers the newest call before it that bears its id and
    has none yet; clients number their calls anew in every message."""
    waiting: dict[str, list[tuple[int, int]]] = {}
    found: dict[tuple[int, int], int] = {}
    for place, turn in enumerate(turns):
        if turn.role == ASSISTANT:
            seen: set[str] = set()
            for number, call in enumerate(turn.tool_calls):
                id = call_id(call)
                if id is not None and id not in seen:
                    seen.add(id)
                    waiting.setdefault(id, []).append((place, number))
        elif turn.role == TOOL and turn.tool_call_id is not None and (open_ := waiting.get(turn.tool_call_id)):
            found[open_.pop()] = place
    return found


def call_id(call: Mapping[str, Json]) -> str | None:
    """The id a result answers a call by."""
    id = call.get("id")
    return id if isinstance(id, str) and id else None


def call_name(call: Mapping[str, Json]) -> str:
    """The name of the tool that is called."""
    function = call.get("function")
    name = function.get("name") if isinstance(function, Mapping) else call.get("name")
    return name if isinstance(name, str) else TOOL


def call_arguments(call: Mapping[str, Json]) -> Json:
    """What the tool is given: JSON text in the OpenAI format, an object in others."""
    function = call.get("function")
    return function.get("arguments") if isinstance(function, Mapping) else call.get("arguments")


def rounds_of(units: Sequence[MessageUnit]) -> list[TalkRound]:
    """Units in order as rounds."""
    rounds: list[list[MessageUnit]] = []
    for unit in units:
        if unit.turn.role == USER or not rounds:
            rounds.append([])
        rounds[-1].append(unit)
    return [TalkRound(units=tuple(each)) for each in rounds]
