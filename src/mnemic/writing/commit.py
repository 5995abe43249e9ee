"""Changes become rows: record, index entry, history, conflict log and audit, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from mnemic.domain.changes import Action, Change, History, Link
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import UNINDEXED, Memory, Sensitivity
from mnemic.domain.upkeep import Job
from mnemic.ports import Writer
from mnemic.safety.privacy.masking import marker_kinds_in


def commit(
    writer: Writer,
    changes: Iterable[Change],
    links: Iterable[Link],
    *,
    now: datetime,
    actor: str,
    entries: Mapping[str, IndexEntry],
) -> None:
    """Write changes in order. `entries`: index entries, by text, of the memories that are new or reworded."""
    embedders = set[str]()
    for change in changes:
        for old in change.replaces:
            before = writer.memory(old.id)
            old = _filed(old, before)
            writer.put(old, None)
            _log(writer, Action.SUPERSEDE, old, before, change.reason, now, actor)
        memory = _sensitive(change.memory)
        entry = entries[memory.text] if needs_entry(change) else None
        if entry is not None:
            embedders.add(entry.fingerprint)
            memory = replace(memory, fingerprint=entry.fingerprint)
        elif memory.kind not in UNINDEXED:
            memory = _filed(memory, writer.memory(memory.id))
        writer.put(memory, entry)
        for vote in change.unvotes:
            writer.unvote(vote.answer, vote.memory_id)
        for vote in change.votes:
            writer.vote(vote)
        action = Action.ADD if change.action is Action.SUPERSEDE else change.action
        _log(writer, action, memory, change.before, change.reason, now, actor)
    for link in links:
        writer.link(link)
    if embedders:
        _unsettle(writer, embedders)


def _sensitive(memory: Memory) -> Memory:
    """A memory that holds the mark of personal data is personal, whichever way it came to it (S5)."""
    if memory.sensitivity is not Sensitivity.NORMAL:
        return memory
    texts = (memory.text, memory.quote, memory.summary)
    metadata = json.dumps(dict(memory.metadata), ensure_ascii=False, default=str) if memory.metadata else ""
    if not any(marker_kinds_in(text) for text in (*texts, metadata)):
        return memory
    return replace(memory, sensitivity=Sensitivity.PERSONAL)


def _filed(memory: Memory, there: Memory | None) -> Memory:
    """A memory with the name of the embedder its entry is by: whoever changed it twice at once did not know, and
    vectors may have been made anew since it was read."""
    return memory if there is None else replace(memory, fingerprint=there.fingerprint)


def _unsettle(writer: Writer, embedders: set[str]) -> None:
    """Where all vectors were of one embedder (the note of that job), and these are not, they are to be made anew."""
    state = writer.job(Job.REEMBED)
    if state.note and embedders != {state.note}:
        writer.keep_job(replace(state, note=""))


def needs_entry(change: Change) -> bool:
    """Whether a change brings new words, which need an index entry."""
    if change.memory.kind in UNINDEXED:
        return False
    return change.before is None or change.before.text != change.memory.text


def _log(
    writer: Writer, action: Action, after: Memory, before: Memory | None, reason: str, now: datetime, actor: str
) -> None:
    writer.record(
        History(memory_id=after.id, action=action, actor=actor, reason=reason, at=now, before=before, after=after)
    )
    writer.audit(at=now, actor=actor, action=action.value, memory_id=after.id, detail=f"version {after.version}")
