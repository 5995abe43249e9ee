"""One conversation: what of it goes into a model's window, and what the rest comes to (M1, M2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mnemic.api.owner import Owner
from mnemic.api.summaries import PromoteTurns, SessionSummaries, SessionView
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.changes import WriteReport
from mnemic.domain.chat import ChatMessages
from mnemic.domain.query import Context, SessionInfo
from mnemic.domain.record import Turn
from mnemic.errors import InvalidQuery
from mnemic.reading.counts import sessions_of
from mnemic.rooms.session.messages import Message, withheld_turns_in
from mnemic.rooms.session.prompt import (
    BUDGET_MIN,
    SUMMARY_FLOOR,
    PlacedContext,
    context_within,
    joined_messages,
    token_shares,
    tokens_beside,
)
from mnemic.rooms.session.prompt import summary_texts as fenced
from mnemic.rooms.session.rounds import RESULTS, message_units_of
from mnemic.rooms.session.salience import SummaryLine, drop_outdated_lines, select_lines
from mnemic.rooms.session.summary import BULLET
from mnemic.rooms.session.summary_lines import summary_lines_of
from mnemic.rooms.session.window import MessageWindow, message_tokens, message_window

__all__ = ["BUDGET_MIN", "Layer", "SessionMemory", "SessionSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One stored summary. `level` 1 is of turns; a higher one of summaries of the level below."""

    id: str
    level: int
    text: str
    turns: tuple[str, ...]  # ids of the turns it rests on
    by: str  # "rules", or the model that wrote it


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """What the older part of a session comes to, oldest first. What is given word for word is not in it."""

    session: str
    text: str
    tokens: int
    layers: tuple[Layer, ...]  # in order of the talk
    turns: int  # how many turns it stands for
    degraded: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


@gated_verbs("session")
class SessionMemory:
    """One conversation of one user. Through an agent's handle it is what was said to, and done by, that agent."""

    def __init__(
        self, owner: Owner, id: str, add: Callable[..., WriteReport], *, promote: PromoteTurns | None = None
    ) -> None:
        self.id = id
        self._owner = owner
        self._add = add
        self._promote = promote

    def add(
        self,
        messages: Message | Sequence[Message],
        *,
        task: str | None = None,
        infer: bool = True,
        wait: bool = True,
        dry_run: bool = False,
    ) -> WriteReport:
        """Remember messages of this session; arguments and errors are those of `UserMemory.add`. Nothing is summed up
        here: adding costs what it always costs."""
        return self._add(messages, session=self.id, task=task, infer=infer, wait=wait, dry_run=dry_run)

    @property
    def info(self) -> SessionInfo | None:
        """The session in numbers; None where nothing was said in it."""
        return next(iter(sessions_of(self.turns())), None)

    def turns(self, *, everyone: bool = False, operations: bool = True) -> list[Turn]:
        """What was said, word for word after masking, in order.

        Args:
            everyone: through an agent's handle, also what was said to other agents.
            operations: also what agents did: tool calls and their results. Without them a message that held calls is
                left where it says something besides.
        """
        agent = None if everyone else self._owner.agent
        with self._owner.reading() as reader:
            said = [turn for turn in reader.turns(session=self.id) if agent in (None, turn.agent)]
        held = [turn for turn in said if self._owner.serves(turn)]
        return held if operations else [turn for turn in held if turn.role not in RESULTS and turn.text]

    def messages(
        self,
        budget: int = 8000,
        *,
        system: str = "",
        context: Context | None = None,
        native: bool = True,
        everyone: bool = False,
        operations: bool = True,
    ) -> ChatMessages:
        """The conversation as messages any OpenAI-compatible chat API accepts.

        The system text and the newest rounds take at most 40 % of the window, memory and the summary of what is older
        30 %, and 30 % stay free for the answer (settings `window_share`, `history_share`). A tool call and its results
        are given together or not at all, and a message that alone is too long by its beginning and end. What a file
        says, and what the guard holds for review, stands fenced as data.

        Args:
            budget: the model's window, in tokens, from BUDGET_MIN up.
            system: the application's own system text; default the newest system message of the session.
            context: what `context()` found for the user's last message. It takes its place in the system message and
                beside that message, and at most two thirds of the share of older history.
            native: False puts tool calls and results into words, fenced as data, for models that know no tools.
            everyone: through an agent's handle, also what was said to other agents.
            operations: False leaves out what agents did, tool calls and their results.

        Returns:
            a list of messages that also carries `tokens`, `turns`, `shortened`, `left_out` and `degraded`.

        Raises:
            InvalidQuery: the budget is no number of tokens, or below BUDGET_MIN.
            LimitExceeded: the system text leaves no room for a message.
        """
        settings, count = self._owner.core.parts.settings, self._owner.core.parts.count
        shares = token_shares(budget, window_share=settings.window_share, history_share=settings.history_share)
        folding = self._folding(everyone=everyone)
        view, degraded = folding.fold()
        own = system or folding.system(view)
        window = message_window(
            message_units_of(view.turns, operations=operations),
            room=tokens_beside(own, shares, count),
            messages_max=settings.window_messages,
            rounds_min=settings.rounds_min,
            count=count,
            native=native,
            held=self._held(view.turns),
        )
        placed = PlacedContext()
        if context is not None:
            but = [summary.id for summary in view.summaries]
            placed = context_within(context, int(shares.history * (1 - SUMMARY_FLOOR)), count, but=but)
        lines = self._older(folding, view, window, operations=operations)
        summary = fenced(lines, shares.history - placed.tokens, view.language, count)
        made = joined_messages(own, placed, summary, window.messages)
        return ChatMessages(
            made,
            tokens=sum(message_tokens(message, count) for message in made),
            turns=window.turns,
            shortened=window.shortened,
            left_out=placed.cut,
            degraded=tuple(degraded),
        )

    def summary(self, budget: int | None = None, *, everyone: bool = False, operations: bool = True) -> SessionSummary:
        """What the older part of the session comes to.

        Args:
            budget: tokens of its text, from 1 up; default what the layers have.
            everyone, operations: as for `messages`.

        Raises:
            InvalidQuery: the budget is no number of tokens.
        """
        if budget is not None and (not isinstance(budget, int) or isinstance(budget, bool) or budget < 1):
            raise InvalidQuery(f"The budget must be a number of tokens from 1 up, not {budget!r}.")
        settings, count = self._owner.core.parts.settings, self._owner.core.parts.count
        folding = self._folding(everyone=everyone)
        view, degraded = folding.fold()
        units = message_units_of(view.turns, operations=operations)
        window = message_window(
            units,
            room=sum(count(turn.text) for unit in units for turn in unit.turns) * 8 + 1_000_000,
            messages_max=settings.window_messages,
            rounds_min=settings.rounds_min,
            count=count,
        )
        lines = self._older(folding, view, window, operations=operations)
        most = (len(view.summaries) + 1) * settings.summary_tokens_max if budget is None else budget
        kept = select_lines(drop_outdated_lines(lines), most, count)
        text = "\n".join(BULLET + line.whole for line in kept)
        older = {turn.id for turn in view.turns} - window.turns
        return SessionSummary(
            session=self.id,
            text=text,
            tokens=count(text),
            layers=tuple(
                Layer(id=one.id, level=one.level, text=one.text, turns=one.turns, by=one.by) for one in view.summaries
            ),
            turns=len(view.covered | older),
            degraded=tuple(degraded),
        )

    def _held(self, turns: Sequence[Turn]) -> frozenset[str]:
        """Ids of the turns that the guard holds, or would hold once they are understood."""
        with self._owner.reading() as reader:
            return frozenset(source.turn for source in withheld_turns_in(reader, self.id, turns))

    def _folding(self, *, everyone: bool) -> SessionSummaries:
        agent = None if everyone else self._owner.agent
        return SessionSummaries(owner=self._owner, session=self.id, agent=agent, promote=self._promote)

    def _older(
        self, folding: SessionSummaries, view: SessionView, window: MessageWindow, *, operations: bool
    ) -> list[SummaryLine]:
        """The lines of what is not given word for word: of the stored summaries, and of turns not summed up yet."""
        covered = view.covered
        lines = [
            line
            for summary in view.summaries
            for line in summary.lines
            if window.first is None or line.position < window.first
        ]
        left = [turn for turn in view.turns if turn.id not in covered and turn.id not in window.turns]
        if left:
            lines += summary_lines_of(left, folding.telling(left, view.language))
        return [line for line in lines if operations or not line.operation]
