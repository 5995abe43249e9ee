"""Clauses that tell a matter of which the user has one at a time by its noun: "the rent for the new flat is 985". Data
only; `matter_frames` has those that tell it by a verb."""

from __future__ import annotations

import re

from mnemic.reader.en import lexicon, matter_names
from mnemic.reader.en.matter_frames import COUNT

FOR_ONCE = re.compile(
    rf"\b(?:today|tonight|yesterday|tomorrow|this (?:week|month|morning|afternoon|evening|weekend|time|once|year)|ago|"
    rf"last (?:night|week|weekend|month|year|summer|winter|time|{lexicon.WEEKDAY}(?! of))|next (?:week|month|time|year|"
    rf"{lexicon.WEEKDAY})|used to|if|unless|would|might|may|maybe|perhaps|thinking of|for now|was|were|until|till)\b"
    rf"(?! \d)|\b(?:on )?{lexicon.DATE}",
    re.IGNORECASE,
)
SAID_OF_NOW = re.compile(
    r"\b(?:now|these days|nowadays|at the moment|currently|instead|at present|usually|normally|always|mostly|only)\b",
    re.IGNORECASE,
)
SOME_DAYS = re.compile(
    rf"\b(?:on |at |every |most |some |each )*(?P<days>weekends?|weekdays|{lexicon.WEEKDAY}s?|holidays)\b",
    re.IGNORECASE,
)
FIRST = re.compile(
    rf"(?P<time>{matter_names.CIRCUMSTANCE}|now|currently|these days|nowadays|at the moment|at present|every month|"
    r"each month|every week|these days|(?:on|at) (?:weekends|weekdays|the weekend|[a-z]+days)),? "
    r"(?P<rest>(?:i|i'm|i am|we|we're|my|our|the)\b.+)",
    re.IGNORECASE,
)
_IS = (
    r"(?:is|are|comes to|stands at|starts at|(?:is|has|have)? ?(?:now |just |gone |gone back |crept |risen |"
    r"dropped |fallen |changed |"
    r"moved |switched |went |rose |fell |been |put |back )*(?:up to|down to|to)|costs)"
    r"(?: (?:now|still|currently|actually|already|always|usually|called|named|with|by|set for|about|around))*"
)
OWN = re.compile(
    rf"(?:(?P<det>my|our|the) )?(?P<noun>(?!i\b|we\b|it\b|that\b|this\b|you\b)[\w& -]{{2,45}}?)(?:'s|"
    rf" (?P<is>{_IS}))(?: (?:now|still|with|by|about|"
    rf"around))* (?P<value>.+)|"
    rf"(?P<det2>all my|my|our) (?P<noun2>notes) are (?P<is2>in) (?P<value2>.+)",
    re.IGNORECASE,
)
_DOING = (
    r"(?:(?:'m|'re| am| are) (?:currently |now |still )*(?:reading|watching|playing|learning|studying|taking|"
    r"doing|using|"
    r"on|working on|responsible for|in charge of|listening to|going to|driving|wearing|seeing|attending|leading|"
    r"running|"
    r"managing|mentoring|supervising|practising|practicing|rehearsing|knitting|sewing|building|writing|renting|growing)|"
    r" (?:now |currently |usually |mostly |mainly |always )*(?:read|watch|play|learn|study|take|do|use|run|lead|"
    r"manage|go to|"
    r"listen to|drive|wear|see|train at|work on|eat|drink|buy|bank with|shop at|work for|mentor|supervise|ride|"
    r"practise))"
    r"(?: (?:most|the most|most often|every day|daily|regularly|now|at the moment|these days|for \w+|each morning|"
    r"every morning|every night))*"
)
LIKED = r" (?P<liked>like|love|cook|make|play|know|bake|prefer)(?: to \w+)? (?:best|most|the best|the most)"
OF_DOING = re.compile(
    rf"(?:the|my) (?P<noun>[\w' -]{{3,30}}?) (?:that |which |who )?(?:i|we)(?P<doing>{_DOING}|{LIKED}) (?P<is>{_IS}) "
    r"(?P<value>.+)",
    re.IGNORECASE,
)
TURNED = re.compile(
    rf"(?P<value>[\w'&. -]{{2,40}}?) (?:is|are) the (?P<noun>[\w' -]{{3,30}}?) (?:that |which |who )?(?:i|we)"
    rf"(?P<doing>{_DOING}|{LIKED})",
    re.IGNORECASE,
)
IN_TEAM = re.compile(
    rf"(?:there are|there're|we have|i have)(?: now| only)? (?P<value>{COUNT})(?: people| of us| members|"
    rf" engineers)?(?: now)? "
    r"(?:in|on) (?:my|our|the)(?: new)? team(?P<rest>.*)",
    re.IGNORECASE,
)
TEAM_HAS = re.compile(
    rf"(?:my|our|the)(?: new)? team (?:now )?(?:has|is|numbers|counts|consists of|is made up of)(?: now| only)* "
    rf"(?P<value>{COUNT})(?: people| members| strong| of us| engineers| developers)\b(?P<rest>.*)",
    re.IGNORECASE,
)
PRACTICE = re.compile(
    r"(?:my|our) (?P<who>gp|doctor|dentist|vet|optician|physio|therapist|hairdresser|barber|osteopath) (?:is|"
    r"'s)(?: now| "
    r"still)* (?:at|with|based at|over at) (?P<value>(?!work|home|lunch|the moment|the door|me\b|us\b).+)",
    re.IGNORECASE,
)
DWELLING_FLOOR = re.compile(
    r"(?:my|our|the)(?: new)? (?:flat|apartment|place|home|"
    r"room) is(?: now)? (?:up )?on the (?P<value>(?:\w+ ){1,2}?floor)\b"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
PAID_INTO = re.compile(
    r"(?:my|our) (?:salary|wages?|pay) (?:goes|gets paid|is paid|comes)(?: straight)? (?:into|in to|to) "
    r"(?:(?:my|our|the|an?) )?(?P<value>(?-i:[A-Z])[\w' -]+?)(?: (?:bank )?account)?(?P<rest>$|,.*| (?:now|"
    r"these days)\b.*)",
    re.IGNORECASE,
)
LASTS = re.compile(
    r"(?:my|our|the) (?P<noun>commute)(?: to work)?(?:'s| takes| is| lasts)(?: me)?(?: now| about| around| only|"
    r" just| down to| up to)* "
    r"(?P<value>(?:\d+|an|half an|\w+) ?(?:minutes|mins?|hours?)\b.*)",
    re.IGNORECASE,
)
_TIMES = (
    r"(?:(?:the|every|each|first|second|third|fourth|last|other|alternate|early|late|at|on|from|"
    r"\d[\d:.]*(?: ?[ap]m)?|noon) )*"
    rf"{lexicon.WEEKDAY}s?\b(?!'s)[^,;]*"
)
OFTEN = r"(?:weekly|fortnightly|monthly|daily|regular|biweekly)"
GATHERING = (
    r"(?:class|classes|lessons|training|practice|rehearsals?|choir|band|club|stand-?up|sync|1:1|one-to-one|catch-?up|"
    r"shifts?|drills?)"
)
RECURS = re.compile(
    rf"(?:(?:my|our|the) )?(?P<noun>(?!i\b|we\b|he\b|she\b|they\b|it\b|there\b)[\w'1: -]{{3,45}}?) (?P<is>(?:is|"
    rf"are|meets|meet|"
    rf"takes place|happens|runs|has moved|moved|was moved|has been moved|have moved|have been moved|have)(?: now)?"
    rf"(?: on| to| at| every| each| always)*) (?P<value>{_TIMES})",
    re.IGNORECASE,
)
WE_MOVED = re.compile(
    rf"(?:i|we)(?:'ve| have)? (?:moved|switched|changed|shifted) (?:my |our |the )?"
    rf"(?P<noun>[\w'1: -]{{3,45}}?)(?: from .+?)? to "
    rf"(?P<value>(?:the )?{_TIMES})",
    re.IGNORECASE,
)
RECURRING = re.compile(
    rf"\b(?:every|each|{OFTEN})\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|of the month|"
    rf"(?:first|second|third|last) {lexicon.WEEKDAY} of",
    re.IGNORECASE,
)
MEETING = re.compile(r"(?:weekly |team |group |department |staff )+(?:meeting|call)|our meeting", re.IGNORECASE)
PEOPLE_NOUN = re.compile(
    rf"(?:{lexicon.RELATION}|intern|trainee|student|apprentice|mentee|trainer|coach)", re.IGNORECASE
)


OF_PERSON = re.compile(
    r"(?P<value>(?:(?-i:Dr|Mr|Mrs|Ms|"
    r"Prof)\.? )?(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?) is (?:now )?my (?:new )?(?P<who>boss|"
    r"(?:line )?manager|dentist|gp|"
    r"doctor|landlord|landlady|therapist|physio|vet|accountant|solicitor|hairdresser|trainer|coach|tutor|"
    r"flatmate|roommate|"
    r"supervisor|mentor|intern)(?: now| these days)?",
    re.IGNORECASE,
)
BARE_DOING = re.compile(
    r"(?:(?:currently|now|still|just|halfway through) )*(?:reading|watching|playing|learning|studying|"
    r"binge-watching|bingeing|"
    r"practising|taking) (?!it\b|that\b|this\b)\S.*",
    re.IGNORECASE,
)
BARE_STOPPED = re.compile(
    r"(?:finally |just |now )*(?:came off|off|stopped taking|quit taking|no longer taking) (?:the|my) ", re.IGNORECASE
)
