"""Prometheus metrics: how many requests, how long, how they ended. No label says whom anything was about.

Several workers write into files of one folder (the environment's PROMETHEUS_MULTIPROC_DIR, which `mnemic serve` makes),
and whichever is asked adds them up.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Receive, Scope, Send

from mnemic import errors
from mnemic.api.memory import OpenMemory
from mnemic.errors import AccessDenied, MnemicError, StoreError
from mnemic.faces.grants import Grant
from mnemic.faces.rest.authentication import grant_of, local
from mnemic.faces.rest.instrumentation import FinishedRequest
from mnemic.faces.rest.responses import send_answer, send_problem

METRICS = "/metrics"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
WAITING_MAX = 1_000

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Edges of the histograms, in seconds."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    """What one server counts, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "mnemic_requests", "Requests that are over.", ("route", "method", "status"), registry=registry
        )
        self.seconds = Histogram(
            "mnemic_request_seconds",
            "Seconds from a request to the end of its answer.",
            ("route", "method"),
            registry=registry,
            buckets=SECONDS,
        )
        self.in_flight = Gauge(
            "mnemic_requests_in_flight", "Requests at hand.", registry=registry, multiprocess_mode="livesum"
        )
        self.verbs = Histogram(
            "mnemic_verb_seconds", "Seconds a verb took.", ("verb",), registry=registry, buckets=SECONDS
        )
        self.degraded = Counter(
            "mnemic_degraded", "Answers that a part which failed is missing from.", ("verb",), registry=registry
        )
        self.errors = Counter("mnemic_errors", "Requests that ended in an error.", ("error",), registry=registry)
        self.store_errors = Counter(
            "mnemic_store_errors", "Requests that ended in an error of the store.", registry=registry
        )

    @contextmanager
    def request(self, scope: Scope) -> Iterator[Callable[[FinishedRequest], None]]:
        """Count a request."""
        self.in_flight.inc()
        try:
            yield self._ended
        finally:
            self.in_flight.dec()

    @contextmanager
    def verb(self, name: str) -> Iterator[Callable[[object], None]]:
        """Time a verb, and count an answer that something is missing from."""
        begun = time.perf_counter()

        def told(said: object) -> None:
            if getattr(said, "degraded", None) or getattr(getattr(said, "trace", None), "degraded", None):
                self.degraded.labels(name).inc()

        try:
            yield told
        finally:
            self.verbs.labels(name).observe(time.perf_counter() - begun)

    def text(self, memory: OpenMemory) -> bytes:
        """Everything that was counted, in Prometheus' text format, with the users whose turns wait as of now."""
        shown = CollectorRegistry()
        shown.register(_Waiting(memory))
        if os.environ.get(FOLDER):
            MultiProcessCollector(shown)  # type: ignore[no-untyped-call]
            return generate_latest(shown)
        return generate_latest(self.registry) + generate_latest(shown)

    def _ended(self, done: FinishedRequest) -> None:
        method = done.method if done.method in METHODS else "other"
        self.requests.labels(done.route, method, str(done.status)).inc()
        self.seconds.labels(done.route, method).observe(done.seconds)
        if done.error:
            self.errors.labels(done.error).inc()
            if _of_the_store(done.error):
                self.store_errors.inc()


class _Waiting:
    """How many users' turns wait, looked up when it is asked for."""

    def __init__(self, memory: OpenMemory) -> None:
        self._memory = memory

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One number."""
        name, words = "mnemic_users_waiting", f"Users with turns not understood yet, {WAITING_MAX} at most."
        yield GaugeMetricFamily(name, words, value=self._memory.waiting(WAITING_MAX))


class MetricsPage:
    """`/metrics`: for keys that administrate and, where that is set, for whoever asks from this machine. It stands
    behind the authentication, which lets the path through where it is open."""

    def __init__(self, app: ASGIApp, metrics: Metrics, memory: OpenMemory, *, open_locally: bool) -> None:
        self._app = app
        self._metrics = metrics
        self._memory = memory
        self._open = open_locally

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass a request on."""
        if scope["type"] != "http" or scope["path"] != METRICS or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        try:
            grant = None if self._open and local(scope) else grant_of(scope)
            body = await asyncio.to_thread(self._text, grant)
        except MnemicError as error:
            await send_problem(error, scope, send)
            return
        await send_answer(scope, send, HTTPStatus.OK, body, media_type=CONTENT_TYPE_LATEST)

    def _text(self, grant: Grant | None) -> bytes:
        if grant is not None:
            grant.check_admin(self._memory, "The page of metrics")
            if grant.key is not None and not self._memory.reaches(grant.key.tenant):
                raise AccessDenied("The page of metrics is about every tenant.")
        return self._metrics.text(self._memory)


def _of_the_store(name: str) -> bool:
    found = getattr(errors, name, None)
    return isinstance(found, type) and issubclass(found, StoreError)
