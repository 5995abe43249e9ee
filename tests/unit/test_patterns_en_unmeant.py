"""English: what is said without being meant of the user, and statements that say nothing by themselves."""

from __future__ import annotations

from datetime import UTC, datetime

from mnemic.reader import en
from mnemic.reader.en.nonliteral import says_something_whole
from mnemic.reader.statement import EarlierMessage, MessageSetting, Statement
from tests.tables import each_row


def _read(message: str, *earlier: tuple[str, str]) -> tuple[Statement, ...]:
    spoken = tuple(EarlierMessage(role=role, text=text) for role, text in earlier)
    return en.read_english(
        message, MessageSetting(said=datetime(2026, 6, 10, 12, tzinfo=UTC), zone=UTC, earlier=spoken)
    ).statements


UNMEANT = [
    "populate the table with three imaginary patients, e.g. Ron Tuck, 61, diabetic, lives in Hove",
    "gimme four bogus customers in this format: name Ida Clay, age 44, vegan, two dogs",
    "spin up a dozen pretend users like so: Hal Pike, hates olives, works nights",
    "load the sandbox with a few imaginary drivers, e.g. Ken Obi, licence since 1999",
    "insert a row for Jo Marsh, 29, allergic to latex, into the patients table",
    "add a line to the poem: I live in Rome and I never sleep",
    "put this on the poster: we never close, we love dogs",
    "in the cover note say I'm a qualified diver and I speak Dutch",
    "the form letter should open with: I am a teacher and I have two kids",
    "you be the barista, I'm a grumpy regular who only drinks decaf",
    "I'll be the witness, you're the lawyer. I live above the bakery and I saw it all",
    "I want you to be the shopkeeper. I'm a spy called Wren, I never carry cash",
    "play the part of my boss. I've worked here nine years and I want a rise",
    "be my Spanish examiner: I'm 19 and I study law",
    "imagine I'm the pope. I live in Rome",
    "chapter 3: I live in the lighthouse now and I eat only gulls",
    "next line of the song: I've got two dogs and a broken heart",
    "Ah great, another Sunday on call. I live for the bleep at 3am",
    "Yeah brilliant, my flight's cancelled. I just adore sleeping on airport floors",
    "oh lovely, rain again. my favourite thing is wet socks",
    "I'd sooner lick the pavement",
    "I'd rather gnaw my own arm off than go to that meeting",
    "ugh, hate everyone today",
    "I hate absolutely everything right now",
    "I've got a million tabs open",
]
MEANT = [
    ("you're a star! I'm in Leeds until Friday", "Leeds"),
    ("You're right, I'm vegan", "vegan"),
    ("Great, another thing: I live in Hull", "Hull"),
    ("Oh great! I'm a nurse in Derby", "nurse"),
    ("I'd rather walk than drive to work", "walk"),
    ("I'd rather have the window seat", "window seat"),
    ("I love everything by Bach", "Bach"),
    ("I love being outdoors", "outdoors"),
    ("Make a note: I'm allergic to penicillin", "penicillin"),
    ("I'm rehearsing for an audition on 5 June", "audition"),
    ("I play the bass in a jazz trio", "bass"),
]


@each_row("message", UNMEANT)
def test_what_is_not_meant_of_the_user_states_nothing(message: str) -> None:
    """Made-up data, text to be placed, parts played, stories, sarcasm and moods give no statement."""
    assert _read(message) == ()


@each_row(("message", "held"), MEANT)
def test_what_only_looks_unmeant_is_stated(message: str, held: str) -> None:
    """Praise, preferences and orders that resemble the unmeant kinds are still read."""
    assert any(held in one.text for one in _read(message))


HOLLOW = [
    ("The user is nothing they have more of.", "x"),
    ("And the user likes it.", "x"),
    ("The user gave it to him on Tuesday.", "x"),
    ("The user lives there now.", "x"),
    ("The user likes hers better.", "x"),
    ("The user owes him forty quid.", "x"),
    ("The user's other one is blue.", "x"),
    ("She moved to Cork.", "x"),
    ("The user is 12 for dinner.", "we're 12 for dinner"),
    ("The user is 34.", "we're 34"),
    ("The user is 200 short.", "I'm 200 short"),
    ("The user hates everyone today.", "x"),
    ("The user would rather you didn't.", "x"),
    ("Don't bother.", "x"),
]
WHOLE = [
    ("The user is 34.", "I'm 34"),
    ("The user is 5 foot 10.", "I'm 5 foot 10"),
    ("The user is 12 weeks pregnant.", "I'm 12 weeks pregnant"),
    ("The user made it to Leeds.", "x"),
    ("The user takes it easy on Sundays.", "x"),
    ("The user runs with Dave and his brother.", "x"),
    ("The user's sister is in Leeds and hers is bigger.", "x"),
    ("The user and Ann have split up.", "x"),
]


@each_row(("text", "message"), HOLLOW)
def test_a_text_that_needs_its_neighbours_does_not_stand(text: str, message: str) -> None:
    """Leftovers, pointing words without what they point at, and numbers without what they count do not stand."""
    assert not says_something_whole(text, message)


@each_row(("text", "message"), WHOLE)
def test_a_text_that_says_something_alone_stands(text: str, message: str) -> None:
    """What names all it speaks of stands."""
    assert says_something_whole(text, message)


PARTLY = [
    (
        "So: 12 guests, Friday 3 July, the barn. Right?",
        "all fine except the date, it's the 10th",
        "10th July",
        "3 July",
    ),
    ("To confirm: table for six, 7:30pm, terrace. Correct?", "yes but we're eight", "table for eight", "six"),
    ("So: 3 nights, two singles, budget 400. Ok?", "everything but the budget, make it 350", "budget 350", "400"),
    ("I have: pick-up at 8, two cases, Gatwick. Right?", "yep apart from the airport, it's Luton", "Luton", "Gatwick"),
    ("So: red roses, 20 stems, Saturday. All good?", "all of that bar the roses", "20 stems", "roses"),
]


@each_row(("proposal", "answer", "held", "gone"), PARTLY)
def test_a_yes_to_all_but_a_part_keeps_the_rest(proposal: str, answer: str, held: str, gone: str) -> None:
    """The proposal is confirmed with the new value in it, and without the old one."""
    (only,) = _read(answer, ("assistant", proposal))
    assert held in only.text
    assert gone not in only.text


def test_a_yes_to_all_but_an_unknown_part_states_nothing() -> None:
    """Where the part that changes is not found, nothing is guessed."""
    assert _read("right except it's walnut", ("assistant", "Summary: desk, 140 cm, oak, Tuesday. Correct?")) == ()


AGAIN = [
    ("the shed is 12 by 8", "re-measured, it's 12 by 6", "12 by 6"),
    ("the ladder is 3.2 m", "measured again, it's 2.3 m", "2.3 m"),
    ("we have 30 chairs", "counted again: 28 chairs", "28 chairs"),
    ("my camera's a Nikon D90", "sold it and bought a Fuji X100", "Fuji X100"),
]


@each_row(("before", "now", "held"), AGAIN)
def test_what_was_looked_up_again_takes_the_place_of_the_old(before: str, now: str, held: str) -> None:
    """A figure taken again, or a thing replaced, meets the slot of what was said before."""
    (old,) = _read(before)
    (new,) = _read(now, ("user", before))
    assert held in new.text
    assert old.slot is not None
    assert new.slot is not None
    assert new.slot.key == old.slot.key


SAME = [
    ("call me Ginger", "don't call me Ginger please. Rosie will do"),
    ("call me Chief", "stop calling me Chief. Use Morag"),
    ("our recital is on 3 June at 7pm", "hall's flooded: recital's now 10 June"),
    ("I don't eat pork", "I eat pork now"),
    ("I don't drink wine", "I drink wine again"),
    ("I play the tuba", "packed in the tuba"),
    ("my pal Oz lives in Crewe", "Oz has moved to Wigan"),
    ("I'm a joiner", "I'm a tiler now"),
]


@each_row(("before", "now"), SAME)
def test_a_change_meets_the_slot_of_what_it_changes(before: str, now: str) -> None:
    """The old and the new saying of one thing have the same key."""
    old, new = _read(before)[0].slot, _read(now)[0].slot
    assert old is not None
    assert new is not None
    assert old.key == new.key
