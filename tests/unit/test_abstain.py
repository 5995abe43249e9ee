"""The chance that an answer is among the hits, and what is done below the floor."""

from __future__ import annotations

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.language import detect
from mnemic.models.hashing import HashingEmbedder
from mnemic.models.rerank_scripted import ScriptedReranker
from mnemic.reading.abstain import Calibration, calibrations
from mnemic.settings import Settings
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled

SAID = [
    "I keep the spare key under the third flowerpot.",
    "我每周二晚上去学陶艺。",
    "The dentist is called Doctor Brandt.",
]
KNOWN = ("Where is the spare key under the flowerpot?", "我每周几晚上去学陶艺？")
UNKNOWN = ("How tall is Mount Kenya?", "珠穆朗玛峰有多高？")


@pytest.fixture
def memory() -> OpenMemory:
    """A memory of three statements that refuses nothing."""
    opened = assembled(InMemoryStore(), answer_min=0.0)
    opened.user("alice").add(SAID, infer=False)
    return opened


def test_a_calibration_is_shipped_for_the_default_embedder() -> None:
    """Every calibration is whole, and there is one for the embedder everybody has."""
    from mnemic.models.builtin import BuiltinEmbedder

    assert BuiltinEmbedder().fingerprint in calibrations()
    for calibration in calibrations().values():
        assert set(calibration.weights) == set(calibration.means) == set(calibration.deviations)
        assert all(deviation > 0 for deviation in calibration.deviations.values())


def test_a_chance_rises_with_what_speaks_for_it() -> None:
    """The chance follows the weight of a sign, and stays a chance."""
    calibration = Calibration(means={"best": 0.0}, deviations={"best": 2.0}, weights={"best": 1.5}, bias=0.0, floor=0.1)
    chances = [calibration.chance({"best": best}) for best in (-900.0, -1.0, 0.0, 1.0, 900.0)]
    assert chances == sorted(chances)
    assert calibration.chance({}) == calibration.chance({"best": 0.0}) == 0.5
    assert chances[0] >= 0
    assert chances[-1] <= 1


@pytest.mark.parametrize(("known", "unknown"), list(zip(KNOWN, UNKNOWN, strict=True)), ids=["en", "zh"])
def test_what_is_known_is_likelier(memory: OpenMemory, known: str, unknown: str) -> None:
    """A question whose words are remembered has a higher chance than one about something else, in both languages."""
    user = memory.user("alice")
    sure, unsure = user.search(known).answered, user.search(unknown).answered
    assert sure is not None
    assert unsure is not None
    assert 0 <= unsure < sure <= 1


def test_an_empty_memory_answers_nothing() -> None:
    """Where there is no hit the chance is nought and nothing is remembered, whatever the floor."""
    with assembled(InMemoryStore(), answer_min=0.0) as empty:
        found = empty.user("alice").search(KNOWN[0])
    assert (list(found), found.answered, found.nothing) == ([], 0.0, True)


def test_hits_are_given_below_the_floor(memory: OpenMemory) -> None:
    """A refusal is a flag and a number: what comes nearest is still there."""
    with assembled(InMemoryStore(), answer_min=1.0) as strict:
        strict.user("alice").add(SAID, infer=False)
        refused = strict.user("alice").search(KNOWN[0])
    plain = memory.user("alice").search(KNOWN[0])
    assert refused.nothing
    assert not plain.nothing
    assert [hit.memory.text for hit in refused] == [hit.memory.text for hit in plain]
    assert refused.answered == plain.answered == refused.trace.answered


def test_the_chance_is_of_the_question_not_of_the_hits_asked_for(memory: OpenMemory) -> None:
    """Asking for fewer hits changes no chance."""
    user = memory.user("alice")
    assert user.search(KNOWN[0], k=1).answered == user.search(KNOWN[0], k=3).answered


@pytest.mark.parametrize("recipe", ["lexical", "semantic", "precise"])
def test_another_recipe_has_no_calibration(memory: OpenMemory, recipe: str) -> None:
    """A recipe that scores otherwise gives no chance and refuses nothing."""
    found = memory.user("alice").search(KNOWN[0], recipe=recipe)
    assert (found.answered, found.nothing) == (None, False)


class Foreign(HashingEmbedder):
    """An embedder nothing was fitted for."""

    @property
    def fingerprint(self) -> str:
        """A name of its own."""
        return "foreign-1"


def test_another_embedder_has_no_calibration() -> None:
    """Its likenesses mean something else: no chance is claimed, and nothing is refused at any floor."""
    with assembled(InMemoryStore(), embedder=Foreign(), answer_min=1.0) as other:
        other.user("alice").add(SAID, infer=False)
        found = other.user("alice").search(UNKNOWN[0])
    assert (found.answered, found.nothing) == (None, False)
    assert found


def test_a_reranker_does_not_make_surer(memory: OpenMemory) -> None:
    """The signs leave its term out: a reranker that moves nothing changes no chance."""
    judge = ScriptedReranker(lambda question, text: 0.5)
    with assembled(InMemoryStore(), reranker=judge, answer_min=0.0) as helped:
        helped.user("alice").add(SAID, infer=False)
        assert helped.user("alice").search(KNOWN[0]).answered == memory.user("alice").search(KNOWN[0]).answered


@pytest.mark.parametrize("question", [*KNOWN, *UNKNOWN])
def test_below_the_floor_a_prompt_says_so(question: str) -> None:
    """Nothing is placed, and the prompt says in the question's language that nothing is remembered."""
    with assembled(InMemoryStore(), answer_min=1.0) as strict:
        strict.user("alice").add(SAID, infer=False)
        placed = strict.user("alice").context(question)
    words = "没有记忆" if detect.language(question) == "zh" else "Nothing is remembered"
    assert placed.blocks == ()
    assert words in placed.guidance
    assert [message["role"] for message in placed.messages()] == ["system", "user"]
    assert words in placed.messages()[0]["content"]


def test_lasting_wishes_stand_below_the_floor() -> None:
    """A wish for every answer claims to answer none: it is placed, and the prompt still says that nothing is known."""
    with assembled(InMemoryStore(), answer_min=1.0) as strict:
        user = strict.user("alice")
        user.add("Always answer me in short sentences.")
        placed = user.context("Answer me in short sentences: how tall is Mount Kenya?")
    assert [block.place for block in placed.blocks] == ["head"]
    assert placed.guidance.startswith("Nothing is remembered about this.")


def test_the_default_floor_refuses_little() -> None:
    """The floors are low: at most some three in a hundred questions with an answer fall below."""
    assert Settings().answer_min is None
    assert all(0 < calibration.floor < 0.3 for calibration in calibrations().values())
