"""What short statements mean: words, quantities, polarity, time and roles."""

from __future__ import annotations

import pytest

from mnemic.language.meaning import Closeness, judge, meaning
from mnemic.language.meaning.likeness import likeness
from mnemic.language.meaning.quantity import Quantity, paired
from mnemic.language.meaning.quantity_en import scan as scan_en
from mnemic.language.meaning.quantity_zh import scan as scan_zh
from mnemic.language.meaning.thesaurus import parse

NEAR = Closeness(e5=0.95, use=0.95)  # as near as two edits of one sentence are


def quantities(text: str) -> list[Quantity]:
    """The quantities of a text in either language."""
    scan = scan_en if text.isascii() or "€" in text else scan_zh
    return scan(text)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The fast lasts 35 days", "Fasts for five weeks"),
        ("The film runs 150 minutes", "The film runs two and a half hours"),
        ("A rent of 2,400 euros", "Pays €2.4k in rent"),
        ("Calls home twice a week", "Calls home every 3.5 days"),
        ("The shop shuts at half past seven", "The shop shuts at 7:30 p.m."),
        ("The parcel weighs 4 kilos", "The parcel weighs 4 kg"),
        ("The gate is two metres wide", "The gate is 200 cm wide"),
        ("Paid on 3 May", "Paid on May 3rd"),
        ("Choir is on Thursdays", "Choir meets every Thursday"),
        ("试用期三个月", "试用期九十天"),
        ("桌子长1米2", "桌子长120厘米"),
        ("押金五千元", "押金5000块"),
        ("每半年洗一次牙", "一年洗两次牙"),
        ("猫重4公斤", "猫重八斤"),
        ("门店九点半开", "门店9:30开"),
        ("周日合唱", "星期天合唱"),
        ("零下五度", "-5℃"),
    ],
)
def test_one_amount_said_in_two_ways_is_one(one: str, other: str) -> None:
    """Units, words and figures are one measure."""
    left, right, both = paired(quantities(one), quantities(other))
    assert (left, right) == ([], [])
    assert both > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Rests for 20 minutes", "Rests for 20 seconds"),
        ("The lease costs 900 dollars", "The lease costs 900 euros"),
        ("Choir is on Thursday", "Choir is on Tuesday"),
        ("The freezer is at -5 degrees", "The freezer is at 5 degrees"),
        ("version 3.11.2", "version 3.11.4"),
        ("押金五千元", "押金五万元"),
        ("每周洗一次", "每月洗一次"),
        ("冰箱零下五度", "冰箱五度"),
        ("九点一刻", "九点三刻"),
    ],
)
def test_another_amount_is_another(one: str, other: str) -> None:
    """A unit, a sign or a currency makes another amount."""
    left, right, _ = paired(quantities(one), quantities(other))
    assert left
    assert right


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gate opens before noon.", "The gate opens after noon."),
        ("Rosa teaches Ivan the cello.", "Ivan teaches Rosa the cello."),
        ("The bus goes from Ghent to Lille.", "The bus goes from Lille to Ghent."),
        ("Plays the cello.", "Used to play the cello."),
        ("Has bought a canoe.", "Plans to buy a canoe."),
        ("Is allergic to latex.", "Is not allergic to latex."),
        ("The cellar must be at least 12 degrees.", "The cellar must be at most 12 degrees."),
        ("Rents a canoe on the lake.", "Rents a kayak on the lake."),
        ("Maya keeps the bees.", "Noor keeps the bees."),
        ("从青岛搬到大连", "从大连搬到青岛"),
        ("养金鱼", "以前养金鱼"),
        ("打算买独木舟", "买了独木舟"),
        ("对乳胶过敏", "对乳胶不过敏"),
        ("地窖不能高于12度", "地窖不能低于12度"),
        ("晚饭前遛狗", "晚饭后遛狗"),
        ("养了两只金鱼", "养了两只乌龟"),
    ],
)
def test_an_edit_that_changes_what_is_said_is_never_the_same(one: str, other: str) -> None:
    """However near the vectors are, an edited word, role, bound, time or denial keeps statements apart, both ways."""
    for left, right in ((one, other), (other, one)):
        judged = judge(left, right, NEAR)
        assert judged is not None
        assert not judged.same, judged.why


def test_statements_of_two_languages_are_not_compared() -> None:
    """A thesaurus knows one language."""
    assert judge("Keeps bees.", "养蜜蜂") is None


def test_without_vectors_only_what_is_covered_word_for_word_is_the_same() -> None:
    """Everything that one says must be in the other; else nearness would have to decide."""
    same, open_ = judge("Gets up at 6:30.", "Wakes up at half past six."), judge("Keeps bees.", "Is an apiarist.")
    assert same is not None
    assert same.same
    assert open_ is not None
    assert not open_.same


def test_a_group_of_the_thesaurus_has_two_sides() -> None:
    """The right side of a group is the contrary of the left; a class tells its members and their synonyms apart."""
    book = parse(iter(["big | large || small", "# a comment", "= red | blue", "blue | azure"]), lambda text: (text,))
    assert book.entries["big",].concepts == {"big": 1}
    assert book.entries["small",].concepts == {"big": -1}
    assert book.entries["azure",].classes == book.entries["blue",].classes != book.entries["red",].classes


def test_a_passive_or_a_converse_word_turns_the_roles_back() -> None:
    """Who comes first says nothing by itself."""
    one, other = meaning("Rosa checks Ivan's maps."), meaning("Ivan's maps are checked by Rosa.")
    assert one is not None
    assert other is not None
    assert not likeness(one, other).turned
