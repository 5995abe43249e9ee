"""Whether a new statement ends a known one: what the weights see, what opens the gate, and what may never end."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from mnemic.domain.changes import Action, Candidate, Relation
from mnemic.domain.judgement import Judgement, Mood, SentenceSubject
from mnemic.domain.record import Kind, Memory, Slot, Source, Status, Turn
from mnemic.index.user_index import UserIndex
from mnemic.language.change_cues import speaks_of_change, states_change_outright
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.models.hashing import HashingEmbedder
from mnemic.models.scripted import ScriptedJudge, certain_judgement
from mnemic.ports import Signal, Vectors
from mnemic.writing.known_memories import KnownMemories
from mnemic.writing.reconcile import reconcile
from mnemic.writing.succession import (
    CHANGE_MIN,
    ENDS_MIN,
    WEIGHTS,
    ComparedStatement,
    end_probabilities,
    fitted_for,
    succession_features,
)
from tests.tables import each_row, nonempty

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SIGNALS = (
    Signal(name="e5", start=0, stop=2, mean=0.0, deviation=1.0),
    Signal(name="use", start=2, stop=4, mean=0.0, deviation=1.0),
)
A_HAIR = 1e-6
CHANGED = certain_judgement(keep=0.9, change=0.9, mood=Mood.SAID, about=SentenceSubject.USER)


def told(text: str, first: float = 0.5, last: float = 0.5, names: str = "") -> ComparedStatement:
    """A statement with these cosines to any that is made by `newer`."""
    columns = (first, math.sqrt(1 - first**2), last, math.sqrt(1 - last**2))
    return ComparedStatement(text=text, vector=np.array(columns, dtype=np.float32), names=frozenset(names.split()))


def newer(text: str, names: str = "") -> ComparedStatement:
    """A statement that others are compared with."""
    return told(text, 1.0, 1.0, names)


def probability(text: str, judgement: Judgement, *olders: ComparedStatement) -> float:
    """That a statement ends the first of some known ones."""
    return end_probabilities(newer(text), judgement, olders, SIGNALS)[0]


GOATS = told("The user keeps goats by the river.")
ZH_GOATS = told("用户在河边养山羊")


def test_the_weights_cover_the_features_and_no_more() -> None:
    """Each feature has its weight and each weight its feature; beside them stands the bias."""
    (row,) = succession_features(newer("sold the goats"), CHANGED, [GOATS], SIGNALS)
    assert set(WEIGHTS) == {*row, "bias"}
    assert all(math.isfinite(weight) for weight in WEIGHTS.values())


@each_row(("change", "opened"), [(0.0, False), (CHANGE_MIN - A_HAIR, False), (CHANGE_MIN, True)])
@each_row(("text", "older"), [("The user keeps sheep by the river.", GOATS), ("用户在河边养绵羊", ZH_GOATS)])
def test_what_speaks_of_no_change_ends_nothing(
    change: float, opened: bool, text: str, older: ComparedStatement
) -> None:
    """Below the threshold the probability is 0, whatever the two have in common."""
    assert (probability(text, certain_judgement(change=change), older) > 0) is opened


@each_row(("text", "older"), [("The user sold the goats by the river.", GOATS), ("用户不再在河边养山羊了", ZH_GOATS)])
def test_outright_words_open_the_gate(text: str, older: ComparedStatement) -> None:
    """Where the words say so, the judge need not hear a change."""
    assert probability(text, certain_judgement(change=0.0), older) > 0


@each_row(
    ("denying", "affirming", "older"),
    [
        ("Switched to sheep, not goats.", "Switched to sheep and goats.", GOATS),
        ("换成绵羊了，不是山羊", "换成绵羊了，还有山羊", ZH_GOATS),
    ],
)
def test_a_denial_raises_the_probability(denying: str, affirming: str, older: ComparedStatement) -> None:
    """What is denied by name has ended more surely than what is merely named."""
    for judgement in (CHANGED, certain_judgement(change=CHANGE_MIN)):
        assert probability(denying, judgement, older) > probability(affirming, judgement, older)


def test_a_surer_change_is_a_surer_end() -> None:
    """The probability grows with that of a change, where the two are near each other at all."""
    text = "The goats by the river went to a neighbour."
    found = [probability(text, certain_judgement(change=step / 20), GOATS) for step in range(20)]
    assert found == sorted(found)
    assert found[-1] > ENDS_MIN > found[0]


def test_the_nearer_ends_more_surely() -> None:
    """By the second signal, and by the words in common."""
    text = "The goats by the river went to a neighbour."
    near = [probability(text, CHANGED, told(GOATS.text, 0.5, step / 10)) for step in range(10)]
    assert near == sorted(near)
    assert probability(text, CHANGED, GOATS) > probability(text, CHANGED, told("The user tunes harps in the attic."))


@each_row("mood", [Mood.SUPPOSED, Mood.ASKED, Mood.JOKED, Mood.QUOTED])
def test_what_is_not_said_as_true_ends_less_surely(mood: Mood) -> None:
    """A supposition, a question, a joke or a quotation is worth less than a plain word."""
    plain = probability("Sold the goats.", CHANGED, GOATS)
    unsaid = certain_judgement(keep=0.9, change=0.9, mood=mood, about=SentenceSubject.USER)
    assert probability("Sold the goats.", unsaid, GOATS) < plain


def test_what_speaks_of_another_ends_less_surely() -> None:
    """Somebody else's goats are sold without ours."""
    of_another = certain_judgement(keep=0.9, change=0.9, mood=Mood.SAID, about=SentenceSubject.OTHER)
    assert probability("Sold the goats.", of_another, GOATS) < probability("Sold the goats.", CHANGED, GOATS)


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    """Sharing the word that all hold says less than sharing the one that a single statement holds."""
    olders = [told("goats river"), told("goats attic"), told("goats harbour")]
    common = succession_features(newer("goats sold"), CHANGED, olders, SIGNALS)[0]
    rare = succession_features(newer("river sold"), CHANGED, olders, SIGNALS)[0]
    assert rare["share of the older"] > common["share of the older"]


def test_names_of_speakers_are_no_words_in_common() -> None:
    """Who speaks says nothing of the matter."""
    ours = succession_features(
        newer("Dan sold goats", "dan"), CHANGED, [told("Dan tunes harps", names="dan")], SIGNALS
    )[0]
    assert ours["any word"] == 0
    assert succession_features(newer("Dan sold goats"), CHANGED, [told("Dan tunes harps")], SIGNALS)[0]["any word"] == 1


def test_the_order_of_what_is_known_does_not_matter() -> None:
    """Each statement has its probability wherever it stands in the list."""
    olders = [GOATS, told("The user tunes harps.", 0.3, 0.2), told("The goats graze by the river.", 0.7, 0.6)]
    found = end_probabilities(newer("Sold the goats."), CHANGED, olders, SIGNALS)
    for order in nonempty(itertools.permutations(range(3))):
        again = end_probabilities(newer("Sold the goats."), CHANGED, [olders[place] for place in order], SIGNALS)
        assert again == pytest.approx([found[place] for place in order])


def test_nothing_known_is_nothing_ended() -> None:
    """No statements, no probabilities."""
    assert end_probabilities(newer("Sold the goats."), CHANGED, [], SIGNALS) == []


@each_row("text", ["", "\x00", "🐐🐐", "\ud800 sold", "sold " * 5_000, "不再" * 5_000, "not " * 5_000])
def test_every_result_is_a_probability(text: str) -> None:
    """Whatever the words and however certain the judge."""
    for figure in (0.0, 0.5, 1.0):
        judgement = certain_judgement(keep=figure, once=figure, change=figure)
        found = end_probabilities(newer(text), judgement, [GOATS, told(text), told("", -1.0, -1.0)], SIGNALS)
        assert len(found) == 3
        assert all(0 <= one <= 1 for one in found)


def test_the_weights_are_used_for_the_vectors_they_were_fitted_on() -> None:
    """Those of the bundled embedder, and no other's."""
    assert fitted_for(BuiltinEmbedder(threads=1).signals)
    assert not fitted_for(HashingEmbedder().signals)
    assert not fitted_for(())
    assert not fitted_for(tuple(reversed(SIGNALS)))


@each_row(
    "text",
    [
        "We moved to Ghent.",
        "I no longer keep goats.",
        "The Friday class has been called off.",
        "I gave up goats.",
        "My bike was sold.",
        "It's not Tuesday but Thursday.",
        "我搬到根特了",
        "我不再养山羊了",
        "周五的课取消了",
        "山羊卖了",
        "你写错了",
        "我把电车换成自行车了",
    ],
)
def test_a_change_in_so_many_words_is_heard(text: str) -> None:
    """Moved, no longer, called off, given up, sold, not this but that."""
    assert states_change_outright(text)
    assert states_change_outright(text.upper())


@each_row(
    "text", ["I keep goats.", "My office is in Ghent.", "I like jazz.", "", "我养山羊", "我公司在根特", "我喜欢爵士乐"]
)
def test_what_merely_is_says_no_change(text: str) -> None:
    """A fact on its own says nothing of a change, outright or otherwise."""
    assert not states_change_outright(text)
    assert not speaks_of_change(text)


class World:
    """What is known, with vectors by text and a judge that hears a change wherever it is told to."""

    def __init__(self, signals: tuple[Signal, ...] = SIGNALS) -> None:
        numbers = itertools.count(1)
        self.turns: dict[Source, Turn] = {}
        self.vectors: dict[str, Vectors] = {}
        self.judge = ScriptedJudge()
        self.known = KnownMemories(
            user_index=UserIndex(size=4, fingerprint="none"),
            turns=self.turns,
            now=NOON,
            new_id=lambda: f"m{next(numbers)}",
            tenant="default",
            user="alice",
            neighbours_max=8,
            vectors=self.vectors,
            signals=signals,
            judge=self.judge,
        )

    def say(
        self,
        text: str,
        *,
        days: int = 0,
        judgement: Judgement | None = None,
        near: float = 0.9,
        unjudged: bool = False,
        **more: object,
    ) -> Memory | None:
        """One statement said some days after noon of 2 March; gives the memory of the last change."""
        turn = Turn(
            id=str(len(self.turns)),
            session="s",
            role="user",
            text=text,
            said_at=NOON + timedelta(days=days),
            recorded_at=NOON,
        )
        self.turns[turn.source] = turn
        self.vectors[text] = told(text, near, near).vector
        candidate = Candidate(
            text=text,
            kind=Kind.FACT,
            said_at=turn.said_at,
            sources=(turn.source,),
            quote=text,
            judgement=None if unjudged else judgement or certain_judgement(),
        )
        reconcile(replace(candidate, **more), self.known)  # type: ignore[arg-type]
        return self.known.changes[-1].memory if self.known.changes else None

    def standing(self) -> list[str]:
        """Texts of what stands."""
        return [memory.text for memory in self.known.standing()]


TRAM = "The user takes the tram to the studio."
SCRAPPED = "The tram to the studio was scrapped."


def slot(subject: str, attribute: str) -> Slot:
    """A slot of somebody; values stand side by side."""
    return Slot(subject=subject, attribute=attribute, value=attribute)


def test_the_older_becomes_the_past_of_the_newer() -> None:
    """Dormant, true until then, linked, with the probability in the reason."""
    world = World()
    world.say(TRAM)
    new = world.say(SCRAPPED, days=3, judgement=CHANGED)
    assert world.standing() == [SCRAPPED]
    change = world.known.changes[-1]
    (old,) = change.replaces
    assert new is not None
    assert (change.action, old.status, old.superseded_by) == (Action.SUPERSEDE, Status.DORMANT, new.id)
    assert old.valid_to == NOON + timedelta(days=3)
    assert "probability" in change.reason
    assert [link.relation for link in world.known.links] == [Relation.SUPERSEDES]


@each_row("kind", [Kind.EVENT, Kind.SKILL])
def test_what_has_happened_or_been_learnt_never_ends(kind: Kind) -> None:
    """However sure the judge is."""
    world = World()
    world.say(TRAM, kind=kind)
    world.say(SCRAPPED, days=3, judgement=CHANGED)
    assert world.standing() == [TRAM, SCRAPPED]


def test_another_subject_never_ends() -> None:
    """What is said of somebody else ends nothing of the user's, whatever they have in common."""
    world = World()
    world.say(TRAM, slot=slot("user", "takes"))
    world.say(SCRAPPED, days=3, judgement=CHANGED, slot=slot("sister", "uses"))
    assert world.standing() == [TRAM, SCRAPPED]
    world.say("The studio tram was scrapped altogether.", days=4, judgement=CHANGED, slot=slot("user", "uses"))
    assert TRAM not in world.standing()


def test_without_vectors_of_the_fitted_kind_nothing_ends() -> None:
    """An embedder that the weights know nothing of ends nothing by them."""
    world = World(signals=(replace(SIGNALS[0], stop=4),))
    world.say(TRAM)
    world.say(SCRAPPED, days=3, judgement=CHANGED)
    assert world.standing() == [TRAM, SCRAPPED]


def test_without_a_judgement_nothing_ends() -> None:
    """What no judge has heard ends nothing by it."""
    world = World()
    world.say(TRAM)
    world.known.judge = None
    world.say(SCRAPPED, days=3, unjudged=True)
    assert world.standing() == [TRAM, SCRAPPED]
    world.say("The studio is no longer reached by tram.", days=-3, unjudged=True)
    assert len(world.standing()) == 3


def test_what_comes_late_is_kept_as_the_past() -> None:
    """Said before what ended it and learnt after: it never stands, and is linked to what ended it."""
    world = World()
    world.judge.judgements = {SCRAPPED: CHANGED}
    ended = world.say(SCRAPPED, days=3, judgement=CHANGED)
    late = world.say(TRAM)
    assert world.standing() == [SCRAPPED]
    assert ended is not None
    assert late is not None
    assert (late.status, late.superseded_by) == (Status.DORMANT, ended.id)
    assert late.valid_to == ended.said_at


@each_row(("late_kind", "later_kind", "ended"), [(Kind.EVENT, Kind.FACT, 0), (Kind.FACT, Kind.EVENT, 1)])
def test_in_which_order_it_is_learnt_makes_no_difference(late_kind: Kind, later_kind: Kind, ended: int) -> None:
    """An event that comes late has happened all the same, and a fact that an event ended has ended all the same."""
    for late_comes_first in (True, False):
        world = World()
        world.judge.judgements = {SCRAPPED: CHANGED}
        if late_comes_first:
            world.say(TRAM, kind=late_kind)
        world.say(SCRAPPED, days=3, judgement=CHANGED, kind=later_kind)
        if not late_comes_first:
            world.say(TRAM, kind=late_kind)
        assert len(world.standing()) == 2 - ended


def test_of_several_only_the_surest_ends() -> None:
    """A second statement ends only where it was said with the first, or where it is nearly certain."""
    world = World()
    world.say(TRAM, near=0.9)
    world.say("The user goes to the studio on Mondays.", near=0.5)
    world.say(
        SCRAPPED, days=3, judgement=certain_judgement(keep=0.9, change=0.7, mood=Mood.SAID, about=SentenceSubject.USER)
    )
    assert world.standing() == ["The user goes to the studio on Mondays.", SCRAPPED]


def test_a_part_that_spoke_for_itself_is_not_told_again() -> None:
    """What is read from several messages is nothing new where one of them stated something."""
    world = World()
    world.say("Bees in the attic, third year.")
    first = next(iter(world.turns))
    world.turns[Source(session="s", turn="9")] = replace(world.turns[first], id="9")
    before = len(world.known.changes)
    joined = Candidate(
        text="Bees, and wasps.",
        kind=Kind.FACT,
        said_at=NOON,
        sources=(Source(session="s", turn="9"), first),
        quote="Bees, and wasps.",
    )
    reconcile(joined, world.known)
    assert len(world.known.changes) == before
    reconcile(replace(joined, sources=joined.sources[:1]), world.known)
    assert len(world.known.changes) == before + 1


@each_row(("other", "left"), [(0.4, ["The user has a boat."]), (0.88, None)])
def test_what_is_taken_back_in_other_words_is_the_nearest(other: float, left: list[str] | None) -> None:
    """Near enough, and nearer than anything else; where two are about as near, nothing is dropped."""
    world = World()
    world.say("The user takes sertraline.", near=0.9)
    world.say("The user has a boat.", near=other)
    world.say("medication", days=1, near=1.0, retracts=True)
    assert world.standing() == (left or ["The user takes sertraline.", "The user has a boat."])
    assert [drop.reason for drop in world.known.dropped] == (
        [] if left else ["asks to forget something that is not known"]
    )


def test_what_is_far_from_everything_is_not_known() -> None:
    """Asked to forget what nobody told, nothing is dropped and the report says so."""
    world = World()
    world.say("The user takes sertraline.", near=0.0)
    world.say("the boat", days=1, near=1.0, retracts=True)
    assert world.standing() == ["The user takes sertraline."]
    assert len(world.known.dropped) == 1
