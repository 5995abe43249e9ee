"""What a question means besides its words (R1): what it leans on, the time and the names it speaks of, and what kind of
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
from mnemic.domain.understanding import Completion, Understanding, Whence
from mnemic.index.graph import Graph
from mnemic.index.user_index import Shelf
from mnemic.language import entities, segment
from mnemic.language import question as asking
from mnemic.language.scene import scenes
from mnemic.reading import related
from mnemic.reading.answer_kind import asked_for
from mnemic.reading.follow_up import Pointer, nameless, pointer
from mnemic.reading.gates import gate
from mnemic.reading.task_meant import with_task

TURNS = 2  # turns that stand by themselves, which a question may lean on
TURNS_MAX = 4  # turns it may lean on, those among them that lean themselves
STATEMENTS_MAX = 3  # statements of the open task
LOOKED_AT_MAX = 500  # newest memories looked at for those of a task
CHARACTERS_MAX = 500  # of one completion
NAMES_MAX = 8  # names linked

Linked = Callable[[Shelf, str], tuple[str, ...]]
"""The names known from a user's memory that a question speaks of."""


def names_in(shelf: Shelf, question: str) -> tuple[str, ...]:
    """Names in a question that some memory holds, in order: speakers, and people, places and things by their form."""
    found = _spoken(shelf.freeze().speakers, question)
    for mention in entities.find(question):
        if mention.name not in found and _held(shelf, mention.name):
            found.append(mention.name)
    return tuple(found)[:NAMES_MAX]


def _spoken(speakers: tuple[str, ...], question: str) -> list[str]:
    return [name for name, named in zip(speakers, asking.named(question, speakers), strict=True) if named and name]


def linked_by(graph: Graph) -> Linked:
    """The same by a graph of entities, which knows every name that somebody or something goes by."""

    def link(shelf: Shelf, question: str) -> tuple[str, ...]:
        speakers = shelf.freeze().speakers
        spoken = _spoken(speakers, question)
        known = [graph.label(number) for number in related.linked(graph, question, speakers)]
        return tuple(dict.fromkeys(spoken + known))[:NAMES_MAX]

    return link


def understand(
    question: Question, said: Sequence[Turn], shelf: Shelf, zone: tzinfo, linked: Linked = names_in
) -> Question:
    """A question with what was understood of it.

    Args:
        question: as it was asked.
        said: turns of its session, oldest first.
        shelf: the user's memories.
        zone: the user's, for "last week".
        linked: gives the names known from memory that it speaks of.
    """
    question = with_task(question, shelf)
    text = question.text
    completed = _completed(question, said, shelf)
    return replace(
        question,
        completed="\n".join(one.text for one in completed),
        understanding=Understanding(
            original=text,
            completed=completed,
            windows=asking.windows(text, question.at, zone),
            entities=linked(shelf, text) if len(shelf) else (),
            asked_for=asked_for(text),
            scenes=scenes(text),
            whose=asking.whose_words(text).name.lower(),
            task=question.task,
        ),
    )


def _completed(question: Question, said: Sequence[Turn], shelf: Shelf) -> tuple[Completion, ...]:
    found = pointer(question.text)
    if found is None:
        return ()
    spoken = [turn for turn in said if turn.text and turn.text != question.text and turn.role in ("user", "assistant")]
    named = () if nameless(found.noun) else _naming(found, spoken)
    if named:
        return named
    if question.task is not None and (of_task := _of_task(question, shelf)):
        return of_task
    if not nameless(found.noun) and (known := _newest(found, question, shelf)) is not None:
        return (Completion(text=known.text[:CHARACTERS_MAX], whence=Whence.MEMORY, id=known.id),)
    return _last(spoken, among=found.among)


def _naming(found: Pointer, spoken: Sequence[Turn]) -> tuple[Completion, ...]:
    """The newest turn that names the thing and says more of it; where it leans itself, what it leans on too."""
    terms = set(segment.words(found.noun))
    for place in range(len(spoken) - 1, -1, -1):
        if terms <= set(segment.terms(spoken[place].text)):
            if spoken[place].role == "user" and pointer(spoken[place].text) is not None:
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
            standing += pointer(turn.text) is None
        elif among and not taken:
            taken.append(turn)
        if standing == TURNS or len(taken) == TURNS_MAX:
            break
    return tuple(_of_turn(turn) for turn in reversed(taken))


def _of_turn(turn: Turn) -> Completion:
    return Completion(text=turn.text[:CHARACTERS_MAX], whence=Whence.SESSION, id=turn.id)


def _of_task(question: Question, shelf: Shelf) -> tuple[Completion, ...]:
    """The newest statements of the open task, oldest first."""
    found: list[Memory] = []
    for memory in _newest_first(shelf, np.ones(len(shelf.memories), dtype=bool)):
        if memory.task == question.task and memory.kind is not Kind.EPISODE and gate(memory, question) is None:
            found.append(memory)
        if len(found) == STATEMENTS_MAX:
            break
    return tuple(
        Completion(text=memory.text[:CHARACTERS_MAX], whence=Whence.TASK, id=memory.id) for memory in reversed(found)
    )


def _newest(found: Pointer, question: Question, shelf: Shelf) -> Memory | None:
    """The newest memory that names the thing, a statement rather than a turn where both are as new."""
    holding = np.ones(len(shelf.memories), dtype=bool)
    for term in segment.words(found.noun):
        holding &= shelf.words({term: 1})[0] > 0
    newest: Memory | None = None
    for memory in _newest_first(shelf, holding):
        if newest is not None and memory.said_at < newest.said_at:
            break
        if gate(memory, question) is None and (newest is None or memory.kind is not Kind.EPISODE):
            newest = memory
    return newest


def _newest_first(shelf: Shelf, among: np.ndarray) -> Iterator[Memory]:
    arrays = shelf.freeze()
    rows = np.flatnonzero(among & arrays.alive)
    for row in rows[np.argsort(-arrays.second[rows], kind="stable")][:LOOKED_AT_MAX].tolist():
        yield shelf.memories[row]


def _held(shelf: Shelf, name: str) -> bool:
    """Whether some memory holds all the words of a name."""
    holding = shelf.freeze().alive
    for term in segment.words(name):
        holding = holding & (shelf.words({term: 1})[0] > 0)
    return bool(holding.any())
