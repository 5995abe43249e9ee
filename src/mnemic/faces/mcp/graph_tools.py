"""The nine tools of the MCP project's memory server, with its names, inputs, outputs and texts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from mnemic.errors import EntityNotFound
from mnemic.faces.mcp.callers import current_caller
from mnemic.faces.mcp.graph import Entity, Graph, KnowledgeGraph, Relation
from mnemic.faces.mcp.results import ADDS, CHANGES, READS, Tool, as_resource, as_tool


class EntityShape(BaseModel):
    """An entity as the tools take and give it."""

    name: str = Field(description="The name of the entity")
    entityType: str = Field(description="The type of the entity")  # noqa: N815 - the reference server's name
    observations: list[str] = Field(description="An array of observation contents associated with the entity")


class RelationShape(BaseModel):
    """A relation as the tools take and give it."""

    source: str = Field(alias="from", description="The name of the entity where the relation starts")
    to: str = Field(description="The name of the entity where the relation ends")
    relationType: str = Field(description="The type of the relation")  # noqa: N815 - the reference server's name


class Additions(BaseModel):
    """Observations to add to one entity."""

    entityName: str = Field(description="The name of the entity to add the observations to")  # noqa: N815
    contents: list[str] = Field(description="An array of observation contents to add")


class Deletions(BaseModel):
    """Observations to delete from one entity."""

    entityName: str = Field(description="The name of the entity containing the observations")  # noqa: N815
    observations: list[str] = Field(description="An array of observations to delete")


class Entities(BaseModel):
    """Entities that were created."""

    entities: list[EntityShape]


class Relations(BaseModel):
    """Relations that were created."""

    relations: list[RelationShape]


class Added(BaseModel):
    """Observations that were added to one entity."""

    entityName: str  # noqa: N815 - the reference server's name
    addedObservations: list[str]  # noqa: N815


class AddedToAll(BaseModel):
    """Observations that were added."""

    results: list[Added]


class Done(BaseModel):
    """That something was deleted."""

    success: bool
    message: str


class WholeGraph(BaseModel):
    """Entities and relations."""

    entities: list[EntityShape]
    relations: list[RelationShape]


@as_tool
def create_entities(entities: list[EntityShape]) -> Annotated[CallToolResult, Entities]:
    """Create multiple new entities in the knowledge graph"""
    made = _graph().create_entities([(one.name, one.entityType, one.observations) for one in entities])
    return _listed("entities", _entities(made))


@as_tool
def create_relations(relations: list[RelationShape]) -> Annotated[CallToolResult, Relations]:
    """Create multiple new relations between entities in the knowledge graph. Relations should be in active voice"""
    return _listed("relations", _relations(_graph().create_relations(_ends(relations))))


@as_tool
def add_observations(observations: list[Additions]) -> Annotated[CallToolResult, AddedToAll]:
    """Add new observations to existing entities in the knowledge graph"""
    try:
        added = _graph().add_observations([(one.entityName, one.contents) for one in observations])
    except EntityNotFound as missing:
        return CallToolResult(content=[TextContent(type="text", text=str(missing))], is_error=True)
    return _listed("results", [{"entityName": name, "addedObservations": texts} for name, texts in added])


@as_tool
def delete_entities(
    entityNames: Annotated[list[str], Field(description="An array of entity names to delete")],  # noqa: N803
) -> Annotated[CallToolResult, Done]:
    """Delete multiple entities and their associated relations from the knowledge graph"""
    _graph().delete_entities(entityNames)
    return _done("Entities deleted successfully")


@as_tool
def delete_observations(deletions: list[Deletions]) -> Annotated[CallToolResult, Done]:
    """Delete specific observations from entities in the knowledge graph"""
    _graph().delete_observations([(one.entityName, one.observations) for one in deletions])
    return _done("Observations deleted successfully")


@as_tool
def delete_relations(
    relations: Annotated[list[RelationShape], Field(description="An array of relations to delete")],
) -> Annotated[CallToolResult, Done]:
    """Delete multiple relations from the knowledge graph"""
    _graph().delete_relations(_ends(relations))
    return _done("Relations deleted successfully")


@as_tool
def read_graph() -> Annotated[CallToolResult, WholeGraph]:
    """Read the entire knowledge graph"""
    return _whole(_graph().read())


@as_tool
def search_nodes(
    query: Annotated[
        str, Field(description="The search query to match against entity names, types, and observation content")
    ],
) -> Annotated[CallToolResult, WholeGraph]:
    """Search for nodes in the knowledge graph based on a query"""
    return _whole(_graph().search(query))


@as_tool
def open_nodes(
    names: Annotated[list[str], Field(description="An array of entity names to retrieve")],
) -> Annotated[CallToolResult, WholeGraph]:
    """Open specific nodes in the knowledge graph by their names"""
    return _whole(_graph().open(names))


@as_resource
def knowledge_graph() -> str:
    """The full knowledge graph with all entities and relations"""
    return _json(_shape(_graph().read()))


READING: tuple[Tool, ...] = (read_graph, search_nodes, open_nodes)
ADDING: tuple[Tool, ...] = (create_entities, create_relations, add_observations)
DELETING: tuple[Tool, ...] = (delete_entities, delete_observations, delete_relations)


def register(server: MCPServer, *, read_only: bool) -> None:
    """Offer the nine tools, or with `read_only` the three that read, and the resource."""
    offered = [(READING, READS)] if read_only else [(ADDING, ADDS), (DELETING, CHANGES), (READING, READS)]
    for tools, hints in offered:
        for tool in tools:
            title = tool.__name__.replace("_", " ").title()
            server.add_tool(tool, title=title, annotations=hints, structured_output=True)
    server.resource(
        "memory://knowledge-graph",
        name="knowledge-graph",
        title="Knowledge Graph",
        description=knowledge_graph.__doc__,
        mime_type="application/json",
    )(knowledge_graph)


def _graph() -> KnowledgeGraph:
    caller = current_caller()
    return KnowledgeGraph(caller.memory, role=caller.role)


def _ends(relations: Iterable[RelationShape]) -> list[tuple[str, str, str]]:
    return [(one.source, one.to, one.relationType) for one in relations]


def _entities(entities: Iterable[Entity]) -> list[dict[str, Any]]:
    return [
        {"name": one.name, "entityType": one.type, "observations": [each.text for each in one.observations]}
        for one in entities
    ]


def _relations(relations: Iterable[Relation]) -> list[dict[str, Any]]:
    return [{"from": one.source, "to": one.target, "relationType": one.type} for one in relations]


def _shape(graph: Graph) -> dict[str, Any]:
    return {"entities": _entities(graph.entities), "relations": _relations(graph.relations)}


def _whole(graph: Graph) -> CallToolResult:
    shape = _shape(graph)
    return CallToolResult(content=[TextContent(type="text", text=_json(shape))], structured_content=shape)


def _listed(key: str, items: list[dict[str, Any]]) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=_json(items))], structured_content={key: items})


def _done(message: str) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=message)], structured_content={"success": True, "message": message}
    )


def _json(value: object) -> str:
    """As JavaScript writes it, with two spaces."""
    return json.dumps(value, ensure_ascii=False, indent=2)
