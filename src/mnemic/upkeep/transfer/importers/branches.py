"""Conversations that are trees: answers that were asked for again, questions that were worded anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def path_to_leaf(parents: Mapping[str, str | None], leaf: str | None, latest: Callable[[str], float]) -> list[str]:
    """The nodes from the root to a leaf, root first. A tree that has lost its leaf is followed to the latest of its
    leaves; one that bites its own tail, as far as it goes without coming back.

    Args:
        parents: every node and its parent; a parent that is no node counts as none.
        leaf: where the conversation ended.
        latest: of a node, when it came, in seconds.
    """
    if not parents:
        return []
    if leaf not in parents:
        inner = set(parents.values())
        leaf = max((node for node in parents if node not in inner), key=latest, default=next(reversed(list(parents))))
    path: dict[str, None] = {}
    at: str | None = leaf
    while at is not None and at in parents and at not in path:
        path[at] = None
        at = parents[at]
    return list(reversed(path))
