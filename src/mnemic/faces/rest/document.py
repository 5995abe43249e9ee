"""The OpenAPI document, made from the table of routes, and a page that shows it."""

from __future__ import annotations

import html
import inspect
from collections.abc import Mapping
from typing import Any

import mnemic
from mnemic.domain.route import AGENT, EVENTS, IDEMPOTENCY_KEY, JSON, PURPOSE, Route
from mnemic.domain.upkeep import JobState
from mnemic.faces.http import signatures, table
from mnemic.faces.http.codec import Schema, Schemas
from mnemic.faces.http.errors import PROBLEM
from mnemic.faces.http.signatures import NOTHING_GIVEN, AnswerShape, Argument, Signature
from mnemic.faces.rest.batch import OFFERED
from mnemic.settings import Settings

OPENAPI = "3.1.0"
ERRORS = {
    "400": "What was sent cannot be used; `errors` names the field.",
    "401": "No key, or one that is not taken.",
    "403": "The key does not reach that far, or only the user's own word does.",
    "404": "There is no such thing of this user.",
    "429": "Too many requests with this key; Retry-After says how long to wait.",
    "500": "Something went wrong in the server.",
    "503": "The store, an engine or a model cannot be reached at the moment; Retry-After says when to try again.",
}
SHARED = {code: {"$ref": f"#/components/responses/{code}"} for code in ERRORS}
"""What every operation may answer."""

OF_A_BODY = {"413": "The body is too large.", "415": "The body is of a type that is not taken."}
OF_A_KEY = {"409": "The Idempotency-Key was used for something else, or the first request with it is still running."}
CONFLICT = {"409": "It is over and changes no more, or the Idempotency-Key was used for something else."}
OF_A_VERSION = {"412": "The memory has another version than If-Match says."}
OF_A_MODEL = {"502": "A model gave no usable answer."}
EVENT: Schema = {
    "type": "object",
    "description": "A server-sent event; its data is JSON.",
    "properties": {name: {"type": "string"} for name in ("id", "event", "data")},
    "required": ["event", "data"],
}

TAGS = {
    "memory": "What is remembered of a user, and how it is found.",
    "session": "One conversation.",
    "files": "Images, recordings and documents as sources of memory.",
    "tasks": "Working memory: tasks with their slots, steps and constraints.",
    "skills": "Procedural memory.",
    "permanent": "Permanent memory: it changes by the user's own word only.",
    "profile": "The user's portrait.",
    "upkeep": "What is done when nobody is looking, by hand.",
    "quarantine": "What the guard holds for review.",
    "trust": "What the memory rests on, source by source.",
    "transfer": "A memory out and in.",
    "administration": "What is about everybody; for keys of administrators.",
}

IN_PATHS = {
    "id": "Its id.",
    "hash": "SHA-256 of the file, or its first eight characters or more.",
    "skill": "Id or name of the skill.",
    "key": "Key of the permanent memory.",
    "name": "Name of the entity.",
    "one": "Name of an entity.",
    "other": "Name of another entity.",
    "said": "Id of the memory.",
    "slot": "Name of the slot.",
}
"""What stands in paths, where the verb says nothing of it."""

BATCH_EXAMPLE = {
    "operations": [
        {"verb": "add", "arguments": {"messages": "I moved to Berlin."}},
        {"verb": "search", "arguments": {"query": "Where do I live?"}},
    ]
}


def document(settings: Settings) -> dict[str, Any]:
    """The OpenAPI document of the server."""
    schemas = Schemas()
    schemas.named["Problem"] = _problem()
    paths: dict[str, dict[str, Any]] = {}
    for route in table.ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas, settings)
    paths[table.BATCH_PATH] = {"post": _batch(settings)}
    paths[table.EVENTS_PATH] = {"get": _events(schemas)}
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "Mnemic",
            "version": mnemic.__version__,
            "summary": "The memory of AI agents.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "security": [{"bearer": []}, {"header": []}],
        "tags": [{"name": name, "description": said} for name, said in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.named.items())),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "header": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
            },
            "responses": {code: _error(said) for code, said in ERRORS.items()},
        },
    }


def _operation(route: Route, schemas: Schemas, settings: Settings) -> dict[str, Any]:
    signature = signatures.of(route)
    made: dict[str, Any] = {
        "operationId": route.operation,
        "tags": [route.tag],
        "summary": signature.summary,
        "description": signature.description,
        "parameters": _parameters(route, signature, schemas, settings),
        "responses": _responses(route, signature, schemas),
    }
    if route.content is not None:
        content = {"type": "string", "format": "binary", "minLength": 1}
        made["requestBody"] = {"required": True, "content": {media: {"schema": content} for media in route.takes}}
    elif signature.body:
        made["requestBody"] = _body(route, signature, schemas)
    return made


def _parameters(route: Route, signature: Signature, schemas: Schemas, settings: Settings) -> list[dict[str, Any]]:
    user = [] if route.whole else [_whose()]
    made = user + [
        _parameter(
            one.sent, "path", {**schemas.of(one.hint), "minLength": 1}, one.description or IN_PATHS.get(one.sent, "")
        )
        for one in signature.path
    ]
    made += [_in_query(one, schemas) for one in signature.query]
    if route.paged:
        most = settings.page_items_max
        limit = {"type": "integer", "minimum": 1, "maximum": most, "default": min(settings.page_items, most)}
        made.append(_parameter("limit", "query", limit, "Most items of a page."))
        made.append(_parameter("cursor", "query", {"type": "string"}, "`next` of the page before."))
    made += [_header(name, said) for name, said in _headers(route).items()]
    return made


def _headers(route: Route) -> dict[str, str]:
    named = {}
    if not route.whole:
        named[AGENT] = "The agent through which the memory is seen, percent-encoded."
        named[PURPOSE] = "What it is used for, percent-encoded."
    if route.repeatable:
        named[IDEMPOTENCY_KEY] = "The same request sent again with it is done once, and gets the same answer."
    if route.versioned:
        condition = "If-None-Match" if route.method == "GET" else "If-Match"
        named[condition] = "The ETag of the memory as the caller knows it."
    return named


def _header(name: str, said: str) -> dict[str, Any]:
    shape: Schema = {"type": "string"}
    if name == IDEMPOTENCY_KEY:
        shape |= {"minLength": 1, "maxLength": 255}
    return {"name": name, "in": "header", "required": False, "schema": shape, "description": said}


def _parameter(name: str, place: str, shape: Schema, said: str) -> dict[str, Any]:
    made = {"name": name, "in": place, "required": place == "path", "schema": shape}
    return made | ({"description": said} if said else {})


def _whose() -> dict[str, Any]:
    return _parameter("user", "path", {"type": "string", "minLength": 1}, "Whose memory it is.")


def _in_query(one: Argument, schemas: Schemas) -> dict[str, Any]:
    shape = _defaulted(one, schemas)
    made = _parameter(one.sent, "query", shape, one.description) | {"required": one.required}
    if any(option.get("type") == "object" for option in shape.get("anyOf", [shape])):
        del made["schema"]
        made["content"] = {JSON: {"schema": shape}}
    return made


def _defaulted(one: Argument, schemas: Schemas) -> Schema:
    shape = schemas.of(one.hint)
    if one.default is NOTHING_GIVEN or one.rest or one.default is None:
        return shape
    default = list(one.default) if isinstance(one.default, tuple) else one.default
    return shape | {"default": default}


def _body(route: Route, signature: Signature, schemas: Schemas) -> dict[str, Any]:
    named = {one.sent: one for one in signature.body if not one.rest}
    shape: Schema = {
        "type": "object",
        "properties": {
            sent: _defaulted(one, schemas) | ({"description": one.description} if one.description else {})
            for sent, one in named.items()
        },
        "additionalProperties": any(one.rest for one in signature.body),
    }
    needed = [sent for sent, one in named.items() if one.required]
    if needed:
        shape["required"] = needed
    content: dict[str, Any] = {"schema": shape}
    if route.example is not None:
        content["example"] = route.example
    return {"required": bool(needed), "content": {JSON: content}}


def _responses(route: Route, signature: Signature, schemas: Schemas) -> dict[str, Any]:
    made: dict[str, Any] = {str(route.status): _good(route, signature, schemas)}
    if route.method == "GET" and route.versioned:
        made["304"] = {"description": "The caller has it as it is."}
    said: dict[str, str] = dict(OF_A_MODEL)
    if signature.body or route.content is not None:
        said |= OF_A_BODY
    if route.repeatable:
        said |= OF_A_KEY
    if route.tag == "tasks":
        said |= CONFLICT
    if route.versioned and route.method != "GET":
        said |= OF_A_VERSION
    made |= SHARED
    made |= {code: _error(words) for code, words in said.items()}
    return dict(sorted(made.items()))


def _good(route: Route, signature: Signature, schemas: Schemas) -> dict[str, Any]:
    made: dict[str, Any] = {"description": signature.summary}
    if signature.answered is AnswerShape.NOTHING:
        return made
    if signature.answered is AnswerShape.BYTES:
        media = "*/*" if route.verb == "files.data" else route.gives[0]
        return made | {"content": {media: {"schema": {"type": "string", "format": "binary"}}}}
    content: dict[str, Any] = {JSON: {"schema": _answer(signature, schemas)}}
    content |= {media: {"schema": EVENT if media == EVENTS else {"type": "string"}} for media in route.gives[1:]}
    if route.versioned and not inspect.isclass(signature.answer):
        return made | {"content": content}
    if route.versioned and route.method != "DELETE":
        made["headers"] = {"ETag": {"schema": {"type": "string"}, "description": "The memory's version."}}
    return made | {"content": content}


def _answer(signature: Signature, schemas: Schemas) -> Schema:
    if signature.answered is AnswerShape.ITEMS:
        return {
            "type": "object",
            "properties": {"items": schemas.of(signature.answer), "next": {"type": ["string", "null"]}},
            "required": ["items", "next"],
        }
    if signature.answered is AnswerShape.VALUE:
        return {"type": "object", "properties": {"value": schemas.of(signature.answer)}, "required": ["value"]}
    return schemas.of(signature.answer)


def _problem() -> Schema:
    texts = {
        "type": "`urn:mnemic:error:` and the name of the error",
        "title": "what such an error means",
        "detail": "what was wrong, and what to do",
        "instance": "id of the request",
        "error": "the name of the error: the Python client raises that class",
    }
    field = {"type": "object", "properties": {"path": {"type": "string"}, "message": {"type": "string"}}}
    return {
        "type": "object",
        "description": "An error (RFC 9457).",
        "properties": {name: {"type": "string", "description": said} for name, said in texts.items()}
        | {"status": {"type": "integer"}, "errors": {"type": "array", "items": field}},
        "required": ["type", "title", "status", "detail", "instance", "error"],
        "example": {
            "type": "urn:mnemic:error:MemoryNotFound",
            "title": "This user has no such memory.",
            "status": 404,
            "detail": "'alice' has no memory 'x'. list() shows which there are.",
            "instance": "9f3c2d",
            "error": "MemoryNotFound",
        },
    }


def _error(said: str) -> dict[str, Any]:
    return {"description": said, "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}}


def _batch(settings: Settings) -> dict[str, Any]:
    operation = {
        "type": "object",
        "properties": {"verb": {"type": "string", "enum": sorted(OFFERED)}, "arguments": {"type": "object"}},
        "required": ["verb"],
        "additionalProperties": False,
    }
    operations = {"type": "array", "items": operation, "maxItems": settings.batch_max}
    result = {
        "type": "object",
        "properties": {
            "status": {"type": "integer"},
            "answer": {},
            "problem": {"$ref": "#/components/schemas/Problem"},
        },
        "required": ["status"],
    }
    results = {
        "type": "object",
        "properties": {"results": {"type": "array", "items": result}},
        "required": ["results"],
    }
    body = {
        "type": "object",
        "properties": {"operations": operations},
        "required": ["operations"],
        "additionalProperties": False,
    }
    return {
        "operationId": "batch",
        "tags": ["memory"],
        "summary": "Several operations at once",
        "description": "They are done in order; each has its own answer or problem, and one that fails does not keep "
        "the others from being done. Every argument of a verb, those of its path too, stands in `arguments`.",
        "parameters": [
            _whose(),
            _header(IDEMPOTENCY_KEY, "The same batch sent again with it is done once."),
        ],
        "requestBody": {"required": True, "content": {JSON: {"schema": body, "example": BATCH_EXAMPLE}}},
        "responses": {"200": {"description": "What became of each.", "content": {JSON: {"schema": results}}}}
        | SHARED
        | {code: _error(said) for code, said in (OF_A_BODY | OF_A_KEY).items()},
    }


def _events(schemas: Schemas) -> dict[str, Any]:
    schemas.of(JobState)
    return {
        "operationId": "events",
        "tags": ["upkeep"],
        "summary": "Where the user's jobs stand, as they move on",
        "description": "Server-sent events `job`, each with a JobState as its data; the first say where all stand.",
        "parameters": [_whose()],
        "responses": {"200": {"description": "Events.", "content": {EVENTS: {"schema": EVENT}}}} | SHARED,
    }


def page(made: Mapping[str, Any]) -> str:
    """A page that shows a document, and loads nothing."""
    rows = [
        f"<tr><td>{method.upper()}</td><td><code>{html.escape(path)}</code></td>"
        f"<td>{html.escape(one['operationId'])}</td><td>{html.escape(one['summary'])}</td></tr>"
        for path, methods in made["paths"].items()
        for method, one in methods.items()
    ]
    style = "body{font:15px system-ui;margin:2rem;max-width:80rem}td{padding:.2rem .8rem;border-bottom:1px solid #ddd}"
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{made['info']['title']}</title>"
        f"<style>{style}</style><h1>{made['info']['title']} {made['info']['version']}</h1>"
        "<p>The whole document, with every field: <a href=openapi.json>openapi.json</a></p>"
        f"<table>{''.join(rows)}</table></html>"
    )
