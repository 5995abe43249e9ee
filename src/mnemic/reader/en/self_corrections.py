"""Corrections inside one sentence: "a 2017 Octavia, sorry, 2019" is "a 2019 Octavia"."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.reader.en.repairs import replace_similar_part

_MARK = (
    r"(?:(?:oh |oops |whoops |ah |er |erm |um )*(?:sorry|no wait|wait no|wait|oops|whoops|my bad|correction|"
    r"scratch that|strike that|i mean|i meant|i tell a lie|make that|or rather|rather|i should say|typo|no)"
    r"(?:,? (?:sorry|no|wait|i mean|i meant|it's|make that|that's))*)"
)
_AMENDS = Regex(
    rf"(?P<said>.{{4,}}?)\s*(?:,|\s[-–—]|\.\.+|…|\()\s*{_MARK}(?:[,.:…]+\s+|\s+(?=[£$€\d])|(?<=mean)\s+|"
    rf"(?<=meant)\s+|(?<=make that)\s+|(?<=or rather)\s+)(?P<new>(?:the |a |an |in |on |at )?"
    rf"[\w£$€:.%'-]+(?: [\w£$€:.%'-]+){{0,2}}?)\)?(?P<rest>$|[,;.)].*| (?:and|but|so|because|of|for|in|at|on|as|"
    rf"with|a|per|now|already|instead|then|actually|today)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
_MARKED = Regex(
    r"\b(?:sorry|wait|oops|whoops|my bad|correction|that|mean|meant|lie|rather|say|typo|no)\b", re.IGNORECASE
)
_NOTHING_NEW = Regex(
    r"(?:i|i'm|i've|i'll|i'd|we|you|it|it's|that|that's|this|he|she|they|there|not|no|never|can|could|please|"
    r"thanks|what|"
    r"why|how|if|but|and|so|problem|worries|need|idea|way|matter|one|more|longer|offence|biggie|rush|sorry)\b",
    re.IGNORECASE,
)
_ASIDE = Regex(
    r"^,? (?:i (?:always |keep |never )?(?:get|mix|forget|misread|mistyped|typed|muddle)\b[^,.;]*|typo|"
    r"fat fingers|my bad)",
    re.I,
)


def apply_self_correction(sentence: str) -> str:
    """The sentence with what its speaker put right in it; as it is where nothing was."""
    found = _AMENDS.fullmatch(sentence) if _MARKED.search(sentence) else None
    if found is None or _NOTHING_NEW.match(found["new"]):
        return sentence
    rest = found["rest"]
    said = replace_similar_part(found["said"], found["new"])
    if said is None and (more := re.match(r" (?P<word>[\w'-]+)(?P<rest>.*)", rest, re.DOTALL)):
        said = replace_similar_part(found["said"], f"{found['new']} {more['word']}")
        rest = more["rest"] if said else rest
    said = said or _last_replaced(found["said"], found["new"])
    if said is None:
        return sentence
    rest = _without_repeated(said, _ASIDE.sub("", rest))
    return f"{said}{rest}"


_LAST_NAME = Regex(r"(?<=\s)[A-Z][\w'-]*(?: [A-Z][\w'-]*)*$")
_WORD_AT_END = Regex(r"\b[\w'-]+$")
_LAST_NOUN = Regex(r"(?<=\s)[a-z][a-z'-]{2,}$")


def _last_replaced(said: str, new: str) -> str | None:
    """With the new words for the last ones of their shape: a name for a name, "three cats" for "two cats"."""
    words = new.split()
    if len(words) > 1:
        for same in phrases.spans(f" {words[-1]}", said, ends=phrases.WORD_EDGE):
            if before := _WORD_AT_END.search(said, 0, same.start):
                return said[: before.start()] + new + said[same.end :]
    shape = _LAST_NAME if new[0].isupper() else _LAST_NOUN if len(words) == 1 and new[0].isalpha() else None
    last = shape.search(said) if shape else None
    return said[: last.start()] + new if last else None


def _without_repeated(said: str, rest: str) -> str:
    """The rest without words that the sentence ends in already: "20mg, sorry, 40mg of zinc" has "of zinc" once."""
    return "" if rest.strip(" ,.;)") and said.endswith(rest.strip(" ,.;)")) else rest.lstrip(")")
