"""Memories get the names of what they speak of, before they are stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mnemic.domain.changes import Change
from mnemic.domain.entity import Mention, MentionOwner
from mnemic.domain.record import Kind, Memory, Origin
from mnemic.language import entities
from mnemic.language.entities import identity
from mnemic.ports import EntityFinder

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
