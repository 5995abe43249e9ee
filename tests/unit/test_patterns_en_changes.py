"""English changes of state: the new saying meets the old one in the same slot, or denies it."""

from __future__ import annotations

from datetime import UTC, datetime

from mnemic.domain.record import Slot
from mnemic.reader.en import read_english
from mnemic.reader.statement import EarlierMessage, MessageSetting, Statement
from tests.tables import each_row

SAID = datetime(2026, 4, 14, 9, 30, tzinfo=UTC)  # a Tuesday


def statements(message: str, *earlier: tuple[str, str]) -> tuple[Statement, ...]:
    setting = MessageSetting(
        said=SAID, zone=UTC, earlier=tuple(EarlierMessage(role=role, text=text) for role, text in earlier)
    )
    return read_english(message, setting).statements


def slots(message: str) -> list[Slot]:
    return [s.slot for s in statements(message) if s.slot is not None]


REPLACED = [
    ("I live in Bath", "We've moved! Bristol, top floor, no lift"),
    ("I live in Bath", "Left London for good, it's Margate now"),
    ("I live in Bath", "We're Glasgow based now"),
    ("I'm a florist", "Started my new job today, train guard"),
    ("I'm a florist", "I drive for Tesco these days"),
    ("I'm a florist", "First day at the zoo! Keeper, me!!"),
    ("I'm engaged to Ravi", "Ravi and I have split up"),
    ("My name is Hattie Blom", "I'm Hattie Okafor now"),
    ("My rent is £875 a month", "they've put my rent up to 920 a month"),
    ("My rent is £875 a month", "Rent's gone up to £900"),
    ("I earn 31k", "I'm on 34k now"),
    ("I weigh 82 kilos", "I'm down to 78 kilos"),
    ("I drive a 2012 Corsa", "Traded the Corsa in for a Zoe"),
    ("I drive a 2012 Corsa", "Sold the Golf, got a Polo"),
    ("I drive a 2012 Corsa", "The van's gone, I've got a Kangoo now"),
    ("My phone is a Pixel 6", "New phone, Galaxy S24"),
    ("I take 50 mcg of levothyroxine every morning", "doctor upped my levothyroxine to 75 mcg"),
    ("I take 50 mcg of sertraline every morning", "I've come off sertraline"),
    ("I'm vegan", "I'm eating meat again"),
    ("I work the night shift at the laundry", "I'm on days now"),
    ("My budget for the Azores trip is €1,400", "the Azores trip budget is now €1,900"),
    ("My thesis is due on 15 May", "the thesis deadline has been moved to 29 May"),
    ("My thesis is due on 15 May", "Got an extension, the thesis is due on 12 June now"),
    ("Physio is on Thursday at 2pm", "the clinic rang, physio has moved to Monday at 11am"),
    ("the standup is at 9:30", "standup's at 10 now"),
    ("We decided to build the dashboard in React", "we decided to build the dashboard in Svelte"),
    ("Please always answer me in English", "From now on answer me in Italian"),
    ("Keep replies under 100 words", "Replies can go up to 200 words now"),
    ("On weekdays wake me at 5:50", "New bus timetable, so on weekdays wake me at 6:20 from now on"),
    ("I have my tea with three sugars", "tea's black now, no sugar"),
    ("I main a druid", "I've rerolled, playing a rogue now"),
    ("I go to PureLift gym three times a week", "I packed in the gym"),
    ("I play badminton on Tuesdays", "Given up badminton"),
    ("I go to bed at 11", "I'm in bed by 10 these days"),
    ("We're expecting our first, due on 2 May", "Our son Casper was born yesterday"),
    ("I work the night shift at the laundry", "they've put me on earlies"),
    ("Our wifi name is Hedgehog", "Wifi name changed, it's now Hedgehog5"),
    ("I drive a 2012 Corsa", "Fiesta's gone, it's a Kia Picanto now"),
    ("The best number to reach me on is the shop landline", "Reach me on 07700 900123"),
]


@each_row(("older", "newer"), REPLACED)
def test_new_value_in_the_old_slot(older: str, newer: str) -> None:
    """However a change is told, its new value stands in the slot of the old one, which holds one value at a time."""
    old, new = slots(older)[0], [slot for slot in slots(newer) if slot.key == slots(older)[0].key]
    assert new, (old, slots(newer))
    assert old.single
    assert new[-1].single
    assert new[-1].polarity > 0
    assert new[-1].value != old.value


DENIED = [
    ("I have a cockatiel called Pistachio", "Pistachio died in his sleep last night"),
    ("I can't stand olives", "I've come round to olives"),
    ("I love coffee", "I'm off coffee"),
    ("I love open mics", "I used to love open mics, now I can't bear them"),
    ("I'm vegan", "I'm not vegan any more"),
]


@each_row(("older", "newer"), DENIED)
def test_old_value_denied(older: str, newer: str) -> None:
    """A change that names no new value turns the old one round in its own slot."""
    old, new = slots(older)[0], slots(newer)[0]
    assert (old.key, old.value, old.polarity) == (new.key, new.value, -new.polarity)


CANCELLED = ["not going to the festival any more, bad back", "I've pulled out of the sailing course"]


@each_row("message", CANCELLED)
def test_plan_given_up(message: str) -> None:
    """A plan that is given up is a correction of the plan."""
    (made,) = statements(message)
    assert made.correction
    assert made.slot is not None
    assert made.slot.attribute.startswith("plan:")
    assert made.slot.polarity < 0


def test_until_a_day_ends_then_and_replaces_nothing() -> None:
    """A stay until a day ends with that day, and is no new home."""
    (made,) = statements("Until 30 June 2026 I'm staying in Penzance, house-sitting")
    assert made.slot is None
    assert made.valid_to == datetime(2026, 7, 1, tzinfo=UTC)


def test_allowed_again_takes_the_rule_back() -> None:
    """What may be done again is a rule taken back."""
    (made,) = statements("You can use exclamation marks again")
    assert made.retracts
    assert "exclamation marks" in made.text


NO_CHANGE = [
    "The build's gone red again.",
    "my laptop's gone again, needs a charge",
    "My phone died on the way here lol.",
    "new job board looks good",
    "first day of spring!",
    "we broke up the monolith into services",
    "We moved the file to the archive folder.",
    "Quit the app and reopen it.",
    "I'm off to the shops",
    "I'm off the clock",
    "the coffee's black now?? the machine is broken",
    "New phone who dis",
    "My code isn't half bad",
    "Imagine I'm a druid called Fern.",
    "If I were vegan I'd miss cheese.",
    "sorry, wrong chat",
    "He's finally here!",
]


@each_row("message", NO_CHANGE)
def test_looks_like_a_change(message: str) -> None:
    """Passing states of things, jokes and requests in the words of a change state nothing."""
    assert statements(message) == ()
