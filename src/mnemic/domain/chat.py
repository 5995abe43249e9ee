"""Chat messages as the APIs of model vendors want them: the OpenAI chat format is ours, others are made from it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

SYSTEM_ROLES = ("system", "developer")
TOOL_ROLES = ("tool", "function")
LEFT_OUT = "..."  # stands for the user where a list begins with the assistant

ChatMessage = Mapping[str, Any]
"""A message of the OpenAI chat format: role, content, and for tools tool_calls or tool_call_id."""


class ChatMessages(list[dict[str, Any]]):
    """Messages in the OpenAI chat format, with what went into them.

    Attributes:
        tokens: what they cost, as far as can be told before the model counts.
        turns: ids of the turns given word for word.
        shortened: how many of them are not whole.
        left_out: memories of the context that found no room.
        degraded: what could not do its part, and what did it instead.
    """

    def __init__(
        self,
        messages: Iterable[dict[str, Any]],
        *,
        tokens: int,
        turns: frozenset[str],
        shortened: int,
        left_out: int,
        degraded: tuple[str, ...],
    ) -> None:
        super().__init__(messages)
        self.tokens = tokens
        self.turns = turns
        self.shortened = shortened
        self.left_out = left_out
        self.degraded = degraded


def anthropic(messages: Iterable[ChatMessage]) -> dict[str, Any]:
    """Messages of the OpenAI chat format as `system` and `messages` of the Anthropic Messages API.

    System texts are joined. A tool call becomes a `tool_use` block and its result a `tool_result` block in the user's
    next message; messages of one role in a row become one, and the first is the user's, as that API asks.

    Returns:
        what `client.messages.create(model=..., max_tokens=..., **anthropic(messages))` takes; `system` is left out
        where there is none.
    """
    system: list[str] = []
    turns: list[dict[str, Any]] = []
    for message in messages:
        role = message["role"]
        if role in SYSTEM_ROLES:
            system.append(str(message["content"]))
            continue
        blocks = _result(message) if role in TOOL_ROLES else _said(message)
        whose = "assistant" if role == "assistant" else "user"
        if not blocks:
            continue
        if turns and turns[-1]["role"] == whose:
            turns[-1]["content"] += blocks
        else:
            turns.append({"role": whose, "content": blocks})
    if turns and turns[0]["role"] != "user":
        turns.insert(0, {"role": "user", "content": [{"type": "text", "text": LEFT_OUT}]})
    plain = [turn | {"content": _plain(turn["content"])} for turn in turns]
    return ({"system": "\n\n".join(system)} if system else {}) | {"messages": plain}


def _said(message: ChatMessage) -> list[dict[str, Any]]:
    content = message.get("content")
    blocks: list[dict[str, Any]] = []
    if isinstance(content, str) and content:
        name = message.get("name")
        blocks.append({"type": "text", "text": f"{name}: {content}" if name else content})
    elif isinstance(content, Sequence) and not isinstance(content, str):
        blocks += [dict(part) for part in content]
    for call in message.get("tool_calls") or ():
        called = call["function"]
        blocks.append({"type": "tool_use", "id": call["id"], "name": called["name"], "input": _input(called)})
    return blocks


def _input(called: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call as an object; what is no JSON object is handed on as it is, under a name of its own."""
    given = called.get("arguments") or "{}"
    try:
        read = json.loads(given) if isinstance(given, str) else given
    except ValueError:
        return {"arguments": given}
    return dict(read) if isinstance(read, Mapping) else {"arguments": read}


def _result(message: ChatMessage) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": message.get("tool_call_id"), "content": str(message["content"])}]


def _plain(blocks: list[dict[str, Any]]) -> Any:
    """One text alone is given as text."""
    return blocks[0]["text"] if len(blocks) == 1 and blocks[0]["type"] == "text" else blocks
