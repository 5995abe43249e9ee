"""What a prompt holds, read back from its messages: all that the rule decider may know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from examples.travel.decision import ChatMessage
from examples.travel.words import language_of

_BLOCK = re.compile(r"(?ms)^(?P<title>[^\n]*)\n\[begin (?P<mark>memory-\w+)\]\n(?P<body>.*?)\n\[end (?P=mark)\]")
_STAMP = re.compile(r"^- \[(?:\d{4}-\d\d-\d\d · )?(?P<id>[^\]· ]+)[^\]]*\] (?P<text>.*)$")
_SLOT = re.compile(r"^- (?P<slot>[^:]+): (?P<value>.*)$")
_GOAL = re.compile(r"^- (?:goal|目标): (?P<goal>.*?)(?P<paused> \((?:paused|已暂停)\))?$")
_MISSING = re.compile(r"^- (?:still missing|还缺): (?P<slots>.*)$")
_EPISODE = re.compile(r"^(?:user|assistant|tool|用户|助手) - ")
_TASKS = re.compile(r"Unfinished tasks|未完成的任务")
_SKILL = re.compile(r"How the user wants this done|用户要的做法")
_NAME = re.compile(r"^- (?P<name>.*)$")
_STEP = re.compile(r"(?m)^\d+\. (?P<text>.*)$")
_TODAY = re.compile(r"Today: (\d{4}-\d\d-\d\d)")
_WAITS = re.compile(r"Waiting for the user's yes: (.+)")
_CITIES = re.compile(r"Cities: (.+)")
_LEARNED = re.compile(r"Just learned: (.+)")
_RATE = re.compile(r"Yuan for a dollar: ([\d.]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One remembered line, with the beginning of its memory's id."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One call with its result."""

    tool: str
    arguments: Mapping[str, Any]
    result: Any

    @property
    def failed(self) -> str:
        """Why it failed; empty where it did not."""
        return str(self.result["error"]) if isinstance(self.result, dict) and "error" in self.result else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """The trip at hand as the prompt has it."""

    goal: str
    paused: bool
    missing: tuple[str, ...]
    slots: Mapping[str, str]

    def bookings(self, slot: str) -> list[dict[str, Any]]:
        """What is booked: "flights" or "stays"."""
        held: list[dict[str, Any]] = json.loads(self.slots.get(slot, "[]"))
        return held


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A procedure the user taught, as the prompt has it."""

    name: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt in parts."""

    today: date
    cities: Mapping[str, tuple[str, ...]]  # by English name, all names
    rate: float  # yuan for a dollar
    waiting: str  # what waits for the user's yes, or nothing
    notes: tuple[Note, ...]  # statements about the user
    trip: Trip | None
    learned: str  # name of a skill the user has just taught, or nothing
    skill: Skill | None  # the one that fits the request
    before: str  # what the assistant said last
    said: str  # the user's message
    history: tuple[Done, ...]  # calls of this session before the user's message
    done: tuple[Done, ...]  # calls since
    language: str

    @property
    def last(self) -> Done | None:
        """The call that was just made."""
        return self.done[-1] if self.done else None

    def found(self, tool: str) -> Done | None:
        """The newest call of a tool in the conversation that succeeded."""
        calls = reversed((*self.history, *self.done))
        return next((one for one in calls if one.tool == tool and not one.failed), None)

    def city(self, text: str) -> str | None:
        """The first city named in a text, by its English name."""
        places = [
            (place, city)
            for city, names in self.cities.items()
            for name in names
            if (place := text.casefold().find(name.casefold())) >= 0
        ]
        return min(places)[1] if places else None


def read(messages: Sequence[ChatMessage]) -> Prompt:
    """The parts of a prompt whose last user message is the one to answer."""
    system = next((str(one["content"]) for one in messages if one["role"] == "system"), "")
    talk = [one for one in messages if one["role"] != "system"]
    place = max((at for at, one in enumerate(talk) if one["role"] == "user"), default=-1)
    asked = str(talk[place]["content"]) if place >= 0 else ""
    said = _BLOCK.sub("", asked).strip()
    blocks = [*_BLOCK.finditer(system), *_BLOCK.finditer(asked)]
    task = next((lines for one in blocks if _GOAL.match((lines := one["body"].splitlines())[0])), None)
    said_before = [str(one["content"]) for one in talk[:place] if one["role"] == "assistant" and one["content"]]
    today, rate = _TODAY.search(system), _RATE.search(system)
    cities, waits = _CITIES.search(system), _WAITS.search(system)
    learned = _LEARNED.search(system)
    skill = next((one["body"] for one in blocks if _SKILL.match(one["title"])), None)
    return Prompt(
        today=date.fromisoformat(today[1]) if today else date.min,
        cities={names[0]: tuple(names) for names in _named(cities[1] if cities else "")},
        rate=float(rate[1]) if rate else 1.0,
        waiting=waits[1] if waits else "",
        notes=tuple(_notes(blocks)),
        trip=_trip(task) if task else None,
        learned=learned[1] if learned else "",
        skill=_skill(skill) if skill else None,
        before=said_before[-1] if said_before else "",
        said=said,
        history=tuple(_calls(talk[:place])),
        done=tuple(_calls(talk[place + 1 :])),
        language=language_of(said),
    )


def _named(text: str) -> Iterator[list[str]]:
    for one in filter(None, text.split("; ")):
        yield one.split("/")


def _notes(blocks: Sequence[re.Match[str]]) -> Iterator[Note]:
    seen = set()
    for block in blocks:
        if _TASKS.match(block["title"]):
            continue
        for line in block["body"].splitlines():
            found = _STAMP.match(line)
            if found is None or found["id"] in seen or _EPISODE.match(found["text"]):
                continue
            seen.add(found["id"])
            yield Note(id=found["id"], text=found["text"])


def _trip(lines: Sequence[str]) -> Trip:
    goal = _GOAL.match(lines[0])
    slots = {found["slot"]: found["value"] for line in lines[1:] if (found := _SLOT.match(line))}
    missing = next((found["slots"] for line in lines if (found := _MISSING.match(line))), "")
    return Trip(
        goal=goal["goal"] if goal else "",
        paused=bool(goal and goal["paused"]),
        missing=tuple(filter(None, re.split(r"[,、] ?", missing))),
        slots=slots,
    )


def _skill(body: str) -> Skill:
    name = _NAME.match(body.splitlines()[0])
    return Skill(name=name["name"] if name else "", steps=tuple(_STEP.findall(body)))


def _calls(talk: Sequence[ChatMessage]) -> Iterator[Done]:
    results = {str(one["tool_call_id"]): str(one["content"]) for one in talk if one["role"] == "tool"}
    for message in talk:
        for call in message.get("tool_calls") or ():
            if call["id"] in results:
                called = call["function"]
                yield Done(
                    tool=called["name"],
                    arguments=json.loads(called["arguments"]),
                    result=json.loads(_unfenced(results[call["id"]])),
                )


def _unfenced(result: str) -> str:
    """What a tool gave: a result the guard holds stands fenced."""
    fenced = _BLOCK.fullmatch(result)
    return fenced["body"] if fenced else result
