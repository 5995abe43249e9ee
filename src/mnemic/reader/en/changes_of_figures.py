"""Frames in which figures that grow or shrink are told: "5k in 28:40", "up to £4,100 in savings". Data only."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en.change_frame import ChangeFrame, change_frame

_RACE = r"(?P<race>parkrun|half[- ]marathon|marathon|(?:\d+(?:\.\d+)?|one|two|ten) ?(?:k|km|kms|miles?|metres?|m)\b)"
_TIME = (
    r"(?:about |around |just under |just over |under |exactly )?(?P<time>\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?|\d+h\d\d|"
    r"\d+(?:\.\d+)? ?(?:mins?|minutes?|hours?|hrs?|seconds?|secs?|s)(?:(?: and)? \d+(?: ?(?:mins?|minutes?|"
    r"seconds?|secs?))?)?)"
)
_SUM = (
    r"(?:about |around |just over |just under |nearly |roughly )?(?P<sum>[£$€] ?\d[\d.,]*\d?k?|"
    r"\d[\d.,]*k?(?: quid| euros?| pounds| dollars))"
)
_POT = (
    r"(?P<pot>savings|(?:[\w-]+ )?(?:savings (?:account|pot)|isa|nest egg)|(?:[\w-]+ ){1,2}(?:fund|pot|kitty|jar|"
    r"deposit)|kitty|pot)"
)
_REST = r"(?P<rest>$|[,.(!].*| (?:now|already|so far|today|yesterday|this|last|on|at|in|with|for|since|and)\b.*)"
_NOW = r"(?:now |just |finally |already |officially |currently |only |almost |nearly )*"
_WORK = (
    r"(?P<work>(?:[\w-]+ )?(?:thesis|dissertation|novel|manuscript|book|memoir|screenplay|script|draft|story|"
    r"comic|chapter))"
)
_READ = (
    r"(?P<read>(?!it\b|this\b|that\b|them\b|\d|(?:the |this |your |my )?(?:docs?|documentation|form|application|"
    r"survey|pdf|deck|contract|manual|setup|tutorial|course|guide|level|game)\b)[\w'][\w' :-]{1,50}?)"
)
_SCORE = (
    r"(?P<figure>(?:[\w-]+ )?(?:score|rating|elo|handicap|hba1c|cholesterol|ferritin|vo2 ?max|bmi|ftp|"
    r"resting (?:heart rate|pulse)|follower count|subscriber count|step count|word count|page count|streak|"
    r"balance|overdraft|grade average|gpa|batting average|bench(?: press)?|squat|deadlift|pb|personal best|"
    r"one[- ]rep max))"
)

_NO_SYSTEM = Regex(
    r"(?:the |our |my )?(?:he|she|it|they|who|that|this|what|which|everyone|everybody|someone|somebody|nobody|"
    r"water|mum|dad|mam|nan|gran|grandad|"
    r"life|time|money|blood|mail|post|user|one)\b",
    re.IGNORECASE,
)

FIGURE_CHANGES: tuple[ChangeFrame, ...] = (
    change_frame(
        rf"(?:my |the |our )?(?P<best>(?:new |best |current |fastest )*){_RACE}(?: (?P<what>time|pb|pr|best|record|"
        rf"personal best))?(?P<how>(?:'s| is| was| are|:|,)(?: now| officially)*(?: down to| up to|"
        rf" at)?) {_TIME}{_REST}",
        "The user's {best}{race} {what}{how} {time}{rest}",
        attribute="value:{race} time",
        said="{time}",
        correction=False,
    ),
    change_frame(
        rf"(?P<where>(?:[\w-]+ )?(?:parkrun|race|run|track|club)(?: today| yesterday| this \w+| last \w+| on \w+)?)"
        rf"[:,] {_RACE} in {_TIME}{_REST}",
        "The user ran {race} in {time} ({where}){rest}",
        attribute="value:{race} time",
        said="{time}",
        kind=Kind.EVENT,
        correction=False,
        joint=True,
    ),
    change_frame(
        rf"(?:i |i've |we |and )?{_NOW}(?P<how>ran|run|did|finished|managed|clocked|swam|rowed|cycled|walked|"
        rf"got round|"
        rf"completed|knocked out) (?P<det>a |the |my |my first |another )?{_RACE} in {_TIME}{_REST}",
        "The user {how} {det}{race} in {time}{rest}",
        attribute="value:{race} time",
        said="{time}",
        kind=Kind.EVENT,
        correction=False,
    ),
    change_frame(
        rf"(?:i|we)(?:'ve| have)? {_NOW}(?:got |managed to )?(?:saved?|put away|put aside|stashed)(?: up| away)? "
        rf"{_SUM}(?! (?:a|per|each|every)\b){_REST}",
        "The user has saved {sum}{rest}",
        attribute="value:savings",
        said="{sum}",
        correction=False,
    ),
    change_frame(
        rf"(?:i|we)(?:'ve| have)(?: got)? {_NOW}{_SUM} (?:saved|put away|put aside|stashed)(?: up| away)?{_REST}",
        "The user has {sum} saved{rest}",
        attribute="value:savings",
        said="{sum}",
        correction=False,
    ),
    change_frame(
        rf"(?:i'm |i am |we're |we are )?{_NOW}(?P<way>up to|at|down to|on) {_SUM} (?:saved(?: up)?|in (?:the |my |"
        rf"our )?"
        rf"{_POT}){_REST}",
        "The user is {way} {sum} in {pot}{rest}",
        attribute="value:savings",
        said="{sum}",
        correction=False,
        fits=lambda m: bool(m["pot"]),
    ),
    change_frame(
        rf"(?:i'm |i am |we're |we are )?{_NOW}(?P<way>up to|at|down to|on) {_SUM} saved(?: up)?{_REST}",
        "The user is {way} {sum} saved{rest}",
        attribute="value:savings",
        said="{sum}",
        correction=False,
    ),
    change_frame(
        rf"(?P<whose>my |our |the )?{_POT}(?P<how>(?: (?:is|are|stands?|sits?)|'s|'re|:)?(?: now| just)*(?: at|"
        rf" up to| "
        rf"down to)?|(?: has| have)?(?: just| now| finally)* (?:hit|reached|passed|dropped to|gone up to|"
        rf"gone down to)"
        rf") {_SUM}{_REST}",
        "The user's {pot}{how} {sum}{rest}",
        attribute="value:savings",
        said="{sum}",
        correction=False,
        fits=lambda m: bool(m["whose"]) or "savings" in m["pot"].lower(),
    ),
    change_frame(
        rf"(?:i'm |i am |we're )?{_NOW}(?:up to |at |on )?(?P<unit>page|chapter|episode|season|volume|book) "
        rf"(?P<number>\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?:of|in) {_READ}{_REST}",
        "The user is on {unit} {number} of {read}{rest}",
        attribute="value:{unit} of {read}",
        said="{number}",
        correction=False,
    ),
    change_frame(
        rf"(?:i'm |i am |we're )?{_NOW}(?P<number>\d+) (?P<unit>page|chapter|episode)s? (?:into|"
        rf"through) {_READ}{_REST}",
        "The user is {number} {unit}s into {read}{rest}",
        attribute="value:{unit} of {read}",
        said="{number}",
        correction=False,
    ),
    change_frame(
        rf"(?:my |our |the ){_WORK}(?P<how>(?: is|'s| stands| sits)(?: now| just| already)*(?: at| up to| down to)?|"
        rf"(?: has)?(?: just| now| finally)* (?:hit|reached|passed|grown to|shrunk to)) "
        rf"(?:about |around )?(?P<count>\d[\d.,]*k?) (?P<unit>pages?|words|chapters){_REST}",
        "The user's {work}{how} {count} {unit}{rest}",
        attribute="value:{work} {unit}",
        said="{count} {unit}",
        correction=False,
    ),
    change_frame(
        rf"(?:i'm |i am |we're )?{_NOW}(?P<way>at|on|up to|down to) (?P<count>\d[\d.,]*k?) (?P<unit>pages|words|"
        rf"chapters) "
        rf"(?P<in>of|on|in|into|for|with) (?:my |the |our ){_WORK}{_REST}",
        "The user is {way} {count} {unit} {in} their {work}{rest}",
        attribute="value:{work} {unit}",
        said="{count} {unit}",
        correction=False,
    ),
    change_frame(
        rf"(?:my |our ){_SCORE}(?P<how>(?: is|'s)(?: now| just| officially)*(?: at| up to| down to| up at| down at)?|"
        rf"(?: has)?(?: just| now| finally)* (?:hit|reached|passed|climbed to|jumped to|risen to|rose to|fell to|"
        rf"dropped to|gone up to|gone down to|went up to|went down to|crept up to|come down to|come back at)) "
        rf"(?:about |around )?(?P<number>\d[\d.,]*(?:%|k| ?kgs?| kilos?| days?| bpm| steps| words| pages|"
        rf"/\d+)?){_REST}",
        "The user's {figure}{how} {number}{rest}",
        attribute="value:{figure}",
        said="{number}",
        correction=False,
    ),
    change_frame(
        r"(?P<thing>(?:the |our |my )?(?-i:[A-Z])[\w-]+(?:'s \w+)?) (?:now )?(?P<how>deploys|builds|ships|"
        r"releases|publishes|syncs|logs|backs up|imports)(?P<straight> straight| directly| only)? (?P<way>from|"
        r"off|to|via|with|through|into|against) (?P<new>[\w' ./-]{2,60}?)"
        r"(?P<rest>$|[,(].*| (?:now|these days|since|because|until|instead)\b.*)",
        "{thing} {how}{straight} {way} {new}{rest}",
        attribute="value:{thing} {how}",
        said="{new}",
        correction=False,
        fits=lambda m: not _NO_SYSTEM.match(m["thing"]),
    ),
    change_frame(
        r"(?:my |our |the )?(?P<debt>student loan|mortgage|car loan|car finance|overdraft|credit card|loan|debts?)"
        r"(?::|'s| is| are|,)? (?:now |finally |all |fully |officially )*(?P<how>gone|paid off|cleared|done|settled)"
        r"(?P<rest>$|[,.(!].*| (?:last|in|as of|since|this|on)\b.*)",
        "The user's {debt} is {how} (paid off){rest}",
        attribute="value:{debt}",
        said="paid off",
        kind=Kind.EVENT,
        joint=True,
    ),
)
"""Tried in this order; each gives the figure a key of its own, whatever is said around it."""
