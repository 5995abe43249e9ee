"""In which order a read runs.

understand what a question leans on, the time and names it speaks of, the answer it wants; see reading/understand
CHANNELS   embed, words, vectors, slots, completed, graph, neighbours, cue: every row gets the terms of its score;
           see reading/channels and reading/related
RANKING    choose, weigh, answer, event, learned, helped, same_words, speak_for, rerank, outdated, diversify: gates,
           the record's own terms, what was learned, feedback, what is so now, one memory per thing said; see
           reading/ranking and its neighbours
second     names of the question that no hit speaks of, searched again alone; see reading/second
abstain    the chance that an answer is among the hits; see reading/abstain
place      blocks for a prompt; see reading/place
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import tzinfo

from mnemic.domain.indexed import Indexed, Refresh
from mnemic.domain.query import Explanation, Question, Recall, Trace
from mnemic.domain.record import UNINDEXED, Memory, Turn
from mnemic.errors import MemoryNotFound
from mnemic.index.entry import entry_of
from mnemic.index.graph import Graphs
from mnemic.index.user_index import Shelf
from mnemic.index.user_indexes import Shelves
from mnemic.ports import Embedder, LanguageModel, Reader, Reranker
from mnemic.reading import abstain, answering, channels, gates, ranking, related
from mnemic.reading.asking import Asking
from mnemic.reading.cache import Kept
from mnemic.reading.feedback import helped
from mnemic.reading.gates import gate
from mnemic.reading.learned import learned
from mnemic.reading.outdated import outdated
from mnemic.reading.recipes import Recipe
from mnemic.reading.rerank import rerank
from mnemic.reading.second import second
from mnemic.reading.standing import StandingsAtHand
from mnemic.reading.understand import linked_by, names_in, understand
from mnemic.reading.votes import Votes
from mnemic.settings import Settings

CHANNELS: tuple[Callable[[Asking], Asking], ...] = (
    channels.embed,
    channels.words,
    channels.vectors,
    channels.former,
    channels.slots,
    channels.completed,
    related.graph,
    channels.neighbours,
    channels.cue,
)
RANKING: tuple[Callable[[Asking], Asking], ...] = (
    ranking.choose,
    ranking.weigh,
    answering.answer,
    answering.event,
    learned,
    helped,
    ranking.same_words,
    ranking.speak_for,
    rerank,
    outdated,
    ranking.diversify,
    second,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Everything a read needs from outside."""

    shelves: Shelves
    embedder: Embedder
    settings: Settings
    zone: tzinfo
    new_id: Callable[[], str]
    reranker: Reranker | None = None
    asked: LanguageModel | None = None  # what is missing from the hits (R8)
    graphs: Graphs = field(default_factory=Graphs)
    standings: StandingsAtHand = field(default_factory=StandingsAtHand)
    kept: Kept  # answers, votes and vectors of questions at hand (R12)
    votes: Votes | None = None  # of the user whose question it is

    def recall(self, reader: Reader, question: Question, recipe: Recipe) -> Recall:
        """Answer a question from one user's memory."""
        if question.known_at is not None:
            past = self._past(reader, question)
            return self._ask(past, self._understood(reader, past, question), recipe)
        with self.shelves.use(reader) as shelf:
            question = self._understood(reader, shelf, question)
            answers = self.kept.answers
            answer = answers.get(reader.scope, shelf, question, recipe)
            if answer is not None:
                return answer.given(question, self.new_id())
            recall = self._of(reader, shelf)._ask(shelf, question, recipe)
            answers.keep(reader.scope, shelf, recipe, recall)
            return recall

    def explain(self, reader: Reader, memory: Memory, question: Question, recipe: Recipe) -> Explanation:
        """Why a memory is, or is not, in the answer to a question."""
        with self.shelves.use(reader) as shelf:
            row = shelf.row_of.get(memory.id)
            if row is None:
                raise MemoryNotFound(f"{memory.id} was forgotten just now.")
            question = self._understood(reader, shelf, question)
            asking = self._of(reader, shelf)._rank(shelf, question, recipe)
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
                understanding=asking.understanding,
            )

    def _of(self, reader: Reader, shelf: Shelf) -> Reading:
        """The same for one user, with what is kept of that user."""
        votes = self.kept.votes.get(reader, (shelf.epoch, shelf.change))
        return replace(self, embedder=self.kept.vectors.of(reader.scope), votes=votes)

    def _understood(self, reader: Reader, shelf: Shelf, question: Question) -> Question:
        """The question with what was understood of it, from its session as far as its agent may read it."""
        said: list[Turn] = []
        if question.session is not None:
            said = reader.turns(session=question.session, last=self.settings.context_turns)
        own = [turn for turn in said if question.agent is None or turn.agent == question.agent]
        own = [turn for turn in own if gates.label(turn, question) is None]
        linked = linked_by(self.graphs.of(shelf, question.agent)) if self.settings.graph_weight else names_in
        return understand(question, own, shelf, self.zone, linked)

    def _ask(self, shelf: Shelf, question: Question, recipe: Recipe) -> Recall:
        asking = self._rank(shelf, question, recipe)
        found = ranking.hits(asking)
        late = asking.rows[question.k :]
        cut = {id: why for id, why in asking.cut.items() if _seen(shelf, id, question.agent)}
        cut |= {shelf.memories[row].id: f"rank: number {n}" for n, row in enumerate(late, question.k + 1)}
        signs = abstain.signs_of(asking)
        answered = abstain.chance(asking, signs)
        trace = Trace(
            id=self.new_id(),
            question=question,
            recipe=recipe.name,
            looked_at=len(shelf),
            returned=tuple(hit.memory.id for hit in found),
            scores={hit.memory.id: hit.score for hit in found},
            cut=cut,
            degraded=asking.degraded,
            rounds=asking.rounds,
            signs=signs,
            answered=answered,
            nothing=abstain.nothing(asking, answered),
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
            reranker=self.reranker,
            asked=self.asked,
            graphs=self.graphs,
            standings=self.standings,
            votes=self.votes,
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
        known = [memory for memory in reader.known(question.known_at) if memory.kind not in UNINDEXED]
        memories = gates.as_labelled_now(reader, known)
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


def _seen(shelf: Shelf, id: str, agent: str | None) -> bool:
    """Whether a trace may name a memory: what another agent was told is not even named."""
    return agent is None or shelf.memories[shelf.row_of[id]].agent == agent
