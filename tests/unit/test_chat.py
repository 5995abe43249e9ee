"""The same conversation for the APIs of two vendors."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mnemic.domain.chat import anthropic

CALL = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"city": "京都"}'}}


def test_a_conversation_with_a_tool() -> None:
    """System texts are joined, a call becomes a tool_use block, its result a tool_result in the user's next message."""
    made = anthropic(
        [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Find me a hotel."},
            {"role": "assistant", "content": "Looking.", "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "content": "Hotel Ginkgo"},
            {"role": "system", "content": "用中文。"},
            {"role": "user", "content": "好的，就这家"},
        ]
    )
    assert made == {
        "system": "Be brief.\n\n用中文。",
        "messages": [
            {"role": "user", "content": "Find me a hotel."},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "Looking."},
                    {"type": "tool_use", "id": "c1", "name": "find", "input": {"city": "京都"}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "c1", "content": "Hotel Ginkgo"},
                    {"type": "text", "text": "好的，就这家"},
                ],
            },
        ],
    }


def test_without_a_system_text_there_is_no_system() -> None:
    """The API refuses an empty system text, so none is given."""
    assert anthropic([{"role": "user", "content": "hi"}]) == {"messages": [{"role": "user", "content": "hi"}]}


def test_arguments_that_are_no_object_are_not_lost() -> None:
    """What a model wrote as arguments reaches the next model, JSON or not."""
    for given_arguments, wanted in (("[1]", {"arguments": [1]}), ("{oops", {"arguments": "{oops"}), (None, {})):
        call = {"id": "c", "function": {"name": "f", "arguments": given_arguments}}
        made = anthropic(
            [{"role": "user", "content": "go"}, {"role": "assistant", "content": None, "tool_calls": [call]}]
        )
        assert made["messages"][1]["content"][0]["input"] == wanted


def test_a_speaker_is_named_in_the_text() -> None:
    """The API has no names for speakers."""
    assert anthropic([{"role": "user", "name": "Bo", "content": "hi"}])["messages"][0]["content"] == "Bo: hi"


messages = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["system", "user", "assistant"]), "content": st.text(max_size=3)}),
    max_size=12,
)


@given(messages)
def test_roles_take_turns_and_no_text_is_lost(said: list[dict[str, Any]]) -> None:
    """Whatever comes in, the first message is the user's, two of one role never follow each other, and every text is
    there, in order."""
    made = anthropic(said)
    roles = [message["role"] for message in made["messages"]]
    assert roles == [("user", "assistant")[number % 2] for number in range(len(roles))]
    shown = [
        block["text"]
        for message in made["messages"]
        for block in ([{"text": message["content"]}] if isinstance(message["content"], str) else message["content"])
    ]
    texts = [message["content"] for message in said if message["role"] != "system" and message["content"]]
    assert [text for text in shown if text != "..."] == [text for text in texts if text != "..."]
