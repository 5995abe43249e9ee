"""Changes become rows: names, record, index entry, history, conflict log and audit, in one transaction.

Memories get the names of what they speak of, before they are stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from mnemic.domain.changes import Action, Change, History, Link
from mnemic.domain.entity import Mention, MentionOwner
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import UNINDEXED, Kind, Memory, Origin, Sensitivity
from mnemic.domain.upkeep import Job
from mnemic.language import entities
from mnemic.language.entities import identity
from mnemic.ports import EntityFinder, Writer
from mnemic.safety.privacy.masking import marker_kinds_in

MentionsByText = Mapping[str, tuple[Mention, ...]]


def mentions_by_text(texts: Sequence[str], finder: EntityFinder | None) -> MentionsByText:
    """What each text mentions, by the rules or by the finder set in their place."""
    listed = list(dict.fromkeys(text for text in texts if text))
    mentions = [entities.find_mentions(text) for text in listed] if finder is None else finder.find(listed)
    return dict(zip(listed, mentions, strict=True))


def with_entities(changes: Sequence[Change], found: MentionsByText, finder: EntityFinder | None = None) -> list[Change]:
    """The changes, with the names of every memory that is new or says something else now."""
    new = [change for change in changes if change.before is None or change.before.text != change.memory.text]
    missing = mentions_by_text([change.memory.text for change in new if change.memory.text not in found], finder)
    named = {id(change): with_mentioned_entities(change.memory, {**found, **missing}) for change in new}
    return [replace(change, memory=named[id(change)]) if id(change) in named else change for change in changes]


def with_mentioned_entities(memory: Memory, found: MentionsByText) -> Memory:
    """A memory with the names of what its text mentions."""
    users, speaker = _voice(memory)
    return replace(memory, entities=identity.names_to_keep(found.get(memory.text, ()), users=users, speaker=speaker))


def _voice(memory: Memory) -> tuple[MentionOwner, str | None]:
    """Whose "my sister" is the user's, and whose it is else. A statement speaks of the user in the third person."""
    other = memory.speaker if memory.speaker not in (None, "user") else None
    if other is not None and other.casefold() == memory.user.casefold():
        other = None
    if memory.kind not in (Kind.EPISODE, Kind.NOTE):
        return MentionOwner.SPEAKER, None
    if memory.origin is Origin.USER:
        return (MentionOwner.SPEAKER, None) if other is None else (MentionOwner.NOBODY, other)
    return (MentionOwner.LISTENER, other) if memory.origin is Origin.ASSISTANT else (MentionOwner.NOBODY, None)


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
