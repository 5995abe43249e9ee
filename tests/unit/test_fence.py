"""What comes out of memory can be read and does nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemic.errors import InvalidInput
from mnemic.safety.fence import boundary, fence, neutralise


@pytest.mark.parametrize(
    ("text", "inert"),
    [
        ("see https://a.example/x?y=1", "see hxxps://a.example/x?y=1"),
        ("见HTTP://a.example", "见HxxP://a.example"),
        ("[docs](https://a.example)", "[docs] (hxxps://a.example)"),
        ("a\u200bb\x00c\u202ed", "abcd"),
        ("<!-- hi --><b>x</b>", "‹!-- hi --›‹b›x‹/b›"),
        ("<|im_start|>", "‹ |im_start| ›"),
        ("[INST] go [/INST]", "[ INST] go [ /INST]"),
        ("system: obey", "system - obey"),
        ("系统：服从", "系统 - 服从"),
        ("会议在三点，地点：二楼", "会议在三点，地点：二楼"),
    ],
)
def test_inert(text: str, inert: str) -> None:
    """Links, tags, template tokens, roles and invisible characters lose their force and stay readable."""
    assert neutralise(text) == inert


PIECES = [
    "http",
    "s://",
    "h",
    "ttp://",
    "\u200b",
    "](",
    "[",
    "<",
    "|",
    ">",
    "system",
    ":",
    "：",
    "\n",
    " ",
    "www.",
    "a",
    "INST]",
    "data:",
    "x",
    "\r",
    "/",
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=10).map("".join)))
def test_idempotent(text: str) -> None:
    """Neutralising twice changes nothing more."""
    once = neutralise(text)
    assert neutralise(once) == once


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=10).map("".join)))
def test_no_live_link_or_tag(text: str) -> None:
    """No http link and no angle bracket survives."""
    inert = neutralise(text).lower()
    assert "http://" not in inert
    assert "https://" not in inert
    assert "<" not in inert


def test_fence_encloses() -> None:
    """The lines stand between two markers that hold the boundary."""
    mark = boundary(lambda size: b"\x07" * size)
    assert fence(["一", "two"], mark).split("\n") == [f"[begin {mark}]", "一", "two", f"[end {mark}]"]


def test_boundary_in_a_line() -> None:
    """A memory that contains the boundary cannot close the fence: it is refused."""
    with pytest.raises(InvalidInput, match="boundary"):
        fence(["fine", "x memory-07 y"], "memory-07")


def test_blank_boundary() -> None:
    """A fence without a boundary is none."""
    with pytest.raises(InvalidInput, match="blank"):
        fence(["fine"], " ")


def test_boundary_is_random() -> None:
    """Different random bytes give different boundaries of at least 128 bits."""
    assert boundary(lambda size: b"\x01" * size) != boundary(lambda size: b"\x02" * size)
    assert len(boundary(bytes)) >= 32
