"""A digest as a record: what a week or a month held, line by line, with what each line rests on (U3).

A digest and its record are one: either gives the other. Its id follows from what it is of, so that two processes that
sum up the same period make one record. A line goes with any turn or memory it rests on that is forgotten (S9); what is
only purged for being old leaves its line behind, since then the digest is what is left of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any

from mnemic.domain.record import OWN_KEY, Kind, Memory, Sensitivity, Source, Tier
from mnemic.domain.scope import Scope
from mnemic.rooms.digest.period import DigestPeriod
from mnemic.safety.access.policy import Taint

KEY = f"{OWN_KEY}digest"
"""Where the body of a digest stands in the metadata of its record."""

RULES, MODEL = "rules", "model"  # who wrote a digest
BULLET = "- "
LAST_MOMENT = timedelta(seconds=1)  # before the period ends, when its digest counts as said

HEADS = {
    "en": "What happened in {period}: {turns} messages in {sessions} sessions.",
    "zh": "{period}都做了什么：{sessions} 次会话，{turns} 条消息。",
}
HEADS_ONE = {"en": "What happened in {period}: {turns} messages in one session.", "zh": HEADS["zh"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestLine:
    """One line of a digest, and the turns and memories it rests on."""

    text: str
    memories: tuple[str, ...] = ()
    turns: tuple[Source, ...] = ()

    def rests_on(self, turns: Collection[Source], memories: Collection[str]) -> bool:
        """Whether it rests on any of these."""
        return not (set(self.turns).isdisjoint(turns) and set(self.memories).isdisjoint(memories))


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """What a period came to, for whoever talked with one agent."""

    period: DigestPeriod
    agent: str | None
    language: str
    lines: tuple[DigestLine, ...]
    counts: Mapping[str, int]  # turns, sessions, memories
    seen: datetime  # when the newest turn it knows of was recorded
    logged: int  # turns of the period that were in the log then
    by: str = RULES
    sensitivity: Sensitivity = Sensitivity.NORMAL

    @property
    def text(self) -> str:
        """What is read of it: the period with its numbers, and the lines."""
        head = HEADS if self.counts["sessions"] != 1 else HEADS_ONE
        first = head[self.language].format(
            period=self.period.words(self.language), turns=self.counts["turns"], sessions=self.counts["sessions"]
        )
        return "\n".join((first, *(BULLET + line.text for line in self.lines)))


def digest_id(scope: Scope, agent: str | None, period: DigestPeriod) -> str:
    """The id of the digest of a period."""
    named = "\n".join((scope.tenant, scope.user, agent or "", "digest", period.name))
    return hashlib.sha256(named.encode()).hexdigest()[:32]


def digest_record_of(digest: Digest, scope: Scope, zone: tzinfo, tainted: Taint, *, now: datetime) -> Memory:
    """The record of a new digest. `tainted`: what it inherits from what it tells."""
    ends = digest.period.ends(zone)
    return Memory(
        id=digest_id(scope, digest.agent, digest.period),
        tenant=scope.tenant,
        user=scope.user,
        agent=digest.agent,
        kind=Kind.DIGEST,
        tier=Tier.LONG_TERM,
        text=digest.text,
        language=digest.language,
        sensitivity=digest.sensitivity,
        origin=tainted.origin,
        trust=tainted.trust,
        said_at=ends - LAST_MOMENT,
        valid_from=digest.period.begins(zone),
        valid_to=ends,
        recorded_at=now,
        updated_at=now,
        metadata={KEY: _body(digest)},
    )


def revised_digest_record(record: Memory, digest: Digest, tainted: Taint, now: datetime) -> Memory:
    """The record of a digest that says something else now."""
    return replace(
        record,
        text=digest.text,
        language=digest.language,
        sensitivity=digest.sensitivity,
        origin=tainted.origin,
        trust=tainted.trust,
        metadata={**record.metadata, KEY: _body(digest)},
        updated_at=now,
        version=record.version + 1,
    )


def _body(digest: Digest) -> Any:
    return {
        "period": digest.period.name,
        "from": digest.period.first.isoformat(),
        "to": digest.period.after.isoformat(),
        "counts": dict(digest.counts),
        "seen": digest.seen.isoformat(),
        "logged": digest.logged,
        "by": digest.by,
        "lines": [
            {
                "text": line.text,
                "memories": list(line.memories),
                "turns": [[source.session, source.turn] for source in line.turns],
            }
            for line in digest.lines
        ],
    }


def digest_of(record: Memory) -> Digest:
    """The digest that a record is."""
    body: Any = record.metadata[KEY]
    return Digest(
        period=DigestPeriod(
            name=body["period"],
            first=datetime.fromisoformat(body["from"]).date(),
            after=datetime.fromisoformat(body["to"]).date(),
        ),
        agent=record.agent,
        language=record.language,
        lines=tuple(_line(line) for line in body["lines"]),
        counts=body["counts"],
        seen=datetime.fromisoformat(body["seen"]),
        logged=body["logged"],
        by=body["by"],
        sensitivity=record.sensitivity,
    )


def _line(held: Mapping[str, Any]) -> DigestLine:
    return DigestLine(
        text=held["text"],
        memories=tuple(held["memories"]),
        turns=tuple(Source(session=session, turn=turn) for session, turn in held["turns"]),
    )


def is_digest(record: Memory) -> bool:
    """Whether a record is a digest."""
    return record.kind is Kind.DIGEST and KEY in record.metadata


def memories_told_by(record: Memory) -> set[str]:
    """Ids of the memories a digest tells; none of any other record."""
    return {id for line in digest_of(record).lines for id in line.memories} if is_digest(record) else set()


def without_digest(
    memory: Memory, turns: Collection[Source], memories: Collection[str], now: datetime
) -> Memory | None:
    """A digest without the lines that rest on forgotten turns or memories; None where no line is left, and where it is
    named itself."""
    if memory.id in memories:
        return None
    digest = digest_of(memory)
    left = tuple(line for line in digest.lines if not line.rests_on(turns, memories))
    if len(left) == len(digest.lines):
        return memory
    kept = Taint(memory.origin, memory.trust)
    return revised_digest_record(memory, replace(digest, lines=left), kept, now) if left else None
