"""Verbs that take or give what only a program has: files of its disk, classes, functions, answers at hand."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, cast

from pydantic import BaseModel

from mnemic.api.report import UserReport
from mnemic.domain.query import Context, Recall, Trace
from mnemic.domain.record import Memory, Turn
from mnemic.domain.route import EVENTS, LINES, REPORT, ZIP, Route
from mnemic.domain.skill import ImportedSkill, SkillImport
from mnemic.domain.transfer import ExportReport
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidFile, StoreUnavailable
from mnemic.faces.client.call import all_pages, answer_of, good_answer, request_of, value_of
from mnemic.faces.client.exchange import Answer, Event, Flow
from mnemic.faces.client.link import Link
from mnemic.faces.http import table
from mnemic.faces.http.codec import InvalidField, decoded
from mnemic.reading.listing import check_page_limits
from mnemic.rooms.files.parts import data_url_content
from mnemic.rooms.skill.declaration import declared_skill
from mnemic.rooms.skill.file import SKILL_FILE
from mnemic.rooms.skill.folder import skill_files_in, write_skill_file
from mnemic.rooms.task.schema import schema_of
from mnemic.upkeep.transfer.lines import GZIP_ENDING, whole_file

UPLOAD_BYTES_MAX = 1_000_000_000  # of what is held in memory on its way: a data: URL, a folder of skills
UNKNOWN = "application/octet-stream"


def listed(link: Link, route: Route, given: dict[str, Any]) -> Flow[Any]:
    """One page of the memories, or all of them."""
    limit, offset = given.pop("limit", None), given.pop("offset", 0)
    check_page_limits(limit, offset)
    found = yield from all_pages(link, route, given, most=None if limit is None else offset + limit)
    return found[offset:]


def newest(link: Link, route: Route, given: dict[str, Any]) -> Flow[Any]:
    """The lines of the audit, or the newest so many."""
    limit = given.pop("limit", None)
    found = yield from all_pages(link, route, given)
    return found if limit is None else found[max(len(found) - max(limit, 0), 0) :]


def about_answer(link: Link, route: Route, given: dict[str, Any]) -> Flow[Any]:
    """Feedback on an answer: the server knows it by the id of its trace."""
    about = given.get("about")
    if isinstance(about, Recall | Context):
        given["about"] = about.trace.id
    elif isinstance(about, Trace):
        given["about"] = about.id
    if isinstance(given.get("ids"), str):
        given["ids"] = [given["ids"]]
    return (yield from answer_of(link, route, given))


def files_of(link: Link, route: Route, given: dict[str, Any]) -> Flow[Any]:
    """The files that a memory came with, by its id; or a memory or turn at hand, which names them itself."""
    said = given["said"]
    if not isinstance(said, Memory | Turn):
        return (yield from answer_of(link, route, given))
    named = {ref.hash for ref in said.files}
    found = (yield from all_pages(link, table.main("files.list"), {})) if named else []
    return [info for info in found if info.hash in named]


def with_schema(link: Link, route: Route, given: dict[str, Any]) -> Flow[Any]:
    """A schema of slots travels as JSON schema, under its name."""
    schema = given.get("schema")
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        given["schema"] = {**schema_of(schema).shape, "title": schema.__name__}
    return (yield from answer_of(link, route, given))


def declaration(link: Link, route: Route, given: dict[str, Any]) -> Flow[Any]:
    """A skill whose function or types are read here: what travels are names and JSON."""
    code, parameters = given.get("code"), given.get("parameters")
    if parameters is not None or callable(code):
        skill = declared_skill(
            given["name"],
            description=given.get("description", ""),
            given_steps=given.get("steps", ()),
            parameters=parameters,
            code=code,
        )
        steps = [{"text": one.text, "tool": one.tool, "arguments": one.arguments} for one in skill.steps]
        given |= {"steps": steps, "description": skill.description, "code": skill.code}
        given["parameters"] = skill.parameters
    return (yield from answer_of(link, route, given))


def sent_file(link: Link, route: Route, given: dict[str, Any]) -> Flow[Any]:
    """A file as a source of memory: bytes, a path, or a data: URL."""
    data, media_type = given.pop("data"), given.pop("media_type", None)
    path: Path | None = None
    content: bytes | None = None
    if isinstance(data, bytes | bytearray | memoryview):
        content = bytes(data)
    elif isinstance(data, str) and data[:5].lower() == "data:":
        content, declared_type = data_url_content(data, "The file", bytes_max=UPLOAD_BYTES_MAX)
        media_type = media_type or declared_type
    elif isinstance(data, str) and "://" in data:
        raise InvalidFile(f"{data[:60]!r} is an address: files are not fetched. Hand in the bytes, or a path.")
    elif isinstance(data, str | os.PathLike):
        path = _readable(Path(data))
        given.setdefault("name", path.name)
    else:
        raise InvalidFile(f"A file must be bytes, a path or a data: URL, not {type(data).__name__}.")
    head = {"Content-Type": media_type or UNKNOWN}
    request = request_of(link, route, given, headers=head, body=content, file=path)
    answer = yield from good_answer(link, request)
    return value_of(link, route, answer)


def brought(link: Link, route: Route, given: dict[str, Any]) -> Flow[Any]:
    """A file of an export, or of another system, looked at or brought in; with how far it has come, where asked."""
    place, tell = Path(given.pop("path")), given.pop("progress", None)
    if not place.exists():
        raise InvalidFile(f"{place}: there is no such file.")
    if place.is_dir():
        raise InvalidFile(f"{place} is a folder, which cannot be sent: pack it into a zip file.")
    head = {"Content-Type": UNKNOWN}
    request = request_of(link, route, given, headers=head, file=_readable(place))
    if tell is not None and EVENTS in route.gives:
        request = replace(request, headers={**request.headers, "Accept": EVENTS}, heard=_telling(tell))
    answer = yield from good_answer(link, request)
    return value_of(link, route, answer)


def exported(link: Link, route: Route, given: dict[str, Any]) -> Flow[ExportReport]:
    """An export, written to a file here."""
    path, overwrite, tell = Path(given.pop("path")), given.pop("overwrite", False), given.pop("progress", None)
    with _whole(path, overwrite=overwrite) as beside:
        request = request_of(link, route, given, headers={"Accept": LINES}, into=beside)
        answer = yield from good_answer(link, request)
        report = _report_of(link, answer)
        if path.suffix == GZIP_ENDING:
            _packed(beside)
    if tell is not None:
        rows = sum(report.rows.values())
        tell(Progress(job="export", user=link.place.get("user"), done=rows, total=rows))
    return replace(report, path=str(path), bytes=path.stat().st_size)


def copied(link: Link, route: Route, given: dict[str, Any]) -> Flow[Path]:
    """A file of the server's, written to a file here."""
    path, overwrite, tell = Path(given.pop("path")), given.pop("overwrite", False), given.pop("progress", None)
    with _whole(path, overwrite=overwrite) as beside:
        yield from good_answer(link, request_of(link, route, given, headers={"Accept": route.gives[0]}, into=beside))
    if tell is not None:
        size = path.stat().st_size
        tell(Progress(job="backup", user=None, done=size, total=size))
    return path


def reported(link: Link, route: Route, given: dict[str, Any]) -> Flow[UserReport]:
    """The report of everything held, and written to a file here where one is named."""
    path, overwrite = given.pop("path", None), given.pop("overwrite", False)
    if path is None:
        return cast(UserReport, (yield from answer_of(link, route, given)))
    with _whole(Path(path), overwrite=overwrite) as beside:
        report: UserReport = yield from answer_of(link, route, given)
        beside.write_bytes(report.text.encode())
    return replace(report, path=str(path))


def skills_out(link: Link, route: Route, given: dict[str, Any]) -> Flow[list[Path]]:
    """Skills as folders with a SKILL.md each, written here."""
    folder = Path(given.pop("folder"))
    answer = yield from good_answer(link, request_of(link, route, given, headers={"Accept": ZIP}))
    try:
        with zipfile.ZipFile(io.BytesIO(answer.body)) as packed:
            held = {PurePosixPath(one): packed.read(one).decode() for one in packed.namelist() if one[-1:] != "/"}
    except (zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise link.server.unreadable(answer, error) from error
    if stray := next((one for one in held if not _of_a_skill(one)), None):
        raise link.server.unreadable(answer, f"{stray} is no place of a skill")
    return [write_skill_file(folder / one.parts[0] / SKILL_FILE, text) for one, text in held.items()]


def _of_a_skill(place: PurePosixPath) -> bool:
    """Whether it is a SKILL.md in a folder that lies here, on whatever system."""
    return len(place.parts) == 2 and place.name == SKILL_FILE and Path(place.parts[0]).name == place.parts[0] != ".."


def skills_in(link: Link, route: Route, given: dict[str, Any]) -> Flow[SkillImport]:
    """Skill files of this disk, sent packed, each in a folder that is its number."""
    found = skill_files_in(Path(given.pop("path")))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for number, one in enumerate(found):
            if one.text is not None:
                into.writestr(f"{number}/{SKILL_FILE}", one.text)
    unread = tuple(ImportedSkill(path=one.path, reason=one.trouble) for one in found if one.text is None)
    if len(unread) == len(found):
        return SkillImport(skipped=unread)
    head = {"Content-Type": ZIP}
    answer = yield from good_answer(link, request_of(link, route, given, headers=head, body=packed.getvalue()))
    report: SkillImport = value_of(link, route, answer)
    named = {f"{number}/{SKILL_FILE}": one.path for number, one in enumerate(found)}

    def here(some: tuple[ImportedSkill, ...]) -> tuple[ImportedSkill, ...]:
        return tuple(replace(one, path=named.get(one.path.as_posix(), one.path)) for one in some)

    return SkillImport(added=here(report.added), skipped=(*here(report.skipped), *unread), held=here(report.held))


def _readable(path: Path) -> Path:
    """A path that is a file to be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise InvalidFile(f"{path} is no file.")
        with path.open("rb"):
            return path
    except (OSError, ValueError) as error:
        raise InvalidFile(f"{str(path)!r} cannot be read: {error}.") from error


@contextmanager
def _whole(path: Path, *, overwrite: bool) -> Iterator[Path]:
    """A file that has its name when it is whole.

    Raises:
        InvalidInput: it is there, or cannot be; StoreUnavailable: it cannot be written.
    """
    with whole_file(path, overwrite=overwrite) as beside:
        try:
            yield beside
        except OSError as error:
            raise StoreUnavailable(f"{path} cannot be written: {error.strerror or error}.") from error


def _report_of(link: Link, answer: Answer) -> ExportReport:
    """What an export says of itself, in a header."""
    try:
        report: ExportReport = decoded(ExportReport, json.loads(answer.headers.get(REPORT.lower(), "")))
    except (ValueError, InvalidField) as error:
        raise link.server.unreadable(answer, "the export comes without its report") from error
    return report


def _packed(path: Path) -> None:
    beside = path.with_suffix(path.suffix + GZIP_ENDING)
    with path.open("rb") as plain, beside.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
        shutil.copyfileobj(plain, packed)
    os.replace(beside, path)


def _telling(tell: Callable[[Progress], None]) -> Callable[[Event], None]:
    def hear(event: Event) -> None:
        if event.name == "progress":
            tell(decoded(Progress, event.data))

    return hear


SPECIAL: Mapping[str, Callable[[Link, Route, dict[str, Any]], Flow[Any]]] = {
    "list": listed,
    "report": reported,
    "feedback": about_answer,
    "files.of": files_of,
    "files.add": sent_file,
    "tasks.start": with_schema,
    "tasks.register": with_schema,
    "tasks.asks": with_schema,
    "skills.declare": declaration,
    "skills.export": skills_out,
    "skills.import_": skills_in,
    "transfer.export": exported,
    "transfer.survey": brought,
    "transfer.import_": brought,
    "memory.transfer.export": exported,
    "memory.transfer.survey": brought,
    "memory.transfer.import_": brought,
    "memory.transfer.backup": copied,
    "memory.audit.export": copied,
    "memory.audit.lines": newest,
}
"""The verbs of this file by name; every other one is asked as the table of routes has it."""
