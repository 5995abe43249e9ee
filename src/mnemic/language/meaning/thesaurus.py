"""Which words say the same, which the contrary, and which exclude each other: `language/thesaurus/`.

a | b | c        the same, in a short statement about a person, their people, things or work
a | b || c | d   the left ones, and their contrary: saying `c` denies `a`
= a | b | c      one class of things, of which each excludes the others
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

Key = tuple[str, ...]  # the words of an entry, or the characters of a Chinese one


@dataclass(slots=True, kw_only=True)
class Entry:
    """What one word or phrase stands for."""

    concepts: dict[str, int] = field(
        default_factory=dict
    )  # group, by its first member, to side: +1, or -1 on the contrary side
    classes: dict[int, int] = field(default_factory=dict)  # class to place in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Thesaurus:
    """All entries of a language by their words."""

    entries: Mapping[Key, Entry]
    longest: int  # words of the longest entry

    def at(self, words: Key, start: int) -> tuple[int, Entry] | None:
        """The longest entry that begins at a word: how many words it has, and what it stands for."""
        for length in range(min(self.longest, len(words) - start), 0, -1):
            entry = self.entries.get(words[start : start + length])
            if entry is not None:
                return length, entry
        return None


def parse_thesaurus(lines: Iterator[str], key: Callable[[str], Key]) -> Thesaurus:
    """A thesaurus from its lines. Members of one group that are members of a class in another line are of that class
    with all their synonyms.

    Args:
        key: cuts an entry into words the way statements are cut.
    """
    entries: dict[Key, Entry] = {}
    for number, line in enumerate(lines):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        if text.startswith("="):
            for place, member in enumerate(_members(text[1:])):
                entries.setdefault(key(member), Entry()).classes[number] = place
            continue
        concept = _members(text)[0]
        for side, half in zip((1, -1), text.split("||"), strict=False):
            for member in _members(half):
                entries.setdefault(key(member), Entry()).concepts.setdefault(concept, side)
    entries.pop((), None)
    _spread(entries)
    return Thesaurus(entries=entries, longest=max(map(len, entries), default=0))


def _members(half: str) -> list[str]:
    return [member.strip() for member in half.split("|") if member.strip()]


def _spread(entries: Mapping[Key, Entry]) -> None:
    """Give every synonym of a class member its place in the class."""
    places: dict[tuple[str, int], dict[int, int]] = {}
    for entry in entries.values():
        for sided in entry.concepts.items():
            places.setdefault(sided, {}).update(entry.classes)
    for entry in entries.values():
        for sided in entry.concepts.items():
            for group, place in places[sided].items():
                entry.classes.setdefault(group, place)


@cache
def bundled_thesaurus(language: str, key: Callable[[str], Key]) -> Thesaurus:
    """The bundled thesaurus of a language, read once a process."""
    folder = files("mnemic.language") / "thesaurus"
    texts = [(folder / f"{name}.txt").read_text(encoding="utf-8") for name in (language, f"relations_{language}")]
    return parse_thesaurus(iter("\n".join(texts).splitlines()), key)
