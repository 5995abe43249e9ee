"""What of a session goes into a model's window word for word: its newest rounds, as chat messages (M1, M2)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mnemic.domain.record import Turn
from mnemic.language import detect
from mnemic.language.cut import shortened
from mnemic.rooms.rounds import RESULTS, Round, Unit, call_arguments, call_name, rounds_of

Count = Callable[[str], int]
ChatMessage = dict[str, Any]

MESSAGE_TOKENS = 4
"""What a message costs beside its words: the marks around it and its role (as OpenAI's cookbook counts them)."""

MESSAGE_TOKENS_MIN = 60  # no message is shortened below this, but that of the user where the window leaves less
NAME_CHARACTERS_MAX = 64  # of the field `name` in the OpenAI format

LEFT_OUT = {"en": "[… about {tokens:,} tokens left out …]", "zh": "[……此处略去约 {tokens:,} 个 token……]"}

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_BETWEEN = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The messages given word for word, oldest first, and the ids of the turns they are."""

    messages: tuple[ChatMessage, ...]
    turns: frozenset[str]
    first: int | None  # position of the oldest of them
    rounds: int  # how many are there from their beginning
    tokens: int
    shortened: int  # how many messages are not whole


def cost(message: ChatMessage, count: Count) -> int:
    """Tokens of a chat message."""
    spent = MESSAGE_TOKENS + count(message["content"] or "") + count(message.get("name", ""))
    if calls := message.get("tool_calls"):
        spent += count(json.dumps(calls, ensure_ascii=False))
    return spent + count(message.get("tool_call_id", ""))


def reach(rounds: Sequence[Round], *, messages_max: int, rounds_min: int) -> list[Round]:
    """The newest rounds that a window of any size gives word for word: so many messages, and at least so many rounds.
    What came before the user's first message stands in it only while the user has said nothing."""
    opened = [each for each in rounds if each.opens] or list(rounds)
    kept: list[Round] = []
    messages = 0
    for each in reversed(opened):
        if len(kept) >= rounds_min and messages + each.messages > messages_max:
            break
        kept.append(each)
        messages += each.messages
    return kept[::-1]


def window_of(
    units: Sequence[Unit], *, room: int, messages_max: int, rounds_min: int, count: Count, native: bool = True
) -> Window:
    """The newest rounds within `room` tokens, newest first; only of the newest may the middle be missing.

    Messages that are too long for it are shortened, more so where else fewer than `rounds_min` rounds found place.
    """
    shown = list(units) if native else [told(unit) for unit in units]
    rounds = reach(rounds_of(shown), messages_max=messages_max, rounds_min=rounds_min)
    best: Window | None = None
    for part in (2, 4, 8):
        longest = max(room // part, min(MESSAGE_TOKENS_MIN, room // 2))
        found = _filled(rounds, room, longest, count)
        if best is None or found.rounds > best.rounds:
            best = found
        if best.rounds >= min(rounds_min, len(rounds)) or longest <= MESSAGE_TOKENS_MIN:
            break
    assert best is not None
    return best


def told(unit: Unit) -> Unit:
    """A unit for a model that knows no tools: what was called and what came of it stand in the assistant's words."""
    if not unit.results:
        return unit
    lines = [
        f"[{call_name(call)}({shown(call_arguments(call))}) → {result.text}]"
        for call, result in zip(unit.turn.tool_calls, unit.results, strict=True)
    ]
    text = "\n".join(part for part in (unit.turn.text, *lines) if part)
    return Unit(turn=replace(unit.turn, text=text, tool_calls=()))


def shown(value: object) -> str:
    """Arguments of a call as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _filled(rounds: Sequence[Round], room: int, longest: int, count: Count) -> Window:
    kept: list[tuple[Unit, list[ChatMessage]]] = []
    whole = 0
    for number, each in enumerate(reversed(rounds)):
        if number:
            found = [(unit, chat_messages(unit, longest, count)) for unit in each.units]
            spent = sum(_cost(messages, count) for _, messages in found)
            if spent > room or not all(messages for _, messages in found):
                break
        else:
            found = _newest(each, room, longest, count)
            spent = sum(_cost(messages, count) for _, messages in found)
        kept = found + kept
        room -= spent
        if len(found) < len(each.units):
            break
        whole += 1
    turns = [turn for unit, messages in kept for turn in (unit.turns if messages else ())]
    messages = tuple(message for _, listed in kept for message in listed)
    texts = {turn.id: turn.text for turn in turns}
    return Window(
        messages=messages,
        turns=frozenset(texts),
        first=min((turn.position for turn in turns), default=None),
        rounds=whole,
        tokens=_cost(messages, count),
        shortened=sum(
            not message["content"].endswith(turn.text) for message, turn in zip(messages, turns, strict=True)
        ),
    )


def _newest(newest: Round, room: int, longest: int, count: Count) -> list[tuple[Unit, list[ChatMessage]]]:
    """The newest round: the user's message whatever it costs, then its newest units. A message of the user that is the
    last may fill the room alone."""
    first = newest.units[0] if newest.opens else None
    rest = newest.units[1:] if newest.opens else newest.units
    kept: list[tuple[Unit, list[ChatMessage]]] = []
    opening: list[ChatMessage] = []
    if first is not None:
        opening = chat_messages(first, max(longest, room // 2) if rest else room, count)
        room -= _cost(opening, count)
    for unit in reversed(rest):
        messages = chat_messages(unit, min(longest, room), count)
        if not messages or _cost(messages, count) > room:
            break
        kept.insert(0, (unit, messages))
        room -= _cost(messages, count)
    return kept if first is None else [(first, opening), *kept]


def _cost(messages: Sequence[ChatMessage], count: Count) -> int:
    return sum(cost(message, count) for message in messages)


def chat_messages(unit: Unit, most: int, count: Count) -> list[ChatMessage]:
    """A unit as chat messages of at most so many tokens together; none where even its beginning and end do not fit."""
    bare = [_message(turn, "") for turn in unit.turns]
    wanted = [count(turn.text) for turn in unit.turns]
    given = _fair(wanted, most - _cost(bare, count))
    made: list[ChatMessage] = []
    for turn, want, have, message in zip(unit.turns, wanted, given, bare, strict=True):
        text = turn.text if have >= want else shortened(turn.text, have, count, marker(turn.text))
        if turn.text and not text:
            return []
        made.append({**message, "content": message["content"] + text})
    return made


def marker(text: str) -> Callable[[int], str]:
    """What stands for the middle of a text, in its language, by the tokens left out."""
    words = LEFT_OUT["zh" if detect.language(text[:2_000]) == "zh" else "en"]
    return lambda tokens: words.format(tokens=tokens)


def _fair(wanted: Sequence[int], room: int) -> list[int]:
    """Room for each: what it wants, or an equal share of what those that want less have left."""
    given = [0] * len(wanted)
    for left, place in enumerate(sorted(range(len(wanted)), key=lambda place: wanted[place])):
        given[place] = max(0, min(wanted[place], room // (len(wanted) - left)))
        room -= given[place]
    return given


def _message(turn: Turn, text: str) -> ChatMessage:
    role = "tool" if turn.role in RESULTS else turn.role
    message: ChatMessage = {"role": role, "content": text}
    if turn.tool_calls:
        message["tool_calls"] = [dict(call) for call in turn.tool_calls]
    if role == "tool":
        message["tool_call_id"] = turn.tool_call_id
    elif turn.speaker and (name := api_name(turn.speaker)):
        message["name"] = name
    elif turn.speaker:
        message["content"] = f"{turn.speaker}: {text}"
    return message


def api_name(speaker: str) -> str:
    """A speaker as the field `name` of a chat API may hold it: ASCII letters, digits, _ and -. Empty where letters of
    the name would be lost: then it stands before the words."""
    plain = unicodedata.normalize("NFKD", speaker)
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    if any(character.isalnum() and not character.isascii() for character in kept):
        return ""
    name = _BETWEEN.sub("_", kept).strip("_")
    return name if len(name) <= NAME_CHARACTERS_MAX and _NAME.fullmatch(name) else ""
