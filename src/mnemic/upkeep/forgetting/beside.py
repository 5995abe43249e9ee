"""What stands beside the records and may hold words of what goes: questions, feedback on answers, errors of jobs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from mnemic.domain.record import Memory, Source
from mnemic.domain.register import Register
from mnemic.ports import Writer
from mnemic.reading.usage_log import word_marks
from mnemic.rooms.placeholders import forget_unnamed_values


def forget_beside(writer: Writer, gone: Collection[Memory], doomed: Collection[Source]) -> int:
    """Remove questions, feedback and kept answers that may speak of memories and turns that go, and what the user's
    jobs failed with. Returns how many questions and votes went."""
    _forget_answers(writer)
    for state in writer.jobs():
        if state.error:
            writer.keep_job(replace(state, error=_without_words(state.error)))
    return _forget_questions(writer, gone, doomed)


def drop_beside(writer: Writer, gone: Collection[Memory]) -> int:
    """Remove what stands beside memories that decay removed: questions of which nothing that they found is left, and
    the values behind placeholders that nothing names any more. Other questions are the user's own words and stay.
    Returns how many questions went."""
    ids = {memory.id for memory in gone}
    touched = [one for one in writer.asked() if ids & set(one.memory_ids)]
    found = {id for one in touched for id in one.memory_ids}
    left = {memory.id for memory in writer.memories(ids=sorted(found))} if found else set()
    forget_unnamed_values(writer)
    _forget_answers(writer)
    return writer.forget_questions([one.id for one in touched if not left & set(one.memory_ids)])


def _forget_answers(writer: Writer) -> None:
    """Answers that a server keeps for requests that are repeated hold words of anything; no request is worth that they
    outlive what is forgotten."""
    kept = writer.register_entries(Register.IDEMPOTENCY, bodies=False)
    writer.deregister(Register.IDEMPOTENCY, [entry.id for entry in kept])


def _without_words(error: str) -> str:
    """The name of an error alone: a model's may quote what it was given."""
    return error.partition(":")[0]


def _forget_questions(writer: Writer, gone: Collection[Memory], doomed: Collection[Source]) -> int:
    """Remove questions on record that found what goes, or that share a word with it or with the turns behind it, and
    the feedback on their answers: their words may be the last that speak of it."""
    ids = {memory.id for memory in gone}
    texts = [text for memory in gone for text in (memory.text, memory.quote, memory.summary)]
    texts += [turn.text for source in doomed if (turn := writer.turn(source))]
    epoch = writer.renewal(epoch="", change=0).epoch
    words = {mark for text in texts for mark in word_marks(text, epoch)}
    questions = {one.id for one in writer.asked() if ids & set(one.memory_ids) or words & set(one.marks)}
    answers = {vote.answer for vote in writer.votes() if words & set(vote.marks)}
    return writer.forget_questions(sorted(questions | answers))
