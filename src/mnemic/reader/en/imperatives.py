"""What orders to the assistant look like: verbs, outputs, scopes and words that make an order last. Data only."""

from __future__ import annotations

import re

from mnemic.reader.en.lexicon import CLOCK, WEEKDAY, either
from mnemic.reader.en.verbs import FINITE

ONCE = re.compile(
    r"\b(?:(?:just |only )?(?<!for good )(?:for )?this (?:one )?time(?: only)?|just this once|just for (?:this|"
    r"today|now"
    r"|tonight|once)|for (?:this|the) (?:one |single )?\w+ only|only for (?:this|today)|(?:this week|this month"
    r"|today|tonight|tomorrow|for today|for now|for once) only|for this (?:one|particular)\b|as a one-off"
    r"|one-off|one off|for a change)\b",
    re.IGNORECASE,
)

LASTING = re.compile(
    r"\b(?:henceforth|hereafter|from now on|from here on(?: out| in)?|from today(?: on)?|going forward|moving forward"
    r"|in (?:the )?future|always|never|every time|each time|whenever|any time|by default|for good|ever again"
    r"|unless\b|full stop\b|no ifs|until i (?:say|tell)|as a rule|as standard|at all times|without exception|"
    r"no exceptions"
    r"|for everything|in everything|(?:in|for|on|to|across|of|with|before|after|under) (?:all|every|each|"
    r"any)\b|unless|everywhere|everything you"
    r"|anything you|all (?:my|our|your|future)|(?:any|every) \w+ you|ever)\b",
    re.IGNORECASE,
)

OUTPUT = (
    r"(?:your |my |all |any |the )?(?:answers?|replies|reply|responses?|emails?|summaries|messages|explanations"
    r"|code|commits?|commit messages|pull requests|prs|docs|reports|drafts|tone|variable names|comments"
    r"|function names|docstrings|recipes|itineraries|suggestions|recommendations|translations|examples|slides"
    r"|charts|tables|dates|prices|notifications|reminders|calls|headings|numbers|amounts|times|figures|captions|"
    r"titles"
    r"|subject lines|file names|filenames|branches|branch names|tickets|posts|newsletters|letters|invoices|"
    r"quotes|minutes"
    r"|measurements|distances|temperatures|footnotes|references|citations|bullet points)"
)

DO = either(
    "use|write|give|send|keep|make|put|call|remind|include|add|show|answer|reply|respond|format|address|speak"
    "|talk|start|end|finish|leave|skip|stick|avoid|ask|tell|check|cc|link|cite|quote|explain|assume|prefer"
    "|round|convert|list|order|book|default|go|turn|set|lead|run|mark|label|sign|name|translate|store|save"
    "|refer|treat|drop|stop|be|double-check|warn|let|spell|schedule|plan|flag|lay|summarise|summarize|wait|file"
    "|attach|focus|limit|do|have|open|close|dim|play|pick|choose|read|review|log|test|knock|subtract|replace"
    "|correct|point out|number|group|sort|prefix|challenge|push|greet|suggest|recommend|offer|hide|switch|pause|charge"
    "|bcc|mention|abbreviate|capitalise|capitalize|wrap|indent|wake|lock|water|feed|announce|ping"
)

DONT = (
    r"(?!(?:hesitate|give up|be (?:afraid|sorry|shy|sad|so|scared|discouraged|too)|beat|let|stress|lose|miss"
    r"|get|heard|seen|thought|said|knew|met|tried|dr|mr|mrs|ms|a|an|the|my|this|that|too|again|been|had|mind"
    r"|ever|in|on|at|for|more|less|worry|know|think|mind|care|forget|get me|need|want|like|love|understand"
    r"|remember|see|feel|believe|eat|drink|smoke|drive|own|live|speak|work|panic|laugh|judge|have|be silly"
    r"|go there|enjoy|hate|tell anyone|drink|sleep|cook|watch|swim|fly|ski|wear|fancy|trust|even|really|just"
    r"|do)\b)[a-z][a-z-]*"
)

THIS = re.compile(
    r"\b(?:this|that|these|those|it|the (?:file|branch|line|test|bug|button|door|email|last|first|second"
    r"|paragraph|window|function|table))\b",
    re.IGNORECASE,
)

SCOPE = (
    rf"(?:(?:after|before|until|from) {CLOCK}|(?:on|every) (?:weekdays|weekends|{WEEKDAY}s?)|at (?:night"
    rf"|weekends|the weekend)|in the (?:mornings?|evenings?)|for (?:all |any |every |my |our )?[\w' -]{{3,30}}?"
    rf"|in (?:all |any |every |my |our )?[\w' -]{{3,30}}?|when(?:ever)? (?:i|we|you|my|the|it|there|someone"
    rf"|anyone|a|an) [^,]{{3,60}}?|(?:every|each|any) time [^,]{{3,50}}?)"
)

DO_ORDER = re.compile(
    rf"(?:please |pls |just |and |so |also |now )*(?!let'?s\b)(?:{DO})\b(?! to me\b| (?:off|out|up|in|over|on)'s\b)",
    re.IGNORECASE,
)

DONT_ORDER = re.compile(
    rf"(?:please |pls |and |so |also |just )*(?:don't|do not|never|stop|quit|no more|avoid|cut out"
    rf"|drop)\s+(?:ever |please |just )?(?P<what>(?:{DONT})(?:\b|ing\b)|\w+ing\b|the .* (?:stuff|thing|filler"
    rf"|talk|bit)\b).*",
    re.IGNORECASE,
)

NEVER = re.compile(
    r"(?:please |pls |and |so |also )*(?:never|always)\s+(?:ever |please )?(?P<what>[a-z-]+)\b.*", re.IGNORECASE
)

NO = re.compile(
    r"(?:so |and |also |please |absolutely |and please )*no (?:more )?(?P<what>(?!worries|problem|idea|way|need"
    r"|rush|thanks|one|sorry|doubt|longer|matter|luck|clue|joke|kidding|offence|offense|big deal|such|news"
    r"|chance|wonder|stress|biggie|hurry)[\w'\"-].+)",
    re.IGNORECASE,
)

OUTPUT_ORDER = re.compile(
    rf"(?:please |pls |just |and |so )*(?:{DO})\s+(?:me |us |to )?(?:\w+ )?{OUTPUT}\b", re.IGNORECASE
)

OUTPUT_NOUN = re.compile(
    rf"\b(?:in|for|on|with|to) {OUTPUT}\b|\byou (?:write|give|send|make|suggest|book|show|draft)\b|\bto me\b"
    rf"|\bfor me\b",
    re.IGNORECASE,
)

SCOPED = re.compile(
    rf"(?:{SCOPE}|unless [^,]{{3,50}}(?=,)),? (?:please |always |just )*(?:{DO}|don't|never)\b", re.IGNORECASE
)

SCOPE_OF_CLAUSE = re.compile(r"(?:when|whenever|every time|each time|any time)\b", re.IGNORECASE)

APART = re.compile(
    rf"(?:,|\bplease|\balways|\bjust) (?:please |always |just )*(?:{DO}|don't|never)\b(?! to\b)",
    re.IGNORECASE,
)

ALWAYS_IN = re.compile(
    r"(?!(?:i|we|he|she|they|it|you|my (?:wife|husband|mum|dad)|this|that|there|life"
    r"|people)\b)[\w ,&'-]{3,50} (?:always|only|never) (?:in|as|with|without|under|by|via) .+",
    re.IGNORECASE,
)

CONTACT = re.compile(
    r"(?:please |just )*(?:text|email|call|ring|message|whatsapp|phone) me (?:rather than|instead of|not|only"
    r"|after|before|instead)\b.*",
    re.IGNORECASE,
)

NO_NEED = re.compile(
    r"(?:there's )?no need (?:to|for)\b.+|(?:please |just )*(?:speak|talk|write|reply|respond) to me (?:like|"
    r"as|in|with)\b.+|you (?:can|may"
    r"|don't (?:need|have) to) (?:be (?:so|that|too)|skip|leave out|drop|explain|apologi[sz]e|repeat|remind|ask"
    r"|include|mention|add|translate)\b.+",
    re.IGNORECASE,
)

USE = re.compile(r"(?:please |pls )*(?:use|stick to|stick with|go with) ", re.IGNORECASE)

ONE_PLACE = re.compile(
    r"\b(?:in|for|on) (?:this one \w+|the (?:first|second|third|fourth|fifth|last|next|final|attached|above|"
    r"following) "
    r"(?:paragraph|section|slide|table|line|page|chapter|column|row|sentence|question|part|one|draft|chart|"
    r"figure))\b",
    re.IGNORECASE,
)

LASTING_TOPICS = ("units", "spelling", "date format", "indentation", "theme")

FOR_GOOD = re.compile(
    r"\b(?:from now on|from here on|going forward|by default|next time(?=,? (?:please|can|could|use|put|give|"
    r"don't|just|make|start|add|show|send|write|keep)\b)|(?<=\w )next time$)\b",
    re.IGNORECASE,
)

FOR_SCOPE = re.compile(
    r"(?:for|in|on) (?:all |any |my |our )?(?!(?:the|this|that|a|an|me|us|now|example)\b)[\w -]{3,30}?,? (?:a"
    r"|an|one|two|three|five|ten|\w+ (?:minutes|hours|days|words|lines|pages|bullets))[\w' -]{0,40} (?:is"
    r"|are) (?:plenty|enough|fine|best|ideal|perfect|ok|okay)\b.*",
    re.IGNORECASE,
)

YOU_WHEN = re.compile(r"when(?:ever)? you [^,]{3,60}, (?:.*\b(?:first|last|only)\b|no \w|not \w)", re.IGNORECASE)

BARE_SCOPE_ONLY = re.compile(
    r"(?:for|in) (?:the|this|that|it|example|fun|case|fact|short|general|a|an|me|us|order|addition|theory|short"
    r"|particular|mind)\b",
    re.IGNORECASE,
)

CAN_YOU = re.compile(
    r"(?:can|could|would|will) you (?:please )?(?P<rest>(?:always|never|stop|remember to|not|from now on).+)",
    re.IGNORECASE,
)

WISH = re.compile(
    r"i(?:'d| would)? (?:want|need|like|prefer|expect) (?:you to|it if you|that you|if you) (?P<rest>(?:always"
    r"|never|stop|not|don't|from now on)\b.+)",
    re.IGNORECASE,
)

ONLY_ORDER = re.compile(r"(?P<value>(?:use |with |by |via )?[\w' -]{3,60}?) only\b(?P<rest>.*)", re.IGNORECASE)

VERBLESS_ONLY = re.compile(
    r"(?:metric|imperial|celsius|fahrenheit|text|email|e-mail|phone|whatsapp|slack|british|american|uk|us"
    r"|english|french|german|spanish|window|aisle|fillets|decaf|tabs|spaces|dark mode|cash|card)(?: (?:or"
    r"|and) [\w-]+| [\w-]+)? only(?: please| thanks)?",
    re.IGNORECASE,
)

LABELLED = re.compile(r"(?P<label>[A-Z][\w+# ]{1,30}):\s*(?P<value>[^:]{3,80})")

INSTEAD = re.compile(
    r"(?P<value>[\w' -]{2,40}),? (?:not|never|instead of|rather than|over) (?P<other>[\w' -]{2,40}),? (?:in"
    r"|for) (?P<rest>everything|all|any|my|your|code|every)\b.*",
    re.IGNORECASE,
)

PLAIN = re.compile(
    rf"(?P<value>(?:plain|short|long|brief|concise|detailed|formal|informal|simple|full|british|american|uk|us"
    rf"|metric|celsius|24-hour|bulleted|numbered|longer|shorter) (?:{OUTPUT}|english|spelling"
    rf"|units)) ?(?:please|pls|only|everywhere else|everywhere|always|thanks|from now on)?.*",
    re.IGNORECASE,
)

WANTED = re.compile(
    r"i(?:'d| would)? (?:want|prefer|like|need|expect|always want) (?:(?:all|every|any|my|your|each|answers|"
    r"the (?:daily|weekly|monthly)"
    r"|replies|responses|summaries|code|everything)(?: [\w' -]{2,40}?)? (?:in|as|on|by|before|at|with|without|"
    r"to be|under"
    r"|written|formatted|kept)\b.+|(?:it )?if you .+)|i(?:'d| would) rather (?:that )?you .+",
    re.IGNORECASE,
)

ALL_SHOULD = re.compile(
    r"(?:all|every|any|each) (?!(?:you|i|we|they|this|that|it)\b)(?:of )?(?:my |our |the |"
    r"your )?[\w' -]{2,40}? (?:should|must|needs? to|has to"
    rf"|have to|ought to|gets?|(?:is|are) to (?:be|have|go|stay|use|include)) .+|(?:the )?{OUTPUT}(?: (?:in|of|"
    rf"for|to) [\w' -]{{2,30}}?)? (?:can(?= .* (?:now|again|from now on)$)|should|must|"
    r"need to|have to"
    r"|ought to) (?:always |never |not |only |all )*(?:be|have|use|start|end|go|come|include|say|fit|stay|"
    r"read|look)\b.+",
    re.IGNORECASE,
)

ALL_IN = re.compile(
    rf"(?:all|any|every) (?:my |the |your )?(?:{OUTPUT}|amounts?|times?|dates?|distances?|quotes?|code|output) "
    r"(?:in|as|with|to|without|under|rounded) .+|round (?:everything |all \w+ |numbers |amounts )?(?:to|up|down)\b.+"
    r"|(?:commit messages|emails|replies|answers|reports|summaries|headings|variable names|recipes|"
    r"branch names|file names)"
    r" (?:in|with|without|under|as) .+|keep (?:the|my|our) (?:heating|temperature|thermostat|lights|volume|"
    r"brightness|humidity|"
    r"aircon|ac|fridge) (?:at|under|below|above|between|on) .*\d.*"
    r"|(?:please )?use (?!(?:the|this|that|it|my|your)\b)[\w' -]{2,25}, not (?!(?:the|this|that|it|my|"
    r"your)\b)[\w' -]{2,25}(?:,? .+)?",
    re.IGNORECASE,
)

WHEN_ORDER = re.compile(
    r"(?:(?:when|while|before|after) (?=[a-z]+ing )|(?:when|whenever|if|any ?time|every time|"
    r"each time) )(?:[a-z]+ing|i|we|you|someone|somebody|anyone|a|an|my|our|"
    r"there's|there is|[\w']+(?=[^,]*\d)) "
    r"[^,]{2,60}?,? (?:then |please |always |just )*(?P<order>(?:give|show|send|tell|ask|remind|call|keep|use|"
    r"skip|leave|put"
    r"|list|start|stick|make|don't|do not|never|add|include|answer|reply|write|explain|limit|assume|round|"
    r"mention|list|check|"
    r"warn|run|turn|set"
    r"|switch|book|order|play|read|round|convert|translate|correct|stop|mention|quote|cite|suggest|offer|only)\b"
    r"(?! (?:to|a bit|i|we|you|and)\b).+)",
    re.IGNORECASE,
)

ORDER_WHEN = re.compile(
    r"(?:please |just |also |and |always )*(?!let me know|tell me when|ping|help|remind|thank|sorry|see|"
    r"call me (?:when|if)|wait)"
    rf"(?:{DO}|don't|do not|never|stop)\b.{{3,60}} (?:whenever|every time|each time|any ?time|unless|"
    r"when(?:ever)? (?:i|you|my|it's"
    r"|we|a|an|there)|if (?:i|you|my|there))\b.+",
    re.IGNORECASE,
)

HAPPENED = re.compile(
    r"\b(?:this|that|these|those|yesterday|just now|you're done|it's (?:done|ready|finished|over))\b", re.I
)

GENERIC = re.compile(
    r"(?:please |pls |just |also |and |always )*(?:keep|format|limit|sign|prefix|wrap|start|end|lead|number|"
    r"label|name|phrase|cap"
    r"|write|spell|lay|round|express|explain|structure|order|sort|group) (?:all |any |your |"
    rf"the )?(?P<what>{OUTPUT}|stuff|things"
    r"|everything|lists|steps|variables|functions)\b (?!(?:for|about|of|to (?:the|my|our|him|her|them)|"
    r"on) (?:the|this|that|my"
    r"|these|our|him|her)\b).+",
    re.IGNORECASE,
)

MANNER = re.compile(
    r"(?:please |just |always )*(?:(?:put|book|schedule|list|show|give|set|do|plan|order|make|"
    r"send) (?:me )?(?:all|every|each|any)"
    r" (?!(?:of |one|the|this|that|these)\b)[\w' -]{3,30} (?:in|on|as|at|with|under|by|before|after|through|"
    r"via) .+|treat me (?:like|as) .+|(?:be|stay|remain) [a-z]+(?: and [a-z]+)? with me\b.*"
    r"|(?:anything|everything) (?!else|you|i\b|is\b|was\b)[^,]{3,40}, (?:please |always )*(?:check|ask|flag|"
    r"tell|warn|show|don't|skip|send|run|leave|clear)\b.+"
    r"|(?:give|show|send|tell) (?:me|us) (?:the )?[\w' -]{3,40} first,? (?:then|"
    r"and then)?\s?[\w' -]+(?: after(?:wards)?| later| second| last)?"
    r"|(?:dates|times|prices|amounts|numbers|distances|temperatures|weights) (?:as|in) .+)",
    re.IGNORECASE,
)
STANDS_ALONE = re.compile(
    r"(?:please )?(?:always|every time|each time|every single time|from now on|for good|as a rule|by default|"
    r"permanently|going forward"
    r"|in future|in the future|without exception|no exceptions|that's (?:a|the) rule|that's (?:a|"
    r"the) standing (?:rule|order)"
    r"|that's how (?:i|we) (?:do|like|want|write) (?:it|them)|that's how (?:our|my|the) [\w ]{2,20} (?:does|"
    r"do|works?)(?: it)?"
    r"|that goes for (?:everything|all of them)|(?:you can )?(?:remember|note|keep) (?:that|it))(?: please)?",
    re.IGNORECASE,
)

CONTRAST = re.compile(
    r"(?P<value>[\w' -]{2,30}),? (?:not|never|no|instead of|"
    r"rather than) (?P<other>[\w' -]{2,30})(?:,? (?:please|thanks|always))?",
    re.IGNORECASE,
)

ALWAYS_AFTER = re.compile(
    r"(?P<value>(?!.* for (?:me|us)\b)(?!(?:please|thanks|pls|i|we|he|she|they|it|you|this|that|not|no|yes|"
    r"as)\b)[\w' -]{3,40}),? (?:always|"
    r"every time|by default)"
    r"(?: please)?",
    re.IGNORECASE,
)

ONLY_SUCH = re.compile(
    r"(?!(?:the|this|that|these|not|if|and|or|in|at|on|for|just|members|read|write|adults|one|first|"
    r"for)\b)[a-z][\w-]+(?: [\w-]+){0,2} only"
    r"(?: please| pls| thanks)?",
    re.IGNORECASE,
)

VERBLESS = re.compile(
    rf"\b(?:{FINITE}|am|be|been|let's|i|i'm|i've|we|we're|you|it's|he|she|they)\b",
    re.IGNORECASE,
)

NO_RULE = (
    r"(?:i|i'm|i've|we|we're|he|she|they|it|it's|that|that's|you|this|there|what|who|how|why|is|are|do|does|can)\b"
)

CONTENT = re.compile(r"[a-z]{4,}", re.IGNORECASE)

STYLE = re.compile(
    r"\b(?:no [a-z]+|only|always|never|(?:first|second|third) person|(?:past|present) tense|(?:in)?formal|"
    r"casual|british|american|plain"
    r"|lowercase|uppercase|capitals|bullets?|sentence case|title case|max|under \d+)\b",
    re.IGNORECASE,
)

STYLED = re.compile(r"(?P<label>[A-Za-z][\w' -]{2,30}s): (?P<value>[^:\n]{5,90})")

HANDLING = re.compile(
    r"\b(?:check|double|convert|explain|show|include|list|mention|round|ask|remind|add|tell|warn)\b",
    re.IGNORECASE,
)
