"""A model's answer is read whatever it is wrapped in, and only what it says in full."""

from __future__ import annotations

import json

from mnemic.writing.by_model.answer import ModelAnswer, answer_from_text
from mnemic.writing.by_model.lenient import lenient_values
from tests.tables import each_row

TWO = '{"facts": ["keeps bees", "owns a canoe"]}'
FULL = json.dumps({"memories": [{"text": "keeps bees"}, {"text": "owns a canoe"}], "retracts": []})


def texts(answer: ModelAnswer | None) -> list[str]:
    """The statements of an answer that could be read."""
    assert answer is not None
    return [item.text for item in answer.items]


@each_row(
    "said",
    [
        FULL,
        TWO,
        f"```json\n{TWO}\n```",
        f"```\n{TWO}\n```",
        f"```JSON\r\n{TWO}\r\n```\r\n",
        f"Of course! Here it is:\n```json\n{TWO}\n```\nLet me know {{anything}} else [1].",
        f"Of course {{really}}, [see below]: {TWO}",
        f"\ufeff{TWO}",
        f"好的，“结果”如下：{TWO} “完”。",
        f"<think>Maybe {{'facts': ['owns a dog']}}?</think>\n{TWO}",
        f"It could be ['a', 'b'] ...</think>{TWO}",
        f"<THINKING>\nhm\n</THINKING>{TWO}",
        '["keeps bees", "owns a canoe"]',
        '[{"memory": "keeps bees"}, {"fact": "owns a canoe"},]',
        '{"memories": [{"text": "keeps bees",}, {"text": "owns a canoe"},],}',
        "{'memories': [{'text': 'keeps bees', 'once': False}, {'text': 'owns a canoe', 'kind': None}]}",
        "{“memories”：[{“text”：“keeps bees”}，{“text”：“owns a canoe”}]}",
        '{"memories": [ // two of them\n {"text": "keeps bees"}, /* and */ {"text": "owns a canoe"}]}',
        '{"memories": [{"text": "keeps\nbees"}, {"text": "owns a canoe"}]}'.replace("s\nb", "s b"),
        '{"memory": [{"event": "ADD", "text": "keeps bees"}, {"event": "ADD", "text": "owns a canoe"}]}',
        '{"statements": ["keeps bees", "owns a canoe", "", "  "]}',
    ],
)
def test_two_statements_come_out_of_any_wrapping(said: str) -> None:
    """Fences, prose, thinking, byte order marks, full-width signs and stray commas change nothing."""
    assert texts(answer_from_text(said)) == ["keeps bees", "owns a canoe"]


@each_row("said", ["", "  ", "I am sorry, I cannot do that.", "[1, 2]", "{}", "[[[[", "{{{", '"text"'])
def test_what_holds_no_answer_is_none(said: str) -> None:
    """Without an object or list of statements there is nothing to read."""
    assert answer_from_text(said) is None


@each_row("said", ['{"memories": []}', "[]", '{"memories": [], "retracts": []}', "```\n[]\n```"])
def test_an_empty_answer_is_an_answer(said: str) -> None:
    """Nothing to remember is not the same as nothing readable."""
    assert answer_from_text(said) == ModelAnswer()


@each_row("length", range(len(FULL)))
def test_a_cut_answer_gives_its_complete_items_only(length: int) -> None:
    """Wherever an answer breaks off, what is read of it was in it in full."""
    answer = answer_from_text(FULL[:length])
    if answer is not None:
        assert texts(answer) == ["keeps bees", "owns a canoe"][: len(answer.items)]
        assert not answer.complete


def test_a_cut_answer_keeps_what_was_complete() -> None:
    """The first item stands when the second is cut off."""
    assert texts(answer_from_text(FULL[: FULL.index("canoe")])) == ["keeps bees"]


def test_thinking_that_never_ends_is_no_answer() -> None:
    """What a model only thinks is not what it says."""
    assert answer_from_text('<think>perhaps {"facts": ["owns a dog"]}') is None


def test_lists_inside_a_cut_item_are_no_statements() -> None:
    """Parts of an incomplete item are never taken for items."""
    assert answer_from_text('{"memories": [{"text": "keeps bees", "entities": ["hive", "honey"') is None


def test_numbers_are_read_as_text_or_alone() -> None:
    """`"2"`, 2 and [2] all name number 2; what is no number is kept to be reported."""
    answer = answer_from_text(
        '{"memories": [{"text": "a", "turn": "2", "same_as": 1, "replaces": ["3", "x7", true, 3]}]}'
    )
    assert answer is not None
    (item,) = answer.items
    assert (item.turn, item.same_as, item.replaces) == (2, (1,), (3, "x7"))


def test_events_of_other_prompts_are_understood() -> None:
    """DELETE takes back, UPDATE replaces, NONE says nothing."""
    said = [
        {"event": "UPDATE", "id": "4", "text": "lives in Ghent"},
        {"event": "DELETE", "id": "nope", "text": "lives in Bruges"},
        {"event": "NONE", "id": 1, "text": "keeps bees"},
    ]
    answer = answer_from_text(json.dumps(said))
    assert answer is not None
    assert [(item.text, item.replaces) for item in answer.items] == [("lives in Ghent", (4,))]
    assert answer.retracts == ("nope",)


@each_row("polarity", [-1, "-1", "negative", -0.5])
def test_negative_polarity_is_read_in_any_form(polarity: object) -> None:
    """A denial is not read as an affirmation."""
    answer = answer_from_text(json.dumps([{"text": "a", "polarity": polarity}]))
    assert answer is not None
    assert answer.items[0].polarity == -1


def test_depth_is_bounded() -> None:
    """A tower of brackets is refused, not climbed."""
    assert list(lenient_values("[" * 100_000)) == []
    assert answer_from_text('{"a":' * 10_000) is None


def test_half_characters_do_not_get_in() -> None:
    """An escaped pair becomes its character; a lone half, which no store can hold, goes."""
    assert texts(answer_from_text('["\\ud83d\\ude00", "a\\ud83d"]')) == ["😀", "a"]
