"""How a file stands in the turn log: with the turn it was sent with, and in turns of its own for what it says.

What the sender wrote is the sender's word. The name of a file and the text in it are not: they stand in turns of the
role "document", which make episodes and never a statement of the user.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from mnemic.domain.blob import FILES_KEY, NAME, TEXT, Blob, BlobInfo, FileRef, FileText, file_refs_in, file_refs_json
from mnemic.domain.record import Json, Origin, Turn, TurnState
from mnemic.errors import InvalidFile, InvalidMessage, LimitExceeded
from mnemic.language import detect
from mnemic.language.detect import has_visible_text
from mnemic.ports import Writer
from mnemic.rooms.files.images import check_pixels
from mnemic.rooms.files.text import text_pieces_of, text_without_markup
from mnemic.rooms.files.types import check_type_allowed, file_type_of, media_family
from mnemic.safety.guard import screen
from mnemic.safety.privacy import masking
from mnemic.safety.privacy.masking import WriteRedaction
from mnemic.safety.privacy.rules import PrivacyRules, privacy_rules_of
from mnemic.settings import Settings

DOCUMENT = "document"  # the role of a turn that holds what stands in a file
NAME_CHARACTERS_MAX = 200

_KINDS: Mapping[str, str] = MappingProxyType({"image": "图片", "audio": "音频", "video": "视频", "file": "文件"})
_ID_CHARACTERS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFile:
    """A file as it is sent: checked, with its words where it is written in words."""

    blob: Blob
    text: FileText | None = None

    @property
    def kind(self) -> str:
        """Which of image, audio, video and file it is."""
        return media_family(self.blob.info.media_type)


def checked_file(
    data: bytes, *, name: str | None, media_type: str | None, now: datetime, settings: Settings, where: str = "The file"
) -> CheckedFile:
    """A file, checked. Of a text with personal data or secrets in it the redacted text is kept, as UTF-8.

    Raises:
        InvalidFile: empty, damaged, of a type that is not known, not allowed, or not the one declared.
        LimitExceeded: larger than `file_bytes_max`, or an image of more than `file_pixels_max`.
    """
    if len(data) > settings.file_bytes_max:
        raise LimitExceeded(
            f"{where} has {len(data):,} bytes, the limit is {settings.file_bytes_max:,} (file_bytes_max)."
        )
    called = masked_file_name(name, where, privacy_rules_of(settings))
    found = file_type_of(data, name=called, declared=media_type, where=where)
    check_type_allowed(found.media_type, settings.file_types, where=where)
    check_pixels(data, found.media_type, pixels_max=settings.file_pixels_max, where=where)
    if found.text is not None:
        data = _clean(data, found.text, settings)
    info = BlobInfo(
        hash=hashlib.sha256(data).hexdigest(),
        media_type=found.media_type,
        size=len(data),
        name=called,
        stored_at=now,
    )
    words = None if found.text is None else text_without_markup(found.text, found.media_type)
    text = FileText(text=words, by=TEXT) if words and has_visible_text(words) else None
    return CheckedFile(blob=Blob(info=info, data=data), text=text)


def _clean(data: bytes, text: str, settings: Settings) -> bytes:
    """The bytes of a text without what may not be stored; untouched where there is nothing of it (S5)."""
    clean = masking.redact(text, privacy_rules_of(settings))
    return clean.text.encode("utf-8", "replace") if clean.findings else data


def masked_file_name(given: str | None, where: str, rules: PrivacyRules) -> str:
    """The name of a file without the folders before it, masked like any text; "" where there is none.

    Raises:
        InvalidFile: it is no text, or too long.
    """
    if given is None:
        return ""
    if not isinstance(given, str):
        raise InvalidFile(f"{where}: its name must be text, not {given!r}.")
    bare = given.replace("\\", "/").rstrip("/").rpartition("/")[2]
    seen = "".join(character for character in bare if character.isprintable()).strip()
    if len(seen) > NAME_CHARACTERS_MAX:
        raise InvalidFile(f"{where}: its name has {len(seen)} characters, the limit is {NAME_CHARACTERS_MAX}.")
    return masking.redact(seen, rules).text


def file_turn_id(*parts: str) -> str:
    """The id of a turn made of a file: the same file sent again in the same words is the same turn."""
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
    return f"file-{digest[:_ID_CHARACTERS]}"


def file_marker(info: BlobInfo, name: str, part: str = "") -> str:
    """How a file is called in a text: "[image: receipt.jpg]", in Chinese where its name is."""
    kind = media_family(info.media_type)
    chinese = detect.language(name) == "zh" if name else False
    word, colon = (_KINDS[kind], "：") if chinese else (kind, ": ")
    called = name or info.media_type
    return f"[{word}{colon}{called}{part}]"


def with_files(turn: Turn, refs: Sequence[FileRef]) -> Turn:
    """The turn, naming the files it came with."""
    return replace(turn, metadata=_naming(turn.metadata, refs))


def without_files(metadata: Mapping[str, Json], turns: Collection[tuple[str, str]]) -> Mapping[str, Json]:
    """Metadata that no longer names files sent with these turns, given by session and id."""
    named = file_refs_in(metadata)
    left = [ref for ref in named if (ref.session, ref.turn) not in turns]
    if len(left) == len(named):
        return metadata
    return _naming(metadata, left)


def with_files_of(metadata: Mapping[str, Json], other: Mapping[str, Json]) -> Mapping[str, Json]:
    """Metadata that names the files of another's as well."""
    named = file_refs_in(other)
    return _naming(metadata, tuple(dict.fromkeys((*file_refs_in(metadata), *named)))) if named else metadata


def _naming(metadata: Mapping[str, Json], refs: Sequence[FileRef]) -> dict[str, Json]:
    kept = {key: value for key, value in metadata.items() if key != FILES_KEY}
    named: list[Json] = [dict(one) for one in file_refs_json(refs)]
    return kept | {FILES_KEY: named} if named else kept


def file_ref_of(info: BlobInfo, lead: Turn, *, by: str, name: str) -> FileRef:
    """A file as a turn names it; `lead` is the turn it was sent with. A name that gives orders names nothing: it stands
    in its own turn only, where the guard holds it."""
    held = screen.judge_text(name, Origin.DOCUMENT).decision is screen.GuardDecision.QUARANTINE
    return FileRef(
        hash=info.hash,
        media_type=info.media_type,
        size=info.size,
        name="" if held else name,
        by=by,
        session=lead.session,
        turn=lead.id,
    )


def file_name_turn(info: BlobInfo, lead: Turn, *, name: str, now: datetime) -> Turn:
    """A turn that says what a file is called, so that it is found by that."""
    return _turn(info, lead, name=name, text=file_marker(info, name), by=NAME, now=now)


def file_text_turns(
    info: BlobInfo,
    said: FileText,
    lead: Turn,
    *,
    name: str,
    now: datetime,
    settings: Settings,
    cleaning: WriteRedaction | None = None,
) -> tuple[list[Turn], bool]:
    """Turns that hold what a file says, piece by piece, masked; and whether that was all of it.

    Args:
        cleaning: how it is masked; default by the setting `privacy`, with masks for placeholders.
    """
    cleaning = cleaning or WriteRedaction(rules=privacy_rules_of(settings))
    clean = cleaning.of(said.text.replace("\0", "").encode("utf-8", "replace").decode("utf-8"))
    pieces = list(text_pieces_of(clean.text, characters_max=settings.file_piece_characters))
    kept = [piece for piece in pieces[: settings.file_pieces_max] if has_visible_text(piece)]
    turns = []
    for number, piece in enumerate(kept, 1):
        part = f" {number}/{len(kept)}" if len(kept) > 1 else ""
        text = f"{file_marker(info, name, part)} {piece}"
        turn = _turn(info, lead, name=name, text=text, by=said.by, now=now)
        turns.append(replace(turn, redacted=clean.kinds))
    return turns, len(pieces) <= settings.file_pieces_max


def _turn(info: BlobInfo, lead: Turn, *, name: str, text: str, by: str, now: datetime) -> Turn:
    own = replace(
        lead,
        id=file_turn_id(lead.session, lead.id, info.hash, text),
        position=0,
        role=DOCUMENT,
        text=text,
        speaker=None,
        recorded_at=now,
        tool_calls=(),
        tool_call_id=None,
        redacted=(),
        state=TurnState.PENDING,
    )
    return with_files(own, [file_ref_of(info, lead, by=by, name=name)])


def append_with_files(writer: Writer, turns: Sequence[Turn], blobs: Sequence[Blob], *, bytes_max: int) -> list[Turn]:
    """Store turns in the log, and the bytes of the files they came with, in one transaction; returns those turns that
    were new.

    Raises:
        InvalidMessage: a turn of the same id is there with another text, role or file.
        LimitExceeded: the user's files would take more than the setting `files_bytes_max`.
    """
    new = writer.append(turns)
    if not blobs:
        return new
    fresh = {turn.source for turn in new}
    for turn in turns:
        there = None if turn.source in fresh else writer.turn(turn.source)
        if there is not None and {ref.hash for ref in there.files} != {ref.hash for ref in turn.files}:
            raise InvalidMessage(
                f"Turn {turn.id!r} of session {turn.session!r} is in the log with another file: what was said does not "
                "change; give the new message an id of its own."
            )
    named = {ref.hash for turn in new for ref in turn.files}
    _keep(writer, [blob for blob in blobs if blob.info.hash in named], bytes_max)
    return new


def _keep(writer: Writer, blobs: Sequence[Blob], bytes_max: int) -> None:
    there = {info.hash: info.size for info in writer.blobs()}
    missing = {blob.info.hash: blob for blob in blobs if blob.info.hash not in there}
    total = sum(there.values()) + sum(blob.info.size for blob in missing.values())
    if missing and total > bytes_max:
        raise LimitExceeded(
            f"With this the user's files would take {total:,} bytes, the limit is {bytes_max:,} (files_bytes_max): "
            "forget some, or raise it."
        )
    for blob in missing.values():
        writer.keep_blob(blob.info, blob.data)


def turns_sent_together(writer: Writer, turns: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Every turn, by session and id, that came with the same files as one of these: the turn a file was sent with, and
    those that hold what it says. They are forgotten together, since the bytes hold the words of all of them."""
    groups: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for turn in writer.turns_with_files():
        for ref in file_refs_in(turn.metadata):
            groups.setdefault((ref.session, ref.turn), set()).add((turn.session, turn.id))
    touched = [group for group in groups.values() if group & turns]
    return turns.union(*touched)


def orphaned_files(writer: Writer) -> list[str]:
    """Hashes of files that no turn names any more."""
    kept = writer.blobs()
    if not kept:
        return []
    named = {ref.hash for turn in writer.turns_with_files() for ref in file_refs_in(turn.metadata)}
    return [info.hash for info in kept if info.hash not in named]
