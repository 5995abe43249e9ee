"""What stands where in a prompt with every room in use, in both languages (R6, R7).

The whole prompt is kept beside this file: `python -m tests.flows.test_placement` writes it anew; read the difference
before you keep it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mnemic import settings
from mnemic.domain.query import Block, Context, Hit, Question, Recall, Trace
from mnemic.domain.record import Kind, Memory, Origin, Source, Status, Tier
from mnemic.language import tokens
from mnemic.reader.statement import USER
from mnemic.reading.placement import WORDS, RoomSection, place_in_prompt
from mnemic.reading.room_sections import WORDS as ROOMS
from mnemic.safety.guard.fence import boundary, neutralise
from tests.conftest import MONDAY
from tests.effort import examples
from tests.flows.placement_scene import SCENES, SESSION, Told, told
from tests.tables import each_row, nonempty

HERE = Path(__file__).parent
FENCED = re.compile(r"\[begin (memory-\w+)\]\n.*?\n\[end \1\]", re.DOTALL)
SETTINGS = settings.load()


@pytest.fixture(scope="module")
def scenes() -> Iterator[Mapping[str, Told]]:
    """The scene as it was told in each language."""
    all_told = {language: told(language) for language in SCENES}
    yield all_told
    for one in all_told.values():
        one.memory.close()


@pytest.fixture(params=SCENES)
def now(request: pytest.FixtureRequest, scenes: Mapping[str, Told]) -> Told:
    """The scene in one language."""
    return scenes[request.param]


def language_of(now: Told) -> str:
    """The language a scene is told in."""
    return next(language for language, scene in SCENES.items() if scene is now.scene)


def contexts(now: Told) -> list[Context]:
    """What is placed for the request, for the question, and for a question about what was never said."""
    scene = now.scene
    return [now.alice.context(text, session=SESSION) for text in (scene.request, scene.question, scene.unknown)]


def in_place(context: Context, place: str) -> list[Block]:
    """The blocks of one place."""
    return [block for block in context.blocks if block.place == place]


def all_text(context: Context) -> str:
    """Everything a memory has put into a prompt."""
    return "\n".join(str(message["content"]) for message in context.messages())


def memories(now: Told, blocks: Iterable[Block]) -> list[Memory]:
    """The memories blocks are made of."""
    return [now.alice.get(id) for block in blocks for id in block.memory_ids]


def fenced(block: Block) -> list[str]:
    """The lines between the markers of a block."""
    title, begin, *lines, end = block.text.split("\n")
    assert title == block.title
    assert end == begin.replace("[begin", "[end")
    return lines


# The whole prompt, as it is.


def shown(messages: Sequence[Mapping[str, Any]]) -> str:
    """Messages to be read: whose, and what; what is no text as JSON."""
    parts = []
    for message in messages:
        others = {key: value for key, value in message.items() if key not in ("role", "content")}
        content = message["content"]
        plain = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=1)
        beside = f" {json.dumps(others, ensure_ascii=False)}" if others else ""
        parts.append(f"<{message['role']}>{beside}\n{plain}\n")
    return "\n".join(parts)


def picture(language: str) -> str:
    """The prompts of a scene: for a request in the formats of two vendors, and for two questions."""
    now = told(language)
    with now.memory:
        scene = now.scene
        request, *questions = contexts(now)
        other = request.anthropic(system=scene.system, history=scene.history)
        parts = [("OpenAI", shown(request.messages(system=scene.system, history=scene.history)))]
        parts.append(("Anthropic", shown([{"role": "system", "content": other["system"]}, *other["messages"]])))
        parts += [("OpenAI", shown(context.messages(system=scene.system))) for context in questions]
    return "\n".join(f"===== {vendor}\n\n{text}" for vendor, text in parts)


@pytest.mark.slow
@each_row("language", SCENES)
def test_the_prompt_stays_as_it_is(language: str) -> None:
    """A prompt with every room in it is the one that was read and kept."""
    assert picture(language) == (HERE / f"placement_{language}.txt").read_text(encoding="utf-8")


# Order.


def test_the_order_of_a_prompt(now: Told) -> None:
    """Head, the application's own text, summary, task, skill, the history, what is near, and the question last."""
    scene, rooms = now.scene, ROOMS[language_of(now)]
    context = contexts(now)[0]
    opening, *history, last = context.messages(system=scene.system, history=scene.history)
    titles = [WORDS[language_of(now)]["head"], scene.system, rooms["summary"], rooms["task"], rooms["skill"]]
    wanted = [opening["content"].index(f"\n\n{title}") for title in titles]
    assert wanted == sorted(wanted)
    assert opening["content"].startswith(context.guidance)
    assert history == list(scene.history)
    assert last["content"].startswith(WORDS[language_of(now)]["near"])
    assert last["content"].endswith(f"\n\n{scene.request}")


def test_permanent_memory_stands_first(now: Told) -> None:
    """Whatever is asked, the head begins with what the user confirmed."""
    held = [memory.id for memory in now.alice.permanent.list()]
    assert held
    for context in contexts(now):
        assert set(in_place(context, "head")[0].memory_ids[: len(held)]) == set(held)


# What never stands in it.


def test_nothing_of_others_stands_in_it(now: Told) -> None:
    """Nothing of another user or agent, and of another task no words said for it and nothing that holds for it only."""
    mark = now.scene.mark
    for context in nonempty(contexts(now)):
        assert mark["users"] not in all_text(context)
        assert mark["agents"] not in all_text(context)
        assert now.scene.apart[0] not in all_text(context)
        for memory in nonempty(memories(now, context.blocks)):
            assert (memory.user, memory.agent) == ("alice", "travel")
            passing = memory.kind is Kind.EPISODE or memory.tier is Tier.WORKING
            assert memory.task in (None, now.task) or not passing


def test_what_is_wanted_for_one_task_is_without_the_other(now: Told) -> None:
    """A request about the task at hand, and a question about it, get nothing of what another task is about."""
    for context in nonempty(contexts(now)[:2]):
        assert context.trace.question.task == now.task
        assert now.scene.mark["apart"] not in all_text(context)


def test_nothing_held_for_review_stands_in_it(now: Told) -> None:
    """A text that gives orders was held by the guard, and is in no prompt, however near it is to what is asked."""
    assert now.held == 1
    for context in (*contexts(now), now.alice.context(now.scene.poison, session=SESSION)):
        assert now.scene.mark["poison"] not in context.text
        assert all(memory.status is not Status.QUARANTINED for memory in memories(now, context.blocks))


def test_only_the_users_own_words_stand_in_the_head(now: Told) -> None:
    """No document, file or assistant speaks in the head, and nobody else's taste."""
    for context in (*contexts(now), now.alice.context(now.scene.other, session=SESSION)):
        for memory in nonempty(memories(now, in_place(context, "head"))):
            assert memory.origin is Origin.USER
            assert memory.slot is None or memory.slot.subject == USER
        assert all(now.scene.mark["other"] not in block.text for block in nonempty(in_place(context, "head")))


def test_an_exception_is_no_lasting_wish(now: Told) -> None:
    """What holds for once is beside the question in its own session, never in the head, and nowhere in another one."""
    words = now.scene.once
    here, elsewhere = (now.alice.context(words, session=session) for session in (SESSION, "another"))
    near = [memory.tier for memory in memories(now, in_place(here, "near"))]
    assert Tier.SESSION in near
    assert all(memory.tier is not Tier.SESSION for memory in memories(now, in_place(here, "head")))
    assert all(memory.tier is not Tier.SESSION for memory in memories(now, elsewhere.blocks))


def test_the_past_has_no_rooms(now: Told) -> None:
    """As of another day, or as known then, neither the session nor a task nor a skill of today stands in the prompt."""
    then = MONDAY + timedelta(hours=20)
    for as_of, known_at in ((then, None), (None, then)):
        context = now.alice.context(now.scene.request, session=SESSION, as_of=as_of, known_at=known_at)
        assert context.blocks
        assert in_place(context, "middle") == []


# How it stands.


def test_every_line_is_fenced(now: Told) -> None:
    """Outside the fences stand only the memory's own words of guidance, titles, the application's text and what is
    said now."""
    scene = now.scene
    for context in nonempty(contexts(now)):
        opening, *history, last = context.messages(system=scene.system, history=scene.history)
        titles = [f"{block.title}\n" for block in context.blocks]
        at = sum(block.place == "head" for block in context.blocks)
        near = [title for title, block in zip(titles, context.blocks, strict=True) if block.place == "near"]
        above = titles[: len(titles) - len(near)]
        assert FENCED.sub("", opening["content"]) == "\n\n".join(
            [context.guidance, *above[:at], scene.system, *above[at:]]
        )
        assert FENCED.sub("", last["content"]) == "\n\n".join([*near, context.question])
        assert history == list(scene.history)


def test_links_are_inert(now: Told) -> None:
    """What a document says is found, and its link is none any more."""
    told = now.scene.document
    context = now.alice.context(told[: len(told) // 2], session=SESSION)
    assert "hxxps://gates.example" in context.text
    assert "https://" not in context.text


def test_nothing_stands_there_twice(now: Told) -> None:
    """Each memory is in one block, and no line comes again: neither a skill that was taught nor a turn told."""
    for context in (*contexts(now), now.alice.context(now.scene.skill, session=SESSION)):
        ids = [id for block in context.blocks for id in block.memory_ids]
        assert len(ids) == len(set(ids))
        lines = [line for block in context.blocks for line in fenced(block)]
        assert len(lines) == len(set(lines))


def test_the_turn_a_skill_was_taught_in_is_not_told_beside_it(now: Told) -> None:
    """Where a skill stands, the turn it comes from would say it once more."""
    context = contexts(now)[0]
    (skill,) = now.alice.skills.list()
    assert skill.id in context.memory_ids
    assert all(set(memory.sources).isdisjoint(skill.sources) for memory in memories(now, in_place(context, "near")))


def test_a_turn_summed_up_for_two_is_told_once(now: Told) -> None:
    """Each agent has summaries of its own of a session; who sees all of them is told each turn once."""
    everything = now.memory.user("alice")
    everything.session(SESSION).messages()
    context = everything.context(now.scene.question, session=SESSION)
    (summary,) = [block for block in context.blocks if block.title == ROOMS[language_of(now)]["summary"]]
    lines = fenced(summary)
    assert len(lines) == len(set(lines))


# Budgets.


@tries(max_examples=examples(60), deadline=None)
@given(budget=st.integers(0, 2_000), language=st.sampled_from(sorted(SCENES)), asked=st.booleans())
def test_no_budget_is_exceeded(scenes: Mapping[str, Told], budget: int, language: str, asked: bool) -> None:
    """The blocks take no more tokens than they may at any budget, and a skill stands whole or not at all."""
    now = scenes[language]
    context = now.alice.context(now.scene.question if asked else now.scene.request, session=SESSION, budget=budget)
    assert sum(block.tokens for block in context.blocks) <= budget
    assert all(block.tokens == tokens.estimate_tokens(block.text) for block in context.blocks)
    (skill,) = now.alice.skills.list()
    stand = [block for block in context.blocks if skill.id in block.memory_ids]
    assert all(step.text in block.text for block in stand for step in skill.steps)
    assert stand or not any(step.text in context.text for step in skill.steps)


@tries(max_examples=examples(30), deadline=None)
@given(window=st.integers(1, 8_000))
def test_memory_takes_a_share_of_the_window(scenes: Mapping[str, Told], window: int) -> None:
    """Of a model's window memory takes 30 % at most, however large the budget."""
    for now in nonempty(scenes.values()):
        context = now.alice.context(now.scene.request, session=SESSION, budget=100_000, window=window)
        assert sum(block.tokens for block in context.blocks) <= 0.3 * window


TEXTS = st.text(alphabet="ab 7京都，。！?<>[]:/\n🙂é", min_size=1, max_size=60)


def found(texts: Sequence[str], *, kind: Kind = Kind.FACT, nothing: bool = False) -> Recall:
    """Statements, each a good hit of one search."""
    held = [
        Memory(
            id=f"{number:08}",
            tenant="t",
            user="u",
            kind=kind,
            text=text,
            said_at=MONDAY,
            recorded_at=MONDAY,
            updated_at=MONDAY,
            sources=(Source(session="s", turn=str(number)),),
        )
        for number, text in enumerate(texts)
    ]
    question = Question(text="Book it.", at=datetime(2026, 3, 3, tzinfo=UTC))
    trace = Trace(
        id="x",
        question=question,
        recipe="balanced",
        looked_at=len(held),
        returned=(),
        scores={},
        cut={},
        nothing=nothing,
    )
    return Recall([Hit(memory=memory, score=0.9, explain={}, evidence=9.0) for memory in held], trace)


def placed(recall: Recall, sections: Sequence[RoomSection] = (), budget: int = 1_500) -> Context:
    """A recall and sections in a prompt."""
    return place_in_prompt(
        recall,
        budget=budget,
        language="en",
        settings=SETTINGS,
        zone=UTC,
        new_boundary=lambda: boundary(bytes),
        sections=sections,
    )


def section(lines: Sequence[str], *, undivided: bool = False, last: bool = False, **given: Any) -> RoomSection:
    """A section of the middle."""
    return RoomSection(
        place="middle",
        title="A title",
        lines=tuple(lines),
        **{"memory_ids": ("room",)} | given,
        undivided=undivided,
        last=last,
    )


@tries(deadline=None)
@given(
    texts=st.lists(TEXTS, max_size=12),
    lines=st.lists(TEXTS, max_size=8),
    undivided=st.booleans(),
    last=st.booleans(),
    budget=st.integers(0, 2_000),
)
def test_whatever_they_say_the_budget_is_kept(
    texts: list[str], lines: list[str], undivided: bool, last: bool, budget: int
) -> None:
    """Any texts, any budget: never more tokens than that, every line fenced, and what is undivided whole."""
    context = placed(found(texts), [section(lines, undivided=undivided, last=last)], budget)
    assert sum(block.tokens for block in context.blocks) <= budget
    rest = FENCED.sub("", context.text)
    assert rest == "\n\n".join(f"{block.title}\n" for block in context.blocks)
    for block in in_place(context, "middle"):
        assert not undivided or "\n".join(fenced(block)) == "\n".join(map(neutralise, lines))


@given(texts=st.lists(TEXTS, max_size=8), lines=st.lists(TEXTS, max_size=8), budget=st.integers(0, 400))
def test_a_summary_takes_what_memories_leave(texts: list[str], lines: list[str], budget: int) -> None:
    """With a summary, memories stand as they do without; it has what is left."""
    recall = found(texts)
    without, context = placed(recall, (), budget), placed(recall, [section(lines, last=True)], budget)
    assert tuple(block for block in context.blocks if block.place != "middle") == without.blocks


def test_a_summary_is_last_and_a_task_is_not() -> None:
    """Where there is room for one of them, the task stands and the memory goes; before a summary the memory stands."""
    recall = found(["The gate is nine."])
    room = placed(recall).blocks[0].tokens + 3  # what is reckoned is a little more than what is taken
    assert [block.place for block in placed(recall, [section(["- one"])], room).blocks] == ["middle"]
    assert [block.place for block in placed(recall, [section(["- one"], last=True)], room).blocks] == ["near"]


def test_a_section_does_not_repeat_what_stands_there() -> None:
    """What is permanent memory already is not shown as a section once more."""
    recall = found(["The gate is nine."])
    held = (recall[0].memory,)
    context = placed(Recall([], recall.trace, held), [section(["- nine"], memory_ids=(held[0].id,))])
    assert [block.memory_ids for block in context.blocks] == [(held[0].id,)]


# Vendors.


@pytest.mark.parametrize("cut", range(6))
def test_anthropic_begins_with_the_user_and_pairs_tools(now: Told, cut: int) -> None:
    """From wherever the history begins: first the user, then each in turn; a result comes right after its call."""
    scene = now.scene
    history = scene.history[cut:] if cut != 3 else scene.history[4:]  # a history does not begin with a result
    made = contexts(now)[0].anthropic(system=scene.system, history=history)
    roles = [message["role"] for message in made["messages"]]
    assert roles[0] == "user"
    assert all(one != other for one, other in pairwise(roles))
    assert roles[-1] == "user"
    for before, after in pairwise(made["messages"]):
        assert blocks_of(before, "tool_use", "id") == blocks_of(after, "tool_result", "tool_use_id")
    assert scene.system in made["system"]
    assert scene.request in json.dumps(made["messages"][-1], ensure_ascii=False)


def blocks_of(message: Mapping[str, Any], type: str, key: str) -> list[str]:
    """Ids of the blocks of one type in a message."""
    content = message["content"]
    return [] if isinstance(content, str) else [block[key] for block in content if block["type"] == type]


def test_the_vendors_get_the_same(now: Told) -> None:
    """What the memory says is word for word the same in both formats."""
    for context in nonempty(contexts(now)):
        ours, theirs = context.messages(system=now.scene.system), context.anthropic(system=now.scene.system)
        assert [theirs["system"], *(message["content"] for message in theirs["messages"])] == [
            message["content"] for message in ours
        ]


def write() -> None:
    """The prompts as they are now."""
    for language in SCENES:
        (HERE / f"placement_{language}.txt").write_text(picture(language), encoding="utf-8")


if __name__ == "__main__":
    write()
