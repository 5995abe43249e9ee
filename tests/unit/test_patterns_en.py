"""What English messages of a user state, and what they do not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemic.domain.record import Kind, Tier
from mnemic.reader.en import read_english
from mnemic.reader.statement import EarlierMessage, MessageSetting, Statement
from tests.tables import each_row

SAID = datetime(2026, 4, 14, 9, 30, tzinfo=UTC)  # a Tuesday


def statements(message: str, *earlier: tuple[str, str]) -> tuple[Statement, ...]:
    setting = MessageSetting(
        said=SAID, zone=UTC, earlier=tuple(EarlierMessage(role=role, text=text) for role, text in earlier)
    )
    return read_english(message, setting).statements


STATED: list[tuple[str, list[str], list[str]]] = [
    # likes and dislikes
    ("I love dark chocolate", ["The user loves dark chocolate"], []),
    ("I'm really into birdwatching these days", ["The user is really into birdwatching"], []),
    ("i dont like mushrooms", ["The user doesn't like mushrooms"], ["The user likes"]),
    ("I hate liquorice in anything", ["The user hates liquorice"], ["prefers", "likes"]),
    ("I can’t stand open-plan offices", ["The user can't stand open-plan offices"], []),
    ("not a fan of horror films", ["The user is not a fan of horror films"], []),
    ("gone off beer, cider only now", ["The user has gone off beer, cider only now"], []),
    ("I've given up sugar", ["given up sugar"], []),
    ("anything but aubergine", ["anything but aubergine"], []),
    ("My favourite colour is teal", ["favourite colour is teal"], []),
    ("I prefer trains to planes", ["The user prefers trains to planes"], []),
    ("I'd rather walk than take the bus", ["rather walk than take the bus"], []),
    ("bottom bunk for me, always", ["bottom bunk"], []),
    ("I only drink decaf", ["The user only drinks decaf"], []),
    ("I won't watch anything but subtitled films", ["anything but subtitled films"], []),
    ("I can't go a day without tea", ["can't go a day without tea"], []),
    (
        "Not that I dislike lamb, but I just can't face the fat",
        ["With lamb, the user just can't face the fat"],
        ["The user doesn't like lamb"],
    ),
    ("there hasn't been one week I haven't swum", ["The user has swum every week"], ["hasn't"]),
    ("capers are one thing I can't eat", ["The user can't eat capers"], []),
    # health and diet
    ("I'm allergic to bee stings and aspirin", ["allergic to bee stings.", "allergic to aspirin."], []),
    ("I'm vegan btw", ["The user is vegan."], []),
    ("I'm not vegan, I just hate cheese", ["hates cheese"], ["The user is vegan"]),
    ("I've got asthma", ["asthma"], []),
    ("the doctor put me on metformin last week", ["put the user on metformin"], []),
    ("I'm on insulin so always count the carbs", ["The user is on insulin", "count the carbs"], []),
    ("no sesame near me please, I'm allergic", ["allergic to sesame"], []),
    ("egg, soy, mustard. Allergic to all three.", ["to egg.", "to soy.", "to mustard."], []),
    # identity
    ("My name is Oluwaseun", ["The user is called Oluwaseun"], []),
    ("call me Bex please", ["The user wants to be called Bex"], []),
    ("I'm 52", ["The user is 52"], []),
    ("I live in Tromsø with two cats", ["The user lives in Tromsø"], []),
    ("just moved to Ghent!", ["moved to Ghent"], []),
    ("we've moved from Bath to Exeter", ["moved from Bath to Exeter"], []),
    ("I'm a structural engineer at Brackwater", ["The user is a structural engineer at Brackwater"], []),
    ("I work for the coastguard", ["works for the coastguard"], []),
    ("started at Corlix as a buyer yesterday", ["Corlix as a buyer", "2026-04-13"], []),
    ("I speak Welsh and a bit of Breton", ["speaks Welsh and a bit of Breton"], []),
    ("my phone's a Nokia XR21", ["The user's phone is a Nokia XR21"], []),
    ("I'm on a Framework laptop", ["Framework laptop"], []),
    ("we have two greyhounds", ["two greyhounds"], []),
    ("I've got three kids", ["three kids"], []),
    (
        "Quick intro: Tomasz, 38, bricklayer, based in Hull, one cat",
        ["called Tomasz", "38 years old", "bricklayer", "lives in Hull", "one cat"],
        [],
    ),
    ("my GitHub handle is mossrake", ["GitHub handle is mossrake"], []),
    # other people
    ("my wife is coeliac", ["The user's wife is coeliac"], ["The user is coeliac"]),
    ("My cousin Noor hates flying", ["cousin Noor hates flying"], ["The user hates"]),
    ("my boss's called Petra", ["The user's boss is called Petra"], []),
    ("Dad's a retired miner", ["The user's dad is a retired miner"], []),
    (
        "my daughter Ines is allergic to eggs, she loves drums",
        ["daughter Ines is allergic to eggs"],
        ["user is allergic"],
    ),
    ("mum's eye test is on 3 May", ["mum's eye test is on 3 May"], ["mum is eye"]),
    ("I report to Anneke Vos now", ["reports to Anneke Vos"], []),
    # standing orders
    ("From now on answer in French", ["From now on answer in French"], []),
    ("never use semicolons in my emails", ["Never use semicolons in the user's emails"], []),
    ("always cite page numbers", ["Always cite page numbers"], []),
    ("please stop apologising", ["stop apologising"], []),
    ("don't suggest seafood restaurants", ["Don't suggest seafood restaurants"], []),
    ("keep your replies under 100 words", ["Keep your replies under 100 words"], []),
    ("no jargon in your messages", ["No jargon"], []),
    ("Can you always show prices in euros?", ["Always show prices in euros"], []),
    ("on weekdays wake me at 6:15", ["On weekdays wake the user at 6:15"], []),
    ("No tables unless I ask for them", ["No tables unless the user asks for them"], []),
    ("imperial only please", ["Imperial only"], []),
    ("Rust: tabs, width 4", ["Rust: tabs"], []),
    # decisions
    ("we decided to drop the mobile app", ["decided to drop the mobile app"], []),
    ("We went with Kafka over RabbitMQ because of replay", ["went with Kafka over RabbitMQ because of replay"], []),
    ("ruled out Lisbon, too hot", ["ruled out Lisbon"], []),
    ("let's go with the oak floor", ["oak floor"], []),
    ("I'm not renewing the gym membership", ["not renewing the gym membership"], []),
    # constraints
    ("my budget is 900 euros for the bike", ["budget is 900 euros"], []),
    ("I can't do calls before 10am", ["can't do calls before 10am"], []),
    ("nothing after 6pm on Fridays", ["Nothing after 6pm on Fridays"], []),
    ("The deck must be under 20 slides", ["must be under 20 slides"], []),
    ("Limits: payload under 2 MB, no cookies", ["Payload under 2 MB", "No cookies"], []),
    # plans and events
    ("I'm flying to Riga next Friday", ["2026-04-24"], []),
    ("remind me tomorrow at 8 to ring the vet", ["Remind the user tomorrow", "2026-04-15", "ring the vet"], []),
    ("Optician Thursday 14:20", ["ptician Thursday", "2026-04-16"], []),
    ("I started pottery classes yesterday.", ["2026-04-13"], []),
    ("Two days ago we adopted a puppy", ["adopted a puppy", "2026-04-12"], []),
    ("passed my driving test on Saturday!!", ["passed their driving test", "2026-04-11"], []),
    ("the standup's been moved to 9:45", ["standup has been moved to 9:45"], []),
    # things
    ("my locker is number 212", ["The user's locker is number 212"], []),
    ("Kestrel runs on Python 3.12", ["Kestrel runs on Python 3.12"], []),
    # skills
    (
        "Here's how I close the till: first count the float, then print the Z report, then lock the drawer",
        ["close the till", "Z report", "lock the drawer"],
        [],
    ),
    # lists
    ("things I love:\n- fencing\n- kimchi", ["loves fencing", "loves kimchi"], []),
    ("Top three games: Riven, Myst, Obduction", ["likes Riven", "likes Myst", "likes Obduction"], []),
    # frames
    ("she/her", ["pronouns are she/her"], []),
    ('when I say "the yard" I mean the depot in Kelso', ['says "the yard", they mean the depot in Kelso'], []),
    ("red wine gives me migraines", ["Red wine gives the user migraines"], ["likes"]),
    ("it's the texture I can't stand", ["can't stand the texture"], []),
    ("nothing beats a hot bath", ["loves a hot bath"], []),
    ("three cats at home, all rescues", ["has three cats at home"], []),
    # orders said otherwise
    ("text me rather than calling", ["Text the user rather than calling"], []),
    ("no need to explain the basics", ["No need to explain the basics"], []),
    ("I want all temperatures in Celsius", ["wants all temperatures in Celsius"], []),
    ("For client calls ten minutes' notice is plenty", ["ten minutes' notice is plenty"], []),
    ("whenever I paste an error, just give me the fix", ["Whenever the user pastes an error"], []),
    ("Reports and memos always in Welsh", ["always in Welsh"], []),
    (
        "I had bypass surgery, so no heavy lifting",
        ["bypass surgery.", "No heavy lifting (because the user had bypass"],
        [],
    ),
    # told beside a question
    ("I'm allergic to cats, should I still visit?", ["The user is allergic to cats"], ["visit"]),
    ("What do you buy for my aunt? She adores orchids", ["The user's aunt adores orchids"], ["The user adores"]),
    ("you've got my name wrong, it's Katya with a K", ["The user is called Katya"], []),
    ("we don't have a car", ["doesn't have a car"], []),
    ("don't call me mate", ["Don't call the user mate"], []),
    # what no longer holds
    ("I no longer work at Fenwick", ["no longer works at Fenwick"], []),
    ("I've stopped using Word", ["stopped using Word"], []),
    ("cancel the dinner on Friday", ["wants the dinner on Friday"], []),
    # reported speech of another about themselves
    ("my aunt says she hates garlic", ["The user's aunt hates garlic"], ["The user hates"]),
    ("Nadia from sales prefers phone calls", ["Nadia from sales prefers phone calls"], ["The user"]),
    ("my vet told me to cut out grain", ["told the user to cut out grain"], []),
    # mixed: the part that counts is kept, the rest is not
    ("ugh, monday. anyway my shoe size is 43", ["shoe size is 43"], ["monday"]),
    ("What's the weather? Also I hate humidity.", ["hates humidity"], ["weather"]),
    ("```\nI love goto\n```\nI prefer early returns", ["prefers early returns"], ["goto"]),
    # homes, jobs and what has ended
    ("home's a converted barn near Ludlow", ["The user's home is a converted barn near Ludlow"], []),
    ("new flat is in Leith, third floor", ["The user's new flat is in Leith"], []),
    ("We did it, moved on Friday!", ["The user moved on Friday (2026-04-10)"], ["did it"]),
    ("I'm Nadia Brandt, freelance illustrator", ["The user is called Nadia Brandt", "freelance illustrator"], []),
    ("hiya, Rowan here, I'm a plasterer in Truro", ["called Rowan", "plasterer in Truro"], []),
    ("I'd prefer to be addressed as Ms Achterberg", ["wants to be called Ms Achterberg"], []),
    ("I mend clocks for a living", ["The user mends clocks for a living"], []),
    ("I taught chemistry for nine years at a school in Bari", ["taught chemistry for nine years"], []),
    ("I no longer drive at night", ["no longer drives at night"], []),
    ("at work I use a Surface Pro", ["The user uses a Surface Pro at work"], []),
    ("it's just me, my wife Ingrid and two boys", ["lives with their wife Ingrid and two boys"], []),
    # things pointed at by a word
    ("My husband loves tripe. I can't stand it", ["husband loves tripe", "The user can't stand tripe"], ["stand it"]),
    ("I can't stand it", [], ["stand it"]),
    ("my niece is staying. her dad's allergic to cats", ["niece's dad is allergic to cats"], ["The user is allergic"]),
    ("my gran is 91. I look after her on Sundays", ["looks after their gran on Sundays"], []),
    ("Pickle (our beagle) can't eat beef any more", ["The user's beagle Pickle can't eat beef"], []),
    ("I'm allergic to celery, a bite of it put me in hospital once", ["allergic to celery."], ["bite", "hospital"]),
    ("like I said, Celsius, never Fahrenheit", ["Celsius, never Fahrenheit"], ["likes"]),
    ("aspirin and me don't get on", ["Aspirin and the user don't get on"], []),
    ("there's nothing I love more than a wet hillside", ["loves a wet hillside"], []),
    ("marzipan I cannot abide", ["cannot abide marzipan"], []),
    ("porridge with salt, no sugar, that's how I like it", ["likes porridge with salt, no sugar"], []),
    ("the smell I love best is fresh sawdust", ["favourite smell is fresh sawdust"], []),
    ("my shoulder's been bad since the fall", ["shoulder has been bad since the fall"], []),
    ("I've torn my hamstring so no sprints", ["torn their hamstring", "No sprints"], []),
    # orders without "always"
    ("when I ask for recipes give me one with no oven", ["When the user asks for recipes", "no oven"], []),
    ("correct my German when it's wrong", ["Correct the user's German"], []),
    ("keep commit messages under 50 characters", ["Keep commit messages under 50"], []),
    ("put the total at the top of every quote", ["Put the total at the top of every quote"], []),
    ("Not like that. Surname first, then the year. Always.", ["surname first, then the year"], []),
    ("invoices: no abbreviations, first person only", ["Invoices: no abbreviations"], []),
    ("aisle seat, always", ["Aisle seat, always"], []),
    ("all prices in kroner please", ["All prices in kroner"], []),
    ("treat me like a beginner with wine", ["Treat the user like a beginner"], []),
    ("if the tank drops under 20 percent run the pump", ["If the tank drops under 20", "run the pump"], []),
    # limits
    ("the roof's a go, client's budget is 90k all in", ["Client's budget is 90k all in"], []),
    ("no meetings before eleven", ["No meetings before eleven"], []),
    ("the plasterer can only do Tuesday at 8am", ["The plasterer can only do Tuesday"], []),
    ("budget for the Larch job is 4,000", ["budget for the Larch job is 4,000"], []),
    (
        "my nephew Ola can't stand the sea, but his mother booked him a sailing course",
        ["Ola can't stand the sea"],
        ["is mother"],
    ),
    # plans of others, moved and called off
    ("building inspector is coming on the 21st at 10am", ["Building inspector is coming", "2026-04-21 10:00"], []),
    (
        "the surveyor is coming to see the barn in two weeks, 11am",
        ["in two weeks, 11am (2026-04-28 11:00)"],
        ["2026-04-14"],
    ),
    ("I sing bass in a choir in Derry", ["The user sings bass in a choir in Derry"], []),
    ("swapped my Polo for a Dacia Spring", ["swapped their Polo for a Dacia Spring"], []),
    ("the reunion got moved to October", ["The reunion got moved to October"], []),
    ("tomorrow's site visit is cancelled", ["site visit tomorrow (2026-04-15) is cancelled"], []),
    ("they've moved the concert to Malmö", ["The concert has been moved to Malmö"], []),
    ("I've got a driving test on Friday at 2pm", ["2026-04-17 14:00"], []),
    ("the launch has slipped to the 28th", ["2026-04-28"], []),
    ("can you remind me at six to ring the bank", ["Remind the user", "ring the bank"], []),
    ("I do four shifts a week, Friday to Monday", ["Friday to Monday"], ["2026"]),
    # several things said without stops
    (
        "my nephew's called Finn he's seven and he's mad about tractors",
        ["is called Finn.", "is seven", "mad about"],
        [],
    ),
    ("quick question about bread, also heads up I'm on Debian now", ["on Debian now"], ["bread"]),
    ("Petra and I split up in March", ["split up in March", "Petra"], []),
    ("they've upped my sertraline to 75mg", ["sertraline has been upped to 75mg"], []),
    ("all of it fits in the car. her aunt's vegan", [], ["vegan"]),
    ("I carry an inhaler and can't run far", ["carries an inhaler"], []),
    ("fix the loop, and btw we're on Go 1.22 now", ["on Go 1.22"], ["loop"]),
]


@each_row(("message", "musts", "nots"), STATED)
def test_states(message: str, musts: list[str], nots: list[str]) -> None:
    """A statement is made in the third person, with the user's own words, and nothing else is claimed."""
    stated = "\n".join(s.text for s in statements(message)).casefold()
    assert musts or nots
    assert [must for must in musts if must.casefold() not in stated] == []
    assert [no for no in nots if no.casefold() in stated] == []


NOTHING = [
    "SELECT * FROM boats; DROP TABLE moorings;--",
    "hi!",
    "good morning, how are you?",
    "thanks, that's perfect",
    "lol ok",
    "brb, kettle's boiling",
    "I need help with this regex",
    "I want you to run the linter",
    "what should I cook tonight?",
    "do I like olives?",
    "book me a table for two at eight",
    "translate this into Dutch: 'I have lived in Oslo for ten years and I love skiing.'",
    "summarise:\nDear Sam, I'm moving to Perth and I'm allergic to cats.",
    "if I lived in Madrid I'd eat dinner at ten",
    "I wish I had a dog",
    "I used to smoke a pipe",
    "suppose I earned 90k, what would the tax be",
    "write a poem about a man who hates rain",
    "let's play a game: you're a wizard and I'm a thief from Dorn",
    "Pretend I'm a French chef called Luc",
    "give me some dummy users, e.g. Ann Fox, 34, likes tennis",
    "You are a sub-agent. Always prefer tabs. Report in JSON.",
    "oh I just adore being paged at 3am /s",
    "the poster says 'I never drink tap water'",
    '"I hate Mondays" is such a cliché',
    "maybe I should get a cat? idk",
    "remind me how pointers work",
    "set a timer for 10 minutes",
    "delete the second paragraph",
    "I'm thinking of learning Greek",
    "haha that's hilarious",
    "fix this: I has three cat",
    "ERROR: user prefers dark mode\nat main (app.js:10)",
    "> I always take the train\nagreed",
    "I'm off to lunch",
    "is Ana vegetarian?",
    "how do you say I'm allergic to nuts in Thai?",
    "I could murder a curry",
    "wow what a day",
    "you're right, my mistake",
    "never mind",
    "never heard of it",
    "I can't believe it's May already",
    "use bullet points",
    "keep it short",
    "I have two questions",
    "I don't understand step 3",
    "my code doesn't compile",
    "In the novel, Ida loves Marek",
    "Here's my draft: I was born in Cork and I love the sea.",
    "just what I needed, I love a flat tyre at 7am",
    "my friend thinks I'm vegetarian",
    "something nice happened yesterday",
    "Working with you is a joy",
    "don't hesitate to ask",
    "no worries",
    "my mate Gus won't shut up about his air fryer",
    "need dinner for six on Saturday",
    "summarise this thread for me",
    "oh brilliant, another strike, just what I needed",
    "one user wrote: I prefer the old menu",
    "Dear Ms Lund, I have nine years of experience and I live in Oslo.",
    "my function returns None instead of a list",
    "I have a CSV with three columns",
    "in the film the hero lives in Rome",
    "the dragon hates fire and loves gold",
    "my script takes ages, how do I speed it up",
    "geez the foxes are going off tonight",
    "I'm on a call",
    "never got that joke",
    "I'm on page 40",
    "I'll do it tomorrow",
    "My persona for this demo is a 45-year-old dentist",
    "the recipe says simmer for 20 minutes",
    "see you next time",
    "if you have any questions, do not hesitate to ask",
]


@each_row("message", NOTHING)
def test_states_nothing(message: str) -> None:
    """Greetings, questions, requests, hypotheticals, fiction, quotations and made-up data make no statement."""
    assert statements(message) == ()


@each_row(
    ("older", "newer"),
    [
        ("I live in Bergen", "I've moved to Oslo"),
        ("dark mode for me, always", "light mode only from now on"),
        ("I'm on an iPhone 12", "just bought a Pixel 9"),
        ("I work as a nurse", "I'm a midwife now"),
        ("the oven timer is 45 minutes", "the oven timer is 54 minutes"),
        ("My dentist appointment is on 4 May", "my dentist appointment has been moved to 11 May"),
        ("Kite pins Django 4", "Kite is on Django 5 now"),
        ("CI runs on CircleCI", "switched CI to GitHub Actions"),
        ("keep your replies brief", "short replies please"),
    ],
)
def test_same_slot(older: str, newer: str) -> None:
    """An old and a new saying of the same thing have the same slot and another value."""
    first, second = statements(older)[0].slot, statements(newer)[0].slot
    assert first is not None
    assert second is not None
    assert first.key == second.key
    assert first.value != second.value
    assert second.single


def test_scopes_are_kept_apart() -> None:
    """The same rule for two scopes has two slots."""
    python, script = statements("Rust: tabs, width 4"), statements("SQL: spaces, width 2")
    assert python[0].slot is not None
    assert script[0].slot is not None
    assert python[0].slot.key != script[0].slot.key


def test_polarity_of_likes() -> None:
    """A dislike has the slot of a like, with polarity -1."""
    like, dislike = statements("I love jazz")[0].slot, statements("I can't stand jazz")[0].slot
    assert like is not None
    assert dislike is not None
    assert (like.attribute, like.value, like.polarity) == ("like", "jazz", 1)
    assert (dislike.attribute, dislike.value, dislike.polarity) == ("like", "jazz", -1)


def test_slot_of_others() -> None:
    """What is said of somebody else is never in a slot of the user's."""
    for message in ("my son Theo is allergic to cats", "My friend Ada hates coffee", "my wife works at Brill"):
        slot = statements(message)[0].slot
        assert slot is not None
        assert slot.subject != "user"


def test_for_this_time_only() -> None:
    """An exception for once is marked as one and stays in its session."""
    made = statements("just this once use American spelling")
    assert [(s.once, s.tier) for s in made] == [(True, Tier.SESSION)]


def test_standing_orders_are_proposed_for_good() -> None:
    """A standing order is a rule proposed for permanent memory."""
    made = statements("from now on always use UTC in logs")
    assert [(s.kind, s.tier) for s in made] == [(Kind.RULE, Tier.PROPOSED)]


@each_row(
    ("before", "message", "must", "no"),
    [
        ("the valve opens at 3.2 bar", "sorry, 2.3 bar", "2.3 bar", "3.2"),
        ("crates go to dock 14", "no wait, I meant dock 41", "dock 41", "dock 14"),
        ("my tutor is Aoife Kerrigan", "sorry, it's Kerigan, one r", "Aoife Kerigan", "Kerrigan"),
    ],
)
def test_corrections_repair_what_was_said(before: str, message: str, must: str, no: str) -> None:
    """A correction gives the earlier statement with the new part in place of the old, marked as a correction."""
    made = statements(message, ("user", before), ("assistant", "Noted."))
    assert [s.correction for s in made] == [True]
    assert must in made[0].text
    assert no not in made[0].text


def test_chosen_anew() -> None:
    """A new choice after "no" takes the place of the old one in the earlier sentence."""
    made = statements(
        "hang on. no, sage green, final answer", ("user", "go with cream for the shed"), ("assistant", "OK.")
    )
    assert [s.correction for s in made] == [True]
    assert "sage green" in made[0].text
    assert "shed" in made[0].text
    assert "cream" not in made[0].text


def test_confirmed_guess_is_a_fact() -> None:
    """A yes to a guess about the user states it in the user's name."""
    made = statements("yep", ("assistant", "You're vegan, right?"))
    assert [s.text for s in made] == ["The user is vegan."]


def test_unconfirmed_guess_is_nothing() -> None:
    """A guess of the assistant's that the user passes over states nothing."""
    assert statements("just show me some", ("assistant", "You're vegan, right?")) == ()


def test_played_character_is_not_the_user() -> None:
    """After a game has been set up, what is said in it is said by the character."""
    assert statements("I hate all dwarves", ("user", "let's role-play, you're a wizard")) == ()


@pytest.mark.slow
def test_long_message_is_cut_and_said_so() -> None:
    """What lies beyond the limit is passed over, never dropped in silence."""
    setting = MessageSetting(said=SAID, zone=UTC)
    reading = read_english("I love figs. " + "x" * 30_000, setting)
    assert reading.passed[-1].reason == "too long"
    assert [s.text for s in reading.statements] == ["The user loves figs."]


def test_retraction_names_what_to_drop() -> None:
    """A request to forget states nothing and names what to drop."""
    made = statements("please forget the door code")
    assert [s.retracts for s in made] == [True]
    assert "door code" in made[0].text


def test_confirmed_proposal_is_a_decision() -> None:
    """A yes to a proposal decides for the proposal's own content."""
    made = statements(
        "yes please, book it",
        ("user", "need a hotel in Bruges"),
        ("assistant", "Hotel Adornes, 3-5 June, €140 a night. Shall I book it?"),
    )
    assert [s.kind for s in made] == [Kind.DECISION]
    assert "Adornes" in made[0].text


CHOSEN = [
    ("Two places:\n1. The Anchor, 18:00\n2. Casa Lola, 19:30", "second one please, book it", "Casa Lola"),
    ("Either (a) oak shelves or (b) pine shelves. Which?", "let's do a", "oak"),
    ("Dishes: 1. Ramen bowl 2. Laksa 3. Pho", "the last one", "Pho"),
    ("There's the Hotel Krone or the Blue Inn. Preference?", "the Krone", "Krone"),
    ("I'd suggest the Brompton C Line, £1,395.", "great, let's get that one", "Brompton C Line"),
]


@each_row(("offer", "reply", "must"), CHOSEN)
def test_chosen_option_is_a_decision(offer: str, reply: str, must: str) -> None:
    """Choosing one of the options the assistant named decides for that option, and for no other."""
    made = statements(reply, ("user", "find me something"), ("assistant", offer))
    assert [s.kind for s in made] == [Kind.DECISION]
    assert must in made[0].text


def test_choice_of_nothing_offered_is_nothing() -> None:
    """The third of two options is none of them."""
    assert statements("third one", ("assistant", "1. Ramen 2. Laksa")) == ()


@each_row(
    ("asked", "reply", "said"),
    [
        ("What's your shoe size?", "43", "The user's shoe size is 43."),
        ("Where do you live?", "Uppsala", "The user lives in Uppsala."),
        ("You're based in Derby, right?", "no, Leeds", "The user is based in Leeds."),
        ("Noted: your exam is on Monday.", "Tuesday, not Monday", "The user's exam is on Tuesday (2026-04-21)."),
    ],
)
def test_answer_is_said_in_full(asked: str, reply: str, said: str) -> None:
    """A few words in answer to a question, or in correction of a guess, state the whole sentence."""
    assert [s.text for s in statements(reply, ("assistant", asked))] == [said]


@each_row(
    ("older", "newer"),
    [
        ("timber survey at the mill is next Friday", "tomorrow's timber survey is cancelled"),
        ("home's a flat in Leith", "new place is in Bristol"),
        ("the interview is on Monday", "they cancelled the interview"),
        ("the supplier call is on Thursday", "moved the supplier call to Friday"),
    ],
)
def test_same_slot_however_said(older: str, newer: str) -> None:
    """A plan or a home keeps its slot however it is said to have changed."""
    first, second = statements(older)[0].slot, statements(newer)[0].slot
    assert first is not None
    assert second is not None
    assert first.key == second.key


def test_thanks_confirm_nothing() -> None:
    """Thanks alone is no yes."""
    assert statements("thanks", ("assistant", "Hotel Adornes, €140 a night. Shall I book it?")) == ()


def test_pronoun_of_the_one_person_spoken_of() -> None:
    """He is the one man spoken of before; with two candidates nothing is claimed."""
    one = statements("He's allergic to penicillin", ("user", "my brother is visiting on Friday"))
    assert one[0].text == "The user's brother is allergic to penicillin."
    two = statements("He's allergic to penicillin", ("user", "my brother is visiting, my dad is away on Friday"))
    assert two == ()


def test_short_quotes_are_found_in_the_message() -> None:
    """A statement's span is the sentence it comes from."""
    message = "Morning! I hate fennel. What's for lunch?"
    made = statements(message)
    assert [message[s.start : s.end] for s in made] == ["I hate fennel"]
