"""Several short messages in a row are read as one where none says enough alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mnemic.domain.changes import Candidate, Dropped
from mnemic.domain.judgement import Judgement, Mood, SentenceSubject
from mnemic.domain.record import Kind, Turn
from mnemic.models.scripted import ScriptedJudge, certain_judgement
from mnemic.settings import load
from mnemic.writing.candidates import Draft
from mnemic.writing.leftovers import KEEP_MIN, RUN_CHARACTERS_MAX
from mnemic.writing.stages import APART_SECONDS_MAX, CHARACTERS_MAX, read_stretches
from tests.tables import each_row

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
KEPT = certain_judgement(keep=KEEP_MIN, kind=Kind.FACT, about=SentenceSubject.WORLD, mood=Mood.SAID)
LITTLE = certain_judgement(keep=KEEP_MIN - 1e-6, about=SentenceSubject.WORLD, mood=Mood.SAID)

BEES = ("Bees in the attic", "third year running")
MIFENG = ("阁楼又有蜜蜂", "连着第三年了")
JOINED = {BEES: "Bees in the attic. third year running", MIFENG: "阁楼又有蜜蜂，连着第三年了"}
BOTH = pytest.mark.parametrize("said", [BEES, MIFENG])


def turns(*texts: str, apart: float = 60, **more: Any) -> tuple[Turn, ...]:
    """Messages of the user, so many seconds apart."""
    return tuple(
        Turn(
            id=f"t{number}",
            session="s",
            position=number,
            text=text,
            said_at=MONDAY + timedelta(seconds=number * apart),
            recorded_at=MONDAY,
            **({"role": "user"} | more),
        )
        for number, text in enumerate(texts, start=1)
    )


def draft(said: Sequence[Turn], judge: ScriptedJudge | None, *, earlier: Sequence[Turn] = (), **settings: Any) -> Draft:
    """A draft in which no rule has found anything."""
    mine = tuple(turn for turn in said if turn.role == "user")
    return Draft(
        user="alice",
        turns=tuple(said),
        earlier=tuple(earlier),
        zone=UTC,
        settings=load(**settings),
        judge=judge,
        readable=mine,
    )


def all_kept(*joined: str) -> ScriptedJudge:
    """A judge that keeps these texts, and of anything else a little too little."""
    return ScriptedJudge(judgements=dict.fromkeys(joined, KEPT), otherwise=LITTLE)


def told(found: Draft) -> list[str]:
    """The quotes of what was found."""
    return [candidate.quote for candidate in found.candidates]


def found_in(said: Sequence[Turn], **more: Any) -> list[str]:
    """What is found where a judge keeps whatever is longer than one message."""
    judge = Longer(alone={turn.text for turn in (*said, *more.get("earlier", ()))})
    return told(read_stretches(draft(said, judge, **more)))


class Longer(ScriptedJudge):
    """Keeps what is more than one message."""

    def __init__(self, alone: set[str]) -> None:
        super().__init__(judgements=dict.fromkeys(alone, LITTLE), otherwise=KEPT)


@BOTH
def test_what_messages_say_together_is_stated(said: tuple[str, str]) -> None:
    """One statement from all of them, by the last, with the judgement of the whole."""
    (candidate,) = read_stretches(draft(turns(*said), all_kept(JOINED[said]))).candidates
    assert candidate.quote == JOINED[said]
    assert [source.turn for source in candidate.sources] == ["t2", "t1"]
    assert candidate.said_at == turns(*said)[1].said_at
    assert candidate.judgement == KEPT


@BOTH
def test_below_the_threshold_they_say_nothing(said: tuple[str, str]) -> None:
    """Together they must be worth keeping as surely as any other leftover."""
    assert read_stretches(draft(turns(*said), ScriptedJudge(otherwise=LITTLE))).candidates == ()


@BOTH
@pytest.mark.parametrize("place", [0, 1])
def test_a_message_that_says_enough_alone_is_not_joined(said: tuple[str, str], place: int) -> None:
    """It has had its turn already."""
    assert read_stretches(draft(turns(*said), all_kept(JOINED[said], said[place]))).candidates == ()


@BOTH
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("mood", [Mood.ASKED, Mood.REQUEST, Mood.QUOTED])
def test_a_question_a_task_or_a_quotation_is_not_joined(said: tuple[str, str], place: int, mood: Mood) -> None:
    """What is not said as true makes nothing true together with something else."""
    judgements: dict[str, Judgement] = {JOINED[said]: KEPT, said[place]: certain_judgement(mood=mood)}
    assert read_stretches(draft(turns(*said), ScriptedJudge(judgements=judgements, otherwise=LITTLE))).candidates == ()


def test_one_message_is_no_stretch() -> None:
    """A single message is never judged here."""
    judge = ScriptedJudge(otherwise=KEPT)
    assert read_stretches(draft(turns(BEES[0]), judge)).candidates == ()
    assert judge.calls == []


def test_a_stretch_reaches_back_to_what_was_said_before() -> None:
    """Messages that were understood earlier are read again with the new one, and so are sources."""
    first, second = turns(*BEES)
    (candidate,) = read_stretches(draft([second], all_kept(JOINED[BEES]), earlier=[first])).candidates
    assert [source.turn for source in candidate.sources] == ["t2", "t1"]


def test_a_stretch_ends_with_something_new() -> None:
    """What is said no longer ago than the last write is not read again without anything new."""
    said = turns(*BEES)
    assert read_stretches(replace(draft(said, all_kept(JOINED[BEES])), readable=())).candidates == ()


def test_a_message_that_stated_something_begins_no_stretch() -> None:
    """After it, what follows is read without it."""
    said = turns("I keep goats", *BEES)
    stated = Candidate(text="goats", kind=Kind.FACT, said_at=MONDAY, sources=(said[0].source,))
    before = replace(draft(said, all_kept(JOINED[BEES])), candidates=(stated,))
    assert told(read_stretches(before)) == ["", JOINED[BEES]]


@each_row(("reason", "found"), [("question", []), ("small talk", [JOINED[BEES]])])
def test_what_a_rule_refused_is_not_joined(reason: str, found: list[str]) -> None:
    """Where a rule says what a message is, the rule is believed; where it only made nothing of it, it is read on."""
    said = turns(*BEES)
    dropped = (Dropped(text=said[0].text, reason=reason, source=said[0].source),)
    assert told(read_stretches(replace(draft(said, all_kept(JOINED[BEES])), dropped=dropped))) == found


@each_row(("seconds", "found"), [(APART_SECONDS_MAX, 1), (APART_SECONDS_MAX + 1, 0)])
def test_a_pause_ends_a_stretch(seconds: float, found: int) -> None:
    """After ten minutes a message is a new beginning."""
    assert len(found_in(turns(*BEES, apart=seconds))) == found


def test_what_was_said_earlier_does_not_follow() -> None:
    """A message imported late is not read after one that was said later."""
    first, second = turns(*BEES)
    assert found_in([first, replace(second, said_at=first.said_at - timedelta(seconds=1))]) == []


def test_another_voice_ends_a_stretch() -> None:
    """What the assistant says between two messages parts them, and so does another speaker's word."""
    first, second, third = turns("Bees in the attic", "Oh no", "third year running")
    assert found_in([first, replace(second, role="assistant"), third]) == []
    assert found_in([replace(first, speaker="Bo"), replace(third, speaker="Cy")]) == []
    assert len(found_in([replace(first, speaker="Bo"), replace(third, speaker="Bo")])) == 1


def test_sessions_are_kept_apart() -> None:
    """Two conversations are never read as one."""
    first, second = turns(*BEES)
    assert found_in([first, replace(second, session="other")]) == []


@each_row(("setting", "found"), [(0, []), (1, []), (2, ["b. c"]), (3, ["a. b. c"]), (5, ["a. b. c"])])
def test_the_setting_says_how_many_are_read(setting: int, found: list[str]) -> None:
    """The last that many; 0 and 1 read none."""
    said = turns("a attic bees", "b attic bees", "c attic bees")
    expected = [text.replace(". ", " attic bees. ") + " attic bees" for text in found]
    assert found_in(said, wide_pass_turns=setting) == expected


BEES_ON = ("bees in the attic " * RUN_CHARACTERS_MAX)[: CHARACTERS_MAX - 1]


@each_row(("message", "found"), [(BEES_ON + "s", 1), (BEES_ON + "ss", 0)])
def test_only_short_messages_are_parts_of_a_stretch(message: str, found: int) -> None:
    """A longer message says what it says by itself."""
    assert len(found_in(turns(message, "third year running"))) == found


@each_row(("last", "found"), [(1, 1), (2, 0)])
def test_a_long_stretch_is_not_read(last: int, found: int) -> None:
    """Beyond the limit of what is judged as one, messages say enough or nothing by themselves."""
    room = RUN_CHARACTERS_MAX - 4 * (CHARACTERS_MAX + len(". ")) - 1
    said = [f"{BEES_ON}{letter}" for letter in "abcd"]
    assert len(found_in(turns(*said, "b" * room + "s" * last))) == found


def test_without_a_judge_nothing_is_read_together() -> None:
    """Who has none gets the draft back as it was."""
    before = draft(turns(*BEES), None)
    assert read_stretches(before) is before


def test_the_draft_keeps_what_was_found_before() -> None:
    """Candidates found by rules stay, in order, in front."""
    said = turns(*BEES)
    found = Candidate(text="goats", kind=Kind.FACT, said_at=MONDAY, sources=(replace(said[0], id="x").source,))
    after = read_stretches(replace(draft(said, all_kept(JOINED[BEES])), candidates=(found,)))
    assert after.candidates[0] == found
    assert len(after.candidates) == 2
