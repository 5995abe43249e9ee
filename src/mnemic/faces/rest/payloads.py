"""Bytes in and out: files of users, exports, backups. What the verbs want as files of the disk lies in a folder of its
own for as long as the request runs, which nobody else can read."""

from __future__ import annotations

import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, BinaryIO, Self
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from mnemic.domain.route import BYTES, LINES, MARKDOWN, REPORT, ZIP, Route
from mnemic.domain.skill import SkillImport
from mnemic.errors import InvalidFile, MnemicError
from mnemic.faces.http.errors import RefusedRequest
from mnemic.faces.http.signatures import call_verb
from mnemic.faces.rest.arguments import media_type_of, too_large
from mnemic.faces.wire import jsonable
from mnemic.rooms.skill.file import SKILL_FILE
from mnemic.rooms.skill.folder import FILE_BYTES_MAX, FILES_MAX
from mnemic.upkeep.forgetting.exported_copies import handing_out

PIECE_BYTES = 1 << 16
UNTOLD = frozenset({"", BYTES, "application/x-www-form-urlencoded"})
"""Media types by which a client says nothing of a file: its bytes say what it is."""

_MAGIC = ((b"\x1f\x8b", ".jsonl.gz"), (b"PK\x03\x04", ".zip"), (b"SQLite format 3\x00", ".db"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that goes out."""

    name: str
    media_type: str
    path: Path | None = None
    data: bytes = b""
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def response(self) -> Response:
        """The response. The file is opened here, and may be removed at once."""
        plain = self.media_type.isascii() and self.media_type.isprintable()
        media_type = self.media_type if plain else BYTES  # one that was brought in may be anything
        headers = dict(self.headers) | {
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(self.name, safe='')}",
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "X-Content-Type-Options": "nosniff",
        }
        if self.path is None:
            return Response(self.data, headers=headers, media_type=media_type)
        headers["Content-Length"] = str(self.path.stat().st_size)
        return StreamingResponse(_pieces(self.path.open("rb")), headers=headers, media_type=media_type)


class PrivateFolder:
    """A folder that nobody else can read, removed when the block ends, unless it is kept for another."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="mnemic-"))
        self._kept = False

    def kept(self) -> PrivateFolder:
        """The same folder for another block, at whose end it is removed."""
        self._kept = True
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._kept:
            shutil.rmtree(self.path, ignore_errors=True)
        self._kept = False


def private_folder() -> PrivateFolder:
    """A new folder."""
    return PrivateFolder()


def download_response(route: Route, face: Any, arguments: dict[str, Any]) -> Response:
    """The answer of a verb that is bytes."""
    with private_folder() as folder, handing_out(folder.path):
        return _DOWNLOADS[route.verb](route, face, arguments, folder.path).response()


async def body_file(request: Request, folder: Path, *, bytes_max: int, setting: str) -> Path:
    """The body of a request as a file, with an ending that says what it is.

    Raises:
        Refused: it is too large, or empty.
    """
    place, size = folder / "body", 0
    with place.open("wb") as file:
        async for part in request.stream():
            size += len(part)
            if size > bytes_max:
                raise too_large(bytes_max, setting)
            file.write(part)
    if not size:
        raise RefusedRequest(HTTPStatus.BAD_REQUEST, "The body is empty: send the file itself as the body.")
    with place.open("rb") as file:
        head = file.read(16)
    ending = next((ending for magic, ending in _MAGIC if head.startswith(magic)), ".json")
    return place.rename(folder / f"body{ending}")


@contextmanager
def in_words_of_the_body(place: Path) -> Iterator[None]:
    """Errors speak of the body, and not of where it lies on the server's disk."""
    try:
        yield
    except MnemicError as error:
        if str(place.parent) not in str(error):
            raise
        raise type(error)(_without(str(error), place)) from error


def skills_imported(face: Any, request: Request, body: bytes) -> SkillImport:
    """Read skills out of a SKILL.md, or out of a zip of folders with one each.

    Raises:
        Refused: the body is neither.
        InvalidFile: the zip is broken, or larger inside than may be.
    """
    media_type = media_type_of(request)
    if media_type not in (MARKDOWN, ZIP):
        said = f"Send a SKILL.md as {MARKDOWN}, or a zip of folders with one each as {ZIP}."
        raise RefusedRequest(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, said)
    with private_folder() as folder:
        place = folder.path / "skills"
        place.mkdir()
        if media_type == ZIP:
            _unzipped(body, place)
        else:
            (place / SKILL_FILE).write_bytes(body)
        with in_words_of_the_body(place):
            report: SkillImport = face.skills.import_(place)
        return SkillImport(**{name: _relative(getattr(report, name), place) for name in ("added", "skipped", "held")})


def _relative(imported: Any, place: Path) -> tuple[Any, ...]:
    return tuple(replace(one, path=one.path.relative_to(place)) for one in imported)


def _unzipped(body: bytes, place: Path) -> None:
    """The skill files of a zip, and nothing else of it."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            named = [one for one in archive.infolist() if PurePosixPath(one.filename).name == SKILL_FILE]
            if len(named) > FILES_MAX:
                raise InvalidFile(f"The zip holds more than {FILES_MAX:,} skills.")
            for number, one in enumerate(named):
                with archive.open(one) as file:
                    data = file.read(FILE_BYTES_MAX + 1)
                parts = PurePosixPath(one.filename).parts
                plain = len(parts) > 1 and Path(parts[-2]).name == parts[-2] != ".." and "\x00" not in parts[-2]
                folder = place / (parts[-2][:100] if plain else f"skill-{number}")
                folder = folder if not folder.exists() else place / f"skill-{number}"
                folder.mkdir()
                (folder / SKILL_FILE).write_bytes(data)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        raise InvalidFile(f"The body is no zip that can be read: {type(error).__name__}.") from error


def _without(text: str, place: Path) -> str:
    return text.replace(str(place), "the body").replace(f"{place.parent}/", "")


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE_BYTES):
            yield piece


def _data(_: Route, face: Any, arguments: dict[str, Any], __: Path) -> Download:
    info = face.files.get(arguments["hash"])
    data = face.files.data(info.hash)
    return Download(name=info.name or info.hash, media_type=info.media_type, data=data)


def _skills(_: Route, face: Any, arguments: dict[str, Any], folder: Path) -> Download:
    written = face.skills.export(folder / "skills", **arguments)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in written:
            archive.write(path, path.relative_to(folder / "skills"))
    return Download(name="skills.zip", media_type=ZIP, data=packed.getvalue())


def _lines(route: Route, face: Any, arguments: dict[str, Any], folder: Path) -> Download:
    place = folder / "export.jsonl"
    report = call_verb(face, route.verb, {"path": place} | arguments)
    headers = {} if isinstance(report, Path) else {REPORT: json.dumps(jsonable(replace(report, path="")))}
    return Download(name="mnemic.jsonl", media_type=LINES, path=place, headers=headers)


def _backup(route: Route, face: Any, arguments: dict[str, Any], folder: Path) -> Download:
    place = folder / "backup.db"
    call_verb(face, route.verb, {"path": place} | arguments)
    return Download(name="mnemic.db", media_type=BYTES, path=place)


_DOWNLOADS: Mapping[str, Callable[[Route, Any, dict[str, Any], Path], Download]] = MappingProxyType(
    {
        "files.data": _data,
        "skills.export": _skills,
        "transfer.export": _lines,
        "memory.transfer.export": _lines,
        "memory.audit.export": _lines,
        "memory.transfer.backup": _backup,
    }
)
