"""Answers kept at hand: a question asked again is answered without searching, as long as nothing can have changed.

An answer is found again only under the epoch and change number of the user's memory at which it was made. Both come
from the store with every read, so that a write by any process ends it. The moment of asking moves on all the same, and
two things hang on it: freshness, which counts whole hours (`scoring.days_between`), and what begins or ends to hold. So
an answer also ends with its hour and its day, and with the first moment at which anything that was looked at begins or
ends.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from threading import Lock

import numpy as np

from mnemic.domain import scoring
from mnemic.domain.labels import has_label, label_of
from mnemic.domain.query import Hit, Question, Recall, Trace
from mnemic.domain.record import Memory, Tier
from mnemic.domain.scope import Scope
from mnemic.index.user_index import UserIndex
from mnemic.ports import Embedder, Signal, Vectors
from mnemic.reading.recipes import Recipe
from mnemic.reading.vote_columns import VotesCache
from mnemic.settings import Settings

HIT_BYTES = 3_000  # of one hit with its record and its terms, measured over records of 100 characters
CUT_BYTES = 250  # of one line of a trace
CHARACTER_BYTES = 4  # of a text, at most

NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)  # stands for the moment of asking in a key

Version = tuple[str, int]
"""Epoch and change number of a user's memory: it is the same memory while they are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedAnswer:
    """One answer, and how long it can be given again."""

    hits: tuple[Hit, ...]
    trace: Trace
    permanent: tuple[Memory, ...]
    since: datetime | None  # the last moment at or before asking at which anything looked at begins or ends
    until: datetime | None  # the next one after it
    expires: datetime | None  # the first end of a retention of anything looked at
    sessions: frozenset[str]  # whose exceptions were looked at

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        lines = len(self.trace.cut) + len(self.trace.scores)
        words = len(self.trace.question.text) + len(self.trace.question.completed)
        return HIT_BYTES * (len(self.hits) + 1) + CUT_BYTES * lines + CHARACTER_BYTES * words

    def fits(self, question: Question) -> bool:
        """Whether it is what a search would find for a question with the same key."""
        early = self.since is not None and question.at < self.since
        late = self.until is not None and question.at >= self.until
        over = self.expires is not None and (question.now or question.at) >= self.expires
        return not early and not late and not over and question.session not in self.sessions

    def given(self, question: Question, id: str) -> Recall:
        """The answer given again, under a trace of its own."""
        trace = replace(_own_trace(self.trace), id=id, question=question, cached=True)
        return Recall(_own_hits(self.hits), trace, self.permanent)


class AnswerCache:
    """Answers by user, version and question. Bounded by number and by bytes; the least recently used go first."""

    def __init__(self, zone: tzinfo, *, answers_max: int, bytes_max: int) -> None:
        self._zone = zone
        self._answers_max = answers_max
        self._bytes_max = bytes_max
        self._bytes = 0
        self._lock = Lock()
        self._versions: dict[Scope, Version] = {}
        self._keys: dict[Scope, set[Hashable]] = {}
        self._answers: OrderedDict[tuple[Scope, Hashable], CachedAnswer] = OrderedDict()

    @property
    def bytes(self) -> int:
        """About how much memory all of them take."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, scope: Scope, user_index: UserIndex, question: Question, recipe: Recipe) -> CachedAnswer | None:
        """The answer a search would give now, or None where it must be searched for."""
        with self._lock:
            self._renew(scope, (user_index.epoch, user_index.change))
            for session in dict.fromkeys((None, question.session)):
                key = scope, self._key(question, recipe, session)
                answer = self._answers.get(key)
                if answer is None or (session is None and not answer.fits(question)):
                    continue
                if session is not None and not replace(answer, sessions=frozenset()).fits(question):
                    continue
                self._answers.move_to_end(key)
                return answer
        return None

    def keep(self, scope: Scope, user_index: UserIndex, recipe: Recipe, recall: Recall) -> None:
        """Keep an answer, unless a channel failed: that may be over by the next time."""
        question = recall.trace.question
        if not self._answers_max or recall.degraded:
            return
        answer = _answer(user_index, recall)
        own = question.session if question.session in answer.sessions else None
        with self._lock:
            self._renew(scope, (user_index.epoch, user_index.change))
            self._put(scope, self._key(question, recipe, own), answer)
            while len(self._answers) > self._answers_max or self._bytes > self._bytes_max:
                self._drop(*next(iter(self._answers)))

    def version(self, scope: Scope) -> Version:
        """Epoch and change number at the user's last question."""
        with self._lock:
            return self._versions.get(scope, ("", 0))

    def forget(self, scope: Scope) -> None:
        """Drop every answer to a user."""
        with self._lock:
            self._forget(scope)

    def _key(self, question: Question, recipe: Recipe, session: str | None) -> Hashable:
        day = question.at.astimezone(self._zone).date()
        timeless = replace(question, at=NO_TIME, now=None, session=session)
        return timeless, scoring.hour_of(question.at), day, recipe

    def _renew(self, scope: Scope, version: Version) -> None:
        if self._versions.get(scope) != version:
            self._forget(scope)
            self._versions[scope] = version

    def _forget(self, scope: Scope) -> None:
        self._versions.pop(scope, None)
        for key in self._keys.pop(scope, set()):
            self._bytes -= self._answers.pop((scope, key)).bytes

    def _put(self, scope: Scope, key: Hashable, answer: CachedAnswer) -> None:
        if (scope, key) in self._answers:
            self._drop(scope, key)
        self._answers[scope, key] = answer
        self._keys.setdefault(scope, set()).add(key)
        self._bytes += answer.bytes

    def _drop(self, scope: Scope, key: Hashable) -> None:
        self._bytes -= self._answers.pop((scope, key)).bytes
        self._keys[scope].discard(key)
        if not self._keys[scope]:
            del self._keys[scope]
            self._versions.pop(scope, None)


def _own_hits(hits: Iterable[Hit]) -> list[Hit]:
    """Hits that share nothing with those of another caller that either could change."""
    return [Hit(memory=hit.memory, score=hit.score, explain=dict(hit.explain), evidence=hit.evidence) for hit in hits]


def _own_trace(trace: Trace) -> Trace:
    return replace(trace, scores=dict(trace.scores), cut=dict(trace.cut), signs=dict(trace.signs))


def _answer(user_index: UserIndex, recall: Recall) -> CachedAnswer:
    at = recall.trace.question.at
    row_of, memories = user_index.row_of, user_index.memories
    seen = [memories[row_of[id]] for id in recall.trace.cut if id in row_of]
    seen += [*(hit.memory for hit in recall), *recall.permanent]
    now = recall.trace.question.now or at
    labels = [label for one in seen if has_label(one) and not (label := label_of(one)).over(now)]
    turning = {one.valid_from for one in seen if one.valid_from is not None}
    turning |= {one.valid_to for one in seen if one.valid_to is not None}
    return CachedAnswer(
        hits=tuple(_own_hits(recall)),
        trace=_own_trace(recall.trace),
        permanent=recall.permanent,
        since=max((moment for moment in turning if moment <= at), default=None),
        until=min((moment for moment in turning if moment > at), default=None),
        expires=min((label.until for label in labels if label.until is not None), default=None),
        sessions=frozenset(one.session for one in seen if one.session is not None and _of_session(one)),
    )


def _of_session(memory: Memory) -> bool:
    return memory.tier is Tier.SESSION or (memory.retention is not None and label_of(memory).session)


class QuestionVectorCache:
    """Vectors of questions by user: encoding one costs more than the search in a small memory."""

    def __init__(self, embedder: Embedder, *, vectors_max: int, characters_max: int) -> None:
        self._embedder = embedder
        self._vectors_max = vectors_max
        self._characters_max = characters_max
        self._lock = Lock()
        self._vectors: OrderedDict[tuple[Scope, str], Vectors] = OrderedDict()

    def __len__(self) -> int:
        return len(self._vectors)

    def of(self, scope: Scope) -> Embedder:
        """The embedder, with the vectors of one user's questions at hand."""
        return _WithVectors(self, self._embedder, scope)

    def questions(self, scope: Scope, texts: list[str]) -> Vectors:
        """Vectors to find with, shape (len(texts), size); only those not at hand are encoded."""
        with self._lock:
            held = {text: self._vectors[scope, text] for text in texts if (scope, text) in self._vectors}
            for text in held:
                self._vectors.move_to_end((scope, text))
        missing = [text for text in dict.fromkeys(texts) if text not in held]
        if missing:
            made = self._embedder.questions(missing)
            if len(missing) == len(texts):
                self._keep(scope, missing, made)
                return made
            held |= dict(zip(missing, made, strict=True))
            self._keep(scope, missing, made)
        return np.stack([held[text] for text in texts])

    def at_hand(self, scope: Scope, text: str) -> Vectors | None:
        """The vector of a question, where it is kept."""
        with self._lock:
            return self._vectors.get((scope, text))

    def forget(self, scope: Scope) -> None:
        """Drop the vectors of a user's questions: much of a text can be read from its vector."""
        with self._lock:
            for key in [key for key in self._vectors if key[0] == scope]:
                del self._vectors[key]

    def _keep(self, scope: Scope, texts: list[str], vectors: Vectors) -> None:
        with self._lock:
            for text, vector in zip(texts, vectors, strict=True):
                if len(text) <= self._characters_max and vector.shape == (self._embedder.size,):
                    self._vectors[scope, text] = vector.copy()
            while len(self._vectors) > self._vectors_max:
                self._vectors.popitem(last=False)


class _WithVectors:
    """An embedder that remembers one user's questions."""

    def __init__(self, vectors: QuestionVectorCache, embedder: Embedder, scope: Scope) -> None:
        self._vectors, self._embedder, self._scope = vectors, embedder, scope
        self._signals = embedder.signals  # asked for many times in one search

    @property
    def fingerprint(self) -> str:
        return self._embedder.fingerprint

    @property
    def size(self) -> int:
        return self._embedder.size

    @property
    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def documents(self, texts: Sequence[str]) -> Vectors:
        return self._embedder.documents(texts)

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self._vectors.questions(self._scope, list(texts))


class ReadingCaches:
    """All that is kept at hand of reading."""

    def __init__(self, embedder: Embedder, settings: Settings, zone: tzinfo) -> None:
        most = settings.answer_cache_max
        self.answers = AnswerCache(zone, answers_max=most, bytes_max=settings.answer_cache_mb * 1_000_000)
        self.votes = VotesCache(embedder)
        self.vectors = QuestionVectorCache(embedder, vectors_max=most, characters_max=settings.embed_characters_max)

    def forget(self, scope: Scope) -> None:
        """Drop what is kept of a user."""
        self.answers.forget(scope)
        self.votes.forget(scope)
        self.vectors.forget(scope)
