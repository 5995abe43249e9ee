"""The kind of answer a question asks for."""

from __future__ import annotations

from pathlib import Path

from mnemic.domain.understanding import AnswerKind
from mnemic.reading.answer_kind import answer_kinds
from tests.tables import each_row


def table(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Rows of a table beside this file, `kinds: text`, as text and kinds."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    rows = [line.partition(": ") for line in lines]
    return [(text, tuple(kinds.rstrip(":").split())) for kinds, _, text in rows]


@each_row(("question", "kinds"), [*table("asked_for_en.txt"), *table("asked_for_zh.txt")])
def test_the_kind_of_answer(question: str, kinds: tuple[str, ...]) -> None:
    """Every kind that is asked for, and no other, whatever the wording."""
    assert set(answer_kinds(question)) == set(kinds)


@each_row(
    ("question", "kinds"),
    [
        ("Ｗｈｅｎ　is the gig？", ("time",)),
        ("WHEN IS THE GIG", ("time",)),
        ("多少钱？？？", ("number",)),
        ("who’s the caterer", ("person",)),
        ("", ()),
        ("???", ()),
    ],
)
def test_forms_of_writing_do_not_matter(question: str, kinds: tuple[str, ...]) -> None:
    """Case, width and curly signs are folded; nothing at all asks for nothing."""
    assert answer_kinds(question) == tuple(AnswerKind(kind) for kind in kinds)


def test_kinds_come_in_one_order() -> None:
    """The order is that of `AnswerKind`, not that of the question."""
    assert (
        answer_kinds("Where and when is it?")
        == answer_kinds("When and where is it?")
        == (AnswerKind.TIME, AnswerKind.PLACE)
    )


def test_a_question_behind_a_statement_counts() -> None:
    """What stands before the question asks for nothing."""
    assert answer_kinds("I moved when I was ten. Where did I live then?") == (AnswerKind.PLACE,)
    assert answer_kinds("我小时候搬过家。那时候住在哪儿？") == (AnswerKind.PLACE,)


def test_only_the_beginning_of_a_long_question_is_read() -> None:
    """A question of any length costs the same."""
    assert answer_kinds("x " * 5_000 + "when?") == ()
