"""The asynchronous face: the same verbs, awaited, and nothing else."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from mnemic.api.asynchronous import AsyncMemory, AsyncUserMemory
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.errors import InvalidMessage, StoreClosed

NOT_AWAITED = {"read_new", "skill"}  # what the memory itself calls, and a decorator


def verbs(of: object) -> set[str]:
    """Public names of an object."""
    return {name for name in dir(of) if not name.startswith("_")}


def test_every_verb_can_be_awaited(opened: OpenMemory) -> None:
    """An asynchronous user has the verbs of a user, with their signatures and docstrings."""
    user = opened.user("alice")
    awaited = AsyncUserMemory(user)
    assert verbs(awaited) == verbs(user)
    rooms = {name for name in verbs(UserMemory) if isinstance(getattr(UserMemory, name), property)} - {"id"}
    for room in rooms:
        here, there = getattr(awaited, room), getattr(user, room)
        assert verbs(here) == verbs(there) - NOT_AWAITED, room
        for name in verbs(here):
            assert inspect.iscoroutinefunction(getattr(here, name))
            assert getattr(here, name).__doc__ == getattr(there, name).__doc__
    conversation, twin = user.session("s1"), awaited.session("s1")
    assert verbs(twin) == verbs(conversation)
    assert all(inspect.iscoroutinefunction(getattr(twin, name)) for name in verbs(twin) - {"id"})
    for name in verbs(user) - rooms - {"id", "session"}:
        assert inspect.iscoroutinefunction(getattr(awaited, name))
        assert inspect.signature(getattr(awaited, name)) == inspect.signature(getattr(user, name))
        assert getattr(awaited, name).__doc__ == getattr(UserMemory, name).__doc__
    assert verbs(AsyncMemory(opened)) == verbs(opened)


def test_awaited_verbs_do_what_the_verbs_do(opened: OpenMemory) -> None:
    """Users served at once in one event loop keep to themselves, and errors come through."""

    async def serve(memory: AsyncMemory, name: str) -> list[str]:
        user = memory.user(name)
        await user.add(f"My favourite colour is {name}.")
        with pytest.raises(InvalidMessage):
            await user.add(" ")
        return [hit.memory.text for hit in await user.search("favourite colour", kinds=["preference"])]

    async def main() -> list[list[str]]:
        async with AsyncMemory(opened) as memory:
            names = [f"{shade} {colour}" for shade in ("light", "dark") for colour in ("blue", "green", "red")]
            answers = await asyncio.gather(*(serve(memory, name) for name in names))
            assert answers == [[f"The user's favourite colour is {name}."] for name in names]
            assert await memory.run_due() == 0
        return answers

    asyncio.run(main())
    with pytest.raises(StoreClosed):
        opened.user("alice")


def test_an_agent_narrows_as_it_does_elsewhere(opened: OpenMemory) -> None:
    """`user(..., agent=...)` reads and writes under that agent only."""

    async def main() -> None:
        memory = AsyncMemory(opened)
        await memory.user("alice", agent="travel").add("I prefer aisle seats.")
        assert await memory.user("alice", agent="shop").list() == []
        assert [found.agent for found in await memory.user("alice").list()] == ["travel"]

    asyncio.run(main())
