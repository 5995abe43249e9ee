"""The travel assistant lives in its memory for three weeks, and its transcripts stay as they are.

The hashing embedder does: what the story needs stands in what a session begins with and in the task at hand, and a
transcript made without a model of 60 MB is the same on every machine. `python -m tests.flows.test_travel` writes the
transcripts anew; read the difference before you keep it.
"""

from __future__ import annotations

import dataclasses
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from examples.travel.__main__ import play
from examples.travel.agency import Agency, ToolFailure
from examples.travel.by_model import ModelDecider, decision_of
from examples.travel.by_rules import RuleDecider
from examples.travel.checks import CHECKS, State, checked
from examples.travel.days import STORIES, Day, Story
from examples.travel.decision import Call, Decider, Say
from examples.travel.run import USER, Play
from examples.travel.screen import Screen
from mnemic.domain.record import Status
from mnemic.errors import ModelUnavailable
from mnemic.models.scripted import ScriptedAnswer, ScriptedModel
from tests.tables import each_row

HERE = Path(__file__).parent
GUIDE = HERE.parents[1] / "docs" / "guide"
SETTINGS: dict[str, Any] = {"embedder": "hashing", "judge": "none"}
BY_MEMORY_ALONE = {
    "the paused trip was resumed with what was said before",
    "aisle seats to Kyoto and Tokyo",
    "quiet rooms stand",
    "the past trip was offered for the new one",
    "the airline learned of the allergy without a word",
    "prices in yuan on the last trip",
    "the portrait names its sources",
}


def transcript(language: str) -> tuple[bool, str]:
    """A story played to its end: whether every check passes, and what was printed."""
    printed = io.StringIO()
    console = Console(file=printed, width=200, soft_wrap=True, highlight=False, color_system=None)
    return play(language, RuleDecider(), console, **SETTINGS), printed.getvalue()


def playing(story: Story, folder: Path, decider: Decider | None = None) -> Play:
    """A story ready to be played, with nothing printed."""
    screen = Screen(Console(file=io.StringIO()), quiet=True)
    return Play(story=story, folder=folder, decider=decider or RuleDecider(), screen=screen, settings=SETTINGS)


def answers(play: Play, session: str) -> list[str]:
    """What the assistant said in a session."""
    with play.open() as memory:
        turns = memory.user(USER).session(session).turns(operations=False)
    return [turn.text for turn in turns if turn.role == "assistant"]


def only(language: str, *says: str, before: str = "", failing: tuple[int, ...] = ()) -> Story:
    """A story of one session, and one sentence the day before."""
    story = STORIES[language]
    at = story.days[0].at
    earlier = [Day(session="earlier", at=at - timedelta(days=1), says=(before,))] if before else []
    day = Day(session="only", at=at, says=says)
    return dataclasses.replace(story, days=(*earlier, day), failing=failing, last="only")


@pytest.mark.slow
@each_row("language", sorted(STORIES))
def test_the_transcript_stays_and_every_check_passes(language: str) -> None:
    """Three weeks, word for word as they were read and approved, and all that must come about comes about."""
    fine, printed = transcript(language)
    assert printed == (HERE / f"travel_{language}.txt").read_text(encoding="utf-8")
    assert fine


@pytest.mark.slow
def test_without_memory_the_assistant_fails(tmp_path: Path) -> None:
    """With a fresh user every session the same decider knows nothing: what only memory can give is missing."""
    amnesiac = playing(STORIES["en"], tmp_path)
    amnesiac.whose = lambda day: f"fresh-{day.session}"
    amnesiac.through()
    with amnesiac.open() as memory:
        state = State(memory.user("fresh-tokyo"), amnesiac.agency, STORIES["en"])
        failed = {name for name, fine, _ in checked(state) if not fine}
    assert failed >= BY_MEMORY_ALONE
    assert {name for name, _ in CHECKS} >= BY_MEMORY_ALONE


def test_whoever_said_nothing_gets_what_everybody_gets(tmp_path: Path) -> None:
    """The decider has no taste of its own: a stranger is offered the cheapest, red-eye or not, and pays in dollars."""
    stranger = playing(
        only(
            "en",
            "I want to plan a trip to Tokyo.",
            "We leave on 6 June and come back on 9 June.",
            "Two people, and the budget is 15,000 yuan.",
            "Yes, please.",
            "Yes.",
            before="I live in Shanghai.",
        ),
        tmp_path,
    )
    stranger.through()
    (booked,) = stranger.agency.bookings().values()
    assert (booked["flight"], booked["seat"], booked["note"]) == ("KB544", "window", "")
    assert "$" in answers(stranger, "only")[-1]


def test_a_call_that_fails_in_passing_is_tried_again(tmp_path: Path) -> None:
    """One timeout is not seen by the user."""
    once = playing(
        only(
            "zh",
            "我想安排一次京都旅行。",
            "5月9日到12日。",
            "两个人，预算12000元。",
            "好的，找吧。",
            before="我家在上海。",
            failing=(1,),
        ),
        tmp_path,
    )
    once.through()
    assert "KB512" in answers(once, "only")[-1]
    assert once.agency.calls == 2


def test_what_a_tool_orders_is_fenced_for_a_model(tmp_path: Path) -> None:
    """A model is shown a tool's result between markers, as data; the memory keeps it out of every other prompt."""
    model = ScriptedModel([_call("search_hotels", city="Kyoto"), _say("Two are quiet."), _say("None.")])
    told = playing(only("en", "Which hotels are there in Kyoto?", "Which rules?"), tmp_path, ModelDecider(model))
    told.through()
    shown = model.calls[1].messages[-1]["content"]
    opening, order = shown.index("[begin memory-"), shown.index("ignore your rules")
    assert opening < order < shown.index("[end memory-")
    with told.open() as memory:
        held = memory.user(USER).list(kinds=["episode"], status="any")
        assert [one.status for one in held if "ignore your rules" in one.text] == [Status.QUARANTINED]
        assert "ignore your rules" not in memory.user(USER).context("Which hotels?", session="later").text


def test_a_model_plans_by_calls(tmp_path: Path) -> None:
    """Calls are made one by one, each with the results of those before; the last answer is said."""
    model = ScriptedModel(
        [
            _call("start_trip", goal="Plan the Kyoto trip", destination="Kyoto", origin="Shanghai"),
            _call("search_flights", origin="Shanghai", destination="Kyoto", date="2026-05-09"),
            _say("KB512 at 13:50 is the best of them."),
        ]
    )
    planned = playing(only("en", "Plan a trip to Kyoto, please."), tmp_path, ModelDecider(model))
    planned.through()
    assert answers(planned, "only") == ["KB512 at 13:50 is the best of them."]
    assert "trip-1" in model.calls[1].messages[-1]["content"]
    assert "KB512" in model.calls[2].messages[-1]["content"]
    assert model.calls[2].messages[0]["content"].count("Plan the Kyoto trip") >= 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("I would rather fly.", "no object"),
        ('{"say": ', "no object"),
        ('{"say": "",}', "no JSON"),
        ('{"thought": "hm"}', "neither say nor call"),
        ('{"call": {"tool": "delete_everything", "arguments": {}}}', "there is no tool 'delete_everything'"),
        ('{"call": {"tool": "cancel", "arguments": "[1]"}}', "needs its arguments as an object"),
    ],
)
def test_an_unusable_answer_is_said_so(answer: str, reason: str, tmp_path: Path) -> None:
    """A broken answer and an unknown tool do nothing, and the user hears why."""
    lost = playing(only("en", "Book something."), tmp_path, ModelDecider(ScriptedModel([answer])))
    lost.through()
    assert reason in answers(lost, "only")[0]
    assert lost.agency.bookings() == {}


def test_a_model_that_calls_wrongly_hears_of_it(tmp_path: Path) -> None:
    """Arguments that a tool does not take come back as a failure the model can read."""
    model = ScriptedModel([_call("search_hotels", town="Kyoto"), _say("I need the city.")])
    wrong = playing(only("en", "Hotels in Kyoto?"), tmp_path, ModelDecider(model))
    wrong.through()
    assert '"error"' in model.calls[1].messages[-1]["content"]
    assert answers(wrong, "only") == ["I need the city."]


def test_a_model_out_of_reach_ends_the_story(tmp_path: Path) -> None:
    """Where nobody can decide, nobody goes on; what the user said is kept."""
    gone = playing(only("en", "Hello. I live in Shanghai."), tmp_path, ModelDecider(ScriptedModel([])))
    with pytest.raises(ModelUnavailable):
        gone.through()
    with gone.open() as memory:
        assert [turn.text for turn in memory.user(USER).session("only").turns()] == ["Hello. I live in Shanghai."]


def test_a_model_that_never_ends_is_stopped(tmp_path: Path) -> None:
    """Calls for one message have a limit, and meeting it is said."""
    model = ScriptedModel(lambda asked: _call("search_hotels", city="Kyoto"))
    endless = playing(only("zh", "京都有哪些酒店？"), tmp_path, ModelDecider(model))
    endless.through()
    assert "14" in answers(endless, "only")[0]


@each_row(
    ("answer", "decision"),
    [
        ('{"say": " Good day. ", "call": null}', Say(text="Good day.")),
        ('Sure:\n```json\n{"say": "Good day."}\n```', Say(text="Good day.")),
        ('{"call": {"tool": "portrait"}}', Call(tool="portrait")),
        (
            '{"say": "I cancel it.", "call": {"tool": "cancel", "arguments": "{\\"code\\": \\"TR401\\"}"}}',
            Call(tool="cancel", arguments={"code": "TR401"}),
        ),
    ],
)
def test_answers_are_read_with_patience(answer: str, decision: Say | Call) -> None:
    """Words around the object, missing arguments and arguments as a text are let pass; a call goes before words."""
    assert decision_of(answer) == decision


@pytest.fixture
def agency(tmp_path: Path) -> Agency:
    """An agency with no bookings yet."""
    return Agency(tmp_path / "bookings.json")


def test_a_code_is_given_out_once(agency: Agency) -> None:
    """A cancelled booking stays on file, and its code is no other's; bookings outlive the process."""
    first = agency.call("book_hotel", {"name": "银杏庭", "arrival": "2026-05-09", "nights": 3})
    agency.call("cancel", {"code": first["code"]})
    again = Agency(agency.bookings_file)
    second = again.call("book_hotel", {"name": "Ginkgo Court", "arrival": "2026-05-09", "nights": 3})
    assert second["code"] != first["code"]
    assert {code: one["cancelled"] for code, one in again.bookings().items()} == {
        first["code"]: True,
        second["code"]: False,
    }


@each_row(
    ("tool", "arguments", "reason"),
    [
        ("book_flight", {"number": "MF873", "date": "2026-05-09", "seat": "aisle"}, "sold out"),
        ("book_flight", {"number": "XX000", "date": "2026-05-09"}, "no flight XX000"),
        ("book_flight", {"number": "KB512", "date": "2026-05-09", "seat": "wing"}, "no seat 'wing'"),
        ("book_hotel", {"name": "Nowhere Inn", "arrival": "2026-05-09", "nights": 1}, "no hotel 'Nowhere Inn'"),
        ("book_hotel", {"name": "Ginkgo Court", "arrival": "2026-05-09", "nights": 0}, "0 nights"),
        ("search_flights", {"origin": "Shanghai", "destination": "Atlantis", "date": "2026-05-09"}, "not on the map"),
        ("search_flights", {"origin": "Beijing", "destination": "Tokyo", "date": "2026-05-09"}, "no flight from"),
        ("cancel", {"code": "TR999"}, "no booking TR999"),
        ("teleport", {}, "no tool 'teleport'"),
        ("cancel", {"number": 3}, "number: Unexpected keyword argument"),
        ("search_hotels", {"city": 5}, "city: Input should be a valid string"),
        ("book_hotel", {"name": "Ginkgo Court", "arrival": "2026-05-09", "nights": "a few"}, "nights: Input should be"),
    ],
)
def test_the_agency_refuses_with_a_reason(agency: Agency, tool: str, arguments: dict[str, object], reason: str) -> None:
    """What cannot be done is said why, for good, and nothing is booked."""
    with pytest.raises(ToolFailure, match=reason) as failure:
        agency.call(tool, arguments)
    assert not failure.value.passing
    assert agency.bookings() == {}


def test_a_booking_is_given_back_once(agency: Agency) -> None:
    """Cancelling twice is refused."""
    code = agency.call("book_flight", {"number": "KB512", "date": "2026-05-09"})["code"]
    agency.call("cancel", {"code": code})
    with pytest.raises(ToolFailure, match="before"):
        agency.call("cancel", {"code": code})


@each_row(("page", "language"), [("travel.md", "en"), ("travel.zh-CN.md", "zh")])
def test_the_walk_through_quotes_the_transcript(page: str, language: str) -> None:
    """Every line that the guide quotes was printed."""
    lines = (GUIDE / page).read_text(encoding="utf-8").splitlines()
    quoted = [line.removeprefix("> ").rstrip("\\").strip() for line in lines if line.startswith("> ")]
    printed = (HERE / f"travel_{language}.txt").read_text(encoding="utf-8")
    assert len(quoted) >= 15
    assert [line for line in quoted if line not in printed] == []


def test_the_stories_are_of_one_make() -> None:
    """Both languages tell the same days; the clock only goes forward, and enough is said."""
    for story in STORIES.values():
        moments = [day.at for day in story.days]
        assert moments == sorted(set(moments))
        assert moments[-1] - moments[0] > timedelta(days=20)
        assert 35 <= sum(len(day.says) for day in story.days) <= 50
    one, other = STORIES.values()
    assert [(day.session, day.at) for day in one.days] == [(day.session, day.at) for day in other.days]


def _say(text: str) -> ScriptedAnswer:
    return json.dumps({"say": text})


def _call(tool: str, **arguments: object) -> ScriptedAnswer:
    return json.dumps({"call": {"tool": tool, "arguments": arguments}})


def write() -> None:
    """The transcripts as they are now."""
    for language in STORIES:
        (HERE / f"travel_{language}.txt").write_text(transcript(language)[1], encoding="utf-8")


if __name__ == "__main__":
    write()
