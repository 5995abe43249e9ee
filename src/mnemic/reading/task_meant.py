"""Which task in work a question is about (R1), and which others it is kept apart from."""

from __future__ import annotations

from dataclasses import replace

from mnemic.domain.query import Question
from mnemic.domain.record import Kind
from mnemic.index.keys import kind_key
from mnemic.index.user_index import Shelf
from mnemic.rooms.task.record import in_work, tasks_of
from mnemic.rooms.task.reference import meant


def with_task(question: Question, shelf: Shelf) -> Question:
    """The question with the task it is about: the one it was asked with, else told by its words, else the one in hand
    in its session. Without tasks in work, and where it is about none of them, it stays as it is."""
    ids = shelf.under(kind_key(Kind.TASK))
    if not ids:
        return question
    records = [record for id in ids if in_work(record := shelf.memories[shelf.row_of[id]])]
    tasks = tasks_of(records, question.agent, every_agent=question.agent is None)
    known = {task.id for task in tasks}
    about = question.task
    if about is None:
        told = meant(question.text, tasks, question.session).task
        about = None if told is None else told.id
    if about not in known:
        return question
    return replace(question, task=about, apart=frozenset(known - {about}))
