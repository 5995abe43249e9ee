"""What a stretch of talk comes to by rules: what weighs, what is outdated, what is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from mnemic.language import tokens
from mnemic.rooms.session.salience import (
    SummaryLine,
    drop_outdated_lines,
    is_correction,
    line_similarity,
    select_lines,
    sentence_weight,
)
from tests.tables import each_row

HEAVY = [
    "I can't have anything with walnuts in it.",
    "Don't ever schedule calls before nine.",
    "The contract number is RX-55810.",
    "My rent may not exceed 950 pounds.",
    "We settled on the green tiles.",
    "我吃不了含麸质的东西，会过敏。",
    "房租不能超过五千。",
    "合同编号是RX-55810。",
    "我们最后决定用绿色的瓷砖。",
    "九点以前千万别给我安排会议。",
]
LIGHT = [
    "That sounds interesting, tell me more.",
    "Why do people like gardens?",
    "Thanks a lot!",
    "听起来挺有意思的。",
    "人们为什么喜欢花园呢？",
    "好的，谢谢！",
]


def line(position: int, text: str, *, label: str = "user", operation: bool = False) -> SummaryLine:
    """A line as it is made of a sentence."""
    return SummaryLine(
        position=position,
        label=label,
        text=text,
        weight=sentence_weight(text, label),
        operation=operation,
        corrects=label == "user" and is_correction(text),
    )


def texts(lines: Sequence[SummaryLine]) -> list[str]:
    """What lines say."""
    return [one.text for one in lines]


@each_row("heavy", HEAVY)
def test_what_later_answers_turn_on_weighs_more_than_chat(heavy: str) -> None:
    """Requirements, codes, amounts and decisions weigh more than any pleasantry or question."""
    assert sentence_weight(heavy, "user") > 2 * max(sentence_weight(light, "user") for light in LIGHT)


def test_the_users_word_weighs_most() -> None:
    """The same sentence weighs less from an assistant or a tool."""
    assert sentence_weight(HEAVY[2], "user") > sentence_weight(HEAVY[2], "assistant")
    assert sentence_weight(HEAVY[2], "user") > sentence_weight(HEAVY[2], "tool")


@each_row(
    ("said", "left"),
    [
        (["The deadline is 4 May.", "I like pears.", "Actually the deadline is 11 May."], ["I like pears.", 2]),
        (["截止日期是五月四号。", "我喜欢梨。", "更正，截止日期是五月十一号。"], ["我喜欢梨。", 2]),
        (["My budget is 200.", "My budget is 300."], [1]),
    ],
)
def test_later_corrections_win(said: list[str], left: list[str | int]) -> None:
    """A value that was put right is not told any more."""
    kept = texts(drop_outdated_lines([line(n, text) for n, text in enumerate(said)]))
    outdated = said[0].rstrip(".。")
    assert [text for text in kept if text.rstrip(".。") == outdated] == []
    assert [said[one] if isinstance(one, int) else one for one in left][-1] in kept[-1]


def test_a_bare_correction_is_told_with_what_it_corrects() -> None:
    """ "No, the 9th" says nothing by itself: the line it corrects stands before it, once."""
    kept = drop_outdated_lines([line(1, "We leave on May 8."), line(2, "It rains."), line(3, "No, May 9.")])
    assert texts(kept) == ["It rains.", "We leave on May 8. → No, May 9."]


def test_numbers_by_which_things_are_known_stand_side_by_side() -> None:
    """Two orders are two orders, however alike what is said of them."""
    said = ["Order 4410923 has shipped.", "Order 7720184 has shipped."]
    assert texts(drop_outdated_lines([line(n, text) for n, text in enumerate(said)])) == said


def test_an_agents_operations_are_not_outdated_by_talk() -> None:
    """What was done was done."""
    done = line(1, "book(room=4) → ok", label="assistant", operation=True)
    assert drop_outdated_lines([done, line(2, "Actually book room 5 instead.")])[0] == done


def test_lines_are_chosen_by_weight_told_in_order_and_bounded() -> None:
    """The weightiest that fit, oldest first, none twice in other words."""
    lines = [line(n, text) for n, text in enumerate([*LIGHT, *HEAVY, HEAVY[2].replace("The", "That")])]
    kept = select_lines(lines, 60, tokens.estimate_tokens)
    assert kept
    assert [one.position for one in kept] == sorted(one.position for one in kept)
    assert sum(tokens.estimate_tokens(one.whole) + 2 for one in kept) <= 60
    assert not set(texts(kept)) & set(LIGHT)
    assert (
        sum(
            "RX-55810" in one.text and one.text.endswith(".")
            for one in select_lines(lines, 400, tokens.estimate_tokens)
        )
        == 1
    )


def test_figures_do_not_make_lines_different() -> None:
    """Likeness is of words: the same sentence with another count is the same matter."""
    assert line_similarity("Chapter 4 is done.", "Chapter 5 is done.") == 1
    assert line_similarity("第4章写完了。", "第5章写完了。") == 1
