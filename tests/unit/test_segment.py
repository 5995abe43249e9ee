"""When two texts are the same but for what tells no two statements apart."""

from __future__ import annotations

from mnemic.language.segment import normal_form
from tests.tables import each_row

SAME = [
    ("The goats are in the shed.", "goats are in shed"),
    ("ＧＯＡＴＳ", "goats"),
    ("我养了山羊。", "我养山羊"),
    ("我 养 山羊", "我养山羊"),
    ("用 Kotlin 写", "用Kotlin写"),
    ("Goats: many!", "goats many"),
    ("re-index", "re index"),
    ("room  12", "room 12"),
]
OTHER = [
    ("gate 1 2", "gate 12"),
    ("1 2 3", "12 3"),
    ("三号楼 4 5 室", "三号楼 45 室"),
    ("1.5 litres", "15 litres"),
    ("at 9:15", "at 915"),
    ("-5 degrees", "5 degrees"),
    ("C++", "C"),
    ("50%", "50"),
    ("13-6", "136"),
]


@each_row(("one", "other"), SAME)
def test_padding_makes_no_difference(one: str, other: str) -> None:
    """Case, width, articles, particles, spaces and punctuation."""
    assert normal_form(one) == normal_form(other)


@each_row(("one", "other"), OTHER)
def test_what_changes_the_sense_is_kept(one: str, other: str) -> None:
    """Digits keep the space between them, and numbers and names their signs."""
    assert normal_form(one) != normal_form(other)


@each_row("text", [pair[0] for pair in (*SAME, *OTHER)])
def test_a_plain_text_is_as_plain_as_it_gets(text: str) -> None:
    """Doing it twice is doing it once."""
    assert normal_form(normal_form(text)) == normal_form(text)


@each_row("text", ["the", "的", "!!", "的了"])
def test_padding_alone_is_kept(text: str) -> None:
    """A text of nothing else is still that text."""
    assert normal_form(text) == text
