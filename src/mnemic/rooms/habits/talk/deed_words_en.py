"""English words that tell what was done from what was not, and who did it; read by `telling_en` and `told_en`."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.meaning.english import lemma

DET = r"(?:the|a|an|my|our|some|his|her|its|their|this|that|all|both|\d+|one|two|three|four|five|six|few)"
OWN = (
    r"(?:my|our|today's|tonight's|yesterday's|last night's|this (?:morning|afternoon|evening|week)'s"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day's)"
)
OTHERS = (
    r"(?:brother|sister|wife|husband|partner|boyfriend|girlfriend|friend|mate|neighbou?r|colleague|coworker|co-worker"
    r"|boss|son|daughter|kids?|child|children|cousin|aunt|uncle|roommate|flatmate|housemate|teammate|mum|mom"
    r"|mother|dad"
    r"|father|parents|grandma|gran|grandpa|client|team|students?|nephew|niece|landlord|manager)s?"
)

NEVER = Regex(
    r"^no\b|\b(?:not|n't|\w+n't|never|no (?:time|energy|run|more|chance|luck)|without|nobody|no one|skip\w*|cancel\w*"
    r"|miss(?:ed|ing)|called off"
    r"|instead|forgot\w*|almost|nearly|will|won't|would|should|shall|could|can|may|might|must|want\w*|need\w*"
    r"|plan(?:s|ned|ning)?"
    r"|going to (?!the\b|my\b|bed\b)|gonna|about to|hop(?:e|ing)|tomorrow|next|later|soon|signed up|sign up"
    r"|book(?:ed|ing)"
    r"|schedul\w*|looking for\w*|wish|thinking|thought about|considering|if|whether|when'?s|should've|supposed"
    r"|used to|have to|has to|had to|let's|please|remind|recommend\w*|suggest\w*|best|cheap\w*|expensive|closed|shut"
    r"|watched (?:a |an |the )?\w+ (?:match|final|race|video|documentary|show)|on (?:tv|telly|television|youtube)"
    r"|tv|final|calendar|to-do|reminder|tickets?|membership|postponed|quit|quitting|gave up|sold|ordered new"
    r"|bought new)\b",
    re.I,
)
"""What was not done, is only planned, wanted or asked about."""

REPORTED = Regex(
    r"\b(?:told|asked|advised|tells?|says?|said|urged|invited) .*\b(?:to|should|that)\b|\b(?:talk\w*|ask\w*|read"
    r"|heard|thought|watched|learned|spoke|told|question|chat\w*"
    r"|something|wrote to \w+|argued|joked|found .*)\b.* about\b|\bhow to\b|\barticles?\b"
    r"|\bwebsites?\b|\bvideos? (?:of|on)\b",
    re.I,
)
"""What is spoken or read of, not done."""

LEAD = Regex(
    r"^(?:(?:just|and|then|so|also|finally|again|ok|okay|well|phew|ugh|ah|yay|today|tonight|yesterday|this (?:morning"
    r"|afternoon|evening)|last night|early|up early|got up early|after work|after lunch|after dinner|before work"
    r"|before breakfast|before bed|first thing|at lunch|at dawn|at home|this weekend|"
    r"(?:on |this |last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))?"
    r"|(?:i|we)(?:'ve| have|'m| am| was|'re| are| were)?)\b[\s,:-]*)+",
    re.I,
)
OTHER_PASTS = frozenset(
    "got fell sold lost broke forgot left came said told gave put sat stood felt found heard held kept knew led"
    " lent let"
    " meant sent set shook shot showed slept spoke stole stuck thought threw tore understood woke wore won began"
    " became"
    " bit blew bought brought chose cost cut dug flew fought froze grew hid hit hung hurt lay rang rose sang"
    " sank sought"
    " shone shut slid sprang stung swept swore taught beat spent saw ate overslept was were is are has have had"
    " am be been"
    " needs wants opened burst bent bet".split()
)
STOPS = frozenset(
    "for to from of at in on by with after before during about into onto off out through around round until till over"
    " under near past and or but i we he she they it you me us him them who which that than as like while".split()
)
DID = Regex(
    r"\b(?:did|had|done|finished|completed|enjoyed|managed|survived|joined|attended|took|played|hit|practi[sc]ed"
    r"|won|led"
    r"|logged|clocked|smashed|crushed|started|ended|ran|got|made|went|saw|caught|watched|studied|learned|learnt"
    r"|hosted|organised|organized|taught|planned|held|tackled|nailed|hung|folded|sorted|wrote|sent"
    r"|squeezed in|fit in|fitted in|snuck in|sneaked in|got in|got through|made it to|made it through|kept up"
    r"|went for|went to|went out for|got out for|gone for|out for|popped out for|headed out for|off for"
    r"|headed to|ran to"
    r"|up for|started with|ended with|finished with|warmed up with|through|over to|off to|rushed to|walked to"
    r"|cycled to"
    r"|drove to|sat|sat in|sat through|sat down at|knocked out|worked on|did some of|put in|got home from)$",
    re.I,
)
FROM = Regex(
    r"\b(?:back|home|in|fresh|returned|just|sore|aching|tired|exhausted|dead|knackered|sweaty|buzzing|came|got"
    r"|straight"
    r"|drenched|soaked|out|walked out|blister)\b.*\b(?:from|off|out of|after)$|^(?:just )?(?:off|out of|back from"
    r"|home from|after|finished|done with|left)$",
    re.I,
)
MEASURE = Regex(
    r"\b(?:hours?|minutes?|mins|half an hour|rounds?|sets?|games?|lengths?|laps?|miles?|kilomet(?:re|er)s?|km|loads?"
    r"|evening|afternoon|morning|weekend|session|night|bit|spot|dose|lot|days?|week|batch|matches|match|row|end"
    r"|middle"
    r"|shift|page|pages|chapters?|lesson|class)"
    r" (?:of|at|on|in|with)$",
    re.I,
)
SPENT = Regex(r"\bspent\b.*$", re.I)
UNDONE_PREP = Regex(r"\b(?:for|before|about|against|without|until|till|than|like|new|forward to)$", re.I)
HEAD = Regex(
    r"^(?: (?:session|class|lesson|practice|training|workout|night|evening|morning|day|afternoon|time|homework"
    r"|vocabulary"
    r"|scales|drills|club|meeting|group|challenge|streak|number \w+|test|walk|ride|routine))?"
    r"(?=$|[\s]*[,.;:!?)–—-]| (?:by|along|with|at|in|on|to|through|round|around|from|until|till|for|before|after"
    r"|and|over"
    r"|under|up|down|across|past|near|into|during|without|despite|like|as|but|of|while|this|again|today|tonight"
    r"|yesterday"
    r"|last|done|finished|complete|completed|was|were|went|felt|took|ran|got|left|made|beat|killed|dragged|sent"
    r"|turned"
    r"|ended|started|helped|wore|flew|cleared|almost|gave|had|came|finally|too|alone|outside|indoors|out|all"
    r"|every|first"
    r"|back|early|late|together|online|number|folded|hung|drying|away|is done|is out|are out|are done"
    r"|is finished|hard"
    r"|twice|once|half|only|just|against|because|so|which|who|where|that|then|the|a|my|our|\d+)\b)",
    re.I,
)
PREDICATE = Regex(
    r"^ (?:\w+ )?(?:was|were|went|felt|took|ran|got|left|made|beat|killed|dragged|turned|ended|started|helped"
    r"|wore|flew"
    r"|cleared|nearly|finished|done|complete|completed|over|in the bag|ticked|sent|is done|is out|are out|are done"
    r"|is finished|finally|had|gave|came|folded|hung)\b",
    re.I,
)
CUE = Regex(
    r"\b(?:again|today|this morning|this afternoon|this evening|last night|yesterday|done|finished|over|another|all"
    r" (?:morning|afternoon|evening|day)|for (?:an|a|half|two|three|\d+|forty|thirty|twenty)|until|till|at dawn"
    r"|at dusk|at sunrise|before (?:work|breakfast|bed|dinner|supper|lunch|school)"
    r"|after (?:work|breakfast|dinner|lunch|school|supper)|slow|long|quick|short|great|lovely|easy|hard|tough"
    r"|good|nice"
    r"|evening|morning|night|hours?|minutes?|km|miles|daily|first|my|tonight's|today's|still|lost|won)\b|\d ?k\b",
    re.I,
)
AROUND = Regex(
    r"^ (?:out of the|with|by|along|through|round|around|in|on the|at the|to the|up|down|across|over|from|into|past)\b",
    re.I,
)
TONIGHT = Regex(r"\btonight\b", re.I)
DATED = Regex(r"^ (?:at \d|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|from \d)", re.I)
PLACED = Regex(
    r"\b(?:went|gone|been|headed|heading|drove|walked|cycled|popped|nipped|ran|swung|dropped|stopped|called|got"
    r"|made it"
    r"|off|back|home|out|took|hopped|rushed|strolled|wandered|dashed|biked|came|left|spent|hour|hours|minutes|morning"
    r"|afternoon|evening|day|worked|sat|met|queued|waited|stuck|again|up early|trip|visit|shift|browsed|hung out"
    r"|stayed"
    r"|i'm|just|returned|arrived|am)\b.*\b(?:to|into|by|from|at|in|round|around|of|inside|through)$"
    r"|^(?:just )?(?:at|to|from|in|back at|out of|off to|round|inside)$",
    re.I,
)
AT_PLACE = Regex(r"\b(?:at|in|round|around|from|to|inside|through|into|on)$", re.I)
WENT_TO = Regex(r"\b(?:did|hit|left|visited|toured|quick|just left|weeded|dug over|tended|checked|entered)$", re.I)
PLAYED = Regex(
    r"\b(?:played|practi[sc]ed|playing|practi[sc]ing|practice|studied|learned|learnt|revised|did|had|taught"
    r"|wrote|wrote in"
    r"|read|solved|finished|strummed|worked on|got through|went through|went over|brushed up on|filled|folded"
    r"|repotted"
    r"|reviewed|sent|sent off|handed in|submitted|mowed|strung|rehearsed|sat down at|noodled on|tinkered with"
    r"|built|made"
    r"|baked|fixed|fed|watered|sorted|filed|recorded|edited|stitched|lost at|won at|swept|gave|emptied|updated"
    r"|bought|ordered"
    r"|got)$",
    re.I,
)
BY_THING = Regex(r"\b(?:in|on|at|with|of|through|over|behind|to|out|for)$", re.I)
TRANSITIVE = frozenset(
    "ironed hoovered vacuumed mopped dusted scrubbed cleaned planted weeded knitted sketched doodled pruned"
    " swept tidied"
    " sewed crocheted embroidered photographed watered mowed grilled barbecued decluttered napped repotted"
    " foraged".split()
)
BESIDE = Regex(
    r"^(?: (?:along|by|round|around|at|in|to|on|through|with|of) (?:(?:the|my|our|a) )?[\w'-]+(?: (?!and\b"
    r"|with\b|for\b"
    r"|this\b|after\b|before\b)[\w'-]+)?)",
    re.I,
)
OPEN = Regex(r"\b(?P<what>[a-z][a-z-]{2,}) (?:class|lesson|practice|rehearsal|training|session|club|workshop)\b", re.I)
OPEN_DOING = Regex(r"\b(?P<what>[a-z-]{3,}ing)\b", re.I)
NO_ACTIVITY = frozenset(
    map(
        lemma,
        "good best first last next long short great morning evening afternoon online free private extra training team"
        " group maths school working going being having doing getting making taking something anything nothing"
        " everything"
        " evening meeting feeling looking trying waiting thinking talking sleeping building wedding ceiling"
        " spring string"
        " thing king ring wing bring coming leaving sitting standing arguing worrying crying complaining hurting"
        " vomiting"
        " nice tough hard brutal last-minute emergency missing opening closing catching packing moving queuing"
        " queueing"
        " watching searching scrolling wondering debugging staring fighting driving commuting travelling"
        " traveling".split(),
    )
)
