"""What is not meant, or not said whole, and so is no statement.

What a whole message says without meaning it of the user: made-up data, text to be put somewhere, parts played,
told stories, sarcasm and the moods of a moment. Frames only; none depends on what the message is about.

What of the statements found is let go: what is cut short, only pointed at, or said to somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.en.clauses import Sentence
from mnemic.reader.statement import Statement

_ASKED = (
    r"(?:^|[.!?\n]\s*)(?:(?:please|pls|ok|okay|now|so|right|then|just|and|hey|go ahead and|can you|could you|would you|"
    r"will you|let's|i need you to|i want you to|help me|we need to)[, ]+)*"
)
_MAKES = (
    r"(?:seed|populate|insert|generate|create|make|mock(?: up)?|fill|invent|stub|fabricate|spin up|produce|write|draft|"
    r"give me|gimme|set up|build|prefill|knock up|cook up|dream up|come up with|load|put together|i want|i need|print|"
    r"add|return|output|compose)"
)
_INVENTED = (
    r"(?:fake|dummy|mock|placeholder|made[- ]up|fictional|fictitious|bogus|pretend|synthetic|imaginary|invented|"
    r"throwaway|phony|nonsense|random|lorem)"
)
_PERSONS = (
    r"(?:users?|tenants?|customers?|clients?|patients?|employees?|people|persons?|profiles?|records?|rows?|members?|"
    r"students?|pupils?|staff|guests?|residents?|accounts?|contacts?|suppliers?|fixtures?|entries|entry|personas?|"
    r"characters?|players?|drivers?|applicants?|candidates?|subscribers?|respondents?|attendees)"
)
_SHAPED = (
    r"(?:shaped|formatted|structured|laid out|looking)? ?(?:like (?:this|so|these)|in (?:this|the following) "
    r"(?:format|shape|form|style)|along these lines|as follows|with (?:these|the following|this) \w+|e\.g\.|"
    r"for example|such as|shaped like)"
)
_PUT = r"(?:add|insert|put|append|type|paste|write|enter|print|stick|pop|slip|work|include)"
_SURFACE = (
    r"(?:form|field|cell|row|column|table|sheet|spreadsheet|template|letter|email|mail|draft|doc|document|slide|deck|"
    r"paragraph|sentence|line|label|card|caption|header|heading|footer|poem|story|song|speech|script|csv|json|db|"
    r"database|poster|banner|leaflet|flyer|sign|page|post|ad|advert|bio|blurb|chapter|verse|chorus|scene|ending|intro|"
    r"title|test|fixture|prompt|monologue|dialogue|text|message|reply|website|site|menu|invitation|mug|t-shirt|plaque)"
)
_DATA = Regex(
    rf"{_ASKED}{_MAKES}\b[^.!?\n]{{0,60}}?\b{_INVENTED}\b|"
    rf"{_ASKED}{_MAKES}\b[^.:!?\n]{{0,60}}\b{_PERSONS}\b[^.!?\n]{{0,30}}?\b{_SHAPED}|"
    rf"^[^.!?\n]{{0,30}}\b{_INVENTED} (?:\w+ )?{_PERSONS}\b[^.!?\n]{{0,30}}[:,]|"
    rf"^(?:test|unit|edge|use)[ -]?cases?\b|^(?:test )?fixtures?\b[^.:\n]{{0,20}}:|"
    rf"{_ASKED}(?:insert|upsert|add) (?:a |an |another |one |two |three |these |some )?(?:new )?(?:rows?|records?|"
    r"entry|entries|lines? of data)\b",
    re.IGNORECASE,
)
_TEXT_TO_PLACE = Regex(
    rf"{_ASKED}{_PUT}\b(?: (?!always|never)[\w']+){{0,6}} (?:to|in|into|on|onto|at|under|below|above|over) (?:the|this|"
    rf"that|my|our|a|an|every|its|her|his)? ?(?:[\w'-]+ ){{0,3}}?{_SURFACE}\b[^.:!?\n]{{0,20}}:|"
    rf"{_ASKED}in (?:the|my|this|that|our) (?:[\w'-]+ ){{0,2}}?(?:{_SURFACE}|note|statement) (?:say|write|"
    rf"mention|put|state)\b|"
    rf"{_ASKED}{_PUT} [^.:!?\n]{{0,60}}\b(?:in|into|to) (?:the|this|that|my|"
    rf"a) (?:[\w'-]+ ){{0,2}}?(?:verse|chorus|poem|story|"
    rf"song|script|scene|monologue|dialogue|stanza|limerick|sketch)\b|"
    rf"{_ASKED}(?:the |this |that |my |our )?(?:[\w'-]+ ){{0,2}}?{_SURFACE} (?:should|must|has to|needs to|"
    rf"ought to|will|"
    r"to) (?:\w+ )?(?:say|read|open|start|begin|end|close|finish|state|contain|include|go|run)\b|"
    rf"{_ASKED}(?:change|edit|rewrite|rework|reword|alter|amend|adjust|replace|swap|update|correct)\b[^.!?\n]{{0,60}}"
    rf"\b{_SURFACE}\b[^.!?\n]{{0,60}}\b(?:to say|so (?:that )?it (?:says|reads)|to read|and say|saying)\b",
    re.IGNORECASE,
)
_PRAISE = (
    r"(?:star|legend|lifesaver|life ?saver|gem|genius|angel|saint|hero|marvel|wonder|best|treasure|diamond|good|great|"
    r"bad|big|real|true|doll|darling|love|bot|robot|ai|model|computer|assistant|machine|friend|mate|pal|help|only|"
    r"first|last|one|right|reason|expert|champ|champion|brick|joy|delight|dream|worst|pain)"
)
_NOT_PRAISE = rf"(?!(?:[\w-]+ ){{0,2}}?{_PRAISE}\b)"
_I_AM = r"(?:i'm|i am|i'll be|i'll play|i play|me,? i'm|i be)"
_PLAYED = Regex(
    rf"(?:^|[.!?\n,;]\s*)(?:(?:ok|okay|right|so|now|and|alright|no|well)[, ]+)*you (?:be|play|act) "
    rf"(?!careful|quiet|nice|honest|good|brief|safe|well|with|for|to|on\b|in\b)(?:[\w'-]+\b)|"
    rf"\byou(?:'re| are|'ll be| play) (?:the|an?|my|our) {_NOT_PRAISE}[^.!?\n]{{1,50}}(?:[.,;!—–-]+\s*|\s)(?:and )?"
    rf"(?:{_I_AM}|and i've|and i have)\b|"
    r"\b(?:want|need|like|ask) you to (?:be|play|act)\b|\binterview me (?:for|as)\b|"
    r"^(?:(?:ok|okay|so|now|right|let's|please)[, ]+)*(?:pretend|imagine)(?: that)? (?:i'm|i am|you|we|"
    r"it's|it is|this|they|"
    r"the|my|there)\b(?! (?:never|didn't|hadn't|don't|surprise|face|joy|delight|horror))|"
    rf"\b{_I_AM} [^.!?\n]{{2,40}}(?:[.,;!—–-]+\s*|\s)(?:and |but )?you(?:'re| are|'ll be| play| be) (?:the|an?|my|our) "
    rf"{_NOT_PRAISE}|"
    r"\b(?:play|take|act out|assume) the (?:part|role) of\b|\b(?:stay|remain|keep|speak|answer|reply|talk) in "
    r"character\b|\bimprovis(?:e|ation)\b|\blet's (?:do|try|act out|run|start) (?:a |an |the |this |some )?(?:\w+ )?"
    r"(?:scene|improv|skit|role|sketch|larp)\b|"
    r"\b(?:simulate|rehearse|practi[sc]e|act out|enact|stage) (?:an?|the|this|some|my|our) (?:\w+ ){0,2}?(?:interview|"
    r"conversation|call|argument|scene|negotiation|meeting|dialogue|date|viva|confession|trial|audition)\b|"
    r"^(?:ok |okay |now |please )*be (?:my|a|an|the) (?!quick|careful|bit|little|honest|good)[\w' -]{3,40}[:.,;]\s*"
    rf"{_I_AM}\b|^(?:scene|setting|stage|in character|ic|act [\divx]+)\b[^:\n]{{0,20}}:|"
    r"\b(?:cue|aaand|and)[ ,]*(?:scene|action)[.!\s]*$",
    re.IGNORECASE,
)
_STORY = Regex(
    r"^(?:chapter|scene|act|verse|chorus|stanza|prologue|epilogue|canto) ?(?:\d+|one|two|three|[ivx]+)?\s*[:.—–-]|"
    r"^(?:once upon a time|it was a dark and|long ago,? in)\b|"
    r"^(?:(?:please|now|ok|just) )*(?:continue|carry on|keep going|go on|pick up|resume)\b[^.!?\n]{0,30}\b(?:story|"
    r"scene|tale|saga|chapter|adventure|where we (?:left|stopped)|the last (?:line|paragraph|scene))\b|"
    r"^(?:the |my )?(?:next|opening|first|last|final|closing) (?:line|lines|verse|stanza|sentence|paragraph|scene|"
    r"page)\b[^:.\n]{0,40}:",
    re.IGNORECASE,
)
_CHARACTER = Regex(
    r"^(?:so |and |then )*(?:my|our|the|his|her) (?:main |other |second |new |evil )?(?:protagonist|"
    r"antagonist|narrator|heroine|"
    r"anti-?hero|main character|oc|villain|character in (?:the|my))\b(?! (?:class|count|limit))",
    re.IGNORECASE,
)
_GLAD = (
    r"(?:brilliant|great|fantastic|wonderful|lovely|perfect|fabulous|joy|splendid|super|marvellous|marvelous|"
    r"terrific|goody|superb|excellent|charming|delightful|how lovely|how nice|good|cool|nice|just great|just perfect)"
)
_GRIEF = (
    r"(?:again|another(?! (?:thing|one|question|point|idea|update|fact|note|reason)\b)|yet another|off|"
    r"cancelled|canceled|late|delayed|delays?|broken|dead|down|bust|lost|flat|clamped|leak\w*|"
    r"flood\w*|burst|stuck|queues?|traffic|rain\w*|closed|shut|overbooked|ignored|rejected|crash\w*|frozen|puncture|"
    r"late|missed|full|gone|fine|parking ticket|bringing|overtime|on call|snow|strike|stolen|ruined|smashed|cracked)"
)
_OH_GLAD = Regex(
    rf"^(?:(?:oh|ah|aw|well|yeah|yay|wow|right|ooh|ha)[,! ]+)(?:isn't that )?(?:just |simply |how |absolutely )*{_GLAD}"
    rf"\b[^?\n]{{0,80}}?\b{_GRIEF}\b|"
    rf"^{_GLAD}[,!.…—-]+\s[^?\n]{{0,60}}?\b(?:again|another(?! (?:thing|one|question|point|idea|update|"
    rf"fact|note|reason)\b)|'s (?:dead|off|bust|broken|gone|cancelled|late|"
    r"stuck|down|flooded|leaking))\b|"
    r"^(?:oh|ah|well|yeah)[,!. ]+(?:joy|goody|the joy|happy days|lucky us|lucky me)\b|"
    r"\bwell,? isn't that (?:just )?(?:perfect|great|lovely|special|dandy|swell|brilliant|wonderful)\b|"
    r"^(?:nothing|few things|what) says? [\w ]{2,20}(?: quite)? like\b|"
    r"\bcouldn't (?:be|have been) (?:happier|more (?:thrilled|delighted|pleased|excited))\b[^.!?]{0,60}"
    rf"\b{_GRIEF}\b|\bbecause (?:obviously|clearly|of course|naturally) (?:i|we) (?:love|adore|enjoy|want|need)\b|"
    r"^how (?:thoughtful|considerate|kind|generous|charming|convenient|very kind) of (?:them|him|her|it|the|my|our)\b",
    re.IGNORECASE,
)
_ENDURED = (
    r"(?:put on hold|kept|ignored|woken|shouted at|rained on|stood up|stuck|late|cold|soaked|lied to|interrupted|"
    r"overcharged|queu\w+|wait\w*|ghosted|talked over|squashed|left|patroni[sz]ed|told what)"
)
_ADORES = Regex(
    rf"\b(?:i|we) (?:(?:just|so|really|simply|do|absolutely|truly) )*(?:love|adore|enjoy) (?:it when|being|"
    rf"getting|having to) (?:[\w']+ ){{0,3}}?{_ENDURED}\b|"
    r"\b(?:i|we) (?:just|so|simply|do|do so|absolutely do) (?:adore|so love|love so much)\b|"
    r"\b(?:i|we) (?:do )?so (?:love|enjoy|adore) \w+ing\b|\b(?:love|loving) (?:that|this) for (?:me|us)\b|"
    r"\bwho needs\b",
    re.IGNORECASE,
)
_EVERYTHING = (
    r"(?:(?:absolutely|literally|just|simply) )*(?:everything|everyone|everybody|all of it|all of you|the (?:whole )?"
    r"world|life|(?:my|this) life|people|humanity|humans|existence|myself|my body|nothing|the lot of (?:you|them))"
)
_MOMENT = r"(?:today|tonight|rn|right now|atm|at the moment|this (?:morning|evening|afternoon|week)|so much|lately)"
_MOOD = Regex(
    rf"(?:(?:ugh|god|argh|oh|man|honestly|gah|meh|sigh|bah|i|we|just|really|so|kind of|kinda|do|literally|absolutely"
    rf")[,.! ]+)*(?:hate|hates|love|loathe|detest|despise|can't stand|adore|am sick of|'m sick of|sick of|done with) "
    rf"(?:{_EVERYTHING}\b|.+\b{_MOMENT}$)",
    re.IGNORECASE,
)
_HARM = (
    r"(?:lick|gnaw|chew (?:glass|gravel|my|the|tinfoil|rocks|nails)|swallow|saw|chop|boil|stab|shoot|strangle|drown|"
    r"bathe in|jump (?:off|into|out)|crawl (?:over|through|across|on|to|into|naked)|die|be (?:shot|dead|buried|boiled|"
    r"eaten|hit)|eat (?:my|the|this|that|a|an|dirt|glass|gravel|worms|nails|soap|sand|bees|mud|rocks|slugs|cardboard)"
    r"(?! (?:salad|meal|fish|meat|veg|vegetables|fruit|soup|same|early|late|sandwich|pizza|curry|"
    r"breakfast|lunch|dinner|"
    r"dish|menu))|stick (?:pins|needles|forks?|my)|pull (?:my|out)|poke|set (?:fire|my|myself)|wrestle|juggle|sell my|"
    r"marry|fight|sit (?:on|in) (?:a|an) (?:nest|cactus|bath of|fire|volcano|nail)|drink (?:bleach|petrol|paint|"
    r"bathwater|the|my)|staple|iron my|sandpaper|cut off|remove my own|walk (?:on|into|over|"
    r"barefoot) (?:hot|broken|lego|"
    r"the sea|coals|glass|nails|traffic))"
)
_SOONER = Regex(
    rf"\b(?:i'd|i would|we'd|we would)(?: (?:much|far|honestly|genuinely|literally))* (?:sooner|rather) {_HARM}\b|"
    r"\b(?:i'd|i would|we'd) (?:sell|give|trade|swap|kill|die|murder|marry) (?:my|for|a|an|this|that|both|anything)\b|"
    r"\b(?:i could|i can) (?:marry|eat|drink|sleep|listen to|live on|kiss|hug|cry|scream|strangle|throttle)\b.*"
    r"\b(?:this|that|forever|for a (?:week|month|year|decade)|all (?:day|night)|a horse|you|him|her|them|it)\b|"
    r"\ba (?:million|billion|zillion|gazillion) (?!pounds|quid|dollars|euros|followers|users|views|people|rows|records|"
    r"subscribers|customers|copies|in\b|of\b)[a-z]+|"
    r"\b(?:a (?:million|thousand|billion|zillion|hundred) (?:times|years|things|emails|miles)|for the (?:millionth|"
    r"hundredth|thousandth|umpteenth) time)\b|\b(?:never|not) getting out of bed\b|"
    r"\b(?:i'd|i would) sooner (?!.*\bthan\b)",
    re.IGNORECASE,
)
_STANDING = Regex(
    r"\b(?:always|from now on|going forward|in future|in the future|every time|whenever|by default|"
    r"for all (?:my|our))\b",
    re.IGNORECASE,
)


def nonliteral_message_reason(masked: str) -> str | None:
    """Why the whole message speaks of nothing of the user's own, or None where it may."""
    said = masked.strip()
    if assigns_roles(said):
        return "fiction"
    if _STORY.match(said):
        return "fiction"
    if _OH_GLAD.search(said):
        return "sarcasm"
    if _STANDING.search(said):
        return None
    if _DATA.search(said):
        return "made-up data"
    return "text to be placed" if _TEXT_TO_PLACE.search(said) else None


def assigns_roles(said: str) -> bool:
    """Whether a message shares out parts to be played."""
    return bool(_PLAYED.search(said))


def nonliteral_sentence_reason(text: str) -> str | None:
    """Why a sentence is not meant as it is said, or None where it may be."""
    if _CHARACTER.search(text):
        return "fiction"
    if _ADORES.search(text):
        return "sarcasm"
    return "exaggeration" if _MOOD.fullmatch(text.strip(" .!")) or _SOONER.search(text) else None


_ADDRESSED = Regex(
    r"\b(?:with|to|for|from|by|about|told|asked|thanked|shared with|seeing|hearing from) you\b|"
    r"\byou (?:mentioned|said|told|suggested"
    r"|recommended)\b|^The user is your\b",
    re.IGNORECASE,
)
_MAY_ADDRESS = (Kind.RULE, Kind.CONSTRAINT, Kind.DECISION)
_CUT_SHORT = Regex(
    r"\b(?:is|are|was|were|be|still|says|said|reads|reading|saying|called|the|an?|to|of|and|or|with|for|from|"
    r"every time|always said)"
    r"[,:]?\.$",
)
"""A text that ends where a quotation was left out, or with a word that wants another: it says nothing whole."""
_REACTS = Regex(r"The user (?:loves|likes|enjoys|adores) (?:(?:.*\byou\b(?!r))|the \w+(?: already| so much)?\.$)")
_OWN = Regex(r"\b(?:i|i'm|i've|my|me|mine|we|our|us|we're|we've|the user|user)\b", re.IGNORECASE)
_YOU = Regex(r"[.!?…\s]*You(?:r|'re|'ve)?\b")
_AS_ANSWER = Regex(r"The user (?:has (?:an?|two|three|four|five|six|\d+)|enjoys|loves|likes)\b")
_HALF = Regex(
    r"^The user (?:[a-z']+ ){1,3}each other\b|\bis = |\bis different now\.$|"
    r"^The user (?:doesn't|does not) care (?:who|what|if|how|whether|why)\b"
)
"""What leaves out half of those it speaks of."""
_POINTS_ONLY = Regex(
    r"don't (?:ask|judge|laugh|worry|panic|ever change)\.|never (?:stop|change|give up)\b[^,]*\.|quit \w+ing\.|"
    r"must have been \w+\.|"
    r"(?:please |just |and |so |always |never |don't |do not )*[a-z]+ (?:it|them|that|this|those)(?: (?:up|out|"
    r"off|on|down|in|too|again|please))*\.",
    re.IGNORECASE,
)
"""An order whose object is only pointed at: "don't mix them up"."""


def drop_assistant_talk(found: list[Statement]) -> list[Statement]:
    """Without what is said to the assistant of itself: "I enjoy talking to you" is no fact about the user."""
    return [s for s in found if (s.kind in _MAY_ADDRESS or not _ADDRESSED.search(s.text)) and not _HALF.search(s.text)]


def keep_whole_statements(found: list[Statement], spoken: Sentence, masked: str) -> list[Statement]:
    """The statements of a sentence that say something whole, and of the speaker and not of whom they answer."""
    answers = not _OWN.search(spoken.text) and _YOU.match(masked[spoken.end : spoken.end + 8])
    addressed = re.search(r"\byou", masked, re.IGNORECASE)
    return [
        s
        for s in found
        if not (answers and _AS_ANSWER.match(s.text))
        and not (addressed and _REACTS.match(s.text))
        and not _CUT_SHORT.search(s.text)
        and not (s.kind is Kind.RULE and _POINTS_ONLY.fullmatch(s.text))
    ]


_NO_START = Regex(
    r"(?:the user (?:is|was) )?(?:and|but|or|than|which|who|whom|whose|nor|plus|hence|although|whereas)\b|the user's "
    r"(?:other |last |first |new |old )?ones?\b|"
    r"the user (?:is|was|has|are) (?:nothing|none|neither|anything|not|what|who|whom|why|how|where|when|because|so|as|"
    r"then|than|too|also|the (?:one|same|other|first|rest)|(?:[a-z]+ )?(?:one|ones)|him|her|them|it|that|this)\b"
    r"(?=[\s.,]*(?:they\b|he\b|she\b|it\b|who\b|the user\b|left\b|(?:of|with|on|in|by) (?:it|them|that|those|these)\b|"
    r"\.?$))|"
    r"the user (?:wants|would|likes|takes|needs|prefers|has|does|gets|is) (?:not|no|so|too|it|that|them)\.$|"
    r"the user would (?:much |really )?(?:rather|sooner|prefer) (?:you|it|they|we|i) (?:didn't|don't|"
    r"wasn't|weren't|hadn't|"
    r"not)\.$|"
    r"(?:the user )?(?:don't|do not|never|please don't) (?:bother|worry|mind|ask|stop|panic|fuss|rush|"
    r"hurry|sweat it)\.$",
    re.IGNORECASE,
)
"""Texts that begin in the middle of a sentence, or say of the user what is no predicate."""
_OWN_VOICE = Regex(r"(?<![\w'\"(/.&-])I(?:'m|'ve|'ll|'d)?(?![\w'.&/-])(?! ?[\"')])")
_DOUBLED = Regex(
    r"\b(?:no|a|an|the|their|my|your) (?:the|a|an|it|them|that's|he|she|they|is|are|was|of|and)\b(?! ?['\"])|"
    r"\b(?:if|because|but|than|its|very|no|every|my|your)\.$|\bis (?:he|she|they|him|her)\b[,.]",
    re.IGNORECASE,
)
_POINTED_AT = Regex(
    r"The user (?:(?:has|had|is|was|will|would|can|can't|won't|doesn't|didn't|now|just|also|still|only|always|usually|"
    r"never|sometimes|finally|already|really|often|mostly|got rid of|gave|[a-z]+ly) )*(?!makes?\b|made\b|"
    r"finds?|found|keeps? it up|"
    r"takes? it easy|likes? it when|loves? it when|hates? it when|enjoys? it when|"
    r"thinks?)(?:[a-z]+ )(?:(?:up|out|off|for|"
    r"with|to|on|at|in|two|one|three|some|all|both|most|any|half|each|rid) ){0,2}(?:of )?(?:it|them|"
    r"that one|this one|those|"
    r"these|hers|theirs|the (?:other|first|last|same|latter|former)(?: one)?|there|one like that)\b"
    r"(?! (?:is|are|was|were|has|will|when|if|that|who|which)\b|[,;:] )(?!.* (?:when|if|whenever) )",
)
_SOMEBODY = Regex(
    r"(?<!^)(?<![.!?] )\b[A-Z][a-z]+|\buser's \w+|\b(?:mum|mam|mom|dad|wife|husband|sister|brother|son|daughter|friend|"
    r"boss|cat|dog|baby|child|kid|girl|boy|man|woman|lady|partner|mother|father|aunt|uncle|gran|nan|doctor|gp|teacher|"
    r"neighbour|neighbor|colleague|landlord|vet|who|anyone|someone|somebody|everyone|nobody|person|people|"
    r"[a-z]+(?:er|or|"
    r"ist|ian|ess|man|ant|ent))\b",
)
_OF_SOMEBODY = Regex(r"\b(?:he|she|hers|him|herself|himself)\b", re.IGNORECASE)
_BARE_COUNT = Regex(
    r"The user is (?:now )?\d{1,3}\b(?!(?:[\d.,:/]*\d)| ?(?:years?|yrs?|months?|kg|kilos?|cm|m\b|stone|lbs?"
    r"|foot|feet|ft|weeks?|inches|metres|tall|%))"
)
_AGED = Regex(r"\b(?:i'm|i am|im|i turned|i turn|me|my|as an?|user|age|aged)\b", re.IGNORECASE)
_NAMING = Regex(r"\b(?:call\w*|name\w*|nickname|known|go by|address\w*|introduce|enough|less of|drop)\b", re.IGNORECASE)
_MOMENTARY = Regex(
    r"^The user (?:hates|loves|can't stand|loathes|adores|is sick of) .*\b(?:today|tonight|right now|rn|"
    r"this morning|this "
    r"evening)\.$"
)


def says_something_whole(text: str, message: str) -> bool:
    """Whether a statement says something by itself: a predicate of its own, nobody and nothing only pointed at, and
    no number without what it counts. `message` is what it was made of."""
    if _NO_START.match(text) or _DOUBLED.search(text) or _OWN_VOICE.search(text) or _MOMENTARY.match(text):
        return False
    if _POINTED_AT.match(text) or (text.startswith("Don't call the user") and not _NAMING.search(message)):
        return False
    if _OF_SOMEBODY.match(text) or (
        text.startswith("The user ")
        and _OF_SOMEBODY.search(text)
        and not _SOMEBODY.search(text[len("The ") :].replace("user ", "", 1))
    ):
        return False
    return not (bare := _BARE_COUNT.match(text)) or (
        (
            text[bare.end() :].strip(" .")[:1] in ("", ",", ";")
            or text[bare.end() :].startswith((" and ", " now.", " today"))
        )
        and bool(_AGED.search(message))
    )


_NEXT_CLAUSE = Regex(r",? (?:and|but|so) (?:if|when|because|i|i'm|i've|i'll) .*$", re.IGNORECASE)
_WHOLE_WORDS_MIN = 5


def standalone_statements(statements: Iterable[Statement], message: str) -> list[Statement]:
    """The statements that say something by themselves; one that runs into the next clause ends before it."""
    kept = []
    for found in statements:
        cut = _NEXT_CLAUSE.sub(".", found.text)
        if found.retracts or says_something_whole(found.text, message):
            kept.append(found)
        elif cut != found.text and len(cut.split()) >= _WHOLE_WORDS_MIN and says_something_whole(cut, message):
            kept.append(replace(found, text=cut))
    return kept


def of_somebody_unnamed(text: str) -> bool:
    """Whether a text begins with a "she" or "he" whom nothing before it names."""
    return bool(_OF_SOMEBODY.match(text))
