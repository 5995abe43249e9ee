"""A sentence told again in the third person, with absolute dates."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from mnemic.domain.record import Kind
from mnemic.reader.retold_statement import retell_statement
from mnemic.reader.statement import MessageSetting
from tests.tables import each_row

MONDAY = MessageSetting(said=datetime(2026, 3, 2, 9, tzinfo=UTC), zone=UTC)


@each_row(
    ("said", "language", "told"),
    [
        ("I tune harps for a living", "en", "The user tunes harps for a living."),
        ("my knees wobble on ladders", "en", "The user's knees wobble on ladders."),
        ("we share a shed", "en", "The user shares a shed."),
        ("我靠调竖琴过日子", "zh", "用户靠调竖琴过日子"),
        ("我膝盖一爬梯子就发软", "zh", "用户膝盖一爬梯子就发软"),
        ("我妈对花粉过敏", "zh", "用户的妈妈对花粉过敏"),
    ],
)
def test_the_speaker_is_the_user(said: str, language: str, told: str) -> None:
    """The first person becomes the third, with its verb."""
    assert retell_statement(said, Kind.FACT, MONDAY, language, of_user=True) == told


@each_row(
    ("said", "language", "named", "unnamed"),
    [
        ("阳台朝着运河", "zh", "用户：阳台朝着运河", "阳台朝着运河"),
        ("妈妈对花粉过敏", "zh", "用户的妈妈对花粉过敏", "妈妈对花粉过敏"),
    ],
)
def test_the_user_is_named_where_the_words_do_not(said: str, language: str, named: str, unnamed: str) -> None:
    """Of the user, they say whose it is; of anybody else they stay as they are."""
    assert retell_statement(said, Kind.FACT, MONDAY, language, of_user=True) == named
    assert retell_statement(said, Kind.FACT, MONDAY, language, of_user=False) == unnamed


@each_row(
    ("said", "kind", "language", "date"),
    [
        ("I saw the vet yesterday", Kind.EVENT, "en", "2026-03-01"),
        ("I see the vet tomorrow", Kind.PLAN, "en", "2026-03-03"),
        ("the vet came yesterday", Kind.FACT, "en", "2026-03-01"),
        ("我昨天看了兽医", Kind.EVENT, "zh", "2026-03-01"),
        ("我明天带羊去看兽医", Kind.PLAN, "zh", "2026-03-03"),
    ],
)
def test_days_become_dates(said: str, kind: Kind, language: str, date: str) -> None:
    """Yesterday is that day for ever after."""
    assert date in retell_statement(said, kind, MONDAY, language, of_user=True)


def test_a_day_without_a_year_lies_where_the_kind_says() -> None:
    """The third of June of an event is the last one, of a plan the next."""
    assert "2025-06-03" in retell_statement("I left on June 3", Kind.EVENT, MONDAY, "en", of_user=True)
    assert "2026-06-03" in retell_statement("I leave on June 3", Kind.PLAN, MONDAY, "en", of_user=True)
    assert "2027-01-03" in retell_statement("I leave on January 3", Kind.PLAN, MONDAY, "en", of_user=True)


def test_the_day_is_that_of_the_speakers_zone() -> None:
    """Late on Monday by Greenwich it is Tuesday in Shanghai, and tomorrow is Wednesday there."""
    shanghai = MessageSetting(said=datetime(2026, 3, 2, 20, tzinfo=UTC), zone=timezone(timedelta(hours=8)))
    assert "2026-03-04" in retell_statement("我明天带羊去看兽医", Kind.PLAN, shanghai, "zh", of_user=True)
    assert "2026-03-04" in retell_statement("I see the vet tomorrow", Kind.PLAN, shanghai, "en", of_user=True)


@each_row("kind", [Kind.PREFERENCE, Kind.RULE, Kind.SKILL])
@each_row(
    ("said", "language"), [("I take the tram on Wednesday", "en"), ("我周三坐电车", "zh"), ("我明天坐电车", "zh")]
)
def test_what_always_holds_gets_no_date(kind: Kind, said: str, language: str) -> None:
    """A preference, an order or a skill is of no day."""
    assert "2026" not in retell_statement(said, kind, MONDAY, language, of_user=True)


def test_a_habit_in_chinese_gets_no_date() -> None:
    """Every Wednesday is no single Wednesday."""
    assert retell_statement("我每周三去游泳", Kind.FACT, MONDAY, "zh", of_user=True) == "用户每周三去游泳"


@each_row("nothing", ["", " ", "...", "。。。", "~!", "\t\n"])
@each_row("language", ["en", "zh"])
def test_nothing_said_is_nothing_told(nothing: str, language: str) -> None:
    """Signs alone make no statement."""
    assert retell_statement(nothing, Kind.FACT, MONDAY, language, of_user=True) == ""


def test_told_once_more_it_stays() -> None:
    """A statement that is already told in the third person is not told otherwise."""
    for said, language in [("I tune harps", "en"), ("我调竖琴", "zh")]:
        once = retell_statement(said, Kind.FACT, MONDAY, language, of_user=True)
        assert retell_statement(once.rstrip("."), Kind.FACT, MONDAY, language, of_user=True) == once
