"""The messages of a Letta agent, which wrap what was said in events, tool calls and inner monologue."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mnemic.domain.transfer import ForeignPiece
from mnemic.upkeep.transfer.importers.messages import as_list, as_object, foreign_message_pieces, lost_part, tool_call
from mnemic.upkeep.transfer.importers.values import moment_from, stable_id, storable_text

SPEAKS = "send_message"
"""The tool by which agents of the older kinds speak to their user; what else they write is inner monologue."""
_MONOLOGUE_AGENTS = ("memgpt", "react", "workflow", "split_thread", "sleeptime", "voice")
_NO_EVENT = "user_message"


def conversation(number: int, agent: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    """What was said with an agent. Ids in an agent file are only its own running numbers, so that a message is known by
    when it came and what it says: the same conversation, exported again later, gives the same ids."""
    title = storable_text(agent.get("name")) or "agent"
    inner = storable_text(agent.get("agent_type")).startswith(_MONOLOGUE_AGENTS)
    seen: Counter[str] = Counter()
    for message in map(as_object, as_list(agent.get("messages"))):
        key = stable_id(
            title,
            storable_text(message.get("created_at")),
            storable_text(message.get("role")),
            str(message.get("content")),
            str(message.get("tool_calls")),
            str(message.get("tool_returns")),
        )
        seen[key] += 1
        one = _Message(
            number=number,
            session=f"letta:{title}",
            id=key if seen[key] == 1 else f"{key}#{seen[key]}",
            fields=message,
            inner=inner,
        )
        yield from one.pieces()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    number: int
    session: str
    id: str
    fields: Mapping[str, Any]
    inner: bool  # whether the agent speaks by a tool, and its texts are thoughts

    def pieces(self) -> Iterator[ForeignPiece]:
        role = storable_text(self.fields.get("role"))
        if role == "system":
            yield lost_part(self.number, "system prompt", "it belongs to the agent", self._words())
        elif role == "user":
            yield from self._of_user()
        elif role == "assistant":
            yield from self._of_agent()
        elif role == "tool":
            yield from self._of_tool()
        else:
            yield lost_part(self.number, f"message of role {role or 'none'}", "nobody said it", self._words())
        yield from self._media()

    def _of_user(self) -> Iterator[ForeignPiece]:
        event = _event(self._words())
        kind = storable_text(event.get("type")) or _NO_EVENT
        if kind != _NO_EVENT:
            yield lost_part(
                self.number, "event", "Letta sent it, not the user", f"{kind} {storable_text(event.get('reason'))}"
            )
            return
        words = storable_text(event.get("message")) if event else self._words()
        speaker = storable_text(self.fields.get("name")) or storable_text(event.get("name")) or None
        yield from self._said("user", words, speaker=speaker)

    def _of_agent(self) -> Iterator[ForeignPiece]:
        words, calls = self._words(), list(self._calls())
        spoken = [_arguments(each).get("message") for each in calls if each["function"]["name"] == SPEAKS]
        others = [each for each in calls if each["function"]["name"] != SPEAKS]
        if words and (spoken or (self.inner and others)):
            yield lost_part(self.number, "reasoning", "an inner monologue is nobody's statement", words)
            words = ""
        whole = "\n".join([*([words] if words else []), *map(storable_text, spoken)])
        yield from self._said("assistant", whole, calls=others)

    def _of_tool(self) -> Iterator[ForeignPiece]:
        tool = storable_text(self.fields.get("name"))
        returned = [as_object(each) for each in as_list(self.fields.get("tool_returns"))]
        contents = [block for block in self._blocks() if storable_text(block.get("type")) == "tool_return"]
        words = "\n".join(
            filter(
                None,
                [
                    self._words() or "\n".join(storable_text(each.get("func_response")) for each in returned),
                    *(storable_text(each.get("content")) for each in contents),
                ],
            )
        )
        event = _event(words)
        if tool == SPEAKS or (event and not storable_text(event.get("message")).strip("None ")):
            return  # only says that the message was sent, or that there was nothing to say
        of = [storable_text(self.fields.get("tool_call_id"))]
        of += [storable_text(each.get("tool_call_id")) for each in (*returned, *contents)]
        answers = next(filter(None, of), None)
        yield from self._said(
            "tool", storable_text(event.get("message")) or words, answers=answers, speaker=tool or None
        )

    def _said(self, role: str, words: str, **more: Any) -> Iterator[ForeignPiece]:
        time = moment_from(self.fields.get("created_at"))
        yield from foreign_message_pieces(self.number, self.session, role, words, id=self.id, time=time, **more)

    def _blocks(self) -> list[Mapping[str, Any]]:
        return [as_object(block) for block in as_list(self.fields.get("content"))]

    def _words(self) -> str:
        content = self.fields.get("content", self.fields.get("text"))
        if isinstance(content, str):
            return storable_text(content)
        return "\n".join(
            storable_text(block.get("text")) for block in self._blocks() if storable_text(block.get("type")) == "text"
        )

    def _calls(self) -> Iterator[dict[str, Any]]:
        for each in map(as_object, as_list(self.fields.get("tool_calls"))):
            function = as_object(each.get("function"))
            yield tool_call(
                storable_text(each.get("id")), storable_text(function.get("name")), function.get("arguments", "")
            )
        for block in self._blocks():
            if storable_text(block.get("type")) == "tool_call":
                yield tool_call(storable_text(block.get("id")), storable_text(block.get("name")), block.get("input"))

    def _media(self) -> Iterator[ForeignPiece]:
        for block in self._blocks():
            kind = storable_text(block.get("type"))
            if "reasoning" in kind:
                words = storable_text(block.get("reasoning")) or storable_text(block.get("text"))
                yield lost_part(self.number, "reasoning", "an inner monologue is nobody's statement", words)
            elif kind == "image":
                yield lost_part(self.number, "image", "images of an agent file are not read")


def _event(words: str) -> Mapping[str, Any]:
    """What Letta wraps in JSON: a user's message, a tool's result, a heartbeat. Empty for plain text."""
    if not words.startswith("{"):
        return {}
    try:
        value = as_object(json.loads(words))
    except (ValueError, RecursionError):
        return {}
    return value if {"type", "status"} & value.keys() else {}


def _arguments(called: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        return as_object(json.loads(called["function"]["arguments"]))
    except (ValueError, RecursionError):
        return {}
