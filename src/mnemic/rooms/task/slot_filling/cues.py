"""The words that lead to a value of each slot, in both languages, and the shape the value has there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from mnemic.domain.regex import Regex
from mnemic.rooms.task.slot_filling.places import (
    capitalised_words_at,
    departure_place_at,
    known_place_at,
    organisation_at,
)
from mnemic.rooms.task.slot_filling.slots import SlotKind
from mnemic.rooms.task.slot_filling.value_shapes import (
    AREA,
    COLOUR,
    CUISINE,
    DIET,
    EMAIL,
    FLIGHT,
    LETTER_SIZE,
    PERSON,
    PHONE,
    PLACE,
    SIZE,
    VERSION,
    Shape,
    address_at,
    addressee_at,
    code_name_at,
    hotel_at,
    name_at,
    named_place_at,
    phrase_at,
    venue_at,
)

_NO_ORIGIN = "".join(
    rf"(?<!\b{word} )"
    for word in "back home return returned returning come comes came hear heard greetings hello hi away far".split()
)
"""Words before "from" with which it is no beginning of a way: one is back from there, or heard from there."""


@cache
def _compiled(pattern: str) -> Regex[str]:
    return Regex(pattern, re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotCue:
    """Words after which, or before which, a value of a slot stands."""

    pattern: str
    shape: Shape
    confidence: float
    before: bool = False  # the value stands before the words
    adds: bool = False
    removes: bool = False
    past: bool = False  # holds in what is told as over as well

    @property
    def words(self) -> Regex[str]:
        """The words, compiled once they are needed: most schemas have few of the slots."""
        return _compiled(self.pattern)


def _cue(
    words: str,
    shape: Shape,
    confidence: float = 0.85,
    *,
    before: bool = False,
    adds: bool = False,
    removes: bool = False,
    past: bool = False,
) -> SlotCue:
    return SlotCue(
        pattern=words,
        shape=shape,
        confidence=confidence,
        before=before,
        adds=adds,
        removes=removes,
        past=past,
    )


_GO = (
    r"fly|flying|go|going|travel|travelling|traveling|head|heading|drive|driving|trip|flight|flights|tickets?"
    r"|train|get|getting|off|over|on|way|holiday|journey|move on|be going|return"
)
_IN = r"week|weeks|days?|nights?|weekend|holiday|vacation|trip|honeymoon|long weekend|city break|stay|staying"

SLOT_CUES: dict[SlotKind, tuple[SlotCue, ...]] = {
    SlotKind.DESTINATION: (
        _cue(
            rf"\b(?:{_GO})(?: (?:back|straight|directly|down|up|out|away|us|me|tickets?|a flight|out of"
            rf"|all the way|\w+ing)){{0,2}} to (?:the )?",
            PLACE,
            0.88,
        ),
        _cue(rf"\b(?:{_GO}) from (?:[\w'-]+ ){{1,3}}?(?:on to|to) (?:the )?", PLACE, 0.88),
        _cue(r"\bfrom [A-Z][\w'-]+(?: [A-Z][\w'-]+)? to (?:the )?", PLACE, 0.86),
        _cue(r"\b(?:visit|visiting|explore|tour) (?:the )?", PLACE, 0.72),
        _cue(rf"\b(?:{_IN}) in (?:the )?", PLACE, 0.86),
        _cue(r"在(?=[一-鿿A-Za-z]{2,8}(?:待|呆|玩|逛|住|过))", PLACE, 0.86),
        _cue(
            r"\b(?:settled on|decided on|go with|going with|picked|chose|choose|let's do|make it|switch(?:ed"
            r"|ing)? to|change (?:it|that) to|changed to) (?:the )?",
            PLACE,
            0.78,
        ),
        _cue(r"\b(?:i'd|we'd|i would|we would) rather (?:go to |visit |see |do )?(?:the )?", PLACE, 0.8),
        _cue(r" (?:trip|holiday|getaway|itinerary|vacation)\b", known_place_at, 0.7, before=True),
        _cue(r"(?:想去|要去|打算去|准备去|改去|换去|飞往|飞去|飞到|飞|前往|赴|去|抵达|到达)(?:一趟|趟)?", PLACE, 0.88),
        _cue(r"从[一-鿿A-Za-z]{2,8}?(?:出发)?(?:到|去|飞|至)", PLACE, 0.88),
        _cue(r"(?:改成|换成|定在|选|就)", PLACE, 0.74),
        _cue(r"(?:之行|[一二三四五六七八九十\d]+日游|自由行|之旅|旅行|旅游|行程|的?机票)", PLACE, 0.74, before=True),
    ),
    SlotKind.ORIGIN: (
        _cue(
            rf"\b(?:(?:{_NO_ORIGIN})from|out of|leaving|departing|depart from|leaving from|starting in|starting from)"
            r" (?:the )?",
            PLACE,
            0.86,
        ),
        _cue(r"\b(?:back|home|return(?:ing)?) from (?=[^,.;!?]{2,30} (?:back )?to [A-Z])", PLACE, 0.86),
        _cue(r"(?:从|由)", departure_place_at, 0.88),
        _cue(r"(?:出发|起飞|动身|飞(?=[一-鿿]))", PLACE, 0.84, before=True),
    ),
    SlotKind.AREA: (
        _cue(
            r"\b(?:hotel|stay|staying|room|flat|apartment|house|place|to live|somewhere|something"
            r"|look(?:ing)?|search(?:ing)?|find|be|airbnb|rent|anything|accommodation|studio|bedroom"
            r"|base)\b[^,.;!?]{0,28}?\b(?:in|near|around|close to|by|next to"
            r"|within walking distance of) (?:the (?=[A-Z]))?",
            AREA,
            0.84,
        ),
        _cue(
            r"(?<!我)(?<!们)(?<!现在)(?<!目前)(?:住在|住)|(?:想在|要在|就在|靠近|挨着|位于)"
            r"|在(?=[^,.。]{1,8}(?:附近|一带|周边|旁边|找|租|订))",
            AREA,
            0.84,
        ),
        _cue(r"(?:附近|一带|周边|旁边|片区)(?!有|很|都|也|没)", AREA, 0.8, before=True),
    ),
    SlotKind.ADDRESS: (
        _cue(
            r"\b(?:ship|send|deliver|post|mail|bring|address(?: is|:)?|it)\b[^,.;!?]{0,24}?\b(?:to|is|at|:) ",
            address_at,
            0.9,
        ),
        _cue(r"(?:寄到|送到|寄往|发到|送货到|寄去|送去|地址(?:是|:|改成|改为|换成)|快递到)\s?", address_at, 0.9),
    ),
    SlotKind.EMAIL: (
        _cue(
            r"(?:\b(?:send|mail|email|forward|write|reach|address|cc|copy)\b[^,;!?]{0,32}?(?:\bto|\bat|\bis"
            r"|:)?|发给|发到|寄给|抄送|邮箱(?:是|:)?|转给)\s?(?=[\w.+-]+@)",
            EMAIL,
            0.92,
        ),
    ),
    SlotKind.RECIPIENT: (
        _cue(
            r"(?:\b(?:send|mail|email|forward|write|address)\b[^,;!?]{0,32}? ?\bto |发给|寄给|写给|发到"
            r"|转给)\s?(?=[\w.+-]+@)",
            EMAIL,
            0.92,
        ),
        _cue(
            r"(?:\b(?:send|mail|email|forward|write|address)(?: it| this| that| the (?:mail|email|letter"
            r"|report|message))? to |\b(?:email|write) |发给|寄给|写给|转给)",
            PERSON,
            0.82,
        ),
        _cue(r"给(?=[一-鿿]{2,4}(?:发|写))", addressee_at, 0.84),
    ),
    SlotKind.PHONE: (
        _cue(
            r"(?:\b(?:number|phone|mobile|cell|call|reach|text)\b[^,;!?]{0,20}?|电话(?:是|:)?|手机号?(?:是"
            r"|:)?|打)\s?(?=\+?\d)",
            PHONE,
            0.9,
        ),
    ),
    SlotKind.ATTENDEES: (
        _cue(
            r"\b(?:invite|add|include|bring in|loop in|with|also invite|meet(?:ing)? with|notify|tell|let) ",
            PERSON,
            0.82,
            adds=True,
        ),
        _cue(
            r"(?:叫上|邀请|喊上|拉上|加上|带上|请上|通知|约上|再叫|把)(?:一下)?(?!.{1,8}去掉)", PERSON, 0.84, adds=True
        ),
        _cue(r"(?:^|[,。]\s*)我?(?:跟|和|与)", PERSON, 0.8, adds=True),
        _cue(r"(?:也来|也参加|一起参加|参加|也叫上|要参加|会来)", PERSON, 0.8, before=True, adds=True),
        _cue(
            r"\b(?:leave|drop|remove|take|uninvite|exclude|without|don't invite|no need to invite) ",
            PERSON,
            0.84,
            removes=True,
        ),
        _cue(r"(?:不用叫|不叫|别叫|不要叫|不用通知|去掉|不邀请|别邀请|不用邀请)", PERSON, 0.86, removes=True),
        _cue(r"(?:不来了|不参加了|不用来了|不用来|就不用参加了|来不了)", PERSON, 0.82, before=True, removes=True),
    ),
    SlotKind.OWNER: (
        _cue(
            r"\b(?:assign(?: it| this| that)? to|owned by|responsible(?: person)? is|hand it to|in charge is) ",
            PERSON,
            0.88,
        ),
        _cue(r"(?:负责人(?:是|:|改成|换成)|交给|由|指派给|分配给)", PERSON, 0.86),
        _cue(
            r"(?: (?:owns|will own|is responsible|is in charge|takes care of|will handle|is the owner)|来?负责)",
            PERSON,
            0.84,
            before=True,
        ),
    ),
    SlotKind.BOOKED_AS: (
        _cue(
            r"\b(?:under|in)(?: the)? name(?: of)?,? (?:is )?|\b(?:book it|reserve it|reservation|put it"
            r"|it's|table) under |\bmy name is |\bname is |\bname: ?|\bname's ",
            name_at,
            0.88,
        ),
        _cue(
            r"(?:用|以|写|留)(?=[一-鿿]{1,5}的?(?:名字|名义|姓名))|(?:名字(?:是|写|叫|留|:)|我(?:叫|姓)"
            r"|预订人(?:是|:)?|联系人(?:是|:)?)",
            PERSON,
            0.88,
        ),
    ),
    SlotKind.TOPIC: (
        _cue(
            r"\b(?:call it|title it|titled|entitled|name it|meeting about|talk about|it's about|about) (?=[\"“'])",
            phrase_at,
            0.9,
        ),
        _cue(
            r"\b(?:it's about|meeting about|mail about|email about|it is about|to discuss|to talk about|discuss) ",
            phrase_at,
            0.76,
        ),
        _cue(r"(?:主要聊|主要讨论|讨论一下|讨论|聊一下|聊聊|关于)", phrase_at, 0.74),
    ),
    SlotKind.HOTEL: (
        _cue(
            r"\b(?:stay(?:ing)? at|book(?: us| me)? (?:a room at|into)|rooms? at|hotel (?:is|called|:)"
            r"|check(?:ing)? into) (?:the )?",
            capitalised_words_at,
            0.8,
        ),
        _cue(
            r"(?:住|订|酒店(?:选|定|订|就|用|是|换成))(?=[一-鿿A-Za-z]{2,10}?(?:酒店|宾馆|民宿|旅馆|客栈))",
            hotel_at,
            0.84,
        ),
    ),
    SlotKind.FLIGHT: (
        _cue(
            r"(?:\b(?:flight|take|book|on|train|catch|flying|with|is)(?: number| is)? |坐|航班(?:号)?(?:是"
            r"|:)?|订|乘|车次(?:是|:)?|改签(?:到|成)?|买)\s?",
            FLIGHT,
            0.88,
        ),
    ),
    SlotKind.VERSION: (
        _cue(
            r"\b(?:version|release|releasing|ship|shipping|tag|deploy|deploying|cut|publish|bump(?: it)? to"
            r"|go(?:ing)? with|v)(?: (?:is|version|it as|to|of|will be|should be|number))* ?",
            VERSION,
            0.88,
        ),
        _cue(r"(?:发布?|上线|版本(?:号)?(?:是|为|定为|改成|用|:)?|发版|部署|升到|打)\s?", VERSION, 0.88),
    ),
    SlotKind.BRANCH: (
        _cue(
            r"\b(?:from|off|on|use|using|merge(?: it)? into|cut from|deploy)(?: the)? (?=[\w./-]+ branch\b)"
            r"|\bbranch(?: is| will be| should be|:)? (?!is\b|and\b|for\b|with\b|to\b|from\b|as\b|that\b"
            r"|will\b|should\b)",
            code_name_at,
            0.88,
        ),
        _cue(
            r"(?:从|用|基于|切到|合到|走|拉)(?=[\w./-]+\s?分支)|分支(?:是|用|为|:|改成|选)\s?(?=[A-Za-z])",
            code_name_at,
            0.88,
        ),
    ),
    SlotKind.PROJECT: (
        _cue(
            r"\b(?:project(?: is|:| name is)?|for project|charge it to|book it on|cost cent(?:er|re)(?: is"
            r"|:)?) (?:the )?",
            name_at,
            0.86,
            past=True,
        ),
        _cue(r"(?:项目(?:是|:|叫|名(?:称)?是|填|写)|记到|记在|归到|算在|挂在)", phrase_at, 0.86, past=True),
    ),
    SlotKind.CUISINE: (
        _cue(
            r"\b(?:feel(?:ing)? like|fancy|want|like|prefer|craving|in the mood for|rather|have|eat|some"
            r"|go for|do|try|cuisine(?: is|:)?|make it|food:?|switch to|for) (?:some |have |a |eat |try |an "
            r"|the )*",
            CUISINE,
            0.86,
        ),
        _cue(r"(?:想吃|吃|要吃|换成|改成|来|选|订|改吃|找家|找个|约个|去吃)(?:一?[家顿个])?", CUISINE, 0.86),
    ),
    SlotKind.COLOUR: (
        _cue(
            r"\b(?:in|colou?r(?: is|:| to| should be)?|want|like|prefer|take|make it|make them|rather"
            r"|pairs? of|go with|two|three|four|five|of them) (?:the |a )?",
            COLOUR,
            0.84,
        ),
        _cue(
            r"(?:要|买|选|换成|改成|颜色(?:是|:|要|换成|改成|选)?|来|订|想要"
            r"|[件个双条台部把只])(?:一[件个双条台部把只])?",
            COLOUR,
            0.84,
        ),
    ),
    SlotKind.SIZE: (
        _cue(r"\b(?:in an?|in|take an?|make it an?|need an?|want an?) ", LETTER_SIZE, 0.8),
        _cue(r"\bsize (?:is |should be |to )?|尺码(?:是|要|改成|:)?|码数(?:是|:)?|要|穿|选|换成|改成", SIZE, 0.82),
        _cue(r"\s?(?:码|号的)", SIZE, 0.84, before=True),
    ),
    SlotKind.DIET: (
        _cue(
            r"\b(?:is|are|i'm|we're|need|with|be|for|must be|has|have|has a|have a|eat|and|:|please) (?:a "
            r"|an |strictly |all )?",
            DIET,
            0.84,
            adds=True,
        ),
        _cue(r"(?:^|[,。;、])\s*|(?:人|我|要|位|都|是|们|她|他|妈|爸|且)(?:们)?(?:都)?", DIET, 0.84, adds=True),
    ),
    SlotKind.VENUE: (
        _cue(
            r"\b(?:let's meet at|meet(?:ing)? (?:me |us |up )?(?:at|in)|hold it (?:at|in)|book(?: a table"
            r"| us| me| it)? at|table at|dinner at|lunch at|eat at|eating at|reserve(?: a table)? at"
            r"|reservation at|go to|try|let's do|how about at|venue is|in room|room|bought it at|paid at"
            r"|it was at) (?:the )?(?=[A-Z0-9\"“])",
            named_place_at,
            0.8,
            past=True,
        ),
        _cue(
            r"(?:在|去|订在|约在|定在|改到|改在|换到|换成|预订|订|用)(?=[一-鿿A-Za-z0-9·]{2,12}?(?:餐厅|饭店"
            r"|酒楼|会议室|咖啡馆|咖啡厅|火锅店|餐馆|食府|酒店|茶楼|店|馆|厅|楼|居))",
            venue_at,
            0.82,
            past=True,
        ),
        _cue(r"在", organisation_at, 0.8, past=True),
    ),
    SlotKind.PREFERENCES: (
        _cue(
            r"\b(?:(?:i|we)(?: do| really| also)* (?:prefer|love|like|enjoy)|(?:i|we)(?:'d"
            r"| would) prefer) (?!to\b|you\b|it\b|that\b|this\b|them\b|a flight\b|the (?:idea|first|second"
            r"|last)\b)",
            phrase_at,
            0.74,
            adds=True,
        ),
        _cue(
            r"(?:我们?|咱们?)(?:都|也|还|比较|更|特别|很|最)*(?:喜欢|偏好|偏爱|爱)(?!你|这个|那个|上)",
            phrase_at,
            0.78,
            adds=True,
        ),
    ),
}
"""For each slot, the cues of it."""
