"""What a text says has changed, and what is only named beside it."""

from __future__ import annotations

from mnemic.language import segment
from mnemic.writing.displaced import displaced_words
from tests.tables import each_row

THINGS = [
    ("I moved the bread bin to the window sill", "bin", "window"),
    ("The lights at the tennis club were replaced", "light", "tenni"),
    ("The bakery moved its ovens", "oven", "bakeri"),
    ("The door code at Alder House changed", "code", "alder"),
    ("Cancelled the ferry to Naxos", "ferri", "naxo"),
    ("微信的铃声换成鸟叫了", "铃声", "微信"),
    ("把花架挪到阳台了", "花架", "阳台"),
    ("小区的健身房关了", "健身房", "小区"),
    ("食堂取消了夜宵", "夜宵", "食堂"),
]


@each_row(("text", "thing", "beside"), THINGS)
def test_what_changed_is_told_from_what_is_named_beside_it(text: str, thing: str, beside: str) -> None:
    """A change is of its object, or of its subject where it has none; not of the place, nor of the owner."""
    words = displaced_words(text)
    assert words is not None
    assert thing in words
    assert beside not in words


@each_row("text", ["I moved to Graz", "I live in Graz now", "我搬到南京了", "我现在改喝豆浆了", "", "现在换了"])
def test_a_text_that_does_not_say_what_changed_names_nothing(text: str) -> None:
    """Who moves house names no thing; then anything may be meant."""
    assert displaced_words(text) is None


def test_a_clause_that_does_not_say_what_changed_counts_whole() -> None:
    """ "The raise came, I save 300 now": the second clause may mean anything it names."""
    words = displaced_words("The desk was replaced, I save 300 francs now")
    assert words is not None
    assert set(segment.words("save francs")) <= words


@each_row("text", ["周末加班取消了", "Weekend overtime was cancelled"])
def test_days_are_no_things(text: str) -> None:
    """When something was to be is not what gave way."""
    assert not displaced_words(text) or not {"周末", "weekend"} & (displaced_words(text) or set())
