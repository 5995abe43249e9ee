"""Everything that is held about one user, in one file that the user can read (S10)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from mnemic.api.owner import Owner
from mnemic.domain.profile import Profile
from mnemic.domain.record import Origin
from mnemic.errors import InvalidInput, StoreUnavailable
from mnemic.language import detect
from mnemic.ports import Reader
from mnemic.rooms.profile.record import profile_of_body
from mnemic.upkeep.forgetting.exported_copies import REPORT
from mnemic.upkeep.portraits import portrait
from mnemic.upkeep.report.formats import REPORT_FORMATS
from mnemic.upkeep.report.rows import GatheredRows, gather_rows
from mnemic.upkeep.report.sections import ReportDraft
from mnemic.upkeep.transfer.lines import whole_file

LANGUAGES = ("en", "zh")
RECENT_TURNS = 20  # of the user, whose language the report is in
SHOWN = ("embedder", "extraction", "model", "base_url", "vision_model", "speech_model", "reranker", "rerank_base_url")
KEPT = ("decay_days", "purge_days", "grace_days", "asked_max", "purposes", "zone")
"""Settings that say who reads what is said, and how long it is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserReport:
    """A report that was made."""

    user: str
    format: str  # "html", "json" or "md"
    language: str
    at: datetime
    sections: Mapping[str, int]  # items by the name of the section
    bytes: int
    sha256: str
    path: str | None = None  # None: it was not written
    text: str = field(repr=False)  # the whole of it

    def __str__(self) -> str:
        return self.text


def make_report(
    owner: Owner, path: str | Path | None, *, format: str, language: str | None, overwrite: bool
) -> UserReport:
    """Make a report, and write it where there is a path.

    Raises:
        InvalidInput: there is no such format or language, or the file cannot be there.
        StoreUnavailable: it cannot be written.
    """
    if format not in REPORT_FORMATS:
        raise InvalidInput(f"There is no format {format!r} of a report. Known are: {', '.join(REPORT_FORMATS)}.")
    if language is not None and language not in LANGUAGES:
        raise InvalidInput(f"There is no report in {language!r}. Known are: {', '.join(LANGUAGES)}.")
    core, now = owner.core, owner.now()
    core.write_uses(owner.scope)
    with owner.reading() as reader:
        held = gather_rows(reader, raw=format == "json")
        profile = _profile(owner, reader, now)
        sealed = reader.sealed()
    spoken = language or _spoken(held)
    made = ReportDraft(
        held=held,
        scope=owner.scope,
        now=now,
        zone=core.parts.zone,
        language=spoken,
        profile=profile,
        processing=_processing(owner, sealed=sealed),
    ).document()
    text = REPORT_FORMATS[format](made)
    written = text.encode()
    _write(owner, path, written, format, now, overwrite=overwrite)
    return UserReport(
        user=owner.scope.user,
        format=format,
        language=spoken,
        at=now,
        sections={section.name: len(section.items) for section in made.sections},
        bytes=len(written),
        sha256=hashlib.sha256(written).hexdigest(),
        path=None if path is None else str(path),
        text=text,
    )


def _write(
    owner: Owner, path: str | Path | None, written: bytes, format: str, now: datetime, *, overwrite: bool
) -> None:
    if path is not None:
        target = Path(path)
        with whole_file(target, overwrite=overwrite) as beside:
            try:
                beside.write_bytes(written)
            except OSError as error:
                raise StoreUnavailable(f"{target} cannot be written: {error.strerror or error}.") from error
        owner.core.note_files_written(owner.scope, [target], REPORT)
    with owner.writing() as writer:
        if writer.first_recorded_at() is not None:
            writer.audit(at=now, actor=owner.actor, action="report", memory_id=None, detail=format)


def _profile(owner: Owner, reader: Reader, now: datetime) -> Profile:
    looked = portrait.find_profile(reader, owner.agent, now, owner.core.parts.judge, zone=owner.core.parts.zone)
    return profile_of_body(looked.body, looked.held, user=owner.scope.user, agent=owner.agent, id=None, made_at=now)


def _spoken(held: GatheredRows) -> str:
    """The language of the user's last talk."""
    said = [turn.text for turn in held.turns.values() if turn.origin is Origin.USER and turn.text]
    return "zh" if detect.language("\n".join(said[-RECENT_TURNS:])) == "zh" else "en"


def _processing(owner: Owner, *, sealed: bool) -> dict[str, str]:
    """How this memory is set up: where it lies, whether it is encrypted, and who reads it."""
    parts = owner.core.parts
    settings = parts.settings
    named = {name: getattr(settings, name) for name in (*SHOWN, *KEPT) if hasattr(settings, name)}
    return {
        "place": "in memory" if parts.folder is None else str(parts.folder.with_suffix("")),
        "encryption": "on" if sealed else "off",
        "vector_index": "none" if parts.index is None or sealed else parts.index.name,
        **{name: _shown(value) for name, value in named.items()},
    }


def _shown(value: object) -> str:
    if value is None or value == ():
        return "none"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
