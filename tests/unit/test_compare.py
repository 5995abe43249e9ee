"""Do two statements say the same?"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mnemic.domain.changes import Candidate
from mnemic.domain.record import Kind, Memory, Slot, Source
from mnemic.writing.compare import Comparison, compare
from tests.tables import each_row

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def new(text: str, slot: Slot | None = None, kind: Kind = Kind.FACT) -> Candidate:
    """A statement just found."""
    return Candidate(text=text, kind=kind, slot=slot, said_at=NOON, sources=(Source(session="s", turn="1"),))


def known(text: str, slot: Slot | None = None, kind: Kind = Kind.FACT) -> Memory:
    """A statement known before."""
    return Memory(
        id="m",
        tenant="default",
        user="alice",
        kind=kind,
        text=text,
        slot=slot,
        said_at=NOON,
        recorded_at=NOON,
        updated_at=NOON,
    )


def slot(value: str, *, attribute: str = "default:seat", polarity: int = 1, single: bool = True) -> Slot:
    """A slot of the user."""
    return Slot(subject="user", attribute=attribute, value=value, polarity=polarity, single=single)


def test_a_single_slot_changes_its_value() -> None:
    """One seat at a time: another value replaces it, in whatever words."""
    assert compare(new("aisle now", slot("aisle")), known("window", slot("window")))[0] is Comparison.NEWER


def test_values_of_a_many_valued_slot_stand_side_by_side() -> None:
    """Two allergies are two facts."""
    left, right = slot("peanuts", attribute="allergy", single=False), slot("latex", attribute="allergy", single=False)
    assert compare(new("a", left), known("b", right))[0] is Comparison.DIFFERENT


def test_the_same_value_in_other_words_is_the_same() -> None:
    """Case, articles and punctuation do not matter."""
    assert compare(new("x", slot("The Aisle.")), known("y", slot("aisle")))[0] is Comparison.SAME


def test_polarity_decides() -> None:
    """Liking and not liking the same thing contradict each other."""
    likes = slot("jazz", attribute="like", single=False)
    dislikes = slot("jazz", attribute="like", single=False, polarity=-1)
    assert compare(new("no jazz", dislikes), known("jazz", likes))[0] is Comparison.CONTRARY


def test_denying_one_value_says_nothing_about_another() -> None:
    """ "Not VS Code any more" leaves "uses Vim" alone."""
    denied = slot("VS Code", attribute="uses:editor", polarity=-1)
    assert compare(new("x", denied), known("y", slot("Vim", attribute="uses:editor")))[0] is Comparison.DIFFERENT


@each_row(
    ("left", "right"),
    [
        ("Backups are kept 90 days", "Backups are kept 30 days"),
        ("Deploys on Friday are allowed", "Deploys on Friday are not allowed"),
        ("从深圳搬到成都", "从成都搬到深圳"),
        ("The parser is in C++", "The parser is in C"),
        ("冰箱零下五度", "冰箱五度"),
        ("The kiln is lit at 6 a.m.", "The kiln is lit at 6 p.m."),
        ("Only weavers may enter", "Everyone may enter"),
        ("Is learning the zither", "Is teaching the zither"),
        ("先扫地再浇花", "先浇花再扫地"),
        ("还没上釉", "已经上釉了"),
        ("把织机借给了阿青", "向阿青借了织机"),
    ],
)
def test_without_a_slot_numbers_negation_and_order_keep_statements_apart(left: str, right: str) -> None:
    """What is alike to the eye and another fact is never merged."""
    assert compare(new(left), known(right))[0] is Comparison.DIFFERENT


@each_row(
    ("left", "right"),
    [
        ("The sky is very blue.", "the sky is blue"),
        ("车停在地下二层", "车停在地下二层了。"),
        ("ＡＢＣ 项目", "abc项目"),
    ],
)
def test_the_same_words_are_the_same(left: str, right: str) -> None:
    """Case, width, particles and punctuation tell no two statements apart."""
    assert compare(new(left), known(right))[0] is Comparison.SAME


@each_row(
    ("left", "right"),
    [
        ("The kiln is lit at 6 p.m.", "The kiln is lit at 18:00."),
        ("Stirs the dye before heating it.", "Heats the dye after stirring it."),
        ("Borrowed a loom from Noor.", "Noor lent her a loom."),
        ("先称重后装箱", "称重之后再装箱"),
        ("除了织工没人能进", "只有织工能进"),
    ],
)
def test_one_time_order_or_deal_in_other_words_is_the_same(left: str, right: str) -> None:
    """What is covered word for word needs no vectors."""
    assert compare(new(left), known(right))[0] is Comparison.SAME


def test_notes_are_only_the_same_word_for_word() -> None:
    """What was kept as given is not interpreted afterwards."""
    note = known("the red bike is in the shed", kind=Kind.NOTE)
    assert compare(new("the red bike is in our shed", kind=Kind.NOTE), note)[0] is Comparison.DIFFERENT


@each_row(
    ("text", "value", "known_value"),
    [
        ("用户住的世纪花园真不错，环境挺好的", "世纪花园真不错", "小区叫世纪花园"),
        ("The user's flat in Elm Court is so quiet.", "flat in Elm Court", "Elm Court"),
    ],
)
def test_saying_more_about_a_value_does_not_replace_it(text: str, value: str, known_value: str) -> None:
    """A statement that mentions the known value, and speaks of no change, is no other value."""
    more, before = slot(value, attribute="home"), slot(known_value, attribute="home")
    assert compare(replace(new(text, more), quote=text), known("x", before))[0] is Comparison.DIFFERENT


def test_a_move_that_names_the_old_home_replaces_it() -> None:
    """Where a change is spoken of, mentioning the old value does not keep it."""
    moved = replace(new("moved from Leeds to York", slot("York", attribute="home")), quote="I moved from Leeds to York")
    assert compare(moved, known("x", slot("Leeds", attribute="home")))[0] is Comparison.NEWER


def test_two_descriptions_of_a_job_stand_side_by_side() -> None:
    """ "An engineer" and "head of research" may both hold, unless somebody says that it changed."""
    engineer, head = slot("engineer", attribute="job"), slot("head of research", attribute="job")
    plainly = replace(new("x", head), quote="My brother is head of research")
    newly = replace(new("x", head), quote="My brother is head of research now")
    assert compare(plainly, known("y", engineer))[0] is Comparison.DIFFERENT
    assert compare(newly, known("y", engineer))[0] is Comparison.NEWER


def test_a_value_in_fewer_words_is_the_same() -> None:
    """ "Metric, as I said" repeats "metric units in everything"; with a change spoken of it would not."""
    known_slot = slot("metric units in everything", attribute="default:units")
    less = replace(new("Metric, never feet.", slot("metric", attribute="default:units")), quote="metric, never feet")
    assert compare(less, known("x", known_slot))[0] is Comparison.SAME
    assert compare(replace(less, quote="metric from now on"), known("x", known_slot))[0] is Comparison.NEWER


def test_a_paraphrase_is_never_a_newer_value() -> None:
    """Whether two statements mean the same is asked before their slots decide: one value may be said in two ways."""
    meatless = new("The user does not eat meat.", slot("no meat", attribute="diet"))
    vegetarian = known("The user is a vegetarian.", slot("vegetarian", attribute="diet"))
    assert compare(meatless, vegetarian)[0] is Comparison.SAME


def test_another_pet_of_the_same_name_is_another() -> None:
    """A value in common says little where the words of the two exclude each other."""
    cat, dog = slot("Olive", attribute="pet"), slot("Olive", attribute="pet")
    assert (
        compare(new("The cat is called Olive.", cat), known("The dog is called Olive.", dog))[0] is Comparison.DIFFERENT
    )


@each_row("days", [3, -3])
@each_row(
    ("known_text", "known_value", "value"),
    [
        ("用户家的小区，名字叫桂花里", "小区", "桂花里夜里特别安静了"),
        ("The user's flat is called Linden House.", "flat", "Linden House so quiet now"),
    ],
)
def test_a_value_that_holds_the_known_name_is_no_other(
    days: int, known_text: str, known_value: str, value: str
) -> None:
    """Praise read as a value replaces nothing, said later or before, though it sounds like a change."""
    plainly, praise = slot(known_value, attribute="home"), slot(value, attribute="home")
    before, more = known(known_text, plainly), new(value, praise)
    if days < 0:
        before, more = known(value, praise), new(known_text, plainly)
    assert compare(replace(more, said_at=NOON + timedelta(days=days)), before)[0] is Comparison.DIFFERENT
