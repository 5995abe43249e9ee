"""The server keeps what its document promises: whatever is sent, it answers with a status, a type and a shape that
stand there, and never with an error of its own (Schemathesis)."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.types import ASGIApp

import mnemic
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.settings import load
from tests.effort import EFFORT, PROFILE

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def _served() -> ASGIApp:
    """A server without keys, on a memory in a file of its own."""
    place = Path(tempfile.mkdtemp(prefix="mnemic-fuzz-")) / "memory.db"
    memory = mnemic.open(
        place, embedder="hashing", background=False, encryption_key=base64.b64encode(bytes(32)).decode()
    )
    chosen = load(embedder="hashing", background=False)
    memory.user("alice").add("I live in Berlin. 我喜欢靠窗的座位。", session="s1")
    return guarded(create_app(memory, chosen), memory, chosen, Guards(auth=False))


CONFIG = SchemathesisConfig.from_dict({"phases": {"coverage": {"enabled": False}, "stateful": {"enabled": False}}})
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", _served(), config=CONFIG).exclude(operation_id="events")
"""Without the one answer that has no end (`rest/test_events` has it)."""


@SCHEMA.parametrize()
@settings(
    max_examples=EFFORT.requests,
    deadline=None,
    derandomize=PROFILE == "ci",
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_answers_as_the_document_says(case: Any) -> None:
    """Every answer stands in the document."""
    case.call_and_validate(checks=CHECKS)
