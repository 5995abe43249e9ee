"""What the question names and no hit speaks of is searched for again, alone."""

from __future__ import annotations

import json

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.errors import InvalidSetting, ModelUnavailable
from mnemic.models.scripted import ScriptedModel
from mnemic.reading.second_look import ROUNDS_MAX, things_named
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.wiring.opening import open as open_memory
from tests.conftest import assembled
from tests.tables import each_row

BIRDS = [f"I watched a heron at the lake, note {number}." for number in range(12)]
REX = "Rex barked at the postman."
OTHERS = [f"Shelf {number} holds jars of jam." for number in range(120)]
QUESTION = "What did I watch the heron do at the lake, in which note, with Rex?"


def filled(memory: OpenMemory) -> None:
    """A memory in which one thing fills every page, and another stands once."""
    memory.user("alice").add([*OTHERS, *BIRDS, REX], infer=False)


@each_row(
    ("question", "named"),
    [
        ("Did Ana like “The Long Way” more than Lena did?", {"The Long Way", "Ana", "Lena"}),
        ("老王推荐的《白夜行》我读完了吗？", {"老王", "白夜行"}),
        ("what did i eat", set()),
        ("", set()),
    ],
)
def test_names_and_quotations_are_named(question: str, named: set[str]) -> None:
    """People and quoted titles are named things; common words are not."""
    assert named <= set(things_named(question))
    assert bool(things_named(question)) == bool(named)


def test_what_no_hit_speaks_of_is_searched_alone() -> None:
    """A name that the best hits leave out is brought onto the page, and the trace says what was searched."""
    found = {}
    for how in ("off", "rules"):
        with assembled(InMemoryStore(), second_round=how) as memory:
            filled(memory)
            found[how] = memory.user("alice").search(QUESTION)
    assert REX not in [hit.memory.text for hit in found["off"]]
    assert REX in [hit.memory.text for hit in found["rules"]]
    assert found["rules"].trace.rounds == ("Rex",)
    assert "second" in next(hit for hit in found["rules"] if hit.memory.text == REX).explain


def test_off_is_off() -> None:
    """Without a second round nothing is searched again."""
    with assembled(InMemoryStore(), second_round="off") as memory:
        filled(memory)
        assert memory.user("alice").search(QUESTION).trace.rounds == ()


def test_the_best_hits_stay() -> None:
    """What a second round finds stands below the best hits of the first."""
    with assembled(InMemoryStore()) as once, assembled(InMemoryStore(), second_round="rules") as twice:
        for memory in (once, twice):
            filled(memory)
        first, second = (memory.user("alice").search(QUESTION)[0].memory.text for memory in (once, twice))
    assert first == second


def test_another_users_names_are_not_found() -> None:
    """A second round stays in its scope."""
    with assembled(InMemoryStore(), second_round="rules") as memory:
        memory.user("alice").add(BIRDS, infer=False)
        memory.user("bob").add(REX, infer=False)
        found = memory.user("alice").search(QUESTION)
    assert REX not in [hit.memory.text for hit in found]
    assert found.trace.rounds == ()


def test_what_was_superseded_stays_out() -> None:
    """A second round passes the same gates as the first."""
    with assembled(InMemoryStore(), second_round="rules") as memory:
        filled(memory)
        user = memory.user("alice")
        wrong = next(hit.memory for hit in user.search("Rex postman") if hit.memory.text == REX)
        user.reject(wrong.id)
        assert REX not in [hit.memory.text for hit in user.search(QUESTION)]


def asked(answer: object, k: int = 3) -> tuple[list[str], tuple[str, ...], tuple[str, ...], ScriptedModel]:
    """What is found where a model says what is missing."""
    text = answer if isinstance(answer, str | ModelUnavailable) else json.dumps(answer)
    model = ScriptedModel([text])
    with assembled(InMemoryStore(), asked=model, second_round="model", extraction="rules") as memory:
        filled(memory)
        found = memory.user("alice").search("Which heron note of the lake was it?", k=k)
    return [hit.memory.text for hit in found], found.trace.rounds, found.degraded, model


def test_a_model_says_what_is_missing() -> None:
    """Its phrase is searched in full, and what is found joins the hits."""
    texts, rounds, degraded, model = asked({"missing": ["the postman and Rex"]}, k=8)
    assert REX in texts
    assert rounds == ("the postman and Rex",)
    assert degraded == ()
    assert "Which heron note" in model.calls[0].messages[-1]["content"]


def test_a_model_gets_no_more_than_the_rounds_agreed() -> None:
    """Of a long list the first phrases are searched."""
    _, rounds, _, _ = asked({"missing": [f"phrase {number}" for number in range(9)]})
    assert rounds == tuple(f"phrase {number}" for number in range(ROUNDS_MAX))


@pytest.mark.slow
@each_row("answer", ["", "nothing", "{", '{"missing": "Rex"}', '{"missing": [7, null, "  "]}', "[]", '{"found": []}'])
def test_a_model_that_babbles_changes_nothing(answer: str) -> None:
    """An answer without phrases adds no round and no harm."""
    plain, _, _, _ = asked({"missing": []})
    texts, rounds, degraded, _ = asked(answer)
    assert (texts, rounds, degraded) == (plain, (), ())


def test_a_model_that_fails_degrades_the_answer() -> None:
    """The hits of the first round stand, and the answer says what is missing."""
    plain, _, _, _ = asked({"missing": []})
    texts, rounds, degraded, _ = asked(ModelUnavailable("The line is dead."))
    assert (texts, rounds) == (plain, ())
    assert degraded == ("second round: The line is dead.",)


def test_a_model_is_needed_to_ask_one() -> None:
    """The setting without a model is refused in words that name the way out."""
    with pytest.raises(InvalidSetting, match="MNEMIC_MODEL"):
        open_memory(":memory:", embedder="hashing", background=False, second_round="model")
