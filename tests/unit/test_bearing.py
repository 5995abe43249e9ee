"""Which hits are worth their tokens in a prompt: laws on recalls made by hand."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mnemic import settings
from mnemic.domain.query import Hit, Question, Recall, Trace
from mnemic.domain.record import Kind, Memory, Origin, Slot, Tier
from mnemic.reader.statement import USER
from mnemic.reading import relevance as rules
from mnemic.reading.relevance import belongs_in_head, hits_worth_placing, is_only_questions, is_question
from tests.conftest import MONDAY
from tests.tables import each_row

SETTINGS = settings.load()
LOOKED_AT = 200
CHANCE = math.sqrt(2 * math.log(LOOKED_AT))
ENOUGH = 9.0  # log-odds of evidence: more than any floor
REQUEST = "Book the ferry to Hvar."
QUESTIONS = ("When does the ferry leave?", "渡轮几点开？")


def statement(text: str = "The ferry leaves at nine.", **given: Any) -> Memory:
    """A statement of the user's; what else it is may be given."""
    plain: dict[str, Any] = {
        "id": text,
        "tenant": "t",
        "user": "u",
        "kind": Kind.FACT,
        "text": text,
        "said_at": MONDAY,
        "recorded_at": MONDAY,
        "updated_at": MONDAY,
    }
    return Memory(**plain | given)


def turn(text: str = "Mind the gap.", **given: Any) -> Memory:
    """A turn as it was said."""
    return statement(text, kind=Kind.EPISODE, **given)


def hit(memory: Memory, score: float = 0.9, evidence: float = ENOUGH) -> Hit:
    """A memory that was found."""
    return Hit(memory=memory, score=score, explain={}, evidence=evidence)


def recall(text: str, *hits: Hit, task: str | None = None, nothing: bool = False, looked_at: int = LOOKED_AT) -> Recall:
    """What a search found, best first."""
    trace = Trace(
        id="x",
        question=Question(text=text, at=MONDAY, task=task),
        recipe="balanced",
        looked_at=looked_at,
        returned=(),
        scores={},
        cut={},
        nothing=nothing,
    )
    return Recall(list(hits), trace)


def kept(found: Recall) -> list[str]:
    """The texts of what bears on it."""
    return [one.memory.text for one in hits_worth_placing(found, SETTINGS)]


def test_a_bare_turn_needs_more_evidence_than_a_statement() -> None:
    """With evidence between the two floors the statement stands and the turn does not; with more, both do."""
    between = (rules.EVIDENCE_PER_DEVIATION + rules.EVIDENCE_OF_A_TURN) / 2 * CHANCE
    said, bare = statement("A statement."), turn("A turn.")
    assert kept(recall(REQUEST, hit(said, evidence=between), hit(bare, evidence=between))) == ["A statement."]
    assert kept(recall(REQUEST, hit(said), hit(bare))) == ["A statement.", "A turn."]


def test_a_bare_turn_needs_a_better_score_and_anothers_a_better_one_still() -> None:
    """Of equal scores the statement passes first, then the user's own turn, then somebody else's."""
    said, own = statement("A statement."), turn("Own turn.")
    anothers = turn("Another's turn.", origin=Origin.ASSISTANT)
    passes = {
        score: set(kept(recall(REQUEST, *(hit(memory, score) for memory in (said, own, anothers)))))
        for score in (0.05, 0.2, 0.4, 0.6)
    }
    assert passes == {
        0.05: set(),
        0.2: {"A statement."},
        0.4: {"A statement.", "Own turn."},
        0.6: {"A statement.", "Own turn.", "Another's turn."},
    }


def test_more_memories_need_more_evidence() -> None:
    """What stands out among ten may be chance among a hundred thousand."""
    one = hit(statement(), evidence=0.6)
    assert kept(recall(REQUEST, one, looked_at=10))
    assert not kept(recall(REQUEST, one, looked_at=100_000))


ANOTHERS = [
    ("Mateo", "Mateo likes the upper deck.", "Book the ferry.", "Book the ferry for mateo.", "Which deck is liked?"),
    ("阿杰", "阿杰喜欢上层甲板。", "帮我订渡轮。", "帮阿杰订渡轮。", "谁喜欢上层甲板？"),
    ("弟弟阿杰", "弟弟阿杰喜欢上层甲板。", "帮我订渡轮。", "给阿杰订渡轮。", "谁喜欢上层甲板？"),
]


@each_row(("subject", "text", "request_", "naming", "question"), ANOTHERS)
def test_anothers_taste_is_left_out_of_a_request(
    subject: str, text: str, request_: str, naming: str, question: str
) -> None:
    """With a request that does not name them it is left out; with one that does, or with a question, it stands."""
    taste = statement(text, kind=Kind.PREFERENCE, slot=Slot(subject=subject, attribute="likes", value="deck"))
    assert kept(recall(request_, hit(taste))) == []
    assert kept(recall(naming, hit(taste))) == [text]
    assert kept(recall(question, hit(taste))) == [text]


def test_a_common_character_names_nobody() -> None:
    """That a name and a request share a character like 小 or 人 does not make the request about them."""
    taste = statement("小孟喜欢上层甲板。", slot=Slot(subject="小孟", attribute="likes", value="上层甲板"))
    assert kept(recall("订一张小船票，两个人。", hit(taste))) == []


def test_the_users_own_taste_stands_with_a_request() -> None:
    """A request is carried out with what its user likes."""
    taste = statement(slot=Slot(subject=USER, attribute="likes", value="deck"))
    assert kept(recall(REQUEST, hit(taste)))


def test_words_for_the_task_at_hand_need_no_evidence() -> None:
    """The first three of the user's own stand without any; a fourth, and those of another task, need theirs."""
    words = [hit(turn(f"Word {number}.", task="a"), 0.02, 0.0) for number in range(5)]
    apart = hit(turn("Apart.", task="b"), 0.02, 0.0)
    assert kept(recall(REQUEST, apart, *words, task="a")) == ["Word 0.", "Word 1.", "Word 2."]
    assert kept(recall(REQUEST, apart, *words)) == []


@each_row("given", [{"origin": Origin.TOOL}, {"kind": Kind.TASK}])
def test_only_the_users_words_for_the_task_are_free(given: dict[str, Any]) -> None:
    """What a tool said for it, and the task's own record, need evidence as anything else."""
    assert kept(recall(REQUEST, hit(statement(task="a", **given), 0.02, 0.0), task="a")) == []


def test_what_is_far_below_the_best_is_cut() -> None:
    """A hit that would stand alone is cut beside one so many log-odds better."""
    low, high = hit(statement("Low."), 0.3), hit(statement("High."), 0.98)
    assert kept(recall(REQUEST, low)) == ["Low."]
    assert kept(recall(REQUEST, high, low)) == ["High."]
    assert kept(recall(REQUEST, hit(statement("High."), 0.7), low)) == ["High.", "Low."]


def test_few_of_low_value() -> None:
    """Of hits below the middle of the scale only so many stand as the settings say; better ones are not counted."""
    low = [hit(statement(f"Low {number}."), 0.4) for number in range(6)]
    high = [hit(statement(f"High {number}."), 0.8) for number in range(6)]
    assert len(kept(recall(REQUEST, *high, *low))) == len(high) + SETTINGS.context_low_value_max


@each_row("question", QUESTIONS)
def test_nothing_is_placed_for_a_question_with_nothing_remembered(question: str) -> None:
    """What comes nearest answers nothing; a request still gets what bears on it."""
    one = hit(statement())
    assert kept(recall(question, one, nothing=True)) == []
    assert kept(recall(question, one)) == [one.memory.text]
    assert kept(recall(REQUEST, one, nothing=True)) == [one.memory.text]


@each_row("text", [*QUESTIONS, REQUEST])
def test_a_lasting_wish_needs_no_evidence(text: str) -> None:
    """It claims to answer nothing, so it stands even where nothing is remembered; but not with a low score."""
    wish = statement("Always by ferry.", kind=Kind.RULE)
    assert kept(recall(text, hit(wish, 0.6, 0.0), nothing=True)) == ["Always by ferry."]
    assert kept(recall(text, hit(wish, 0.4, 0.0))) == []


@each_row("question", QUESTIONS)
def test_a_turn_that_only_asks_tells_nothing(question: str) -> None:
    """It can be found, and is not placed; a turn that also tells something is."""
    assert is_only_questions(turn(question))
    assert not is_only_questions(turn(f"{question} Nine is late."))
    assert not is_only_questions(statement(question))
    assert kept(recall(REQUEST, hit(turn(question)))) == []


@each_row(
    ("memory", "held"),
    [
        (statement(tier=Tier.PERMANENT), True),
        (statement(tier=Tier.PERMANENT, origin=Origin.DOCUMENT), False),
        (statement(kind=Kind.RULE), True),
        (statement(kind=Kind.RULE, origin=Origin.TOOL), False),
        (statement(kind=Kind.PREFERENCE, slot=Slot(subject="Mateo", attribute="likes", value="deck")), False),
        (statement(), False),
        (turn(), False),
    ],
)
def test_the_head_is_the_users_own(memory: Memory, held: bool) -> None:
    """Permanent memory and lasting wishes in the user's own words; never outside text, another's taste, a fact."""
    assert belongs_in_head(memory) is held


def test_a_question_is_not_a_request() -> None:
    """Half-width and full-width question marks ask, an order does not."""
    asked = [is_question(Question(text=text, at=MONDAY)) for text in (*QUESTIONS, REQUEST, "帮我订渡轮。")]
    assert asked == [True, True, False, False]


def test_nothing_found_is_nothing_placed() -> None:
    """An empty recall of an empty memory has nothing that bears on anything."""
    assert kept(recall(REQUEST, looked_at=0)) == []


MEMORIES = st.builds(
    statement,
    st.sampled_from(["a", "b？", "c"]),
    kind=st.sampled_from([Kind.EPISODE, Kind.FACT, Kind.RULE]),
    origin=st.sampled_from([Origin.USER, Origin.TOOL]),
    task=st.sampled_from([None, "a"]),
)
HITS = st.builds(hit, MEMORIES, st.floats(0, 1), st.floats(-3, 3))


@given(hits=st.lists(HITS, max_size=12), text=st.sampled_from([REQUEST, *QUESTIONS]), nothing=st.booleans())
def test_it_only_leaves_out(hits: list[Hit], text: str, nothing: bool) -> None:
    """What bears on something is some of the hits in their order, and what it keeps of those it keeps again."""
    found = recall(text, *hits, task="a", nothing=nothing)
    left = hits_worth_placing(found, SETTINGS)
    rest = iter(hits)
    assert all(any(one is other for other in rest) for one in left)
    assert hits_worth_placing(recall(text, *left, task="a", nothing=nothing), SETTINGS) == left
