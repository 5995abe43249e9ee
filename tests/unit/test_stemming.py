"""Stems are the same whoever asks: a stemmer holds the word it is at, so no two threads may share one."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from inspect import unwrap

import pytest

from mnemic.language.segment import stem, terms

WORDS = [
    f"{word}{ending}" for word in ("relation", "condit", "hope", "electric", "feud") for ending in ("al", "ly", "ing")
]


@pytest.mark.slow
def test_threads_do_not_stem_each_others_words() -> None:
    """Thousands of words in many threads, with as many switches between them as can be had."""
    words = [f"{word[:3]}{number}{word[3:]}s" for number in range(400) for word in WORDS]
    alone = {word: unwrap(stem)(word) for word in words}
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda word: unwrap(stem)(word), words))
    finally:
        sys.setswitchinterval(before)
    assert found == list(alone.values())


def test_a_word_has_one_stem_in_the_index() -> None:
    """As a search needs it."""
    assert set(terms("conditioning")) & set(terms("conditioned"))
