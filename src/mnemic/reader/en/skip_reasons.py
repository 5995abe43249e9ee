"""What makes no statement: greetings, questions, requests, hypotheticals, fiction, jokes, briefs, made-up data."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.en import nonliteral
from mnemic.reader.en.clauses import Sentence
from mnemic.reader.en.lexicon import either
from mnemic.reader.statement import MessageSetting

_STANDING = Regex(
    r"\b(?:always|never|from now on|going forward|in future|in the future|every time|whenever|by default)\b", re.I
)

_WHOLE_MESSAGE: tuple[tuple[str, Regex[str]], ...] = (
    (
        "fiction",
        Regex(
            r"\b(?:you're|you are|you play|you'll be|be|play|act as|pretend to be) (?:the|a|an"
            r"|my) (?:\w+ )?(?:innkeeper|wizard|pirate|king|queen|dragon|knight|villain|bartender|detective"
            r"|robot|npc|goblin|vampire|character|gm|game master|dungeon master|captain|guard|merchant|ghost"
            r"|alien|demon|elf|orc|witch|narrator)\b|\b(?:role-?play|let's play|let's pretend|pretend (?:that "
            r"|to |you|i)|in character|d&d|dungeons|text adventure|imagine you)\b|\b(?:you're|you are"
            r"|you be) [^.!?\n]{1,40}\band i(?:'m| am)\b",
            re.I,
        ),
    ),
    (
        "fiction",
        Regex(
            r"\b(?:write|draft|compose|continue|finish|invent|make up|tell|give)\b[^.?!\n]{0,60}\b(?:story|poem"
            r"|haiku|limerick|song|lyrics|monologue|dialogue|scene|script|sketch|screenplay|novel|chapter"
            r"|fanfic|rap|sonnet|voice|character|persona|first person|backstory|bio for|joke|prompt)\b",
            re.I,
        ),
    ),
    (
        "made-up data",
        Regex(
            r"\b(?:dummy|fake|sample|mock|placeholder|made-up|made up|fictional|synthetic|example|test|seed"
            r"|lorem)\s+(?:\w+\s+){0,2}(?:data|users?|rows?|records?|profiles?|customers?|persona|personas"
            r"|entries|entry|names|accounts?|csv|json|fixtures?|input|reviews?|tickets?|messages?|string"
            r"|strings|case|cases|text|bio|bios)\b",
            re.I,
        ),
    ),
    (
        "brief for a machine",
        Regex(
            r"^\s*(?:#+ .*\n+)?(?:you are|you're|act as|your (?:task|role|job|goal) is)\b(?! (?:right|wrong"
            r"|welcome|great|amazing|awesome|kidding|joking|so|too|very|the best|mistaken|not|still|always"
            r"|a star|a lifesaver|a legend|allowed|free))",
            re.I,
        ),
    ),
    (
        "brief for a machine",
        Regex(r"^\s*(?:system|assistant|instructions?|task|role|objective|context|goal)\s*:", re.I),
    ),
    (
        "letter",
        Regex(r"^\s*(?:dear (?!assistant|ai\b|bot|diary|claude)[\w. ]{2,40},|to whom it may concern)", re.IGNORECASE),
    ),
    (
        "quotation",
        Regex(
            r"^[#\s]*(?:case study|(?:patient |clinical )?vignette|persona|exercise|character|(?:logic |"
            r"word )?(?:puzzle|problem)|riddle|"
            r"dialogue|caption|sample|example|template|headline|scenario|speaking (?:exam )?practice|mock|script|"
            r"sign in|"
            r"advert|blurb|(?:my |the )?horoscope|note to self|todo|safety refresher)\b[^:.\n]{0,40}(?::|\s-\s)"
            r"|\((?:sample|dummy|made up|made-up|fake|invented|example)\b[^)]*\)|\brole play\b",
            re.I,
        ),
    ),
    ("sarcasm", Regex(r"(?:^|\s)/s\b|\bsaid (?:nobody|no one) ever\b.{0,5}$", re.I)),
    ("joke", Regex(r"^\s*(?:why did the|knock knock|what do you call a|a .{3,40} walks into a bar)\b", re.I)),
)
_QUESTION_AFTER = Regex(
    r",\s*(?:so |and )?(?:how|what|why|where|which|who) (?:do|does|can|could|should|would|is|are|did|"
    r"will) (?:i|we|you|it|that|the)\b",
    re.IGNORECASE,
)
_WRITING = Regex(
    r"\s*(?:please |pls |can you |could you |would you )*(?:write|draft|compose|generate|create|design|gimme"
    r"|give me)\b(?:(?!\bme\b).){0,40}\b(?:letter|email|template|ad|advert|post|tweet|essay|speech|cv|résumé"
    r"|resume|bio|review|description|caption|blurb|article|toast|sick note|note|message|invitation|slogan|text"
    r"|reply|press release|job description|listing|profile|statement|agenda)\b",
    re.I,
)
_GREETING = Regex(
    r"(?:hi|hello|hey|yo|hiya|morning|mornin|good (?:morning|afternoon|evening|night)|evening|night|thanks"
    r"|thank you|thx|ta|cheers|ok|okay|k|cool|nice|great|perfect|lovely|brilliant|awesome|sweet|lol|haha|bye"
    r"|see you|see you (?:next time|later|soon|tomorrow|then|around)|(?:let's |we'll )?(?:chat|talk|"
    r"speak) (?:again )?(?:next time|later|soon|tomorrow|then)|cya|later|brb|got it|right|sure|yes|no|yep|"
    r"nope|nah|fine|wow|hmm|ugh|sigh|congrats|welcome"
    r"|please|sorry|no worries|no problem|fair enough|makes sense|that did it|spot on|good one|well done"
    r"|you rock|love it|exactly|indeed|go|(?:gimme|give me) (?:a|one|two|five|ten) ?(?:secs?|seconds?|mins?"
    r"|minutes?|moment)?|will do|noted)(?:[\s,!.]+(?:there|all|everyone|mate|again"
    r"|so much|a lot|very much|then|thanks|ta|cheers|man|buddy|you too|for that|for now|now))*",
    re.I,
)
_SMALL_TALK = Regex(
    r"(?:(?:i'm|i am|im)\s+)?(?:off to (?:bed|lunch|work|sleep|dinner|the shops?|a meeting|class)|going to bed"
    r"|back in \w+|brb|back to (?:work|reality|it)|just (?:kidding|joking|asking|curious|daydreaming|saying"
    r"|checking|testing)|bored|tired|knackered|exhausted|starving|hungry|so (?:tired|bored|hungry|done|happy"
    r"|excited)|fine|ok|okay|good|great|here|back|all ears|lost|confused|stuck|not sure|sorry|glad"
    r"|happy to hear|impressed|kidding|joking|afraid|curious|wondering|just wondering|asking|talking about"
    r"|thinking about|thinking of|looking for|looking at|trying to(?! (?:lose|quit|cut|save|learn|eat|drink"
    r"|stop|conceive|reduce|give up|get pregnant))|struggling)\b|i'll (?:let you know"
    r"|think about it|get back|be back|check|try|have a look|take a look|wait|look into|do that)\b|(?:i"
    r"|we) (?:think|guess|suppose|wonder|mean|see|know|hope|feel|doubt|bet|swear|understand|wish|assume|reckon"
    r"|forgot|didn't know)\b|(?:i'm|i am) (?:not )?(?:sure|thinking|guessing|assuming)\b|i love (?:it when|you"
    r"|that|this|how|it)\b|i like (?:it|that|this|how|your)\b|i hate (?:it when|you|that|this|it|when)\b"
    r"|i (?:don't|do not) (?:like|love|hate|want) (?:it|that|this)$|love (?:it|this|that|you)\b",
    re.I,
)
_QUESTION = Regex(
    r"(?:what|what's|who|who's|whose|where|where's|when's|why|why's|how|how's|which|is|isn't|are|aren't|was"
    r"|were|do|does|did(?! (?:my|our)\b)|can|could|would|will|won't|should|shall|has|have you|may|might|am i|"
    r"any(?:one|body)?"
    r"|know any|got any|ideas|thoughts|mind if|wanna|want to|fancy|ever|whats|hows|wheres|whos|how'd|what're"
    r"|what'd)\b(?!'t)(?! i (?:always|never) )(?! to be\b| to have\b| got to\b)",
    re.I,
)
_OH_JOY = Regex(
    r"^oh,? (?:yes|sure|yeah|great)?,? ?i (?:just |simply |so )*(?:love|adore|enjoy) (?:being|having|it when|when|"
    r"waiting|getting)\b|"
    r"^(?:oh|yeah|ah|well)[, ]+(?:sure|right|yes|great|yeah)?,? ?(?:because )?(?:i|we) (?:simply |just |so |"
    r"absolutely )*"
    r"(?-i:LOVE|ADORE|ENJOY)\b|"
    r"^(?:oh,? |ah,? |well,? |ooh,? )*(?:brilliant|great|fantastic|wonderful|lovely|perfect|fabulous|joy|"
    r"splendid|super)[,!.]? "
    r"(?:another(?! (?:thing|one|question|point|idea|update|fact|note|reason)\b)|more|just|yet another|a third|now)\b",
    re.IGNORECASE,
)
_EXCLAMATION = Regex(r"(?:what an? |how \w+ (?:is|was|are)\b)", re.I)
_REQUEST = Regex(
    r"(?:i|we)(?:'d| would)? (?:need|want|like|love|was hoping|am hoping)(?: some| a bit of| a little)? (?:help"
    r"|you to|to (?:know|ask|see|understand|find out|check|talk|hear)|your|an? (?:idea|hand|quick|list|summary"
    r"|explanation|example|hint|joke|recommendation|suggestion|answer))\b|(?:i|we)(?:'d| would) (?:like|love"
    r"|appreciate) (?:you|it if|an?|some|to)\b|(?:i )?need (?:help|you to|your|some help)\b|(?:i'm|we're"
    r"|im) (?:looking for|trying to(?! (?:lose|quit|cut|save|learn|eat|drink|stop|conceive|reduce|give up"
    r"|get pregnant))|after|hoping (?:you|that|for|someone|it))\b|(?:let me|let's see|lets see)\b|"
    r"please (?:help|advise|explain"
    r"|let me know)\b|help (?:me|us)\b|feel free\b|(?:i )?(?:need|want) an? (?:new |good |nice |quick |cheap "
    r"|decent |silly )?[\w ]{1,40}$",
    re.I,
)
_IMPERATIVE = Regex(
    r"(?:please |pls |plz |just |now |then |can you |go ahead and )*"
    + either(
        "show|tell|give|gimme|write|draft|make|find|check|fix|translate|summarize|summarise|explain|list|create"
        "|add|remove|set|turn|open",
        "close|send|book|order|search|look|play|read|run|rename|refactor|convert|calculate|compare|recommend"
        "|suggest|help|start|stop|kill",
        "dim|switch|delete|update|change|generate|describe|rewrite|rephrase|edit|proofread|review|plan|schedule"
        "|cancel|pull|push|build|test",
        "deploy|print|format|sort|count|put|get|grab|pick|name|call|let|go|do|try|use|have|keep|wait|hold"
        "|ignore|skip|continue|imagine",
        "say|suppose|pretend|guess|prepare|compose|debug|analyze|analyse|bring|take|move|walk|carry on|return"
        "|leave|cut|shorten|tl;dr",
        "drop|expand|clean|merge|commit|install|reboot|restart|reset|answer|respond|reply|ask|design|brainstorm"
        "|outline|quiz|teach|watch",
        "log|confirm|verify|tidy|swap|assume|paste|copy|download|upload|track|monitor|notify|ping|email|text"
        "|ring|buy|reserve|note",
    )
    + r"\b(?! (?:to me|is|was|are|has|'s)\b)",
    re.I,
)
_UNREAL = Regex(
    r"\b(?:hypothetical(?:ly)?|if i (?:were|was|had|lived|earned|won|moved|could|got|bought|sold|quit|ever"
    r"|didn't)|if we (?:were|had|lived|moved|could|got)|i wish|wish i|i'd (?:love|like(?! .*\b(?:every|each|"
    r"daily|weekly|\w+days)\b)|kill|give|pay|rather die"
    r"|be|have|probably|say)|i would (?:love|like|be|have|probably)|would be nice|imagine|suppose|what if"
    r"|let's say|lets say|say i|say we|dreaming of|daydream|swear to god|in theory|in a perfect world"
    r"|in another life|if only|as if|might as well|pretend|one can dream|a (?:girl|boy|man) can dream|"
    r"can but dream|dream on|one day i|someday|wouldn't it|i could (?:eat|kill"
    r"|murder|use|do with|sleep)|if \w+(?: \w+){0,6} one more\b|in a million years|if i couldn't|"
    r"what i'd do (?:with|without)|just kidding|jk|joking|only joking"
    r"|for example|e\.g\.)\b",
    re.I,
)
_UNSURE = Regex(
    r"\b(?:maybe|perhaps|i might|we might|might be|not sure|i think i might|thinking (?:about|of)|considering"
    r"|idk|dunno|i guess|possibly|toying with|no idea|should i|should we|wondering|probably should"
    r"|tempted to)\b",
    re.I,
)
_HYPERBOLE = Regex(
    r"\b(?:can rot|rot in hell|killing me|going to kill|drives? me (?:mad|nuts|crazy|insane)|doing my head in"
    r"|dying of|literally dying|could murder|kill me|send help|on fire|hell|wtf|ffs"
    r"|(?:swims?|drinks?|eats?|sleeps?|dances?|sings?|runs?|smokes?|drives?|cooks?) like (?:a|an|the) \w+|"
    r"spiritually|emotionally unavailable|bow before|the betrayal|at each other's throats|(?:my )?head(?:'s|"
    r" is) a sieve|like a lemon|"
    r"aged (?:ten|twenty|thirty|forty|fifty|a hundred|\d+) years|never sleeps$|(?:is|are) an? (?:absolute |total |"
    r"complete |living )+(?:nightmare|"
    r"disaster|shambles|joke|mess)|on hold (?:for )?(?:\d+|an hour|ages)|\d+ points to|, (?:classic|typical)$|"
    r"(?:delayed|cancelled|late|broken|down|crashed|stuck|closed|full) again|diet of whatever|"
    r"best day ever|worst day ever|yay|whoop|oh joy|oh great|pray for me|in a million years|never coming back|"
    r"one brain cell|to the moon|queen of|emotional damage|horror film|load-bearing|paperweight|"
    r"allergic to (?:mondays|mornings|"
    r"work|exercise|housework|people|nonsense|effort|adulting)|diet starts|two left feet|arm,? (?:and )?a leg)\b",
    re.I,
)
_REPORTED = Regex(
    r"\b(?:got|received|had|here's) (?:this|the following) (?:text|e-?mail|message|mail|letter|dm|note|whatsapp)\b|"
    r"^(?:quote|thought|joke|fact|tip|meme|lyrics?|headline|fortune cookie|proverb|motto|moral|saying)\b[^:]{0,30}:|"
    r"\b(?:says?|said|reads|goes|quote|according to|the (?:ad|article|sign|book|email|mail|review|movie|film"
    r"|song|lyrics|character|hero|narrator)) (?:says|said|that|:)|\b(?:the|this|that) (?:ad|sign|mug|shirt"
    r"|t-shirt|poster|sticker|article|character|lyric|tombstone|gravestone|timetable|notice|label|banner|card|"
    r"plaque|menu"
    r"|headline) (?:says|said|reads)\b"
    r"|\b(?:wrote|commented|replied|complained|posted|tweeted|texted|answered|asked|said|says)(?: (?:me|us|"
    r"back|to me))?:\s"
    r"|^(?:so )?in (?:the|this|that|my) (?:film|movie|novel|book|story|game|show|series|play|episode|exercise|"
    r"example|scenario|script)\b",
    re.I,
)


_SAYING = Regex(r"\b(?:said|says|say|used to say|saying): ", re.IGNORECASE)


def message_skip_reason(message: str, masked: str, setting: MessageSetting) -> str | None:
    """Why the whole message makes no statement, or None where it may make one."""
    for reason, pattern in _WHOLE_MESSAGE:
        if pattern.search(message if reason == "sarcasm" else masked) and not (
            pattern is _WHOLE_MESSAGE[1][1] and _STANDING.match(masked.strip())
        ):
            return reason
    if unmeaning := nonliteral.nonliteral_message_reason(masked):
        return unmeaning
    if any(s.role == "user" and _played(s.text) for s in setting.earlier) and not _STANDING.search(masked):
        return "fiction"
    return "request" if _WRITING.match(masked) and not _STANDING.search(masked) else None


def _played(text: str) -> bool:
    return bool(_WHOLE_MESSAGE[0][1].search(text)) or nonliteral.assigns_roles(text)


_SARCASM = Regex(
    r"\b(?:living the dream|just what i needed|highlight of my|lucky me|crying with joy|what a (?:dream|joy"
    r"|treat|delight)|(?:i |we )?(?:simply|just|so|absolutely) (?-i:ADORE|LOVE|ENJOY|LIKE)\b|(?:do|does) (?:so|"
    r"just) (?:love|adore|enjoy)|story of my life|oh goody|how lovely for)\b",
    re.IGNORECASE,
)
_EYE_ROLLING = "🙄🙃"


def sentence_skip_reason(spoken: Sentence, text: str, after: str = "") -> str | None:
    """Why the sentence (without its opening) makes no statement, or None where it may make one.

    `after` is what follows the sentence in the message: rolled eyes there take back what it says.
    """
    if _SARCASM.search(text) or _OH_JOY.match(spoken.text) or after.lstrip(" .!,")[:1] in tuple(_EYE_ROLLING):
        return "sarcasm"
    if unmeaning := nonliteral.nonliteral_sentence_reason(text):
        return unmeaning
    if _GREETING.fullmatch(text.strip(" !.,")):
        return "greeting"
    if _UNREAL.search(text):
        return "hypothetical"
    if spoken.asked or _QUESTION_AFTER.search(text) or (_QUESTION.match(text) and not _EXCLAMATION.match(text)):
        return None if spoken.asked and _asks_to_remember(text) else "question"
    if _HESITATE.search(text):
        return "small talk"
    if _GOSSIP.search(text):
        return "talk of others"
    if _HYPERBOLE.search(text) and not _STANDING.search(text):
        return "exaggeration"
    if _REPORTED.search(text) and (not re.match(r"(?:my|our)\b", text, re.I) or _SAYING.search(text)):
        return "quotation"
    return None


_HESITATE = Regex(
    r"\b(?:do not|don't|never) hesitate\b|\bif you have any (?:questions|concerns|problems)\b", re.IGNORECASE
)
_GOSSIP = Regex(
    r"\b(?:won't shut up|never shuts up|keeps? (?:going on|banging on|rabbiting|moaning|complaining|on about)|"
    r"supposedly|allegedly|rumou?r has it|word is|legend has it|they do say|"
    r"wouldn't stop"
    r"|goes on and on|going on about)\b",
    re.IGNORECASE,
)


def _asks_to_remember(text: str) -> bool:
    return bool(
        re.match(r"(?:can|could|would|will) you (?:please )?(?:always|never|stop|remember|remind|not)\b", text, re.I)
    )


_TAG = Regex(
    r"(?:don't|doesn't|isn't|aren't|won't|can't|didn't|haven't|hasn't|wasn't|weren't) (?:they|you|we|i|he|she|it)\b",
    re.IGNORECASE,
)
_ONE_TIME = Regex(
    r"\b(?:just |only )*for (?:this|today's|tonight's) (?:one|time|deck|email|report|trip|essay|post|meeting|"
    r"slide|letter|file|order|"
    r"draft|reply|message|presentation|section|chapter|page|document|talk|task|recipe|week|once)\b|\bthis (?:once|"
    r"time(?: only)?)\b"
    r"|\b(?:just|only) (?:for )?(?:today|tonight|this once|now)\b|\bas a one-off\b|\bfor once\b",
    re.IGNORECASE,
)
_ORDERED_NOW = Regex(
    r"\b(?:on|with|for|in) (?:this|that) (?:order|one|delivery|booking|draft|email|parcel|shop|"
    r"trip)\b.*\bplease\b|\bplease\b.*\b(?:on|with|for|in) "
    r"(?:this|that) (?:order|one|delivery|booking|draft|email|parcel|shop)\b|^(?:i've|we've|have|"
    r"has) got no \w+(?: \w+)? left\b",
    re.IGNORECASE,
)
_NOUN_ONLY = Regex(r"(?:the|a|an|no|more|less|shorter|longer)\b", re.IGNORECASE)


def opens_as_request(text: str) -> bool:
    """Whether the clause opens as an order for something to be done."""
    return bool(_IMPERATIVE.match(text))


def clause_skip_reason(text: str) -> str | None:
    """Why a clause that no construction claimed makes no statement, or None where it may make one."""
    if _UNSURE.search(text):
        return "undecided"
    if _TAG.match(text):
        return "question"
    if _ORDERED_NOW.search(text):
        return "this time only"
    if _ONE_TIME.search(text) and (_IMPERATIVE.match(_ONE_TIME.sub("", text).strip(" ,:")) or _NOUN_ONLY.match(text)):
        return "this time only"
    if _SMALL_TALK.match(text):
        return "small talk"
    if _REQUEST.match(text):
        return "request"
    return "request" if _IMPERATIVE.match(text) else None
