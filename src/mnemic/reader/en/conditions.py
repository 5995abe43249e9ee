"""What the user does in a case that comes up again: "when I'm on call I keep my phone on"."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en import person
from mnemic.reader.en.predication import as_sentence
from mnemic.reader.en.statement_building import first_content_words, importance_of, make_slot
from mnemic.reader.statement import USER, Statement

_CASE = (
    r"(?:(?:it's|it is|it|the weather's|the sun's) (?:rain|snow|hot|cold|dark|sunny|windy|icy|wet|freezing|warm|"
    r"nice|out)\w*"
    r"|i'm (?:on call|ill|sick|tired|stressed|travell?ing|abroad|away|at work|working|on nights|driving|home|"
    r"alone|anxious|poorly|"
    r"hungover|cooking|running late|busy|in (?:a meeting|meetings|the office)|on holiday|on site|sad|nervous|"
    r"camping|flying)"
    r"|i (?:travel|fly|cook|work|run|drive|exercise|camp|commute|go (?:to|on|away)|have (?:guests|visitors|"
    r"a migraine|a deadline)|"
    r"can't sleep|get (?:a migraine|stressed|anxious|tired))|the (?:kids|grandkids|children) (?:are|come|stay)"
    r"|my (?:back|knee|hip|wife|husband|kids|mum|partner|son|daughter)\b|(?:we have|there are) (?:guests|visitors|"
    r"people))[^,]{0,40}?"
)
_DOES = (
    r"i (?:always |usually |just |never |only |tend to |normally |mostly )*(?:get|take|use|drive|walk|cycle|go|"
    r"wear|eat|drink|work|"
    r"sleep|stay|order|have|bring|need|keep|switch|avoid|cook|listen|don't|can't|prefer|want|put|turn|read|run|"
    r"swim|sit|skip|buy)\b"
)
_HABIT = Regex(rf"(?:if|when|whenever|every time) (?P<case>{_CASE}),? (?:then )?(?P<does>{_DOES}.+)", re.IGNORECASE)
_PASSING = Regex(
    r"\b(?:today|tonight|tomorrow|yesterday|now|error|errors|crash|exception|you|this|that|wet|soaked|lost|bored|"
    r"pages?|sites?|"
    r"links?|urls?|settings|apps?|tabs?|menus?|404|500|tests?|builds?)\b",
    re.IGNORECASE,
)


def conditional_habit(sentence_said: str) -> list[Statement]:
    """A habit with its condition, told in one statement; a single case to come, or of a program, is none."""
    found = _HABIT.fullmatch(sentence_said)
    if found is None or _PASSING.search(found["case"]) or _PASSING.search(re.split(r"[,;]", found["does"])[0]):
        return []
    text = as_sentence(person.third_person_objects(sentence_said, user=False))
    return [
        Statement(
            text=text,
            kind=Kind.FACT,
            slot=make_slot(USER, f"habit:{first_content_words(found['case'])}", found["does"]),
            confidence=0.8,
            importance=importance_of(text),
        )
    ]
