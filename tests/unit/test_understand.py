"""What a question means besides its words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from mnemic.domain.index_entry import IndexedMemory, Refresh
from mnemic.domain.query import Question
from mnemic.domain.record import Kind, Memory, Source, Tier, Turn
from mnemic.domain.understanding import AnswerKind, CompletionSource, Scene, Window
from mnemic.index.entry import index_entry_of
from mnemic.index.graph import EntityGraphs
from mnemic.index.user_index import UserIndex
from mnemic.language import question as asking
from mnemic.models.hashing import HashingEmbedder
from mnemic.reading import answer_terms, channels
from mnemic.reading.follow_up import follow_up_reference
from mnemic.reading.understand import linker_by_graph, understand_question
from tests.tables import each_row
from tests.unit.test_channels import asking as asked
from tests.unit.test_channels import memory

TUESDAY = datetime(2026, 3, 10, 9, tzinfo=UTC)
EMBEDDER = HashingEmbedder()


def lines(name: str) -> list[str]:
    """Lines of a file beside this one."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()


def turn(role: str, text: str) -> Turn:
    """One turn of a session."""
    return Turn(id=text, session="s", role=role, text=text, said_at=TUESDAY, recorded_at=TUESDAY)


def known(text: str, *, days_ago: int = 1, kind: Kind = Kind.FACT, task: str | None = None) -> Memory:
    """A memory said some days before."""
    said = TUESDAY - timedelta(days=days_ago)
    return Memory(
        id=text,
        tenant="default",
        user="alice",
        kind=kind,
        text=text,
        task=task,
        said_at=said,
        recorded_at=said,
        updated_at=said,
        sources=(Source(session="old", turn=text),),
    )


def shelf_of(*memories: Memory) -> UserIndex:
    """A shelf of memories with their words."""
    user_index = UserIndex(size=EMBEDDER.size, fingerprint=EMBEDDER.fingerprint)
    entries = tuple(
        IndexedMemory(memory=one, entry=index_entry_of(one.text, None, EMBEDDER.fingerprint)) for one in memories
    )
    user_index.take(Refresh(epoch="e", change=1, changed=entries, gone=()))
    return user_index


def understood(text: str, *said: Turn, user_index: UserIndex | None = None, task: str | None = None) -> Question:
    """A question as it was understood."""
    question = Question(text=text, at=TUESDAY, session="s", task=task)
    return understand_question(question, said, user_index or shelf_of(), UTC)


@each_row("question", [*lines("leaning_en.txt"), *lines("leaning_zh.txt")])
def test_what_leans_is_seen(question: str) -> None:
    """Pronouns without anybody named, "that plan", and what is cut short lean on what was said before."""
    assert follow_up_reference(question) is not None


@each_row("question", [*lines("standing_en.txt"), *lines("standing_zh.txt")])
def test_what_stands_alone_is_left_alone(question: str) -> None:
    """A question that says what it is about is not completed, whatever pronouns it holds."""
    assert follow_up_reference(question) is None
    assert understood(question, turn("user", "The plan for the house is done.")).completed == ""


def test_the_turn_that_names_the_thing_completes_it() -> None:
    """Of the turns of a session the newest that speaks of the plan counts, not the newest of all."""
    said = [turn("user", "The plan is Kyoto in May."), turn("assistant", "Nice!"), turn("user", "I like tea.")]
    assert understood("How is that plan going?", *said).completed == "The plan is Kyoto in May."
    zh = [turn("user", "装修方案选日式"), turn("user", "我爱喝茶")]
    assert understood("那个方案怎么样了", *zh).completed == "装修方案选日式"


def test_a_turn_that_leans_brings_what_it_leans_on() -> None:
    """A follow-up of a follow-up goes back to what both are about."""
    said = [turn("user", "Flights to Oslo in May"), turn("assistant", "From 90 euros."), turn("user", "And in June?")]
    assert understood("And in July?", *said).completed == "Flights to Oslo in May\nAnd in June?"


def test_one_of_several_is_sought_in_what_was_listed() -> None:
    """ "The second one" is one of those the assistant named last."""
    said = [turn("user", "Which hotels are there?"), turn("assistant", "Hotel Fjord or Hotel Elv.")]
    found = understood("How about the second one?", *said)
    assert found.completed.splitlines() == ["Which hotels are there?", "Hotel Fjord or Hotel Elv."]
    said = [turn("user", "推荐两家民宿"), turn("assistant", "云栖小院和山间驿")]
    assert understood("第二个多少钱？", *said).completed.splitlines() == ["推荐两家民宿", "云栖小院和山间驿"]


def test_the_newest_memory_of_the_thing_completes_it() -> None:
    """Where the session says nothing, "that plan" is the plan spoken of last."""
    user_index = shelf_of(
        known("旧方案是欧式", days_ago=9), known("新方案是日式", days_ago=2), known("喝茶", days_ago=1)
    )
    found = understood("那个方案怎么样了", user_index=user_index)
    assert found.completed == "新方案是日式"
    assert found.understanding is not None
    assert found.understanding.completed[0].whence is CompletionSource.MEMORY


def test_the_open_task_completes_it_before_the_memories() -> None:
    """The statements of the task asked for come first; those of another task never count."""
    mine = known("The booking is for four people.", task="trip", days_ago=5)
    other = known("The booking of the band is off.", task="gig", days_ago=1)
    found = understood("How is that booking going?", user_index=shelf_of(mine, other), task="trip")
    assert found.completed == mine.text
    assert found.understanding is not None
    assert found.understanding.completed[0].whence is CompletionSource.TASK


def test_what_another_may_not_read_completes_nothing() -> None:
    """An exception for one session, and a memory of another agent, stay out of the completion."""
    secret = replace(known("The plan is a surprise."), tier=Tier.SESSION, session="other")
    assert understood("How is that plan going?", user_index=shelf_of(secret)).completed == ""
    question = Question(text="How is that plan going?", at=TUESDAY, agent="bus")
    of_trip = replace(known("The plan is Oslo."), agent="trip")
    assert understand_question(question, (), shelf_of(of_trip), UTC).completed == ""


def test_everything_understood_is_told() -> None:
    """Kinds of answer, scene, whose words and the original words are in the understanding."""
    found = understood("Which hotel did you recommend last week?").understanding
    assert found is not None
    assert found.original == "Which hotel did you recommend last week?"
    assert found.asked_for == (AnswerKind.PLACE,)
    assert found.scenes == (Scene.TRAVEL,)
    assert found.whose == "assistant"
    assert [window.words for window in found.windows] == ["last week"]


def test_names_are_linked_under_all_their_names() -> None:
    """The graph of entities gives the name somebody goes by; a name nobody has spoken of is not linked."""
    told = replace(known("Lena Novak lives in Graz."), entities=("Lena Novak", "Graz"))
    user_index = shelf_of(told, replace(known("Lena called."), entities=("Lena",)))
    link = linker_by_graph(EntityGraphs().of(user_index))
    assert link(user_index, "Does Lena live in Graz?") in (("Lena Novak", "Graz"), ("Graz", "Lena Novak"))
    assert link(user_index, "Who lives in Turku?") == ()


@each_row(
    ("question", "begins", "ends"),
    [
        ("What did I buy last week?", date(2026, 3, 2), date(2026, 3, 9)),
        ("上周我去了哪", date(2026, 3, 2), date(2026, 3, 9)),
        ("Where did we sail last summer?", date(2025, 6, 1), date(2025, 9, 1)),
        ("去年夏天去哪玩的", date(2025, 6, 1), date(2025, 9, 1)),
        ("What was I reading two years ago?", date(2024, 1, 1), date(2025, 1, 1)),
        ("What have I spent since February 2026?", date(2026, 2, 1), None),
        ("自从去年三月我换过几次工作", date(2025, 3, 1), None),
        ("Where did I work before 2024?", None, date(2024, 1, 1)),
        ("2024年之前我住哪", None, date(2024, 1, 1)),
        ("What changed after June 2025?", date(2025, 7, 1), None),
        ("在2025年三月我买了什么", date(2025, 3, 1), date(2025, 4, 1)),
    ],
)
def test_time_words_are_windows(question: str, begins: date | None, ends: date | None) -> None:
    """Weeks, seasons and years, and what is open on one side."""
    (window,) = asking.question_windows(question, TUESDAY, UTC)
    assert (window.begins and window.begins.date(), window.ends and window.ends.date()) == (begins, ends)


@each_row(
    "question",
    [
        "When did I move?",
        "我什么时候搬的家",
        "Which weekend is the fair?",
        "哪个月去的",
        "Who came the weekend before the wedding?",
        "How often do I swim every week?",
        "How many days did it take?",
    ],
)
def test_a_time_asked_for_is_no_window(question: str) -> None:
    """What is asked for, what recurs and mere lengths name no time."""
    assert asking.question_windows(question, TUESDAY, UTC) == ()


def test_a_month_without_a_year_may_be_of_any() -> None:
    """No year said, none meant."""
    assert [window.yearly for window in asking.question_windows("What did we do over Christmas?", TUESDAY, UTC)] == [
        True
    ]
    assert [window.yearly for window in asking.question_windows("What did we do at Christmas 2024?", TUESDAY, UTC)] == [
        False
    ]


@each_row(
    ("said", "fit"),
    [(date(2026, 3, 1), 0.0), (date(2026, 3, 2), 0.7), (date(2026, 3, 8), 0.7), (date(2026, 3, 9), 0.35)],
)
def test_things_are_told_in_their_week_or_soon_after(said: date, fit: float) -> None:
    """A week fits best inside, half as well for days after it, and not before it."""
    arrays = shelf_of(known("x", days_ago=(TUESDAY.date() - said).days)).freeze()
    (week,) = asking.question_windows("last week", TUESDAY, UTC)
    assert channels.window_match((week,), arrays, UTC).tolist() == pytest.approx([fit])


def test_an_open_window_has_no_end() -> None:
    """ "Since" reaches up to now, "before" from the beginning."""
    arrays = shelf_of(known("new", days_ago=1), known("old", days_ago=400)).freeze()
    middle = TUESDAY - timedelta(days=100)
    since = channels.window_match((Window(words="x", begins=middle, ends=None),), arrays, UTC)
    until = channels.window_match((Window(words="x", begins=None, ends=middle),), arrays, UTC)
    assert (since > 0).tolist() == [True, False]
    assert (until > 0).tolist() == [False, True]


def test_what_speaks_of_the_time_asked_about_is_lifted() -> None:
    """A memory said much later counts where it tells of that time."""
    told = replace(memory("m1"), text="We moved in last summer.", said_at=datetime(2026, 1, 5, tzinfo=UTC))
    ready = asked(shelf_of(told, memory("m2")), "x")
    windows = asking.question_windows("What did we do last summer?", TUESDAY, UTC)
    question = understand_question(
        replace(ready.question, text="What did we do last summer?"), (), ready.user_index, UTC
    )
    assert question.understanding is not None
    assert question.understanding.windows == windows
    lifted = answer_terms.score_event_time(replace(ready, question=question, rows=(0, 1), scores={0: 0.0, 1: 0.0}))
    assert lifted.rows == (0, 1)
    assert lifted.scores[0] > lifted.scores[1] == 0


@each_row(
    ("kinds", "text", "share"),
    [
        ((AnswerKind.TIME,), "Home by Friday.", 1.0),
        ((AnswerKind.TIME,), "Home soon.", 0.0),
        ((AnswerKind.NUMBER, AnswerKind.REASON), "It cost 40.", 0.5),
        ((AnswerKind.THING, AnswerKind.LIST), "It cost 40.", 0.0),
        ((), "It cost 40.", 0.0),
    ],
)
def test_what_holds_the_answer_is_lifted(kinds: tuple[AnswerKind, ...], text: str, share: float) -> None:
    """The share of the kinds asked for that a text holds; kinds that no text shows do not count."""
    assert answer_terms.share_of_kinds(kinds, text) == share
