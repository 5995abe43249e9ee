"""Verdicts in English."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.writing.reply_feedback.feedback_rules import TOLD_ENDINGS, AnswerEnding, FeedbackPolarity, feedback_rule

_END = (
    r"(?:[ ,]+(?:then|now|too|indeed|as always|as usual|again|this time|all right|alright|mate|man|buddy|thanks?"
    r"|thank you|cheers|for me|actually|yes|so much|very much|there|of course|please|ok(?:ay)?|here|so far|yet))*"
    r"(?=\s*(?:[,.!;:~…—–\n()]|\s[-–—]|[\U0001f300-\U0001faff]|$))"
)
"""What may stand between a verdict and the end of its clause."""
_THAT = r"(?:(?:that|this|it|those|these)(?:'s|s| is| was|'re| are| were)|(?:that|this|it) really is)"
_NOT = (
    r"(?:(?:(?:that|this|it)(?:'s|s| is| was)|(?:those|these) (?:are|were))(?: (?:still|just|simply|really|so))? not"
    r"|(?:that|this|it) (?:isn't|wasn't|isnt|wasnt|ain't)|(?:those|these) (?:aren't|weren't))"
)
_SURELY = r"(?:(?:absolutely|exactly|totally|completely|quite|so|very|really|just|precisely|perfectly|entirely) )*"
_WANTED = (
    r"(?:what|how|the (?:one|thing|kind)) (?:i|i'd|i had|i was|i've) (?:(?:would|was|had|have|been) )*"
    r"(?:meant?|wanted|needed?|asked(?: you)?(?: for)?|looking for|after|thinking of|said|in mind|liked?|hoping for"
    r"|told you|remember(?:ed)?|want|order(?:ed)?|intended)"
)
_AGAIN = r"(?:again|any ?more|any longer|ever again|from now on|in (?:the )?future|next time)"
_ANSWERS = (
    r"(?:suggest|recommend|show(?: me)?|mention|bring up|offer(?: me)?|propose|list|include|send me|give me|tell me"
    r"|pick|choose|book(?: me)?|use)"
)
_WORD = r"[^\W\d_][\w'-]*"


_LASTING = (
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        r"you(?:'ve|'re| have| are)?(?: (?:just|still|always|keep|again))* (?:mis-?remember(?:ed|ing)?"
        r"|remember(?:ed|ing)? (?:(?:it|that|this|me|things) )?(?:all )?(?:wrong(?:ly)?|incorrectly|badly)"
        r"|(?:got|have|had) (?:it|that|this) (?:saved|stored|noted|remembered|down|on file) wrong(?:ly)?)",
        plain=True,
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        rf"(?:please,? )?(?:don't|do not|never|stop)(?: you)?(?: ever)? (?:do(?:ing)?|say(?:ing)?|call(?:ing)? me"
        rf"|writ(?:e|ing)|assum(?:e|ing)|answer(?:ing)?|{_ANSWERS}) (?:me )?(?:that|this|it|so|like that|like this"
        rf"|that way|these|those)(?: to me)? {_AGAIN}{_END}",
        plain=True,
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        r"(?:please,? )?(?:from now on|in (?:the )?future|next time|going forward),? (?:please,? )?(?:don't|do not"
        r"|never|stop) (?:do(?:ing)?|say(?:ing)?|call(?:ing)? me|answer(?:ing)?|writ(?:e|ing)|assum(?:e|ing)) "
        rf"(?:me )?(?:that|this|it|so|like that|like this|that way){_END}",
        plain=True,
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:please,? )?(?:stop|quit) (?:doing|saying|assuming) (?:that|this|it){_END}",
        plain=True,
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:please,? )?(?:don't|do not|never) (?:ever )?{_ANSWERS} (?P<about>[^,.!;:]{{2,40}}?)(?: to me)? {_AGAIN}"
        rf"{_END}",
        lasting=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.75,
        r"(?:please,? )?(?:stop|quit) (?:suggesting|recommending|offering me|showing me|bringing up|mentioning) "
        rf"(?P<about>[^,.!;:]{{2,40}}?)(?: to me| {_AGAIN})*{_END}",
        lasting=True,
    ),
)

_WRONG = (
    feedback_rule(
        FeedbackPolarity.WRONG, 0.95, rf"(?:{_NOT} |not )(?:at all |exactly |quite |really )*{_WANTED}", plain=True
    ),
    feedback_rule(FeedbackPolarity.WRONG, 0.9, rf"that's wrong(?: there)?{_END}", plain=True),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.85,
        rf"{_THAT} (?:(?:all|so|still|just|plain|simply|completely|totally|entirely|absolutely|also|again|clearly) )*"
        rf"(?:wrong|incorrect|false|untrue|mistaken|inaccurate|a mistake|out of date|outdated|out-of-date|useless"
        rf"|nonsense|rubbish|garbage|unhelpful|no help|no good|old news|no longer (?:true|right|correct|the case)"
        rf"|the (?:wrong|opposite)(?: \w+)?|the wrong way round|my old \w+|terrible|way off|off){_END}",
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        rf"{_NOT} (?:(?:even|at all|quite|really|entirely|exactly|actually|remotely) )*(?:right|it|true|correct"
        rf"|accurate|helpful|the (?:one|case|point|right \w+)|how it (?:is|was)|like that|so|useful|good enough"
        rf"|working for me){_END}",
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.75,
        rf"{_NOT} (?P<about>(?:my|the) (?!problem|question|fault|first|last|best|worst|end|business|thing|kind|only"
        rf"|same|reason)(?:[^,.!;:\s]+ ){{0,3}}?[^,.!;:\s]+){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        r"you(?:'ve| have|'re)?(?: (?:just|still|always|keep|again))* (?:got|get|getting|had|have) "
        rf"(?:it|that|this|me|them|things|everything|the \w+|my \w+)(?: all| completely| totally)? wrong{_END}",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.9,
        r"you(?:'ve| have)?(?: (?:just|still|again|completely|totally|clearly))* (?:misunderst(?:ood|and)|misread"
        r"|misheard|mixed (?:it|that|this|them|me|things|up)|confused (?:me|it|this|that|the)|missed the point"
        r"|made (?:that|this|it) up)(?! by)"
        r"|you(?:'re| are| keep)(?: still)? (?:mixing|confusing) (?:me|this|that|it|them|up)",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"you(?:'re| are) (?:(?:so|still|just|quite|completely|totally) )*(?:wrong|mistaken)"
        rf"(?: about (?:that|this|it|me|my [^,.!;]+))?{_END}",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.75,
        rf"you(?:'ve)?(?: just)? (?:forgot|forgotten)(?: (?:that|it|about (?:it|that)))?{_END}",
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        r"i(?:'ve)? (?:never|didn't|did not|don't think i) (?:ever )?(?:said?|told you|asked?(?: you)? for|wanted?"
        rf"|meant?|mentioned?|ordered?) (?:any of )?(?:that|this|it|such a thing|anything like that){_END}",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.75,
        rf"(?:i don't think|i doubt|don't think) (?:that's|it's|this is|that is|so is that) (?:quite )?(?:right|it|true"
        rf"|correct|what i (?:meant|wanted|said)){_END}",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:completely |totally |all |just |plain |simply |still |quite )*(?:wrong|incorrect"
        rf"|false)(?: (?:answer|one|guess|way round|again))?{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.7,
        rf"wrong (?P<about>(?!way|number|side|turn|end|person\b)(?:{_WORD} )?{_WORD}){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.7,
        rf"not (?P<about>(?:the|my|in|at|on|for|by|with|to) (?!best|worst|first|last|moment|same|least|all\b|bad)"
        rf"(?:[^,.!;:\s]+ ){{0,3}}?[^,.!;:\s]+){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.7,
        rf"not (?:quite|right|correct|true|helpful|like that|this one|that one|that|useful"
        rf"|it){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.75,
        r"i (?:meant|said|asked for|wanted|was asking about) (?!to\b|it\b|that\b|what|yes|no\b)"
        r"(?:[^,.!;:\s]+ ){0,7}?[^,.!;:\s]+,? not\b",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.7,
        r"(?:(?:no|nope|nah)[ ,.!]+)+(?:i (?:said|meant|told you|asked)\b(?! (?:no|yes)\b)|it(?:'s| is) (?!ok|fine|all"
        r"|not|good|me\b)|it was\b|they're\b|my \w+(?: \w+)? (?:is|are|was)\b)",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.7,
        r"i(?:'ve)? (?:already )?told you (?:already|that|before|twice|so many times)",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.7,
        r"i (?:meant|was talking about|was asking (?:about|for)) (?:the|my|a|an|\d)",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"(?:{_THAT} )?(?:no help|no use|useless|unhelpful|not helpful|hopeless"
        rf"|(?:bad|terrible|awful|poor|stupid|useless|lousy) (?:answer|advice|suggestion|idea|guess|reply|response))"
        rf"(?: at all)?{_END}",
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.85,
        rf"(?:that|this|it) (?:didn't|doesn't|did not|does not) (?:really )?(?:help|work|answer"
        rf"(?: (?:my|the) question)?)(?: me)?(?: (?:at all|much|one bit))?{_END}",
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.8,
        rf"you(?:'re| are) not (?:helping|listening|right)(?: \w+)?{_END}|you don't listen{_END}",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.WRONG,
        0.65,
        rf"(?:nice|good) try{_END}|thanks for nothing{_END}|try again{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(FeedbackPolarity.WRONG, 0.9, r"[\U0001f44e\u274c]"),
)

_HELPED = (
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.95,
        rf"(?:{_THAT} |it was )?(?:{_SURELY})?(?:exactly |precisely |just ){_WANTED}",
        plain=True,
    ),
    feedback_rule(FeedbackPolarity.HELPED, 0.9, rf"{_THAT} (?:{_SURELY})?{_WANTED}{_END}", plain=True),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.9,
        rf"{_THAT} (?:{_SURELY})(?:it|the one|spot on|bang on|helpful|useful|how i (?:like|want|take) it|just the thing"
        r"|the right one|a (?:great|good|perfect) (?:answer|suggestion|idea|choice|find)|a (?:big|great) help)"
        rf"{_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        rf"{_THAT} (?:{_SURELY})(?:right|correct|perfect|accurate|exact){_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(FeedbackPolarity.HELPED, 0.85, rf"{_THAT} (?:{_SURELY})(?:perfect|brilliant){_END}"),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        rf"(?:exactly|precisely|spot on|spot-on|bang on|absolutely right|dead right|quite right"
        rf"|nailed it|bingo|bull's-?eye)(?: (?:right|that|it|so|this|like that|that one))?{_END}",
        after=TOLD_ENDINGS,
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.8,
        rf"(?:exactly|precisely) (?:right|that|it|so|this|like that|that one|this one)"
        rf"{_END}|spot[ -]on{_END}|nailed it{_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        rf"you(?:'re| are| were) (?:{_SURELY})(?:right|correct)"
        r"(?: (?:about (?:that|it|this|me|(?:my|the) [^,.!;]{2,40})"
        rf"|there|as usual|i (?:did|do|said|was|am|had)\b[^,.!;]*|that i\b[^,.!;]*))?{_END}",
        plain=True,
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.9,
        rf"you(?:'ve| have)? (?:(?:got|nailed|hit) (?:it|that)(?: (?:{_SURELY})(?:right|spot on|in one))?"
        rf"|(?:really |actually )?remembered(?: (?:it|that|me|right|correctly|well|perfectly))*|read my mind"
        r"|have (?:such )?an? (?:good|great|excellent|amazing|impressive) memory"
        rf"|know me (?:so |too |really )?well|(?:really |actually )?remembered (?:that |my |how |what )[^,.!;]{{2,60}})"
        rf"{_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.8,
        rf"(?:well remembered|(?:good|great|excellent|impressive) (?:memory|answer|suggestion|pick"
        rf"|choice|call|catch|find|recall)|good thing you remembered){_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.8,
        rf"(?:(?:that|this|it|you|which)(?:'s| has|'ve| have)? )?(?:really |actually )?(?:helped"
        r"|solved (?:it|that|my problem)|a (?:big|great|huge) help)(?: me)?"
        r"(?: (?:a lot|out|so much|a great deal|tremendously))?"
        rf"{_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED, 0.75, rf"(?:very|super|really|so|most|extremely|incredibly) (?:helpful|useful){_END}"
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.75,
        rf"(?:just )?(?:perfect|flawless|brilliant|exactly perfect)(?: (?:answer|choice|pick))?"
        rf"{_END}",
    ),
    feedback_rule(FeedbackPolarity.HELPED, 0.75, rf"(?:{_SURELY})correct{_END}", after=TOLD_ENDINGS),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.7,
        rf"(?:{_SURELY})(?:right|true|yes|indeed){_END}",
        after=frozenset({AnswerEnding.CHECK}),
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.85,
        r"(?:(?:i|we)(?:'ve| have)? )?(?:(?:just|already) )*(?:booked|ordered|reserved|bought|paid for|confirmed)"
        rf" (?:it|that one|that|this one|them|both|the (?:room|table|flight|ticket|tickets|hotel|seat|seats)){_END}",
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.8,
        rf"(?:it's|it is|that's|all|and)? ?(?:booked|reserved|ordered|all booked){_END}",
        after=frozenset({AnswerEnding.STATEMENT, AnswerEnding.OFFER}),
    ),
    feedback_rule(
        FeedbackPolarity.HELPED,
        0.75,
        r"(?:(?:i'll|i will|we'll|let's|let me|i'd like to|i want to|please|then) )*(?:take|book|go with|order"
        r"|reserve) (?:it|that|that one|this one|this|the (?:first|second|third|last|\w+) one)"
        rf"{_END}",
        after=frozenset({AnswerEnding.STATEMENT, AnswerEnding.OFFER}),
    ),
    feedback_rule(FeedbackPolarity.HELPED, 0.9, r"[\U0001f44d\U0001f4af\U0001f44c\u2705][\U0001f3fb-\U0001f3ff]?"),
)

ENGLISH_FEEDBACK_RULES = (*_LASTING, *_WRONG, *_HELPED)

_OFFER = Regex(
    r"(?:(?:shall|should|can|could|may) i (?:\w+ ){0,2}?(?:book|reserve|order|go ahead|buy|take|put|hold|confirm"
    r"|arrange|schedule|send|get)|(?:do|would) you (?:want|like) (?:me )?to|would you like|want me to)[^.!?]*\?\s*$",
    re.IGNORECASE,
)
_CHECK = Regex(
    r"(?:,|\s[-–—])\s*(?:right|correct|yes|no|isn't it|don't you|aren't you|didn't you|am i right|is that right|ok)"
    r"\s*\?\s*$|\b(?:is that (?:right|correct|it)|(?:did i get|have i got|do i have) that right|am i right)"
    r"[^.!?]{0,20}\?\s*$",
    re.IGNORECASE,
)
_REPORTS = Regex(
    r"(?:,|\0)\s*(?:(?:he|she|they|(?:my|the|our) \w+|[A-Z]\w+) (?:said|says|told|wrote|replied|thought|shouted"
    r"|answered)|(?:said|says|replied|shouted) )"
)


def ends_with_offer(answer: str) -> bool:
    """Whether an answer ends by offering to do something."""
    return _OFFER.search(answer) is not None


def ends_with_check(answer: str) -> bool:
    """Whether an answer ends by asking if what it says is so."""
    return _CHECK.search(answer) is not None


def reports_speech(sentence: str) -> bool:
    """Whether a sentence tells what somebody said."""
    return _REPORTS.search(sentence) is not None
