"""Frames in which changes of a life are told: "we split up", "started my new job today, baker". Data only."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.en import keys, lexicon
from mnemic.reader.en.change_frame import NOW, ChangeFrame, change_frame

PLACE = r"(?P<place>(?!(?-i:I)\b)(?-i:[A-Z])[\w'.-]+(?: (?-i:[A-Z])[\w'.-]*)*(?:, (?-i:[A-Z])[\w'.-]+)?)"
_NAME = r"(?P<name>(?:(?-i:Dr|Mr|Mrs|Ms|Mx|Miss)\.? )?(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)*)"
_SOON = r"(?: (?:today|yesterday|this \w+|last \w+|on \w+day|in \w+|recently))?"
_DETAIL = r"(?:,? (?:as |it's |they're |with |at |an? |- |: )*|: |, )"
_NO_NAME = Regex(
    r"(?:new|south|north|roman|church|team|type|cool|good|great|happy|back|afraid|catholic|american|british|"
    r"english|irish|"
    r"scottish|welsh|german|french|chinese|indian|aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|"
    r"capricorn|"
    r"aquarius|pisces|level|tier|platinum|gold|silver|bronze)\b",
    re.IGNORECASE,
)
_PARTED = (
    r"(?:have |'ve |are |'re |has )?(?:just |now |recently |finally |officially )*(?:split up|split|"
    r"broke(?:n)? up|separated|"
    r"called it quits|parted ways|got divorced|getting divorced|getting a divorce|no longer together|"
    r"not together any ?more|"
    r"aren't together any ?more|over|finished|no more|broke off the engagement|called off the (?:engagement|wedding))"
)


def _a_name(found: re.Match[str]) -> bool:
    return not _NO_NAME.match(found["name"])


def _a_job(found: re.Match[str]) -> bool:
    return len(found["job"].split()) <= 8 and not re.match(
        r"(?:so|and|but|i|it|was|is|great|yay|wish)\b", found["job"], re.I
    )


LIFE_CHANGES: tuple[ChangeFrame, ...] = (
    change_frame(
        r"(?:i )?(?:now )?drive (?P<what>(?:an? |the )?(?:[\w-]+ ){0,2}?(?:bus|coach|lorry|hgv|taxi|cab|minicab|"
        r"tram|train|ambulance|forklift|"
        r"bin lorry|tanker|crane|school bus)s?(?: for [\w' -]{2,40}?)?)(?P<rest>$|,.*| (?:in|on|around|round|now|"
        r"these days|at|most|every|five|"
        r"part|full|nights|days|mornings)\b.*)",
        "The user drives {what}{rest}",
        attribute="job",
        said="drives {what}",
        correction=False,
    ),
    change_frame(
        rf"(?:i(?:'ve| have)? |we(?:'ve| have)? )?(?:just )?(?:left|moved out of|moved away from|swapped|"
        rf"traded) {PLACE}"
        rf"(?: behind| for good)?(?:,| and| for|;)+ (?:it's |we're in |i'm in |now in |now it's |"
        rf"now )?(?P<new>(?-i:[A-Z])[\w'-]+"
        rf"(?: (?-i:[A-Z])[\w'-]+)*)(?: {NOW})?(?P<rest>$|[,.].*)",
        "The user has left {place} and is in {new} now{rest}",
        attribute="home",
        said="{new}",
        joint=True,
    ),
    change_frame(
        rf"(?:i'm|i am|we're|we are|currently|now) (?:now |currently |still )*(?P<how>renting|subletting|"
        rf"lodging in|house-sharing in|living in) (?P<what>(?:a|an|the|my own) "
        rf"(?:[\w-]+ ){{0,3}}?(?:room|flat|house|studio|apartment|bedsit|bungalow|cottage|place|caravan|annexe|"
        rf"loft|one-bed|two-bed)) (?:over |up |out |down )?"
        rf"(?:in|near|outside|by) {PLACE}(?P<rest>$|[,.].*| (?:with|for|near|by|at|until|since)\b.*)",
        "The user is {how} {what} in {place}{rest}",
        attribute="home",
        said="{place}",
        correction=False,
    ),
    change_frame(
        r"(?P<job>(?!just\b|back\b|off\b|out\b|working\b|i'm\b|i\b|we\b)(?:an? |the )?(?:[\w-]+ ){0,3}?"
        rf"(?:{lexicon.OCCUPATION}|dispatcher|head|chief|lead|foreman|supervisor|controller|coordinator|trainee|"
        rf"apprentice|partner|deputy)\b(?: (?:of|at|in|for|with) [^,.;]{{2,60}}?)?) "
        r"(?P<when>as of (?:today|this \w+|monday|tuesday|wednesday|thursday|friday|now|next \w+|last \w+|"
        r"yesterday)|from (?:today|monday|next \w+|tomorrow|now on))"
        r"(?P<rest>$|[,.].*)",
        "The user's job {when}: {job}{rest}",
        attribute="job",
        said="{job}",
    ),
    change_frame(
        rf"(?:i'm|i am|we're|we are) (?:now )?{PLACE}[- ]based(?: {NOW})?(?P<rest>$|[,.].*)",
        "The user is based in {place}{rest}",
        attribute="home",
        said="{place}",
    ),
    change_frame(
        rf"(?P<until>until [^,]*?\d{{4}}|until [^,]{{3,25}}?),? (?:i'm|i am|we're|we are|i'll be|"
        rf"we'll be) (?P<how>staying|"
        rf"living|based|house-sitting|lodging|renting) (?:over |up |down )?in {PLACE}(?P<rest>.*)",
        "{until} the user is {how} in {place}{rest}",
        attribute="",
        said="",
        correction=False,
    ),
    change_frame(
        rf"(?:(?:i|we)(?:'ve| have)? )?(?:just |finally |recently )*(?:started|landed|got|begun) (?:my |a |the )?new "
        rf"(?:job|role|post|position|gig)(?P<when>{_SOON}){_DETAIL}(?P<job>[^.!?]{{3,80}})",
        "The user has a new job{when}: {job}",
        attribute="job",
        said="{job}",
        fits=_a_job,
    ),
    change_frame(
        rf"(?:my )?new (?:job|role|career|gig)(?P<when>{_SOON})(?: is (?:as )?|'s |, (?:as |it's |i'm )?|: | as |"
        rf" at | with )(?:an? )?(?P<job>[^.!?]{{3,80}})",
        "The user has a new job{when}: {job}",
        attribute="job",
        said="{job}",
        fits=_a_job,
    ),
    change_frame(
        r"(?:(?:today's|today is|it's) )?(?:my )?first (?:day|week|shift)(?P<when> today)? (?P<where>at|with|in|as) "
        r"(?P<job>(?!work\b|school\b|it\b|this\b|the (?:gym|week)\b)[^.!?]{3,60})",
        "The user has started work {where} {job}",
        attribute="job",
        said="{job}",
    ),
    change_frame(
        r"(?:they(?:'ve| have)? |the (?:company|firm|boss) |my (?:company|boss|firm) |i (?:was|got|have been|"
        r"'ve been) |"
        r"(?:was|got) |been )(?:just )?(?:made me redundant|let me go|laid me off|sacked me|fired me|"
        r"made redundant|let go|"
        r"laid off|sacked|fired)(?P<rest>$|[,.].*| (?:in|last|on|from|this|yesterday|today)\b.*)",
        "The user has lost their job (let go){rest}",
        attribute="state:employment",
        said="let go",
    ),
    change_frame(
        r"(?:i'm|i am|we're) not (?:working )?(?:at|"
        r"with) (?P<where>(?-i:[A-Z])[\w&'-]+(?: (?-i:[A-Z])[\w&'-]+)*) (?:any ?more|any longer|these days)"
        r"(?P<rest>$|[,.].*)",
        "The user is no longer at {where}{rest}",
        attribute="employer",
        said="{where}",
        polarity=-1,
    ),
    change_frame(
        rf"(?:{_NAME} and (?:i|me)|me and (?:my )?(?P<who>[\w-]+)|(?:my |"
        rf"the )?(?P<mine>{lexicon.RELATION})(?: [A-Z]\w+)? and "
        rf"(?:i|me)) {_PARTED}(?P<rest>$|[,.].*| (?:in|last|on|after)\b.*)",
        "The user and {name}{who}{mine} have split up{rest}",
        attribute="state:marriage",
        said="separated",
        joint=True,
    ),
    change_frame(
        rf"we(?: have)?(?:'ve)? ?{_PARTED}(?P<rest>$|,.*| (?:last|in|this) \w+$)",
        "The user and their partner have split up{rest}",
        attribute="state:marriage",
        said="separated",
        joint=True,
    ),
    change_frame(
        rf"(?:i'm|i am|it's|it is|that's|i go by|i'm going by|my name is|my name's|my name's been|i'm called|name's) "
        rf"(?:now |back to (?:being )?|officially |legally )*{_NAME} {NOW}(?P<rest>$|[,.].*)",
        "The user's name is {name} now",
        attribute="name",
        said="{name}",
        fits=lambda m: (
            _a_name(m)
            and (
                " " in m["name"]
                or "name" in m.group().lower()
                or "go by" in m.group().lower()
                or "called" in m.group().lower()
            )
            and not keys.is_car(m["name"])
        ),
    ),
    change_frame(
        rf"(?:i'm|i am) {_NAME}",
        "The user is called {name}",
        attribute="name",
        said="{name}",
        fits=lambda m: _a_name(m) and bool(re.fullmatch(r"[A-Z][\w'-]+ [A-Z][\w'-]+", m["name"])),
        correction=False,
    ),
)
"""Tried in this order over a clause, or over a whole sentence where they span clauses."""
