"""Connections of a process are its own: a child that is forked off forgets its parent's, and makes others."""

from __future__ import annotations

import os
from typing import Protocol
from weakref import WeakSet


class ForkListener(Protocol):
    """Whoever holds connections that a child must not use."""

    def after_fork_in_child(self) -> None:
        """Forget the parent's connections, without closing them."""
        ...


def tell_in_children(one: ForkListener) -> None:
    """Have somebody told in every child, for as long as he lives."""
    _told.add(one)


_told: WeakSet[ForkListener] = WeakSet()


def _after_fork_in_child() -> None:
    for one in list(_told):
        one.after_fork_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
