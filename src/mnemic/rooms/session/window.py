"""What of a session goes into a model's window word for word: its newest rounds, as chat messages (M1, M2)."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from mnemic.domain.regex import Regex
from mnemic.language import detect
from mnemic.language.boundaries import shorten_middle
from mnemic.rooms.session.message_pieces import MessagePiece, message_pieces_of
from mnemic.rooms.session.rounds import TOOL, MessageUnit, TalkRound, rounds_of
from mnemic.safety.guard.fence import neutralise

Count = Callable[[str], int]
ChatMessage = dict[str, Any]

MESSAGE_TOKENS = 4
"""What a message costs beside its words: the marks around it and its role (as OpenAI's cookbook counts them)."""

FENCE_JOINT_TOKENS = 2  # that words and the fence around them may cost together beyond what they cost apart
MESSAGE_TOKENS_MIN = 60  # no message is shortened below this, but that of the user where the window leaves less
NAME_CHARACTERS_MAX = 64  # of the field `name` in the OpenAI format, and of a name before the words of its message

LEFT_OUT = {"en": "[… about {tokens:,} tokens left out …]", "zh": "[……此处略去约 {tokens:,} 个 token……]"}

_NAME = Regex(r"[A-Za-z0-9_-]+")
_BETWEEN = Regex(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageWindow:
    """The messages given word for word, oldest first, and the ids of the turns they are."""

    messages: tuple[ChatMessage, ...]
    turns: frozenset[str]
    first: int | None  # position of the oldest of them
    rounds: int  # how many are there from their beginning
    tokens: int
    shortened: int  # how many messages are not whole


def message_tokens(message: ChatMessage, count: Count) -> int:
    """Tokens of a chat message."""
    spent = MESSAGE_TOKENS + count(message["content"] or "") + count(message.get("name", ""))
    if calls := message.get("tool_calls"):
        spent += count(json.dumps(calls, ensure_ascii=False))
    return spent + count(message.get("tool_call_id", ""))


def rounds_in_reach(
    rounds: Sequence[TalkRound], *, messages_max: int, rounds_min: int, native: bool = True
) -> list[TalkRound]:
    """The newest rounds that a window of any size gives word for word: so many messages, and at least so many rounds.
    What came before the user's first message stands in it only while the user has said nothing. Without `native` a call
    and its results are one message."""
    opened = [each for each in rounds if each.opens] or list(rounds)
    kept: list[TalkRound] = []
    messages = 0
    for each in reversed(opened):
        more = each.messages if native else len(each.units)
        if len(kept) >= rounds_min and messages + more > messages_max:
            break
        kept.append(each)
        messages += more
    return kept[::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowForm:
    """How the messages of a window are made."""

    count: Count
    native: bool = True  # calls and results as a model that knows tools is shown them
    held: Collection[str] = frozenset()  # ids of turns that are no speech: the guard holds them

    def messages(self, unit: MessageUnit, most: int) -> list[ChatMessage]:
        """A unit as messages of at most so many tokens together; none where even its beginning and end do not fit."""
        return chat_messages(self.pieces(unit), most, self.count)

    def pieces(self, unit: MessageUnit) -> tuple[MessagePiece, ...]:
        """A unit as messages that are not cut yet."""
        return message_pieces_of(unit, native=self.native, held=self.held)

    def cost(self, messages: Sequence[ChatMessage]) -> int:
        """Tokens of messages."""
        return sum(message_tokens(message, self.count) for message in messages)


def message_window(
    units: Sequence[MessageUnit],
    *,
    room: int,
    messages_max: int,
    rounds_min: int,
    count: Count,
    native: bool = True,
    held: Collection[str] = frozenset(),
) -> MessageWindow:
    """The newest rounds within `room` tokens, newest first; only of the newest may the middle be missing.

    Messages that are too long for it are shortened, more so where else fewer than `rounds_min` rounds found place.
    Turns whose ids are `held` stand fenced, as data.
    """
    form = WindowForm(count=count, native=native, held=held)
    rounds = rounds_in_reach(rounds_of(units), messages_max=messages_max, rounds_min=rounds_min, native=native)
    best: MessageWindow | None = None
    for part in (2, 4, 8):
        longest = max(room // part, min(MESSAGE_TOKENS_MIN, room // 2))
        found = _filled(rounds, room, longest, form)
        if best is None or found.rounds > best.rounds:
            best = found
        if best.rounds >= min(rounds_min, len(rounds)) or longest <= MESSAGE_TOKENS_MIN:
            break
    assert best is not None
    return best


def _filled(rounds: Sequence[TalkRound], room: int, longest: int, form: WindowForm) -> MessageWindow:
    kept: list[tuple[MessageUnit, list[ChatMessage]]] = []
    rounds_whole = 0
    for number, each in enumerate(reversed(rounds)):
        if number:
            found = [(unit, form.messages(unit, longest)) for unit in each.units]
            spent = sum(form.cost(messages) for _, messages in found)
            if spent > room or not all(messages for _, messages in found):
                break
        else:
            found = _newest(each, room, longest, form)
            spent = sum(form.cost(messages) for _, messages in found)
        kept = found + kept
        room -= spent
        if len(found) < len(each.units):
            break
        rounds_whole += 1
    turns = [turn for unit, messages in kept for turn in (unit.turns if messages else ())]
    messages = tuple(message for _, listed in kept for message in listed)
    whole = [_message(piece, piece.whole) for unit, listed in kept if listed for piece in form.pieces(unit)]
    return MessageWindow(
        messages=messages,
        turns=frozenset(turn.id for turn in turns),
        first=min((turn.position for turn in turns), default=None),
        rounds=rounds_whole,
        tokens=form.cost(messages),
        shortened=sum(message != uncut for message, uncut in zip(messages, whole, strict=True)),
    )


def _newest(
    newest: TalkRound, room: int, longest: int, form: WindowForm
) -> list[tuple[MessageUnit, list[ChatMessage]]]:
    """The newest round: the user's message whatever it costs, then its newest units. A message of the user that is the
    last may fill the room alone."""
    first = newest.units[0] if newest.opens else None
    rest = newest.units[1:] if newest.opens else newest.units
    kept: list[tuple[MessageUnit, list[ChatMessage]]] = []
    opening: list[ChatMessage] = []
    if first is not None:
        opening = form.messages(first, max(longest, room // 2) if rest else room)
        room -= form.cost(opening)
    for unit in reversed(rest):
        messages = form.messages(unit, min(longest, room))
        if not messages or form.cost(messages) > room:
            break
        kept.insert(0, (unit, messages))
        room -= form.cost(messages)
    return kept if first is None else [(first, opening), *kept]


def chat_messages(pieces: Sequence[MessagePiece], most: int, count: Count) -> list[ChatMessage]:
    """Pieces as chat messages of at most so many tokens together; none where even the beginnings and ends of their
    words do not fit. Data is cut inside its fence."""
    bare = sum(message_tokens(_message(piece, piece.content("", "")), count) for piece in pieces)
    words = [words for piece in pieces for words in (piece.text, piece.data)]
    wanted = [count(each) for each in words]
    given = _fair(wanted, most - bare - FENCE_JOINT_TOKENS * sum(bool(piece.data) for piece in pieces))
    cut = [
        each if have >= want else shorten_middle(each, have, count, cut_marker(each))
        for each, want, have in zip(words, wanted, given, strict=True)
    ]
    if any(each and not left for each, left in zip(words, cut, strict=True)):
        return []
    parts = zip(pieces, cut[::2], cut[1::2], strict=True)
    return [_message(piece, piece.content(text, data)) for piece, text, data in parts]


def cut_marker(text: str) -> Callable[[int], str]:
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


def _message(piece: MessagePiece, text: str) -> ChatMessage:
    turn = piece.turn
    message: ChatMessage = {"role": piece.role, "content": text}
    if turn.tool_calls:
        message["tool_calls"] = [dict(call) for call in turn.tool_calls]
    if piece.role == TOOL:
        message["tool_call_id"] = turn.tool_call_id
    elif turn.speaker and (name := api_name(turn.speaker)):
        message["name"] = name
    elif turn.speaker:
        message["content"] = f"{neutralise(turn.speaker)[:NAME_CHARACTERS_MAX]}: {text}"
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
