"""A stretch of instructions becomes its steps, in order, in either language."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language import detect
from mnemic.language.detect import ELLIPSIS, HAN

_ITEM = Regex(
    r"(?:^|\n|(?<=[\s:：;；,，.。]))[ \t]*(?:(?P<list>[-*•·])[ \t]+|"
    r"(?:\d{1,2}[.)、．）](?!\d)|[（(]\d{1,2}[)）]|[①-⑳]|(?:step|Step|STEP)[ ]\d{1,2}[.:：]?|"
    r"第[一二三四五六七八九十\d]{1,3}步(?:是|[：:，,])?|[一二三四五六七八九十]、)[ \t]*)"
)
_BREAK = Regex(rf"\s*(?:[;；。！!\n]+|\.(?=\s|$)|{ELLIPSIS}|——+|→|->|=>)\s*")
_MARK_EN = (
    r"(?:(?:and |but )?(?:only )?then|(?:and )?next(?! to\b| week| month| year| door| day)|(?:and )?after (?:that|this|"
    r"which)|afterwards?|"
    r"(?:and )?(?:finally|lastly|last of all|(?<=and )last(?! time| week| night| month| year| one| step)|"
    r"at the (?:very )?end|to finish|once (?:that|this|it)(?:'s| is) done)|"
    r"(?:and )?second(?:ly)?(?=,)|(?:and )?third(?:ly)?(?=,))"
)
_SPLIT_EN = Regex(rf"\s*[,;.]?\s*\b{_MARK_EN}\b\s*[,:]?\s*", re.IGNORECASE)
_FIRST_EN = Regex(
    r"^(?:(?:so|ok(?:ay)?|right|well|and|you|we|i|always|please|just|it goes|it's|is)[,:]?\s+)*"
    r"(?:first(?:ly)?|first of all|to start(?: with)?|start by|begin by)\b[,:]?\s*"
    r"(?:(?:you|we|i)(?:'d| should| need to| have to)?\s+(?=\w))?",
    re.IGNORECASE,
)
_SUBJECT_EN = Regex(
    r"^(?:and |please |always )*(?:you|we|i|it)(?:'d| should| must| need to| have to| want to| can| will)?\s+",
    re.I,
)
_HELD_EN = Regex(
    r"(?:and|or|nor|but|with|without|which|who|whose|where|that|the|a|an|my|our|your|their|his|her|its|this|these|"
    r"those|"
    r"by|for|to|from|in|on|at|of|as|if|unless|when|while|until|because|since|so|not|never|no|plus|including|"
    r"especially|then|maybe|preferably|ideally|usually|e\.?g|i\.?e|like|such|even|only|just|about|around|etc|"
    r"minus|except|both|each|every|one|two|three|\d\S*)\b",
    re.IGNORECASE,
)
_LEADS_EN = Regex(r"(?:if|when|whenever|once|after|before|unless|while|until|as soon as)\b", re.IGNORECASE)
_MARK_ZH = (
    r"(?:(?:然后|接着|接下来|随后|之后|最后一?步?(?!一次|期限)|最终|末了|完了|其次)(?:再|就)?|"
    r"(?<![一不])再(?![次三见生度说加减也])(?:去|来)?)"
)
_SPLIT_ZH = Regex(rf"[，,、]?\s*{_MARK_ZH}[，,：:]?")
_FIRST_ZH = Regex(r"^(?:[你我]们?)?(?:就|都|要|得|应该)?(?:首先|第一步|先)(?:是)?[，,：:]?(?:要|得|把它?(?=好))?")
_LED_ZH = Regex(r"(?:如果|要是|假如|若|万一|当|等|没有?|一旦|遇到|有|碰到|除非)")
_HELD_ZH = Regex(
    r"(?:就|才|也|否则|不然|以及|包括|比如|例如|但|不过|记得|注意|还有|或者?|和|跟|并且?|不|别|每|所以|因为)"
)
_COMMA_ZH = Regex(r"[，,]")
_SOFT_END = " \t，,、。.;；:：!！~～"


def split_steps(body: str) -> tuple[str, ...]:
    """The steps of a stretch of instructions, first to do first, without numbers and words of order."""
    if items := _items(body):
        return items
    parts = [part for part in _BREAK.split(body.strip()) if part.strip(_SOFT_END)]
    found: list[str] = []
    for part in parts:
        found += _chinese(part) if detect.language(part) == "zh" else _english(part)
    return tuple(step for step in map(_trimmed, found) if step)


def count_order_marks(text: str) -> int:
    """How many different signs of order a text has: words such as "first" and 然后, or numbers of a list."""
    low = text.casefold()
    marks = {re.sub(r"\W|and|only|but", "", m.group()) for m in re.finditer(_MARK_EN, low)}
    marks |= {m.group() for m in re.finditer(_MARK_ZH, low)}
    first = bool(
        re.search(
            r"\bfirst(?:ly| of all)?\b(?! time| name| class| draft| floor| thing)|首先|第一步|"
            r"(?<![首优事祖原早领率预])先(?![生进前])",
            low,
        )
    )
    numbered = len(_ITEM.findall(text))
    return len(marks) + first + (numbered if numbered >= 2 else 0)


def _items(body: str) -> tuple[str, ...]:
    """The items of a list, numbered or with bullets, where there are two or more."""
    places = list(_ITEM.finditer(body))
    if len(places) < 2 or body[: places[0].start()].strip(_SOFT_END + "\n"):
        return ()
    ends = [*(place.start() for place in places[1:]), len(body)]
    found = [_trimmed(body[place.end() : end]) for place, end in zip(places, ends, strict=True)]
    return tuple(step for step in found if step)


def _english(part: str) -> list[str]:
    rest = _FIRST_EN.sub("", part.strip(), count=1)
    found: list[str] = []
    for piece in _SPLIT_EN.split(rest):
        found += _clauses_en(piece)
    return [_SUBJECT_EN.sub("", step) for step in found]


def _clauses_en(piece: str) -> list[str]:
    """Commas part steps where what follows opens like an order, and not like more of the same."""
    found: list[str] = []
    for clause in re.split(r",\s+", piece):
        words = clause.split()
        if found and (len(words) < 2 or _HELD_EN.match(clause) or _LEADS_EN.match(found[-1].rsplit(", ", 1)[-1])):
            opened = re.match(
                r"and (?!a |an |the |my |our |all |any |other )(?=\w+ (?:it|them|the|a|an|my|our|all|everything|to|up|"
                r"in)\b)",
                clause,
                re.I,
            )
            if opened and len(words) > 2 and "," in piece:
                found.append(clause[opened.end() :])
            else:
                found[-1] += f", {clause}"
        else:
            found.append(clause)
    return found


def _chinese(part: str) -> list[str]:
    rest = _FIRST_ZH.sub("", part.strip(), count=1)
    found: list[str] = []
    for piece in _SPLIT_ZH.split(rest):
        found += _clauses_zh(piece)
    return [re.sub(r"^(?:[你我]们?)?(?:就|要|得|需要)?(?:先)?(?=[^\s]{2})", "", step) for step in found]


def _clauses_zh(piece: str) -> list[str]:
    found: list[str] = []
    for clause in (one for one in _COMMA_ZH.split(piece) if one.strip(_SOFT_END)):
        last = _COMMA_ZH.split(found[-1])[-1] if found else ""
        if found and (len(clause.strip()) < 2 or _HELD_ZH.match(clause.strip()) or _LED_ZH.match(last)):
            found[-1] += f"，{clause.strip()}"
        else:
            found.append(clause.strip())
    return found


def _trimmed(step: str) -> str:
    """A step on one line, without punctuation at its ends; what closes a pair stays."""
    line = re.sub(r"\s+", " ", step).strip(_SOFT_END)
    return re.sub(rf"(?<=[{HAN}])(?:就?行|就?好|就?可以|就完事)?了?吧?$", "", line) if len(line) > 8 else line
