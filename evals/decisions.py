"""Does a memory change the decision? Scenarios in which a decider that follows fixed rules must choose an action (W6).

Every scenario is a life of its own: sessions over weeks, added turn by turn while the clock goes on, then a request in
a new session. The decider chooses with what the context holds, with nothing, with all that holds, and with each line of
the context left out in turn. Two scenarios of a pair ask the same within different tasks and need different actions, so
that only different contexts can serve both ("What Must Generalist Agents Remember?", arXiv 2606.18746).

right_with, right_without, right_known   the right action with the context, with nothing, with all that holds
needed_in_context                        everything that is needed is in the context
needed_stated                            turns that are needed and that a statement was made of, not the turn alone
tokens_needed, tokens_needed_pooled      tokens of needed lines in all lines: mean over scenarios, and over all tokens
lines, tokens                            lines of the contexts, and their tokens
carrying                                 lines without which the decision is another
carrying_needed                          those of them that are needed
separated                                pairs with different contexts and both actions right
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import mnemic
from evals import intervals
from evals.figures import PERCENT, Figures
from evals.loaders import BadSet, Row
from evals.measured import Measured
from evals.run import Clock, Run
from evals.tally import Tally
from mnemic.api.memory import UserMemory
from mnemic.domain.query import Block, Context
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Tier
from mnemic.language import tokens

FENCE = re.compile(r"\[(begin|end) memory-\w+\]")
STAMP = re.compile(r"^- \[[^\]]*?(\w+)\] ")
"""What stands before a memory in a prompt; it ends with the first digits of its id."""

RIGHT = ("right_with", "right_without", "right_known", "needed_in_context")
OTHERS = (
    *(("tokens_needed_pooled", "tokens"), ("needed_stated", "needed"), ("carrying", "lines")),
    *(("carrying_needed", "carrying"), ("separated", "pairs")),
)
"""Counts, and what they are a share of. Those in RIGHT are of all scenarios."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An action, and what must be remembered for it: every condition by some line, nothing of `unless` by any."""

    action: str
    conditions: tuple[re.Pattern[str], ...] = ()
    unless: tuple[re.Pattern[str], ...] = ()

    def holds(self, lines: Sequence[str]) -> bool:
        """Whether the lines call for it."""
        met = all(any(condition.search(line) for line in lines) for condition in self.conditions)
        return met and not any(bar.search(line) for bar in self.unless for line in lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A life up to a request, the actions that are possible then, and which of them is right."""

    id: str
    language: str
    domain: str
    pair: str | None  # the scenario that asks the same within another task
    said: tuple[Row, ...]  # messages as `add` takes them, each with its session and, where it has one, its task
    session: str
    at: datetime
    situation: str  # the request
    of_task: str | None  # the task it belongs to
    task: str | None  # the task it is asked within; None where the request names its task in words, or has none
    tasks: Mapping[str, str]  # the tasks of the life by their ids, with their goals
    options: tuple[Option, ...]
    right: str
    needed: tuple[str, ...]  # ids of turns

    @property
    def conditions(self) -> tuple[re.Pattern[str], ...]:
        """What the right action needs to have remembered."""
        return next(option.conditions for option in self.options if option.action == self.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a context. `turns`: ids of those it comes from, none where that is not known."""

    text: str
    tokens: int
    turns: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a scenario: the lines of the context, the texts of all that holds, and the turns stated."""

    scenario: Scenario
    lines: tuple[Line, ...]
    known: tuple[str, ...]
    stated: frozenset[str]  # ids of turns that a statement was made of

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines as the decider reads them."""
        return tuple(line.text for line in self.lines)

    def right(self, lines: Sequence[str]) -> bool:
        """Whether the decider does the right thing with the lines."""
        return decide(self.scenario.options, lines) == self.scenario.right

    def needs(self, line: Line) -> bool:
        """Whether a line comes from a turn that is needed, or says what the right action needs."""
        said = any(condition.search(line.text) for condition in self.scenario.conditions)
        return said or not line.turns.isdisjoint(self.scenario.needed)

    @property
    def complete(self) -> bool:
        """Whether all that is needed is in the context."""
        turns = frozenset[str]().union(*(line.turns for line in self.lines))
        said = all(any(condition.search(text) for text in self.texts) for condition in self.scenario.conditions)
        return said or turns.issuperset(self.scenario.needed)

    def carries(self, number: int) -> bool:
        """Whether the decision is another without that line."""
        rest = (*self.texts[:number], *self.texts[number + 1 :])
        return decide(self.scenario.options, rest) != decide(self.scenario.options, self.texts)


def decide(options: Sequence[Option], lines: Sequence[str]) -> str:
    """The first action that the lines call for. The last one needs nothing: it is what is done without memory."""
    return next((option.action for option in options if option.holds(lines)), options[-1].action)


def scenario(row: Row) -> Scenario:
    """One line of a set of scenarios.

    Raises:
        BadSet: a field is missing, or no option is the right one.
    """
    task = row.get("task") or {}
    try:
        read = Scenario(
            id=row["id"],
            language=row["language"],
            domain=row["domain"],
            pair=row["pair"],
            said=tuple(row["said"]),
            session=row["session"],
            at=datetime.fromisoformat(row["at"]),
            situation=row["situation"],
            of_task=task.get("key"),
            task=task.get("key") if task.get("given") else None,
            tasks=row.get("tasks") or {},
            options=tuple(_option(option) for option in row["options"]),
            right=row["right"],
            needed=tuple(row["needed"]),
        )
    except KeyError as error:
        raise BadSet(f"Scenario {row.get('id')!r} has no field {error}.") from error
    if read.right not in {option.action for option in read.options}:
        raise BadSet(f"Scenario {read.id!r}: no option is {read.right!r}, the right one.")
    return read


def _option(row: Row) -> Option:
    conditions, unless = (
        tuple(re.compile(one, re.IGNORECASE) for one in row.get(field, ())) for field in ("if", "unless")
    )
    return Option(action=row["action"], conditions=conditions, unless=unless)


def lived(scenario: Scenario, run: Run) -> Outcome:
    """Go through a scenario with a new memory."""
    clock = Clock(scenario.at)
    with mnemic.open(":memory:", embedder=run.embedder, clock=clock, background=False) as opened:
        user, started = opened.user("u1"), set[str]()
        for turn in scenario.said:
            clock.moment = datetime.fromisoformat(turn["time"])
            if (task := turn.get("task")) and task not in started:
                started.add(user.tasks.start(scenario.tasks[task], id=task).id)
            message = {name: turn[name] for name in ("id", "role", "content", "time")}
            user.add(message, session=turn["session"], task=turn.get("task"))
        clock.moment = scenario.at
        context = user.context(scenario.situation, session=scenario.session, task=scenario.task, at=scenario.at)
        stands = standing(user, scenario)
        return Outcome(
            scenario=scenario,
            lines=tuple(lines_of(context, [user.get(id) for id in context.memory_ids])),
            known=tuple(memory.text for memory in stands),
            stated=frozenset(turn for memory in stands if memory.kind is not Kind.EPISODE for turn in memory.turns),
        )


def standing(user: UserMemory, scenario: Scenario) -> list[Memory]:
    """All that holds at the moment of the request for its task: statements, and turns as they were said."""
    kinds = [kind for kind in Kind if kind not in ROOM_KINDS]
    return [
        memory
        for memory in user.list(kinds=kinds, as_of=scenario.at)
        if memory.task in (None, scenario.of_task) and memory.tier is not Tier.SESSION
    ]


def lines_of(context: Context, memories: Iterable[Memory]) -> list[Line]:
    """The lines between the fences of a context, without their stamps, which still count as tokens."""
    turns = {memory.id[:8]: frozenset(memory.turns) for memory in memories}
    return [_line(text, turns) for block in context.blocks for text in _fenced(block)]


def _fenced(block: Block) -> list[str]:
    inside = block.text.removeprefix(block.title).strip().splitlines()
    return [line for line in inside if line.strip() and not FENCE.fullmatch(line)]


def _line(text: str, turns: Mapping[str, frozenset[str]]) -> Line:
    stamp = STAMP.match(text)
    return Line(
        text=text[stamp.end() :] if stamp else text,
        tokens=tokens.estimate_tokens(text),
        turns=turns.get(stamp[1], frozenset()) if stamp else frozenset(),
    )


def counted(outcome: Outcome) -> Counter[str]:
    """One scenario counted, under the names of RIGHT and OTHERS."""
    needs = [outcome.needs(line) for line in outcome.lines]
    carries = [outcome.carries(number) for number in range(len(outcome.lines))]
    needed = outcome.scenario.needed
    return Counter(
        items=1,
        right_with=int(outcome.right(outcome.texts)),
        right_without=int(outcome.right(())),
        right_known=int(outcome.right(outcome.known)),
        needed_in_context=int(outcome.complete),
        needed=len(needed),
        needed_stated=len(outcome.stated.intersection(needed)),
        lines=len(outcome.lines),
        tokens=sum(line.tokens for line in outcome.lines),
        tokens_needed_pooled=sum(line.tokens for line, needs_it in zip(outcome.lines, needs, strict=True) if needs_it),
        carrying=sum(carries),
        carrying_needed=sum(both for both in map(all, zip(carries, needs, strict=True))),
    )


def separated(outcomes: Sequence[Outcome]) -> Mapping[tuple[str, str], bool]:
    """Pairs of which both were gone through, by their ids: whether they got different contexts and both did right."""
    by_id = {outcome.scenario.id: outcome for outcome in outcomes}
    found = {}
    for id, one in by_id.items():
        other = by_id.get(one.scenario.pair or "")
        if other is not None and id < other.scenario.id:
            apart = set(one.texts) != set(other.texts)
            found[id, other.scenario.id] = apart and one.right(one.texts) and other.right(other.texts)
    return found


def measured(outcomes: Sequence[Outcome]) -> Measured:
    """The figures of scenarios gone through, over all and by language."""
    tally, shares = Tally(), defaultdict[str, list[float]](list)
    for outcome in outcomes:
        counts = counted(outcome)
        tally.add(counts, ("", outcome.scenario.language))
        for group in ("", outcome.scenario.language):
            # A context without a line counts as 0: else the memory that places nothing would be the best one.
            shares[group].append(counts["tokens_needed_pooled"] / max(counts["tokens"], 1))
    language = {outcome.scenario.id: outcome.scenario.language for outcome in outcomes}
    for (id, _), apart in separated(outcomes).items():
        tally.add({"pairs": 1, "separated": int(apart)}, ("", language[id]))
    figures = Figures(PERCENT, n=len(outcomes))
    for group, each in shares.items():
        for name in RIGHT:
            figures.put(name, group, tally.ratio(name, "items", group))
        figures.put("tokens_needed", group, (sum(each) / len(each), intervals.mean(each)))
        for name, whole in OTHERS:
            figures.put(name, group, tally.ratio(name, whole, group))
        figures.counts(tally, group, ("pairs", "lines", "tokens"))
    return figures.measured()


def measure(rows: Sequence[Row], run: Run) -> Measured:
    """Go through scenarios, and count."""
    return measured([lived(scenario(row), run) for row in run.each(rows, "decisions")])
