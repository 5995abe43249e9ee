"""The wider pass (W11): what somebody says in several short messages in a row is read as one.

"New phone!" / "Pixel 9, the small one" / "old one's for mum": none of them says enough alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mnemic.domain.judgement import Mood
from mnemic.domain.record import Origin, Turn
from mnemic.language import detect
from mnemic.reader.unread_text import SOFT
from mnemic.writing.candidates import candidate_of, setting_of_turn
from mnemic.writing.draft import Draft
from mnemic.writing.leftovers import KEEP_MIN, RUN_CHARACTERS_MAX, statement_of_leftover

CHARACTERS_MAX = 60  # of a message that may be one of several
APART_SECONDS_MAX = 600  # between two messages of one stretch

_UNSAID = (Mood.ASKED, Mood.REQUEST, Mood.QUOTED)
_BETWEEN = {"zh": "，", "en": ". "}


def read_stretches(draft: Draft) -> Draft:
    """Add what stretches of unread messages say together, at most `wide_pass_turns` of them."""
    if draft.judge is None or draft.settings.wide_pass_turns < 2:
        return draft
    found = list(draft.candidates)
    for stretch in _stretches(draft):
        language = detect.language(stretch[-1].text)
        texts = [turn.text.strip(" ，。！~,.!") for turn in stretch]
        joined = _BETWEEN.get(language, " ").join(texts)
        if language not in _BETWEEN or len(joined) > RUN_CHARACTERS_MAX:
            continue
        together, *alone = draft.judge.judge([joined, *texts])
        if together.keep < KEEP_MIN or any(one.keep >= KEEP_MIN or one.mood in _UNSAID for one in alone):
            continue
        statement = statement_of_leftover(joined, together, setting_of_turn(stretch[-1], (), draft), language)
        if statement is not None:
            sources = tuple(turn.source for turn in reversed(stretch))
            candidate = candidate_of(statement, stretch[-1], draft.user)
            found.append(replace(candidate, sources=sources, quote=joined))
    return replace(draft, candidates=tuple(found))


def _stretches(draft: Draft) -> Iterator[Sequence[Turn]]:
    """The last unread messages of each run of one speaker in a session, where there are two or more and the last is
    new."""
    stated_in = {candidate.sources[0] for candidate in draft.candidates}
    stated_in |= {part.source for part in draft.dropped if part.source and part.reason not in SOFT}
    new = {turn.source for turn in draft.readable if turn.infer}
    sessions: dict[str, list[Turn]] = {}
    for turn in (*draft.earlier, *draft.turns):
        sessions.setdefault(turn.session, []).append(turn)
    for turns in sessions.values():
        for run in _runs(turns):
            tail = run[-draft.settings.wide_pass_turns :]
            while tail and any(turn.source in stated_in for turn in tail):
                tail = tail[1:]
            if len(tail) > 1 and tail[-1].source in new:
                yield tail


def _runs(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    run: list[Turn] = []
    for turn in turns:
        if run and not _goes_on(run[-1], turn):
            yield run
            run = []
        if turn.origin is Origin.USER and 0 < len(turn.text) <= CHARACTERS_MAX:
            run.append(turn)
    if run:
        yield run


def _goes_on(before: Turn, turn: Turn) -> bool:
    apart = (turn.said_at - before.said_at).total_seconds()
    short = len(turn.text) <= CHARACTERS_MAX
    return short and turn.origin is Origin.USER and turn.speaker == before.speaker and 0 <= apart <= APART_SECONDS_MAX
