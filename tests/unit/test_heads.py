"""The bundled heads on sentences that nobody could take for anything else, in both languages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mnemic.domain.judgement import Judgement, Mood, SentenceSubject
from mnemic.domain.record import Kind
from mnemic.errors import EmbedderUnavailable
from mnemic.models.builtin import USE_SIZE
from mnemic.models.heads import BUCKETS, CHARACTERS_MAX, OUTPUTS, SentenceHeads, _weights, features, weights_of
from tests.tables import each_row

SURELY = 0.7  # a probability that a head must pass where a sentence leaves no doubt
HARDLY = 0.3

MOODS = [
    ("I used to drive, but I sold the car and take the tram now.", Mood.SAID),
    ("我们不再用蓝鲸网盘了，换成自己的服务器了。", Mood.SAID),
    ("How tall is the Eiffel tower?", Mood.ASKED),
    ("哪里能买到好的橄榄？", Mood.ASKED),
    ("Write a short poem about autumn leaves.", Mood.REQUEST),
    ("帮我把这段话翻译成西班牙语。", Mood.REQUEST),
    ("If I were a cat I would sleep all day.", Mood.SUPPOSED),
    ("如果我中了彩票，我就买一座小岛。", Mood.SUPPOSED),
    ("In my novel the narrator says: I live on the moon.", Mood.QUOTED),
    ("我小说里的主角说：我住在月球上。", Mood.QUOTED),
    ("lol I'm basically married to my coffee machine", Mood.JOKED),
    ("哈哈我跟我的咖啡机结婚算了", Mood.JOKED),
    ("Thank you so much!", Mood.CHAT),
    ("哦哦好的", Mood.CHAT),
]
KEPT = [
    "I never work on Sundays.",
    "My daughter Clara plays the oboe in the school orchestra.",
    "I can't eat gluten, even small amounts make me ill.",
    "我女儿对花生过敏，随身带着肾上腺素笔。",
    "我女儿在学校乐团吹双簧管。",
    "我的牙医姓欧阳。",
]
ONCE = [
    "For today only, answer me in French.",
    "Only for tonight, set the thermostat to 24.",
    "This time only, sign the letter as Dr Okafor.",
    "就今天，用法语回答我。",
    "只有今天，会议记录用英文写。",
]
FOR_GOOD = [*KEPT, "Please always answer me in British English.", "以后回复我都用繁体字。"]
CHANGED = [
    "We no longer use the Bluewhale drive, we switched to our own server.",
    "I used to drive, but I sold the car and take the tram now.",
    "我们不再用蓝鲸网盘了，换成自己的服务器了。",
    "我把车卖了，现在改坐电车。",
]
STEADY = ["I like jazz.", "I have two goats.", "我喜欢爵士乐。", "我有两只山羊。"]
KINDS = [
    ("I like jazz.", Kind.PREFERENCE),
    ("我喜欢爵士乐。", Kind.PREFERENCE),
    ("Please always answer me in British English.", Kind.RULE),
    ("以后回复我都用繁体字。", Kind.RULE),
    ("Next Thursday I fly to Lisbon.", Kind.PLAN),
    ("下周四我飞里斯本。", Kind.PLAN),
    ("I have two goats.", Kind.FACT),
    ("我有两只山羊。", Kind.FACT),
]
SUBJECTS = [
    ("I never work on Sundays.", SentenceSubject.USER),
    ("下周四我飞里斯本。", SentenceSubject.USER),
    ("My daughter is allergic to peanuts and carries an EpiPen.", SentenceSubject.OTHER),
    ("我女儿对花生过敏，随身带着肾上腺素笔。", SentenceSubject.OTHER),
    ("Every invoice over 500 euros needs two signatures in our firm.", SentenceSubject.WORLD),
    ("我们公司五百块以上的发票要两个人签字。", SentenceSubject.WORLD),
    ("Good morning!", SentenceSubject.NONE),
    ("早上好呀", SentenceSubject.NONE),
]


def judged(sentence: str) -> Judgement:
    """What the heads say of one sentence."""
    return SentenceHeads().judge([sentence])[0]


@each_row(("sentence", "mood"), MOODS)
def test_a_plain_mood_is_recognised(sentence: str, mood: Mood) -> None:
    """What is plainly said, asked, supposed, quoted, joked, requested or chatted is taken for that."""
    found = judged(sentence)
    assert found.mood is mood, found.moods
    assert found.moods[mood] >= SURELY


@each_row("sentence", KEPT)
def test_a_fact_of_somebodys_life_is_worth_keeping(sentence: str) -> None:
    """What a later decision could need is kept."""
    assert judged(sentence).keep >= SURELY


@each_row(("sentence", "mood"), [pair for pair in MOODS if pair[1] is not Mood.SAID])
def test_what_is_not_said_as_true_is_not_worth_keeping(sentence: str, mood: Mood) -> None:
    """A question, a task, a supposition, a quotation, a joke, small talk: nothing of it is a fact."""
    assert judged(sentence).keep <= HARDLY


@each_row("sentence", ONCE)
def test_an_exception_is_for_once(sentence: str) -> None:
    """What is said to hold for this time holds for this time."""
    assert judged(sentence).once >= SURELY


@each_row("sentence", FOR_GOOD)
def test_a_lasting_statement_is_not_for_once(sentence: str) -> None:
    """Facts and standing orders last."""
    assert judged(sentence).once <= HARDLY


@each_row("sentence", CHANGED)
def test_a_change_is_heard(sentence: str) -> None:
    """Something replaced or given up is a change, and more surely so than anything that merely is."""
    steady = max(judged(other).change for other in STEADY)
    assert judged(sentence).change >= max(0.5, 2 * steady)


@each_row("sentence", STEADY)
def test_what_merely_is_changes_nothing(sentence: str) -> None:
    """A fact on its own speaks of no change."""
    assert judged(sentence).change <= HARDLY


@each_row(("sentence", "kind"), KINDS)
def test_a_plain_kind_is_recognised(sentence: str, kind: Kind) -> None:
    """Preferences, rules, plans and facts are told apart."""
    assert judged(sentence).kind is kind


@each_row(("sentence", "about"), SUBJECTS)
def test_it_is_heard_whom_a_sentence_speaks_of(sentence: str, about: SentenceSubject) -> None:
    """The user, somebody they know, the world around, or nobody."""
    found = judged(sentence).about
    assert max(found, key=lambda one: found[one]) is about, found


def test_case_and_width_change_no_n_gram() -> None:
    """ＧＯＡＴＳ and goats are the same characters to the hashed half of the features."""
    wide, narrow = features(["ＧＯＡＴＳ", "goats"])[:, USE_SIZE:]
    assert np.array_equal(wide, narrow)


def test_both_halves_of_the_features_are_of_unit_length() -> None:
    """Neither the encoder nor the n-grams outweigh the other, however long the sentence."""
    seen = features(["goat", "羊" * 300, "a much longer sentence about goats, sheep and the price of hay in spring"])
    for half in (seen[:, :USE_SIZE], seen[:, USE_SIZE:]):
        assert np.linalg.norm(half, axis=1) == pytest.approx(1, abs=1e-3)


def test_what_lies_beyond_the_limit_is_not_judged() -> None:
    """Only the first characters of a sentence count."""
    start = ("I keep goats on the hill. " * 20)[:CHARACTERS_MAX]
    assert np.array_equal(features([start]), features([start + " 我对山羊过敏。"]))


def test_the_weights_fit_the_heads() -> None:
    """One column for each output and one row for each feature, every figure finite."""
    weights, bias = _weights()
    assert weights.shape == (USE_SIZE + BUCKETS, len(OUTPUTS))
    assert bias.shape == (len(OUTPUTS),)
    assert np.isfinite(weights).all()
    assert np.isfinite(bias).all()
    assert len(set(OUTPUTS)) == len(OUTPUTS)


def test_no_judgement_is_certain() -> None:
    """However long and strong the words, neither 0 nor 1 is reached."""
    for sentence in ("never, never, never " * 20, "谢谢" * 200, ""):
        found = judged(sentence)
        assert all(0 < figure < 1 for figure in (found.keep, found.once, found.change))


@pytest.mark.parametrize("held", [None, b"", b"no weights at all", b"PK\x03\x04 cut short"])
def test_damaged_weights_are_an_error_of_ours(tmp_path: Path, held: bytes | None) -> None:
    """It names the way out; the message that was to be judged waits in the queue, as for any failing model."""
    stored = tmp_path / "heads.npz"
    if held is not None:
        stored.write_bytes(held)
    with pytest.raises(EmbedderUnavailable, match="Reinstall mnemic"):
        weights_of(stored)
