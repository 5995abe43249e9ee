"""The verbs of permanent memory: proposed by anybody, confirmed by the user, changed by nobody else (M5)."""

from __future__ import annotations

import builtins
from functools import partial

from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.changes import Action, Change, Link, Relation
from mnemic.domain.permanent import Answer, OpenQuestion
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Kind, Memory, Tier
from mnemic.domain.validity import is_current
from mnemic.errors import InvalidInput, LimitExceeded, MemoryNotFound
from mnemic.ports import Reader
from mnemic.rooms.permanent import proposals as room
from mnemic.rooms.session.messages import checked_text
from mnemic.safety.access.policy import Right
from mnemic.safety.privacy.rules import privacy_rules_of
from mnemic.upkeep.forgetting.forget import forget_memory
from mnemic.upkeep.forgetting.receipts import forget_with_receipt
from mnemic.writing.commit import commit, mentions_by_text, with_mentioned_entities
from mnemic.writing.explicit import rejection_change, supplanting_changes
from mnemic.writing.review import archive_changes, reopening_changes, standing_rivals

ROOM = (Tier.PERMANENT, Tier.PROPOSED)
SHOWN_CHARACTERS = 40  # of a memory that an error names


@gated_verbs("permanent")
class Permanent:
    """Identity, accounts, limits and standing orders: a few dozen memories under keys, always loaded first."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    def propose(self, text: str, *, key: str | None = None, reason: str | None = None) -> Memory:
        """Propose a text for permanent memory. It acts as long-term memory until the user confirms or rejects it; what
        reads like an order and was not proposed by the user is held for review, and does not act.

        Args:
            text: guarded, and masked before anything is stored.
            key: its name in the room, such as "language", "email.tone" or "account.github"; default one made from what
                the text says, where the rules can read it.
            reason: why, for whoever decides; at most 200 characters, and masked.

        Returns:
            the proposal; the one that is there already where the same is proposed again.

        Raises:
            InvalidMessage, InvalidInput, LimitExceeded: naming what cannot be used; nothing was stored.
            AccessDenied: whoever calls may not propose.
        """
        parts, now = self._owner.core.parts, self._owner.now()
        self._owner.check_tier("propose", Right.PROPOSE, Tier.PERMANENT)
        checked = checked_text(text, "The text", characters_max=parts.settings.text_characters_max)
        blank = Memory(
            id=parts.new_id(),
            tenant=self._owner.scope.tenant,
            user=self._owner.scope.user,
            agent=self._owner.agent,
            kind=Kind.FACT,
            text=checked,
            said_at=now,
            valid_from=now,
            recorded_at=now,
            updated_at=now,
        )
        made, held = room.make_proposal(
            checked,
            key=room.checked_key(key),
            reason=room.checked_proposal_reason(reason),
            blank=blank,
            actor=self._owner.access.actor,
            zone=parts.zone,
            rules=privacy_rules_of(parts.settings),
        )
        with self._owner.reading() as reader:
            there = reader.memories(tiers=ROOM)
        others, again = room.rivals_by_key(made, there), room.same_as_proposed(made, there)
        if again is not None:
            return again
        made = with_mentioned_entities(made, mentions_by_text([made.text], parts.finder))
        action = Action.QUARANTINE if held else Action.ADD
        links = [
            Link(source=made.id, target=other.id, relation=Relation.CONTRADICTS, reason="the same key", at=now)
            for other in others
            if room.is_in_force(other)
        ]
        self._owner.apply([Change(action=action, memory=made, reason="; ".join(held) or "proposed")], links, now=now)
        return self._get(made.id)

    def proposals(self) -> builtins.list[Memory]:
        """What waits for the user's word, in order of recording; what is held for review has that status."""
        return [memory for memory in self._held() if room.is_proposal(memory)]

    def confirm(self, id: str) -> Memory:
        """The user says that a proposal holds for good. What stood under the same key, or contradicts it, gives way and
        stays in history; other proposals under the key too. Confirming permanent memory again changes nothing.

        Raises:
            MemoryNotFound: this user has none with this id.
            InvalidInput: it is no proposal, or no longer one.
            LimitExceeded: the room is full (`permanent_max`); the message names memories to drop.
            AccessDenied: whoever calls may not confirm.
        """
        self._owner.check("confirm", Right.WRITE, self._get(id))
        now = self._owner.now()
        with self._owner.writing() as writer:
            memory = self._of(writer, id)
            if room.is_in_force(memory):
                return memory
            if not room.is_proposal(memory):
                raise InvalidInput(f"{id} is no open proposal but {memory.status} {memory.tier}: propose its text.")
            held = writer.memories(tiers=ROOM)
            losers = {one.id: one for one in (*standing_rivals(writer, memory), *room.rivals_by_key(memory, held))}
            self._check_room([one for one in held if room.is_in_force(one) and one.id not in losers])
            new = room.permanent_of(memory, now=now)
            changes, links = supplanting_changes(memory, new, builtins.list(losers.values()), now)
            changes += archive_changes(writer, memory, now)
            commit(writer, changes, links, now=now, actor=self._owner.actor, entries={})
        return new

    def reject(self, id: str) -> Memory:
        """The user says that a proposal, or permanent memory, does not hold: it is taken back, stays in history, and
        what it had replaced stands again.

        Raises:
            MemoryNotFound: this user has none with this id.
            InvalidInput: it is neither a proposal nor permanent memory in force.
            AccessDenied: whoever calls may not reject.
        """
        self._owner.check("reject", Right.WRITE, self._get(id))
        now = self._owner.now()
        with self._owner.writing() as writer:
            memory = self._of(writer, id)
            if not room.is_in_force(memory) and not room.is_proposal(memory):
                raise InvalidInput(
                    f"{id} is neither an open proposal nor permanent memory in force: it cannot be rejected."
                )
            change = rejection_change(memory, now)
            changes = [change, *reopening_changes(writer, memory, now)]
            commit(writer, changes, [], now=now, actor=self._owner.actor, entries={})
        return change.memory

    def list(self) -> builtins.list[Memory]:
        """Permanent memory in force, in order of recording.

        Raises:
            AccessDenied: whoever calls may not read it.
        """
        self._owner.check_tier("list", Right.READ, Tier.PERMANENT)
        return [memory for memory in self._held() if room.is_in_force(memory)]

    def keys(self) -> dict[str, Memory]:
        """The room as keys and what stands under each; what has no key is left out.

        Raises:
            AccessDenied: whoever calls may not read it.
        """
        return {key: memory for memory in self.list() if (key := room.permanent_key_of(memory)) is not None}

    def read(self, key: str) -> Memory:
        """What stands under a key.

        Raises:
            MemoryNotFound: nothing does; the message names the keys there are.
            InvalidInput: it cannot be a key.
            AccessDenied: whoever calls may not read it.
        """
        wanted, held = room.checked_key(key), self.keys()
        if wanted is None or wanted not in held:
            there = ", ".join(sorted(held)) or "none"
            raise MemoryNotFound(f"Nothing permanent stands under {key!r}. Keys are: {there}.")
        return held[wanted]

    def forget(self, id: str) -> Receipt:
        """Forget permanent memory or a proposal, physically, with the turns it came from. Calling this is the user's
        word; `reject` keeps it in history.

        Raises:
            MemoryNotFound: this user has none with this id.
            InvalidInput: it is neither permanent nor proposed.
            AccessDenied: whoever calls may not forget it.
        """
        self._owner.check("forget", Right.DELETE, memory := self._get(id))
        if memory.tier not in (Tier.PERMANENT, Tier.PROPOSED):
            raise InvalidInput(f"{id} is {memory.tier}, not permanent memory: forget it with user.forget(id).")
        self._owner.core.write_uses(self._owner.scope)
        now = self._owner.now()
        with self._owner.writing() as writer:
            act = partial(forget_memory, writer, self._of(writer, id), now=now, actor=self._owner.actor)
            gone = forget_with_receipt(writer, act, actor=self._owner.actor)
        return self._owner.core.finish_forgetting(self._owner.scope, gone, now=now)

    def conflicts(self) -> builtins.list[OpenQuestion]:
        """Permanent memory against what was said or proposed since, each as a question to put to the user, in order of
        time. `answer` settles one.

        Raises:
            AccessDenied: whoever calls may not read permanent memory.
        """
        self._owner.check_tier("list", Right.READ, Tier.PERMANENT)
        with self._owner.reading() as reader:
            return [one for one in permanent_questions(reader) if self._owner.sees(one.newer)]

    def answer(self, id: str, answer: str) -> Memory:
        """Settle an open question by the user's word.

        Args:
            id: the question's, which is the newer memory's.
            answer: "accept": the newer takes the permanent one's place; "keep": the newer is taken back.

        Returns:
            the permanent memory that stands now.

        Raises:
            MemoryNotFound: there is no such open question.
            InvalidInput: another answer; LimitExceeded, AccessDenied: as for confirm and reject.
        """
        if answer not in builtins.list(Answer):
            raise InvalidInput(f"The answer must be {' or '.join(map(repr, Answer))}, not {answer!r}.")
        found = next((one for one in self.conflicts() if one.id == id), None)
        if found is None:
            raise MemoryNotFound(f"{self._owner.scope.user!r} has no open question {id!r}. conflicts() shows them.")
        if answer == Answer.ACCEPT:
            return self.confirm(id)
        self.reject(id)
        return found.permanent

    def _held(self) -> builtins.list[Memory]:
        with self._owner.reading() as reader:
            held = reader.memories(tiers=ROOM)
        return [memory for memory in held if self._owner.sees(memory) and self._owner.access.reads(memory)]

    def _get(self, id: str) -> Memory:
        with self._owner.reading() as reader:
            return self._of(reader, id)

    def _of(self, reader: Reader, id: str) -> Memory:
        memory = reader.memory(id) if isinstance(id, str) else None
        if memory is None or not self._owner.sees(memory):
            raise MemoryNotFound(f"{self._owner.scope.user!r} has no memory {id!r}. permanent.list() shows its own.")
        return memory

    def _check_room(self, held: builtins.list[Memory]) -> None:
        """Raises:
        LimitExceeded: there is no room for one more.
        """
        most = self._owner.core.parts.settings.permanent_max
        if len(held) < most:
            return
        names = "; ".join(f"{one.id} ({one.text[:SHOWN_CHARACTERS]!r})" for one in room.least_missed(held))
        raise LimitExceeded(
            f"There are {len(held)} permanent memories, the limit is {most} (permanent_max). The proposal stays open. "
            f"Reject or forget one first; least used: {names}."
        )


def permanent_questions(reader: Reader) -> builtins.list[OpenQuestion]:
    """Open questions between permanent memory and what came since, in order of time."""
    log = [link for link in reader.links() if link.relation is Relation.CONTRADICTS]
    ends = sorted({end for link in log for end in (link.source, link.target)})
    held = {memory.id: memory for memory in reader.memories(ids=ends)} if ends else {}
    return [
        room.conflict_question(held[link.target], held[link.source], reason=link.reason, at=link.at)
        for link in log
        if link.source in held
        and link.target in held
        and room.is_in_force(held[link.target])
        and (room.is_proposal(held[link.source]) or _rivals_still(held[link.source]))
    ]


def _rivals_still(newer: Memory) -> bool:
    return newer.tier is not Tier.PERMANENT and is_current(newer)
