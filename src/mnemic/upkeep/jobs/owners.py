"""Which opened memory works on what, and whether it still lives: a lease of the dead holds nobody up."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path
from uuid import uuid4

_living: set[str] = set()
_lock = threading.Lock()


def begin_owner() -> str:
    """A name for an opened memory of this process: host, process, when that began, and one drawn for itself."""
    owner = "/".join((socket.gethostname(), str(os.getpid()), _began(os.getpid()), uuid4().hex))
    with _lock:
        _living.add(owner)
    return owner


def end_owner(owner: str) -> None:
    """An opened memory is closed."""
    with _lock:
        _living.discard(owner)


def is_owner_alive(owner: str) -> bool:
    """Whether the owner of a lease may still be at work. One on another machine may, for all that is known here."""
    host, process, began, _ = owner.rsplit("/", 3)
    if host != socket.gethostname():
        return True
    pid = int(process)
    if pid == os.getpid():
        with _lock:
            return owner in _living
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _began(pid) == began


def _began(pid: int) -> str:
    """When a process began, in ticks since the machine did, so that another with its number is told apart; where the
    system does not say, nothing."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]
