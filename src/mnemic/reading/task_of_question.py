"""Which task in work a question is about (R1), and which others it is kept apart from."""

from __future__ import annotations

from dataclasses import replace

from mnemic.domain.query import Question
from mnemic.domain.record import Kind
from mnemic.index.memory_keys import kind_key
from mnemic.index.user_index import UserIndex
from mnemic.rooms.task.record import is_in_work, tasks_of
from mnemic.rooms.task.reference import task_meant_by


def with_task_meant(question: Question, user_index: UserIndex) -> Question:
    """The question with the task it is about: the one it was asked with, else told by its words, else the one in hand
    in its session. Without tasks in work, and where it is about none of them, it stays as it is."""
    ids = user_index.ids_under(kind_key(Kind.TASK))
    if not ids:
        return question
    records = [record for id in ids if is_in_work(record := user_index.memories[user_index.row_of[id]])]
    tasks = tasks_of(records, question.agent, every_agent=question.agent is None)
    known = {task.id for task in tasks}
    about = question.task
    if about is None:
        told = task_meant_by(question.text, tasks, question.session).task
        about = None if told is None else told.id
    if about not in known:
        return question
    return replace(question, task=about, apart=frozenset(known - {about}))
