"""What a short answer says for the field the assistant asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.language.when.scanner import HALF_WIDTH
from mnemic.rooms.task.slot_filling import numbers as number_rules
from mnemic.rooms.task.slot_filling import times as time_rules
from mnemic.rooms.task.slot_filling.bare_value import bare_value_at
from mnemic.rooms.task.slot_filling.boolean_values import truth_words
from mnemic.rooms.task.slot_filling.choices import choice_forms
from mnemic.rooms.task.slot_filling.clause_moods import ClauseMood
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.field_sense import FieldSense
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage, SlotCandidate
from mnemic.rooms.task.slot_filling.slots import SlotKind
from mnemic.rooms.task.slot_filling.value_shapes import phrase_at

TYPED_CONFIDENCE, SHAPED_CONFIDENCE, PHRASE_CONFIDENCE = 0.9, 0.88, 0.74
ANSWER_CHARACTERS_MAX = 90  # of a message that is read as a bare answer
PHRASE_WORDS_MAX = 9

_ASKED_WORDS: dict[SlotKind, str] = {
    SlotKind.DESTINATION: r"\bwhere (?:do|would|are|will|should|shall|to)\b(?!.{0,30}\b(?:from|stay)\b)|which (?:city"
    r"|country"
    r"|place)|去哪|哪里玩|到哪|哪个城市",
    SlotKind.ORIGIN: r"\bwhere\b.{0,40}\bfrom\b|(?:which|what) (?:city|airport|station)\b.{0,30}\b(?:start|leave|depart"
    r"|from"
    r"|set off)|从哪|哪里出发|哪儿出发",
    SlotKind.AREA: r"which (?:area|part|neighbou?rhood|district)|where\b.{0,30}\bstay|住哪|哪个区|什么位置|哪一带"
    r"|哪个位置",
    SlotKind.ADDRESS: r"where\b.{0,30}\b(?:ship|send|deliver)|寄到哪|送到哪|地址",
    SlotKind.RECIPIENT: r"\bwho(?:m)?\b.{0,30}\b(?:send|write|mail|go)|发给谁|寄给谁|给谁",
    SlotKind.EMAIL: r"e-?mail address|which address|邮箱",
    SlotKind.ATTENDEES: r"\bwho\b.{0,40}\b(?:invite|come|join|attend|be there|included|notified|notify)"
    r"|叫谁|邀请谁|哪些人|谁参加|通知谁|有谁",
    SlotKind.OWNER: r"\bwho\b.{0,30}\b(?:own|responsible|charge|handle)|谁负责",
    SlotKind.BOOKED_AS: r"\b(?:what|which|whose) name|under what|name for the|您贵姓|怎么称呼|什么名字|谁的名字|姓名",
    SlotKind.TOPIC: r"\bwhat\b.{0,30}\babout|what.{0,20}(?:call|title|topic|subject)|什么主题|主题是什么|标题|叫什么",
    SlotKind.CUISINE: r"what kind of food|which cuisine|what.{0,20}\beat\b|吃什么|什么菜|哪种菜",
    SlotKind.COLOUR: r"(?:which|what) colou?r|什么颜色|哪种颜色|颜色",
    SlotKind.SIZE: r"(?:which|what) size|什么尺码|多大码|几码|尺码",
    SlotKind.VERSION: r"(?:which|what) version|哪个版本|版本号",
    SlotKind.VENUE: r"\bwhere\b|which (?:room|restaurant|place|venue|shop)|哪里|在哪|哪家|哪个会议室",
    SlotKind.HOTEL: r"which hotel|哪家酒店|什么酒店",
    SlotKind.ITEM: r"what (?:would|do|are|can)\b.{0,30}\b(?:order|buy|like|get)|买什么|要什么|订什么",
    SlotKind.DIET: r"allerg|dietary|diet|忌口|过敏",
    SlotKind.PREFERENCES: r"preference|anything (?:else|special)|wishes|偏好|要求|喜好",
    SlotKind.NIGHTS: r"how many nights|how long\b.{0,30}\bstay|几晚|住多久",
    SlotKind.DAYS: r"how many days|how long|几天|多久|多少天",
    SlotKind.DURATION: r"how long|how many (?:minutes|hours)|多久|多长时间|几个小时",
    SlotKind.PRICE_MAX: r"how much\b.{0,40}\b(?:spend|budget|pay|afford)|budget|price range|最多|预算|价位|多少钱",
    SlotKind.SPENT: r"how much|what was the (?:amount|total)|多少钱|金额|花了多少",
    SlotKind.PEOPLE: r"how many (?:people|of you|guests|travell?ers|passengers|persons|adults|are|will)|party of how"
    r"|几位"
    r"|几个人|多少人|人数|几人",
    SlotKind.BEDROOMS: r"how many bedrooms|几居|几室|几个卧室|户型",
    SlotKind.ROOMS: r"how many rooms|几间",
    SlotKind.QUANTITY: r"how many|几件|多少件|几个|数量|多少个|几台|几本",
    SlotKind.SQUARE: r"how (?:big|large)|多大|面积",
    SlotKind.BEGINS: r"\bwhen\b.{0,40}\b(?:leave|depart|go|start|begin|arrive|check in|move|fly|travel|set off)|(?:几号"
    r"|哪天"
    r"|什么时候|几点|何时|哪一天).{0,8}(?:出发|走|去|开始|入住|动身|搬|起飞|到|开会|开)|(?:出发|开始"
    r"|入住)(?:日期|时间)",
    SlotKind.ENDS: r"\bwhen\b.{0,40}\b(?:return|back|end|check out|come home|finish)|(?:几号|哪天|什么时候|几点"
    r"|何时).{0,6}(?:回|结束|返|退房)|(?:返程|结束|退房)(?:日期|时间)",
    SlotKind.DEADLINE: r"\bby when\b|deadline|\bwhen\b.{0,30}\b(?:due|need|needed)|什么时候要|截止|几号之前|什么时候交"
    r"|最晚",
    SlotKind.HAPPENED: r"\b(?:when|what date|which day)\b|哪天|什么时候|几号|日期",
    SlotKind.BIRTH: r"\b(?:born|birth)|生日|出生",
    SlotKind.DATE: r"\b(?:when|what date|which day|what day|what time)\b|几号|哪天|什么时候|几点|日期|时间",
}
"""How the assistant asks for each slot."""

_ASKED_FOR = {slot: Regex(pattern, re.IGNORECASE) for slot, pattern in _ASKED_WORDS.items()}

_QUESTION = Regex(
    r"[^.。!?;\n]*\?|[^.。!?;\n]*(?:吗|呢|几号|多少|哪)[^.。!?;\n]*$|(?:please (?:tell|give|confirm)|tell me"
    r"|let me know|请(?:提供|告诉|告知|问))[^.。!?\n]*"
)
_YES = Regex(
    r"\s*(?:yes|yeah|yep|yup|sure|of course|definitely|absolutely|correct|right|please do|i do|we do|i am"
    r"|we are|we have|i have|it is|it does|certainly|indeed|please|"
    r"是的?|对的?|有的?|要的?|好的?|可以|当然|嗯|需要|没错|行|必须的|已经?[有办]|办好了|可以的|得要|要)(?![A-Za-z])",
    re.IGNORECASE,
)
_NO = Regex(
    r"\s*(?:no(?! (?:idea|problem|wait|preference|worries))|nope|nah|not (?:yet|really|necessary|needed"
    r"|at all|this time|for now)|never|i don't(?! (?:know|care|mind|remember))|we don't(?! (?:know|care"
    r"|mind))|it isn't|it's not|don't need|without|"
    r"不用了?|不要了?|不需要|没有?(?!问题)|还没|不是|不(?!知道|确定|清楚|好说|介意|对)|别|暂时不|算了|无)",
    re.IGNORECASE,
)
_OPEN = Regex(
    r"\b(?:don't know|no idea|not sure|no preference|either|any(?:thing|where|time)?|whatever|don't care"
    r"|don't mind|up to you|you (?:choose|decide|pick)|doesn't matter|let me (?:think|check|see)|later|why"
    r"|skip|maybe|good question|hold on|wait a|ask|tell you|haven't|depends|both|none|nothing|nobody"
    r"|as before|same as)\b"
    r"|不知道|不确定|不清楚|随便|都行|都可以|无所谓|没想好|再说|等等|等一下|你定|你来定|看看|再看|回头|晚点"
    r"|稍后|问一下|问问|可能|也许|大概吧|都好|为什么|没有要求|没要求|没什么|以后",
    re.IGNORECASE,
)
_NOT_BEFORE = Regex(r"\bnot before\b|不早于", re.IGNORECASE)
_FILLER = Regex(
    r"\s*(?:(?:hi|hello|ok(?:ay)?|yes|yeah|sure|well|um+|uh|hmm|so|please|oh|let's see"
    r"|thanks)(?![A-Za-z])[\s,.!、]*|(?:嗯|好的?|哦|那|啊|呃)[\s,.!、]*)*(?:(?:it's|it is|that's"
    r"|that would be|it would be|it should be|i'd say|i think|let's say|say|make it|go with|let's go with"
    r"|call it|just|we'd like|i'd like|i want|we want|i'll take|we'll take|put|use|to|under|for|in|at|from"
    r"|about|就|叫|是|用|写|要|选|去|在|从|发给|送到|寄到|我想要|我要|我想|想|我姓|我叫|我是|姓|near"
    r"|close to|around)\s*)*",
    re.IGNORECASE,
)


def asked_fields(asked: str, senses: Sequence[FieldSense]) -> list[FieldSense]:
    """The fields the assistant's message asks for: those its last question names most plainly."""
    plain = asked.translate(HALF_WIDTH)
    questions = [match.group() for match in _QUESTION.finditer(plain)]
    question = questions[-1] if questions else ""
    scored = [(_asks_for(question, each), each) for each in senses] if question else []
    top = max((score for score, _ in scored), default=0)
    best = [each for score, each in scored if score == top] if top else []
    return sorted(best, key=lambda each: _asked_at(question, each))


def _asked_at(question: str, sense: FieldSense) -> int:
    """Where a question names what it asks for: how soon the stretch that does so ends."""
    rules = (_ASKED_FOR.get(sense.slot), sense.label)
    return min((found.end() for rule in rules if rule and (found := rule.search(question))), default=len(question))


def _asks_for(question: str, sense: FieldSense) -> int:
    """How plainly a question asks for a field; 0 where it does not."""
    if sense.kind is FieldType.BOOLEAN:
        rule = truth_words(sense)
        match = rule.search(question) if rule else None
        return 3 if match and not re.search(r"\bor\b|还是|\bhow many\b|几", question, re.IGNORECASE) else 0
    if sense.kind is FieldType.CHOICE:
        offered = {form.choice for form in choice_forms(sense.field.choices) if form.words.search(question)}
        if len(offered) > 1:
            return 4 + len(offered)
    if sense.slot is SlotKind.DESTINATION and _ASKED_FOR[SlotKind.ORIGIN].search(question):
        return 0
    cue = _ASKED_FOR.get(sense.slot)
    score = 2 if cue and cue.search(question) else 0
    general = sense.slot in (SlotKind.DATE, SlotKind.HAPPENED, SlotKind.VENUE, SlotKind.QUANTITY)
    score -= bool(score and general)
    return score + 2 * bool(sense.label and sense.label.search(question))


def answer_candidates(
    heard: ParsedMessage, fields: Sequence[FieldSense], told: Sequence[SlotCandidate]
) -> Iterator[SlotCandidate]:
    """What a message says as the answer for the fields asked for. Where two of a kind are asked for, what the message
    `told` for one of them by its own words goes there, and the rest in the order of the question."""
    if not heard.text.strip() or any(clause.mood in (ClauseMood.OPEN, ClauseMood.OTHERS) for clause in heard.clauses):
        return
    if len(fields) > 2 or len(heard.text) > ANSWER_CHARACTERS_MAX or _OPEN.search(heard.text):
        return
    for family in (number_rules.NUMBER_TYPES, time_rules.TIME_TYPES):
        pair = [sense for sense in fields if sense.kind in family]
        if len(pair) > 1:
            yield from _shared(heard, pair, told)
            fields = [sense for sense in fields if sense.kind not in family]
    plain = {offer.sense.field.name for offer in told if not offer.removes and offer.sense.kind is FieldType.TEXT}
    for sense in fields:
        if sense.field.name in plain and len(fields) > 1:
            continue
        offer = _answer(heard, sense, alone=len(fields) == 1)
        if offer:
            yield offer


def _shared(
    heard: ParsedMessage, fields: Sequence[FieldSense], told: Sequence[SlotCandidate]
) -> Iterator[SlotCandidate]:
    """Values for two fields that each could take the other's: each value once, and none where it could be either's."""
    taken = [offer for offer in told if offer.sense in fields and not offer.removes]
    left = [sense for sense in fields if all(offer.sense is not sense for offer in taken)]
    found: list[SlotCandidate] = []
    for at in _places(heard):
        free = [sense for sense in left if all(offer.sense is not sense for offer in found)]
        offer = next((made for sense in free if (made := _valued(heard, sense, at))), None)
        if offer and not any(one.start < offer.end and offer.start < one.end for one in (*taken, *found)):
            found.append(offer)
    if len(found) == len(left):
        yield from found


def _answer(heard: ParsedMessage, sense: FieldSense, *, alone: bool) -> SlotCandidate | None:
    if sense.kind is FieldType.BOOLEAN:
        if no := _NO.match(heard.text):
            return _offer(sense, value=False, start=0, end=no.end(), confidence=TYPED_CONFIDENCE)
        yes = _YES.match(heard.text)
        return _offer(sense, value=True, start=0, end=yes.end(), confidence=TYPED_CONFIDENCE) if yes else None
    if sense.kind is FieldType.CHOICE:
        return _chosen(heard, sense)
    if sense.kind in number_rules.NUMBER_TYPES or sense.kind in time_rules.TIME_TYPES:
        if any(time_rules.is_left_open(heard, place) for place in range(len(heard.days))):
            return None
        if any(time_rules.is_open_ended(heard, day) for day in heard.days) or _NOT_BEFORE.search(heard.text):
            return None
        return next((found for at in [0, *_places(heard)] if (found := _valued(heard, sense, at))), None)
    return _words(heard, sense, alone=alone) if sense.kind is FieldType.TEXT else None


def _places(heard: ParsedMessage) -> list[int]:
    """Where the numbers and times of a message begin."""
    return sorted([*(one.start for one in heard.amounts), *(one.start for one in heard.days)])


def _valued(heard: ParsedMessage, sense: FieldSense, at: int) -> SlotCandidate | None:
    """The number or time that stands at a place, for a field of its kind."""
    found = bare_value_at(heard, sense, at)
    past = sense.slot in (SlotKind.SPENT, SlotKind.HAPPENED, SlotKind.BIRTH)
    if found is None or not heard.says(found.start, past=past) or heard.denied(found.start):
        return None
    return _offer(sense, value=found.value, start=found.start, end=found.end, confidence=TYPED_CONFIDENCE)


def _chosen(heard: ParsedMessage, sense: FieldSense) -> SlotCandidate | None:
    found = {
        form.choice: match.span()
        for form in reversed(choice_forms(sense.field.choices))
        if (match := form.words.search(heard.text)) and not heard.denied(match.start())
    }
    if len(found) != 1:
        return None
    choice, (start, end) = next(iter(found.items()))
    return _offer(sense, value=[choice] if sense.many else choice, start=start, end=end, confidence=TYPED_CONFIDENCE)


def _words(heard: ParsedMessage, sense: FieldSense, *, alone: bool) -> SlotCandidate | None:
    if heard.denied(len(heard.text.rstrip(" .。!")) - 1) or _NO.match(heard.text):
        return None
    lead = _FILLER.match(heard.text)
    at = lead.end() if lead else 0
    spans = []
    while found := bare_value_at(heard, sense, at):
        spans.append((found.start, found.end))
        joint = Regex(r"\s*(?:,? ?and |、|, ?|和|跟|还有|& )\s*").match(heard.text, found.end)
        if not sense.many or joint is None:
            break
        at = joint.end()
    if spans:
        values = [heard.written[start:end] for start, end in spans]
        value: Json = list(values) if sense.many else values[0]
        return _offer(sense, value=value, start=spans[0][0], end=spans[-1][1], confidence=SHAPED_CONFIDENCE)
    if not alone or sense.slot in _SHAPED_ONLY:
        return None
    phrase = phrase_at(heard.text, at)
    rest = heard.text[phrase[1] :].strip(" .。!吧,谢thanks") if phrase else ""
    if (
        phrase is None
        or rest
        or len(re.findall(r"[一-鿿]{2}|[^\W一-鿿]+", heard.text[phrase[0] : phrase[1]])) > PHRASE_WORDS_MAX
        or _YES.fullmatch(heard.text, *phrase)
    ):
        return None
    value = heard.written[phrase[0] : phrase[1]]
    return _offer(
        sense, value=[value] if sense.many else value, start=phrase[0], end=phrase[1], confidence=PHRASE_CONFIDENCE
    )


_SHAPED_ONLY = frozenset(
    {SlotKind.EMAIL, SlotKind.PHONE, SlotKind.FLIGHT, SlotKind.COLOUR, SlotKind.SIZE, SlotKind.VERSION}
)


def _offer(sense: FieldSense, *, value: Json, start: int, end: int, confidence: float) -> SlotCandidate:
    return SlotCandidate(sense=sense, value=value, start=start, end=end, confidence=confidence, adds=False)
