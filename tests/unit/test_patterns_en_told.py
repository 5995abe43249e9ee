"""English statements about the user in the third person, and slips and ellipses put right before reading."""

from __future__ import annotations

from datetime import UTC, datetime

from mnemic.reader.en import read_english
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


TOLD = [
    ("User prefers aisle seats on trains.", ["The user prefers aisle seats on trains."]),
    ("The user is vegetarian.", ["The user is vegetarian."]),
    ("Likes hiking.", ["The user likes hiking."]),
    ("Is allergic to latex.", ["The user is allergic to latex."]),
    ("Works as a nurse.", ["The user works as a nurse."]),
    ("Has two dogs.", ["The user has two dogs."]),
    ("Doesn't drink alcohol.", ["The user doesn't drink alcohol."]),
    ("The user lives in Leeds and works as a plumber.", ["The user lives in Leeds.", "The user works as a plumber."]),
    ("The user is a welder. He has a daughter called Mia.", ["a welder", "has a daughter called Mia"]),
    ("User's wife is a teacher.", ["The user's wife is a teacher."]),
    ("The user's name is Priya and she lives in Pune.", ["The user is called Priya.", "The user lives in Pune."]),
    ("User mentioned they are lactose intolerant.", ["The user is lactose intolerant."]),
    ("User said they prefer short answers.", ["The user prefers short answers."]),
    ("Lives in Oslo. Speaks Norwegian.", ["The user lives in Oslo.", "The user speaks Norwegian."]),
    ("User no longer works at Acme.", ["The user no longer works at Acme."]),
    ("User drives a 2015 Golf.", ["The user drives a 2015 Golf."]),
]


@each_row(("message", "musts"), TOLD)
def test_told_of_the_user(message: str, musts: list[str]) -> None:
    """What others write about the user, with or without naming them, is a statement of the user."""
    made = texts(message)
    assert len(made) == len(musts), made
    for must in musts:
        assert any(must in text for text in made), made


NOT_TOLD = [
    "The user clicks the button and the modal opens.",
    "The user can't log in after the update.",
    "As a user, I want to reset my password so that I can log in.",
    "Works great.",
    "Works at scale.",
    "Has anyone seen this?",
    "Is it raining",
    "Needs a restart.",
    "Takes 3 seconds to load.",
    "Likes and comments are welcome.",
    "The user asked for a summary of the article.",
    "The user wants to know how to sort a list.",
    "He prefers tea. He lives in Hull.",
]


@each_row("message", NOT_TOLD)
def test_no_person_is_told_of(message: str) -> None:
    """The user of a program, a subjectless remark about a thing, and a stranger are not the user."""
    assert texts(message) == []


def test_subjectless_after_somebody_else_is_nobody() -> None:
    """After another person has been spoken of, a sentence without a subject is not claimed for the user."""
    assert texts("Likes hiking.", ("user", "what shall I get my sister")) == []


AMENDED = [
    ("My flat is number 41, sorry, 14.", "The user's flat is number 14."),
    ("I was born in 1984, oops, 1948.", "The user was born in 1948."),
    ("My sister lives in York, no, Hull.", "The user's sister lives in Hull."),
    ("I work at Barclays, sorry, HSBC.", "The user works at HSBC."),
    ("I've got two cats, no wait, three cats now.", "The user has got three cats now."),
    ("I take 20mg, sorry, 40mg of omeprazole.", "The user takes 40mg of omeprazole."),
    ("My train is at 9:15 - no, 9:50.", "The user's train is at 9:50."),
    ("I hate coriander, no offence to anyone.", "The user hates coriander, no offence to anyone."),
]


@each_row(("message", "text"), AMENDED)
def test_corrected_within_the_sentence(message: str, text: str) -> None:
    """Of a value and its correction in one sentence only the correction is kept."""
    assert texts(message) == [text]


SLIPS = [
    ("im alergic to penicilin", "The user is allergic to penicillin."),
    ("im a vegitarian", "The user is a vegetarian."),
    ("my duaghter lives in Bath", "The user's daughter lives in Bath."),
]


@each_row(("message", "text"), SLIPS)
def test_slips_of_the_keyboard(message: str, text: str) -> None:
    """A slip in a word that the rules hang on does not hide the statement."""
    assert texts(message) == [text]


ELLIPSES = [
    ("I'm allergic to nuts, my son isn't", "The user's son isn't allergic to nuts."),
    ("I like opera, my wife doesn't", "The user's wife doesn't like opera."),
]


@each_row(("message", "text"), ELLIPSES)
def test_verb_phrase_left_out(message: str, text: str) -> None:
    """What a clause leaves out is taken from the clause before it."""
    assert text in texts(message)


MEANT = [
    ("I'm not just a baker, I run the cafe as well.", "The user is a baker"),
    ("I'm not only the goalkeeper, I'm captain too.", "The user is the goalkeeper and captain"),
    ("Can't say I don't love a bit of karaoke.", "The user loves a bit of karaoke."),
    ("I don't dislike opera.", "The user likes opera."),
    ("This desk lamp isn't half bad.", "The user likes their desk lamp."),
    ("Cider I won't touch with a bargepole.", "The user won't touch cider with a bargepole."),
    ("Brie on the other hand, I could eat by the kilo.", "The user loves brie."),
    ("It's my sister who likes jazz, not me.", "The user's sister likes jazz."),
]


@each_row(("message", "text"), MEANT)
def test_contrast_and_double_negation(message: str, text: str) -> None:
    """Contrast, litotes and turned-round objects state what they mean."""
    assert any(made.startswith(text) for made in texts(message)), texts(message)


CASES = [
    ("When I'm on call I keep my phone on", "When the user is on call the user keeps the user's phone on."),
    ("when I travel I only take hand luggage", "When the user travels the user only takes hand luggage."),
]


@each_row(("message", "text"), CASES)
def test_habit_with_its_condition(message: str, text: str) -> None:
    """A habit is told together with the case it belongs to."""
    assert texts(message) == [text]


NOT_SAID = [
    "If it's raining I get wet",
    "When I run the tests I get an error",
    "if I go to the page I get a 404",
    "Case study: Ms K, 44, deaf in one ear. What would you ask first?",
    "Persona: Dan, 29, cook, allergic to shellfish. Give me three user stories.",
    "gran's kitchen always smelled of toast",
    "evenings drag, don't they",
    "lazy sunday vibes",
    "storm's wild tonight",
    "uk spelling for the third paragraph",
    "Just for this deck, use purple headings",
    "I'm allergic to Mondays",
    "word is the Parkers are moving to Kent",
    "Mum's mug says \"world's okayest cook in the county\"",
]


@each_row("message", NOT_SAID)
def test_nothing_to_keep(message: str) -> None:
    """Passing cases, made-up people, tags, moods, one-off requests, jokes and hearsay state nothing."""
    assert texts(message) == []


ANSWERS = [
    (
        "Should I use Celsius in your weather reports from now on?",
        "Yes please",
        "Use Celsius in the user's weather reports",
    ),
    ("Shall I always book you a window seat?", "Please do.", "Always book the user a window seat."),
    ("Want me to move your alarm to 6?", "No, leave it at 7.", "Keep the user's alarm at 7."),
    ("I could switch your reports to Mondays?", "nah, keep them on Fridays", "Keep the user's reports on Fridays."),
    ("So you'd like oat milk in every order, right?", "Right.", "The user always wants oat milk in every order."),
    ("Have you tried the Aeropress?", "Hated it, far too fiddly", "The user hated the Aeropress, far too fiddly."),
    (
        "Shall I set the boiler to 60 from now on?",
        "Yes, 60 from now on, it's freezing",
        "Set the boiler to 60 from now on.",
    ),
]


@each_row(("asked", "reply", "text"), ANSWERS)
def test_answer_takes_its_content_from_the_proposal(asked: str, reply: str, text: str) -> None:
    """A yes for good, a refusal and a verdict on "it" are told in full, from what the assistant said."""
    made = texts(reply, ("assistant", asked))
    assert any(one.startswith(text) for one in made), made


UNSETTLED = [
    ("Should I always run the tests first?", "hmm not sure"),
    ("Shall I keep the tone formal from now on?", "it depends"),
    ("Should I always include a summary?", "no thanks"),
]


@each_row(("asked", "reply"), UNSETTLED)
def test_no_answer_settles_nothing(asked: str, reply: str) -> None:
    """An undecided answer, and a plain no to something new, state nothing."""
    assert texts(reply, ("assistant", asked)) == []


def test_verdict_on_what_nobody_named_is_nothing() -> None:
    """ "Can't stand it" without anything to stand says nothing by itself."""
    assert texts("Can't stand it myself.") == []


def test_verdict_on_what_a_friend_likes() -> None:
    """ "It" is what the last taste spoken of was about, whoever's taste that was."""
    assert "The user can't stand jazz." in texts("My flatmate Joe loves jazz. Can't stand it myself.")
