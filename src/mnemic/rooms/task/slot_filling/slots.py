"""The slots that schemas have most often, in both languages: how their fields are called, and how people name them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from mnemic.domain.regex import Regex


class SlotKind(Enum):
    """What a field is about, as far as its name tells."""

    OTHER = auto()
    # places
    DESTINATION = auto()
    ORIGIN = auto()
    AREA = auto()
    ADDRESS = auto()
    VENUE = auto()
    # people and how to reach them
    EMAIL = auto()
    PHONE = auto()
    RECIPIENT = auto()
    ATTENDEES = auto()
    OWNER = auto()
    BOOKED_AS = auto()
    # things and words
    TOPIC = auto()
    ITEM = auto()
    COLOUR = auto()
    SIZE = auto()
    CUISINE = auto()
    DIET = auto()
    PREFERENCES = auto()
    HOTEL = auto()
    AIRLINE = auto()
    FLIGHT = auto()
    VERSION = auto()
    BRANCH = auto()
    PROJECT = auto()
    LANGUAGE = auto()
    CURRENCY = auto()
    SEAT = auto()
    CABIN = auto()
    PRIORITY = auto()
    TRANSPORT = auto()
    CATEGORY = auto()
    TONE = auto()
    PAYMENT = auto()
    # numbers
    NIGHTS = auto()
    DAYS = auto()
    DURATION = auto()
    PRICE_MAX = auto()
    SPENT = auto()
    PEOPLE = auto()
    BEDROOMS = auto()
    ROOMS = auto()
    QUANTITY = auto()
    SQUARE = auto()
    # times
    BEGINS = auto()
    ENDS = auto()
    DEADLINE = auto()
    HAPPENED = auto()
    BIRTH = auto()
    DATE = auto()


class TypeFamily(Enum):
    """Which types of field a slot may have."""

    WORDS = auto()
    NUMBER = auto()
    TIME = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSlot:
    """One slot of the lexicon."""

    slot: SlotKind
    family: TypeFamily
    named: Regex[str]  # what a field of it is called
    label: str  # the words that name it in talk, as a pattern


_W, _N, _T = TypeFamily.WORDS, TypeFamily.NUMBER, TypeFamily.TIME

_TABLE: tuple[tuple[SlotKind, TypeFamily, str, str], ...] = (
    # times
    (SlotKind.BIRTH, _T, r"birth|dob|生日|出生", r"date of birth|birthday|born on|生日|出生日期"),
    (
        SlotKind.DEADLINE,
        _T,
        r"deadline|\bdue\b|due date|\bby when\b|until when|截止|期限|到期|交付日",
        r"deadline|due(?: date)?|截止(?:日期|时间)?|期限|最后期限|交付日期",
    ),
    (
        SlotKind.HAPPENED,
        _T,
        r"(?:purchase|purchased|spent|spending|expense|invoice|receipt|incurred|transaction|paid|payment"
        r"|bought|occurred|incident|消费|支出|购买|发生|开票|报销)[ _]?(?:date|on|at|day|time|日期|时间|日)",
        r"(?:purchase|expense|invoice|receipt|transaction) date|消费日期|开票日期|发生时间",
    ),
    (
        SlotKind.ENDS,
        _T,
        r"\breturn|\bend(?:s|ing|ed)?\b|check ?out|move ?out|\bback\b|inbound|\bto date|until|finish|返程"
        r"|返回|回程|回来|结束|离店|退房|归期",
        r"return(?:ing)?(?: (?:date|flight|day|trip))?|end(?:ing)?(?: (?:date|time))?|check-?out(?: date)?"
        r"|返程(?:日期|时间)?|返回(?:日期|时间)?|回程(?:日期|时间)?|结束(?:日期|时间)?|退房(?:日期|时间)?"
        r"|离店(?:日期|时间)?",
    ),
    (
        SlotKind.BEGINS,
        _T,
        r"depart|\bleav(?:e|ing)|\bstart|\bbegin|check ?in|move ?in|outbound|\bfrom date|pick ?up|arriv|出发"
        r"|开始|入住|去程|起始|启程|到店|搬入|取车|动身|起飞",
        r"departure(?: (?:date|time|day))?|departing|start(?:ing)?(?: (?:date|time))?|check-?in(?: date)?"
        r"|move-?in(?: date)?|出发(?:日期|时间)?|开始(?:日期|时间)?|入住(?:日期|时间)?|起飞(?:时间|日期)"
        r"|去程(?:日期|时间)?|搬入(?:日期|时间)?",
    ),
    (SlotKind.DATE, _T, r".*", r"(?<!up to )date|时间|日期|日子"),
    # numbers
    (SlotKind.NIGHTS, _N, r"nights?|晚数|几晚|住.?晚|夜数", r"(?:number of )?nights|晚数|入住晚数"),
    (SlotKind.DAYS, _N, r"\bdays?\b|duration days|天数|几天", r"(?:number of )?days|天数"),
    (
        SlotKind.DURATION,
        _N,
        r"duration|length|minutes?\b|hours?\b|how long|时长|多久|分钟|小时",
        r"duration|length|时长|会议时长|长度",
    ),
    (
        SlotKind.PRICE_MAX,
        _N,
        r"budget|(?:max|maximum|upper)[ _]?(?:price|rent|cost|amount|spend)?|(?:price|rent|cost|amount|spend"
        r"|spending)[ _]?(?:max|limit|cap|ceiling)|\brent\b|\bprice\b|预算|最高价|价格|上限|房租|租金|限额",
        r"budget|price (?:limit|cap|ceiling)|(?:max(?:imum)?|top|upper) (?:price|rent|budget)|spending limit"
        r"|预算|最高价|价格上限|房租|租金|月租|价位|限额",
    ),
    (
        SlotKind.SPENT,
        _N,
        r"amount|total|\bsum\b|cost|spent|paid|fee|expense|金额|总额|费用|花费|合计",
        r"amount|total|sum|cost|bill|金额|总额|费用|花费|合计|总共|总价",
    ),
    (
        SlotKind.PEOPLE,
        _N,
        r"people|persons?|party|travell?ers?|guests?|passengers?|adults?|head ?count|pax|attendee count"
        r"|participants?|seats?\b|covers|diners|group size|人数|几人|几位|旅客|乘客|客人",
        r"(?:number of )?(?:people|guests|travell?ers|passengers|adults)|party(?: size)?|group size"
        r"|head ?count|人数|人头|总人数",
    ),
    (
        SlotKind.BEDROOMS,
        _N,
        r"bed ?rooms?|\bbeds?\b|卧室|几居|几室|居室|户型",
        r"(?:number of )?bedrooms|卧室数?|户型|居室",
    ),
    (SlotKind.ROOMS, _N, r"rooms?|房间|间数", r"(?:number of )?rooms|房间数?|间数"),
    (
        SlotKind.SQUARE,
        _N,
        r"\barea\b|square|sqm|\bm2\b|\bsize\b|floor ?space|面积|平米|平方",
        r"floor area|floor space|area|size|面积",
    ),
    (
        SlotKind.QUANTITY,
        _N,
        r"quantit|\bqty\b|count|number of|how many|copies|pieces|units|数量|件数|份数|个数|几件",
        r"quantity|qty|count|number of (?:copies|pieces|units|items)|数量|件数|份数|个数",
    ),
    (SlotKind.OTHER, _N, r".*", ""),
    # words
    (SlotKind.EMAIL, _W, r"e-?mail|邮箱|邮件地址", r"e-?mail(?: address)?|邮箱(?:地址)?|邮件地址"),
    (
        SlotKind.PHONE,
        _W,
        r"phone|mobile|\btel\b|手机|电话",
        r"(?:phone|mobile|cell)(?: number)?|手机号?码?|电话(?:号码)?",
    ),
    (
        SlotKind.RECIPIENT,
        _W,
        r"recipient|addressee|\bsend to\b|^to$|\bcc\b|\bbcc\b|收件人|抄送|发给",
        r"recipients?|addressee|收件人",
    ),
    (
        SlotKind.ATTENDEES,
        _W,
        r"attendees?|participants?|invitees?|invite|members?|notify|reviewers?|watchers?|guests|companions?|参会"
        r"|与会|参加|成员|邀请|通知",
        r"attendees?|participants?|invitees?|guest list|members?|reviewers?|参会人员?|与会人员?|参会者|成员|名单",
    ),
    (
        SlotKind.OWNER,
        _W,
        r"owner|assignee|responsible|assigned|负责人|经办人|指派",
        r"owner|assignee|person in charge|负责人|经办人",
    ),
    (
        SlotKind.BOOKED_AS,
        _W,
        r"^name$|\bbook(?:ing|ed)? (?:name|as|under)|guest name|contact(?: name)?|customer name|reservation name"
        r"|under name|姓名|联系人|预订人",
        r"(?:the |booking |guest |contact )?name|姓名|名字|联系人|预订人",
    ),
    (
        SlotKind.ORIGIN,
        _W,
        r"origin|\bfrom\b|(?:departure|start(?:ing)?|pick ?up) ?(?:city|airport|place|point|station|location)"
        r"|出发(?:地|城市|机场|站)|始发|起点",
        r"origin|starting (?:point|place|city)|departure (?:city|airport)|出发(?:地|城市|机场)|始发地|起点",
    ),
    (
        SlotKind.DESTINATION,
        _W,
        r"destinations?|\bdest\b|arrival ?(?:city|airport)|going to|where to|to city|^city$|cities|目的地"
        r"|到达(?:城市|地)|去哪|旅行地|城市",
        r"destinations?|目的地|到达城市|终点",
    ),
    (
        SlotKind.HOTEL,
        _W,
        r"^hotels?(?: ?name)?$|accommodation|lodging|^酒店(?:名称?)?$|住宿",
        r"hotel|accommodation|酒店|住宿",
    ),
    (
        SlotKind.AREA,
        _W,
        r"\barea\b|neighbou?rhood|district|region|quarter|part of town|near|location|区域|片区|地段|位置|商圈"
        r"|地区",
        r"(?:hotel )?(?:area|neighbou?rhood|district|location)|区域|片区|地段|位置|商圈|地区",
    ),
    (
        SlotKind.ADDRESS,
        _W,
        r"address|street|ship to|deliver to|地址|收货地",
        r"(?:(?:shipping|delivery|home|billing) )?address|(?:收货|送货|寄送|详细)?地址",
    ),
    (
        SlotKind.VENUE,
        _W,
        r"venue|restaurant|place|location|where|meeting ?room|^room$|conference room|merchant|vendor|shop|store"
        r"|supplier|地点|场地|餐厅|饭店|会议室|商家|商户|店",
        r"venue|restaurant|place|location|(?:meeting |conference )?room|merchant|vendor|地点|场地|餐厅|饭店"
        r"|会议室|商家|商户",
    ),
    (
        SlotKind.TOPIC,
        _W,
        r"title|topic|subject|theme|agenda|heading|headline|标题|主题|议题|题目|议程",
        r"title|topic|subject(?: line)?|theme|agenda|heading|headline|(?:会议|邮件)?(?:标题|主题|议题|题目|议程)",
    ),
    (SlotKind.COLOUR, _W, r"colou?r|颜色", r"colou?r|颜色"),
    (SlotKind.SIZE, _W, r"\bsize\b|尺码|尺寸|码数|大小", r"size|尺码|尺寸|码数|号码"),
    (
        SlotKind.CUISINE,
        _W,
        r"cuisine|kind of food|food ?type|\bfood\b|菜系|菜品|口味|吃什么",
        r"cuisine|food|菜系|口味",
    ),
    (
        SlotKind.DIET,
        _W,
        r"\bdiet|allerg|restriction|忌口|饮食|过敏",
        r"diet(?:ary (?:needs|restrictions|requirements))?|allerg(?:y|ies)|忌口|饮食要求|过敏",
    ),
    (
        SlotKind.PREFERENCES,
        _W,
        r"preference|\bprefers?\b|interests?|likes|wishes|requirements?|偏好|喜好|要求|兴趣",
        r"preferences?|interests?|wishes|偏好|喜好|要求|兴趣",
    ),
    (SlotKind.AIRLINE, _W, r"airline|carrier|航司|航空公司", r"airline|carrier|航司|航空公司"),
    (SlotKind.FLIGHT, _W, r"flights?(?: ?(?:no|number))?|航班|train number|车次", r"flight(?: number)?|航班号?|车次"),
    (SlotKind.VERSION, _W, r"version|release$|tag|版本", r"version|release|tag|版本号?"),
    (SlotKind.BRANCH, _W, r"branch|分支", r"branch|分支"),
    (SlotKind.PROJECT, _W, r"project|cost cent(?:er|re)|项目", r"project(?: name)?|cost cent(?:er|re)|项目(?:名称?)?"),
    (SlotKind.LANGUAGE, _W, r"language|\blang\b|语言|语种", r"language|语言|语种"),
    (SlotKind.CURRENCY, _W, r"currency|币种|货币", r"currency|币种|货币"),
    (SlotKind.SEAT, _W, r"seat|座位|座席", r"seats?|座位|位置|座"),
    (
        SlotKind.CABIN,
        _W,
        r"cabin|(?:travel|seat|flight|service|ticket) ?class|^class$|舱位|舱等|席别",
        r"cabin|class|舱位?|席别",
    ),
    (
        SlotKind.PRIORITY,
        _W,
        r"priority|urgency|severity|importance|优先级|紧急|严重|重要",
        r"priority|urgency|severity|importance|优先级|紧急程度|严重程度|重要性",
    ),
    (
        SlotKind.TRANSPORT,
        _W,
        r"transport|travel ?mode|\bmode\b|vehicle|交通|出行方式",
        r"transport(?:ation)?|mode of (?:transport|travel)|交通(?:方式|工具)?|出行方式",
    ),
    (SlotKind.CATEGORY, _W, r"category|kind|\btype\b|类别|类型|种类|科目", r"category|type|kind|类别|类型|种类|科目"),
    (SlotKind.TONE, _W, r"tone|style|register|formality|语气|风格|口吻", r"tone|style|语气|风格|口吻"),
    (SlotKind.PAYMENT, _W, r"pay(?:ment)?(?: ?method)?|付款|支付", r"payment(?: method)?|付款方式|支付方式"),
    (SlotKind.ITEM, _W, r"\bitem\b|product|article|goods|what|商品|产品|物品|货品", r"item|product|商品|产品|物品"),
    (SlotKind.OTHER, _W, r".*", ""),
)

KNOWN_SLOTS = tuple(
    KnownSlot(slot=slot, family=family, named=Regex(named, re.IGNORECASE), label=label)
    for slot, family, named, label in _TABLE
)
"""The lexicon; of several slots whose names fit a field the first counts."""


def known_slot(names: tuple[str, ...], family: TypeFamily) -> KnownSlot:
    """The slot a field of these names is, of those of its family; earlier names count more."""
    for name in names:
        for known in KNOWN_SLOTS:
            general = known.named.pattern == ".*"
            if known.family is family and not general and known.named.search(name):
                return known
    return next(known for known in KNOWN_SLOTS if known.family is family and known.named.pattern == ".*")
