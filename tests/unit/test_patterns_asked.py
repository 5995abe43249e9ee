"""Requests to remember."""

from __future__ import annotations

from datetime import UTC, datetime

from mnemic.domain.record import Kind
from mnemic.reader.offers import reading_or_request
from mnemic.reader.statement import MessageSetting, RuleReading, SkippedPart, Statement
from tests.tables import each_row

SETTING = MessageSetting(said=datetime(2026, 3, 2, 9, tzinfo=UTC), zone=UTC)


@each_row(
    ("language", "message", "text"),
    [
        ("en", "Please remember: the spare key is under the blue pot", "the spare key is under the blue pot"),
        ("en", "Remember that the gate opens at six", "the gate opens at six"),
        ("en", "keep in mind the lift is out until Friday", "(2026-03-06)"),
        ("zh", "记住，备用钥匙在蓝色花盆下面", "备用钥匙在蓝色花盆下面"),
        ("zh", "帮我记一下，明天停水", "（2026-03-03）"),
    ],
)
def test_what_is_asked_to_be_remembered_is_kept(language: str, message: str, text: str) -> None:
    """Where no other rule reads it, the user's own words are kept, with their dates."""
    passed = SkippedPart(text=message, reason="nothing specific")
    reading = reading_or_request(RuleReading(passed=(passed,)), message, SETTING, language)
    assert [statement.kind for statement in reading.statements] == [Kind.FACT]
    assert text in reading.statements[0].text
    assert reading.passed == ()


@each_row(
    ("language", "message"),
    [
        ("en", "Do you remember my name?"),
        ("en", "Remember to buy milk"),
        ("en", "remember me"),
        ("en", "I can't remember the word"),
        ("zh", "你记住我的生日了吗"),
        ("zh", "我记住了"),
        ("zh", "记住了"),
    ],
)
def test_what_only_speaks_of_remembering_is_not(language: str, message: str) -> None:
    """Questions, reminders and small talk about remembering keep nothing."""
    assert reading_or_request(RuleReading(), message, SETTING, language).statements == ()


def test_a_statement_that_was_found_stays_as_it_is() -> None:
    """The other rules come first."""
    found = RuleReading(statements=(Statement(text="The user likes tea.", kind=Kind.PREFERENCE),))
    assert reading_or_request(found, "Remember that I like tea", SETTING, "en") is found
