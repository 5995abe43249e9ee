"""Explicit calls (W12): what the user does to a memory by hand, as changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from mnemic.domain.changes import Action, Change, Link, Relation
from mnemic.domain.decay_mark import CONFIRMED as CONFIRMED_KEY
from mnemic.domain.decay_mark import reactivated_memory
from mnemic.domain.record import OWN_KEY, ROOM_KINDS, Json, Memory, Origin, Sensitivity, Status, Tier
from mnemic.domain.validity import as_retracted
from mnemic.errors import ConfirmationRequired, InvalidInput
from mnemic.language import detect
from mnemic.safety.access.policy import taint_of
from mnemic.safety.guard import screen
from mnemic.safety.guard.screen import as_quarantined
from mnemic.writing.commit import mentions_by_text, with_mentioned_entities
from mnemic.writing.episodes import as_succeeded

CONFIRMED = "the user confirmed it"


def check_permanent(memory: Memory, *, confirmed: bool) -> None:
    """Permanent memory changes only by the user's own word (M5).

    Raises:
        ConfirmationRequired: it is permanent, and the caller does not say that the user agreed.
    """
    if memory.tier is Tier.PERMANENT and not confirmed:
        raise ConfirmationRequired(
            f"{memory.id} is permanent memory ({memory.text[:40]!r}): ask the user, then pass confirmed=True."
        )


def check_statement(memory: Memory) -> None:
    """What a room keeps changes in that room.

    Raises:
        InvalidInput: it is a task, a summary or a profile.
    """
    if memory.kind in ROOM_KINDS:
        raise InvalidInput(f"{memory.id} is a {memory.kind.value}: it changes in its room (tasks, session, profile).")


def own_metadata(metadata: Mapping[str, Json]) -> dict[str, Json]:
    """What the memory itself keeps in metadata."""
    return {key: value for key, value in metadata.items() if key.startswith(OWN_KEY)}


def metadata_unconfirmed(metadata: Mapping[str, Json]) -> dict[str, Json]:
    """Metadata of words that others than the user changed: what the user confirmed was said otherwise."""
    return {key: value for key, value in metadata.items() if key != CONFIRMED_KEY}


def update_change(
    old: Memory,
    text: str,
    metadata: Mapping[str, Json],
    now: datetime,
    *,
    by: Origin = Origin.USER,
    personal: bool = False,
) -> Change:
    """A memory that says something else from now on; the guard judges the new words. `by`: whose words they are; it is
    trusted no more than those, and what was confirmed of the old words is not of these. `personal`: personal data was
    found in them."""
    tainted = taint_of([old], by=by if text != old.text else Origin.USER)
    verdict = screen.judge_text(text, tainted.origin)
    held = verdict.decision is screen.GuardDecision.QUARANTINE
    new = replace(
        old,
        text=text,
        language=detect.language(text),
        slot=old.slot if text == old.text else None,
        status=Status.QUARANTINED if held else old.status,
        sensitivity=Sensitivity.PERSONAL if personal else old.sensitivity,
        origin=tainted.origin,
        trust=tainted.trust,
        metadata=metadata if text == old.text or by is Origin.USER else metadata_unconfirmed(metadata),
        updated_at=now,
        version=old.version + 1,
    )
    new = with_mentioned_entities(new, mentions_by_text([text], None))
    if held:
        new = as_quarantined(new, verdict.score, verdict.reasons)
        return Change(action=Action.QUARANTINE, memory=new, before=old, reason="; ".join(verdict.reasons))
    return Change(action=Action.REVISE, memory=new, before=old, reason="updated")


def confirmation_change(old: Memory, now: datetime, *, by_user: bool = True) -> Change:
    """A memory the user says is right. What was quarantined is released; any other counts as said again, and permanent
    memory stays as it is but for that. What was out of use comes back (U5), and no upkeep touches it from now on. A
    proposal is confirmed in the room of permanent memory. An agent that confirms something says it again, no more: the
    mark is the user's word, and lifts what bounds outside text (S3)."""
    back = reactivated_memory(old)
    marked = {**back.metadata, CONFIRMED_KEY: now.isoformat()} if by_user else back.metadata
    new = replace(back, confidence=1.0, metadata=marked, updated_at=now, version=old.version + 1)
    if old.status is Status.QUARANTINED:
        new = replace(new, status=Status.ACTIVE)
    else:
        new = replace(new, mention_count=old.mention_count + 1)
    return Change(action=Action.CONFIRM, memory=new, before=old, reason=CONFIRMED)


def supplanting_changes(
    old: Memory, new: Memory, losers: Sequence[Memory], now: datetime
) -> tuple[list[Change], list[Link]]:
    """A proposal that the user made permanent, and what gives way to it."""
    changes = [Change(action=Action.CONFIRM, memory=new, before=old, reason=CONFIRMED)]
    links = []
    for loser in losers:
        out = as_succeeded(loser, new, now)
        changes.append(Change(action=Action.ARCHIVE, memory=out, before=loser, reason="the user chose its rival"))
        links.append(
            Link(source=new.id, target=loser.id, relation=Relation.SUPERSEDES, reason="the user chose", at=now)
        )
    return changes, links


def rejection_change(old: Memory, now: datetime) -> Change:
    """A memory the user says is wrong: taken back, kept in history."""
    new = replace(as_retracted(old, now), useless=old.useless + 1)
    return Change(action=Action.RETRACT, memory=new, before=old, reason="the user rejected it")
