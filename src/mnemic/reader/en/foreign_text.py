"""Blank out what the user did not say themselves: code, links, quotations, pasted text, logs.

A mask never changes the length of the message, so spans found in the masked text are spans of the message.
"""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex

_LOOKALIKE = str.maketrans("’‘ʼ＇“”，。！？：；（）\u00a0\u3000", "''''\"\",.!?:;()  ")
_FENCED = Regex(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_INLINE_CODE = Regex(r"`[^`\n]+`")
_LINK = Regex(r"\b(?:https?://|www\.)\S+")
_QUOTED_LINE = Regex(r"^[ \t]*>.*$", re.MULTILINE)
_LOG_LINE = Regex(
    r"^(?:\s*at [\w$.]+\(.*|\s*File \".*\", line \d+.*|Traceback .*|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d.*"
    r"|\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\]?[: ].*|\s*[{}\[\]<>].*|.*[;{]\s*|\s*\$ .*|\w*(?:Error"
    r"|Exception): .*|(?:diff|index|@@|\+\+\+|---) .*"
    r"|.*\b(?:SELECT [^\n]*FROM|INSERT INTO|DELETE FROM|(?:DROP|CREATE|ALTER) TABLE)\b.*)$",
    re.MULTILINE,
)
_MAIL = Regex(
    r"^(?:from|to|subject|sent|cc): .*$|^(?:dear|hi|hello) [^\n]{1,40},\s*\n(?:.*\n)*?.*(?:regards|sincerely"
    r"|cheers|best),?.*(?:\n.*)?",
    re.IGNORECASE | re.MULTILINE,
)
_DOUBLE_QUOTED = Regex(r"\"[^\"\n]{1,2000}\"|«[^»]*»|“[^”]*”|「[^」]*」")
_SINGLE_QUOTED = Regex(r"(?<![\w'])'(?=\S)(?:[^'\n]|(?<=\w)'(?=\w))+'(?!\w)")
_LONG_QUOTE_WORDS = 3  # shorter quotations are names and terms, which belong to the sentence
_SIGNED_CHARACTERS_MAX = 50  # what a letter is to be signed with belongs to the order
_PASTE_VERB = Regex(
    r"(?:\bhere's|\bhere is|\bmy|\bthe|\bthis) (?:my |the |a )?(?:first |rough |current )?(?:draft|essay|text"
    r"|paragraph|letter|transcript|abstract|cover letter|blurb|passage|excerpt"
    r"|personal statement)(?: so far)?:\s*|(?<!how to )(?<!how i )(?<!how we )(?<!how you )\b(?:translate|"
    r"summari[sz]e|tl;?dr|rewrite|rephrase|paraphrase"
    r"|proofread|shorten|edit|polish|correct|improve|fix|reword|continue|analy[sz]e|classify|explain|review"
    r"|format|extract|turn|convert|make|check|tidy|reply to|respond to|clean up)\b(?:\s+(?:this|these|the|that"
    r"|it|my|our|following|below|for me|me|to|in|into|please|pls)\b[^\n:]{0,100})?:\s*",
    re.IGNORECASE,
)


def plain_punctuation(message: str) -> str:
    """The message with typographic apostrophes, quotation marks and full-width punctuation in their plain form."""
    return message.translate(_LOOKALIKE)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found.group())


_SIGNED = Regex(
    r"\b(?:sign|close|end|open|start|begin|finish|greet)\b[^.!?\n]{0,40}\b(?:as|with|off)[:,]? $", re.IGNORECASE
)


def _blank_long(found: re.Match[str]) -> str:
    if _SIGNED.search(found.string[: found.start()]) and len(found.group()) <= _SIGNED_CHARACTERS_MAX:
        return found.group()
    words = found.group().strip("\"'«»「」“” ").split(" ")
    return _blank(found) if len(words) > _LONG_QUOTE_WORDS else found.group()


def mask_foreign_text(text: str) -> str:
    """The plain message with everything that is not the user's own statement blanked out.

    Text after "translate this:" and its like is somebody's text to work on; it is blanked to the end of the message.
    """
    text = _FENCED.sub(_blank, text)
    text = _LINK.sub(_blank, _INLINE_CODE.sub(_blank_long, text))
    if (asked := _PASTE_VERB.search(text)) and not re.search(
        r"\b(?:always|never|from now on)\b", text[: asked.end()], re.I
    ):
        text = text[: asked.end()] + re.sub(r"[^\n]", " ", text[asked.end() :])
    for pattern in (_QUOTED_LINE, _LOG_LINE, _MAIL):
        text = pattern.sub(_blank, text)
    text = _DOUBLE_QUOTED.sub(_blank_long, text)
    return _SINGLE_QUOTED.sub(_blank_long, text)
