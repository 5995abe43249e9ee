"""One call of the command line: whose memory, in which file, shown how."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import typer

import mnemic
from mnemic.domain.record import Kind
from mnemic.errors import MemoryNotFound
from mnemic.faces.cli.screen import Screen

if TYPE_CHECKING:
    from mnemic.api.memory import OpenMemory, UserMemory
    from mnemic.ports import LanguageModel

DEFAULT_FILE = "memory.db"
NOWHERE = ":memory:"
SERVERS = ("http://", "https://")
"""How the address of a server begins; its key is in MNEMIC_API_KEY."""
PREFIX_CHARACTERS_MIN = 4  # of an id: fewer name too many memories to be meant


class UsageError(Exception):
    """The command was called in a way that cannot be meant; exit code 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The options every command has. They may stand before the command or after it; the later one wins."""

    db: str | None = None
    user: str | None = None
    agent: str | None = None
    session: str | None = None
    purpose: str | None = None
    zone: str | None = None
    json: bool = False
    lang: str | None = None

    def over(self, other: Place) -> Place:
        """These options, and the other's where these say nothing."""
        return Place(**{field.name: getattr(self, field.name) or getattr(other, field.name) for field in fields(self)})


@dataclass(frozen=True, slots=True)
class Call:
    """What a command works with."""

    place: Place
    screen: Screen

    @property
    def session(self) -> str | None:
        """The conversation named by --session."""
        return self.place.session

    @property
    def named_user(self) -> str | None:
        """The user of --user or, without it, of the environment."""
        return self.place.user or os.environ.get("MNEMIC_USER") or None

    @property
    def target(self) -> str:
        """The memory of --db or, without it, of the environment."""
        return self.place.db or os.environ.get("MNEMIC_DB") or DEFAULT_FILE

    @property
    def missing(self) -> bool:
        """Whether it would be a file, and there is none."""
        return "://" not in self.target and self.target != NOWHERE and not Path(self.target).exists()

    @contextmanager
    def opened(self, *, writes: bool = True) -> Iterator[OpenMemory]:
        """The memory, opened, or a server's, connected to. A command that only reads makes no file where there is
        none."""
        target = self.target
        if target.startswith(SERVERS):
            with mnemic.connect(target) as memory:
                yield memory
            return
        if not writes and self.missing:
            self.screen.note("file.new", place=target)
            target = NOWHERE
        with mnemic.open(target, zone=self.place.zone, background=False) as opened:
            yield opened

    @contextmanager
    def user(self, *, writes: bool = True) -> Iterator[UserMemory]:
        """The user's memory, opened.

        Raises:
            UsageError: no user was named.
        """
        named = self.named_user
        if named is None:
            raise UsageError(self.screen.words.say("user.missing"))
        with self.opened(writes=writes) as memory:
            yield memory.user(named, agent=self.place.agent, purpose=self.place.purpose)

    def shown_zone(self) -> ZoneInfo:
        """The zone dates are shown in."""
        given: dict[str, Any] = {} if self.place.zone is None else {"zone": self.place.zone}
        return ZoneInfo(mnemic.Settings(**given).zone)

    def model(self) -> LanguageModel | None:
        """The chat model of the settings, if one is set."""
        from mnemic import settings
        from mnemic.wiring import opening  # The whole library; help and completion must not wait for it.

        return opening.language_model(settings.load())

    def consent(self, question: str, *, yes: bool) -> None:
        """Go on only by the user's word: --yes, or an answer on a terminal.

        Raises:
            UsageError: there is nobody to ask.
            typer.Exit: the answer was no.
        """
        if yes:
            return
        if not self.screen.terminal:
            raise UsageError(self.screen.words.say("consent.refused"))
        if not typer.confirm(question, err=True):
            self.screen.note("consent.no")
            raise typer.Exit(1)

    def whole_id(self, memory: UserMemory, id: str) -> str:
        """The id that begins so; an id that begins no other is given back as it is.

        Raises:
            UsageError: several ids begin so.
        """
        try:
            return memory.get(id).id
        except MemoryNotFound:
            found = _beginning(memory, id) if len(id) >= PREFIX_CHARACTERS_MIN else []
        if len(found) > 1:
            shown = ", ".join(found[:3])
            raise UsageError(self.screen.words.say("ambiguous", id=id, count=len(found), ids=shown))
        return found[0] if found else id


def _beginning(memory: UserMemory, id: str) -> list[str]:
    """Ids that begin so, among everything the user has; what holds for one session only is listed with it."""
    kinds = [kind.value for kind in Kind]
    listed = [found.id for found in memory.list(kinds=kinds, status="any") if found.id.startswith(id)]
    if not listed:
        for session in memory.sessions():
            held = memory.list(kinds=kinds, status="any", session=session.id)
            listed += [found.id for found in held if found.id.startswith(id)]
    return sorted(set(listed))
