"""Transcripts in one text, as "name: what was said" a line, taken apart into messages."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex

_ASSISTANTS = "assistant|ai|bot|agent|助手|助理|机器人"
_USERS = "user|human|用户"
_OTHERS = "system|tool|function"
_ROLE = f"{_ASSISTANTS}|{_USERS}|{_OTHERS}"
_COLON = "[:\uff1a]"
_BY_ROLE = Regex(
    rf"(?P<name>[^\n:\uff1a(\uff08]{{0,60}}?)\s*[(\uff08]\s*(?P<bracketed>{_ROLE})\s*[)\uff09]\s*{_COLON}\s*|(?P<alone>{_ROLE})\s*{_COLON}\s*",
    re.IGNORECASE,
)
_BY_NAME = Regex(rf"(?P<name>[^\n:\uff1a]{{1,40}}){_COLON}(?!//)\s*")


def messages_of_transcript(transcript: str) -> list[dict[str, str]]:
    """The messages of a transcript, in order, each with role, content, and name where one stands there.

    A line that begins with a role ("user:", "助手:"), alone or in brackets after a name, begins a message; what comes
    before the first colon of the whole text is the name of a user. Text without either is one message of the user.
    """
    said: list[dict[str, str]] = []
    for number, line in enumerate(transcript.splitlines()):
        opening = _BY_ROLE.match(line) or (_BY_NAME.match(line) if number == 0 else None)
        if opening:
            said.append(_opened(opening, line[opening.end() :]))
        elif said:
            said[-1]["content"] += f"\n{line}"
        else:
            said.append({"role": "user", "content": line})
    for message in said:
        message["content"] = message["content"].strip()
    return [message for message in said if message["content"]]


def _opened(opening: re.Match[str], content: str) -> dict[str, str]:
    found = opening.groupdict()
    role = (found.get("bracketed") or found.get("alone") or "user").casefold()
    message = {"role": _role(role), "content": content}
    if called := (found.get("name") or "").strip():
        message["name"] = called
    return message


def _role(word: str) -> str:
    if re.fullmatch(_ASSISTANTS, word):
        return "assistant"
    return word if re.fullmatch(_OTHERS, word) else "user"
