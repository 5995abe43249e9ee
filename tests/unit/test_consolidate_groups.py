"""Which statements make a group, and which stay apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mnemic.domain.record import Kind, Memory, Slot, Source, Status, Tier
from mnemic.upkeep.consolidation.fusion.topics import activity_field
from mnemic.upkeep.consolidation.groups import (
    CHARACTERS_MAX,
    PARTS_MAX,
    fragments,
    groups_by_subject,
    is_passing,
    untouched_since,
)
from mnemic.upkeep.consolidation.same import groups_of_repeats
from tests.tables import each_row

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def memory(
    number: int, text: str, slot: Slot | None = None, *, kind: Kind = Kind.FACT, entities: tuple[str, ...] = ()
) -> Memory:
    said = NOW - timedelta(days=60) + timedelta(hours=number)
    return Memory(
        id=f"m{number:03}",
        tenant="default",
        user="alice",
        kind=kind,
        text=text,
        language="zh" if not text.isascii() else "en",
        slot=slot,
        said_at=said,
        recorded_at=said,
        updated_at=said,
        sources=(Source(session="s", turn=f"t{number}"),),
        position=number,
        entities=entities,
    )


def like(number: int, value: str, **fields: object) -> Memory:
    slot = Slot(subject="user", attribute="like", value=value)
    return replace(memory(number, f"The user likes {value}.", slot, kind=Kind.PREFERENCE), **fields)  # type: ignore[arg-type]


def about(number: int, name: str, text: str, value: str, attribute: str = "value:x") -> Memory:
    return memory(number, text, Slot(subject=name, attribute=attribute, value=value), entities=(name,))


def free(memories: list[Memory]) -> list[Memory]:
    return fragments(memories, disputed=(), before=untouched_since(NOW, 7))


def grouped(memories: list[Memory]) -> list[list[str]]:
    return [[part.id for part in group.parts] for group in groups_by_subject(memories, free(memories), UTC)]


def test_facts_about_one_friend_are_a_group() -> None:
    """Two facts are no group, three are."""
    facts = [
        about(1, "Tom", "The user's friend Tom lives in Oslo.", "oslo", "home"),
        about(2, "Tom", "Tom works as a nurse.", "nurse", "job"),
        about(3, "Tom", "Tom has a boat.", "a boat"),
    ]
    assert grouped(facts[:2]) == []
    assert grouped(facts) == [["m001", "m002", "m003"]]


def test_a_role_and_the_name_it_has_are_one_subject() -> None:
    """What is said of "the dog" and of "Rex" is said of one, where there is one dog."""
    named = memory(1, "The user's dog is called Rex.", Slot(subject="dog", attribute="name", value="rex"))
    facts = [
        replace(named, kind=Kind.RELATIONSHIP, entities=("dog", "Rex")),
        about(2, "Rex", "Rex is a beagle.", "beagle"),
        about(3, "dog", "The user's dog eats fish.", "fish"),
    ]
    assert grouped(facts) == [["m001", "m002", "m003"]]
    other = memory(4, "The user's dog is called Bello.", Slot(subject="dog", attribute="name", value="bello"))
    assert grouped([*facts, replace(other, kind=Kind.RELATIONSHIP, entities=("dog", "Bello"))]) != grouped(facts)


def test_a_field_brings_together_what_shares_no_word() -> None:
    """Likes, facts and plans of one field are on one subject."""
    found = [
        like(1, "Python"),
        memory(2, "The user used Django."),
        memory(3, "The user will learn FastAPI.", kind=Kind.PLAN),
        like(4, "sushi"),
    ]
    assert grouped(found) == [["m001", "m002", "m003"]]


@each_row(
    ("text", "field"),
    [
        ("The user used Django.", "python"),
        ("用户用过Django", "python"),
        ("用户在学小提琴", "instruments"),
        ("The user likes C++.", "systems"),
        ("The user likes goats.", None),
        ("The user plays the cello and tennis.", None),
    ],
)
def test_the_field_of_a_text(text: str, field: str | None) -> None:
    """Words tell a field as words; what tells two tells none."""
    assert activity_field(text) == field


@each_row(
    "change",
    [
        {"tier": Tier.PERMANENT},
        {"tier": Tier.PROPOSED},
        {"tier": Tier.SESSION},
        {"tier": Tier.WORKING},
        {"status": Status.DORMANT},
        {"status": Status.QUARANTINED},
        {"kind": Kind.RULE},
        {"kind": Kind.CONSTRAINT},
        {"kind": Kind.DECISION},
        {"kind": Kind.EVENT},
        {"kind": Kind.NOTE},
        {"valid_to": NOW + timedelta(days=400)},
        {"superseded_at": NOW},
        {"updated_at": NOW - timedelta(days=6)},
        {"metadata": {"mnemic.pinned": True}},
        {"metadata": {"mnemic.confirmed": "2026-01-01T00:00:00+00:00"}},
        {"metadata": {"mnemic.parts": ["x"]}},
        {"language": "ja"},
        {"text": "The user likes " + "very " * 40 + "long books."},
    ],
)
def test_what_stays_by_itself(change: dict[str, object]) -> None:
    """Another tier, status or kind, an end, a mark of the user's or of upkeep's, a recent change."""
    assert free([like(1, "tea", **change)]) == []


@each_row("attribute", ["allergy", "diet", "takes", "default:seat", "constraint:budget", "rule:x"])
def test_attributes_that_stay_apart(attribute: str) -> None:
    """What is placed or replaced by itself."""
    assert free([memory(1, "The user has something.", Slot(subject="user", attribute=attribute, value="x"))]) == []


def test_what_is_disputed_stays_apart() -> None:
    """Both sides of an open conflict wait for the user."""
    assert fragments([like(1, "tea")], disputed={"m001"}, before=NOW) == []


@each_row(
    ("text", "kind", "passes"),
    [
        ("The user is away next week.", Kind.FACT, True),
        ("用户的女儿今年上二年级", Kind.FACT, True),
        ("The user moved to Berlin on 3 May 2024.", Kind.FACT, False),
        ("The user plays tennis on Tuesdays.", Kind.FACT, False),
        ("The user will travel on 3 May 2027.", Kind.PLAN, True),
        ("The user will learn FastAPI.", Kind.PLAN, False),
        ("用户打算学FastAPI", Kind.PLAN, False),
    ],
)
def test_days_that_are_read_from_when_they_were_said(text: str, kind: Kind, passes: bool) -> None:
    """A relative day would move with the dense memory's own moment; a plan for a day is over with it."""
    assert is_passing(memory(1, text, kind=kind), UTC) is passes


def test_groups_have_limits() -> None:
    """At most PARTS_MAX parts and so many characters; what is left over waits for more."""
    many = [like(number, f"thing{number}") for number in range(2 * PARTS_MAX + 2)]
    assert [len(group) for group in grouped(many)] == [PARTS_MAX, PARTS_MAX]
    wordy = [like(number, f"{'x' * 100}{number}") for number in range(8)]
    sizes = [sum(len(part.text) for part in group.parts) for group in groups_by_subject(wordy, free(wordy), UTC)]
    assert sizes
    assert max(sizes) <= CHARACTERS_MAX["en"]


def test_languages_and_speakers_are_not_mixed() -> None:
    """One dense memory has one language, origin, agent and speaker."""
    mixed = [
        like(1, "tea"),
        like(2, "chess"),
        memory(3, "用户喜欢爬山", Slot(subject="user", attribute="like", value="爬山")),
    ]
    assert grouped(mixed) == []
    assert grouped([like(1, "tea"), like(2, "chess"), like(3, "go", speaker="Ben")]) == []


def test_the_same_in_other_words_is_one() -> None:
    """Two sayings of one thing; another number or polarity is another thing."""
    same = [like(1, "hiking"), memory(2, "The user enjoys hiking.", like(9, "hiking").slot, kind=Kind.PREFERENCE)]
    (group,) = groups_of_repeats(same, lambda one, other: None, UTC)
    assert [part.id for part in group.parts] == ["m001", "m002"]
    assert group.telling in same
    slot = Slot(subject="user", attribute="like", value="hiking", polarity=-1)
    apart_ = [like(1, "hiking"), memory(2, "The user doesn't like hiking.", slot, kind=Kind.PREFERENCE)]
    assert groups_of_repeats(apart_, lambda one, other: None, UTC) == []
