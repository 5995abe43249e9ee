"""The library with one part of reading switched off: which parts there are, and how.

A part is switched off by a setting where there is one; else by taking a stage out of reading/pipeline, or a term out of
what the stages give. `VARIANTS` is the one list of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mnemic.index.user_index import Scores
from mnemic.reading import channels, pipeline
from mnemic.reading.state import ReadState

Stage = Callable[[ReadState], ReadState]

RRF = 60  # the constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)
EVERYTHING = "everything"  # the variant that is the library as it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The library with a part switched off, or another in its place."""

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)  # to open a memory with
    stages: frozenset[str] = frozenset()  # taken out; a function's name, or with its module, as in channels.score_words
    terms: frozenset[str] = frozenset()  # of a score, taken out where a channel gives them
    ahead: Mapping[str, Stage] = field(default_factory=dict)  # what runs ahead of the stage of this name
    replaced: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # names of reading/channels
    added: bool = False  # it is switched on, or put in another's place: a gain speaks for it

    @property
    def there(self) -> bool:
        """Whether every stage and name it speaks of is there."""
        known = {name for stage in (*pipeline.CHANNELS, *pipeline.RANKING) for name in names_of(stage)}
        stages = self.stages <= known and set(self.ahead) <= known
        return stages and all(hasattr(channels, name) for name in self.replaced)


def off(name: str, *, settings: Mapping[str, Any] | None = None, stages: str = "", terms: str = "") -> Variant:
    """A variant from words; several stages or terms are separated by a space."""
    return Variant(name=name, settings=settings or {}, stages=frozenset(stages.split()), terms=frozenset(terms.split()))


def fused(asking: ReadState) -> ReadState:
    """The terms so far by rank, each 1 / (RRF + rank). Together they get the mean and spread that they had, so that the
    terms to come weigh what they did."""
    alive = asking.user_index.freeze().alive
    ranks = {name: _by_rank(part, alive) for name, part in asking.parts.items()}
    ranked, total = sum(ranks.values(), start=asking.user_index.nothing())[alive], asking.total[alive]
    if not len(ranked) or not ranked.std():
        return asking
    scale = total.std() / ranked.std()
    parts: dict[str, Scores] = {name: (scale * rank).astype(np.float32) for name, rank in ranks.items()}
    parts["rrf"] = np.full(len(alive), total.mean() - scale * ranked.mean(), dtype=np.float32)
    return replace(asking, parts=parts)


def unprojected(fingerprint: str) -> None:
    """No projection, whatever the embedder: the vectors speak by their cosines."""


def _by_rank(part: Scores, alive: np.ndarray) -> Scores:
    """1 / (RRF + rank) of what a term speaks for, 0 elsewhere."""
    spoken_for = alive & (part > 0)
    order = np.argsort(-np.where(spoken_for, part, -np.inf), kind="stable")
    shares = np.zeros(len(part), dtype=np.float32)
    shares[order] = 1 / (RRF + np.arange(1, len(part) + 1))
    return np.where(spoken_for, shares, 0).astype(np.float32)


VARIANTS: tuple[Variant, ...] = (
    Variant(name=EVERYTHING),
    off("words", stages="channels.score_words"),
    off("e5", terms="e5"),
    off("use", terms="use"),
    off("slots", stages="channels.score_slots"),
    off("completed", stages="channels.score_completed_words"),
    off("graph", settings={"graph_weight": 0.0}),
    off("neighbours", settings={"neighbour_weight": 0.0}),
    off("session", terms="session"),
    off("speaker", terms="speaker"),
    off("side", terms="side"),
    off("date", terms="date"),
    off("asking", terms="asking"),
    off("answer", stages="answer_terms.score_answer_kind"),
    off("event", stages="answer_terms.score_event_time"),
    off("kind", settings={"kind_weight": 0.0}),
    off("recency", settings={"recency_weight": 0.0}),
    off("speak_for", stages="ranking.lift_statements"),
    off("diversity", settings={"diversity": 0.0}),
    off("learned", stages="rank_by_trees"),
    Variant(name="projections", replaced={"projection_of": unprojected}),
    Variant(name="second_round", settings={"second_round": "rules"}, added=True),
    Variant(name="rrf", ahead={"channels.score_neighbours": fused}, added=True),
)
"""Every part by name. `second_round` is off by default, so that its variant has it; `rrf` has rank fusion in the place
of sums. `neighbours` takes the session's share with it, as one setting rules both."""


def named(name: str) -> Variant:
    """The variant of a name.

    Raises:
        KeyError: there is none.
    """
    return {variant.name: variant for variant in VARIANTS}[name]


def names_of(stage: Stage) -> tuple[str, str]:
    """A stage by its own name, and with its module."""
    name = stage.__name__
    return name, f"{stage.__module__.rpartition('.')[2]}.{name}"


@contextmanager
def switched(variant: Variant) -> Iterator[None]:
    """While this lasts, every read of this process runs as the variant does. Its settings are not part of this: a
    memory is opened with them."""
    whole = pipeline.CHANNELS, pipeline.RANKING
    names = {name: getattr(channels, name) for name in variant.replaced}
    pipeline.CHANNELS, pipeline.RANKING = (tuple(_stages(stages, variant)) for stages in whole)
    _set(variant.replaced)
    try:
        yield
    finally:
        pipeline.CHANNELS, pipeline.RANKING = whole
        _set(names)


def _set(names: Mapping[str, Callable[..., Any]]) -> None:
    for name, value in names.items():
        setattr(channels, name, value)


def _stages(stages: tuple[Stage, ...], variant: Variant) -> Iterator[Stage]:
    for stage in stages:
        names = names_of(stage)
        yield from (variant.ahead[name] for name in names if name in variant.ahead)
        if variant.stages.isdisjoint(names):
            yield _without(stage, variant.terms) if variant.terms else stage


def _without(stage: Stage, terms: frozenset[str]) -> Stage:
    def silenced(asking: ReadState) -> ReadState:
        found = stage(asking)
        if terms.isdisjoint(found.parts):
            return found
        gone = {name: found.user_index.nothing() for name in terms if name in found.parts}
        return replace(found, parts={**found.parts, **gone})

    return silenced
