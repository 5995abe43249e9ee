"""What makes a text act rather than say something, and how each such form is written so that it only says it (S2).

Links, tags, entities, code fences, shell commands, tool calls, chat-template tokens and markers that look like our own
fence. Every rule changes as little as it can, keeps the text readable, and finds nothing in what it has written.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from mnemic.domain.regex import Regex

Rule = tuple[Regex[str], str | Callable[[re.Match[str]], str]]
"""A form, and what stands for it."""

# C0 and C1 controls but tab and line feed, soft hyphen, zero-width and bidirectional marks, fillers that have no width,
# invisible marks of musical notation, variation selectors (one behind a picture is part of it) and tag characters.
UNSEEN = Regex(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2028\u2029\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    r"|(?<![\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff0-9#*])\ufe0f"
)

_ENTITY_AMP = r"&(?:amp;|#0*38;|#x0*26;)*"
_LESS = Regex(rf"{_ENTITY_AMP}(?:lt;|lt(?![a-z0-9])|#0*60;?|#x0*3c;?)", re.IGNORECASE)
_MORE = Regex(rf"{_ENTITY_AMP}(?:gt;|gt(?![a-z0-9])|#0*62;?|#x0*3e;?)", re.IGNORECASE)
_ENTITY = Regex(
    r"&(?=#\d|#x[0-9a-f]|(?:colon|tab|newline|lpar|rpar|lbrack|rbrack|lsqb|rsqb|sol|bsol|grave|period|excl|num);)",
    re.IGNORECASE,
)

_SCHEME = Regex(r"(h)(?:tt)(ps?\s?(?::|：)\s?(?://|／／))", re.IGNORECASE)
_OTHER_SCHEME = Regex(r"(?<![A-Za-z])(wss?|ssh|smb|ldaps?|gopher|sftp|git|s3)(://)", re.IGNORECASE)
_ACTIVE = Regex(r"(?<![A-Za-z])(javascript|vbscript|data|file|ftp|mailto|blob)(:)(?=[^\s:])", re.IGNORECASE)
_WWW = Regex(r"(?<![A-Za-z0-9\[])www\.(?=[A-Za-z0-9])", re.IGNORECASE)
_BARE = Regex(
    r"hxxps?\S*|(?<=[A-Za-z0-9])\.(?=(?:com|net|org|io|cn|dev|app|info|xyz|top|ru|site|co|me|cc|tv|ai|biz|online|example"
    r"|test|invalid)(?::\d+)?/[^\s/])",
    re.IGNORECASE,
)
_IMAGE = Regex(r"!(?=\[)")
_LINK = Regex(r"\](?=[(\[])|\](?=:\s?\S)")

_TEMPLATE = Regex(r"(?<=[<＜‹])(?=[|｜])|(?<=[|｜])(?=[>＞›])")
_BRACKETED = Regex(
    r"([\[【［〔])(?=/?(?:INST|SYS|SYSTEM(?:[ _](?:PROMPT|MESSAGE|NOTE|OVERRIDE))?|ASSISTANT|USER|DEVELOPER|ADMIN"
    r"|TOOL(?:_CALLS?|_RESULTS?)?|AVAILABLE_TOOLS|系统(?:提示词?|消息|指令|通知|公告)?|助手|用户|开发者|管理员|指令|工具)[\]】］〕])",
    re.IGNORECASE,
)
_ROLE = Regex(
    r"(?m)^([ \t]*(?:#{1,6}[ \t]*|\*{1,2}|>[ \t]*|\"|')?"
    r"(?:system(?: (?:prompt|message|note))?|assistant|user|developer|tool|human|ai|instructions?|response"
    r"|action(?: input)?|observation|final answer|系统(?:提示词?|消息|指令)?|助手|用户|开发者|指令|管理员))"
    r"(\*{0,2}[ \t]*)[:：][ \t]*",
    re.IGNORECASE,
)
_MARKER = Regex(
    r"[\[【［](?=[ \t]*/?[ \t]*(?:begin|end|start|close|结束|开始)[^\]】］\n]{0,24}?"
    r"(?:memory|memories|fence|notes|context|记忆|资料|记录))",
    re.IGNORECASE,
)

_TICKS = Regex(r"`{3,}")
_TILDES = Regex(r"(?m)^([ \t]*)~{3,}")

_SHELLS = r"(?:(?:ba|z|da|k|c|tc|fi)?sh|python[\d.]*|perl|ruby|node|php|iex|invoke-expression|xargs|tee)"
_PIPE = Regex(rf"\|(?=[ \t]*(?:sudo[ \t]+(?:-\w+[ \t]+)*)?{_SHELLS}(?![\w-]))", re.IGNORECASE)
_SUBSTITUTED = Regex(r"\$(?=\(|\{IFS)")
_COMMAND = Regex(
    rf"(?<![\w./-])(?:rm|curl|wget|chmod|chown|dd|ncat|nc|sudo|ssh|scp|git|pip3?|npm|npx|docker|kubectl|systemctl|crontab"
    rf"|mkfs|iwr|invoke-webrequest|powershell|pwsh|{_SHELLS})(?=[ \t])(?P<rest>[^\n|;&]{{0,200}})",
    re.IGNORECASE,
)
_OPTION = Regex(r"(?<=[ \t])-{1,2}(?=[A-Za-z])")
_INSTALLS = Regex(
    r"(?<![\w‹-])(?<!‹command› )(?=(?:sudo[ \t]+[a-z]"
    r"|(?:pip3?|npm|apt|apt-get|brew|yarn|conda|gem|cargo)[ \t]+install[ \t]+[\w@-]"
    r"|npx[ \t]+[\w@-]|docker[ \t]+run[ \t]|powershell[ \t]|iex[ \t(]|os\.system\(|subprocess\.\w+\(|eval\())",
    re.IGNORECASE,
)

_CALL_KEY = Regex(
    r"(\")(tool_calls?|function_call|tool_use|tool_call_id|tool_input|tool_name|function_name"
    r"|recipient_name|action_input)(\"[ \t]*:)"
)
_ARGUMENTS = Regex(r"(\"(?:arguments|parameters)\")[ \t]*:(?=\s*[{\"\[])")
_NAMESPACED = Regex(r"(?<![\w.])(functions|tools|default_api|multi_tool_use)\.(?=[A-Za-z_]\w*)", re.IGNORECASE)
_CALLED = Regex(r"(?<![\w.])([A-Za-z][^\W_]*+_\w++)\((?=[ \t]*(?:[\"'{\[]|\w+[ \t]*=))")


def _without_options(match: re.Match[str]) -> str:
    """A command whose options have a hyphen that no shell knows."""
    return _OPTION.sub(lambda hyphens: "‑" * len(hyphens.group()), match.group())


RULES: tuple[Rule, ...] = (
    (_LESS, "‹"),
    (_MORE, "›"),
    (_ENTITY, "& "),
    (_TEMPLATE, " "),
    (Regex("[<＜]"), "‹"),
    (Regex("[>＞]"), "›"),
    (_SCHEME, r"\1xx\2"),
    (_OTHER_SCHEME, r"\1 \2"),
    (_ACTIVE, r"\1 \2"),
    (_WWW, "www[.]"),
    (_BARE, lambda match: "[.]" if match.group() == "." else match.group()),
    (_IMAGE, "! "),
    (_LINK, "] "),
    (_MARKER, "("),
    (_BRACKETED, r"\1 "),
    (_TICKS, "'''"),
    (_TILDES, r"\1~ ~ ~"),
    (_PIPE, "¦"),
    (_SUBSTITUTED, "$ "),
    (_COMMAND, _without_options),
    (_INSTALLS, "‹command› "),
    (_CALL_KEY, lambda match: match[1] + match[2].replace("_", " ") + match[3]),
    (_ARGUMENTS, r"\1 -"),
    (_NAMESPACED, r"\1. "),
    (_CALLED, r"\1 ("),
    (_ROLE, r"\1\2 - "),
)
"""Every form, in the order they are looked for. None may undo what an earlier one did."""
