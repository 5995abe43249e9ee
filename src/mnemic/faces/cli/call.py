"""One call of the command line: whose memory, in which file, shown how."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import typer

import mnemic
from mnemic.errors import MemoryNotFound
from mnemic.faces.cli.screen import Screen
from mnemic.faces.words import Language, Words

if TYPE_CHECKING:
    from mnemic.api.memory import OpenMemory, UserMemory

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

    db: Annotated[str | None, typer.Option(metavar="PATH")] = None
    user: Annotated[str | None, typer.Option(metavar="ID")] = None
    agent: Annotated[str | None, typer.Option(metavar="ID")] = None
    session: Annotated[str | None, typer.Option(metavar="ID")] = None
    purpose: Annotated[str | None, typer.Option(metavar="NAME")] = None
    zone: Annotated[str | None, typer.Option(metavar="ZONE")] = None
    json: Annotated[bool, typer.Option("--json")] = False
    lang: Annotated[Language | None, typer.Option()] = None

    def over(self, other: Place) -> Place:
        """These options, and the other's where these say nothing."""
        return Place(**{field.name: getattr(self, field.name) or getattr(other, field.name) for field in fields(self)})


@dataclass(frozen=True)
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

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that options of every command stand for."""
        return {} if self.place.zone is None else {"zone": self.place.zone}

    @cached_property
    def zone(self) -> ZoneInfo:
        """The zone dates are shown in."""
        return ZoneInfo(mnemic.Settings(**self.settings).zone)

    @property
    def words(self) -> Words:
        """All texts in the language of the call."""
        return self.screen.words

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
            raise UsageError(self.words.say("user.missing"))
        with self.opened(writes=writes) as memory:
            yield memory.user(named, agent=self.place.agent, purpose=self.place.purpose)

    def consent(self, question: str, *, yes: bool) -> None:
        """Go on only by the user's word: --yes, or an answer on a terminal.

        Raises:
            UsageError: there is nobody to ask.
            typer.Exit: the answer was no.
        """
        if yes:
            return
        if not self.screen.terminal:
            raise UsageError(self.words.say("consent.refused"))
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
            raise UsageError(self.words.say("ambiguous", id=id, count=len(found), ids=", ".join(found[:3])))
        return found[0] if found else id


def _beginning(memory: UserMemory, id: str) -> list[str]:
    """Ids that begin so, among everything the user has; what holds for one session only is listed with it."""
    kinds = [kind.value for kind in mnemic.Kind]
    listed = [found.id for found in memory.list(kinds=kinds, status="any") if found.id.startswith(id)]
    if not listed:
        for session in memory.sessions():
            held = memory.list(kinds=kinds, status="any", session=session.id)
            listed += [found.id for found in held if found.id.startswith(id)]
    return sorted(set(listed))
