"""What right every verb of a user's memory needs (S6): the policy's other half, as one table.

A verb is denied outright where whoever acts has the right on none of its tiers. Verbs that name a memory look besides
at that memory's own tier, and verbs that find memories leave out what may not be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from mnemic.domain.record import Tier
from mnemic.errors import AccessDenied
from mnemic.safety.access.policy import Access, Right

ANY = (Tier.LONG_TERM, Tier.PERMANENT, Tier.PROPOSED, Tier.WORKING, Tier.SESSION)
"""Whatever the tier of the memory is that the verb is about."""

LONG_TERM = (Tier.LONG_TERM,)
WORKING = (Tier.WORKING,)
PERMANENT = (Tier.PERMANENT, Tier.PROPOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a verb needs: a right on one of these tiers, or on every one of them."""

    right: Right
    tiers: tuple[Tier, ...] = ANY
    every: bool = False
    dry: Right | None = None  # what is needed with dry_run=True; None: the same

    def denied(self, verb: str, access: Access, *, dry: bool) -> AccessDenied | None:
        """Why whoever acts may not use the verb at all, or None where it may."""
        right = self.dry if dry and self.dry is not None else self.right
        granted = [access.allows(right, tier) for tier in self.tiers]
        if all(granted) if self.every else any(granted):
            return None
        return access.denied_tier(verb, right, self.tiers[granted.index(False)])


def _reads(*names: str, tiers: tuple[Tier, ...] = ANY) -> dict[str, Need]:
    return dict.fromkeys(names, Need(right=Right.READ, tiers=tiers))


def _proposes(*names: str, tiers: tuple[Tier, ...] = ANY) -> dict[str, Need]:
    return dict.fromkeys(names, Need(right=Right.PROPOSE, tiers=tiers))


def _writes(*names: str, tiers: tuple[Tier, ...] = ANY) -> dict[str, Need]:
    return dict.fromkeys(names, Need(right=Right.WRITE, tiers=tiers))


def _deletes(*names: str, tiers: tuple[Tier, ...] = ANY) -> dict[str, Need]:
    return dict.fromkeys(names, Need(right=Right.DELETE, tiers=tiers))


def _jobs(*names: str) -> dict[str, Need]:
    return dict.fromkeys(names, Need(right=Right.DELETE, tiers=LONG_TERM, dry=Right.READ))


def _everything(*names: str) -> dict[str, Need]:
    return dict.fromkeys(names, Need(right=Right.DELETE, every=True))


VERBS: Mapping[str, Need] = MappingProxyType(
    _reads("search", "context", "start", "get", "list", "history", "conflicts", "why_not", "trace", "sessions", "turns")
    | _reads("stats", "entities", "about", "together", "connected", "due_needs", "check_action", "fill")
    | _reads("fill", tiers=LONG_TERM)
    | _proposes("feedback")
    | _writes("add", tiers=LONG_TERM)
    | _writes("update", "confirm", "reject", "undo", "label")
    | _deletes("forget")
    | _reads("session.messages", "session.summary", "session.turns")
    | _writes("session.add", tiers=LONG_TERM)
    | _reads("files.get", "files.data", "files.list", "files.of", tiers=LONG_TERM)
    | _writes("files.add", "files.read_again", "files.read_new", tiers=LONG_TERM)
    | _deletes("files.forget", tiers=LONG_TERM)
    | _reads(
        "tasks.get", "tasks.list", "tasks.meant", "tasks.candidates", "tasks.next_step", "tasks.asks", tiers=WORKING
    )
    | _writes("tasks.register", "tasks.start", "tasks.set", "tasks.clear", "tasks.constrain", tiers=WORKING)
    | _writes("tasks.resolve", "tasks.decide", "tasks.step", "tasks.pause", "tasks.resume", tiers=WORKING)
    | _writes("tasks.complete", "tasks.abandon", tiers=LONG_TERM)
    | _reads("skills.list", "skills.get", "skills.versions", "skills.match", "skills.export", tiers=LONG_TERM)
    | _writes("skills.declare", "skills.skill", "skills.learn", "skills.used", "skills.import_", tiers=LONG_TERM)
    | _deletes("skills.forget", tiers=LONG_TERM)
    | _reads("permanent.list", "permanent.keys", "permanent.read", "permanent.conflicts", tiers=(Tier.PERMANENT,))
    | _reads("permanent.proposals", tiers=(Tier.PROPOSED,))
    | _proposes("permanent.propose", tiers=(Tier.PERMANENT,))
    | _writes("permanent.confirm", "permanent.reject", "permanent.answer", tiers=PERMANENT)
    | _deletes("permanent.forget", tiers=PERMANENT)
    | _reads("profile.get", "profile.refresh", "profile.due", "profile.changes", "profile.history", tiers=LONG_TERM)
    | _reads("upkeep.jobs", "upkeep.letters")
    | _jobs("upkeep.sweep", "upkeep.consolidate", "upkeep.distill", "upkeep.digest", "upkeep.decay")
    | _deletes("upkeep.apply", tiers=LONG_TERM)
    | _writes("upkeep.pin", "upkeep.unpin")
    | _writes("upkeep.retry", tiers=LONG_TERM)
    | _reads("quarantine.list", "quarantine.get", "quarantine.scan")
    | _writes("quarantine.release", "quarantine.reject", "quarantine.hold")
    | _reads("trust.sources")
    | _writes("trust.rollback", "trust.undo", tiers=LONG_TERM)
    | _reads("transfer.survey")
    | _everything("report", "transfer.export", "transfer.import_")
)
"""Every verb of `UserMemory` and of its rooms."""


def verbs_of(access: Access) -> dict[str, bool]:
    """Which verbs an actor may use at all."""
    return {verb: need.denied(verb, access, dry=False) is None for verb, need in VERBS.items()}
