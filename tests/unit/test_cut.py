"""Where texts are cut, and how tokens are estimated."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mnemic.errors import TokenizerUnavailable
from mnemic.language import tokens
from mnemic.language.boundaries import clip_end, sentences, shorten_middle, whole_characters
from mnemic.models.tokenizers import VOCABULARIES, TiktokenTokenizer, best_tokenizer, is_cached
from tests.tables import each_row

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAGS = "\U0001f1e8\U0001f1f3\U0001f1ef\U0001f1f5"
SEEN = [
    "好",
    "e\u0301",
    FAMILY,
    "\U0001f44d\U0001f3fd",
    FLAGS[:2],
    "1\ufe0f\u20e3",
    "\u1112\u1161\u11ab",
    "x",
    "。",
    "\n",
    " ",
]


def marker(left: int) -> str:
    """What stands for the middle."""
    return f"[{left} left out]"


@given(st.text())
def test_sentences_joined_are_the_text(text: str) -> None:
    """Cutting loses nothing."""
    assert "".join(sentences(text)) == text


def test_sentences_end_where_readers_end_them() -> None:
    """Stops of both languages and lines end a sentence; decimals, versions and initials do not."""
    text = "价格是3.5万。真的？Use v1.2 now. J. Smith agreed!\n- next"
    assert sentences(text) == ["价格是3.5万。", "真的？", "Use v1.2 now. ", "J. Smith agreed!", "\n", "- next"]


@given(st.lists(st.sampled_from(SEEN), max_size=12))
def test_characters_stay_whole(parts: list[str]) -> None:
    """What is seen as one character is never parted; joined they are the text."""
    text = "".join(parts)
    found = list(whole_characters(text))
    assert "".join(found) == text
    assert len(found) == len(parts)


@given(st.lists(st.sampled_from(SEEN), min_size=1, max_size=400), st.integers(1, 120))
def test_a_shortened_text_fits_and_keeps_its_ends(parts: list[str], most: int) -> None:
    """At most so many tokens, beginning and end of whole characters of the text, the marker between them."""
    text = "".join(parts)
    short = shorten_middle(text, most, tokens.estimate_tokens, marker)
    if tokens.estimate_tokens(text) <= most:
        assert short == text
        return
    assert tokens.estimate_tokens(short) <= most
    whole = list(whole_characters(text))
    head, found, tail = short.partition("[")
    assert found or short == ""
    ends = {"".join(whole[:n]).rstrip() for n in range(len(whole) + 1)}
    assert head.rstrip() in ends
    tail = tail.partition("left out]")[2]
    assert tail.lstrip() in {"".join(whole[n:]).lstrip() for n in range(len(whole) + 1)}


def test_a_long_text_is_cut_between_sentences() -> None:
    """Whole sentences from the beginning and the end, and how much is missing between them."""
    text = " ".join(f"Sentence number {n} says something." for n in range(100))
    first, left, last = shorten_middle(text, 60, tokens.estimate_tokens, marker).split("\n")
    assert first.startswith("Sentence number 0 says something.")
    assert first.endswith(".")
    assert last.startswith("Sentence number")
    assert last.endswith("99 says something.")
    assert left.endswith("left out]")


def test_a_clipped_text_is_a_beginning() -> None:
    """The beginning and an ellipsis, between words."""
    assert clip_end("short", 10, tokens.estimate_tokens) == "short"
    assert clip_end("one two three four five six", 4, tokens.estimate_tokens) == "one two three…"


@each_row(
    ("text", "cost"),
    [
        ("", 0),
        ("你好", 2),
        ("hello", 1),
        ("internationally", 3),
        ("2026", 2),
        ('{"a": 1}', 5),
        ("привет", 3),
        ("👍", 3),
    ],
)
def test_tokens_are_estimated_by_script(text: str, cost: int) -> None:
    """One for a Chinese character, a begun seven letters, three digits, two signs; more for other alphabets."""
    assert tokens.estimate_tokens(text) == cost


@example("¹A", "AAA")
@given(st.text(max_size=60), st.text(max_size=60))
def test_parts_never_count_less_than_the_whole(one: str, other: str) -> None:
    """What is put together of counted parts keeps within the sum."""
    assert tokens.estimate_tokens(one + other) <= tokens.estimate_tokens(one) + tokens.estimate_tokens(other)


def test_nothing_is_fetched_for_a_tokenizer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its vocabulary, or with a damaged one, tiktoken is left alone."""
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    best_tokenizer.cache_clear()
    assert best_tokenizer() is None
    address, _ = VOCABULARIES["o200k_base"]
    (tmp_path / hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()).write_bytes(b"half of it")
    assert not is_cached("o200k_base")
    with pytest.raises(TokenizerUnavailable, match="nothing is fetched"):
        TiktokenTokenizer("o200k_base")
    with pytest.raises(TokenizerUnavailable, match="no encoding 'gpt'"):
        TiktokenTokenizer("gpt")
    best_tokenizer.cache_clear()
