"""What every judge must do. Each test's docstring is the law."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from mnemic.domain.judgement import Judgement, Mood, SentenceSubject
from mnemic.domain.record import ROOM_KINDS, Kind
from mnemic.models.heads import SentenceHeads
from mnemic.models.scripted import ScriptedJudge, certain_judgement
from mnemic.ports import Judge
from tests.tables import each_row, nonempty

SENTENCES = (
    "I keep two goats.",
    "我养了两只山羊。",
    "Goats 山羊 ＧＯＡＴＳ",
    "",
    " \n\t",
    "🐐",
    "👩\u200d🌾🐐🐐",
    "a\x00b",
    "\ud800 goats \udc00",
    "goat " * 20_000,
    "羊" * 20_000,
)
"""Both languages, and whatever else may stand in a message."""


@pytest.fixture(params=["heads", "scripted"])
def judge(request: pytest.FixtureRequest) -> Judge:
    """A judge of each sort."""
    if request.param == "heads":
        return SentenceHeads()
    return ScriptedJudge(judgements={SENTENCES[0]: certain_judgement(keep=0.9, kind=Kind.PLAN, mood=Mood.SAID)})


def figures(judgement: Judgement) -> list[float]:
    """Every probability of a judgement, in order."""
    shares = [*judgement.kinds.values(), *judgement.about.values(), *judgement.moods.values()]
    return [judgement.keep, judgement.once, judgement.change, *shares]


def test_nothing_asked_is_nothing_judged(judge: Judge) -> None:
    """No sentences, no judgements."""
    assert judge.judge([]) == []


def test_there_is_one_judgement_for_each_sentence_in_order(judge: Judge) -> None:
    """A sentence asked twice is answered twice, each in its place."""
    one, other = judge.judge(SENTENCES[:1])[0], judge.judge(SENTENCES[1:2])[0]
    found = judge.judge([SENTENCES[0], SENTENCES[1], SENTENCES[0]])
    assert [figures(judgement) for judgement in found] == [
        pytest.approx(figures(judgement), abs=1e-5) for judgement in (one, other, one)
    ]
    assert figures(one) != pytest.approx(figures(other), abs=1e-5)


@each_row("sentence", SENTENCES)
def test_every_figure_is_a_probability(judge: Judge, sentence: str) -> None:
    """Each is 0-1, and the shares of kinds, subjects and moods sum to 1, whatever the sentence."""
    (judgement,) = judge.judge([sentence])
    assert all(0 <= figure <= 1 for figure in figures(judgement))
    for shares in (judgement.kinds, judgement.about, judgement.moods):
        assert sum(shares.values()) == pytest.approx(1, abs=1e-5)


def test_every_subject_and_mood_has_its_share(judge: Judge) -> None:
    """Who reads a judgement may ask for any of them; the kinds are those that a sentence can state."""
    (judgement,) = judge.judge(SENTENCES[:1])
    assert set(judgement.about) == set(SentenceSubject)
    assert set(judgement.moods) == set(Mood)
    assert set(judgement.kinds) >= set(Kind) - {Kind.EPISODE, Kind.NOTE} - ROOM_KINDS


def test_the_same_sentence_is_judged_the_same(judge: Judge) -> None:
    """Asked again, the figures are the same to the last bit."""
    assert [asdict(one) for one in judge.judge(SENTENCES)] == [asdict(one) for one in judge.judge(SENTENCES)]


def test_company_changes_no_judgement(judge: Judge) -> None:
    """Alone or among others, a sentence is judged the same to 1e-5."""
    together = judge.judge(SENTENCES)
    alone = [judge.judge([sentence])[0] for sentence in SENTENCES]
    assert [figures(one) for one in together] == [pytest.approx(figures(one), abs=1e-5) for one in alone]


def test_the_most_probable_kind_and_mood_are_named(judge: Judge) -> None:
    """`kind` and `mood` are those with the largest share."""
    for judgement in nonempty(judge.judge(SENTENCES)):
        assert judgement.kinds[judgement.kind] == max(judgement.kinds.values())
        assert judgement.moods[judgement.mood] == max(judgement.moods.values())


def test_a_scripted_judge_says_what_was_set_down() -> None:
    """The judgement of a sentence word for word, the other one for the rest, and all that was asked."""
    kept, other = certain_judgement(keep=0.9), certain_judgement(once=0.4)
    judge = ScriptedJudge(judgements={"keep this": kept}, otherwise=other)
    assert judge.judge(["keep this", "keep this."]) == [kept, other]
    assert judge.judge(["x"]) == [other]
    assert judge.calls == [("keep this", "keep this."), ("x",)]
