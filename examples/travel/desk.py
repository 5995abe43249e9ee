"""The assistant's tools that work on its memory: trips are tasks, standing orders are permanent memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError, validate_call

from examples.travel.agency import ToolFailure, refused
from examples.travel.plan import TripPlan
from mnemic.api.memory import UserMemory
from mnemic.domain.profile import Trait
from mnemic.domain.record import Memory, Origin
from mnemic.domain.task import SimilarTask, Task
from mnemic.errors import MnemicError


class Desk:
    """The tools of one session. `task` is the trip at hand, as the memory understood the user's message."""

    def __init__(self, user: UserMemory, session: str) -> None:
        self.user = user
        self.session = session
        self.task: str | None = None

    @property
    def tools(self) -> Mapping[str, Callable[..., Any]]:
        """The tools by name."""
        return {
            "start_trip": self.start_trip,
            "take_up_trip": self.take_up_trip,
            "set_aside_trip": self.set_aside_trip,
            "set_trip": self.set_trip,
            "finish_trip": self.finish_trip,
            "keep_order": self.keep_order,
            "portrait": self.portrait,
        }

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """Run a tool by name.

        Raises:
            ToolFailure: it was called wrongly, or the memory refused.
        """
        try:
            return validate_call(self.tools[tool])(**arguments)
        except ValidationError as error:
            raise ToolFailure(f"{tool}: {refused(error)}") from error
        except MnemicError as error:
            raise ToolFailure(f"{tool}: {error}") from error

    def start_trip(self, goal: str, destination: str, origin: str | None = None) -> dict[str, Any]:
        """Open a trip as a task of this session."""
        number = len(self.user.tasks.list("any")) + 1
        values = {"destination": destination} | ({"origin": origin} if origin else {})
        task = self.user.tasks.start(goal, schema=TripPlan, id=f"trip-{number}", session=self.session, values=values)
        self.task = task.id
        return {"trip": task.id, "missing": list(task.missing), "similar": [_past(one) for one in task.similar]}

    def take_up_trip(self) -> dict[str, Any]:
        """Go on with the trip at hand."""
        return _stands(self.user.tasks.resume(self._at_hand(), session=self.session))

    def set_aside_trip(self) -> dict[str, Any]:
        """Leave the trip at hand for another day."""
        return _stands(self.user.tasks.pause(self._at_hand()))

    def set_trip(self, **slots: Any) -> dict[str, Any]:
        """Fill slots of the trip at hand."""
        return _stands(self.user.tasks.set(self._at_hand(), **slots))

    def finish_trip(self, outcome: str) -> dict[str, Any]:
        """Close the trip at hand; it becomes a long-term memory."""
        return _stands(self.user.tasks.complete(self._at_hand(), outcome))

    def keep_order(self, text: str) -> dict[str, Any]:
        """The user's yes to a proposal, named by its text."""
        waiting = next((one for one in self.waiting() if one.text == text), None)
        if waiting is None:
            raise ToolFailure(f"nothing of the kind waits for the user's yes: {text}")
        return {"kept": self.user.permanent.confirm(waiting.id).text}

    def portrait(self) -> dict[str, Any]:
        """What is known about the user, each value with the day and session it was said in."""
        known = [line for trait in self.user.profile.get().traits for line in self._lines(trait)]
        return {"known": known}

    def waiting(self) -> list[Memory]:
        """The user's own words that wait for a yes to be kept for good."""
        return [one for one in self.user.permanent.proposals() if one.origin is Origin.USER]

    def book(self, booking: Mapping[str, Any]) -> None:
        """Note a booking in the trip at hand."""
        slot = "flights" if "flight" in booking else "stays"
        if self.task is not None:
            held = self.user.tasks.get(self.task).data.get(slot) or []
            self._set(slot, [*held, dict(booking)])  # type: ignore[misc]  # a slot of bookings is a list

    def give_back(self, code: str) -> None:
        """Take a cancelled booking out of the trip at hand."""
        for slot in ("flights", "stays"):
            held: Any = self.user.tasks.get(self.task).data.get(slot) if self.task else None
            left = [one for one in held or [] if one["code"] != code]
            if held and left != held:
                self._set(slot, left)

    def _set(self, slot: str, bookings: list[Any]) -> None:
        self.user.tasks.set(self._at_hand(), **{slot: bookings or None})

    def _at_hand(self) -> str:
        if self.task is None:
            raise ToolFailure("no trip is at hand")
        return self.task

    def _lines(self, trait: Trait) -> list[dict[str, str]]:
        lines = []
        for value in trait.values:
            memory = self.user.get(value.evidence[-1])
            said = {"date": memory.said_at.date().isoformat(), "session": memory.session or ""}
            lines.append({"name": trait.name, "value": value.text} | said)
        return lines


def _stands(task: Task) -> dict[str, Any]:
    return {
        "trip": task.id,
        "status": task.status.value,
        "destination": str(task.data.get("destination", "")),
        "missing": list(task.missing),
    }


def _past(one: SimilarTask) -> dict[str, Any]:
    return {"goal": one.goal, "outcome": one.outcome, "likeness": one.likeness}
