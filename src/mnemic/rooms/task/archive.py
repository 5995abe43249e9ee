"""What is left of a task that is over, in words: its goal, outcome, constraints, key decisions and values."""

from __future__ import annotations

import json
from collections.abc import Mapping

from mnemic.domain.record import Json
from mnemic.domain.task import Task, TaskStatus
from mnemic.language import detect

CONSTRAINTS_MAX = 10  # lines of one summary
DECISIONS_MAX = 10
VALUES_MAX = 20
LINE_CHARACTERS_MAX = 200  # of one of its parts

_WORDS: Mapping[str, Mapping[str, str]] = {
    "zh": {
        "completed": "任务“{goal}”已完成（{day}）。",
        "abandoned": "任务“{goal}”已放弃（{day}）。",
        "outcome": "结果：{text}。",
        "why": "原因：{text}。",
        "constraints": "约束：{text}。",
        "decisions": "关键决定：{text}。",
        "values": "信息：{text}。",
        "join": "；",
        "pair": "{slot}为{value}",
        "and": "、",
    },
    "en": {
        "completed": 'Completed the task "{goal}" on {day}.',
        "abandoned": 'Abandoned the task "{goal}" on {day}.',
        "outcome": " Outcome: {text}.",
        "why": " Reason: {text}.",
        "constraints": " Constraints: {text}.",
        "decisions": " Key decisions: {text}.",
        "values": " Details: {text}.",
        "join": "; ",
        "pair": "{slot}: {value}",
        "and": ", ",
    },
}


def archived_task_text(task: Task) -> str:
    """A task that is over as one text, in the language of its goal. Parts that do not fit their limit are left out, the
    oldest decisions first; the record keeps them."""
    words = _WORDS["zh" if detect.language(task.goal) == "zh" else "en"]
    over = "abandoned" if task.status is TaskStatus.ABANDONED else "completed"
    parts = {
        "why" if over == "abandoned" else "outcome": [task.outcome] if task.outcome else [],
        "constraints": [line.text for line in task.constraints][-CONSTRAINTS_MAX:],
        "decisions": [line.text for line in task.decisions if not line.automatic][-DECISIONS_MAX:],
        "values": [
            words["pair"].format(slot=slot_title(task.schema, slot), value=value_in_words(held.value, words["and"]))
            for slot, held in task.values.items()
        ][:VALUES_MAX],
    }
    text = words[over].format(goal=task.goal, day=(task.ended_on or task.updated_at.date()).isoformat())
    for part, lines in parts.items():
        if lines:
            text += words[part].format(text=words["join"].join(map(_ended, lines)))
    return text


def slot_title(schema: Mapping[str, Json], slot: str) -> str:
    """What a slot is called in words: the title its schema gives it, else its name."""
    properties = schema.get("properties")
    described = properties.get(slot) if isinstance(properties, dict) else None
    named = described.get("title") if isinstance(described, dict) else None
    return named if isinstance(named, str) else slot.replace("_", " ")


def value_in_words(value: Json, between: str = ", ") -> str:
    """A value in words."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return between.join(value_in_words(part, between) for part in value)
    if isinstance(value, dict):
        return between.join(f"{key} {value_in_words(part, between)}" for key, part in value.items() if part is not None)
    return json.dumps(value, ensure_ascii=False)


def _ended(text: str) -> str:
    """A line without the stop it ends with: the summary sets its own."""
    short = text if len(text) <= LINE_CHARACTERS_MAX else text[: LINE_CHARACTERS_MAX - 1] + "…"
    return short.strip().rstrip(".。;；!！")
