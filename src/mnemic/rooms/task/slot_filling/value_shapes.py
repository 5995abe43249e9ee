"""What stands at a place of the text, in the shape a slot's values have: an address, a colour, a phrase."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.rooms.task.slot_filling.places import Span, area_at, capitalised_words_at, person_at, place_at
from mnemic.rooms.task.slot_filling.slots import SlotKind

PHRASE_CHARACTERS_MAX = 80  # of a phrase that is named: a title, a subject

Shape = Callable[[str, int], Span | None]

_QUOTED = Regex(r"[\"“「『《'](?P<core>[^\"”」』》']{1,120})[\"”」』》']")
_PHRASE_END = Regex(
    r"[,.!?;\n](?!\d)|[。、](?=$|\s)|[。,!?;]|$"
    r"|\s+(?:please|instead|thanks|thank you|then|now|and (?:the|my|our|we|i|it|let's|make|set|put|for|with"
    r"|send|please|budget|invite|schedule)\b|but\b|so\b|if\b|because\b|with (?:a|the) )"
    r"|吧|就行|就好|就可以|好了|谢谢|(?<=[一-鿿])(?:了|的话)(?=$|[,。])",
    re.IGNORECASE,
)
_EMAIL = Regex(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
_PHONE = Regex(r"\+?\d[\d -]{6,16}\d")
_VERSION = Regex(r"v?\d+(?:\.\d+){1,3}(?:-?(?:rc|beta|alpha)\.?\d*)?", re.IGNORECASE | re.ASCII)
_FLIGHT = Regex(
    r"(?<![A-Za-z0-9])(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\s?\d{2,4}(?!\d|[A-Za-z])|(?<![A-Za-z0-9])[GDCKTZ]\d{1,4}(?!\d)"
)
_CODE = Regex(r"[\w][\w./-]*[\w]|\w", re.ASCII)
_ADDRESS = Regex(
    r"(?:(?:no\.? ?)?\d{1,5}[A-Za-z]?(?:[ -]\d{1,4})?,? (?:[A-Z][\w'-]+ ){1,3}(?:Street|St|Road|Rd|Avenue"
    r"|Ave|Lane|Ln|Drive|Dr|Way|Square|Place|Close|Court|Boulevard|Blvd|Terrace|Row|Gardens|Hill|Park"
    r"|Quay)\b\.?|[A-Z][\w-]+(?:straße|strasse|gasse|weg|platz) \d+[a-z]?)"
    r"(?:, ?(?:(?:Flat|Apt|Unit|Floor|Room) \w+|[A-Z][\w' -]*?(?: [A-Z]{0,2}\d[\w ]{1,6})?"
    r"|\d{4,6}(?: [A-Z]\w+)?)(?=,|\.|$|;| please| by| before| on| and))*"
)
_ZH_ADDRESS = Regex(
    r"[一-鿿A-Za-z0-9]{1,24}?(?:[路街道巷弄园区村里城苑大厦广场公寓]\d{1,5}号?(?:[一-鿿\dA-Za-z-]{0,16}?"
    r"(?:号楼?|栋|室|单元|层|楼|座)(?!\d))*|(?:大厦|广场|小区|公寓|花园)[一-鿿\dA-Za-z-]{0,10}(?:号|室|楼|座"
    r"|栋|单元)?)"
)
_COLOURS_EN = (
    "black white red blue green yellow pink purple orange grey gray brown silver gold beige navy teal turquoise"
    " cream khaki maroon burgundy violet magenta cyan ivory"
).split()
_COLOUR = Regex(
    rf"(?:(?:dark|light|navy|bright|pale|deep|royal|sky|forest|matte?)[ -])?(?:{'|'.join(_COLOURS_EN)})\b"
    r"|(?:深|浅|亮|暗|天|宝|藏|粉|米|墨|酒|军|玫|橘|银|奶|卡|咖)?(?:黑|白|红|蓝|绿|黄|紫|灰|橙|棕|粉|金|银"
    r"|青|咖啡|卡其|米)色(?!彩|情)",
    re.IGNORECASE,
)
_CUISINES_EN = (
    "thai italian chinese japanese indian korean mexican french spanish greek vietnamese lebanese turkish"
    " ethiopian american mediterranean georgian peruvian moroccan cantonese sichuan szechuan persian german"
    " portuguese malaysian"
).split()
_CUISINE = Regex(
    rf"(?:{'|'.join(_CUISINES_EN)})\b(?=(?: (?:food|cuisine|restaurant|place|dishes|tonight|today|please"
    rf"|dinner|lunch|one|would|again|on|for|at|this)\b|\s*$|[,.!;]))|(?:sushi|ramen|pizza|hot ?pot|barbecue"
    rf"|bbq|seafood|tapas|dim sum|curry|tacos|burgers?|steak|noodles|dumplings)\b"
    r"|(?:泰国?|川|粤|湘|鲁|日本?|韩国?|法国?|意大利|印度|越南|东北|江浙|上海|潮汕|云南|新疆|西北|墨西哥"
    r"|西班牙|本帮|浙江|徽|闽|客家|泰|西|中|土耳其|希腊)(?:菜|餐|料理)|火锅|烧烤|日料|韩料|寿司|拉面|海鲜"
    r"|披萨|自助餐|烤肉|烤鸭|素食(?=餐|馆)|粤菜|川菜|点心|串串|麻辣烫|牛排",
    re.IGNORECASE,
)
_DIETS = Regex(
    r"(?:vegetarian|vegan|pescatarian|gluten[- ]free|dairy[- ]free|lactose[- ]free|nut[- ]free|sugar[- ]free"
    r"|halal|kosher|low[- ]carb|keto|no (?:nuts|peanuts|shellfish|pork|beef|dairy|gluten|seafood|cilantro"
    r"|coriander|alcohol|sugar|onions?|garlic|eggs?|fish|meat|spice|spicy food)|(?:nut|peanut|shellfish"
    r"|seafood|dairy|egg|gluten|soy) allergy|lactose intolerant|coeliac|celiac)\b"
    r"|吃素|素食|全素|清真|无麸质|不吃[一-鿿]{1,4}?(?=$|[,.。、和也的]|了|吧)|不能吃[一-鿿]{1,4}?(?=$"
    r"|[,.。、和也的]|了|吧)|忌[口]?[辣海葱蒜香][一-鿿]?|不要(?:辣|香菜|葱|蒜)|(?:海鲜|花生|坚果|牛奶|鸡蛋"
    r"|乳糖|麸质|虾)过敏|乳糖不耐",
    re.IGNORECASE,
)
_ALLERGIC = Regex(r"(?:allergic to|对)\s?(?P<core>[\w ]+?|[一-鿿]{1,5})(?=过敏|[,.;!]|$| so\b| and\b)", re.IGNORECASE)
_SIZES = Regex(
    r"(?:XXXL|XXL|XL|XXS|XS|[SML])(?![A-Za-z'])|(?:small|medium|large|extra large)\b|\d{1,2}(?:\.5)?(?=码"
    r"|号)|(?<=size )\d{1,3}(?:\.5)?|[大中小]号|加大|特大",
    re.IGNORECASE,
)
_SKIP = Regex(r"[\s:]*")


def pattern_shape(rule: Regex[str]) -> Shape:
    """The shape of what a pattern matches."""

    def shape(text: str, at: int) -> Span | None:
        match = rule.match(text, at)
        return match.span() if match else None

    return shape


def quoted_at(text: str, at: int) -> Span | None:
    """What stands in quotation marks that open at `at`."""
    match = _QUOTED.match(text, at)
    return match.span("core") if match else None


def phrase_at(text: str, at: int) -> Span | None:
    """The words from `at` to the end of the phrase: what is quoted, else up to a comma, a full stop, "please", 吧."""
    at = _SKIP.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing as well
    if quoted := quoted_at(text, at):
        return quoted
    end = _PHRASE_END.search(text, at)
    if end is None or end.start() <= at or end.start() - at > PHRASE_CHARACTERS_MAX:
        return None
    words = text[at : end.start()].rstrip()
    return (at, at + len(words)) if words else None


def name_at(text: str, at: int) -> Span | None:
    """A name that begins at `at`: quoted, a person, or words with capitals; in Chinese the phrase where it is short."""
    found = quoted_at(text, at) or person_at(text, at) or capitalised_words_at(text, at)
    if found is None and re.match(f"[{HAN}]", text[at : at + 1]):
        phrase = phrase_at(text, at)
        return phrase if phrase and phrase[1] - phrase[0] <= 12 else None
    return found


def named_place_at(text: str, at: int) -> Span | None:
    """The name of a restaurant, a shop, a room that begins at `at`: quoted, or words with capitals."""
    return quoted_at(text, at) or capitalised_words_at(text, at)


def address_at(text: str, at: int) -> Span | None:
    """A postal address that begins at `at`."""
    match = _ADDRESS.match(text, at) or _ZH_ADDRESS.match(text, at)
    return match.span() if match else None


def code_name_at(text: str, at: int) -> Span | None:
    """The name of a branch, a tag: a word of Latin letters and signs."""
    match = _CODE.match(text, at)
    return match.span() if match else None


EMAIL, PHONE, VERSION, FLIGHT = (
    pattern_shape(_EMAIL),
    pattern_shape(_PHONE),
    pattern_shape(_VERSION),
    pattern_shape(_FLIGHT),
)
COLOUR, CUISINE, DIET, SIZE = (
    pattern_shape(_COLOUR),
    pattern_shape(_CUISINE),
    pattern_shape(_DIETS),
    pattern_shape(_SIZES),
)
LETTER_SIZE = pattern_shape(
    Regex(
        r"(?-i:XXXL|XXL|XL|XXS|XS|[SML])(?![A-Za-z'])|(?:small|medium|large|extra large)\b(?=\s*(?:$|[,.;!]"
        r"|size|please|one))",
        re.IGNORECASE,
    )
)
hotel_at = pattern_shape(Regex(r"[一-鿿A-Za-z]{2,10}?(?:酒店|宾馆|民宿|旅馆|客栈)"))
venue_at = pattern_shape(
    Regex(
        r"(?![的一这那哪个家吃])[一-鿿A-Za-z0-9·]{2,12}?(?:餐厅|饭店|酒楼|会议室|咖啡馆|咖啡厅|火锅店|餐馆"
        r"|食府|酒店|茶楼|店|馆|厅|楼|居)"
    )
)
addressee_at = pattern_shape(Regex(r"[一-鿿]{2,4}?(?=发|写)"))
PLACE: Shape = place_at
AREA: Shape = area_at
PERSON: Shape = person_at

SELF_EVIDENT_VALUES = {"colour": _COLOUR, "cuisine": _CUISINE, "allergic": _ALLERGIC}
"""Values that are known by their form wherever they stand."""

SHAPES: Mapping[SlotKind, tuple[Shape, ...]] = {
    SlotKind.DESTINATION: (PLACE,),
    SlotKind.ORIGIN: (PLACE,),
    SlotKind.AREA: (AREA, name_at),
    SlotKind.ADDRESS: (address_at, phrase_at),
    SlotKind.EMAIL: (EMAIL,),
    SlotKind.RECIPIENT: (EMAIL, PERSON, name_at),
    SlotKind.PHONE: (PHONE,),
    SlotKind.ATTENDEES: (PERSON,),
    SlotKind.OWNER: (PERSON, name_at),
    SlotKind.BOOKED_AS: (name_at,),
    SlotKind.COLOUR: (COLOUR,),
    SlotKind.SIZE: (SIZE,),
    SlotKind.CUISINE: (CUISINE, name_at),
    SlotKind.FLIGHT: (FLIGHT,),
    SlotKind.VERSION: (VERSION, code_name_at),
    SlotKind.BRANCH: (code_name_at,),
    SlotKind.VENUE: (venue_at, named_place_at, phrase_at),
    SlotKind.HOTEL: (hotel_at, named_place_at, phrase_at),
}
"""The shapes the values of a slot have; of other slots they are phrases."""
