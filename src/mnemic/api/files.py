"""The verbs about files (M9): images, recordings and documents as sources of memory. `alice.files` has them."""

from __future__ import annotations

import builtins
import os
import stat
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from mnemic.api.core import SYSTEM_ACTOR
from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.blob import CAPTION, NAME, SHOWN_CHARACTERS, TEXT, Blob, BlobInfo, FileInfo, FileRef, FileText
from mnemic.domain.changes import Entry, FileReport, WriteReport
from mnemic.domain.labels import Retention
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Memory, Tier, Turn, TurnState
from mnemic.domain.scope import checked_name as checked
from mnemic.errors import FileNotFound, InvalidFile, LimitExceeded, ModelError
from mnemic.language.detect import has_visible_text
from mnemic.ports import Reader
from mnemic.rooms.files.parts import data_url_content
from mnemic.rooms.files.text import decoded_text, text_without_markup
from mnemic.rooms.files.turns import (
    DOCUMENT,
    CheckedFile,
    checked_file,
    file_marker,
    file_name_turn,
    file_ref_of,
    file_text_turns,
    file_turn_id,
    with_files,
)
from mnemic.rooms.session.messages import DEFAULT_SESSION, receive_messages
from mnemic.safety.access.policy import Right
from mnemic.settings import Settings
from mnemic.upkeep.forgetting.forget import forget_file
from mnemic.upkeep.forgetting.receipts import forget_with_receipt

ORIGINS = ("user", "assistant", "tool", DOCUMENT)
SetBy = Mapping[str, str]

_WAY_OUT: SetBy = {
    "image": "set MNEMIC_VISION_MODEL, or install mnemic[ocr]",
    "audio": "set MNEMIC_SPEECH_MODEL",
    "video": "set MNEMIC_SPEECH_MODEL",
}
"""What makes files of a kind readable."""


@gated_verbs("files")
class Files:
    """The files of one user. The bytes lie beside the records, under the hash of their content."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._parts = owner.core.parts

    def add(
        self,
        data: bytes | str | os.PathLike[str],
        *,
        name: str | None = None,
        media_type: str | None = None,
        caption: str | None = None,
        session: str | None = None,
        time: datetime | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        task: str | None = None,
        origin: str = "user",
        purpose: str | Collection[str] | None = None,
        retention: Retention | None = None,
    ) -> FileReport:
        """Remember a file. When this returns its bytes, and the words that came with it, are on disk.

        What is indexed is the caption, else what a reader says of it (the setting `file_reader`); of a file written in
        words always these too. A caption is understood like anything said; what stands in the file makes episodes,
        marked as a document's, and never a statement. The same file sent again to a session in the same words changes
        nothing.

        Args:
            data: the bytes, a path, or a data: URL. Addresses are not fetched.
            name: what it is called; default the name of the path.
            media_type: what it is said to be; must agree with the bytes.
            caption: what it shows or says, in the words of whoever sends it.
            session: the conversation it was sent in; default "main".
            time: when it was sent, ISO 8601 or datetime with zone; default now.
            metadata: a JSON object of your own, kept with what comes from it.
            task: id of the task it belongs to.
            origin: whose word the caption is: user, assistant, tool or document.
            purpose, retention: as for `add`.

        Raises:
            InvalidFile, InvalidMessage, InvalidMetadata, InvalidTime, InvalidScope, InvalidLabel, LimitExceeded:
                nothing was stored.
            StoreUnavailable: nothing was stored.
            ModelError: the embedder failed; file and words are stored and stay in the queue.
        """
        self._owner.check_tier("add", Right.WRITE, Tier.LONG_TERM)
        if origin not in ORIGINS:
            raise InvalidFile(f"A file has the origin {origin!r}. Known are: {', '.join(ORIGINS)}.")
        now, settings = self._owner.now(), self._parts.settings
        content, called, declared = _given(data, name, media_type, settings)
        file = checked_file(content, name=called, media_type=declared, now=now, settings=settings)
        within = checked(DEFAULT_SESSION if session is None else session, "The session")
        words = file_marker(file.blob.info, file.blob.info.name) if caption is None else caption
        message = {
            "role": DOCUMENT if caption is None else origin,
            "content": words,
            "id": file_turn_id(within, file.blob.info.hash, str(words)),
            "time": time,
            "metadata": metadata,
            "purpose": purpose,
            "retention": retention,
        }
        [lead] = receive_messages(
            message,
            now=now,
            session=within,
            agent=self._owner.agent,
            task=None if task is None else checked(task, "The task"),
            infer=True,
            settings=settings,
            new_id=self._parts.new_id,
        ).turns
        report = WriteReport(session=within)
        turns = self._turns(file, lead, report, captioned=caption is not None, now=now)
        report.redacted += [Entry(reason=", ".join(turn.redacted), text=turn.text) for turn in turns if turn.redacted]
        self._owner.core.write_uses(self._owner.scope)
        self._owner.core.writing.admit(self._owner.scope, turns, blobs=[file.blob])
        self._understand(turns, report, now)
        self.read_new(turns, [file.blob], report, now=now)
        return FileReport(file=self.get(file.blob.info.hash), write=report)

    def get(self, hash: str) -> FileInfo:
        """A file by its hash, or by its first eight characters or more.

        Raises:
            FileNotFound: this user has no such file, whoever else may.
        """
        self._owner.check_tier("read", Right.READ, Tier.LONG_TERM)
        with self._owner.reading() as reader:
            return self._one(reader, hash)

    def data(self, hash: str) -> bytes:
        """The bytes of a file.

        Raises:
            FileNotFound: this user has no such file.
        """
        self._owner.check_tier("read", Right.READ, Tier.LONG_TERM)
        with self._owner.reading() as reader:
            found = self._one(reader, hash)
            return reader.blob(found.hash) or b""

    def list(self) -> builtins.list[FileInfo]:
        """The user's files, in order of storing."""
        self._owner.check_tier("read", Right.READ, Tier.LONG_TERM)
        with self._owner.reading() as reader:
            return self._all(reader)

    def of(self, said: Memory | Turn | str) -> builtins.list[FileInfo]:
        """The files a memory or a turn came with; a memory may be named by its id."""
        self._owner.check_tier("read", Right.READ, Tier.LONG_TERM)
        with self._owner.reading() as reader:
            memory = reader.memory(said) if isinstance(said, str) else said
            named = {ref.hash for ref in memory.files} if memory is not None else set()
            return [info for info in self._all(reader) if info.hash in named] if named else []

    def read_again(self, hash: str) -> FileReport:
        """Have a file read once more, by the reader that is set by now; what it says becomes findable. What was read
        of it before stays, and the same words are not kept twice.

        Raises:
            FileNotFound: this user has no such file.
            ModelError: the embedder failed; what was read is stored and stays in the queue.
        """
        self._owner.check_tier("add", Right.WRITE, Tier.LONG_TERM)
        now = self._owner.now()
        with self._owner.reading() as reader:
            found = self._one(reader, hash)
            data = reader.blob(found.hash) or b""
            turns = [turn for turn in reader.turns_with_files() if self._sees(turn)]
        info = BlobInfo(
            hash=found.hash,
            media_type=found.media_type,
            size=found.size,
            name=found.name,
            stored_at=found.stored_at,
        )
        report = WriteReport(session="")
        self._read(info, data, _leads(turns, found.hash), report, now)
        return FileReport(file=self.get(found.hash), write=report)

    def forget(self, hash: str) -> Receipt:
        """Forget a file: its bytes, every turn that came with it, and all that was made of those, physically.

        Raises:
            FileNotFound: this user has no such file.
            StoreUnavailable: nothing was forgotten.
        """
        now = self._owner.now()
        found = self.get(hash)
        self._owner.core.write_uses(self._owner.scope)
        with self._owner.guarded("forget", Right.DELETE) as writer:
            agent, actor = self._owner.agent, self._owner.actor
            act = partial(forget_file, writer, found.hash, agent=agent, now=now, actor=actor)
            gone = forget_with_receipt(writer, act, actor=actor)
        return self._owner.core.finish_forgetting(self._owner.scope, gone, now=now)

    def read_new(self, turns: Sequence[Turn], blobs: Sequence[Blob], report: WriteReport, *, now: datetime) -> None:
        """Have files read that came without words, once they are stored."""
        if not blobs:
            return
        with self._owner.reading() as reader:
            refs = [ref for turn in reader.turns_with_files() for ref in turn.files if ref.by != NAME]
        worded = {(ref.hash, ref.session, ref.turn) for ref in refs}
        for blob in {blob.info.hash: blob for blob in blobs}.values():
            leads = _leads(turns, blob.info.hash)
            silent = [(turn, ref) for turn, ref in leads if (ref.hash, ref.session, ref.turn) not in worded]
            if silent:
                self._read(blob.info, blob.data, silent, report, now)

    def _turns(
        self, file: CheckedFile, lead: Turn, report: WriteReport, *, captioned: bool, now: datetime
    ) -> builtins.list[Turn]:
        """The turns of a file as it is sent: its caption, and what it says, or at least what it is called."""
        info = file.blob.info
        by = CAPTION if captioned else NAME
        head = with_files(lead, [file_ref_of(info, lead, by=by, name=info.name)])
        if file.text is not None:
            said = self._pieces(info, file.text, head, report, now)
            return [head, *said] if captioned else said
        named = captioned and info.name
        return [head, file_name_turn(info, head, name=info.name, now=now)] if named else [head]

    def _pieces(
        self, info: BlobInfo, said: FileText, lead: Turn, report: WriteReport, now: datetime
    ) -> builtins.list[Turn]:
        settings = self._parts.settings
        turns, whole = file_text_turns(info, said, lead, name=info.name, now=now, settings=settings)
        if not whole:
            report.degraded.append(f"{_called(info)}: only its first {len(turns)} pieces are indexed (file_pieces_max)")
        return turns

    def _read(
        self,
        info: BlobInfo,
        data: bytes,
        leads: Sequence[tuple[Turn, FileRef]],
        report: WriteReport,
        now: datetime,
    ) -> None:
        """Have a file read, and keep what it says beside each turn it was sent with."""
        said = self._said(info, data, report)
        if said is None:
            return
        turns: builtins.list[Turn] = []
        for turn, ref in leads:
            named = replace(info, name=ref.name)
            turns += self._pieces(named, said, replace(turn, id=ref.turn, session=ref.session), report, now)
        with self._owner.writing() as writer:
            there = {(ref.session, ref.turn) for turn in writer.turns_with_files() for ref in turn.files}
            kept = [turn for turn in turns if (turn.files[0].session, turn.files[0].turn) in there]
            writer.append(kept)  # nothing of a file that was forgotten while it was read
        report.redacted += [Entry(reason=", ".join(turn.redacted), text=turn.text) for turn in kept if turn.redacted]
        self._understand(kept, report, now)

    def _said(self, info: BlobInfo, data: bytes, report: WriteReport) -> FileText | None:
        """What a file says; None, and why in the report, where nothing is to be had."""
        written = decoded_text(data) if info.media_type.split("/")[0] not in ("audio", "video") else None
        if written is not None:
            return FileText(text=text_without_markup(written, info.media_type), by=TEXT)
        reader = self._parts.file_reader
        if reader is None or not reader.reads(info.media_type):
            way_out = _WAY_OUT.get(info.media_type.split("/")[0])
            more = f", or {way_out} and call files.read_again({info.hash[:SHOWN_CHARACTERS]!r})" if way_out else ""
            report.degraded.append(f"{_called(info)}: there is no text about it: give a caption{more}")
            return None
        try:
            said = reader.read(data, info)
        except ModelError as error:
            again = f"files.read_again({info.hash[:SHOWN_CHARACTERS]!r}) tries again"
            report.degraded.append(f"{_called(info)}: it could not be read ({error}); {again}")
            return None
        if not has_visible_text(said.text):
            report.degraded.append(f"{_called(info)}: {said.by} found no words in it; give a caption")
            return None
        return said

    def _understand(self, turns: Sequence[Turn], report: WriteReport, now: datetime) -> None:
        """Make memories of those of the turns that are in the queue."""
        ours = {turn.source for turn in turns}
        if not ours:
            return
        waiting: builtins.list[Turn] = []
        with self._owner.reading() as reader:
            for session in dict.fromkeys(turn.session for turn in turns):
                pending = reader.turns(session=session, state=TurnState.PENDING)
                waiting += [turn for turn in pending if turn.source in ours]
        report.turns += [turn.id for turn in turns]
        self._owner.core.writing.understand(self._owner.scope, waiting, report, now=now, actor=SYSTEM_ACTOR)

    def _one(self, reader: Reader, hash: str) -> FileInfo:
        fits = isinstance(hash, str) and len(hash) >= SHOWN_CHARACTERS
        found = [info for info in self._all(reader) if info.hash.startswith(hash)] if fits else []
        if len(found) != 1:
            several = "several files that begin with" if found else "no file"
            raise FileNotFound(
                f"{self._owner.scope.user!r} has {several} {hash!r}. files.list() shows which there are."
            )
        return found[0]

    def _all(self, reader: Reader) -> builtins.list[FileInfo]:
        named: dict[str, builtins.list[tuple[Turn, FileRef]]] = {}
        kept = reader.blobs()
        for turn in reader.turns_with_files() if kept else ():
            if self._sees(turn):
                for ref in turn.files:
                    named.setdefault(ref.hash, []).append((turn, ref))
        return [
            FileInfo(
                hash=info.hash,
                media_type=info.media_type,
                size=info.size,
                name=next((ref.name for _, ref in named[info.hash] if ref.name), info.name),
                stored_at=info.stored_at,
                turns=tuple((turn.session, turn.id) for turn, _ in named[info.hash]),
                by=tuple(dict.fromkeys(ref.by for _, ref in named[info.hash])),
            )
            for info in kept
            if info.hash in named
        ]

    def _sees(self, turn: Turn) -> bool:
        return self._owner.shows(turn)


def _given(
    data: object, name: str | None, media_type: str | None, settings: Settings
) -> tuple[bytes, str | None, str | None]:
    """The bytes of a file, its name and the type it is said to be.

    Raises:
        InvalidFile: it is none of bytes, path and data: URL, or cannot be read.
        LimitExceeded: larger than the setting `file_bytes_max`.
    """
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data), name, media_type
    if isinstance(data, str) and data[:5].lower() == "data:":
        content, declared = data_url_content(data, "The file", bytes_max=settings.file_bytes_max)
        return content, name, media_type or declared
    if isinstance(data, str) and "://" in data:
        raise InvalidFile(f"{data[:60]!r} is an address: files are not fetched. Hand in the bytes, or a path.")
    if not isinstance(data, str | os.PathLike):
        raise InvalidFile(f"A file must be bytes, a path or a data: URL, not {type(data).__name__}.")
    path = Path(data)
    return _read_file(path, settings.file_bytes_max), path.name if name is None else name, media_type


def _read_file(path: Path, bytes_max: int) -> bytes:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise InvalidFile(f"{path} is no file.")
        if found.st_size > bytes_max:
            raise LimitExceeded(f"{path} has {found.st_size:,} bytes, the limit is {bytes_max:,} (file_bytes_max).")
        with path.open("rb") as opened:
            return opened.read(bytes_max + 1)  # it may have grown; what is too long is refused
    except (OSError, ValueError) as error:
        raise InvalidFile(f"{str(path)!r} cannot be read: {error}.") from error


def _leads(turns: Sequence[Turn], hash: str) -> builtins.list[tuple[Turn, FileRef]]:
    """For each time a file was sent, one of its turns, and how that names it."""
    leads: dict[tuple[str, str], tuple[Turn, FileRef]] = {}
    for turn in turns:
        for ref in turn.files:
            if ref.hash == hash:
                leads.setdefault((ref.session, ref.turn), (turn, ref))
    return [*leads.values()]


def _called(info: BlobInfo) -> str:
    return info.name or f"{info.media_type} {info.hash[:SHOWN_CHARACTERS]}"
