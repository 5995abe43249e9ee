"""OpenTelemetry: a span for every request and every verb in it, hung on the caller's trace (W3C traceparent).

Spans say which route, verb and status, and never whom it was about or what was said.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from starlette.types import Scope

from mnemic.errors import InvalidSetting
from mnemic.faces.rest.instrumentation import FinishedRequest

if TYPE_CHECKING:
    from opentelemetry.trace import TracerProvider

EXPORTERS: Mapping[str, tuple[str, str, str]] = {
    "console": ("opentelemetry.sdk.trace.export", "ConsoleSpanExporter", "opentelemetry-sdk"),
    "otlp": (
        "opentelemetry.exporter.otlp.proto.http.trace_exporter",
        "OTLPSpanExporter",
        "opentelemetry-exporter-otlp-proto-http",
    ),
}
"""By the names the environment's OTEL_TRACES_EXPORTER knows: where each lies, and in which package."""

SERVER_ERROR = 500


class Spans:
    """Makes the spans."""

    def __init__(self, provider: TracerProvider | None = None) -> None:
        from opentelemetry import trace
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._tracer = trace.get_tracer("mnemic", tracer_provider=provider)
        self._carried = TraceContextTextMapPropagator()
        self._trace = trace

    @contextmanager
    def request(self, scope: Scope) -> Iterator[Callable[[FinishedRequest], None]]:
        """The span of a request."""
        names = (b"traceparent", b"tracestate")
        headers = {key.decode(): value.decode("latin-1") for key, value in scope["headers"] if key in names}
        with self._tracer.start_as_current_span(
            scope["method"],
            context=self._carried.extract(headers),
            kind=self._trace.SpanKind.SERVER,
            record_exception=False,  # what an error says may be private
            set_status_on_exception=False,
        ) as span:

            def ended(done: FinishedRequest) -> None:
                span.update_name(f"{done.method} {done.route}")
                span.set_attributes(
                    {
                        "http.request.method": done.method,
                        "http.route": done.route,
                        "http.response.status_code": done.status,
                        "mnemic.request_id": done.id,
                    }
                )
                if done.error:
                    span.set_attribute("error.type", done.error)
                if done.status >= SERVER_ERROR:
                    span.set_status(self._trace.StatusCode.ERROR)

            yield ended

    @contextmanager
    def verb(self, name: str) -> Iterator[Callable[[object], None]]:
        """The span of a verb."""
        with self._tracer.start_as_current_span(
            f"mnemic.{name}", record_exception=False, set_status_on_exception=False
        ) as span:

            def answered(said: object) -> None:
                if getattr(said, "degraded", None):
                    span.set_attribute("mnemic.degraded", True)

            yield answered


def spans(environment: Mapping[str, str] = os.environ) -> Spans:
    """Who makes spans: into the provider that the process has set up, else into the exporter that the environment
    names.

    Raises:
        InvalidSetting: OpenTelemetry, or the exporter's package, is not installed.
    """
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise InvalidSetting(
            "Setting 'telemetry' needs OpenTelemetry: pip install 'mnemic[telemetry]', or set MNEMIC_TELEMETRY=false."
        ) from error
    if isinstance(trace.get_tracer_provider(), TracerProvider):
        return Spans()
    name = environment.get("OTEL_TRACES_EXPORTER", "otlp")
    service = environment.get("OTEL_SERVICE_NAME", "mnemic")
    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    provider.add_span_processor(BatchSpanProcessor(_exporter(name)))
    trace.set_tracer_provider(provider)
    return Spans()


def _exporter(name: str) -> Any:
    if name not in EXPORTERS:
        raise InvalidSetting(f"OTEL_TRACES_EXPORTER is {name!r}. Known are: {', '.join(EXPORTERS)}.")
    module, exporter, package = EXPORTERS[name]
    try:
        return getattr(importlib.import_module(module), exporter)()
    except ImportError as error:
        raise InvalidSetting(f"OTEL_TRACES_EXPORTER is {name!r}, which needs: pip install {package}.") from error
