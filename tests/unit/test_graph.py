"""The graph beside the shelf: who is one, what flows where, and what it costs to be mentioned all over."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from mnemic.domain.index_entry import IndexedMemory, IndexEntry, Refresh
from mnemic.domain.query import Question
from mnemic.domain.record import Kind, Memory, Source, Status
from mnemic.errors import EntityNotFound, InvalidQuery
from mnemic.index import graph as graphs
from mnemic.index.graph import EntityGraph, EntityGraphs, entity_graph_of
from mnemic.index.user_index import UserIndex
from mnemic.models.hashing import HashingEmbedder
from mnemic.reading import graph_channel
from mnemic.reading.recipes import recipe_named
from mnemic.reading.state import ReadState
from mnemic.reading.world import EntityWorld
from mnemic.settings import load
from tests.tables import each_row, nonempty

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EMBEDDER = HashingEmbedder()
SETTINGS = load()


def memory(id: str, *entities: str, session: str | None = None, turn: str = "", agent: str | None = None) -> Memory:
    """A turn that names entities and says nothing else; each in a session of its own unless said."""
    return Memory(
        id=id,
        tenant="default",
        user="alice",
        agent=agent,
        session=session or id,
        kind=Kind.EPISODE,
        text=" ".join(entities) or id,
        entities=entities,
        said_at=NOON,
        recorded_at=NOON,
        updated_at=NOON,
        sources=(Source(session=session or id, turn=turn or id),),
        position=int("".join(c for c in id if c.isdigit()) or 0),
    )


def shelf_of(*memories: Memory) -> UserIndex:
    """A shelf of memories without vectors."""
    user_index = UserIndex(size=EMBEDDER.size, fingerprint=EMBEDDER.fingerprint)
    take(user_index, 1, *memories)
    return user_index


def take(user_index: UserIndex, change: int, *memories: Memory, gone: tuple[str, ...] = ()) -> None:
    """Bring the shelf up to a change number."""
    entries = tuple(IndexedMemory(memory=m, entry=IndexEntry(terms={}, vector=None, fingerprint="")) for m in memories)
    user_index.take(Refresh(epoch="e", change=change, changed=entries, gone=gone))


def active(user_index: UserIndex, *names: str) -> dict[str, float]:
    """Activation of every memory from the entities of these names."""
    graph = EntityGraphs().of(user_index)
    seeds = tuple(number for name in names if (number := graph.named(name)) is not None)
    found = graph_channel.activation(graph, user_index.freeze(), seeds)
    return {id: round(float(found[row]), 4) for id, row in user_index.row_of.items()}


def asking(user_index: UserIndex, question: str, **given: object) -> ReadState:
    """A question over a shelf, with the graph."""
    return ReadState(
        question=Question(text=question, at=NOON, **given),  # type: ignore[arg-type]
        recipe=recipe_named("balanced", SETTINGS),
        user_index=user_index,
        settings=SETTINGS,
        zone=UTC,
        embedder=EMBEDDER,
        graphs=EntityGraphs(),
    )


NOISE = [memory(f"n{number}") for number in range(20)]


def test_an_entity_is_reached_by_any_of_its_names() -> None:
    """What is said of 东京, of a sister and of Lena Brandt is found by Tokyo, the name, and the first name."""
    user_index = shelf_of(memory("a", "东京"), memory("b", "sister", "Lena Brandt"), memory("c", "Lena"), *NOISE)
    assert active(user_index, "Tokyo")["a"] == pytest.approx(1.0, abs=0.01)
    assert active(user_index, "sister") == active(user_index, "Lena") == active(user_index, "Lena Brandt")
    assert active(user_index, "Lena")["c"] > 0.5


def test_two_that_share_a_name_stay_two() -> None:
    """With two Lenas nothing of the one comes up for the other."""
    user_index = shelf_of(memory("a", "Lena Brandt"), memory("b", "Lena Okafor"), memory("c", "Lena"), *NOISE)
    assert active(user_index, "Lena Brandt")["b"] == 0
    assert active(user_index, "Lena Brandt")["c"] == 0


def test_activation_flows_to_what_was_said_beside_and_over_one_more_entity() -> None:
    """The turn that names it has most, the next turn and what another entity of it leads to less; a third hop none."""
    user_index = shelf_of(
        memory("m1", "Tokyo", "Kofi", session="s"),
        memory("m2", session="s"),
        memory("m3", "Kofi", "Accra"),
        memory("m4", "Accra", "Efua"),
        memory("m5", "Efua"),
        *NOISE,
    )
    found = active(user_index, "Tokyo")
    assert found["m1"] > found["m2"] > 0
    assert found["m1"] > found["m3"] > 0
    assert found["m5"] == 0
    assert not any(found[one.id] for one in NOISE)


def test_what_is_mentioned_all_over_says_little() -> None:
    """A memory of a rare entity is more active than one of an entity that half the memories mention."""
    common = [memory(f"c{number}", "Kofi") for number in range(20)]
    user_index = shelf_of(memory("a", "Efua"), *common, *NOISE)
    assert active(user_index, "Efua")["a"] > 2 * active(user_index, "Kofi")["c1"]


def test_a_question_about_two_prefers_what_mentions_both() -> None:
    """One that mentions both is ahead of those that mention one."""
    user_index = shelf_of(memory("a", "Efua", "Kofi"), memory("b", "Efua"), memory("c", "Kofi"), *NOISE)
    found = active(user_index, "Efua", "Kofi")
    assert found["a"] > max(found["b"], found["c"])


def test_activation_stays_between_zero_and_one() -> None:
    """However much hangs together, nothing is more than fully active."""
    user_index = shelf_of(*(memory(f"m{n}", "Efua", "Kofi", f"Name{n % 3}", session=f"s{n % 2}") for n in range(30)))
    for names in (("Efua",), ("Efua", "Kofi"), ("Name1",)):
        assert all(0 <= value <= 1 for value in nonempty(active(user_index, *names).values()))


@each_row(
    ("question", "named"),
    [
        ("what did connie say", ["Connie"]),
        ("Did Mark call?", ["Mark"]),
        ("did you mark it?", []),
        ("我在东京订了什么", ["Tokyo"]),
        ("what about my sister", ["Lena"]),
        ("我姐姐呢", ["Lena"]),
        ("what about your sister", []),
        ("nothing at all", []),
    ],
)
def test_a_question_is_linked_to_what_it_names(question: str, named: list[str]) -> None:
    """Names are found in any case, everyday words only with their capital, roles in both languages."""
    graph = entity_graph_of(
        enumerate([memory("a", "Connie"), memory("b", "Mark"), memory("c", "Tokyo"), memory("d", "sister", "Lena")]), 4
    )
    assert [graph.label(number) for number in graph_channel.linked_entities(graph, question)] == named


def test_a_speaker_is_no_entity_of_a_question() -> None:
    """Whose words are asked for is another channel's matter."""
    graph = entity_graph_of(enumerate([memory("a", "Connie"), memory("b", "Ray")]), 2)
    assert [
        graph.label(one) for one in graph_channel.linked_entities(graph, "What did Ray tell Connie?", ("Ray", ""))
    ] == ["Connie"]


def test_the_term_is_bounded_and_named() -> None:
    """The graph's part of a score is between 0 and its weight, for so many memories at most, and called "graph"."""
    many = [memory(f"m{n}", "Efua") for n in range(3 * graph_channel.ROWS_MAX)]
    part = graph_channel.score_graph(asking(shelf_of(*many, memory("a", "Efua", "Kofi")), "Efua and Kofi")).parts[
        "graph"
    ]
    assert 0 <= part.min() <= part.max() <= SETTINGS.graph_weight + 1e-6
    assert part.max() > 0


def test_a_question_without_names_costs_no_term() -> None:
    """Where nothing known is named there is no such part; nor where the recipe leaves the graph out."""
    user_index = shelf_of(memory("a", "Efua"))
    assert "graph" not in graph_channel.score_graph(asking(user_index, "what now")).parts
    precise = replace(asking(user_index, "Efua"), recipe=recipe_named("precise", SETTINGS))
    assert "graph" not in graph_channel.score_graph(precise).parts


def test_the_retired_are_not_raised_but_for_their_own_time() -> None:
    """A statement that no longer stands gets nothing, unless the question is about then."""
    gone = replace(memory("a", "Efua"), superseded_at=NOON, status=Status.ARCHIVED, valid_to=NOON)
    user_index = shelf_of(gone, memory("b", "Kofi"))
    assert "graph" not in graph_channel.score_graph(asking(user_index, "Efua")).parts
    assert graph_channel.score_graph(asking(user_index, "Efua", as_of=NOON - timedelta(days=1))).parts["graph"][0] > 0


def test_the_quarantined_are_not_in_the_graph() -> None:
    """No name, no edge, no row of a memory that waits for review."""
    held = replace(memory("a", "Efua", "Kofi"), status=Status.QUARANTINED)
    graph = entity_graph_of(enumerate([held, memory("b", "Kofi")]), 2)
    assert graph.named("Efua") is None
    assert graph.rows_of(graph.keys["kofi"]) == [1]


def test_the_graph_follows_the_shelf() -> None:
    """The same graph while nothing changes; added, changed and forgotten memories are followed."""
    user_index, kept = shelf_of(memory("a", "Efua")), EntityGraphs()
    first = kept.of(user_index)
    assert kept.of(user_index) is first
    take(user_index, 2, memory("b", "Kofi"))
    assert kept.of(user_index).named("Kofi") is not None
    take(user_index, 3, memory("a", "Yaw"))
    assert kept.of(user_index).named("Efua") is None
    take(user_index, 4, gone=("a", "b"))
    assert len(kept.of(user_index)) == 0


def test_an_agents_graph_has_its_own_names_only() -> None:
    """What was told to one agent gives another neither an entity nor an alias."""
    user_index, kept = (
        shelf_of(memory("a", "sister", "Lena", agent="x"), memory("b", "sister", agent="y")),
        EntityGraphs(),
    )
    assert kept.of(user_index, "y").named("Lena") is None
    assert kept.of(user_index, "y").label(0) == "sister"
    assert kept.of(user_index, "x").named("sister") == kept.of(user_index, "x").named("Lena")
    for number in range(2 * graphs.AGENTS_MAX):
        assert len(kept.of(user_index, f"agent {number}")) == 0


def test_a_large_user_has_a_graph_of_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit the oldest memories are left out."""
    monkeypatch.setattr(graphs, "MEMORIES_MAX", 3)
    user_index = shelf_of(*(memory(f"m{n}", f"Name{n}") for n in range(5)))
    graph = EntityGraphs().of(user_index)
    assert [graph.named(f"Name{n}") is not None for n in range(5)] == [False, False, True, True, True]


def world(*memories: Memory, **asked: object) -> EntityWorld:
    """The world of these memories."""
    return EntityWorld(
        graph=entity_graph_of(enumerate(memories), len(memories)),
        question=Question(text="everything", at=NOON, **asked),  # type: ignore[arg-type]
    )


def test_a_path_says_how_two_hang_together() -> None:
    """Two hops over a third entity, with a memory for each step; nothing beyond the hops asked for."""
    seen = world(memory("a", "Efua", "Kofi"), memory("b", "Kofi", "Accra"), memory("c", "Accra", "Yaw"), *NOISE)
    near = {one.entity.name: one for one in seen.connected("Efua")}
    assert list(near) == ["Kofi", "Accra"]
    assert near["Accra"].path == ("Efua", "Kofi", "Accra")
    assert [one.id for one in near["Accra"].through] == ["a", "b"]
    assert near["Kofi"].strength > near["Accra"].strength > 0
    assert [one.entity.name for one in seen.connected("Efua", 1)] == ["Kofi"]


@each_row("hops", [0, 4, -1, 1.5, True, "2"])
def test_hops_are_a_small_number(hops: object) -> None:
    """Anything but 1 to 3 is refused."""
    with pytest.raises(InvalidQuery, match="hops"):
        world(memory("a", "Efua")).connected("Efua", hops)  # type: ignore[arg-type]


def test_an_unknown_name_names_near_ones() -> None:
    """The error says which known names are like it."""
    with pytest.raises(EntityNotFound, match="Efua"):
        world(memory("a", "Efua"), memory("b", "Kofi")).about("Efia")


def test_an_empty_graph_knows_nobody() -> None:
    """Nothing is linked, active or listed."""
    graph = EntityGraph()
    assert graph_channel.linked_entities(graph, "Lena") == ()
    assert graph_channel.activation(graph, shelf_of().freeze(), ()).tolist() == np.zeros(0).tolist()
    assert world().entities() == []
