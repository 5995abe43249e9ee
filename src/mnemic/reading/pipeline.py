"""In which order a read runs.

complete   what a short question refers to, from its session; the original words are always searched too
CHANNELS   embed, words, vectors, slots, completed, neighbours, cue: every row gets the terms of its score;
           see reading/channels
RANKING    choose, weigh, same_words, speak_for, diversify: gates, the record's own terms, one memory per thing
           said; see reading/ranking
place      blocks for a prompt; see reading/place
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo

from mnemic.domain.query import Explanation, Question, Recall, Trace
from mnemic.domain.record import Memory
from mnemic.errors import MemoryNotFound
from mnemic.index.entry import entry_of
from mnemic.index.shelf import Shelf
from mnemic.index.shelves import Shelves
from mnemic.ports import Embedder, Indexed, Reader, Refresh
from mnemic.reading import channels, ranking
from mnemic.reading.asking import Asking
from mnemic.reading.gates import gate
from mnemic.reading.recipes import Recipe
from mnemic.settings import Settings

CHANNELS: tuple[Callable[[Asking], Asking], ...] = (
    channels.embed,
    channels.words,
    channels.vectors,
    channels.slots,
    channels.completed,
    channels.neighbours,
    channels.cue,
)
RANKING: tuple[Callable[[Asking], Asking], ...] = (
    ranking.choose,
    ranking.weigh,
    ranking.same_words,
    ranking.speak_for,
    ranking.diversify,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Everything a read needs from outside."""

    shelves: Shelves
    embedder: Embedder
    settings: Settings
    zone: tzinfo
    new_id: Callable[[], str]

    def recall(self, reader: Reader, question: Question, recipe: Recipe) -> Recall:
        """Answer a question from one user's memory."""
        if question.known_at is not None:
            return self._ask(self._past(reader, question), question, recipe)
        with self.shelves.use(reader) as shelf:
            return self._ask(shelf, question, recipe)

    def explain(self, reader: Reader, memory: Memory, question: Question, recipe: Recipe) -> Explanation:
        """Why a memory is, or is not, in the answer to a question."""
        with self.shelves.use(reader) as shelf:
            row = shelf.row_of.get(memory.id)
            if row is None:
                raise MemoryNotFound(f"{memory.id} was forgotten just now.")
            asking = self._rank(shelf, question, recipe)
            hit = ranking.hit_of(asking, row)
            place = asking.rows.index(row) + 1 if row in asking.rows else None
            returned = place is not None and place <= question.k
            cut = asking.cut.get(memory.id) or gate(memory, question)
            if returned:
                cut = "returned"
            elif cut is None and place is not None:
                cut = f"rank: it is number {place}, and {question.k} were asked for"
            elif cut is None:
                better = int((asking.total > asking.total[row]).sum())
                cut = f"candidates: {better} memories score higher, {len(asking.rows)} were looked at in full"
            return Explanation(
                memory_id=memory.id,
                returned=returned,
                rank=place,
                score=round(hit.score, 4),
                gate=cut,
                explain=hit.explain,
            )

    def _ask(self, shelf: Shelf, question: Question, recipe: Recipe) -> Recall:
        asking = self._rank(shelf, question, recipe)
        found = ranking.hits(asking)
        late = asking.rows[question.k :]
        cut = dict(asking.cut)
        cut |= {shelf.memories[row].id: f"rank: number {n}" for n, row in enumerate(late, question.k + 1)}
        trace = Trace(
            id=self.new_id(),
            question=question,
            recipe=recipe.name,
            looked_at=len(shelf),
            returned=tuple(hit.memory.id for hit in found),
            scores={hit.memory.id: hit.score for hit in found},
            cut=cut,
            degraded=asking.degraded,
        )
        return Recall(found, trace, ranking.permanent(asking))

    def _rank(self, shelf: Shelf, question: Question, recipe: Recipe) -> Asking:
        asking = Asking(
            question=question,
            recipe=recipe,
            shelf=shelf,
            settings=self.settings,
            zone=self.zone,
            embedder=self.embedder,
        )
        if not len(shelf):
            return asking
        for stage in (*CHANNELS, *RANKING):
            asking = stage(asking)
        return asking

    def _past(self, reader: Reader, question: Question) -> Shelf:
        """A shelf of what was known at a past moment: words as they were then, vectors anew where the text has changed
        since."""
        assert question.known_at is not None
        memories = reader.known(question.known_at)
        with self.shelves.use(reader) as today:
            vectors = {memory.id: today.vector_of(memory) for memory in memories}
        changed = [memory for memory in memories if vectors[memory.id] is None]
        if changed:
            made = self.embedder.documents([memory.text for memory in changed])
            vectors |= {memory.id: vector for memory, vector in zip(changed, made, strict=True)}
        entries = tuple(
            Indexed(memory=memory, entry=entry_of(memory.text, vectors[memory.id], self.embedder.fingerprint))
            for memory in memories
        )
        shelf = Shelf(size=self.embedder.size, fingerprint=self.embedder.fingerprint)
        shelf.take(Refresh(epoch="past", change=0, changed=entries, gone=()))
        return shelf
