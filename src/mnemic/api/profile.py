"""The verbs of a user's portrait: made by rules or with a model, kept, compared (M7)."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from datetime import datetime

from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.profile import Profile, ProfileChanges
from mnemic.domain.record import Memory, Tier
from mnemic.ports import LanguageModel, Reader
from mnemic.rooms.profile import slots as room
from mnemic.rooms.profile.record import ProfileSources, profile_of_body
from mnemic.safety.access.policy import Right
from mnemic.upkeep.portraits import portrait
from mnemic.upkeep.portraits.portrait import ProfileFindings


@gated_verbs("profile")
class Portrait:
    """Who the user is, in slots with evidence, and the four questions: what is the user busy with, what has changed,
    what has gone stale, and how does the user sound. An agent sees its own."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    def get(self) -> Profile:
        """The last portrait kept, without what holds no more; made now, and not kept, where there is none.

        Raises:
            AccessDenied: whoever calls may not read the user's memory.
        """
        self._check()
        now = self._owner.now()
        with self._owner.reading() as reader:
            kept = portrait.kept_profiles(reader, self._owner.agent)
            if kept:
                return portrait.profile_of_record(kept[-1], self._held_by(reader, kept[-1:]), now=now)
            looked = self._look(reader)
        return self._composed(looked, now)

    def refresh(self, model: LanguageModel | None = None) -> Profile:
        """Make a portrait now and keep it: by rules, and with one call of a model where one is set or given. What the
        model says is checked claim by claim; where nothing of it can be used the rules' answers stand, and `note` says
        so. The oldest of more than twelve go.

        Raises:
            StoreUnavailable: it could not be kept; the last one stands.
            AccessDenied: whoever calls may not read the user's memory.
        """
        self._check()
        parts = self._owner.core.parts
        record, held = portrait.make_profile(
            self._owner.core.portraying,
            self._owner.scope,
            self._owner.agent,
            now=self._owner.now(),
            actor=self._owner.actor,
            model=model or parts.model,
        )
        return portrait.profile_of_record(record, held.readable(self._owner.recalls))

    def due(self) -> bool:
        """Whether `run_due()` would make a new one: the last is `profile_days` old, and something changed since."""
        self._check()
        days = self._owner.core.parts.settings.profile_days
        now = self._owner.now()
        with self._owner.reading() as reader:
            return portrait.is_profile_due(reader, self._owner.agent, now, days)

    def changes(self) -> ProfileChanges:
        """What changed since the last portrait kept: slots added, changed and gone, and new aims."""
        self._check()
        now = self._owner.now()
        with self._owner.reading() as reader:
            kept = portrait.kept_profiles(reader, self._owner.agent)
            looked = self._look(reader)
        since = kept[-1].recorded_at if kept else None
        return room.changes_between(looked.memories, since, now, self._composed(looked, now).busy)

    def history(self) -> builtins.list[Profile]:
        """The portraits kept, oldest first, in the words of the memories as they are now."""
        self._check()
        with self._owner.reading() as reader:
            kept = portrait.kept_profiles(reader, self._owner.agent)
            held = self._held_by(reader, kept)
        return [portrait.profile_of_record(record, held) for record in kept]

    def _check(self) -> None:
        self._owner.check_tier("read", Right.READ, Tier.LONG_TERM)

    def _look(self, reader: Reader) -> ProfileFindings:
        parts, reads = self._owner.core.parts, self._owner.recalls
        now = self._owner.now()
        return portrait.find_profile(reader, self._owner.agent, now, parts.judge, zone=parts.zone, reads=reads)

    def _held_by(self, reader: Reader, records: Sequence[Memory]) -> ProfileSources:
        return portrait.profile_sources_of(reader, records).readable(self._owner.recalls)

    def _composed(self, looked: ProfileFindings, now: datetime) -> Profile:
        user, agent = self._owner.scope.user, self._owner.agent
        return profile_of_body(looked.body, looked.held, user=user, agent=agent, id=None, made_at=now)
