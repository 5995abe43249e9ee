"""The turn log as the queue (W1, U1): turns that wait become memories, user by user, each user's in order.

A turn that fails is tried again after a growing pause, with the user's later turns behind it; after `tries_max` it is a
dead letter, and they go on. What the outside refuses (a model that cannot be reached, a full disk) is nobody's fault:
it never makes a dead letter.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Event

from mnemic.domain.changes import WriteReport
from mnemic.domain.record import Source, Turn, TurnState
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import DeadLetter, Job, JobState, Progress
from mnemic.errors import EmbedderUnavailable, ModelUnavailable, StoreError
from mnemic.ports import Clock, Writer
from mnemic.settings import Settings
from mnemic.upkeep.jobs.attempts import foreign_error, result_or_error
from mnemic.upkeep.jobs.leases import Leases, error_in_words
from mnemic.writing.pipeline import WritePipeline

BATCH_TURNS = 200  # turns understood in one transaction
BATCH_USERS = 50  # users asked for at a time

OUTSIDE = (ModelUnavailable, EmbedderUnavailable, StoreError)
"""What is no fault of a turn's: the same turn may well be understood later."""

log = logging.getLogger("mnemic")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnQueue:
    """Understands what waits in the log."""

    writing: WritePipeline
    leases: Leases
    clock: Clock
    settings: Settings
    actor: str
    stopping: Event
    tell: Callable[[Progress], None]

    def run(self, failed: dict[Scope, Exception], *, eager: bool = False) -> int:
        """Understand every turn that waits, of any user. Returns how many there were; `failed` takes the first error of
        each user whose turns still wait.

        Args:
            eager: also those that rest after a failure.
        """
        done, busy = 0, set[Scope]()
        while not self.stopping.is_set():
            at = None if eager else self.clock.now()
            waiting = self.leases.store.backlog(BATCH_USERS + len(failed) + len(busy), at=at)
            scopes = [scope for scope in waiting if scope not in failed and scope not in busy]
            if not scopes:
                break
            for scope in scopes:
                count = self._understand(scope, failed, eager=eager)
                done += count or 0
                if count is None:
                    busy.add(scope)
                if self.stopping.is_set():
                    break
        return done

    def run_of(self, scope: Scope, failed: dict[Scope, Exception]) -> int:
        """Understand every turn of one user that waits, those that rest after a failure too; nobody else's. Returns how
        many there were; `failed` takes the first error where turns still wait."""
        done = 0
        while not self.stopping.is_set() and scope not in failed:
            count = self._understand(scope, failed, eager=True)
            done += count or 0
            if count is None or count < BATCH_TURNS:
                break
        return done

    def letters(self, scope: Scope) -> list[DeadLetter]:
        """Turns of a user that could not be understood."""
        with self.leases.store.reading(scope) as reader:
            return reader.letters()

    def retry(self, scope: Scope, sources: Sequence[Source] | None = None) -> int:
        """Put turns that could not be understood back into the queue, all or those named, to be tried at once. Returns
        how many there were."""
        with self.leases.store.writing(scope) as writer:
            known = [letter for letter in writer.letters() if sources is None or letter.source in sources]
            writer.drop_dead_letters(letter.source for letter in known)
            writer.requeue(letter.source for letter in known)
            state = writer.job(Job.UNDERSTAND)
            if state.next_at is not None:
                writer.keep_job(replace(state, next_at=None, attempts=0, error=""))
        return len(known)

    def _understand(self, scope: Scope, failed: dict[Scope, Exception], *, eager: bool) -> int | None:
        """One batch of one user, in order; None where somebody else has it in work."""
        state = self.leases.take(scope, Job.UNDERSTAND, self.clock.now(), eager=eager)
        if state is None:
            return None
        with self.leases.store.reading(scope) as reader:
            waiting = reader.turns(state=TurnState.PENDING, first=BATCH_TURNS)
        done = result_or_error(lambda: self._batch(scope, waiting, state))
        if isinstance(done, OUTSIDE):
            failed[scope] = done
            self._wait(scope, state, done)
            done = 0
        elif isinstance(done, Exception):
            log.debug("A batch of %d turns could not be understood as a whole: %s", len(waiting), done)
            done = self._one_by_one(scope, waiting, state, failed)
        note = error_in_words(failed[scope]) if scope in failed else ""
        self.tell(Progress(job=Job.UNDERSTAND, user=scope.user, done=done, total=len(waiting), note=note))
        return done

    def _batch(self, scope: Scope, turns: Sequence[Turn], state: JobState | None) -> int:
        now = self.clock.now()

        def also(writer: Writer) -> None:
            writer.drop_dead_letters(self._lettered(writer, turns))
            if state is not None:
                self.leases.finish(writer, state, now)

        if not turns:
            if state is not None:
                self.leases.finished(scope, state, now)
            return 0
        self.writing.understand(scope, turns, WriteReport(session=""), now=now, actor=self.actor, also=also)
        return len(turns)

    @staticmethod
    def _lettered(writer: Writer, turns: Sequence[Turn]) -> list[Source]:
        ours = {turn.source for turn in turns}
        return [letter.source for letter in writer.letters() if letter.source in ours]

    def _one_by_one(self, scope: Scope, turns: Sequence[Turn], state: JobState, failed: dict[Scope, Exception]) -> int:
        """The turns of a batch that failed, each by itself: those before the fault are understood, and it gets a
        letter."""
        done = 0
        for turn in turns:
            outcome = result_or_error(partial(self._batch, scope, [turn], None))
            if isinstance(outcome, OUTSIDE):
                failed[scope] = outcome
                self._wait(scope, state, outcome)
                return done
            if isinstance(outcome, Exception):
                failed.setdefault(scope, outcome)
                if not self._letter(scope, turn, state, outcome):
                    return done
            else:
                done += outcome
        self.leases.finished(scope, state, self.clock.now())
        return done

    def _letter(self, scope: Scope, turn: Turn, state: JobState, error: Exception) -> bool:
        """Note that a turn failed. Returns whether it is dead now, so that the next may go on."""
        now = self.clock.now()
        with self.leases.store.writing(scope) as writer:
            if writer.turn(turn.source) is None:
                return True  # forgotten meanwhile
            known = next((letter for letter in writer.letters() if letter.source == turn.source), None)
            attempts = (known.attempts if known else 0) + 1
            letter = DeadLetter(
                source=turn.source,
                attempts=attempts,
                reason=error_in_words(error),
                first_at=known.first_at if known else now,
                last_at=now,
                dead=attempts >= self.settings.tries_max,
            )
            writer.keep_dead_letter(letter)
        what = f"Turn {turn.id!r} of session {turn.session!r}"
        if letter.dead:
            log.error(
                "%s is a dead letter after %d tries: %s", what, attempts, letter.reason, exc_info=foreign_error(error)
            )
            return True
        self._wait(scope, replace(state, attempts=attempts - 1), error)
        return False

    def _wait(self, scope: Scope, state: JobState, error: Exception) -> None:
        rest = self.leases.failed(scope, state, self.clock.now(), error)
        log.error(
            "Turns of %r could not be understood and stay in the log; next try in %.0f s: %s",
            scope.user,
            rest.total_seconds(),
            error,
            exc_info=foreign_error(error),
        )
