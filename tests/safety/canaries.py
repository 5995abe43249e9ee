"""Words of which each is said in one place only, and where their bytes are found afterwards."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mnemic.language import segment

_SYLLABLES = ("ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "so", "ti", "vu", "xe", "zo")
_FIRST_HAN, _LAST_HAN = 0x8C00, 0x8FA0  # seldom characters: none of them stands in a template of the stories
_PIECE_MIN = 5  # characters of a Latin piece that is looked for by itself
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")


@dataclass(slots=True, kw_only=True)
class Canary:
    """One word, and what it hangs on: it must be gone once one of these is."""

    word: str
    session: str | None = None
    memory: str | None = None  # id
    file: str | None = None  # hash
    what: str = ""  # it was said in

    @property
    def pieces(self) -> set[str]:
        """The word in the forms in which an index or a file may hold it."""
        found = {self.word, self.word.lower(), self.word.upper()}
        terms = segment.terms(self.word)
        if self.word.isascii():
            found |= {term for term in terms if len(term) >= _PIECE_MIN}
        else:
            found |= {self.word[at : at + 2] for at in range(len(self.word) - 1)}
        found.add(json.dumps(self.word)[1:-1])
        return found

    @property
    def needles(self) -> set[bytes]:
        """The bytes of these."""
        return {piece.encode(encoding) for piece in self.pieces for encoding in ENCODINGS}


@dataclass(slots=True)
class Mint:
    """Makes canaries that share no piece with each other."""

    random: random.Random
    made: list[Canary] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)

    def latin(self, what: str, **hangs: str | None) -> Canary:
        """A capitalised word that no dictionary has."""
        return self._kept(Canary(word="Q" + self._fresh(self._latin), what=what, **hangs))

    def han(self, what: str, **hangs: str | None) -> Canary:
        """A word of three seldom characters."""
        return self._kept(Canary(word=self._fresh(self._han), what=what, **hangs))

    def either(self, what: str, **hangs: str | None) -> Canary:
        """One or the other."""
        return self.han(what, **hangs) if self.random.random() < 0.5 else self.latin(what, **hangs)

    def _latin(self) -> str:
        return "".join(self.random.choice(_SYLLABLES) for _ in range(5))

    def _han(self) -> str:
        return "".join(chr(self.random.randint(_FIRST_HAN, _LAST_HAN)) for _ in range(3))

    def _fresh(self, make: object) -> str:
        while True:
            word: str = make()  # type: ignore[operator]
            parts = {word[at : at + 2] for at in range(len(word) - 1)} if not word.isascii() else {word}
            if not parts & self._taken:
                self._taken |= parts
                return word

    def _kept(self, canary: Canary) -> Canary:
        self.made.append(canary)
        return canary


def found_in(folder: Path, canaries: list[Canary]) -> list[str]:
    """Every canary whose bytes stand in a file of the folder, packed ones unpacked, and in names of files."""
    return [
        f"{canary.what}: {needle!r} in {place}"
        for place, data in _contents(folder)
        for canary in canaries
        for needle in sorted(canary.needles)
        if needle in data
    ]


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        yield f"the name {path.name}", path.name.encode()
        if path.is_file():
            data = path.read_bytes()
            yield path.name, data
            if data[:2] == b"\x1f\x8b":
                yield f"{path.name} unpacked", gzip.decompress(data)
