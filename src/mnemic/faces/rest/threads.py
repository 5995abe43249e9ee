"""Where verbs run: they wait for the store and for models, so never on the event loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio.to_thread

Result = TypeVar("Result")


async def in_thread(work: Callable[..., Result], *args: Any) -> Result:
    """Run something in a thread. Where the request is given up meanwhile it goes on to its end, so that nothing is half
    done, and nobody waits for it."""
    return await anyio.to_thread.run_sync(partial(work, *args), abandon_on_cancel=True)
