"""What a time expression takes over from those named before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mnemic.domain.regex import Regex
from mnemic.language.when import calendar
from mnemic.language.when.mention import Grain, TimeMention
from mnemic.language.when.parts import EVENING, Part, part_of
from mnemic.language.when.scan_piece import Clock, Frame, Piece
from mnemic.language.when.tense import Tense, speaks_of_evening, tense

_STOP = Regex(r"[。!?\n]+|\.(?=\s)")
_LISTED = Regex(r"\s*(?:,|、|和|或者?|还是|跟|与|\band\b|\bor\b|\s)*\s*", re.ASCII)
_NOW = Regex(r"现在|目前|这会儿|\b(?:right )?now\b", re.IGNORECASE | re.ASCII)
_ONE_DAY = (Grain.DAY, Grain.PART_OF_DAY, Grain.HOUR, Grain.MINUTE)
LATE_HOUR = 10  # from this clock hour on a meal does not make the evening of it
NOON = 11  # a part of the day that begins at this hour or later makes a bare clock time one of its own


def settle_by_context(
    found: Piece, mentions: Sequence[TimeMention], dated: TimeMention | None, plain: str, frame: Frame
) -> tuple[Piece, Frame]:
    """The piece and its frame, moved to the day that the mentions before it give it; `dated` is the last with a day.

    A bare day of the month follows a date it is listed with: 5月1号、3号. A bare weekday follows a week named in the
    sentence, or a day it is listed with; "the Monday after" the date named in the sentence; a bare clock time is of the
    day named last, in its sentence or the one before.
    """
    if found.follows or found.weekday is not None:
        return found, _weekday(found, mentions, plain, frame)
    if found.of_month:
        return found, _of_month(found, mentions, plain, frame)
    if found.clock or found.part:
        return _clock(found, dated, plain, frame) if dated else (found, frame)
    return found, frame


def _weekday(found: Piece, mentions: Sequence[TimeMention], plain: str, frame: Frame) -> Frame:
    before = mentions[-1] if mentions else None
    if before is None or before.recurring or before.duration:
        return frame
    gap = plain[before.end : found.start]
    first = before.begins.date()
    if found.follows and before.grain in _ONE_DAY and not _STOP.search(gap):
        return replace(frame, after=calendar.days(first))
    if before.grain is Grain.WEEK and not _STOP.search(gap):
        return replace(frame, after=calendar.days(first - calendar.DAY))
    listed = before.grain is Grain.DAY and _LISTED.fullmatch(gap)
    return replace(frame, after=calendar.days(first)) if listed else frame


def _of_month(found: Piece, mentions: Sequence[TimeMention], plain: str, frame: Frame) -> Frame:
    before = mentions[-1] if mentions else None
    if before is None or before.recurring or before.grain is not Grain.DAY or not before.explicit:
        return frame
    listed = _LISTED.fullmatch(plain[before.end : found.start])
    return replace(frame, after=calendar.days(before.begins.date())) if listed else frame


def _clock(found: Piece, before: TimeMention, plain: str, frame: Frame) -> tuple[Piece, Frame]:
    if found.date or found.cycle or before.grain not in _ONE_DAY:
        return found, frame
    stops = len(_STOP.findall(plain, before.end, found.start))
    if (
        _NOW.search(plain, before.end, found.start)
        or stops > (1 if found.clock else 0)
        or not _fits(before, found, plain, frame, stops)
    ):
        return found, frame
    if found.clock and not found.part and not found.clock.certain:
        found = replace(found, part=_part(before, found.clock, plain))
    day = before.begins.date()
    return found, frame if day == frame.today else replace(frame, after=calendar.days(day))


def _part(before: TimeMention, clock: Clock, plain: str) -> Part | None:
    if before.grain is Grain.PART_OF_DAY:
        part = part_of(before.begins, before.ends)
        return part if part.begins >= NOON else None
    return EVENING if 4 < clock.hour < LATE_HOUR and speaks_of_evening(plain, before.start, before.end) else None


def _fits(before: TimeMention, found: Piece, plain: str, frame: Frame, stops: int) -> bool:
    """Whether the tense at the clock time agrees with the day: what was yesterday is not about to be."""
    towards = tense(plain, found.start, found.end)
    if before.begins.date() >= frame.today:
        return towards is not Tense.PAST
    return towards is Tense.PAST or (towards is Tense.UNKNOWN and not stops)
