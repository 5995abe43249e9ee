"""A sentence told again in the third person with absolute dates, where no construction says more about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import when
from mnemic.reader.en.nonliteral import of_somebody_unnamed, says_something_whole
from mnemic.reader.en.third_person import retell_english as told_in_english
from mnemic.reader.statement import MessageSetting
from mnemic.reader.zh import checks
from mnemic.reader.zh.person import PERSON, strip_fillers, third_person
from mnemic.reader.zh.statement_text import DAY_NAMED, EVERY, NAMED_DAY

_PUNCTUATION = " \t\n,.;:!?~…，。；：！？～—–-"
_USER = Regex("用户")
_BEHIND, _AHEAD = "It was the case that ", "It will be "  # the tense in which a date without a year is read


def _english(text: str, of_user: bool) -> str:
    said = told_in_english(text, of_user=of_user)
    whole = f"{said[:1].upper()}{said[1:]}." if said else ""
    alone = says_something_whole(whole, text) if of_user else not of_somebody_unnamed(whole)
    return whole if alone else ""


def _chinese(text: str, of_user: bool) -> str:
    said = third_person(strip_fillers(text).strip(_PUNCTUATION))
    if not checks.is_standalone(said, loosely=True):
        return ""
    somebody = PERSON.match(said) if of_user else None
    if somebody is not None and somebody["rel"] and said.startswith(somebody["rel"]):
        return f"用户的{said}"
    return said if not said or not of_user or _USER.search(said) else f"用户：{said}"


RETELLERS: Mapping[str, Callable[[str, bool], str]] = {"en": _english, "zh": _chinese}


def retell_statement(text: str, kind: Kind, setting: MessageSetting, language: str, *, of_user: bool) -> str:
    """The text as a statement by itself. `of_user`: it speaks of the user, who is named where the words do not."""
    told = RETELLERS[language](text, of_user)
    return _dated(told, kind, setting, language) if told else ""


def _dated(text: str, kind: Kind, setting: MessageSetting, language: str) -> str:
    if kind in (Kind.PREFERENCE, Kind.RULE, Kind.SKILL):
        return text
    if language == "zh":
        habit = EVERY.search(text) and not NAMED_DAY.search(text)
        if habit or (kind is Kind.FACT and not DAY_NAMED.search(text)):
            return text
        return when.add_absolute_dates(text, setting.said, setting.zone, "zh")
    tense = _AHEAD if kind is Kind.PLAN else _BEHIND if kind is Kind.EVENT else ""
    return when.add_absolute_dates(tense + text, setting.said, setting.zone, "en").removeprefix(tense)
