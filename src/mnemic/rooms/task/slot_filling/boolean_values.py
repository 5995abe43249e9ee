"""Whether a message says yes or no to a field that is true or false."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.field_sense import FieldSense, pattern_alternatives
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage, SlotCandidate

TOLD_CONFIDENCE = 0.84

_SAME = """
visa: visa|visas|签证
passport: passport|护照
pet: pets?|dogs?|cats?|宠物|狗|猫
receipt: receipts?|收据|发票|小票
invoice: invoices?|发票
furnished: furnished|带家具|有家具|家具齐全|家具
gift: gift[- ]?wrap(?:ped|ping)?|gift box|礼品包装|礼物包装|礼盒|包装成礼物
online: online|remote(?:ly)?|virtual(?:ly)?|video call|over zoom|on zoom|线上|远程|视频
parking: parking(?: space| spot)?|garage|车位|停车(?:场|位)?
breakfast: breakfasts?|早餐|含早|双早
wifi: wi-?fi|internet|无线网|网络
insurance: insurance|insured|保险
smoking: smoking|smokers?|吸烟|抽烟
outdoor: outdoors?|outside|terrace|patio|户外|露天|外面|室外|露台
balcony: balcony|阳台
elevator: elevator|lift|电梯
urgent: urgent(?:ly)?|asap|rush|加急|紧急|急件
round trip: round[- ]trip|return ticket|往返|来回
refundable: refundable|可退
luggage: luggage|checked bag(?:gage)?s?|suitcases?|托运(?:行李)?|行李
direct: direct(?: flights?)?|non-?stop|直飞
children: kids|children|孩子|小孩
birthday: birthday|生日
delivery: delivery|delivered|送货|配送
tests: tests?|测试
approved: approved|approval|审批|批准
rollback: roll-?back|回滚
recording: record(?:ed|ing)?|录制|录音|录屏
private room: private room|包间|包厢
high chair: high ?chair|儿童椅|宝宝椅
wheelchair: wheelchair|轮椅
confirmed: confirmed|确认
attachment: attachments?|附件
reply: reply|回复
signature: signature|签名|落款
"""
"""What yes-or-no fields are about, with the words for it in both languages."""

_GROUPS = tuple(tuple(pattern_alternatives(line.partition(": ")[2])) for line in _SAME.strip().splitlines())
_PREFIX = Regex(
    r"^(?:is|has|have|needs?|wants?|with|includes?|included|requires?|required|allows?|allowed|should|do|can"
    r"|kept|keep|got|send|use|add|是否|有没有|需要|要不要|是不是|有无|有|要|需) ?|(?: (?:required|needed"
    r"|included|allowed|ok|okay|wanted|friendly|possible|attached))$"
)

_YES_BEFORE = Regex(
    r"\b(?:i|we|i'd|we'd|i'll|we'll|have|has|had|got|need|needs|want|like|with|include|including|add|must be"
    r"|be|please|has to be|should be|make it|do it|let's|allow|allows|bring|brings|bringing|kept|keep|is"
    r"|it's|in|prefer|book|sit|seats?|table|fully|already|hold it|take|join|also|meet)\b|有|要|需要|带|含|加"
    r"|办|用|养|在|改成|坐|必须|得|请|想|支持|允许|开|保留|附|送|已经|走",
    re.IGNORECASE,
)
_YES_BEHIND = Regex(
    r"(?: (?:should be|must be|has to be|needs to be|have to be|would be (?:great|nice|good))\b| (?:is|are"
    r"|was) (?:done|ready|fine|ok|okay|required|needed|included|a must|arranged|important|there|attached"
    r"|approved|in order)|, please| please| it\b| needed| required| included| allowed)|(?:的?(?:已经|都|也"
    r"|我)?(?:有|办好|办了|好了|需要|要|必须|留着|保留|拿了|开了|带了|ok|齐|下来了|进行|开会?|吧|就|处理"
    r"|的$))",
    re.IGNORECASE,
)
_NO_BEFORE = Regex(
    r"\b(?:no|not|n't|without|un|non-?|never|don't|doesn't|didn't|skip the|drop the|lost the|forgot the"
    r"|needn't|isn't|won't)\b[^,.;]{0,22}$|\b(?:lost|forgot|no need for|instead of)\b[^,.;]{0,16}$|(?:不用"
    r"|不要|没有?|无需|不需要|不必|别|不带|不含|不能|不加|非|无|免|丢了|没拿|没留|取消|不是|不养|不"
    r"|未)[^,.;]{0,5}$",
    re.IGNORECASE,
)
_NO_BEHIND = Regex(
    r"(?: (?:is|are)(?: not|n't) (?:needed|necessary|required|ready|done|allowed|important)| isn't| aren't"
    r"| not (?:needed|required|included)| free\b)|(?:就|都|也|的?我?)?(?:没有?|不用|不要|不需要|还没|没办"
    r"|没拿|没留|丢了|没开|没带|不必|就算了|算了|不要了|掉了)",
    re.IGNORECASE,
)
_IN_WORD = Regex(r"un$|non-$", re.IGNORECASE)
_UNLIKE = Regex(
    r"\b(?:if|whether|about|like|likes|love|for the|of the|price of|cost of)\s+(?:a |the )?$|关于$|怎么|多久|费用",
    re.IGNORECASE,
)
_OTHER_VERB = Regex(
    r"\b(?:bought|found|see|saw|read|watch|post|check|search|look|sell|pay|booked|order(?:ed)?|work(?:s|ing"
    r"|ed)?|shop(?:ping)?|study|studying)\b[^,.;]{0,20}$",
    re.IGNORECASE,
)


@cached(maxsize=512)
def truth_words(sense: FieldSense) -> Regex[str] | None:
    """The words for what a yes-or-no field is about."""
    found: set[str] = set()
    for name in sense.named:
        core = _PREFIX.sub("", _PREFIX.sub("", name)).strip()
        if len(core) < 2:
            continue
        found.add(re.escape(core).replace(r"\ ", "[ -]"))
        for group in _GROUPS:
            if any(re.search(rf"(?:^|[ _]|(?<=[一-鿿])){one}(?:$|[ _]|(?=[一-鿿]))", core) for one in group):
                found |= set(group)
    if not found:
        return None
    parts = [
        one if re.search(f"[{HAN}]", one) else rf"{one}(?![A-Za-z])" for one in sorted(found, key=len, reverse=True)
    ]
    return Regex("|".join(parts), re.IGNORECASE)


def truth_candidates(heard: ParsedMessage, senses: Sequence[FieldSense]) -> Iterator[SlotCandidate]:
    """Yes or no for fields that are true or false."""
    for sense in senses:
        if sense.kind is FieldType.BOOLEAN and not sense.many and (rule := truth_words(sense)):
            for match in rule.finditer(heard.text):
                value = _told(heard, sense, match)
                if value is not None:
                    yield SlotCandidate(
                        sense=sense, value=value, start=match.start(), end=match.end(), confidence=TOLD_CONFIDENCE
                    )


def _told(heard: ParsedMessage, sense: FieldSense, match: re.Match[str]) -> bool | None:
    before, after = heard.before(match.start()), heard.after(match.start(), match.end())
    glued = match.start() > 0 and heard.text[match.start() - 1].isascii() and heard.text[match.start() - 1].isalpha()
    if glued and not _IN_WORD.search(before):
        return None
    if not heard.says(match.start()) or _UNLIKE.search(before) or _OTHER_VERB.search(before):
        return None
    if (glued and _IN_WORD.search(before)) or _NO_BEFORE.search(before) or _NO_BEHIND.match(after):
        return False
    if _YES_BEFORE.search(before[-30:]) or _YES_BEHIND.match(after) or not re.sub(r"\W", "", before + after):
        return True
    return None
