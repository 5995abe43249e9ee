"""A story played from its first day to its last, over one memory file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import mnemic
from examples.travel.agency import Agency
from examples.travel.assistant import Assistant
from examples.travel.days import ZONE, Day, Story
from examples.travel.decision import Decider
from examples.travel.plan import TripPlan
from examples.travel.screen import Screen

USER = "lin"


@dataclass(slots=True)
class StoryClock:
    """Shows the time of the story."""

    moment: datetime

    def now(self) -> datetime:
        """Where the hands are."""
        return self.moment

    def on(self, **by: float) -> None:
        """Move on."""
        self.moment += timedelta(**by)


@dataclass(slots=True, kw_only=True)
class Play:
    """What it takes to play a story. `whose` says whose memory a session uses: a fresh user each time knows nothing."""

    story: Story
    folder: Path
    decider: Decider
    screen: Screen
    settings: Mapping[str, Any] = field(default_factory=dict)  # of the memory
    whose: Callable[[Day], str] = lambda day: USER
    clock: StoryClock = field(init=False)
    agency: Agency = field(init=False)
    process: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.clock = StoryClock(self.story.days[0].at)
        self.agency = Agency(self.folder / "bookings.json", failing=self.story.failing)

    def through(self) -> None:
        """Every day of the story; a day `anew` closes the memory and opens it from its file."""
        with ExitStack() as opened:
            memory = opened.enter_context(self.open())
            for day in self.story.days:
                if day.anew:
                    opened.close()
                    memory = opened.enter_context(self.open())
                self._live(memory, day)

    def open(self) -> mnemic.OpenMemory:
        """The memory, opened from its file as a new process would."""
        self.process += 1
        given = {"background": False, **self.settings}
        memory = mnemic.open(self.folder / "memory.db", zone=ZONE, clock=self.clock, **given)
        memory.user(USER).tasks.register(TripPlan)
        return memory

    def _live(self, memory: mnemic.OpenMemory, day: Day) -> None:
        self.clock.moment = day.at
        self.screen.session(day.session, day.at, process=self.process)
        assistant = Assistant(
            user=memory.user(self.whose(day)),
            session=day.session,
            today=day.at,
            agency=self.agency,
            decider=self.decider,
            watcher=self.screen,
            pause=lambda: self.clock.on(seconds=5),
        )
        for text in day.says:
            self.clock.on(minutes=1)
            assistant.hear(text)
