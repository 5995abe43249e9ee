"""The graph channel: memories reached from what a question names, over who and what the user's memories speak of.

Spreading activation (Collins and Loftus 1975) with the fan effect (Anderson and Reder 1999): what a question names is
active; activation flows to the memories that mention it, less where many do; from them to what was said beside them;
and, damped, over the other entities they mention to the memories of those. Two hops, no more: a third reaches nearly
everything one user has said.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.entity import MentionOwner
from mnemic.domain.regex import Regex
from mnemic.index.graph import EntityGraph
from mnemic.index.user_index import IndexArrays, Scores
from mnemic.language.detect import HAN
from mnemic.language.entities import find_mentions, identity
from mnemic.language.entities.capitalised_words import OPENERS
from mnemic.language.entities.person_names import NAMES_ALSO_WORDS
from mnemic.language.segment import fold
from mnemic.reading.channels import WORDS
from mnemic.reading.state import ReadState

ROWS_MAX = 50  # memories that may be raised, the most active ones
SAME_TURN = 0.9  # what a statement and the turn it comes from pass on to each other
NEXT_TURN = 0.5  # what a turn passes on to the turns before and after it
SAME_SESSION = 0.3  # what a session or task passes on to all that belongs to it, times how much of it is active
DAMPING = 0.5  # of the second hop; as the restart of personalised PageRank in HippoRAG (Gutiérrez et al. 2024)
EARNED = 2.0  # times the share of the question's words a memory holds: what its words have earned is not earned twice
ENTITIES_MAX = 8  # named in a question that are followed
WORDS_MAX = 5  # in a name that is looked for in a question
HAN_MAX = 8  # characters, likewise

_WORD = Regex(rf"[^\W_{HAN}]+(?:[-'’.][^\W_{HAN}]+)*")
_RUN = Regex(f"[{HAN}]+")


def score_graph(asking: ReadState) -> ReadState:
    """Memories that hang together with what the question names. A term between 0 and the setting
    `graph_weight`, where a memory that holds every word of the question has 4 by its words alone: what the graph alone
    finds can win a place, but not the first one from a full match."""
    weight = asking.settings.graph_weight * asking.recipe.graph
    if not weight:
        return asking
    active = activation_by_question(asking)
    if active is None:
        return asking
    if (words := asking.parts.get("words")) is not None:
        active = np.maximum(active - EARNED * np.clip(words / (WORDS * asking.recipe.words), 0, 1), 0)
    term = np.zeros(len(active), dtype=np.float32)
    most = np.argsort(active, kind="stable")[-ROWS_MAX:]  # of equally active ones those said last
    term[most] = weight * active[most]
    return replace(asking, parts={**asking.parts, "graph": term}) if term.any() else asking


def activation_by_question(asking: ReadState) -> Scores | None:
    """Activation of every row from the entities the question names, 0-1; None where it names none that is known. What
    does not stand is not active, unless the question is about another moment."""
    if asking.graphs is None:
        return None
    known = asking.graphs.of(asking.user_index, asking.question.agent)
    arrays = asking.user_index.freeze()
    seeds = linked_entities(known, asking.question.text, arrays.speakers)
    if not seeds:
        return None
    active = activation(known, arrays, seeds)
    return active if asking.question.as_of is not None else np.where(known.stands, active, 0).astype(np.float32)


def linked_entities(graph: EntityGraph, question: str, speakers: tuple[str, ...] = ()) -> tuple[int, ...]:
    """Numbers of the entities a question names, by any of their names in either language, most telling first.

    A name that is an everyday word too ("Mark", "Will") counts only with its capital. A speaker's name is no entity
    here: that a turn is theirs is another channel's matter.
    """
    found: dict[int, None] = {}
    text = fold(question)
    for name in (*_latin(graph, question), *_chinese(graph, text)):
        found[graph.spoken[name]] = None
    for mention in find_mentions(question):
        if mention.owner is MentionOwner.LISTENER:
            continue
        if mention.role:
            key = identity.entity_key(mention.role)
            if key in graph.keys:
                found[graph.keys[key]] = None
            found |= dict.fromkeys(sorted(graph.roles.get(key.rpartition("/")[0], ())))
        if (number := graph.named(mention.name)) is not None:
            found[number] = None
    spoken = {graph.spoken.get(fold(name)) for name in speakers if name}
    weights = graph.weights()
    telling = sorted((one for one in found if one not in spoken), key=lambda one: -weights[one])
    return tuple(telling[:ENTITIES_MAX])


def _latin(graph: EntityGraph, question: str) -> list[str]:
    words = list(_WORD.finditer(question))
    folded = fold(question)
    alike = len(folded) == len(question)  # else folding moves what stands behind
    found: list[str] = []
    first = 0
    while first < len(words):
        for last in range(min(first + WORDS_MAX, len(words)), first, -1):
            start, end = words[first].start(), words[last - 1].end()
            name = folded[start:end] if alike else fold(question[start:end])
            if name not in graph.spoken:
                if "'" not in name[-2:] and "’" not in name[-2:]:
                    continue
                name = re.sub(r"['’]s?$", "", name)
            if name in graph.spoken and _meant(name, question, words[first].start()):
                found.append(name)
                first = last - 1
                break
        first += 1
    return found


def _meant(name: str, question: str, start: int) -> bool:
    if len(name) < 2 or name not in NAMES_ALSO_WORDS | OPENERS:
        return len(name) > 1
    return question[start].isupper() and start > 0


def _chinese(graph: EntityGraph, text: str) -> list[str]:
    found: list[str] = []
    for run in _RUN.finditer(text):
        at, whole = 0, run.group()
        while at < len(whole):
            for length in range(min(HAN_MAX, len(whole) - at), 1, -1):
                if whole[at : at + length] in graph.spoken:
                    found.append(whole[at : at + length])
                    at += length - 1
                    break
            at += 1
    return found


def activation(graph: EntityGraph, arrays: IndexArrays, seeds: tuple[int, ...]) -> Scores:
    """Activation of every row from the entities `seeds`, 0-1: 1 for a memory that mentions all of them, where none of
    them is mentioned all over."""
    weights = graph.weights()
    source = np.zeros(len(graph), dtype=np.float32)
    source[list(seeds)] = weights[list(seeds)]
    if not source.any() or not len(graph.edge_rows):
        return np.zeros(graph.rows, dtype=np.float32)
    direct = _summed(source[graph.edge_entities], graph.edge_rows, graph.rows)
    direct *= source.max() / source.sum()
    near = _beside(graph, arrays, direct)
    active: Scores = np.maximum(near, DAMPING * _second(graph, near, source, weights))
    return active


def _beside(graph: EntityGraph, arrays: IndexArrays, active: Scores) -> Scores:
    """Activation passed on to what was said beside: in the same turn, the next ones, the same session or task."""
    turns = _best(active, graph.turn)
    passed = np.maximum(active, SAME_TURN * turns)
    beside = np.maximum(_at(passed, arrays.before), _at(passed, arrays.after))
    together = _gathered(active, graph.gathering)
    found: Scores = np.maximum.reduce([passed, NEXT_TURN * beside, SAME_SESSION * together])
    return found


def _second(graph: EntityGraph, near: Scores, source: Scores, weights: Scores) -> Scores:
    """The second hop: an entity is as active as its memories are on average, a memory as the most active entity it
    mentions beside those that were asked for."""
    flowing = _summed(near[graph.edge_rows], graph.edge_entities, len(graph))
    reached = weights * flowing / np.maximum(graph.fan, 1)
    reached[source > 0] = 0
    best = np.zeros(graph.rows, dtype=np.float32)
    np.maximum.at(best, graph.edge_rows, reached[graph.edge_entities])
    return best


def _summed(values: Scores, places: NDArray[np.int64], size: int) -> Scores:
    return np.bincount(places, weights=values, minlength=size).astype(np.float32)


def _best(active: Scores, group: NDArray[np.int64]) -> Scores:
    """The highest activation in each row's group; rows of no group have none."""
    inside = group >= 0
    best = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.float32)
    np.maximum.at(best, group[inside], active[inside])
    found = np.zeros_like(active)
    found[inside] = best[group[inside]]
    return found


def _gathered(active: Scores, group: NDArray[np.int64]) -> Scores:
    """How active a row's session or task is: the sum over the root of its size, at most 1. A talk that is about Tokyo
    passes much on to each of its turns, a long one that mentions it once hardly anything."""
    inside = group >= 0
    sizes = np.bincount(group[inside], minlength=1)
    sums = np.bincount(group[inside], weights=active[inside], minlength=1)
    level = np.minimum(sums / np.sqrt(np.maximum(sizes, 1)), 1)
    found = np.zeros_like(active)
    found[inside] = level[group[inside]]
    return found


def _at(scores: Scores, rows: NDArray[np.int64]) -> Scores:
    return np.where(rows >= 0, scores[rows], 0).astype(np.float32)
