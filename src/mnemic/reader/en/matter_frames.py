"""Verb phrases that tell a matter of which the user has one at a time: "pays £640 in rent". Data only.

Each is looked for in the third person, and names the matter (`matter_names.NAMES`) or the attribute of its slot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mnemic.reader.en import lexicon

NOW = (
    r"(?:(?:now|currently|usually|normally|always|mostly|mainly|generally|typically|only|still|just|actually|already|"
    r"often|really|again|nearly always|almost always) )*"
)
_NUMBER = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty)"
)
COUNT = rf"(?:\d+|{_NUMBER}|thirty|forty|fifty)"
MONEY = r"(?:about |around |roughly |just )?(?:[£$€] ?\d[\d.,]*k?|\d[\d.,]*k?(?: ?(?:pounds|euros?|dollars|quid|€|£))?)"
PER = r"(?: ?(?:a|per|each|every|/) ?(?:calendar )?(?:month|week|year|fortnight)| monthly| weekly| pcm)"
_HALVES = r"(?:half (?:past )?|(?:a )?quarter (?:past|to) )"
TIME = (
    rf"(?:midnight|noon|midday|{_HALVES}?(?:\d{{1,2}}(?:[:.]\d\d)?|{_NUMBER}(?: (?:thirty|fifteen|forty-five))?)"
    r"(?: ?(?:am|pm|a\.m\.|p\.m\.|o'clock))?)(?![\d%]| ?(?:minutes|hours|days|weeks|people|times|km|miles)\b)"
)
_AT = r"(?:at |by |around |about |before )+"
_NAME = r"(?-i:[A-Z])[\w'&.-]*(?: (?:(?:of|the|and|de|da|do|for) )*(?-i:[A-Z\d])[\w'&.-]*)*"
_WORK = r"(?:work|the office|their office|the studio|the lab)"
_VEHICLE = (
    r"(?:bus|train|tram|tube|metro|underground|subway|bike|bicycle|car|ferry|boat|scooter|motorbike|taxi|cab|"
    r"moped|coach|cable car)"
)
SPORT = (
    r"(?:running|jogging|swimming|cycling|climbing|bouldering|rowing|skiing|surfing|hiking|yoga|pilates|badminton|"
    r"tennis|padel|squash|football|rugby|cricket|golf|boxing|karate|judo|aikido|crossfit|hockey|netball|basketball|"
    r"volleyball|archery|fencing|bowls|table tennis|weights|spinning|zumba|skating)"
)
_INSTRUMENT = (
    r"(?:guitar|piano|violin|cello|drums|saxophone|flute|trumpet|banjo|ukulele|clarinet|viola|bass(?: guitar)?|harp|"
    r"oboe|mandolin|accordion|harmonica|keyboard|organ|recorder|trombone|double bass|fiddle|sitar|lute|tuba|horn)"
)
_LEARNS = r"(?:learning|studying|taking up|practising|practicing)"
_GIVES_UP = r"(?:has )?(?:stopped|given up|gave up|quit|quits|dropped)(?: learning| studying| doing)?"
_TAKES_UP = (
    r"(?:has )?(?:started|taken up|took up|begun|switched to|moved on to|is (?:now )?(?:learning|studying))"
    r"(?: learning| studying)?"
)
_COFFEE = (
    r"(?:(?:black|filter|decaf|iced|instant|white|turkish) coffee|(?:oat(?: milk)? |iced |soya |decaf |"
    r"double )?(?:latte|americano|espresso|cappuccino|"
    r"flat white|cortado|macchiato|mocha|ristretto|lungo|cold brew|decaf)s?)"
)
_ALONE = r"(?:alone|by themselves|on their own|solo)"
_NO_COMPANY = r"(?:diabetes|pain|anxiety|depression|a condition|hiv|the|it|that|this|asthma|arthritis)\b"
_PILLS = r"(?:the |their )?(?:pills?|tablets?|medication|medicine|meds|vitamins?|drops)"
_MEALS = r"(?:breakfast|lunch|dinner|supper)"
_APPLIANCE = (
    r"(?:tv|television|telly|coffee machine|espresso machine|robot vacuum|vacuum cleaner|vacuum|washing machine|"
    r"dishwasher|fridge|oven|microwave|kettle|toaster|air fryer|printer|monitor|tablet|e-reader|console|mattress|"
    r"tumble dryer|dehumidifier|sewing machine|lawnmower|projector|soundbar|router)"
)


_NO_MEDICINE = (
    r"(?!(?:bike|ferry|shower|bath|walk|dog|kids|children|boat|coach|same|first|last|minutes|supplements of|bus|"
    r"tube|train|tram|car|metro|notes?|calls?|class(?:es)?|lessons?|photos?|pictures|sugar|milk|breaks?|risks|drugs|"
    r"part|care|time|work|naps?|taxis?|cabs?|lifts?|stairs|advice|orders|bookings|days|weekends|coffee|alcohol|"
    r"meat|dairy|"
    r"grid|hook|social|facebook|twitter|instagram|sick|holiday|school|duty|road|record|any|it|that|them|those|this)\b)"
)


@dataclass(frozen=True, slots=True)
class Frame:
    """A verb phrase with the `value`, and the matter it tells; `{what}` stands for the group of that name."""

    matter: str
    pattern: re.Pattern[str]
    newer: bool = False  # it counts only where it is said to be usual, or so now


def _frame(matter: str, pattern: str, *, newer: bool = False) -> Frame:
    return Frame(matter, re.compile(NOW + pattern, re.IGNORECASE), newer)


FRAMES: tuple[Frame, ...] = (
    _frame(
        "rent",
        rf"(?:pays|is paying) (?:rent of )?(?P<value>{MONEY}){PER}?(?: (?:in|for|of|on)(?: the| their)?)? ?"
        rf"(?:rent|(?:the|their) (?:new )?(?:flat|apartment|room|studio|house|place|bedsit))\b(?! (?:deposit|"
        rf"insurance))",
    ),
    _frame("rent", rf"(?:pays|is paying) (?:a )?rent of (?P<value>{MONEY})"),
    _frame(
        "mortgage",
        rf"(?:pays|is paying) (?P<value>{MONEY}){PER}? ?(?:(?:for|on|towards|in|off) )?(?:the |their )?mortgage",
    ),
    _frame(
        "{what}", rf"(?:pays|is paying) (?P<value>{MONEY}{PER}?) for (?:the|their) (?P<what>[\w -]{{3,25}}?)(?= now|$)"
    ),
    _frame(
        "monthly savings",
        rf"(?:saves|is saving|puts|is putting|sets|is setting) (?:aside |away |by )?(?P<value>{MONEY})"
        rf"(?: aside| away| by| (?:into|in) (?:the |their |a )?(?:savings(?: account)?|isa))*{PER}",
    ),
    _frame(
        "monthly savings",
        rf"(?:puts|transfers|moves|pays) (?P<value>{MONEY}){PER} (?:into|in|to|towards) (?:the |their )?savings",
    ),
    _frame(
        "salary", r"(?:earns|is earning|makes|is on|is paid) (?P<value>[£$€]? ?\d[\d.,]*(?:k|[,.]?000|[,.]\d{3})\b)"
    ),
    _frame(
        "team size",
        r"(?:leads|manages|runs|heads(?: up)?|is leading|is managing|has|is in|works in|is part of|is on) a team of "
        rf"(?P<value>{COUNT})\b",
    ),
    _frame(
        "team size",
        rf"(?:has|has got|manages|is managing|leads|supervises) (?P<value>{COUNT} (?:people|engineers|reports|"
        rf"developers|designers|staff))"
        r"(?: (?:under|reporting to|working for) them)?(?= now|$| under| reporting| working|"
        r" these)(?! .*\b(?:coming|over|round|for)\b)",
    ),
    _frame(
        "{what}",
        r"(?:has )?(?:now |just |finally )*(?P<now>switched|changed|moved|transferred|gone over|"
        r"swapped)(?: over)? (?:my |the |their |our )?(?P<what>accounts?|banks?|bank accounts?|"
        r"gyms?|broadband|internet|internet providers?|mobile providers?|energy suppliers?|electricity|"
        r"phone contracts?|(?:car|home|health|pet) insurance|"
        r"insurance|insurers?|browsers?|supermarkets?|notes|"
        r"notes apps?)(?: provider)? (?:over )?(?:from .{2,30}? )?to (?P<value>\S.+)",
        newer=True,
    ),
    _frame(
        "{what} provider",
        rf"(?:has )?(?:now |just |finally )*(?P<now>switched|changed|moved|gone over|gone|"
        rf"swapped)(?: over)?(?: from .{{2,30}}?)? to (?P<value>{_NAME}) for (?:the |my |their |our )?"
        r"(?P<what>internet|broadband|wi-?fi|mobile|phone|energy|electricity|gas)\b",
        newer=True,
    ),
    _frame(
        "internet provider",
        rf"(?:gets|has|is getting) (?:the |their )?(?:home )?(?:internet|broadband|wi-?fi)(?: at home)? "
        rf"(?:from|with|through|by) (?P<value>{_NAME})",
    ),
    _frame(
        "{what} provider",
        rf"is with (?P<value>{_NAME}) for (?:the |their )?(?P<what>internet|broadband|wi-?fi|mobile|phone|energy|"
        r"electricity|gas)\b",
    ),
    _frame("bank", rf"banks (?:with|at) (?P<value>{_NAME})"),
    _frame(
        "{what} insurance",
        rf"is insured (?:with|by|through|at) (?P<value>{_NAME})(?: for (?:the |their )?(?P<what>car|home|house|"
        rf"flat|dog|"
        r"travel|health))?",
    ),
    _frame("notes app", rf"(?:takes|keeps|writes|makes)(?: all)? (?:the |their )?notes in (?P<value>{_NAME})"),
    _frame(
        "supermarket",
        r"does (?:the |their )?(?:(?:weekly|food|grocery|big|main) )*shop(?:ping)? (?:at|in) (?P<value>\S.+)",
    ),
    _frame(
        "hospital",
        rf"(?:goes|is going) to (?P<value>{_NAME} (?:Hospital|Infirmary)|(?:Hospital|Infirmary) {_NAME})(?=$| )",
    ),
    _frame(
        "gym",
        r"(?:goes to the gym at|works out at|is working out at|has a (?:gym )?membership (?:at|with)|"
        r"trains at(?=.*gym))"
        r" (?P<value>\S.+)",
    ),
    _frame(
        "gym",
        rf"(?:goes to|joined|has joined|trains at|is a member of|"
        rf"is a member at) (?P<value>(?:the )?{_NAME} gym)\b(?!.*\b(?:times|days|once|twice|every)\b)",
    ),
    _frame("{what}", rf"(?:has|eats|gets|buys|grabs) (?P<what>{_MEALS}) (?P<value>(?:in|at|from|on) (?!{TIME}).+)"),
    _frame("lunch", r"(?:brings|packs|takes|makes) (?P<value>(?:a |their )?(?:own |packed |home-made )*lunch\b.*)"),
    _frame("{what} time", rf"(?:has|eats) (?P<what>{_MEALS}) {_AT}(?P<value>{TIME})"),
    _frame("parking space", r"parks (?:in|on|at) (?:space|bay|spot|slot)(?: number)? (?P<value>[\w-]+)"),
    _frame("locker", r"(?:has|uses) locker (?:number )?(?P<value>[\w-]+)"),
    _frame(
        "bedtime",
        rf"(?:goes to bed|goes to sleep|is in bed|hits the sack|hits the hay|has lights out|heads to bed|"
        rf"turns in|is asleep|falls asleep) {_AT}(?P<value>{TIME})",
    ),
    _frame("wake-up time", rf"(?:gets up|wakes up|wakes|is up|is awake) {_AT}(?P<value>{TIME})"),
    _frame("working hours", rf"(?:works|is working) (?:from )?(?P<value>{TIME}(?: to | till | until |-| - ){TIME})"),
    _frame("start of work", rf"(?:starts work|starts|is at work) {_AT}(?P<value>{TIME})(?= now|$| in the morning)"),
    _frame("end of work", rf"(?:finishes|leaves|gets off|knocks off|stops) work {_AT}(?P<value>{TIME})"),
    _frame(
        "takes:",
        rf"(?:takes|is taking|is on) (?:the |their |a |"
        rf"one )?(?P<value>{_NO_MEDICINE}[a-z][a-z-]{{3,}}(?: [a-z\d]{{1,2}})?) "
        r"(?:daily|(?:every|each) (?:day|morning|night|evening)|(?:once|twice) a day|at night|in the mornings?)",
    ),
    _frame("time of pills", rf"takes {_PILLS} {_AT}(?P<value>{TIME})"),
    _frame("time of walk", rf"walks (?:the |their )?dogs? {_AT}(?P<value>{TIME})"),
    _frame(
        "commute",
        rf"(?:takes|gets|catches|rides) (?:the |a |their )?(?P<value>{_VEHICLE})(?:(?: in)? to {_WORK}|"
        rf" in(?= now|$| every| most| these))",
    ),
    _frame(
        "commute",
        rf"(?:goes|gets|travels|commutes|comes)(?: in)?(?: to {_WORK})? (?P<value>by {_VEHICLE}|on foot)"
        rf"(?= to |$| now| these days| every)",
    ),
    _frame(
        "commute",
        rf"(?P<value>cycles|walks|drives|bikes|runs|skates|scoots) (?:(?:in )?to {_WORK}|in(?= now|$| every|"
        rf" most| these))",
    ),
    _frame(
        "book",
        r"is (?:now |currently |still )*(?:reading|rereading|in the middle of(?: reading)?|"
        r"halfway through(?: reading)?) "
        rf"(?P<value>{_NAME})(?= now|$| at the moment| these days| by )",
    ),
    _frame(
        "series",
        r"is (?:now |currently |still )*(?:watching|binge-watching|bingeing|binging|rewatching|hooked on) "
        rf"(?P<value>{_NAME})(?= now|$| at the moment| these days| on )",
    ),
    _frame(
        "game",
        rf"is (?:now |currently |still )*playing (?P<value>{_NAME})(?= now|$| at the moment| these days| on )",
    ),
    _frame(
        "instrument",
        rf"(?:is (?:now |currently |still )*{_LEARNS}|started|has started)(?: to play| how to play| playing)? (?:the )?"
        rf"(?P<value>{_INSTRUMENT})\b",
    ),
    _frame(
        "language",
        rf"is (?:now |currently |still )*{_LEARNS}(?: to speak|"
        rf" some)? (?P<value>{lexicon.LANGUAGES})\b(?! (?:history|food|"
        r"cooking|law|dancing|dance))",
    ),
    _frame(
        "language",
        rf"{_GIVES_UP} (?P<old>{lexicon.LANGUAGES}) and (?P<now>{_TAKES_UP}) (?P<value>{lexicon.LANGUAGES})\b",
        newer=True,
    ),
    _frame(
        "instrument",
        rf"{_GIVES_UP} (?:the )?(?P<old>{_INSTRUMENT}) and (?P<now>{_TAKES_UP}) (?:the )?(?P<value>{_INSTRUMENT})\b",
        newer=True,
    ),
    _frame(
        "course",
        r"(?:is (?:now |currently |still )*(?:taking|doing|working through|working their way through|on|"
        r"attending|enrolled (?:in|on|for))|takes|attends|(?:has )?"
        r"(?:signed up for|enrolled (?:in|on|for)|started)) (?:an? |the )(?P<value>(?!short\b|new\b)[\w -]{2,30}?) "
        r"(?:evening )?(?:course|class)\b(?! (?:action|project|teacher))",
    ),
    _frame(
        "project",
        r"is (?:now |currently |still )*(?:in charge of|responsible for|leading|heading up|managing|running|"
        r"working on) "
        r"(?:the )?(?P<value>[\w' -]{3,40}? project)\b",
    ),
    _frame(
        "project",
        r"is (?:now |currently |still )*(?:in charge of|responsible for) (?:the )?"
        r"(?P<value>(?!the\b|this\b|that\b|it\b|all\b|my\b|their\b)[\w' -]{3,40}?)(?= now|$| these days|"
        r" at the moment)",
    ),
    _frame("sport", rf"(?:does|plays|goes) (?P<value>{SPORT})\b(?!.*\b(?:too|as well|also)\b)", newer=True),
    _frame("browser", r"(?:uses|is using) (?P<value>(?-i:[A-Z])\w+)(?: now)? as (?:the |their )?(?:main )?browser"),
    _frame(
        "state:tool for {what}",
        rf"(?:uses|is using) (?P<value>{_NAME}) for (?:all )?(?:the |"
        rf"their )?(?P<what>[a-z][\w -]{{2,25}}?)(?= now|$| these)",
    ),
    _frame("household", rf"(?:lives|is living) (?P<value>{_ALONE})(?= now|$|,| again| these days)"),
    _frame(
        "household",
        rf"(?:lives|is living) (?P<value>with (?!{_NO_COMPANY})(?:(?:their|a|an|two|three|four|some) )?"
        r"(?:[\w'-]+)(?: (?!in\b|on\b|at\b|near\b|by\b)[\w'-]+){0,3})(?= now|$|,| again| these days)",
    ),
    _frame(
        "floor",
        r"(?:lives|is living|is|moved|has moved)(?: now)? (?:up |down )?(?:on|to) the (?P<value>(?:\w+ ){0,2}?floor)\b",
    ),
    _frame(
        "state:{verb} on {what}",
        r"(?P<verb>grows|keeps|raises) (?P<value>[\w -]{3,40}?) (?:on|in) (?:the|their) (?P<what>balcony|"
        r"windowsill|allotment|garden|greenhouse|roof|terrace|desk)\b",
    ),
    _frame(
        "default:drink",
        rf"(?:drinks|has|orders|is drinking|takes) (?:an? |my |their )?(?P<value>{_COFFEE})(?= now|$| these days|"
        rf" at breakfast| in the morning)",
        newer=True,
    ),
    _frame("marriage", r"(?P<value>isn't married|is not married|is unmarried)(?= now|$|,| any)"),
    _frame("shoe size", r"(?:takes|wears) (?:a )?(?:size (?P<value>[\d.½]+) (?:in )?shoes?|shoe size [\d.½]+)"),
    _frame("{what}", rf"(?:(?:has )?bought|has|owns|got) an? (?:new )?(?P<value>{_NAME}) (?P<what>{_APPLIANCE})\b"),
)
"""Tried in this order over the verb phrase of the user."""

STOPPED = re.compile(
    rf"(?:(?:has |was |is |now |just |finally |recently |been )*(?:came|come|weaned|taken|took|off)(?: me)?(?: off)? "
    rf"(?:the |their )?(?P<off>{_NO_MEDICINE}[a-z-]{{5,}}(?: [a-z\d]{{1,2}})?)|(?:has |just |finally |"
    rf"recently )*(?:(?:stopped|quit) taking|"
    rf"no longer takes?|doesn't take) (?:the |their |any )?(?P<taken>{_NO_MEDICINE}[a-z-]{{5,}}(?: [a-z\d]{{1,2}})?)|"
    rf"(?:has |just |finally |recently )*(?:stopped|quit|quits|dropped|ditched|gave up|given up) (?:the |"
    rf"their )(?P<dropped>{_NO_MEDICINE}[a-z-]{{5,}}(?: [a-z\d]{{1,2}})?))"
    r"(?= now|$|,| any ?more| any longer| altogether| completely| for good| last| a | since| these| because)",
    re.IGNORECASE,
)
"""A medicine the user takes no more: "came off the loratadine"."""
