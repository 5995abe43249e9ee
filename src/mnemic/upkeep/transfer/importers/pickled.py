"""The plain values of a pickle, read without unpickling: nothing is imported, nothing is called, whatever it asks for.

A pickle is a program that may name any function and call it. This reads the part of that language that builds data
(Python documentation, module `pickletools`); an object of a class comes as a `Shell` with the state it would be given,
and a call of a function as a `Shell` too, uncalled.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mnemic.domain.regex import Regex

NODES_MAX = 1_000_000
"""Values in one pickle, each counted as often as it is reached: a short pickle can stand for an endless value."""
DEPTH_MAX = 64
"""Levels of values within values."""

_MARK = object()
_FLOATS = Regex(rb"(?:G.{8})+", re.DOTALL)


class UnmadeObject:
    """An object of some class that was not made."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state: Any = None


def plain_values(data: bytes) -> Any:
    """The value a pickle stands for, its objects as shells. Sets come as lists.

    Raises:
        ValueError: no pickle, broken off, or using what only live objects need.
    """
    machine = _Machine(data=data)
    try:
        machine.run()
        value = machine.stack[-1]
        _bounded(value)
    except (IndexError, KeyError, TypeError, AttributeError, struct.error, RecursionError) as error:
        raise ValueError(f"the pickle cannot be read: {error!r}") from error
    return value


def _bounded(value: Any) -> None:
    """Raise where walking a value would take too long or too deep: its parts may be shared, or hold themselves."""
    left = NODES_MAX
    open_values = [(value, 0)]
    while open_values:
        one, depth = open_values.pop()
        parts = _parts(one)
        left -= 1 + len(parts)
        if left < 0 or depth > DEPTH_MAX:
            raise ValueError("the pickle holds too much, or itself")
        open_values += [(part, depth + 1) for part in parts if isinstance(part, list | dict | tuple | UnmadeObject)]


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, UnmadeObject):
        return [value.state]
    return list(value) if isinstance(value, list | tuple) else []


@dataclass(slots=True, kw_only=True)
class _Machine:
    """The stack machine a pickle is written for, as far as it builds data."""

    data: bytes
    at: int = 0
    stack: list[Any] = field(default_factory=list)
    memo: dict[int, Any] = field(default_factory=dict)

    def run(self) -> None:
        while (code := self.take(1)) != b".":
            step = _STEPS.get(code)
            if step is None:
                raise ValueError(f"the pickle uses the instruction {code!r}, which data does not need")
            step(self)

    def take(self, size: int) -> bytes:
        taken = self.data[self.at : self.at + size]
        if len(taken) < size:
            raise ValueError("the pickle breaks off")
        self.at += size
        return taken

    def number(self, form: str) -> Any:
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def floats(self) -> None:
        """Push the number whose instruction has been taken, and those that follow: a vector is a thousand in a row."""
        run = _FLOATS.match(self.data, self.at - 1)
        if run is None:
            raise ValueError("the pickle breaks off")
        self.at = run.end()
        self.stack.extend(value for (value,) in struct.iter_unpack(">xd", run.group()))

    def line(self) -> str:
        end = self.data.index(b"\n", self.at)
        return self.take(end - self.at + 1)[:-1].decode()

    def push(self, value: Any) -> None:
        self.stack.append(value)

    def marked(self) -> list[Any]:
        """Take what lies above the last mark, and the mark."""
        values: list[Any] = []
        while (value := self.stack.pop()) is not _MARK:
            values.append(value)
        return values[::-1]

    def popped(self, count: int) -> list[Any]:
        if len(self.stack) < count:
            raise ValueError("the pickle takes more than it has")
        values = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        return values


Do = Callable[[_Machine], object]


def _push(make: Callable[[_Machine], Any]) -> Do:
    return lambda machine: machine.push(make(machine))


def _sized(form: str, make: Callable[[bytes], Any]) -> Do:
    return lambda machine: machine.push(make(machine.take(machine.number(form))))


def _memoize(machine: _Machine, place: int) -> None:
    machine.memo[place] = machine.stack[-1]


def _set_items(machine: _Machine, values: list[Any]) -> None:
    target = machine.stack[-1]
    if not isinstance(target, dict):
        raise ValueError("the pickle sets items of what is no dict")
    target.update(zip(values[::2], values[1::2], strict=True))


def _append(machine: _Machine, values: list[Any]) -> None:
    target = machine.stack[-1]
    if not isinstance(target, list):
        raise ValueError("the pickle appends to what is no list")
    target.extend(values)


def _global(machine: _Machine, module: Any, name: Any) -> None:
    machine.push(UnmadeObject(f"{module}.{name}"))


def _made(machine: _Machine, count: int) -> None:
    """In place of a call or a new object, a shell of the same name that holds what it would be given."""
    called, *given = machine.popped(count)
    shell = UnmadeObject(called.name if isinstance(called, UnmadeObject) else type(called).__name__)
    shell.state = given
    machine.push(shell)


def _build(machine: _Machine) -> None:
    (state,) = machine.popped(1)
    target = machine.stack[-1]
    if not isinstance(target, UnmadeObject):
        raise ValueError("the pickle gives a state to what is no object")
    target.state = state


def _utf8(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _integer(data: bytes) -> int:
    return int.from_bytes(data, "little", signed=True)


_STEPS: dict[bytes, Do] = {
    b"\x80": lambda m: m.take(1),  # protocol
    b"\x95": lambda m: m.take(8),  # frame
    b"N": _push(lambda m: None),
    b"\x88": _push(lambda m: True),
    b"\x89": _push(lambda m: False),
    b"K": _push(lambda m: m.number("<B")),
    b"M": _push(lambda m: m.number("<H")),
    b"J": _push(lambda m: m.number("<i")),
    b"G": lambda m: m.floats(),
    b"\x8a": _sized("<B", _integer),
    b"\x8c": _sized("<B", _utf8),
    b"X": _sized("<I", _utf8),
    b"\x8d": _sized("<Q", _utf8),
    b"C": _sized("<B", bytes),
    b"B": _sized("<I", bytes),
    b"\x8e": _sized("<Q", bytes),
    b"\x96": _sized("<Q", bytes),
    b"}": _push(lambda m: {}),
    b"]": _push(lambda m: []),
    b"\x8f": _push(lambda m: []),  # an empty set
    b")": _push(lambda m: ()),
    b"(": _push(lambda m: _MARK),
    b"t": _push(lambda m: tuple(m.marked())),
    b"l": _push(lambda m: m.marked()),
    b"\x91": _push(lambda m: m.marked()),  # a frozen set
    b"\x85": _push(lambda m: tuple(m.popped(1))),
    b"\x86": _push(lambda m: tuple(m.popped(2))),
    b"\x87": _push(lambda m: tuple(m.popped(3))),
    b"s": lambda m: _set_items(m, m.popped(2)),
    b"u": lambda m: _set_items(m, m.marked()),
    b"a": lambda m: _append(m, m.popped(1)),
    b"e": lambda m: _append(m, m.marked()),
    b"\x90": lambda m: _append(m, m.marked()),  # items of a set
    b"\x94": lambda m: _memoize(m, len(m.memo)),
    b"q": lambda m: _memoize(m, m.number("<B")),
    b"r": lambda m: _memoize(m, m.number("<I")),
    b"h": _push(lambda m: m.memo[m.number("<B")]),
    b"j": _push(lambda m: m.memo[m.number("<I")]),
    b"c": lambda m: _global(m, m.line(), m.line()),
    b"\x93": lambda m: _global(m, *m.popped(2)),
    b"R": lambda m: _made(m, 2),
    b"\x81": lambda m: _made(m, 2),
    b"\x92": lambda m: _made(m, 3),
    b"b": _build,
    b"0": lambda m: m.popped(1),
    b"2": _push(lambda m: m.stack[-1]),
}
