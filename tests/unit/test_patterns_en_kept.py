"""English figures in a series, favourites, procedures, soft retractions, and stretches told in the third person."""

from __future__ import annotations

from datetime import UTC, datetime

from mnemic.domain.record import Kind
from mnemic.reader.en import read_english
from mnemic.reader.en.third_person import retell_english
from mnemic.reader.statement import EarlierMessage, MessageSetting, Statement
from tests.tables import each_row

SAID = datetime(2026, 4, 14, 9, 30, tzinfo=UTC)  # a Tuesday


def statements(message: str, *earlier: tuple[str, str]) -> tuple[Statement, ...]:
    setting = MessageSetting(
        said=SAID, zone=UTC, earlier=tuple(EarlierMessage(role=role, text=text) for role, text in earlier)
    )
    return read_english(message, setting).statements


def texts(message: str, *earlier: tuple[str, str]) -> list[str]:
    return [s.text for s in statements(message, *earlier)]


SERIES = [
    ("My 10k time is 58 minutes.", "value:10k time", "58 minutes"),
    ("Ran a 10k in 55:20 on Sunday", "value:10k time", "55:20"),
    ("10k time is down to 52:05!", "value:10k time", "52:05"),
    ("parkrun today: 5k in 24:31", "value:5k time", "24:31"),
    ("My half marathon PB is 1:49:50", "value:half marathon time", "1:49:50"),
    ("I've saved £900 so far", "value:savings", "£900"),
    ("I'm up to £1,350 in the holiday fund", "value:savings", "£1350"),
    ("We've got £2k put away now", "value:savings", "£2k"),
    ("My savings have reached £3,000", "value:savings", "£3000"),
    ("I'm down to 74 kg", "value:weight", "74 kg"),
    ("I'm on page 90 of Persuasion", "value:page of persuasion", "90"),
    ("On page 140 of Persuasion", "value:page of persuasion", "140"),
    ("My dissertation is at 9,000 words", "value:dissertation words", "9000 words"),
    ("my chess rating's up to 1610", "value:chess rating", "1610"),
    ("My credit score has dropped to 640", "value:credit score", "640"),
]


@each_row(("message", "attribute", "value"), SERIES)
def test_a_figure_has_one_key_and_a_clean_value(message: str, attribute: str, value: str) -> None:
    """However a figure is told, its slot has the same key and holds the figure alone."""
    slots = [s.slot for s in statements(message) if s.slot]
    assert [(slot.subject, slot.attribute, slot.value, slot.single) for slot in slots] == [
        ("user", attribute, value, True)
    ]


@each_row("message", ["I've saved you a slice", "I'm on page 4 of the docs", "We ran out of milk in 5 minutes"])
def test_no_figure_of_the_users(message: str) -> None:
    """What only looks like such a figure is none."""
    assert not [s for s in statements(message) if s.slot and s.slot.attribute.startswith("value:")]


FAVOURITES = [
    ("My favorite dish is ramen.", "The user's favorite dish is ramen.", "favourite:dish", "ramen"),
    ("Mango is my favourite fruit now.", "The user's favourite fruit is Mango now.", "favourite:fruit", "mango"),
    ("My new favourite fruit is papaya.", "The user's favourite fruit is papaya.", "favourite:fruit", "papaya"),
    (
        "Our go-to takeaway is Golden Wok",
        "The user's go-to takeaway is Golden Wok.",
        "favourite:takeaway",
        "golden wok",
    ),
]


@each_row(("message", "text", "attribute", "value"), FAVOURITES)
def test_a_favourite_keeps_its_key_and_spelling(message: str, text: str, attribute: str, value: str) -> None:
    """A new favourite has the key of the old one, and the user's spelling stays."""
    (made,) = statements(message)
    assert made.text == text
    assert made.slot is not None
    assert (made.slot.attribute, made.slot.value) == (attribute, value)


def test_a_name_keeps_its_title() -> None:
    """A title with a stop is part of the name and never the name, and a new doctor has the old one's key."""
    (made,) = statements("My new dentist is Dr. Halloran now.")
    assert made.slot is not None
    assert (made.slot.subject, made.slot.value) == ("dentist", "dr. halloran")


RETRACTIONS = [
    ("I'd rather that wasn't kept", [("user", "I owe my sister 300")], "Forget the user owes the user's sister 300."),
    ("I'd prefer it if you didn't remember my weight", [], "Forget the user's weight."),
    ("Pretend I never said anything about the baby", [], "the baby"),
    ("please take my address off the record", [], "Forget the user's address."),
    ("scrub that bit about the loan", [], "the loan"),
]


@each_row(("message", "earlier", "text"), RETRACTIONS)
def test_soft_words_retract(message: str, earlier: list[tuple[str, str]], text: str) -> None:
    """A soft wish to be forgotten retracts, and names what to drop."""
    (made,) = statements(message, *earlier)
    assert made.retracts
    assert text in made.text


def test_allowing_the_own_name_again_drops_no_name() -> None:
    """What the user allows again is no retraction of a fact about the user."""
    assert not [s for s in statements("You can use my first name again") if s.retracts]


def test_every_step_is_in_the_value_of_a_skill() -> None:
    """The value of a taught procedure holds the later steps too."""
    (made,) = statements("To prime the pump: shut the valve, fill it with water, wait a minute, open the valve.")
    assert made.kind is Kind.SKILL
    assert made.slot is not None
    assert made.slot.value == "shut the valve, fill it with water, wait a minute, open the valve"


def test_a_procedure_of_making_is_not_a_text_to_work_on() -> None:
    """ "How to make" opens a procedure and no pasted text."""
    (made,) = statements("Here's how to make my aunt's bread: knead for ten minutes. Then prove it. Finally bake it.")
    assert made.kind is Kind.SKILL
    assert "Finally bake it" in made.text


def test_a_past_event_is_true_from_its_day() -> None:
    """An event told with its day is valid from that day."""
    (made,) = statements("I fell off a ladder yesterday.")
    assert made.valid_from == datetime(2026, 4, 13, tzinfo=UTC)


@each_row(
    ("message", "earlier"),
    [
        ("no, stick with tables", [("user", "Always show results as tables"), ("user", "maybe a chart is nicer?")]),
        ("nah, keep to tables", [("user", "Always show results as tables")]),
    ],
)
def test_second_thoughts_dropped_leave_what_stood(message: str, earlier: list[tuple[str, str]]) -> None:
    """To stick with something states it anew, as a correction."""
    (made,) = statements(message, *earlier)
    assert made.text == "Always show results as tables."
    assert made.correction


WHOLE = [
    ("I take my coffee black, two shots, never sugar.", ["The user takes their coffee black, two shots, never sugar."]),
    ("swiss francs, never euros", ["Swiss francs, never euros."]),
    (
        "My interview's soon, so from now on always answer me in French",
        ["From now on always answer the user in French."],
    ),
    ("can't do Friday, I'm babysitting", ["The user can't do Friday (2026-04-17), they're babysitting."]),
    ("Poppy's back!! Passed her driving test yesterday.", ["Poppy passed her driving test yesterday (2026-04-13)"]),
    ("I eat meat.", ["The user eats meat."]),
    ("I'm not touching gluten ever again", ["The user is not touching gluten ever again."]),
    ("Changed our minds, Osprey deploys from tags now", ["Osprey deploys from tags now."]),
    ("I drive a night bus, four nights a week", ["The user drives a night bus, four nights a week."]),
]


@each_row(("message", "musts"), WHOLE)
def test_a_statement_says_something_whole(message: str, musts: list[str]) -> None:
    """Tails stay with what they belong to, and a subject left out is the one before."""
    made = texts(message)
    assert len(made) == len(musts), made
    for must in musts:
        assert any(must in text for text in made), made


NOTHING = [
    "Three boys! You must be worn out.",
    "Enjoy every minute of it!",
    "Love finds a way.",
    "Don't ever change!",
    "You never know what tomorrow brings.",
    "three more napkins on this order please",
    "My grandad always said: never lend a ladder",
    "If I have to hear about one more merger I'm moving to Fiji",
    "I dance like a fridge",
    "My daughter's coach says she's gifted",
    "that was my favourite part",
]


@each_row("message", NOTHING)
def test_what_is_said_in_passing_states_nothing(message: str) -> None:
    """Reactions, wishes, sayings and orders for this once make no statement."""
    assert texts(message) == []


RETOLD = [
    ("Thanks, Noor!", ""),
    ("thank you very much for all your help", ""),
    ("cheers for that, Ben. The spare key is under the pot", "The spare key is under the pot"),
    ("you're a star", ""),
    ("your summary was spot on", ""),
    ("I told my son we need to leave", "the user told their son they need to leave"),
    ("handed the keys back", "the user handed the keys back"),
    ("hoping to move by June", "the user is hoping to move by June"),
    ("left-handed, two cats", "the user: left-handed, two cats"),
    ("my aunt and I share it", "the user's aunt and the user share it"),
    ("Boiler's finally fixed", "Boiler's finally fixed"),
    ("not me", ""),
    ("can't find my invoice", ""),
]


@each_row(("text", "said"), RETOLD)
def test_a_stretch_is_told_of_the_user_only_where_it_is(text: str, said: str) -> None:
    """Thanks and what is only about the assistant are nothing; a fragment alone is put after "the user"."""
    assert retell_english(text, of_user=True) == said
