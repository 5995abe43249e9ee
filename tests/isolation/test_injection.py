"""Text is text: what reads as SQL, as a pattern, as a query language, as JSON or as a path is stored and looked for as
it is, and reaches nobody else's rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.errors import InvalidInput, InvalidMetadata, InvalidQuery, MnemicError
from tests.isolation.stores import STORES
from tests.isolation.verbs import BY_TEXT
from tests.isolation.world import STATES, World, held, shown, world

HOSTILE = (
    "' OR '1'='1",
    "'; DELETE FROM memories; --",
    "x') UNION SELECT text FROM memories --",
    '" OR ""="',
    "1; ATTACH DATABASE 'x' AS y",
    "tenant = 'acme' OR 1=1 /*",
    "%",
    "_",
    "%zuq%",
    "zuq*",
    "zuq____go%",
    "\\",
    "\\%",
    ":tenant",
    "?",
    "$1",
    "%(tenant)s",
    "{tenant}",
    "{0.__class__}",
    "${jndi:x}",
    "{{ user }}",
    "text:zuq* OR NOT NEAR(a b, 10)",
    '"zuq" AND col:*',
    "(((((((((((",
    "[zuq",
    "(?s).*",
    "^.*$",
    "(a+)+$",
    '{"user_id": {"$ne": null}}',
    '"}, {"tenant": "acme',
    "metadata->>'user'",
    "../../etc/passwd",
    "..\\..\\memory.db",
    "/srv/memory.db",
    "file:///etc/passwd",
    "zuq\u202emoc",
    "zuq\u200b",
    "\uff07 OR 1=1",
    "ＳＥＬＥＣＴ ＊",
    "👩‍👩‍👧‍👦" * 20,
    "á" * 200,
    "\u0301" * 50,
    "zuq" * 80,
)
"""What a database, a search language, a pattern, a template or a file system would take for more than text."""


@pytest.fixture(scope="module", params=list(STORES))
def small(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A few users of three tenants over each store."""
    made = world(STORES[request.param](tmp_path_factory.mktemp("hostile")), users_each=(3, 2, 2))
    yield made
    made.close()


def test_hostile_words_reach_nobody(small: World) -> None:
    """As a question, as the name of a session or task, as an id or a hash: nothing of others comes back, nothing of
    anybody's is changed, and what cannot be used is refused by an error of ours."""
    attacker = small.residents[0]
    user = small.user(attacker)
    before = [held(small.store, one.scope, but=STATES) for one in small.residents]
    for verb, call in BY_TEXT.items():
        for text in HOSTILE:
            try:
                told: object = call(user, text)
            except MnemicError as error:
                told = error
            assert small.foreign(shown(told), attacker, text) == set(), (verb, text)
    assert [held(small.store, one.scope, but=STATES) for one in small.residents] == before


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_kinds_are_no_kinds(small: World, text: str) -> None:
    """A filter takes names of kinds, recipes, statuses and moments, and no language of its own."""
    user = small.user(small.residents[0])
    for refused in (
        lambda: user.search("zuq", kinds=[text]),
        lambda: user.search("zuq", recipe=text),
        lambda: user.list(kinds=[text]),
        lambda: user.list(status=text),
        lambda: user.search("zuq", as_of=text),
        lambda: user.list(known_at=text),
        lambda: user.entities(text),
        lambda: user.tasks.list(text),
        lambda: user.skills.list(status=text),
    ):
        with pytest.raises(InvalidInput):
            refused()


def test_hostile_text_comes_back_as_it_is(shared: OpenMemory) -> None:
    """As a message, as keys and values of metadata at any depth, as ids of turns and sessions: letter for letter,
    in the rows of whoever said it."""
    alice = shared.user("alice")
    for number, text in enumerate(HOSTILE):
        metadata = {text: {"deep": [text, {text: None}]}}
        said = {"role": "user", "content": f"{number} {text}", "id": text, "metadata": metadata}
        alice.add(said, session=text, infer=False)
        [turn] = alice.turns(text)
        assert (turn.id, turn.text, turn.metadata) == (text, f"{number} {text}", metadata)
        [memory] = alice.list(session=text)
        assert (memory.text, memory.metadata, memory.turns) == (f"{number} {text}", metadata, (text,))
    assert alice.stats().turns == len(HOSTILE)
    assert shared.user("bob").stats().turns == 0


@pytest.mark.parametrize("text", [text for text in HOSTILE if len(text) <= 200 and "/" not in text])
def test_hostile_names_of_tasks(shared: OpenMemory, text: str) -> None:
    """A task under such an id is found by it, and by nothing else; its slots take such names and values."""
    alice, bob = shared.user("alice"), shared.user("bob")
    alice.tasks.start("Go away", id=text, values={text: text})
    assert alice.tasks.get(text).data == {text: text}
    with pytest.raises(MnemicError):
        bob.tasks.get(text)
    with pytest.raises(MnemicError):
        alice.tasks.get(text + "x")


def test_keys_of_the_memory_itself_are_nobodys_to_set(shared: OpenMemory) -> None:
    """No caller sets what the memory keeps for itself in metadata, so that nobody claims a file, a part or a mark."""
    alice = shared.user("alice")
    for key in ("mnemic.files", "mnemic.", "mnemic.parts", "mnemic.x'; --"):
        with pytest.raises(InvalidMetadata):
            alice.add({"role": "user", "content": "I like tea.", "metadata": {key: [{"hash": "x"}]}})
    (id,) = alice.add("I like tea.").ids
    with pytest.raises(InvalidMetadata):
        alice.update(id, "I like green tea.", metadata={"mnemic.files": []})


def test_there_are_no_wildcards(shared: OpenMemory) -> None:
    """A star is no agent and no session: it neither reads for all nor names everybody."""
    shared.user("alice", agent="travel").add("I prefer aisle seats.", session="s1")
    with pytest.raises(InvalidQuery):
        shared.user("alice", agent="*")
    assert shared.user("alice").turns("*") == []
    assert shared.user("*").list() == []
