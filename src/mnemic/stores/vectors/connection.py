"""How an adapter reaches its engine: opened at first need, what the vendor raises made ours, closed once."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from threading import RLock
from types import ModuleType, TracebackType
from typing import Any
from urllib.parse import urlsplit

from mnemic.errors import InvalidSetting, MnemicError, StoreClosed, VectorEngineUnavailable


def vendor_package(name: str, extra: str) -> ModuleType:
    """A vendor's package.

    Raises:
        InvalidSetting: it is not installed.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise InvalidSetting(
            f'The vector engine {extra!r} needs one more package: pip install "mnemic[{extra}]".'
        ) from error


def is_address(place: str) -> bool:
    """Whether a place is a server rather than a file or a folder."""
    return place.startswith(("http://", "https://"))


def place_shown(place: str) -> str:
    """A place as messages name it: without user, password and query."""
    if not is_address(place):
        return place
    parts = urlsplit(place)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}".rstrip("/")


class EngineClient:
    """A client of an engine, made at first need and kept. An engine that is down when a memory is opened is no reason
    not to open it; once it is back, it is reached.

    Args:
        name: the engine, as settings call it.
        place: where it is; shown in errors.
        connect: makes the client.
        failures: what the vendor raises.
        close: lets go of a client.
        threads: whether several may use the client at once; else each waits for its turn.
    """

    def __init__(
        self,
        name: str,
        place: str,
        *,
        connect: Callable[[], Any],
        failures: tuple[type[BaseException], ...],
        close: Callable[[Any], object],
        threads: bool = True,
    ) -> None:
        self._name, self._place = name, place_shown(place)
        self._connect, self._failures, self._close = connect, failures, close
        self._client: Any = None
        self._closed = False
        self._threads = threads
        self.ready: dict[str, Any] = {}  # collections that are known to be there
        self.lock = RLock()

    def __enter__(self) -> Any:
        """The client; what the vendor raises inside becomes VectorEngineUnavailable.

        Raises:
            StoreClosed: it was closed.
            VectorEngineUnavailable: it cannot be reached.
        """
        client = self._reached()
        if not self._threads:
            self.lock.acquire()
        return client

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not self._threads:
            self.lock.release()
        if error is not None and self._is_failure(error):
            self.ready.clear()  # somebody may have dropped a collection: the next call looks again
            raise self._unavailable(error) from error

    def close(self) -> None:
        """Let go of the client. Closing twice is harmless."""
        with self.lock:
            client, self._client, self._closed = self._client, None, True
            try:
                if client is not None:
                    self._close(client)
            except self._failures as error:
                raise self._unavailable(error) from error
            finally:
                self.ready.clear()

    def _reached(self) -> Any:
        with self.lock:
            if self._closed:
                raise StoreClosed(f"The vector engine {self._name} at {self._place} has been closed.")
            if self._client is None:
                try:
                    self._client = self._connect()
                except BaseException as error:
                    if self._is_failure(error):
                        raise self._unavailable(error) from error
                    raise
            return self._client

    def _is_failure(self, error: BaseException) -> bool:
        # Vendors' bindings to Rust raise `Exception` itself; what is ours never is exactly that.
        vendors = isinstance(error, self._failures) or type(error) is Exception
        return vendors and not isinstance(error, MnemicError)

    def _unavailable(self, error: BaseException) -> VectorEngineUnavailable:
        """Vendors' own messages may hold keys and texts: only the kind of error is named."""
        return VectorEngineUnavailable(
            f"The vector engine {self._name} at {self._place} cannot be used ({type(error).__name__}): look whether it "
            "runs and takes the key. The records are safe, and it is told what it missed when it is back."
        )
