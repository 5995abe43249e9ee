"""What a text holds that could answer a question."""

from __future__ import annotations

from dataclasses import fields

from mnemic.language.answer_content import AnswerContent, find_answer_content
from tests.tables import each_row
from tests.unit.test_asked_for import table


@each_row(("text", "kinds"), [*table("holding_en.txt"), *table("holding_zh.txt")])
def test_what_a_text_holds(text: str, kinds: tuple[str, ...]) -> None:
    """Everything it holds, and nothing else."""
    holding = find_answer_content(text)
    assert {field.name for field in fields(holding) if getattr(holding, field.name)} == set(kinds)


def test_nothing_holds_nothing() -> None:
    """Blank texts and signs hold nothing."""
    assert find_answer_content("") == find_answer_content("…！？") == AnswerContent()


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    """A text of any length costs the same."""
    assert find_answer_content("so " * 5_000 + "yesterday") == AnswerContent()
