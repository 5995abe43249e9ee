"""Feedback becomes changes (R13): the counts of the memories it is about, with history and audit as for every change.

Without ids a word on an answer is one on its first CREDITED memories, alike: on twelve conversations of our own,
crediting the first three of a whole answer raised what was asked again from 77.5 to 80.6 at R@5, crediting the first
alone to 78.1, and crediting all eight lowered it to 71.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.changes import Action, Change
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Memory, Tier
from mnemic.errors import InvalidInput
from mnemic.ports import Reader
from mnemic.safety.privacy import masking
from mnemic.safety.privacy.rules import DROP_ALL

CREDITED = 3  # memories of an answer that a word on the whole of it is about: those it most likely rests on
REASON_CHARACTERS_MAX = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedAnswer:
    """What feedback is about: an answer with its memories, best first, or one memory without an answer."""

    answer: str | None  # id of its trace
    vector: bytes | None = None  # of the question, where it is on record
    fingerprint: str = ""
    text: str  # the question, normalised and masked; empty where its words are not on record
    marks: tuple[str, ...]  # of its words
    memory_ids: tuple[str, ...]

    def credited(self, ids: Sequence[str] | None) -> tuple[str, ...]:
        """The memories that earn or lose by it.

        Raises:
            InvalidInput: `ids` names a memory that the answer does not hold.
        """
        if ids is None:
            return self.memory_ids[:CREDITED]
        if strange := [id for id in ids if id not in self.memory_ids]:
            raise InvalidInput(f"{strange[0]!r} is not in that answer, which holds {', '.join(self.memory_ids)}.")
        return tuple(dict.fromkeys(ids))


def rated_answer_of(asked: AskedQuestion) -> RatedAnswer:
    """What feedback on an answer of which the question is on record is about."""
    return RatedAnswer(
        answer=asked.id,
        text=asked.text,
        marks=asked.marks,
        memory_ids=asked.memory_ids,
        vector=asked.vector,
        fingerprint=asked.fingerprint,
    )


def rating_changes(
    reader: Reader,
    memories: Sequence[Memory],
    rated: RatedAnswer,
    *,
    helpful: bool,
    reason: str | None,
    vector: bytes | None,
    fingerprint: str,
    now: datetime,
    cast: Sequence[Vote] = (),
) -> list[Change]:
    """The changes feedback makes. Of each memory in each answer the last word counts, once: the same word again changes
    nothing, the contrary one takes the first back. A word on a memory without an answer counts every time.

    Args:
        cast: votes of the same transaction that are not written yet.
    """
    earlier = {vote.memory_id: vote for vote in (*reader.votes(), *cast) if vote.answer == rated.answer}
    changes = []
    for memory in memories:
        before = earlier.get(memory.id)
        if memory.tier is Tier.PERMANENT or (before is not None and before.helpful == helpful):
            continue  # permanent memory changes by the user's own word only
        vote = Vote(
            answer=rated.answer or "",
            memory_id=memory.id,
            helpful=helpful,
            at=now,
            marks=rated.marks,
            vector=vector,
            fingerprint=fingerprint if vector else "",
        )
        change = Change(
            action=Action.FEEDBACK,
            memory=_counted(memory, helpful, taken_back=before is not None, now=now),
            before=memory,
            reason=_reason(helpful, reason),
            votes=(vote,) if rated.answer else (),
        )
        changes.append(change)
    return changes


def _counted(memory: Memory, helpful: bool, *, taken_back: bool, now: datetime) -> Memory:
    less = 1 if taken_back else 0
    return replace(
        memory,
        useful=max(0, memory.useful + (1 if helpful else -less)),
        useless=max(0, memory.useless + (-less if helpful else 1)),
        updated_at=now,
        version=memory.version + 1,
    )


def _reason(helpful: bool, reason: str | None) -> str:
    said = "feedback: it helped" if helpful else "feedback: it was wrong there"
    return f"{said}: {masking.redact(reason, DROP_ALL).text}" if reason else said


def checked_feedback_reason(reason: object) -> str | None:
    """The reason given with feedback.

    Raises:
        InvalidInput: not text, or longer than REASON_CHARACTERS_MAX.
    """
    if reason is None:
        return None
    if not isinstance(reason, str):
        raise InvalidInput(f"The reason must be text, not {reason!r}.")
    if len(reason) > REASON_CHARACTERS_MAX:
        raise InvalidInput(f"The reason has {len(reason)} characters, the limit is {REASON_CHARACTERS_MAX}.")
    return reason.replace("\0", " ").encode("utf-8", "replace").decode("utf-8").strip() or None
