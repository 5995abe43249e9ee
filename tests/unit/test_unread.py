"""What the rules left of a message: stretches that no statement holds, with their places."""

from __future__ import annotations

from itertools import pairwise

import pytest

from mnemic.domain.record import Kind
from mnemic.reader.offers import SOFT, UnreadStretch, unread_stretches
from mnemic.reader.statement import RuleReading, SkippedPart, Statement
from tests.tables import each_row

NOTHING = RuleReading()


def stated(*texts: str) -> RuleReading:
    """A reading with these statements."""
    return RuleReading(statements=tuple(Statement(text=text, kind=Kind.FACT) for text in texts))


def texts(found: list[UnreadStretch]) -> list[str]:
    """The words of each stretch."""
    return [one.text for one in found]


BOTH = pytest.mark.parametrize(
    ("message", "language", "first", "second"),
    [
        (
            "The balcony faces the canal. Ladders make me dizzy.",
            "en",
            "The balcony faces the canal",
            "Ladders make me dizzy",
        ),
        ("阳台朝着运河。爬梯子膝盖就发软。", "zh", "阳台朝着运河", "爬梯子膝盖就发软"),
    ],
)


@BOTH
def test_without_statements_every_sentence_is_unread(message: str, language: str, first: str, second: str) -> None:
    """Each is whole, and the second follows the first."""
    found = unread_stretches(message, NOTHING, language)
    assert texts(found) == [first, second]
    assert [(one.whole, one.follows) for one in found] == [(True, False), (True, True)]


@BOTH
def test_spans_are_places_in_the_message(message: str, language: str, first: str, second: str) -> None:
    """What stands between start and end is the stretch, and stretches are in order and apart."""
    found = unread_stretches(message, NOTHING, language)
    assert [message[one.start : one.end].strip() for one in found] == texts(found)
    assert all(before.end <= after.start for before, after in pairwise(found))


@BOTH
def test_what_a_statement_holds_is_read(message: str, language: str, first: str, second: str) -> None:
    """A sentence whose words are in a statement is left out, whichever it is."""
    assert texts(unread_stretches(message, stated(first), language)) == [second]
    assert texts(unread_stretches(message, stated(second), language)) == [first]
    assert unread_stretches(message, stated(first, second), language) == []


@BOTH
@pytest.mark.parametrize("reason", ["question", "a request", "a joke", "greeting"])
def test_a_refused_sentence_is_not_unread(message: str, language: str, first: str, second: str, reason: str) -> None:
    """Where a rule says what a sentence is, the rule is believed; what comes after it follows nothing."""
    reading = RuleReading(passed=(SkippedPart(text=first, reason=reason),))
    assert [(one.text, one.follows) for one in unread_stretches(message, reading, language)] == [(second, False)]


@BOTH
@pytest.mark.parametrize("reason", sorted(SOFT))
def test_a_soft_reason_leaves_a_sentence_unread(
    message: str, language: str, first: str, second: str, reason: str
) -> None:
    """That no rule made anything of it says nothing of what it is."""
    reading = RuleReading(passed=(SkippedPart(text=first, reason=reason),))
    assert texts(unread_stretches(message, reading, language)) == [first, second]


@each_row(
    ("message", "language"),
    [
        ("The balcony faces the canal?", "en"),
        ("What does the balcony face?", "en"),
        ("阳台朝着运河吗？", "zh"),
        ("阳台朝哪边?", "zh"),
    ],
)
def test_a_question_is_never_unread(message: str, language: str) -> None:
    """Nothing is stated by asking, with either question mark."""
    assert unread_stretches(message, NOTHING, language) == []


@each_row(
    ("message", "language", "statement", "left"),
    [
        (
            "I keep goats, vets come monthly, ladders sway.",
            "en",
            "The user keeps goats.",
            ["vets come monthly, ladders sway"],
        ),
        (
            "Ladders sway, I keep goats, vets come monthly.",
            "en",
            "The user keeps goats.",
            ["Ladders sway", "vets come monthly"],
        ),
        ("我养山羊，兽医每月来，爬梯子就发晕。", "zh", "用户养山羊", ["兽医每月来，爬梯子就发晕"]),
        ("爬梯子就发晕，我养山羊，兽医每月来。", "zh", "用户养山羊", ["爬梯子就发晕", "兽医每月来"]),
    ],
)
def test_neighbouring_clauses_are_one_stretch(message: str, language: str, statement: str, left: list[str]) -> None:
    """Clauses of a sentence that no statement holds go together where nothing read stands between; none is whole."""
    found = unread_stretches(message, stated(statement), language)
    assert texts(found) == left
    assert not any(one.whole or one.follows for one in found)


@each_row("message", ["", " ", "...", "。。。", "!?", "\n\n"])
@each_row("language", ["en", "zh"])
def test_a_message_without_words_leaves_nothing(message: str, language: str) -> None:
    """Signs and spaces are no stretch."""
    assert unread_stretches(message, NOTHING, language) == []
