"""The activities people come back to, and the words that tell of them: `activities_en.txt`, `activities_zh.txt`.

One activity a line, its fields apart by `|`: the core it goes by, and then the forms of each sort, apart by commas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files

from mnemic.domain.regex import Regex


class ActivityFormKind(StrEnum):
    """How a form tells of its activity."""

    DONE = "done"  # a past verb: "jogged"
    DOING = "doing"  # "jogging"
    EVENT = "event"  # a happening: "parkrun"
    THING = "thing"  # what it is done with: "piano"
    PLACE = "place"  # where nothing else is done: "climbing wall"


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """One line: what it goes by, and its forms by sort."""

    core: tuple[str, ...]
    forms: Mapping[ActivityFormKind, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedActivity:
    """An activity named in a clause: from where to where, and by which sorts of words."""

    core: tuple[str, ...]
    hows: frozenset[ActivityFormKind]
    begin: int
    end: int


def read_activities(language: str) -> Iterator[Activity]:
    """The activities of a language, in the order of the file."""
    text = files("mnemic.rooms.habits.talk").joinpath(f"activities_{language}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            core, *fields = (field.strip() for field in line.split("|"))
            listed = [tuple(form.strip() for form in field.split(",") if form.strip()) for field in fields]
            yield Activity(core=tuple(core.split()), forms=dict(zip(ActivityFormKind, listed, strict=False)))


class ActivityLexicon:
    """Finds the activities of a language in a clause.

    Args:
        pattern: makes the regular expressions that a form is found by, each with what it begins with.
        stems: makes the core that an activity's name stands for.
        starts: matches what a form may begin with, a word or a character.
    """

    def __init__(
        self,
        language: str,
        *,
        patterns: Callable[[str, ActivityFormKind], Sequence[tuple[str, str]]],
        stems: Callable[[tuple[str, ...]], tuple[str, ...]],
        starts: str,
    ) -> None:
        found: dict[tuple[str, str], tuple[tuple[str, ...], set[ActivityFormKind], int]] = {}
        for activity in read_activities(language):
            core = stems(activity.core)
            for how, forms in activity.forms.items():
                for form in forms:
                    for entry in patterns(form, how):
                        held = found.setdefault(entry, (core, set(), len(form)))
                        if held[0] == core:
                            held[1].add(how)
        self._starts = Regex(starts)
        self._by_start: dict[str, list[tuple[Regex[str], tuple[str, ...], frozenset[ActivityFormKind]]]] = {}
        for start, pattern in sorted(found, key=lambda one: -found[one][2]):
            core, hows, _ = found[start, pattern]
            self._by_start.setdefault(start, []).append((Regex(pattern), core, frozenset(hows)))

    def named(self, clause: str) -> Iterator[NamedActivity]:
        """The activities a clause names, from left to right, the longest form first where several begin together."""
        end = 0
        for start in self._starts.finditer(clause):
            if start.start() < end:
                continue
            for pattern, core, hows in self._by_start.get(start[0], ()):
                if match := pattern.match(clause, start.start()):
                    end = match.end()
                    yield NamedActivity(core=core, hows=hows, begin=start.start(), end=end)
                    break
