"""Another's id is answered as nobody's: by every verb, word for word, and with nothing changed."""

from __future__ import annotations

import inspect

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.api.sessions import SessionMemory
from mnemic.errors import MnemicError
from tests.effort import PROFILE
from tests.isolation.verbs import BY_ID, BY_NAME, BY_TEXT, BY_WORDS, ELSEWHERE, WHOLE
from tests.isolation.world import Resident, World, held, same_but_for, shown
from tests.tables import each_row, nonempty

NOBODYS = {"task": "zuqnobodytask", "session": "zuqnobodysession", "turn": "zuqnobodyturn"}
NOBODYS_HEX = "5c7e0d8f1b2a3948576a6b7c8d9e0f1a"


def outcome(verb: str, user: UserMemory, id: str) -> str:
    """All that a verb tells, an error too, without the id that was asked for and ids made on the way."""
    try:
        told: object = BY_ID[verb](user, id)
    except MnemicError as error:
        told = error
    return same_but_for(shown(told), {id: "ID"})


def asked_for(victim: Resident) -> list[tuple[str, str]]:
    """The ids that are tried: one of each sort, and by night every one."""
    return victim.named if PROFILE == "nightly" else list(dict(victim.named).items())


@each_row("verb", BY_ID)
def test_anothers_id_is_nobodys(planted: World, verb: str) -> None:
    """For memories, tasks, skills, files, traces, answers, turns and sessions of somebody else, of the same tenant or
    another, the answer is the one for an id that does not exist."""
    attacker = planted.residents[0]
    user = planted.user(attacker)
    for victim in (planted.residents[1], planted.residents[14], planted.residents[-1]):
        for sort, id in nonempty(asked_for(victim)):
            nobodys = NOBODYS.get(sort, NOBODYS_HEX) if len(id) != 64 else NOBODYS_HEX * 2
            told = outcome(verb, user, id)
            assert told == outcome(verb, user, nobodys), (sort, id)
            assert planted.foreign(told, attacker, id) == set()


def test_nobody_lost_anything(planted: World) -> None:
    """After every verb was tried by one user with the ids of others, the others have what they had: not a row more or
    less, not a byte else."""
    attacker, *others = planted.residents[:4]
    before = [held(planted.store, one.scope) for one in others]
    user = planted.user(attacker)
    for victim in others:
        for verb in BY_ID:
            for _, id in victim.named[:12]:
                outcome(verb, user, id)
    assert [held(planted.store, one.scope) for one in others] == before


@each_row("verb", WHOLE)
def test_what_tells_all_tells_ones_own(planted: World, verb: str) -> None:
    """Nothing of another is in what a user is told about everything."""
    for one in nonempty(planted.residents[::7]):
        told = shown(WHOLE[verb](planted.user(one)))
        assert planted.foreign(told, one, "") == set()


@each_row("verb", [*BY_NAME, *BY_WORDS])
def test_words_and_names_of_others_find_nothing_of_theirs(planted: World, verb: str) -> None:
    """Sessions, tasks, keys and words of another name nothing here."""
    attacker, victim = planted.residents[2], planted.residents[16]  # of two tenants, and of one name
    user = planted.user(attacker)
    names = (*victim.ids["session"], *victim.ids["task"], "account.place", "*")
    for given in (*names, victim.word("home"), victim.han, f"[PHONE #{victim.placeholder}]"):
        try:
            told: object = BY_TEXT[verb](user, given)
        except MnemicError as error:
            told = error
        assert planted.foreign(shown(told), attacker, given) == set()


def test_every_verb_is_attacked(shared: OpenMemory) -> None:
    """A verb that is in none of the tables has been forgotten by whoever added it."""
    user = shared.user("alice")
    rooms = {
        name: getattr(user, name)
        for name, member in inspect.getmembers(type(user))
        if isinstance(member, property) and not name.startswith("_") and name != "id"
    }
    rooms["session"] = SessionMemory(user._owner, "main", user.add)
    there = {name for name in dir(UserMemory) if not name.startswith("_")} - rooms.keys()
    for room, at in rooms.items():
        there |= {f"{room}.{name}" for name in dir(type(at)) if not name.startswith("_")}
    attacked = {name.split("/")[0] for table in (BY_ID, BY_NAME, BY_WORDS, WHOLE) for name in table}
    assert there - attacked - ELSEWHERE.keys() == set()
    assert (attacked | ELSEWHERE.keys()) - there == set()
