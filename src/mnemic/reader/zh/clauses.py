"""A Chinese message cut into sentences and clauses, with what is not the user's own word blanked out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.language.detect import ELLIPSIS
from mnemic.reader.zh.lexicon import EMOJI

BREAK = "\n"  # stands in for what was taken out, so that places in the message stay what they were
LISTED_QUOTE = 24  # code points; a list of names or headings is nobody's speech up to this length
SHORT_QUOTE = 8  # code points; a longer quotation, or one with a stop in it, is somebody's speech and no name

CODE = Regex(r"```.*?(?:```|\Z)|`[^`\n]{20,}`", re.DOTALL)
URL = Regex(r"(?:https?://|www\.)[\w./?&=#%:~@+,;-]+")
LOG_LINE = Regex(
    r"^[ \t]*(?:>|\$ |Traceback|File \"|at [\w.$]+\(|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?:ERROR|WARN|INFO|DEBUG|FATAL)\b|"
    r"[\w.]*(?:Error|Exception): |[{}\[\]|]|\d{2}:\d{2}:\d{2}|[\w ./-]*={3,}|diff --git|[+-]{3} |@@ ).*$",
    re.MULTILINE,
)
FORWARDED = Regex(r"^[\w\u4e00-\u9fff ]{1,12}[ ]\d{1,2}:\d\d(?::\d\d)?$.*", re.MULTILINE | re.DOTALL)
LETTER = Regex(
    r"^(?:尊敬的|亲爱的|各位[^，。\n]{0,8}(?:好|：|:)|Dear |To whom )[^\n]*\n?.*?(?=\n\s*\n\s*(?:另外|还有|"
    r"对了|顺便)|\Z)",
    re.MULTILINE | re.DOTALL,
)
TRANSCRIPT = Regex(
    r"(?:^(?:我|他|她|客户|客服|老板|领导|同事|面试官|甲|乙|[AB]|user|assistant)[ \t]*[：:][^\n]+\n?){2,}",
    re.MULTILINE | re.IGNORECASE,
)
QUOTE = Regex(r"「([^」]*)」|『([^』]*)』|“([^”]*)”|\"([^\"\n]*)\"|【([^】]*)】")
TO_BE_WRITTEN = Regex(
    r"(?:抬头|落款|署名|签名|标题|名称|公司名?|全称|改名|用名)[^，。]{0,6}(?:写成?|填|用|是|为|叫|改成)?$"
)
PASTED = Regex(
    r"(?:翻译|翻成|译成|润色|polish|改写|校对|排版|纠错|改错|总结|摘要|概括|提炼|解释|分析|扩写|缩写|续写|"
    r"仿写|格式照|读一?下|看[下看]|点评|评价|"
    r"原文|内容|如下|以下|下面|上面|这[段篇封]话?|来信|留言|translate|rewrite|summari[sz]e|proofread|"
    r"(?:写|编|起草|拟|生成|来|回复)(?:个|一?[个段篇首封份则条]|点|[他她]))[^：:\n。]{0,24}(?:[：:]\s*|\n(?!\n))"
    r"(?P<rest>.*?)(?=\n\s{0,4}(?:另外|还有|对了|顺便|以后)|\Z)",
    re.DOTALL | re.IGNORECASE,
)
STOP = Regex(rf"[。！!？?；;\n\r]+|{ELLIPSIS}|\.{{3,}}|[~～]+(?!\d)|(?<=[\u4e00-\u9fff])\.(?=\s|$)")
COMMA = Regex(
    r"[，、,]+|——+|(?<=[\u4e00-\u9fff])[ \t]+(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]{6})(?=哦对|对了|另外)|"
    r"(?<=[\u4e00-\u9fff]{12})(?=然后)"
)
EMOJI_OR_STOP = Regex(f"(?:{STOP.pattern}|{EMOJI.pattern})")
NUMBERED = Regex(r"(?:^|(?<=[\s：:，,；;。]))(?:\d{1,2}[)）.、．]|[①-⑩]|[（(]\d{1,2}[)）])\s*(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch between two commas, with its span in the message."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A stretch between two stops."""

    text: str
    start: int
    end: int
    mark: str  # the stop after it, with the pictures next to it
    clauses: tuple[Clause, ...]


def blank_stretch(text: str, start: int, end: int) -> str:
    """*text* with a stretch replaced by breaks of the same length."""
    return text[:start] + BREAK * (end - start) + text[end:]


def mask_foreign_words(message: str) -> str:
    """The message with code, addresses, logs, long quotations and pasted text blanked; length unchanged."""
    text = message
    text = URL.sub(lambda found: " " * len(found.group()), text)
    for pattern in (CODE, LOG_LINE, FORWARDED, LETTER, TRANSCRIPT):
        for found in pattern.finditer(text):
            text = blank_stretch(text, found.start(), found.end())
    for found in QUOTE.finditer(text):
        inner = next(group for group in found.groups() if group is not None)
        listed = ("、" in inner or TO_BE_WRITTEN.search(text[: found.start()])) and len(inner) <= LISTED_QUOTE
        if (len(inner) > SHORT_QUOTE and not listed) or re.search(r"[，。！？,!?；：:]", inner):
            text = blank_stretch(text, found.start(), found.end())
    pasted = PASTED.search(text)
    return blank_stretch(text, pasted.start("rest"), pasted.end("rest")) if pasted else text


def message_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a message. Pictures end a sentence just as stops do."""
    found: list[Sentence] = []
    begin = 0
    stops = sorted((m.start(), m.end()) for pattern in (STOP, EMOJI) for m in pattern.finditer(text))
    for stop, after in [*stops, (len(text), len(text))]:
        if stop > begin and text[begin:stop].strip():
            found.append(_sentence(text, (begin, stop), text[stop:after]))
        elif found and stop >= begin:
            found[-1] = _marked(found[-1], text[stop:after])
        begin = max(begin, after)
    return tuple(found)


def _marked(sentence: Sentence, more: str) -> Sentence:
    return Sentence(
        text=sentence.text,
        start=sentence.start,
        end=sentence.end,
        mark=sentence.mark + more,
        clauses=sentence.clauses,
    )


def _sentence(text: str, span: tuple[int, int], mark: str) -> Sentence:
    start, end = span
    clauses: list[Clause] = []
    begin = start
    for comma in [*(m.span() for m in COMMA.finditer(text, start, end)), (end, end)]:
        if _joins(text, comma, (start, end)):
            continue
        if text[begin : comma[0]].strip():
            clauses.append(Clause(text=text[begin : comma[0]].strip(), start=begin, end=comma[0]))
        begin = comma[1]
    return Sentence(text=text[start:end].strip(), start=start, end=end, mark=mark, clauses=tuple(clauses))


def _joins(text: str, comma: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether a comma only joins members of a list, or groups digits."""
    sign = text[comma[0] : comma[1]]
    if "、" in sign and comma != span:
        return True
    before, after = text[max(comma[0] - 1, 0) : comma[0]], text[comma[1] : comma[1] + 1]
    return sign == "," and before.isdigit() and after.isdigit()
