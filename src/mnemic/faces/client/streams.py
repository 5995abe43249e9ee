"""Answers that come as they come about: a context block by block, and where jobs stand."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass, field
from typing import Any

from mnemic.domain.query import Block, Context
from mnemic.domain.route import EVENTS
from mnemic.domain.upkeep import JobState
from mnemic.faces.client.call import Given, path_segment, request_of
from mnemic.faces.client.exchange import Answer, Event, NoAnswer, Request
from mnemic.faces.client.link import Link
from mnemic.faces.http import table
from mnemic.faces.http.codec import decoded

BROKE_OFF = NoAnswer(why="the answer broke off")


@dataclass(slots=True, kw_only=True)
class ContextBuilder:
    """Makes blocks, and at last the whole context, of the events of one."""

    link: Link
    blocks: list[Any] = field(default_factory=list)

    def request(self, given: Given) -> Request:
        """What is asked for."""
        return request_of(self.link, table.main("context"), given, headers={"Accept": EVENTS})

    def take(self, came: Event | Answer | NoAnswer) -> Block | Context:
        """What one event brings.

        Raises:
            MnemicError: what the server says instead.
        """
        event = event_of(self.link, came)
        if event.name == "block":
            self.blocks.append(event.data)
            block: Block = decoded(Block, event.data)
            return block
        whole: Context = decoded(Context, {**event.data, "blocks": self.blocks})
        return whole


def event_of(link: Link, came: Event | Answer | NoAnswer) -> Event:
    """An event.

    Raises:
        MnemicError: there is none, or it is that the server failed on the way.
    """
    if not isinstance(came, Event):
        raise link.server.error_of(came)
    if came.name == "problem":
        body = json.dumps(came.data).encode()
        raise link.server.error_of(Answer(status=int(came.data["status"]), headers={}, body=body))
    return came


def jobs_request(link: Link) -> Request:
    """The request for where a user's jobs stand."""
    path = table.EVENTS_PATH.format(user=path_segment(link.place["user"]))
    return Request(method="GET", path=path, headers={**link.headers, "Accept": EVENTS})


def stream_blocks(link: Link, given: Given) -> Generator[Block | Context, None, None]:
    """A context, block by block and then whole."""
    placing, last = ContextBuilder(link=link), None
    for came in link.transport.events(placing.request(given)):
        yield (last := placing.take(came))
    if not isinstance(last, Context):
        raise link.server.error_of(BROKE_OFF)


async def astream_blocks(link: Link, given: Given) -> AsyncGenerator[Block | Context, None]:
    """As `stream_blocks`, awaited."""
    placing, last = ContextBuilder(link=link), None
    async for came in link.transport.events(placing.request(given)):
        yield (last := placing.take(came))
    if not isinstance(last, Context):
        raise link.server.error_of(BROKE_OFF)


def stream_jobs(link: Link) -> Generator[JobState, None, None]:
    """Where each job of a user stands, and then whenever one has moved on."""
    for came in link.transport.events(jobs_request(link)):
        yield decoded(JobState, event_of(link, came).data)


async def astream_jobs(link: Link) -> AsyncGenerator[JobState, None]:
    """As `stream_jobs`, awaited."""
    async for came in link.transport.events(jobs_request(link)):
        yield decoded(JobState, event_of(link, came).data)
