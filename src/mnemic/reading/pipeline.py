"""In which order a read runs.

understand what a question leans on, the time and names it speaks of, the answer it wants; see reading/understand
CHANNELS   every row gets the terms of its score: vectors, words, slots, completed words, graph, neighbours, cues; see
           reading/channels and reading/graph_channel
RANKING    gates, the record's own terms, what was learned, feedback, what is so now, one memory per thing said, and
           names of the question that no hit speaks of, searched again alone; see reading/ranking and its neighbours
abstain    the chance that an answer is among the hits; see reading/abstain
place      blocks for a prompt; see reading/placement
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import tzinfo

from mnemic.domain.index_entry import IndexedMemory, Refresh
from mnemic.domain.query import Explanation, Question, Recall, Trace
from mnemic.domain.record import UNINDEXED, Memory, Turn
from mnemic.errors import MemoryNotFound
from mnemic.index.entry import index_entry_of
from mnemic.index.graph import EntityGraphs
from mnemic.index.user_index import UserIndex
from mnemic.index.user_indexes import UserIndexes
from mnemic.ports import Embedder, LanguageModel, Reader, Reranker
from mnemic.reading import abstain, answer_terms, channels, gates, graph_channel, ranking
from mnemic.reading.cache import ReadingCaches
from mnemic.reading.feedback import score_feedback
from mnemic.reading.gates import gate_reason
from mnemic.reading.learned_ranker import rank_by_trees
from mnemic.reading.outdated import demote_outdated
from mnemic.reading.recipes import Recipe
from mnemic.reading.record_terms import StandingsCache
from mnemic.reading.rerank import rerank
from mnemic.reading.second_look import look_again
from mnemic.reading.state import ReadState
from mnemic.reading.understand import known_names_in, linker_by_graph, understand_question
from mnemic.reading.vote_columns import VoteColumns
from mnemic.settings import Settings

CHANNELS: tuple[Callable[[ReadState], ReadState], ...] = (
    channels.embed_question,
    channels.score_words,
    channels.score_vectors,
    channels.score_former_vectors,
    channels.score_slots,
    channels.score_completed_words,
    graph_channel.score_graph,
    channels.score_neighbours,
    channels.score_cues,
)
RANKING: tuple[Callable[[ReadState], ReadState], ...] = (
    ranking.choose_candidates,
    ranking.score_record,
    answer_terms.score_answer_kind,
    answer_terms.score_event_time,
    rank_by_trees,
    score_feedback,
    ranking.lift_same_words,
    ranking.lift_statements,
    rerank,
    demote_outdated,
    ranking.diversify,
    look_again,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPipeline:
    """Everything a read needs from outside."""

    user_indexes: UserIndexes
    embedder: Embedder
    settings: Settings
    zone: tzinfo
    new_id: Callable[[], str]
    reranker: Reranker | None = None
    asked: LanguageModel | None = None  # what is missing from the hits (R8)
    graphs: EntityGraphs = field(default_factory=EntityGraphs)
    standings: StandingsCache = field(default_factory=StandingsCache)
    kept: ReadingCaches  # answers, votes and vectors of questions at hand (R12)
    votes: VoteColumns | None = None  # of the user whose question it is

    def recall(self, reader: Reader, question: Question, recipe: Recipe) -> Recall:
        """Answer a question from one user's memory."""
        if question.known_at is not None:
            past = self._past(reader, question)
            return self._ask(past, self._understood(reader, past, question), recipe)
        with self.user_indexes.use(reader) as user_index:
            question = self._understood(reader, user_index, question)
            answers = self.kept.answers
            answer = answers.get(reader.scope, user_index, question, recipe)
            if answer is not None:
                return answer.given(question, self.new_id())
            recall = self._of(reader, user_index)._ask(user_index, question, recipe)
            answers.keep(reader.scope, user_index, recipe, recall)
            return recall

    def explain(self, reader: Reader, memory: Memory, question: Question, recipe: Recipe) -> Explanation:
        """Why a memory is, or is not, in the answer to a question."""
        with self.user_indexes.use(reader) as user_index:
            row = user_index.row_of.get(memory.id)
            if row is None:
                raise MemoryNotFound(f"{memory.id} was forgotten just now.")
            question = self._understood(reader, user_index, question)
            asking = self._of(reader, user_index)._rank(user_index, question, recipe)
            hit = ranking.ranked_hit(asking, row)
            place = asking.rows.index(row) + 1 if row in asking.rows else None
            returned = place is not None and place <= question.k
            cut = asking.cut.get(memory.id) or gate_reason(memory, question)
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

    def _of(self, reader: Reader, user_index: UserIndex) -> ReadPipeline:
        """The same for one user, with what is kept of that user."""
        votes = self.kept.votes.get(reader, (user_index.epoch, user_index.change))
        return replace(self, embedder=self.kept.vectors.of(reader.scope), votes=votes)

    def _understood(self, reader: Reader, user_index: UserIndex, question: Question) -> Question:
        """The question with what was understood of it, from its session as far as its agent may read it."""
        said: list[Turn] = []
        if question.session is not None:
            said = reader.turns(session=question.session, last=self.settings.context_turns)
        own = [turn for turn in said if question.agent is None or turn.agent == question.agent]
        own = [turn for turn in own if gates.label_reason(turn, question) is None]
        linked = (
            linker_by_graph(self.graphs.of(user_index, question.agent))
            if self.settings.graph_weight
            else known_names_in
        )
        return understand_question(question, own, user_index, self.zone, linked)

    def _ask(self, user_index: UserIndex, question: Question, recipe: Recipe) -> Recall:
        asking = self._rank(user_index, question, recipe)
        found = ranking.ranked_hits(asking)
        late = asking.rows[question.k :]
        cut = {id: why for id, why in asking.cut.items() if _seen(user_index, id, question.agent)}
        cut |= {user_index.memories[row].id: f"rank: number {n}" for n, row in enumerate(late, question.k + 1)}
        signs = abstain.answer_signs(asking)
        answered = abstain.answer_chance(asking, signs)
        trace = Trace(
            id=self.new_id(),
            question=question,
            recipe=recipe.name,
            looked_at=len(user_index),
            returned=tuple(hit.memory.id for hit in found),
            scores={hit.memory.id: hit.score for hit in found},
            cut=cut,
            degraded=asking.degraded,
            rounds=asking.rounds,
            signs=signs,
            answered=answered,
            nothing=abstain.nothing_remembered(asking, answered),
        )
        return Recall(found, trace, ranking.permanent_memories(asking))

    def _rank(self, user_index: UserIndex, question: Question, recipe: Recipe) -> ReadState:
        asking = ReadState(
            question=question,
            recipe=recipe,
            user_index=user_index,
            settings=self.settings,
            zone=self.zone,
            embedder=self.embedder,
            reranker=self.reranker,
            asked=self.asked,
            graphs=self.graphs,
            standings=self.standings,
            votes=self.votes,
        )
        if not len(user_index):
            return asking
        for stage in (*CHANNELS, *RANKING):
            asking = stage(asking)
        return asking

    def _past(self, reader: Reader, question: Question) -> UserIndex:
        """An index of what was known at a past moment: words as they were then, vectors anew where the text has changed
        since."""
        assert question.known_at is not None
        known = [memory for memory in reader.known(question.known_at) if memory.kind not in UNINDEXED]
        memories = gates.with_current_labels(reader, known)
        with self.user_indexes.use(reader) as today:
            vectors = {memory.id: today.vector_of(memory) for memory in memories}
        changed = [memory for memory in memories if vectors[memory.id] is None]
        if changed:
            made = self.embedder.documents([memory.text for memory in changed])
            vectors |= {memory.id: vector for memory, vector in zip(changed, made, strict=True)}
        entries = tuple(
            IndexedMemory(
                memory=memory, entry=index_entry_of(memory.text, vectors[memory.id], self.embedder.fingerprint)
            )
            for memory in memories
        )
        user_index = UserIndex(size=self.embedder.size, fingerprint=self.embedder.fingerprint)
        user_index.take(Refresh(epoch="past", change=0, changed=entries, gone=()))
        return user_index


def _seen(user_index: UserIndex, id: str, agent: str | None) -> bool:
    """Whether a trace may name a memory: what another agent was told is not even named."""
    return agent is None or user_index.memories[user_index.row_of[id]].agent == agent
