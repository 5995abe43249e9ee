"""How much is tried: what `make quick` and `make test` can wait for, and what `make nightly` does in full.

The environment variable MNEMIC_PROFILE names the profile, `ci` where it is not set. Every count that could be larger
and would then find more has its place here, or goes through `examples`: whoever cuts one for speed keeps it whole for
the night.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

STORES = ("inmemory", "sqlite", "sealed", "postgres")
"""Every sort of store, the quickest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The counts of one profile."""

    examples: float
    """Of the examples that a property is worth, the share that is drawn."""

    library: tuple[str, ...]
    """Stores over which a law of the library runs."""

    storage: tuple[str, ...]
    """Stores over which a law of storage runs."""

    writers: int
    """Writers that are killed in the middle of an `add`."""

    workers: int
    """Workers that are killed in the middle of upkeep."""

    probes: int
    """Attempts at reading what is another user's, over each store."""

    histories: int
    """Histories of which something is forgotten and then searched for byte by byte, in each kind of file."""

    requests: int
    """Requests that Schemathesis draws for each operation of the server."""


PROFILES: Mapping[str, Effort] = {
    "quick": Effort(
        examples=0.1,
        library=STORES[:1],
        storage=STORES[:1],
        writers=4,
        workers=4,
        probes=1_000,
        histories=5,
        requests=1,
    ),
    "ci": Effort(
        examples=0.25,
        library=STORES[:1],
        storage=STORES,
        writers=20,
        workers=20,
        probes=10_000,
        histories=10,
        requests=2,
    ),
    "nightly": Effort(
        examples=1.0,
        library=STORES,
        storage=STORES,
        writers=100,
        workers=500,
        probes=1_000_000,
        histories=200,
        requests=50,
    ),
}
"""The profiles by name: `make quick`, `make test`, `make nightly`."""


def effort(name: str) -> Effort:
    """The counts of a profile.

    Raises:
        ValueError: if there is no such profile.
    """
    if name not in PROFILES:
        raise ValueError(f"MNEMIC_PROFILE is {name!r}: there are {', '.join(PROFILES)}.")
    return PROFILES[name]


PROFILE = os.environ.get("MNEMIC_PROFILE", "ci")
"""Of this run."""

EFFORT = effort(PROFILE)
"""What it tries."""


def examples(nightly: int, *, least: int = 5) -> int:
    """How many examples of a property, or rounds of a race, this run takes, where a night takes so many."""
    return max(min(nightly, least), round(nightly * EFFORT.examples))


def thinned(items: Sequence[Item]) -> Sequence[Item]:
    """Places where something is made to fail: each of them by night, every third and the last by day."""
    return items if PROFILE == "nightly" else [*items[:-1:3], *items[-1:]]
