"""The first pass over an export: nothing is stored before every line, the counts and the checksum were looked at."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mnemic.domain.blob import Blob
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import StoredMemory, StoredRow
from mnemic.domain.transfer import LossReport, LostPart
from mnemic.errors import InvalidFile, InvalidScope, LimitExceeded
from mnemic.upkeep.transfer.format import END, HEADER, USER, VERSION, MisshapenValue, row_from_document
from mnemic.upkeep.transfer.lines import read_lines

EXAMPLE_CHARACTERS = 80
SAMPLE = 60  # texts kept for timing how long their vectors take


@dataclass(frozen=True, slots=True, kw_only=True)
class UserLine:
    """Whose rows follow in an export."""

    number: int
    user: str
    salt: str


@dataclass(slots=True, kw_only=True)
class ExportContents:
    """What an export holds."""

    path: Path
    partial: bool  # take what is whole of a broken one
    vectors: bool = False
    users: list[UserLine] = field(default_factory=list)
    rows: Counter[str] = field(default_factory=Counter)
    losses: LossReport = field(default_factory=LossReport)
    texts: int = 0  # memories that a search may find
    sample: list[str] = field(default_factory=list)  # of their texts

    def each(self, tenant: str) -> Iterator[tuple[UserLine, Iterator[tuple[int, StoredRow]]]]:
        """The users of the file, each with its rows and their lines. The rows of one are read before those of the
        next."""
        reading = _Reading(self, tenant)
        for user in reading.users():
            yield user, reading.rows()


def verified_export(path: Path, *, tenant: str, partial: bool) -> ExportContents:
    """An export that may be brought back.

    Args:
        partial: with broken lines, a broken end or none, what is whole is taken and the rest counted as lost.

    Raises:
        InvalidFile: it is no export, of a version that is not known or, without `partial`, broken; the line is named.
    """
    contents = ExportContents(path=path, partial=partial)
    reading = _Reading(contents, tenant, noting=True)
    for user in reading.users():
        contents.users.append(user)
        for _, row in reading.rows():
            if isinstance(row, StoredMemory) and row.indexed:
                contents.texts += 1
                if len(contents.sample) < SAMPLE:
                    contents.sample.append(row.memory.text)
    reading.check_end()
    contents.rows = reading.counted
    contents.vectors = reading.vectors
    return contents


class _Reading:
    """One pass over the lines of an export."""

    def __init__(self, contents: ExportContents, tenant: str, *, noting: bool = False) -> None:
        self._contents, self._tenant, self._noting = contents, tenant, noting
        self._hash = hashlib.sha256()
        self._lines = self._whole_lines()
        self._next: tuple[int, Mapping[str, Any]] | None = None
        self._user: UserLine | None = None
        self._seen: set[str] = set()
        self._ended: Mapping[str, Any] | None = None
        self._last = 0
        self.counted: Counter[str] = Counter()
        self.vectors = False
        self._check_header()

    def users(self) -> Iterator[UserLine]:
        """Users as their lines come; between two of them `rows` must be read to its end."""
        while True:
            for _ in self.rows():  # rows nobody wanted, or that belong to nobody
                continue
            if self._next is None:
                return
            number, line = self._next
            self._next = None
            self._user = self._user_of(number, line)
            if self._user is not None:
                yield self._user

    def rows(self) -> Iterator[tuple[int, StoredRow]]:
        """The rows of the user at hand."""
        while self._next is None and self._ended is None:
            found = next(self._lines, None)
            if found is None:
                return
            number, line = found
            sort = line.get("row")
            if sort == USER:
                self._next = found
            elif sort == END:
                self._ended = line
            else:
                row = self._row(number, sort, line)
                if row is not None:
                    yield number, row

    def check_end(self) -> None:
        """Compare what was read with what the last line says.

        Raises:
            InvalidFile: it differs, or there is no last line.
        """
        if self._ended is None:
            self._broken(self._last + 1, "the end is missing: the file was cut off")
            return
        if extra := next(self._lines, None):
            self._broken(extra[0], "there is more after the end")
        if self._ended.get("rows") != dict(self.counted) or self._ended.get("users") != len(self._seen):
            self._broken(self._last, f"the end counts {self._ended.get('rows')}, and there are {dict(self.counted)}")
        elif self._ended.get("sha256") != self._hash.hexdigest():
            self._broken(self._last, "the checksum is another: a line was changed")

    def _check_header(self) -> None:
        number, line = next(self._lines, (1, {}))
        if line.get("row") != HEADER:
            raise InvalidFile(f"{self._contents.path}, line 1: this is no export of Mnemic.")
        if line.get("version") != VERSION:
            raise InvalidFile(
                f"{self._contents.path}, line {number}: an export of version {line.get('version')!r}; this Mnemic "
                f"reads version {VERSION}. Upgrade with: pip install --upgrade mnemic."
            )
        self.vectors = bool(line.get("vectors"))

    def _whole_lines(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Every line that is a JSON object, hashed but for the last."""
        try:
            for number, line in read_lines(self._contents.path):
                self._last = number
                try:
                    value = json.loads(line)
                    if not isinstance(value, dict):
                        raise MisshapenValue("should be an object")
                    if not line.endswith(b"\n"):
                        raise MisshapenValue("it is cut off")
                except (ValueError, RecursionError) as error:
                    self._hash.update(line)
                    self._broken(number, str(error), line)
                    continue
                if value.get("row") != END:
                    self._hash.update(line)
                yield number, value
        except InvalidFile as error:
            if not self._contents.partial or not self._last:
                raise
            self._broken(self._last + 1, str(error))

    def _user_of(self, number: int, line: Mapping[str, Any]) -> UserLine | None:
        try:
            user, salt, place = line.get("user"), line.get("salt"), line.get("u")
            if not isinstance(user, str) or not isinstance(salt, str) or not isinstance(place, int):
                raise MisshapenValue("a user needs u, user and salt")
            if user in self._seen:
                raise MisshapenValue(f"the user {user!r} comes twice")
            Scope(self._tenant, user)
        except (MisshapenValue, InvalidScope, LimitExceeded) as error:
            self._broken(number, str(error))
            return None
        self._seen.add(user)
        return UserLine(number=place, user=user, salt=salt)

    def _row(self, number: int, sort: object, line: Mapping[str, Any]) -> StoredRow | None:
        try:
            if self._user is None or line.get("u") != self._user.number:
                raise MisshapenValue("whose row it is cannot be told: the line of its user is broken or missing")
            given = {name: value for name, value in line.items() if name not in ("row", "u")}
            row = row_from_document(str(sort), given, Scope(self._tenant, self._user.user))
            if isinstance(row, Blob) and row.info.hash != hashlib.sha256(row.data).hexdigest():
                raise MisshapenValue("its bytes are others than its hash says")
        except MisshapenValue as error:
            self._broken(number, str(error), json.dumps(line, ensure_ascii=False).encode(errors="replace"))
            return None
        self.counted[str(sort)] += 1
        return row

    def _broken(self, number: int, why: str, line: bytes = b"") -> None:
        if not self._contents.partial:
            raise InvalidFile(
                f"{self._contents.path}, line {number}: {why}. Nothing was stored. partial=True (--partial) takes what "
                "is whole."
            )
        if self._noting:
            example = line[: 4 * EXAMPLE_CHARACTERS].decode(errors="replace")[:EXAMPLE_CHARACTERS]
            self._contents.losses.note(LostPart(number=number, what="broken line", reason=why, example=example))
