"""Stems of English words, by Snowball's English rules (Porter 2001)."""

from __future__ import annotations

from threading import local

import snowballstemmer

from mnemic.domain.cached import cached

_own = local()  # a stemmer keeps the word it is at: two threads on one would stem each other's


@cached(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of a word in lower case. Safe in any thread."""
    stemmer = getattr(_own, "stemmer", None)
    if stemmer is None:
        stemmer = _own.stemmer = snowballstemmer.stemmer("english")
    return str(stemmer.stemWord(word))
