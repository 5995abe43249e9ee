"""A short year, lived with its nights: what must be true at every month's end; and the measure itself, which must be
able to fail."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from evals.words import english
from evals.year.checks import Asked, judged, questions, says
from evals.year.figures import measured
from evals.year.life import DAYS, LANGUAGES, Life, What, life
from evals.year.run import Month, months
from evals.year.script import dated, language_of, midnight, month_ends, values, year
from evals.year.shown import year_months
from evals.year.size import store
from mnemic.domain.query import Hit
from mnemic.domain.record import Kind, Memory, Slot, Source
from mnemic.models.hashing import HashingEmbedder
from tests.effort import examples
from tests.tables import each_row, nonempty

TURNS, MONTHS, SEED = examples(1_500, least=500), 2, 7
ALL = pytest.mark.parametrize("language", LANGUAGES)
NOW = datetime(2026, 2, 1, tzinfo=UTC)


@pytest.fixture(scope="module", params=("zh", "en"))
def lived(request: pytest.FixtureRequest) -> list[Month]:
    """The first months of a year with few turns beside what is planted."""
    return list(months(life(request.param), embedder=HashingEmbedder(), turns=TURNS, seed=SEED, count=MONTHS))


@pytest.mark.slow
def test_what_was_told_is_answered(lived: list[Month]) -> None:
    """Without a meaning in its vectors, too, nine of ten planted facts are found at the end of each month."""
    assert [month.number for month in lived] == [1, 2]
    assert all((month.share() or 0) >= 0.9 for month in lived), [
        (one.asked.key, one.reason) for month in lived for one in month.answers if one.reason
    ]


def test_permanent_memory_is_as_it_was_confirmed(lived: list[Month]) -> None:
    """No night and no saying changes a byte of it."""
    assert lived[-1].permanent >= 4
    assert not [text for month in lived for text in month.permanent_lost]


def test_the_doctor_finds_nothing_wrong(lived: list[Month]) -> None:
    """After two months of nights every index, history and log agrees with the records."""
    assert not [problem for month in lived for problem in month.problems]


def test_a_year_is_published_month_by_month(lived: list[Month]) -> None:
    """The table of the page has a row for each month's end, with the shares that the report has."""
    found = measured(lived)
    report = {"sets": {"year_en": found.metrics}, "intervals": {"year_en": found.intervals}}
    rows = year_months("year_en", report, english).splitlines()
    assert len(rows) == 2 + MONTHS
    assert all(f"| {found.metrics[f'right/{number:02d}']:g} (" in rows[1 + number] for number in (1, 2))


@ALL
def test_a_life_has_enough_to_be_measured_by(language: str) -> None:
    """At least 150 planted facts, each told in two ways or more, and permanent memories somebody speaks against."""
    made = life(language)
    states = [one for thread in made.threads for one in thread.states]
    again = [thread for thread in made.threads if sum(one.what is What.AGAIN for one in thread.told)]
    assert len(states) >= 150
    assert len(again) == len(made.threads)
    assert len({thread.key for thread in made.threads}) == len(made.threads)
    assert any(lasting.rivals for lasting in made.lasting)
    assert {habit.weekday for habit in made.habits} == set(range(7)) - {4}


@ALL
def test_a_year_is_the_same_for_the_same_seed_and_not_for_another(language: str) -> None:
    """Nothing but the life and the seed decides what is said."""
    made = life(language)
    first = list(year(made, turns=2_000, seed=1))
    assert first == list(year(made, turns=2_000, seed=1))
    assert first != list(year(made, turns=2_000, seed=2))


@ALL
def test_a_year_says_everything_planted_in_order_of_time(language: str) -> None:
    """Every planted saying stands on its day, time never goes back, and there are as many turns as asked for."""
    made = life(language)
    said = [one for day in year(made, turns=20_000, seed=SEED) for one in day.said]
    assert [one.at for one in said] == sorted(one.at for one in said)
    assert len({one.id for one in said}) == len(said)
    assert 20_000 <= len(said) < 20_010
    there = {(one.about, one.text, one.at.date()) for one in said}
    for thread in made.threads:
        for one in thread.told:
            assert (thread.key, dated(one.text, language_of(one.text)), midnight(one.day).date()) in there


@ALL
def test_the_talk_between_is_not_always_the_same(language: str) -> None:
    """Of what users say in a year three of four turns are said once only, and none by hundreds."""
    said = [one.text for day in year(life(language), turns=20_000, seed=SEED) for one in day.said if one.role == "user"]
    assert len(set(said)) >= 0.75 * len(said)
    assert max(said.count(text) for text in set(said[:2_000])) <= 100


@ALL
def test_every_state_shows_its_own_value_and_no_other_of_its_thread(language: str) -> None:
    """A saying holds the value it plants, so that what is asked can be found."""
    for thread in nonempty(life(language).threads):
        for one in nonempty(thread.told):
            text = dated(one.text, language_of(one.text))
            assert one.what is What.AGAIN or says(text, values(one)), (thread.key, text)
            if one.what is What.AGAIN:
                now = [state for state in thread.states if state.day <= one.day][-1]
                assert says(text, values(now)), (thread.key, text)


def test_words_stand_for_themselves() -> None:
    """An English value is a word of its own, or several; a Chinese one has no such ends."""
    assert says("takes buses, and a bus", ["bus"])
    assert not says("a business", ["bus"])
    assert says("用户换成Firefox浏览器了", ["firefox"])


HOME = Asked(sort="now", key="home", text="?", right=("Porto",), wrong={"not then": ("Leeds",)})
OVER = replace(HOME, sort="over", right=("no longer",))


@each_row(
    ("asked", "texts", "reason"),
    [
        (HOME, ["I live in Porto", "I live in Leeds"], ""),
        (HOME, ["I moved from Leeds to Porto"], ""),
        (HOME, ["Gwen likes Leeds", "I live in Porto"], ""),
        (HOME, ["I live in Leeds", "I live in Porto"], "not then: above"),
        (HOME, ["I live in Leeds"], "not then: instead"),
        (HOME, ["Gwen lives in Porto"], "not found"),
        (OVER, [], ""),
        (OVER, ["I no longer live in Leeds", "I live in Leeds"], ""),
        (OVER, ["I live in Leeds", "I no longer live in Leeds"], "not then: above"),
        (OVER, ["I live in Leeds"], "came back"),
    ],
)
def test_an_answer_is_right_only_where_nothing_wrong_stands_above_it(
    asked: Asked, texts: list[str], reason: str
) -> None:
    """What was told about the matter counts, in its order; what was said of other things does not."""
    hits = [Hit(memory=told(text, "other" if "Gwen" in text else "own"), score=0.5, explain={}) for text in texts]
    assert judged(asked, hits, frozenset({"own"})).reason == reason


def test_the_past_is_asked_for_as_of_its_time() -> None:
    """A home that was left in June is asked for as of a day when it stood, and not before it was left."""
    made = life("en")
    homes = [
        [one for one in questions(made, day) if one.key == "home.city"] for day in (month_ends()[3], month_ends()[6])
    ]
    assert [(one.sort, one.right) for one in homes[0]] == [("now", ("Leeds",))]
    assert [(one.sort, one.right) for one in homes[1]] == [("now", ("Porto",)), ("then", ("Leeds",))]
    assert homes[1][1].as_of is not None
    assert midnight(2) < homes[1][1].as_of < midnight(152)


def test_two_statements_of_one_fact_are_a_duplicate() -> None:
    """The same value out of two sayings of one fact counts once; an older value, or the same words of another day as
    an event, is no duplicate."""
    made = life("en")
    said = [one for day in year(made, turns=TURNS, seed=SEED) for one in day.said]
    home = [one.id for one in said if one.about == "home.city" and one.role == "user"]
    memories = [
        told("The user lives in Leeds.", home[0]),
        told("The user is based in Leeds.", home[1]),
        told("The user went for a run.", "x1", kind=Kind.EVENT),
        told("The user went for a run.", "x2", kind=Kind.EVENT),
    ]
    found = store(memories, made, said, DAYS - 1)
    assert list(found.duplicates) == [("The user lives in Leeds.", "The user is based in Leeds.")]
    assert (found.held_facts, found.repeated_facts, found.repeated_happenings) == (1, 1, 1)
    slot = Slot(subject="user", attribute="seat", value="Aisle", single=True)
    same = [replace(told(text, id), slot=slot) for text, id in (("Aisle seats.", "x3"), ("By the aisle.", "x4"))]
    assert len(store(same, made, said, DAYS - 1).duplicates) == 1


def told(text: str, turn: str, *, kind: Kind = Kind.FACT) -> Memory:
    """A statement out of one turn."""
    return Memory(
        id=f"{turn} {text}",
        tenant="default",
        user="u1",
        kind=kind,
        text=text,
        said_at=NOW,
        recorded_at=NOW,
        updated_at=NOW,
        sources=(Source(session="s1", turn=turn),),
    )


def test_no_life_is_left_out() -> None:
    """Chinese, English and both in one: the mixed life takes each matter from one of the two and none from neither."""
    both: Life = life("mixed")
    spoken = {language_of(thread.ask) for thread in both.threads}
    assert spoken == {"zh", "en"}
    assert len(both.manners) == 2
