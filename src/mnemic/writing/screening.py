"""The first stage: what tries to give orders to the memory or the agent is held back (S2).

Turns are judged one by one, and then together with the last few of the same voice in their session: an order may come
in pieces that say little alone. The piece that completes it is held, and the reason names the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from mnemic.domain.record import Origin, Source, Turn
from mnemic.domain.regex import Regex
from mnemic.ports import Vectors
from mnemic.safety.access.trust import is_own_word
from mnemic.safety.guard import screen as guard
from mnemic.safety.guard.screen import HIDDEN, QUARANTINE_FROM, GuardDecision, GuardVerdict
from mnemic.safety.guard.vector_chance import is_undecided, verdict_by_vector
from mnemic.writing.draft import Draft

PIECES_MAX = 4  # turns of one voice that are read together
PIECE_CHARACTERS_MAX = 240  # a longer turn says enough to be judged alone
TOGETHER_FROM = 0.85  # score: several harmless turns put together are odd more easily than one
ALONE_BELOW = 0.35  # score of what is left without the last piece: the order must be made by the pieces together

_END = Regex(r"[\s.。…,，;；:：\-–—>→]+$")
_BEGIN = Regex(r"^[\s.。…,，;；:：\-–—>→]+")
_ENCODED = Regex(r"[A-Za-z0-9+/]{8,}={0,2}")


def screen(draft: Draft) -> Draft:
    """The draft with what is held back of it. What the user lets go is not judged again."""
    held: dict[Source, GuardVerdict] = {}
    said = [*draft.earlier, *draft.turns]
    for turn in draft.turns:
        if turn.source in draft.released or not turn.text:
            continue
        verdict = guard.judge_text(turn.text, turn.origin, draft.lessons)
        if verdict.decision is GuardDecision.PASS:
            before = [one for one in said[: said.index(turn)] if one.source not in held]
            verdict = verdict_with_earlier(turn, before) or verdict
        if verdict.decision is GuardDecision.QUARANTINE and not (
            draft.vectors_follow and is_undecided(verdict, turn.text)
        ):
            held[turn.source] = verdict
    return replace(draft, held=held)


def screen_by_vectors(draft: Draft, vectors: Mapping[str, Vectors]) -> Draft:
    """The draft with what is held back once the vectors of its turns are there, by text; whatever was made of those
    turns is let go of."""
    held = dict[Source, GuardVerdict]()
    for turn in draft.turns:
        if turn.text not in vectors or turn.source in draft.held.keys() | draft.released.keys() | draft.settled:
            continue
        by_words = guard.judge_text(turn.text, turn.origin, draft.lessons)
        own = turn.origin is Origin.USER and is_own_word(turn.speaker, draft.user)
        verdict = verdict_by_vector(by_words, turn.text, turn.origin, vectors[turn.text], own=own)
        if verdict.decision is GuardDecision.QUARANTINE:
            held[turn.source] = verdict
    if not held:
        return draft
    return replace(
        draft,
        held={**draft.held, **held},
        candidates=tuple(one for one in draft.candidates if held.keys().isdisjoint(one.sources)),
        dropped=tuple(one for one in draft.dropped if one.source not in held),
    )


def verdict_with_earlier(turn: Turn, before: Sequence[Turn]) -> GuardVerdict | None:
    """The judgement on a turn as the end of what its voice said just before, where that makes an order; else None."""
    pieces = _pieces(turn, before)
    if len(pieces) < 2:
        return None
    if guard.judge_text(_joined(pieces), turn.origin).score < TOGETHER_FROM / 2:
        return None
    for start in range(len(pieces) - 2, -1, -1):
        whole = guard.judge_text(_joined(pieces[start:]), turn.origin)
        if whole.score < (QUARANTINE_FROM if HIDDEN in whole.reasons else TOGETHER_FROM):
            continue
        if any(guard.judge_text(one.text, turn.origin).score >= ALONE_BELOW for one in pieces[start:]):
            continue
        named = ", ".join(piece.id for piece in pieces[start:-1])
        reasons = (f"completes what was begun in {named}", *whole.reasons)
        return GuardVerdict(decision=GuardDecision.QUARANTINE, score=whole.score, reasons=reasons)
    return None


def _pieces(turn: Turn, before: Sequence[Turn]) -> list[Turn]:
    """The turn after the short ones of the same voice in its session, oldest first."""
    voice = [
        one
        for one in before
        if (one.session, one.origin, one.speaker) == (turn.session, turn.origin, turn.speaker) and one.text
    ]
    short = [one for one in (*voice[-(PIECES_MAX - 1) :], turn) if len(one.text) <= PIECE_CHARACTERS_MAX]
    return short if short and short[-1] is turn else []


def _joined(pieces: Iterable[Turn]) -> str:
    """Turns read as one sentence; encoded pieces are put together without a gap."""
    texts = [_BEGIN.sub("", _END.sub("", piece.text)) for piece in pieces]
    encoded = [found for text in texts for found in _ENCODED.findall(text)]
    sentence = " ".join(texts)
    return f"{sentence}\n{''.join(encoded)}" if len(encoded) > 1 else sentence
