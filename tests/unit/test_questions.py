"""What a question says besides its meaning."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemic.language import question as asking
from mnemic.language.detect import language
from mnemic.language.question import AskedDate, WhoseWords
from mnemic.language.tokens import estimate_tokens
from mnemic.reading import answer_terms
from mnemic.writing.displaced import denied_values
from tests.tables import each_row

TUESDAY = datetime(2026, 3, 10, 9, tzinfo=UTC)


@each_row(
    ("question", "whose"),
    [
        ("What did you recommend for the trip?", WhoseWords.ASSISTANT),
        ("your advice on the visa?", WhoseWords.ASSISTANT),
        ("你上次给我推荐了什么书？", WhoseWords.ASSISTANT),
        ("What did I say about the budget?", WhoseWords.USER),
        ("你还记得我说过哪家店吗", WhoseWords.USER),
        ("我告诉过你我的生日吗", WhoseWords.USER),
        ("Who won the match?", WhoseWords.ANYBODY),
    ],
)
def test_whose_words_are_asked_for(question: str, whose: WhoseWords) -> None:
    """The assistant's, the asker's own, or nobody's in particular."""
    assert asking.whose_words(question) is whose


@each_row(
    ("question", "date"),
    [
        ("What happened on 5 May?", AskedDate(year=None, month=5, day=5)),
        ("May 5th, 2025 was what?", AskedDate(year=2025, month=5, day=5)),
        ("5月3日我去了哪里", AskedDate(year=None, month=5, day=3)),
        ("2025-12-01 的会开了吗", AskedDate(year=2025, month=12, day=1)),
        ("Where did we go in June?", AskedDate(year=None, month=6, day=None)),
        ("我昨天说了什么", AskedDate(year=2026, month=3, day=9)),
        ("What did I eat yesterday?", AskedDate(year=2026, month=3, day=9)),
    ],
)
def test_dates_in_questions(question: str, date: AskedDate) -> None:
    """A named day or month; what was not said stays open."""
    assert asking.question_dates(question, TUESDAY, UTC) == (date,)


@each_row("question", ["What may I eat?", "我三月的计划呢，还是算了", "version 3.11"])
def test_what_only_looks_like_a_date_is_none(question: str) -> None:
    """Verbs and version numbers name no day."""
    assert [date for date in asking.question_dates(question, TUESDAY, UTC) if date.day is not None] == []


def test_names_are_found_whole_or_by_their_first_word() -> None:
    """Case does not matter; a name inside another word is no name."""
    assert asking.speakers_named("when did ana call?", ("Ana Lima", "Cal", "", "user")) == (True, False, False, False)
    assert asking.speakers_named("小周去哪了", ("小周", "老赵")) == (True, False)


def test_shares_of_script_and_question() -> None:
    """Shares run from 0 to 1."""
    assert asking.han_share("预算") == 1
    assert asking.han_share("budget") == 0
    assert asking.han_share("123") == 0.5
    assert asking.question_share("Really? Yes.") == pytest.approx(7 / 12)
    assert asking.question_share("真的吗？") == 1


@each_row(
    ("question", "attribute"),
    [
        ("Where do I live these days?", "home"),
        ("我现在住哪儿", "home"),
        ("What am I allergic to?", "allergy"),
        ("我对什么过敏？", "allergy"),
        ("Which phone does she have?", "device"),
        ("他做什么工作", "job"),
    ],
)
def test_the_slot_asked_for(question: str, attribute: str) -> None:
    """Both languages name the same slot."""
    assert attribute in answer_terms.asked_attributes(question)


def test_a_question_without_a_slot_wants_none() -> None:
    """Most questions ask for no slot at all."""
    assert answer_terms.asked_attributes("How did the meeting go?") == ()
    assert answer_terms.asks_about_self("我的车停在哪") is True
    assert answer_terms.asks_about_self("Where is Tom?") is False


@each_row(
    ("text", "values"),
    [
        ("是七个人，不是八个", ("八个",)),
        ("It's on Tuesday, not on Thursday.", ("Thursday",)),
        ("use the blue one instead of the red one", ("red one",)),
        ("我明天去", ()),
    ],
)
def test_what_a_correction_denies(text: str, values: tuple[str, ...]) -> None:
    """The value that is said to be wrong, in its own words."""
    assert denied_values(text) == values


@each_row(
    ("text", "code"),
    [
        ("预算审批", "zh"),
        ("budget review", "en"),
        ("我们 team 用 REST", "zh"),
        ("火曜日に歯医者", "ja"),
        ("부산으로 출장", "ko"),
        ("123", "en"),
    ],
)
def test_languages(text: str, code: str) -> None:
    """By script; what has none counts as English."""
    assert language(text) == code


def test_tokens_err_on_the_high_side() -> None:
    """One per Chinese character, per begun six letters, per three digits, per sign."""
    assert estimate_tokens("") == 0
    assert estimate_tokens("预算 budget 2026!") == 2 + 1 + 2 + 1
