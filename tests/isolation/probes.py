"""Random attempts at what is another's: of whom, by whom, by which verb and with which id is drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from mnemic.domain.record import Kind, Source, Status, Tier
from mnemic.domain.register import Register
from mnemic.domain.upkeep import Job
from mnemic.errors import MnemicError
from mnemic.ports import Reader, Writer
from tests.isolation.verbs import BY_ID, BY_NAME, BY_TEXT, BY_WORDS, WHOLE
from tests.isolation.world import THEN, Resident, World, shown

PROBES_OF_A_READER = 100  # made in one snapshot
PROBES_OF_A_WRITER = 50
EMPTY: tuple[object, ...] = (None, [], {}, 0, False, ())

READ: Mapping[str, Callable[[Reader, str, str], object]] = {
    "memory": lambda reader, id, _: reader.memory(id),
    "memories/ids": lambda reader, id, more: reader.memories(ids=[id, more]),
    "memories/source": lambda reader, id, more: reader.memories(source=Source(session=more, turn=id)),
    "memories/session": lambda reader, id, _: reader.memories(session=id),
    "turn": lambda reader, id, more: reader.turn(Source(session=more, turn=id)),
    "turns": lambda reader, id, _: reader.turns(session=id),
    "history": lambda reader, id, _: reader.history(id),
    "links": lambda reader, id, _: reader.links(id),
    "blob": lambda reader, id, _: reader.blob(id),
    "refresh": lambda reader, id, _: [one.memory.id for one in reader.refresh(epoch=id, change=0).changed],
}
"""What a snapshot is asked for by an id, or by the name of a session."""

TOLD: Mapping[str, Callable[[Reader], object]] = {
    "memories": lambda reader: reader.memories(statuses=list(Status), tiers=list(Tier)),
    "rooms": lambda reader: reader.rooms([Kind.TASK, Kind.SKILL, Kind.PROFILE]),
    "known": lambda reader: reader.known(THEN.replace(year=2027)),
    "turns": lambda reader: reader.turns(),
    "turns/last": lambda reader: reader.turns(last=3),
    "sessions": lambda reader: reader.sessions(),
    "history": lambda reader: reader.history(),
    "links": lambda reader: reader.links(),
    "refresh": lambda reader: reader.refresh(epoch="", change=0),
    "renewal": lambda reader: [batch.ids for batch in reader.renewal(epoch="", change=0).batches],
    "asked": lambda reader: reader.asked(),
    "votes": lambda reader: reader.votes(last=100),
    "blobs": lambda reader: reader.blobs(),
    "turns_with_files": lambda reader: reader.turns_with_files(),
    "jobs": lambda reader: (reader.jobs(), reader.job(Job.SWEEP)),
    "letters": lambda reader: reader.letters(),
    "register_entries": lambda reader: [reader.register_entries(register) for register in Register],
    "held": lambda reader: list(reader.held()),
    "counts": lambda reader: (reader.first_recorded_at(), reader.numbers(), reader.counts()),
}
"""What a snapshot tells without being asked for anything."""

WRITTEN: Mapping[str, Callable[[Writer, str, str], object]] = {
    "understood": lambda writer, id, more: writer.understood([Source(session=more, turn=id)]),
    "requeue": lambda writer, id, more: writer.requeue([Source(session=more, turn=id)]),
    "used": lambda writer, id, _: writer.used({id: (1_000, THEN)}),
    "unvote": lambda writer, id, more: writer.unvote(id, more),
    "forget_questions": lambda writer, id, more: writer.forget_questions([id, more]),
    "forget_blobs": lambda writer, id, _: writer.forget_blobs([id]),
    "drop_dead_letters": lambda writer, id, more: writer.drop_dead_letters([Source(session=more, turn=id)]),
    "deregister": lambda writer, id, _: sum(writer.deregister(register, [id]) for register in Register),
    "forget_memories": lambda writer, id, more: writer.forget_memories([id, more]),
    "forget_turns": lambda writer, id, more: writer.forget_turns([Source(session=more, turn=id)]),
}
"""What a transaction is asked to change by an id that is not the user's: it must do nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A probe whose answer held what it must not."""

    probe: str
    attacker: Resident
    given: str
    found: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prober:
    """Probes of one world, from one seed."""

    world: World
    random: random.Random

    def read(self, number: int) -> Iterator[Leak]:
        """That many attempts through readers. By an id of another's anything but nothing at all is a leak."""
        for attacker, part in self._parts(number, PROBES_OF_A_READER):
            with self.world.store.reading(attacker.scope) as reader:
                for _ in range(part):
                    yield from self._read(reader, attacker)

    def write(self, number: int) -> Iterator[Leak]:
        """That many attempts through writers; whether anything was changed is for the caller to see."""
        for attacker, part in self._parts(number, PROBES_OF_A_WRITER):
            with self.world.store.writing(attacker.scope) as writer:
                for _ in range(part):
                    verb, given, more = self._drawn(WRITTEN, attacker)
                    done = WRITTEN[verb](writer, given, more)
                    if done not in EMPTY:
                        yield Leak(probe=verb, attacker=attacker, given=given, found=frozenset({repr(done)}))

    def call(self, number: int) -> Iterator[Leak]:
        """That many attempts through the verbs of a user's memory."""
        for _ in range(number):
            attacker = self.random.choice(self.world.residents)
            user, victim = self.world.user(attacker), self._victim(attacker)
            table = self.random.choices((BY_ID, BY_NAME, BY_WORDS, WHOLE), (40, 20, 30, 10))[0]
            verb = self.random.choice(list(table))
            given = self._given(victim) if table is not BY_WORDS else self._words(victim)
            try:
                told = WHOLE[verb](user) if table is WHOLE else BY_TEXT[verb](user, given)
            except MnemicError as error:
                told = error
            yield from self._leaks(verb, attacker, "" if table is WHOLE else given, told)

    def _read(self, reader: Reader, attacker: Resident) -> Iterator[Leak]:
        if self.random.random() < 0.01:  # these tell much, and take long
            verb = self.random.choice(list(TOLD))
            yield from self._leaks(verb, attacker, "", TOLD[verb](reader))
            return
        verb, given, more = self._drawn(READ, attacker)
        told = READ[verb](reader, given, more)
        if told in EMPTY:
            return
        if verb == "refresh":  # an epoch that is not this user's gives everything of this user
            told = set(told if isinstance(told, list) else []) - {id for _, id in attacker.named}
            if not told:
                return
        yield Leak(probe=verb, attacker=attacker, given=given, found=frozenset({repr(told)[:200]}))

    def _leaks(self, verb: str, attacker: Resident, given: str, told: object) -> Iterator[Leak]:
        if found := self.world.foreign(shown(told), attacker, given):
            yield Leak(probe=verb, attacker=attacker, given=given, found=frozenset(found))

    def _drawn(self, table: Mapping[str, object], attacker: Resident) -> tuple[str, str, str]:
        """A verb with two ids of one victim; the second is a session where the verb takes one."""
        verb, victim = self.random.choice(list(table)), self._victim(attacker)
        return verb, self._given(victim), self.random.choice(("main", *victim.ids["session"], self._given(victim)))

    def _victim(self, attacker: Resident) -> Resident:
        victim = self.random.choice(self.world.residents)
        return victim if victim is not attacker else self._victim(attacker)

    def _given(self, victim: Resident) -> str:
        """An id of the victim's, often whole, else bent as somebody would who tries his luck."""
        _, id = self.random.choice(victim.named)
        bend = self.random.choice((None, None, None, *BENDS))
        return id if bend is None else bend(id)

    def _words(self, victim: Resident) -> str:
        place = self.random.choice(("home", "doctor", "goal", "skill", "file", "account", "tongue", "trigger"))
        ways = (
            victim.word(place),
            victim.han,
            f"Where is {victim.word(place)}?",
            f"{victim.han}在哪里？",
            f"[PHONE #{victim.placeholder}]",
            victim.scope.user,
        )
        return self.random.choice(ways)

    def _parts(self, number: int, size: int) -> Iterator[tuple[Resident, int]]:
        """Attackers, each with how many probes to make in one go."""
        while number > 0:
            yield self.random.choice(self.world.residents), min(size, number)
            number -= size


BENDS: tuple[Callable[[str], str], ...] = (
    lambda id: id[:8],
    lambda id: id[:-1],
    lambda id: id[1:],
    lambda id: id.upper(),
    lambda id: id + " ",
    lambda id: id[:8] + "%",
    lambda id: "_" * len(id),
    lambda id: "%",
    lambda id: f"{id}' OR '1'='1",
    lambda id: f"' UNION SELECT text FROM memories WHERE id='{id}",
    lambda id: f"{id}\u200b",
    lambda id: id.translate(str.maketrans("0123456789", "０１２３４５６７８９")),
    lambda id: f"../{id}",
    lambda id: f'{id}" OR "',
)
"""What is made of an id to slip by a comparison: beginnings, ends, case, wildcards, SQL, invisible and wide characters,
paths."""


def first(leaks: Iterator[Leak], most: int = 5) -> list[str]:
    """The first leaks in words, for a test that wants none."""
    return [
        f"{leak.probe}({leak.given!r}) by {leak.attacker.scope} told {sorted(leak.found)}"
        for leak in islice(leaks, most)
    ]
