"""Words that judge an answer, and the many that only look as if they did."""

from __future__ import annotations

import re
from pathlib import Path

from mnemic.writing.reply_feedback import CONFIDENCE_MIN, FeedbackPolarity, find_reply_feedback
from tests.tables import each_row

_ROW = re.compile(r"(?P<label>helped|wrong|none)(?: @(?P<after>\w+))?: (?P<text>.+?)(?: => (?P<more>.+))?$")
ANSWERS = {
    "en": {
        "told": "You always take the window seat, so I put you in 14A, on Tuesday.",
        "asked": "I can look that up. Do you have a car?",
        "check": "You sit by the window, right?",
        "offer": "The Linden has a room for 90 euros. Shall I book it for you?",
        "nothing": "",
    },
    "zh": {
        "told": "您一向坐靠窗的位置，周二的航班我选了14A。",
        "asked": "我可以查一下。您自己开车吗？",
        "check": "您喜欢靠窗的座位，对吗？",
        "offer": "这家酒店还有一间房，每晚五百。要帮您订吗？",
        "nothing": "",
    },
}
"""What a row follows, by the word behind its @; without one, what the assistant told."""


def rows(language: str) -> list[tuple[str, str, str, str]]:
    """Label, answer, message and what else is expected of it, of each row of a table."""
    lines = (Path(__file__).parent / f"verdict_{language}.txt").read_text(encoding="utf-8").splitlines()
    found = [match for line in lines if (match := _ROW.match(line))]
    assert len(found) == len(lines)
    return [(m["label"], ANSWERS[language][m["after"] or "told"], m["text"], m["more"] or "") for m in found]


@each_row(("label", "answer", "text", "more"), [*rows("en"), *rows("zh")])
def test_what_a_message_says_of_the_answer(label: str, answer: str, text: str, more: str) -> None:
    """Which way it leans, what it is about and whether it lasts; politeness, questions and the like say nothing."""
    found = find_reply_feedback(text, answer=answer)
    assert (found.leaning.value if found else "none") == label
    if found is None:
        return
    lasting, _, about = more.partition("about ")
    assert found.lasting == ("lasting" in lasting)
    assert found.about == (about or "answer")
    assert found.quote == text[found.start : found.end]
    assert CONFIDENCE_MIN <= found.confidence <= 1


@each_row("language", ["en", "zh"])
def test_the_tables_are_mostly_traps(language: str) -> None:
    """Half of the rows or more are no verdict."""
    labels = [label for label, _, _, _ in rows(language)]
    assert len(labels) >= 120
    assert 2 * labels.count("none") >= len(labels)


def test_full_width_forms_count() -> None:
    """Letters and signs of full width read like their twins, and places are those of the text as given."""
    found = find_reply_feedback("ｅｘａｃｔｌｙ！", answer="It is in May.")
    assert found is not None
    assert (found.leaning, found.start, found.end) == (FeedbackPolarity.HELPED, 0, 7)


NOISE = [
    *("", "   ", "?" * 5_000, "no, " * 5_000, "对" * 5_000, "👍" * 5_000, "“" * 999),
    *("我就已经都刚刚" * 900, "你好像是老是" * 900, "太真的超级" * 900, "谢谢好的" * 900),
    *("that is still so very just " * 300, "you've just really still " * 300, "exactly " + "thanks again " * 300),
]


@each_row("text", NOISE)
def test_any_text_can_be_read(text: str) -> None:
    """Nothing, noise and endless repetition are read without an error."""
    found = find_reply_feedback(text, answer="It is in May.")
    assert found is None or text[found.start : found.end] == found.quote
