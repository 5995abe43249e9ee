"""What stands between the network and the endpoints, from the outside in."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from starlette.types import ASGIApp

from mnemic.api.memory import OpenMemory
from mnemic.faces.grants import Doorkeeper
from mnemic.faces.rest.authentication import Authentication
from mnemic.faces.rest.headers import Hosts, Origins, Requests, with_cors
from mnemic.faces.rest.health import HealthRoutes, ProcessState
from mnemic.faces.rest.instrumentation import Watcher, WatchMiddleware
from mnemic.faces.rest.limits import Bodies, Deadline, Rates
from mnemic.faces.rest.logs import RequestLog
from mnemic.faces.rest.metrics import METRICS, Metrics, MetricsPage
from mnemic.faces.rest.telemetry import spans
from mnemic.settings import Settings

BROUGHT_IN = ("/transfer/import", "/transfer/survey")
"""Where files are brought in, with a limit of their own (setting import_bytes_max)."""

Layer = Callable[[ASGIApp], ASGIApp]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guards:
    """How one server process is guarded."""

    auth: bool = True  # whether a key is needed
    hosts: Collection[str] = ()  # the names it is called by; empty: any
    workers: int = 1  # processes that share the limits
    life: ProcessState = field(default_factory=ProcessState)
    without_key: Collection[str] = ()  # paths besides those of the health


def doorkeeper(memory: OpenMemory, settings: Settings) -> Doorkeeper:
    """Who knows the keys, as the settings have it."""
    return Doorkeeper(memory, cache_s=settings.key_cache_s, failures_max=settings.key_failures_max)


def guarded(app: ASGIApp, memory: OpenMemory, settings: Settings, guards: Guards) -> ASGIApp:
    """An application behind everything that a request passes before it.

    Raises:
        InvalidSetting: telemetry is on, and OpenTelemetry is not installed.
    """
    metrics = Metrics()
    watchers: list[Watcher] = [RequestLog(), metrics, *([spans()] if settings.telemetry else [])]
    door = doorkeeper(memory, settings) if guards.auth else None
    rates = Rates(per_minute=settings.requests_per_minute, workers=guards.workers)
    open_paths = frozenset(guards.without_key)
    layers: list[Layer] = [
        Requests,
        lambda inner: WatchMiddleware(inner, watchers),
        lambda inner: Hosts(inner, guards.hosts or settings.serve_hosts),
        lambda inner: inner if guards.auth else Origins(inner, settings.cors_origins),
        lambda inner: with_cors(inner, settings.cors_origins),
        lambda inner: HealthRoutes(inner, memory, guards.life),
        lambda inner: Deadline(inner, settings.request_timeout_s),
        lambda inner: Bodies(inner, settings.body_bytes_max, counted=BROUGHT_IN),
        lambda inner: Authentication(inner, door, rates, without_key=open_paths, local_paths=local_paths(settings)),
        lambda inner: MetricsPage(inner, metrics, memory, open_locally=settings.metrics_open),
    ]
    for layer in reversed(layers):
        app = layer(app)
    return app


def local_paths(settings: Settings) -> frozenset[str]:
    """Paths that need no key from this machine."""
    return frozenset({METRICS} if settings.metrics_open else ())
