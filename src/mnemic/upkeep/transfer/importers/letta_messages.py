"""The messages of a Letta agent, which wrap what was said in events, tool calls and inner monologue."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mnemic.domain.transfer import Piece
from mnemic.upkeep.transfer.importers.saying import call, listed, lost, said, table
from mnemic.upkeep.transfer.importers.values import moment, stable, text

SPEAKS = "send_message"
"""The tool by which agents of the older kinds speak to their user; what else they write is inner monologue."""
_MONOLOGUE_AGENTS = ("memgpt", "react", "workflow", "split_thread", "sleeptime", "voice")
_NO_EVENT = "user_message"


def conversation(number: int, agent: Mapping[str, Any]) -> Iterator[Piece]:
    """What was said with an agent. Ids in an agent file are only its own running numbers, so that a message is known by
    when it came and what it says: the same conversation, exported again later, gives the same ids."""
    title = text(agent.get("name")) or "agent"
    inner = text(agent.get("agent_type")).startswith(_MONOLOGUE_AGENTS)
    seen: Counter[str] = Counter()
    for message in map(table, listed(agent.get("messages"))):
        key = stable(
            title,
            text(message.get("created_at")),
            text(message.get("role")),
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

    def pieces(self) -> Iterator[Piece]:
        role = text(self.fields.get("role"))
        if role == "system":
            yield lost(self.number, "system prompt", "it belongs to the agent", self._words())
        elif role == "user":
            yield from self._of_user()
        elif role == "assistant":
            yield from self._of_agent()
        elif role == "tool":
            yield from self._of_tool()
        else:
            yield lost(self.number, f"message of role {role or 'none'}", "nobody said it", self._words())
        yield from self._media()

    def _of_user(self) -> Iterator[Piece]:
        event = _event(self._words())
        kind = text(event.get("type")) or _NO_EVENT
        if kind != _NO_EVENT:
            yield lost(self.number, "event", "Letta sent it, not the user", f"{kind} {text(event.get('reason'))}")
            return
        words = text(event.get("message")) if event else self._words()
        speaker = text(self.fields.get("name")) or text(event.get("name")) or None
        yield from self._said("user", words, speaker=speaker)

    def _of_agent(self) -> Iterator[Piece]:
        words, calls = self._words(), list(self._calls())
        spoken = [_arguments(each).get("message") for each in calls if each["function"]["name"] == SPEAKS]
        others = [each for each in calls if each["function"]["name"] != SPEAKS]
        if words and (spoken or (self.inner and others)):
            yield lost(self.number, "reasoning", "an inner monologue is nobody's statement", words)
            words = ""
        whole = "\n".join([*([words] if words else []), *map(text, spoken)])
        yield from self._said("assistant", whole, calls=others)

    def _of_tool(self) -> Iterator[Piece]:
        tool = text(self.fields.get("name"))
        returned = [table(each) for each in listed(self.fields.get("tool_returns"))]
        contents = [block for block in self._blocks() if text(block.get("type")) == "tool_return"]
        words = "\n".join(
            filter(
                None,
                [
                    self._words() or "\n".join(text(each.get("func_response")) for each in returned),
                    *(text(each.get("content")) for each in contents),
                ],
            )
        )
        event = _event(words)
        if tool == SPEAKS or (event and not text(event.get("message")).strip("None ")):
            return  # only says that the message was sent, or that there was nothing to say
        of = [text(self.fields.get("tool_call_id"))]
        of += [text(each.get("tool_call_id")) for each in (*returned, *contents)]
        answers = next(filter(None, of), None)
        yield from self._said("tool", text(event.get("message")) or words, answers=answers, speaker=tool or None)

    def _said(self, role: str, words: str, **more: Any) -> Iterator[Piece]:
        time = moment(self.fields.get("created_at"))
        yield from said(self.number, self.session, role, words, id=self.id, time=time, **more)

    def _blocks(self) -> list[Mapping[str, Any]]:
        return [table(block) for block in listed(self.fields.get("content"))]

    def _words(self) -> str:
        content = self.fields.get("content", self.fields.get("text"))
        if isinstance(content, str):
            return text(content)
        return "\n".join(text(block.get("text")) for block in self._blocks() if text(block.get("type")) == "text")

    def _calls(self) -> Iterator[dict[str, Any]]:
        for each in map(table, listed(self.fields.get("tool_calls"))):
            function = table(each.get("function"))
            yield call(text(each.get("id")), text(function.get("name")), function.get("arguments", ""))
        for block in self._blocks():
            if text(block.get("type")) == "tool_call":
                yield call(text(block.get("id")), text(block.get("name")), block.get("input"))

    def _media(self) -> Iterator[Piece]:
        for block in self._blocks():
            kind = text(block.get("type"))
            if "reasoning" in kind:
                words = text(block.get("reasoning")) or text(block.get("text"))
                yield lost(self.number, "reasoning", "an inner monologue is nobody's statement", words)
            elif kind == "image":
                yield lost(self.number, "image", "images of an agent file are not read")


def _event(words: str) -> Mapping[str, Any]:
    """What Letta wraps in JSON: a user's message, a tool's result, a heartbeat. Empty for plain text."""
    if not words.startswith("{"):
        return {}
    try:
        value = table(json.loads(words))
    except (ValueError, RecursionError):
        return {}
    return value if {"type", "status"} & value.keys() else {}


def _arguments(called: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        return table(json.loads(called["function"]["arguments"]))
    except (ValueError, RecursionError):
        return {}
