"""What a trip is made of: the slots of the task a trip is, filled from the talk and by bookings."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class FlightBooking(BaseModel):
    """A booked flight. Lists of such are filled by the assistant, never from talk."""

    code: str
    flight: str
    origin: str
    destination: str
    date: date
    departs: str
    seat: str
    total: int  # yuan, for all travellers
    note: str = ""  # to the airline


class HotelBooking(BaseModel):
    """A booked room."""

    code: str
    hotel: str
    city: str
    arrival: date
    nights: int
    total: int  # yuan, for all nights
    quiet: bool


class TripPlan(BaseModel):
    """One trip. What has no default is asked for until it is known."""

    model_config = ConfigDict(title="TripPlan")

    destination: str = Field(title="Destination", json_schema_extra={"aliases": ["目的地", "去哪里"]})
    departure_date: date = Field(title="Departure date", json_schema_extra={"aliases": ["出发日期", "去程日期"]})
    return_date: date = Field(title="Return date", json_schema_extra={"aliases": ["返回日期", "回程日期"]})
    travellers: int = Field(
        ge=1, le=9, title="Travellers", json_schema_extra={"aliases": ["人数", "出行人数", "people", "passengers"]}
    )
    budget: int = Field(ge=0, title="Budget", description="in yuan", json_schema_extra={"aliases": ["预算"]})
    origin: str | None = Field(
        default=None, title="Origin", json_schema_extra={"aliases": ["出发地", "departure city"]}
    )
    seat: Literal["aisle", "window"] | None = Field(
        default=None, title="Seat", description="for this trip only", json_schema_extra={"aliases": ["座位"]}
    )
    preferences: list[str] = Field(default=[], title="Preferences", json_schema_extra={"aliases": ["偏好"]})
    flights: list[FlightBooking] = Field(default=[], title="Flights", json_schema_extra={"aliases": ["航班"]})
    stays: list[HotelBooking] = Field(default=[], title="Hotel", json_schema_extra={"aliases": ["酒店"]})

    @model_validator(mode="after")
    def _in_order(self) -> TripPlan:
        if self.return_date < self.departure_date:
            raise ValueError(f"the way back ({self.return_date}) is before the way out ({self.departure_date})")
        return self
