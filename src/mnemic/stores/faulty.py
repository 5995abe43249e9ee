"""A store that fails on purpose, for tests of what callers do when a store fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, cast

from mnemic.domain.api_key import ApiKey
from mnemic.domain.audit_log import AuditLog
from mnemic.domain.diagnosis import Diagnosis
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.ports import Reader, Store, Writer


class FaultyStore:
    """Passes every call on, and raises `error` instead of the call number `fail_at` (the first is 1; 0 never fails).

    Counted are the methods of the store but `close`, every method of a reader and a writer, and for each transaction
    two more: "commit" (raising there undoes it) and "committed" (it is kept, and the caller does not know).
    Run a flow once with `fail_at=0`, then once for each number up to `len(calls)`.
    """

    def __init__(self, store: Store, *, fail_at: int = 0, error: Exception | None = None) -> None:
        self.calls: list[str] = []
        self.fail_at = fail_at
        self.audit_key = store.audit_key
        self._store = store
        self._error = error

    @property
    def feeding(self) -> Callable[[Scope], None] | None:
        """The store's own."""
        return self._store.feeding

    @feeding.setter
    def feeding(self, told: Callable[[Scope], None] | None) -> None:
        """Have the store tell this one."""
        self._store.feeding = told

    def users_with_outbox(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """As the store's, counted."""
        self.count("users_with_outbox")
        return self._store.users_with_outbox(after=after, limit=limit)

    def count(self, call: str) -> None:
        """Take note of a call, and raise the error if it is the one to fail."""
        self.calls.append(call)
        if len(self.calls) == self.fail_at:
            raise self._error or OSError(f"call {self.fail_at} ({call}) fails on purpose")

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Reader]:
        """A snapshot whose calls are counted."""
        self.count("reading")
        with self._store.reading(scope) as reader:
            yield cast(Reader, _Counted(reader, self))

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        """A transaction whose calls are counted, the commit too."""
        self.count("writing")
        with self._store.writing(scope) as writer:
            yield cast(Writer, _Counted(writer, self))
            self.count("commit")
        self.count("committed")

    def backlog(self, limit: int, *, at: datetime | None = None) -> list[Scope]:
        """As the store's, counted."""
        self.count("backlog")
        return self._store.backlog(limit, at=at)

    def due(
        self,
        job: Job,
        *,
        since: datetime | None = None,
        note: str | None = None,
        at: datetime,
        resting: bool = False,
        after: Scope | None,
        limit: int,
    ) -> list[Scope]:
        """As the store's, counted."""
        self.count("due")
        return self._store.due(job, since=since, note=note, at=at, resting=resting, after=after, limit=limit)

    def users_with_questions(self, limit: int) -> list[Scope]:
        """As the store's, counted."""
        self.count("users_with_questions")
        return self._store.users_with_questions(limit)

    def users(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """As the store's, counted."""
        self.count("users")
        return self._store.users(after=after, limit=limit)

    def reading_audit_log(self, tenant: str) -> AbstractContextManager[AuditLog]:
        """As the store's, counted."""
        self.count("reading_audit_log")
        return self._store.reading_audit_log(tenant)

    def note(self, tenant: str, *, at: datetime, actor: str, action: str) -> None:
        """As the store's, counted."""
        self.count("note")
        self._store.note(tenant, at=at, actor=actor, action=action)

    def tenants(self) -> list[str]:
        """As the store's, counted."""
        self.count("tenants")
        return self._store.tenants()

    def keep_api_key(self, key: ApiKey) -> None:
        """As the store's, counted."""
        self.count("keep_api_key")
        self._store.keep_api_key(key)

    def drop_api_key(self, tenant: str, id: str) -> bool:
        """As the store's, counted."""
        self.count("drop_api_key")
        return self._store.drop_api_key(tenant, id)

    def api_keys(self, tenant: str) -> list[ApiKey]:
        """As the store's, counted."""
        self.count("api_keys")
        return self._store.api_keys(tenant)

    def api_key(self, id: str) -> ApiKey | None:
        """As the store's, counted."""
        self.count("api_key")
        return self._store.api_key(id)

    def check(self) -> list[Diagnosis]:
        """As the store's, counted."""
        self.count("check")
        return self._store.check()

    def mend(self, found: Sequence[Diagnosis]) -> None:
        """As the store's, counted."""
        self.count("mend")
        self._store.mend(found)

    def backup(self, path: Path, *, tell: Callable[[int, int], None]) -> None:
        """As the store's, counted."""
        self.count("backup")
        self._store.backup(path, tell=tell)

    def purge(self) -> None:
        """As the store's, counted."""
        self.count("purge")
        self._store.purge()

    def close(self) -> None:
        """As the store's; never fails on purpose."""
        self._store.close()


class _Counted:
    """A reader or writer whose methods are counted when they are called."""

    def __init__(self, inner: Reader | Writer, store: FaultyStore) -> None:
        self.scope = inner.scope
        self._inner = inner
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return partial(self._call, name)

    def _call(self, name: str, *arguments: Any, **named: Any) -> Any:
        self._store.count(name)
        return getattr(self._inner, name)(*arguments, **named)
