"""Summaries of a session as records, and which of them are due (M1).

A summary of the first layer is of a stretch of turns; when a layer has too many, its oldest become one of the next. A
summary and its record are one: either gives the other. Its id follows from what it is of, so that two processes that
sum up the same make one record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from mnemic.domain.record import Kind, Memory, Source, Status, Tier, Turn
from mnemic.domain.scope import Scope
from mnemic.language import detect
from mnemic.rooms.session.rounds import RESULTS, USER
from mnemic.rooms.session.salience import SummaryLine
from mnemic.safety.access.policy import Taint

KEY = "mnemic.summary"
"""Where the body of a summary stands in the metadata of its record."""

BULLET = "- "
RULES = "rules"  # who wrote a summary that no model wrote
FOLDED = 4  # summaries of one layer that become one of the next
STRETCH_TURNS_FACTOR = 2  # a stretch may wait for the user's next word until it is so many times its usual length


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a stretch of a session comes to. `agent`: seen through whom; None: everybody."""

    id: str
    session: str
    agent: str | None
    level: int  # 1: of turns; higher: of summaries of the level below
    first: int  # position of its first turn in the log
    last: int
    turns: tuple[str, ...]  # ids of the turns it rests on
    parts: tuple[str, ...] = ()  # ids of the summaries whose place it takes
    by: str = RULES
    lines: tuple[SummaryLine, ...]
    archived: bool = False
    said_at: datetime  # when the last of it was said
    system: str | None = None  # id of the newest system message among its turns

    @property
    def text(self) -> str:
        """Its lines, one below the other."""
        return "\n".join(BULLET + line.whole for line in self.lines)


def summary_id(scope: Scope, session: str, agent: str | None, level: int, of: Sequence[str]) -> str:
    """The id of the summary of these turns or summaries."""
    named = "\n".join((scope.tenant, scope.user, session, agent or "", str(level), *of))
    return hashlib.sha256(named.encode()).hexdigest()[:32]


def summary_record_of(summary: Summary, scope: Scope, tainted: Taint, *, now: datetime) -> Memory:
    """The record of a new summary. `tainted`: what it inherits from what it sums up."""
    return Memory(
        id=summary.id,
        tenant=scope.tenant,
        user=scope.user,
        agent=summary.agent,
        session=summary.session,
        kind=Kind.SUMMARY,
        tier=Tier.SESSION,
        text=summary.text,
        language=detect.language(summary.text),
        origin=tainted.origin,
        trust=tainted.trust,
        said_at=summary.said_at,
        recorded_at=now,
        updated_at=now,
        position=summary.first,
        metadata={KEY: _body(summary)},
    )


def _body(summary: Summary) -> Any:
    return {
        "level": summary.level,
        "first": summary.first,
        "last": summary.last,
        "turns": list(summary.turns),
        "parts": list(summary.parts),
        "by": summary.by,
        "system": summary.system,
        "lines": [
            [
                line.position,
                round(line.weight, 4),
                len(line.label),
                int(line.operation),
                int(line.corrects),
                int(line.own),
            ]
            for line in summary.lines
        ],
    }


def summaries_of(records: Iterable[Memory]) -> list[Summary]:
    """The summaries that count among the records of a session, in order of the log. Only their lines are read."""
    held = {record.id: record for record in records}
    return [
        summary_of(held[outline.id])
        for outline in standing_summaries(summary_of(one, lines=False) for one in held.values())
    ]


def summary_of(record: Memory, *, lines: bool = True) -> Summary:
    """The summary that a record is, with its lines or without."""
    body: Any = record.metadata[KEY]
    texts = record.text.split("\n") if body["lines"] and lines else []
    return Summary(
        id=record.id,
        session=record.session or "",
        agent=record.agent,
        level=body["level"],
        first=body["first"],
        last=body["last"],
        turns=tuple(body["turns"]),
        parts=tuple(body["parts"]),
        by=body["by"],
        lines=tuple(_line(text, *held) for text, held in zip(texts, body["lines"] if lines else (), strict=True)),
        archived=record.status is not Status.ACTIVE,
        system=body["system"],
        said_at=record.said_at,
    )


def _line(
    bulleted: str, position: int, weight: float, label: int, operation: int, corrects: int, own: int = 0
) -> SummaryLine:
    whole = bulleted.removeprefix(BULLET)
    return SummaryLine(
        position=position,
        label=whole[:label],
        text=whole[label + 2 :] if label else whole,
        weight=weight,
        operation=bool(operation),
        corrects=bool(corrects),
        own=bool(own),
    )


def is_summary(record: Memory, session: str, agent: str | None) -> bool:
    """Whether a record is a summary of this session as this agent sees it."""
    return (
        record.kind is Kind.SUMMARY and record.session == session and record.agent == agent and KEY in record.metadata
    )


def standing_summaries(summaries: Iterable[Summary]) -> list[Summary]:
    """The summaries that count, none of them covering what another does, in order of the log. An archived one counts
    where what took its place is gone: something else it rested on was forgotten."""
    listed = sorted(summaries, key=lambda one: (one.archived, -one.level, one.first))
    covered: set[str] = set()
    kept = []
    for summary in listed:
        if covered.isdisjoint(summary.turns):
            covered.update(summary.turns)
            kept.append(summary)
    return sorted(kept, key=lambda one: (one.first, one.id))


def stretches_to_sum_up(
    turns: Sequence[Turn], covered: Collection[str], *, floor: int, length: int
) -> list[list[Turn]]:
    """Stretches of turns to be summed up: those of a position below `floor` that no summary covers.

    A stretch ends where the user speaks next once it is `length` turns long. Where it ends does not depend on what was
    said later, so that whoever sums up makes the same stretches. What is left between two summaries is a stretch
    however short.
    """
    found: list[list[Turn]] = []
    run: list[Turn] = []
    for turn in turns:
        if turn.id in covered:
            if run:
                found.append(run)
            run = []
        elif turn.position < floor:
            if _ends(run, turn, length):
                found.append(run)
                run = []
            run.append(turn)
        elif _ends(run, turn, length):
            found.append(run)
            return found
        else:
            return found
    return found


def _ends(run: Sequence[Turn], following: Turn, length: int) -> bool:
    if len(run) < length:
        return False
    return following.role == USER or (len(run) >= length * STRETCH_TURNS_FACTOR and following.role not in RESULTS)


def overfull_layer(summaries: Iterable[Summary], most: int) -> list[Summary]:
    """The oldest summaries of the lowest layer that has more than `most`; none where no layer has."""
    layers: dict[int, list[Summary]] = {}
    for summary in sorted(summaries, key=lambda one: (one.first, one.id)):
        layers.setdefault(summary.level, []).append(summary)
    full = min((level for level, listed in layers.items() if len(listed) > most), default=None)
    return [] if full is None else layers[full][:FOLDED]


def with_status(record: Memory, status: Status, now: datetime) -> Memory:
    """The record of a summary whose place another has taken (archived), or that counts again (active)."""
    return replace(record, status=status, updated_at=now, version=record.version + 1)


def without_summary(
    memory: Memory, turns: Collection[Source], memories: Collection[str], now: datetime
) -> Memory | None:
    """A summary, or None where it rests on a turn that is forgotten: it is made anew from the log when next asked for.
    One that is named itself goes too."""
    body: Any = memory.metadata.get(KEY, {})
    gone = {source.turn for source in turns if source.session == memory.session}
    if memory.id in memories or not gone.isdisjoint(body.get("turns", ())):
        return None
    return memory
