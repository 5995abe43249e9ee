"""Messages as a caller hands them in become turns of the log.

Which turns of a conversation are not to be taken at their word: the guard keeps them from use (S2).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mnemic.domain.blob import CAPTION, NAME, Blob
from mnemic.domain.labels import NO_LABEL, Label, checked_label
from mnemic.domain.record import NOTHING, ORIGIN_BY_ROLE, OWN_KEY, Json, Kind, Source, Status, Turn, TurnState
from mnemic.domain.scope import checked_name
from mnemic.domain.validity import utc
from mnemic.errors import InvalidMessage, InvalidMetadata, LimitExceeded
from mnemic.language.detect import has_visible_text
from mnemic.ports import Reader
from mnemic.rooms.files.parts import MessageParts, message_parts_of
from mnemic.rooms.files.turns import file_name_turn, file_ref_of, file_text_turns, with_files
from mnemic.safety.guard import screen
from mnemic.safety.guard.lessons import lessons_in
from mnemic.safety.guard.screen import withheld_turns
from mnemic.safety.privacy.masking import WriteRedaction
from mnemic.safety.privacy.rules import HiddenValue, PrivacyRules, privacy_rules_of
from mnemic.settings import Settings

STATUSES = (Status.QUARANTINED, Status.ARCHIVED)  # of what the guard holds, and of what it held until it was rejected


def withheld_turns_in(reader: Reader, session: str, turns: Iterable[Turn]) -> frozenset[Source]:
    """Turns of a session that the guard holds, held until the user rejected them, or would hold once they are
    understood."""
    found = reader.memories(session=session, statuses=STATUSES)
    held = withheld_turns(one for one in found if one.kind is Kind.EPISODE)
    waiting = [turn for turn in turns if turn.state is TurnState.PENDING and turn.text]
    lessons = lessons_in(reader) if waiting else None
    if lessons is None:
        return held
    judged = ((turn.source, screen.judge_text(turn.text, turn.origin, lessons)) for turn in waiting)
    return held | {source for source, verdict in judged if verdict.decision is screen.GuardDecision.QUARANTINE}


def without_withheld(reader: Reader, turns: Sequence[Turn]) -> list[Turn]:
    """A few turns that were understood before, without those the guard keeps from use."""
    found = (reader.memories(source=turn.source, statuses=STATUSES) for turn in turns)
    return [turn for turn, made in zip(turns, found, strict=True) if turn.source not in withheld_turns(made)]


DEFAULT_SESSION = "main"

KNOWN = frozenset(
    {"role", "content", "name", "time", "id", "tool_calls", "tool_call_id", "metadata", "purpose", "retention"}
)
# What clients send along with a message and what says nothing of its own (OpenAI, DeepSeek, litellm).
IGNORED = frozenset(
    {"refusal", "annotations", "audio", "function_call", "reasoning_content", "provider_specific_fields"}
)

Message = str | Mapping[str, Any]


def checked_text(value: object, where: str, *, characters_max: int) -> str:
    """Check a text given by the caller and hand it back unchanged.

    Raises:
        InvalidMessage: not a string, blank, or holding NUL or lone surrogates.
        LimitExceeded: too long.
    """
    if not isinstance(value, str):
        raise InvalidMessage(f"{where} must be text, not {type(value).__name__} {_short(value)}.")
    if len(value) > characters_max:
        raise LimitExceeded(
            f"{where} has {len(value):,} characters, the limit is {characters_max:,}: split it, or raise the setting "
            "text_characters_max."
        )
    if not has_visible_text(value):
        raise InvalidMessage(f"{where} is blank ({value[:20]!r}): there is nothing to remember in it.")
    if "\0" in value:
        raise InvalidMessage(f"{where} holds a NUL character at position {value.index(chr(0))}: remove it.")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidMessage(
            f"{where} holds half a character (a lone surrogate) at position {error.start}: decode the bytes with "
            "errors='replace' first."
        ) from error
    return value


def checked_metadata(value: object, *, bytes_max: int) -> Mapping[str, Json]:
    """Check metadata: a JSON object within its limit.

    Raises:
        InvalidMetadata: not a JSON object.
        LimitExceeded: too large.
    """
    if value is None:
        return NOTHING
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InvalidMetadata(f"Metadata must be a JSON object with text keys, not {_short(value)}.")
    if own := next((key for key in value if key.startswith(OWN_KEY)), None):
        raise InvalidMetadata(f"Metadata has the key {own!r}: keys that begin with {OWN_KEY!r} are the memory's own.")
    try:
        kept = json.dumps(dict(value), allow_nan=False, ensure_ascii=False)
        size = len(kept.encode("utf-8"))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidMetadata(f"Metadata {_short(value)} is not JSON: {error}.") from error
    if size > bytes_max:
        raise LimitExceeded(f"Metadata has {size:,} bytes as JSON, the limit is {bytes_max:,} (metadata_bytes_max).")
    if json.loads(kept) != dict(value):
        raise InvalidMetadata(
            f"Metadata {_short(value)} does not come back from JSON as it is: use text keys and lists."
        )
    return dict(json.loads(kept))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedTurns:
    """What messages come to: turns for the log, and the files that came with them."""

    turns: list[Turn]
    blobs: tuple[Blob, ...] = ()
    hidden: tuple[HiddenValue, ...] = ()  # values behind the placeholders in the turns; never part of a turn


def receive_messages(
    messages: Message | Sequence[Message],
    *,
    now: datetime,
    session: str | None,
    agent: str | None,
    task: str | None,
    infer: bool,
    settings: Settings,
    new_id: Callable[[], str],
    label: Label = NO_LABEL,
    rules: PrivacyRules | None = None,
) -> ReceivedTurns:
    """Messages as turns: checked, with personal data masked and secrets removed, ready to be stored. What stands in
    the files among them follows each in turns of its own.

    Args:
        rules: what becomes of personal data; default by the setting `privacy`, with masks for placeholders.

    Raises:
        InvalidMessage, InvalidMetadata, InvalidTime, InvalidScope, InvalidFile, LimitExceeded: naming the message and
            the way out.
    """
    listed: Sequence[Message] = [messages] if isinstance(messages, str | Mapping) else messages
    if isinstance(listed, bytes) or not isinstance(listed, Sequence):
        raise InvalidMessage(f"Messages must be text, a dict or a list of them, not {_short(listed)}.")
    if len(listed) > settings.messages_max:
        raise LimitExceeded(f"{len(listed):,} messages in one add, the limit is {settings.messages_max:,}: split them.")
    within = checked_name(DEFAULT_SESSION if session is None else session, "The session")
    cleaning = WriteRedaction(rules=rules or privacy_rules_of(settings))
    read = [
        _turn(message, f"Message {number}", now, within, agent, task, infer, settings, new_id, label, cleaning)
        for number, message in enumerate(listed, 1)
    ]
    return ReceivedTurns(
        turns=[one for turn, parts in read for one in _with_files(turn, parts, now, settings, cleaning)],
        blobs=tuple(file.blob for _, parts in read for file in parts.files),
        hidden=tuple(cleaning.hidden),
    )


def _with_files(
    turn: Turn, parts: MessageParts, now: datetime, settings: Settings, cleaning: WriteRedaction
) -> list[Turn]:
    """A turn naming the files it came with, and after it the turns that hold what those say."""
    if not parts.files:
        return [turn]
    following: list[Turn] = []
    for file in parts.files:
        info = file.blob.info
        if file.text is not None:
            said, _ = file_text_turns(
                info, file.text, turn, name=info.name, now=now, settings=settings, cleaning=cleaning
            )
            following += said
        elif info.name:
            following.append(file_name_turn(info, turn, name=info.name, now=now))
    by = CAPTION if parts.worded else NAME
    infos = [file.blob.info for file in parts.files]
    return [with_files(turn, [file_ref_of(info, turn, by=by, name=info.name) for info in infos]), *following]


def _turn(
    message: Message,
    where: str,
    now: datetime,
    session: str,
    agent: str | None,
    task: str | None,
    infer: bool,
    settings: Settings,
    new_id: Callable[[], str],
    label: Label,
    cleaning: WriteRedaction,
) -> tuple[Turn, MessageParts]:
    fields: Mapping[str, Any] = {"role": "user", "content": message} if isinstance(message, str) else message
    if not isinstance(fields, Mapping):
        raise InvalidMessage(f"{where} must be text or a dict with role and content, not {_short(message)}.")
    if unknown := sorted(str(key) for key in fields.keys() - KNOWN - IGNORED if fields[key] is not None):
        raise InvalidMessage(f"{where} has the unknown field {unknown[0]!r}. Known are: {', '.join(sorted(KNOWN))}.")
    role = fields.get("role", "user")
    if not isinstance(role, str) or role not in ORIGIN_BY_ROLE:
        raise InvalidMessage(f"{where} has the role {role!r}. Known are: {', '.join(ORIGIN_BY_ROLE)}.")
    calls = _calls(fields.get("tool_calls"), where, settings, cleaning)
    content, parts = fields.get("content"), MessageParts(text="")
    if isinstance(content, list):
        parts = message_parts_of(content, where, now=now, settings=settings)
        content = parts.text
    text, redacted = _masked_text(content, where, settings, cleaning, may_be_empty=bool(calls))
    said = None if fields.get("time") is None else utc(fields["time"], f"{where}: the time")
    turn = Turn(
        id=_name(fields, "id", where) or new_id(),
        session=session,
        role=role,
        text=text,
        speaker=_speaker(fields, where, cleaning),
        agent=agent,
        task=task,
        said_at=said or now,
        offset_minutes=_offset_minutes(fields.get("time")),
        recorded_at=now,
        infer=infer,
        tool_calls=calls,
        tool_call_id=_name(fields, "tool_call_id", where),
        metadata=_noted(fields, now, settings, label, cleaning),
        redacted=redacted,
    )
    return turn, parts


def _noted(
    fields: Mapping[str, Any], now: datetime, settings: Settings, common: Label, cleaning: WriteRedaction
) -> Mapping[str, Json]:
    """What a caller noted with a message, and its label: its own, else that of all of them."""
    noted = cleaning.of_values(checked_metadata(fields.get("metadata"), bytes_max=settings.metadata_bytes_max))
    own = checked_label(fields.get("purpose"), fields.get("retention"), now=now, allowed=settings.purposes)
    whole = Label(
        purposes=common.purposes if fields.get("purpose") is None else own.purposes,
        until=common.until if fields.get("retention") is None else own.until,
        session=common.session if fields.get("retention") is None else own.session,
    )
    return noted if whole.blank else {**noted, **whole.metadata}


def _name(fields: Mapping[str, Any], field: str, where: str) -> str | None:
    return None if fields.get(field) is None else checked_name(fields[field], f"{where}: the {field}")


def _offset_minutes(said: object) -> int:
    """The speaker's offset from UTC, where the time carries one: "tomorrow" is meant in it."""
    moment = datetime.fromisoformat(said.strip()) if isinstance(said, str) else said
    offset = moment.utcoffset() if isinstance(moment, datetime) else None
    return round(offset.total_seconds() / 60) if offset else 0


def _speaker(fields: Mapping[str, Any], where: str, cleaning: WriteRedaction) -> str | None:
    """Who spoke. A number stands in place of a name in many exports: it is personal data there too."""
    called = _name(fields, "name", where)
    return None if called is None else cleaning.of(called).text


def _masked_text(
    value: object, where: str, settings: Settings, cleaning: WriteRedaction, *, may_be_empty: bool
) -> tuple[str, tuple[str, ...]]:
    if may_be_empty and (value is None or value == ""):
        return "", ()
    clean = cleaning.of(checked_text(value, where, characters_max=settings.text_characters_max))
    return clean.text, clean.kinds


def _calls(value: object, where: str, settings: Settings, cleaning: WriteRedaction) -> tuple[Mapping[str, Json], ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(call, Mapping) for call in value):
        raise InvalidMessage(f"{where}: tool_calls must be a list of objects, not {_short(value)}.")
    checked = [checked_metadata(call, bytes_max=settings.text_characters_max) for call in value]
    return tuple(cleaning.of_values(call) for call in checked)


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
