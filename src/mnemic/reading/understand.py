"""What a question means besides its words, and which task in work it is about.

Which task in work a question is about (R1), and which others it is kept apart from.

What a question means besides its words (R1): what it leans on, the time and the names it speaks of, and what kind of
answer it wants. Everything found goes into the trace; the original words are always searched too.

A question that leans (language/leaning) is completed from the first of these that says something:

session    the turn that names the thing pointed at, else the newest turns
task       the newest statements of the task it is about (reading/task_meant)
memory     the newest memory of the thing it names: 那个方案 is the plan spoken of last
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo

import numpy as np

from mnemic.domain.query import Question
from mnemic.domain.record import Kind, Memory, Turn
from mnemic.domain.understanding import Completion, CompletionSource, Understanding
from mnemic.index.entry import kind_key
from mnemic.index.graph import EntityGraph
from mnemic.index.user_index import UserIndex
from mnemic.language import entities, segment
from mnemic.language import question as asking
from mnemic.language.scene import scenes
from mnemic.reading import graph_channel
from mnemic.reading.answer_kind import answer_kinds
from mnemic.reading.follow_up import FollowUpReference, follow_up_reference, is_generic_noun
from mnemic.reading.gates import gate_reason
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


TURNS = 2  # turns that stand by themselves, which a question may lean on
TURNS_MAX = 4  # turns it may lean on, those among them that lean themselves
STATEMENTS_MAX = 3  # statements of the open task
LOOKED_AT_MAX = 500  # newest memories looked at for those of a task
CHARACTERS_MAX = 500  # of one completion
NAMES_MAX = 8  # names linked

Linked = Callable[[UserIndex, str], tuple[str, ...]]
"""The names known from a user's memory that a question speaks of."""


def known_names_in(user_index: UserIndex, question: str) -> tuple[str, ...]:
    """Names in a question that some memory holds, in order: speakers, and people, places and things by their form."""
    found = _spoken(user_index.freeze().speakers, question)
    for mention in entities.find_mentions(question):
        if mention.name not in found and _held(user_index, mention.name):
            found.append(mention.name)
    return tuple(found)[:NAMES_MAX]


def _spoken(speakers: tuple[str, ...], question: str) -> list[str]:
    return [
        name for name, named in zip(speakers, asking.speakers_named(question, speakers), strict=True) if named and name
    ]


def linker_by_graph(graph: EntityGraph) -> Linked:
    """The same by a graph of entities, which knows every name that somebody or something goes by."""

    def link(user_index: UserIndex, question: str) -> tuple[str, ...]:
        speakers = user_index.freeze().speakers
        spoken = _spoken(speakers, question)
        known = [graph.label(number) for number in graph_channel.linked_entities(graph, question, speakers)]
        return tuple(dict.fromkeys(spoken + known))[:NAMES_MAX]

    return link


def understand_question(
    question: Question, said: Sequence[Turn], user_index: UserIndex, zone: tzinfo, linked: Linked = known_names_in
) -> Question:
    """A question with what was understood of it.

    Args:
        question: as it was asked.
        said: turns of its session, oldest first.
        index: the user's memories.
        zone: the user's, for "last week".
        linked: gives the names known from memory that it speaks of.
    """
    question = with_task_meant(question, user_index)
    text = question.text
    completed = _completed(question, said, user_index)
    return replace(
        question,
        completed="\n".join(one.text for one in completed),
        understanding=Understanding(
            original=text,
            completed=completed,
            windows=asking.question_windows(text, question.at, zone),
            entities=linked(user_index, text) if len(user_index) else (),
            asked_for=answer_kinds(text),
            scenes=scenes(text),
            whose=asking.whose_words(text).name.lower(),
            task=question.task,
        ),
    )


def _completed(question: Question, said: Sequence[Turn], user_index: UserIndex) -> tuple[Completion, ...]:
    found = follow_up_reference(question.text)
    if found is None:
        return ()
    spoken = [turn for turn in said if turn.text and turn.text != question.text and turn.role in ("user", "assistant")]
    named = () if is_generic_noun(found.noun) else _naming(found, spoken)
    if named:
        return named
    if question.task is not None and (of_task := _of_task(question, user_index)):
        return of_task
    if not is_generic_noun(found.noun) and (known := _newest(found, question, user_index)) is not None:
        return (Completion(text=known.text[:CHARACTERS_MAX], whence=CompletionSource.MEMORY, id=known.id),)
    return _last(spoken, among=found.among)


def _naming(found: FollowUpReference, spoken: Sequence[Turn]) -> tuple[Completion, ...]:
    """The newest turn that names the thing and says more of it; where it leans itself, what it leans on too."""
    terms = set(segment.words(found.noun))
    for place in range(len(spoken) - 1, -1, -1):
        if terms <= set(segment.terms(spoken[place].text)):
            if spoken[place].role == "user" and follow_up_reference(spoken[place].text) is not None:
                return _last(spoken[: place + 1], among=False)
            return (_of_turn(spoken[place]),)
    return ()


def _last(spoken: Sequence[Turn], *, among: bool) -> tuple[Completion, ...]:
    """The user's newest turns, back to the second that stands by itself; the assistant's too, where one of the several
    things it listed is meant."""
    taken: list[Turn] = []
    standing = 0
    for turn in reversed(spoken):
        if turn.role == "user":
            taken.append(turn)
            standing += follow_up_reference(turn.text) is None
        elif among and not taken:
            taken.append(turn)
        if standing == TURNS or len(taken) == TURNS_MAX:
            break
    return tuple(_of_turn(turn) for turn in reversed(taken))


def _of_turn(turn: Turn) -> Completion:
    return Completion(text=turn.text[:CHARACTERS_MAX], whence=CompletionSource.SESSION, id=turn.id)


def _of_task(question: Question, user_index: UserIndex) -> tuple[Completion, ...]:
    """The newest statements of the open task, oldest first."""
    found: list[Memory] = []
    for memory in _newest_first(user_index, np.ones(len(user_index.memories), dtype=bool)):
        if memory.task == question.task and memory.kind is not Kind.EPISODE and gate_reason(memory, question) is None:
            found.append(memory)
        if len(found) == STATEMENTS_MAX:
            break
    return tuple(
        Completion(text=memory.text[:CHARACTERS_MAX], whence=CompletionSource.TASK, id=memory.id)
        for memory in reversed(found)
    )


def _newest(found: FollowUpReference, question: Question, user_index: UserIndex) -> Memory | None:
    """The newest memory that names the thing, a statement rather than a turn where both are as new."""
    holding = np.ones(len(user_index.memories), dtype=bool)
    for term in segment.words(found.noun):
        holding &= user_index.words({term: 1})[0] > 0
    newest: Memory | None = None
    for memory in _newest_first(user_index, holding):
        if newest is not None and memory.said_at < newest.said_at:
            break
        if gate_reason(memory, question) is None and (newest is None or memory.kind is not Kind.EPISODE):
            newest = memory
    return newest


def _newest_first(user_index: UserIndex, among: np.ndarray) -> Iterator[Memory]:
    arrays = user_index.freeze()
    rows = np.flatnonzero(among & arrays.alive)
    for row in rows[np.argsort(-arrays.second[rows], kind="stable")][:LOOKED_AT_MAX].tolist():
        yield user_index.memories[row]


def _held(user_index: UserIndex, name: str) -> bool:
    """Whether some memory holds all the words of a name."""
    holding = user_index.freeze().alive
    for term in segment.words(name):
        holding = holding & (user_index.words({term: 1})[0] > 0)
    return bool(holding.any())
