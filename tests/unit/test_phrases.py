"""Words that were said are found as a pattern of them would find them, without one."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from mnemic.language import phrases

EDGES = {None: "", phrases.WORD_EDGE: r"\b", phrases.NO_WORD_BEFORE: r"(?<!\w)"}
ENDS = {None: "", phrases.WORD_EDGE: r"\b", phrases.NO_WORD_AFTER: r"(?!\w)"}
SHORT = st.text("aA b.李ß", max_size=12)


@given(words=st.text("aA b.李ß", min_size=1, max_size=3), text=SHORT, caseless=st.booleans(), data=st.data())
def test_spans_are_those_of_a_pattern(words: str, text: str, *, caseless: bool, data: st.DataObject) -> None:
    """Every place, in any case and within any edges, is the one `re` finds."""
    begins, ends = data.draw(st.sampled_from(list(EDGES))), data.draw(st.sampled_from(list(ENDS)))
    pattern = EDGES[begins] + re.escape(words) + ENDS[ends]
    expected = [one.span() for one in re.finditer(pattern, text, re.IGNORECASE if caseless else 0)]
    assert list(phrases.spans(words, text, begins=begins, ends=ends, caseless=caseless)) == expected


def test_a_character_that_grows_in_lower_case_moves_nothing() -> None:
    """Where İ stands before the words, they are found where they are."""
    assert phrases.first("bob", "İİ Bob") == (3, 6)


def test_no_words_are_nowhere() -> None:
    """Looking for nothing finds nothing."""
    assert phrases.first("", "text") is None
