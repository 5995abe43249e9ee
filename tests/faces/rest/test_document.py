"""The OpenAPI document and the page that shows it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from mnemic.faces.http import table
from mnemic.faces.http.errors import PROBLEM
from tests.tables import nonempty


@pytest.fixture
def document(client: TestClient) -> dict[str, Any]:
    """The document as the server gives it."""
    shape: dict[str, Any] = client.get("/openapi.json").json()
    return shape


def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every operation by its id."""
    return {one["operationId"]: one for path in document["paths"].values() for one in path.values()}


def test_every_route_is_in_it(document: dict[str, Any]) -> None:
    """Each route is an operation with its name, its tag and its words; so are the batch and the events."""
    named = operations(document)
    assert set(named) == {route.operation for route in table.ROUTES} | {"batch", "events"}
    tags = {tag["name"] for tag in document["tags"]}
    assert all(set(one["tags"]) <= tags and one["summary"] for one in named.values())
    assert document["openapi"].startswith("3.1")


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    """What is referred to is there, and nothing is there that nobody refers to."""
    places = set(re.findall(r"'#/components/(\w+)/(\w+)'", str(document)))
    there = {(sort, name) for sort in ("schemas", "responses") for name in document["components"][sort]}
    assert places == there


def test_every_error_is_a_problem(document: dict[str, Any]) -> None:
    """Every answer of 400 and more is a problem document."""
    shared = document["components"]["responses"]
    for one in nonempty(operations(document).values()):
        for code, said in nonempty(one["responses"].items()):
            if code >= "400":
                meant = shared[code] if "$ref" in said else said
                assert list(meant["content"]) == [PROBLEM]


def test_every_body_has_an_example(document: dict[str, Any]) -> None:
    """A JSON body shows how it looks, and no example belongs to nothing."""
    shown = set()
    for name, one in operations(document).items():
        content = one.get("requestBody", {}).get("content", {}).get("application/json")
        if content is not None:
            assert "example" in content, name
            shown.add(name)
    assert {route.operation for route in table.ROUTES if route.example is not None} | {"batch"} == shown


def test_every_parameter_in_a_path_is_said(document: dict[str, Any]) -> None:
    """What stands in braces is a parameter that is required."""
    for path, methods in nonempty(document["paths"].items()):
        for one in nonempty(methods.values()):
            said = {each["name"] for each in one["parameters"] if each["in"] == "path" and each["required"]}
            assert said == set(re.findall(r"{(\w+)}", path))


def test_the_page_loads_nothing(client: TestClient) -> None:
    """The page that shows the document has no script, and nothing of it comes from elsewhere."""
    page = client.get("/docs")
    assert page.status_code == 200
    assert "<script" not in page.text
    assert re.findall(r"(?:src|href)=[\"']?([^\"' >]+)", page.text) == ["openapi.json"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
