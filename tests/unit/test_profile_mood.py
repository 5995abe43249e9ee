"""Signs of mood: the user's own, now, not denied, asked, or somebody else's."""

from __future__ import annotations

from mnemic.domain.judgement import Mood
from mnemic.domain.profile import Feeling
from mnemic.models.scripted import ScriptedJudge, certain_judgement
from mnemic.rooms.profile.mood import feelings_in
from tests.tables import each_row

SIGNS = [
    ("I'm completely overwhelmed by this move.", Feeling.PRESSURE),
    ("The deadline is killing me.", Feeling.PRESSURE),
    ("I can't sleep these days.", Feeling.PRESSURE),
    ("I am so tired.", Feeling.LOW),
    ("I'm over the moon, we got the flat!", Feeling.GLAD),
    ("这几天忙死了。", Feeling.PRESSURE),
    ("我最近总是失眠", Feeling.PRESSURE),
    ("我今天好累。", Feeling.LOW),
    ("我太开心了！", Feeling.GLAD),
]
NONE = [
    "I'm not stressed at all.",
    "I'm no longer anxious.",
    "I used to be depressed.",
    "If I get overwhelmed, I'll call you.",
    "Are you exhausted?",
    "Am I burnt out?",
    "My boss is stressed.",
    "She said she is so happy.",
    "I was burnt out last year.",
    "The stress test of the bridge passed.",
    "我不焦虑。",
    "我已经不焦虑了。",
    "我没那么焦虑了。",
    "如果我失眠就告诉你。",
    "你压力大吗？",
    "我妹妹最近好累。",
    "他压力很大。",
    "How to treat insomnia",
    "",
]


@each_row(("text", "feeling"), SIGNS)
def test_signs(text: str, feeling: Feeling) -> None:
    """A sentence of the user about the user, now, is a sign, and is quoted word for word."""
    ((found, quote),) = feelings_in(text, None)
    assert (found, quote) == (feeling, text)


@each_row("text", NONE)
def test_no_signs(text: str) -> None:
    """What is denied, over, asked, supposed or somebody else's is none."""
    assert list(feelings_in(text, None)) == []


@each_row("mood", [Mood.JOKED, Mood.QUOTED, Mood.SUPPOSED, Mood.ASKED])
def test_the_judge_has_a_say(mood: Mood) -> None:
    """A sentence that the judge takes for a joke, a quotation, a supposition or a question is no sign."""
    assert list(feelings_in("I am so tired.", ScriptedJudge(otherwise=certain_judgement(mood=mood)))) == []
    assert list(feelings_in("I am so tired.", ScriptedJudge(otherwise=certain_judgement(mood=Mood.SAID)))) != []
