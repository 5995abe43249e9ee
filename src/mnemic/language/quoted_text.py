"""Which words of a message are not its writer's own: a mail, a page or a log that was pasted into it (S3).

Only plain marks count: code fences, quoted lines, the head of a mail, and an announcement that ends in a colon and a
line break, or in a colon and a quotation of another's words. What carries no mark is the writer's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex

PASTED_SIZE_MIN = 12  # letters, a Chinese character for two; a shorter quotation is a name that is talked about

_HINTS = Regex(r"[:：>＞]|```|~~~|-{5}")
"""What a message must have for anything in it to be pasted: most have none of it."""

_FENCED = Regex(r"(?:```|~~~).*?(?:```|~~~|\Z)", re.DOTALL)
_QUOTED_LINES = Regex(r"(?:^[ \t]*[>＞][^\n]*(?:\n|\Z))+", re.MULTILINE)
_TAGGED = Regex(
    r"<(document|email|e-mail|mail|page|html|article|attachment|file|quote|blockquote|content|text|context|webpage)\b"
    r"[^>\n]*>.*?(?:</\1>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_MAIL = Regex(
    r"^[ \t]*(?:-{2,}[ \t]*(?:original message|forwarded message|原始邮件|转发的?邮件|原邮件)[ \t]*-{2,}"
    r"|begin forwarded message:?"
    r"|(?:from|sender|发件人|寄件人|寄件者)[ \t]*[:：][^\n]*\n(?:[^\n]*\n){0,3}?[ \t]*"
    r"(?:to|cc|date|sent|subject|收件人|抄送|主题|主旨|日期|时间|发送时间|寄件日期)[ \t]*[:：]"
    r"|on [^\n]{6,80} wrote[ \t]*:[ \t]*$"
    r"|(?:在|于)?[^\n]{0,60}(?:写道|来信说|来信写道)[ \t]*[:：][ \t]*$)",
    re.MULTILINE | re.IGNORECASE,
)
"""How a forwarded or answered mail begins; it reaches to the end of the message."""

_THING = (
    r"(?:e-?mails?|mails?|messages?|texts?|letters?|(?:web ?)?pages?|websites?|articles?|documents?|docs?|files?|posts?"
    r"|comments?|reviews?|notes?|logs?|outputs?|results?|transcripts?|snippets?|readme|pdf|ticket|reply|answer)"
)
_THING_ZH = (
    r"(?:邮件|来信|信件|短信|消息|信息|网页|页面|文章|文档|文件|帖子|评论|日志|输出|结果"
    r"|原文|内容|回复|聊天记录|公告|通知|资料|材料)"
)
_SHOWS = (
    r"(?:here(?:'s| is| are)|this is|see|read|check|summari[sz]e|translate|forward(?:ed|ing)?|past(?:ed?|ing)|below is"
    r"|following|got|received|look at)"
)
_SHOWS_ZH = r"(?:以下|下面|如下|[这那][是封篇个条份段]|帮我?[看读翻译总结]|看一?下|转发|收到|发来|附上|贴|翻译|总结)"
_WROTE = r"(?:wrote|writes|replied|texted|e-?mailed|posted|messaged)(?:\s(?:back|to))?(?:\s(?:me|us))?"
_WROTE_ZH = r"(?:发来|写道|回复|来信|留言|转来|发给我|发邮件|写信)"
_ANNOUNCED = Regex(
    rf"(?:\b{_SHOWS}\b[^\n.!?。]{{0,60}}\b{_THING}\b[^\n.!?。:：]{{0,40}}"
    rf"|\b(?:the|this|that|his|her|their|an?)\s(?:\w+\s){{0,3}}?{_THING}\s(?:says?|said|reads?|states?|goes|went|contains?)"
    rf"|{_SHOWS_ZH}[^\n。！？:：]{{0,30}}{_THING_ZH}[^\n。！？:：]{{0,12}}"
    rf"|{_THING_ZH}(?:里面?|上面?|中)?(?:写着?|说|是|显示|提到|如下))"
    r"\s*[:：][ \t]*(?P<pasted>[\"“「『][^\"”」』]*[\"”」』]|\n.+)",
    re.DOTALL | re.IGNORECASE,
)
"""A thing that is shown, and its words: a quotation right behind the colon, or all that the lines below it hold."""

_WRITTEN_TO = Regex(
    rf"(?:\b(?!i\s)[a-z][\w.-]*\s{_WROTE}|{_WROTE_ZH}[^\n。！？:：]{{0,12}})"
    r"\s*[:：][ \t]*(?P<pasted>[\"“「『][^\"”」』]*[\"”」』]|\n.+|[^\n.!?。！？]+)",
    re.DOTALL | re.IGNORECASE,
)
"""Somebody who wrote, and the words: a quotation, the lines below, or the rest of the sentence."""


def pasted_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The stretches of a message that were pasted into it, in order, none overlapping another."""
    if _HINTS.search(text) is None:
        return ()
    spans = [match.span() for rule in (_FENCED, _QUOTED_LINES, _TAGGED) for match in rule.finditer(text)]
    if (mail := _MAIL.search(text)) is not None:
        spans.append((mail.start(), len(text)))
    spans += [match.span("pasted") for rule in (_ANNOUNCED, _WRITTEN_TO) for match in rule.finditer(text)]
    return _joined([span for span in spans if _size(text[span[0] : span[1]].strip()) >= PASTED_SIZE_MIN])


@cached(maxsize=256)
def own_words(text: str) -> str:
    """A message with blanks in place of what was pasted into it: its writer's own words, each where it was."""
    return blank_spans(text, pasted_spans(text))


def mostly_within(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether most of a stretch lies in one of the spans."""
    return any(2 * (min(end, last) - max(start, first)) > max(end - start, 1) for first, last in spans)


def blank_spans(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """A message with blanks in place of what was pasted, so that places in it stay the same."""
    if not spans:
        return text
    kept = list(text)
    for start, end in spans:
        kept[start:end] = ("\n" if mark == "\n" else " " for mark in text[start:end])
    return "".join(kept)


def _size(text: str) -> int:
    return sum(1 + (mark >= "\u2e80") for mark in text)


def _joined(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return tuple(joined)
