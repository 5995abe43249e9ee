"""Where somebody can be reached: postal addresses and e-mail addresses.

Names of Chinese provinces and of the larger cities, by which the beginning of an address is recognised.

Source: the administrative divisions of GB/T 2260, short names without 省 and 市.

E-mail addresses, as they are and as people hide them.

Postal addresses, Chinese and English: only what leads to a door, never a city or a street alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.regex import Regex
from mnemic.safety.privacy.findings import PrivacyFinding

PROVINCES = (
    "北京 天津 上海 重庆 河北 山西 内蒙古 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 "
    "广西 海南 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 台湾 香港 澳门"
).split()
CITIES = (
    "石家庄 唐山 秦皇岛 邯郸 邢台 保定 张家口 承德 沧州 廊坊 衡水 太原 大同 阳泉 长治 晋城 朔州 晋中 运城 "
    "忻州 临汾 吕梁 呼和浩特 包头 乌海 赤峰 通辽 鄂尔多斯 呼伦贝尔 沈阳 大连 鞍山 抚顺 本溪 丹东 锦州 营口 "
    "阜新 辽阳 盘锦 铁岭 葫芦岛 长春 四平 辽源 通化 白山 松原 白城 延边 哈尔滨 齐齐哈尔 鸡西 鹤岗 双鸭山 "
    "大庆 伊春 佳木斯 七台河 牡丹江 黑河 绥化 南京 无锡 徐州 常州 苏州 南通 连云港 淮安 盐城 扬州 镇江 泰州 "
    "宿迁 昆山 江阴 张家港 常熟 杭州 宁波 温州 嘉兴 湖州 绍兴 金华 衢州 舟山 台州 丽水 义乌 合肥 芜湖 蚌埠 "
    "淮南 马鞍山 淮北 铜陵 安庆 黄山 滁州 阜阳 宿州 六安 亳州 池州 宣城 福州 厦门 莆田 三明 泉州 漳州 南平 "
    "龙岩 宁德 晋江 南昌 景德镇 萍乡 九江 新余 鹰潭 赣州 吉安 宜春 抚州 上饶 济南 青岛 淄博 枣庄 东营 烟台 "
    "潍坊 济宁 泰安 威海 日照 临沂 德州 聊城 滨州 菏泽 郑州 开封 洛阳 平顶山 安阳 鹤壁 新乡 焦作 濮阳 许昌 "
    "漯河 三门峡 南阳 商丘 信阳 周口 驻马店 武汉 黄石 十堰 宜昌 襄阳 鄂州 荆门 孝感 荆州 黄冈 咸宁 随州 恩施 "
    "长沙 株洲 湘潭 衡阳 邵阳 岳阳 常德 张家界 益阳 郴州 永州 怀化 娄底 湘西 广州 韶关 深圳 珠海 汕头 佛山 "
    "江门 湛江 茂名 肇庆 惠州 梅州 汕尾 河源 阳江 清远 东莞 中山 潮州 揭阳 云浮 南宁 柳州 桂林 梧州 北海 "
    "防城港 钦州 贵港 玉林 百色 贺州 河池 来宾 崇左 海口 三亚 儋州 成都 自贡 攀枝花 泸州 德阳 绵阳 广元 遂宁 "
    "内江 乐山 南充 眉山 宜宾 广安 达州 雅安 巴中 资阳 贵阳 六盘水 遵义 安顺 毕节 铜仁 昆明 曲靖 玉溪 保山 "
    "昭通 丽江 普洱 临沧 大理 西双版纳 拉萨 日喀则 西安 铜川 宝鸡 咸阳 渭南 延安 汉中 榆林 安康 商洛 兰州 "
    "嘉峪关 金昌 白银 天水 武威 张掖 平凉 酒泉 庆阳 定西 西宁 海东 银川 石嘴山 吴忠 固原 中卫 乌鲁木齐 "
    "克拉玛依 吐鲁番 哈密 喀什 台北 新北 高雄 台中 台南 新竹 九龙"
).split()


_EMAIL = Regex(r"@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9-]{1,63}){1,5}")
_EMAIL_NAME = Regex(r"[A-Za-z0-9._%+-]{1,64}$")
_FILE_ENDING = Regex(r"\.(?:png|jpe?g|gif|svg|webp|pdf|js|ts|css|py|so|md|json|[a-z]*\d[\w-]*)$", re.IGNORECASE)
_EMAIL_SAID = Regex(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,40}"
    r"(?: ?[\[(【(]\s?(?:at|AT|@|艾特)\s?[\])】)] ?| at | ?艾特 ?|#(?=[a-z0-9]+\.(?:com|cn|net|org)\b)| @ | @|@ )"
    r"[A-Za-z0-9-]{1,40}(?:(?: ?[\[(【(]\s?(?:dot|DOT|点|\.)\s?[\])】)] ?| dot | ?点 ?"
    r"|\.)[A-Za-z]{2,12}){1,3}(?![A-Za-z0-9])"
)
_BARE_AT = Regex(r" at [\w-]+\.")


def find_emails(text: str) -> Iterator[PrivacyFinding]:
    """E-mail addresses, found from their @ so that the cost is linear, and those that hide it ("li at mail dot cn")."""
    if "@" in text:
        for at in _EMAIL.finditer(text):
            name = _EMAIL_NAME.search(text[max(0, at.start() - 64) : at.start()])
            domain = at.group().rstrip("-.")
            if name and not _FILE_ENDING.search(domain) and not _an_account_on_a_host(name.group(), text, at):
                start = at.start() - len(name.group().lstrip("."))
                yield PrivacyFinding(kind="EMAIL", start=start, end=at.start() + len(domain))
    if " at " in text or "@" in text or "艾特" in text or "#" in text or "[" in text or "(" in text or "【" in text:
        for said in _EMAIL_SAID.finditer(text):
            if not _BARE_AT.search(said.group()):
                yield PrivacyFinding(kind="EMAIL", start=said.start(), end=said.end())


def _an_account_on_a_host(name: str, text: str, at: re.Match[str]) -> bool:
    """ "git@host:path" is a repository."""
    return name == "git" and text[at.end() : at.end() + 1] in (":", "/")


LEFT_CHARACTERS_MAX = 36  # an address before its first house number; the longest of our own examples has 27
LEVELS_MIN = 2  # districts in one name, from which it is that of a place whatever it ends in
EVIDENCE_MIN = 2  # of: town or district, street and number, estate, flat, a label such as 住在; one alone is a sight

_HAN = r"\u4e00-\u9fff"
_NAME = rf"(?:(?![我你您他她它们是在的了到寄送搬住址给把从去为])[{_HAN}])"
_PLACES = sorted(PROVINCES + CITIES, key=len, reverse=True)
_FIRST = "".join(sorted({place[0] for place in _PLACES}))
_PLACE = rf"(?:(?=[{_FIRST}])(?:{'|'.join(_PLACES)}))(?![东南西北中]?(?:路|街|大道|大街))"  # 南京西路 is no Nanjing
_NUMERAL = r"(?:\d{1,5}|[一二三四五六七八九十百〇零]{1,5})"

_DOOR = Regex(
    r"[甲乙丙丁附]?[0-9一二三四五六七八九十百][0-9一二三四五六七八九十百〇零A-Za-z之-]{0,6}(?:号|號|弄|栋|棟|幢|座"
    r"|单元|室|组|社|队)"
)
_BEFORE_DOOR = frozenset("路街巷道同区苑园村厦场心城庄里居舍馆都际府寓院湾郡庭坊段镇乡楼墅")
_NEVER_IN_A_NAME = frozenset("我你您他她它们是在的了到寄送搬住址给把从去为")
_START = Regex(_PLACE)
_LEAD_IN = Regex(
    r"^(?:(?:收货|家庭|公司|单位|现|目前|常|新家|老家|家里?|位于|地点|快递|明天|今天|每天|坐落|办公|门牌|和|就|请"
    r"|还|也|不?知道|搬|寄|送)+)"
)
_DISTRICT = Regex(rf"{_PLACE}|{_NAME}(?:(?<!小)区|县|镇|乡|街道|市|旗)")
_STREET = Regex(
    rf"(?:{_NAME}|\d)(?:大道|大街|路|街|巷|胡同|弄|道)(?:[东南西北中上下一二三四五六七八九十\d]{{1,3}}(?:段|路|街|里))?$"
)
_NO_STREET = Regex(r"(?:知道|味道|报道|渠道|通道|频道|一路|走路|线路|思路)$")
_ESTATE = Regex(
    rf"{_NAME}(?:小区|花园|公寓|大厦|广场|中心|苑|园|新村|城|府|村|庄|里|居|宿舍|公馆|院|国际|湾|郡|庭|坊|墅"
    rf"|[一二三四五六七八九\d]期|[东南西北一二三四五六七八九十\d]区)$"
)
_UNIT = rf"(?:[A-Za-z]\d{{0,2}}|[甲乙丙丁附东南西北]?{_NUMERAL}(?:[-之]{_NUMERAL})?|[甲乙丙丁东南西北])"
_OF_UNIT = r"(?:号楼|号院|号库|号铺|号门|号|號|弄|栋|棟|幢|座|单元|楼|层|樓|室|户|房|门|梯|区|期|库|仓|铺|档|排|组|F)"
_LAST = r"(?:(?:\d{1,5}|[A-Z]\d{2,4}|\d{1,4}[A-Z])(?:-\d{1,4}){0,3}室?(?![\d年月日元号:：.点]))"
_ESTATES = (
    r"(?:小区|花园|公寓|大厦|广场|中心|苑|园区|园|新村|家园|宿舍|国际|家属院|大院|院|城|府|村|庄|里|居|湾|郡|庭|坊"
    r"|墅|大楼|写字楼|楼|商城|商场|"
    r"酒店|市场|基地|工厂|厂|学校|大学|公司)"
)
_BUILDINGS = r"(?:小区|花园|公寓|大厦|广场|中心|家园|大楼|写字楼)"
_RIGHT = Regex(
    rf"{_UNIT}(?:号楼|号院|号|號|弄|巷|组|社|队)(?:(?:附|之){_NUMERAL}号?)?(?:院内|院)?"
    rf"(?:{_NAME}{{1,12}}?(?={_UNIT}{_OF_UNIT})|{_NAME}{{1,8}}?{_ESTATES}(?={_LAST})"
    rf"|{_NAME}{{2,8}}?{_BUILDINGS}(?!{_NAME}))?"
    rf"(?:{_UNIT}{_OF_UNIT}){{0,6}}{_LAST}?"
    rf"|(?:{_UNIT}(?:号楼|栋|棟|幢|座|单元|楼|层|室|户|房)){{1,6}}{_LAST}?"
)
_FLAT = Regex(r"号楼|栋|幢|单元|室|户|房|\d{3,4}$")
_LABEL = Regex(
    r"地址|住址|住在|家在|住|寄到|寄给|寄往|送到|收货|收件|快递到|搬到|搬去|搬进|上门|address|live (?:at|in)",
    re.IGNORECASE,
)

_STREETS = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Terrace|Ter|Way|Square|Sq"
    r"|Parkway|"
    r"Pkwy|Circle|Cir|Crescent|Close|Highway|Hwy|Row|Gardens|Mews|Grove|Trail|Alley|Quay|Wharf|Broadway|Croft|Turnpike|"
    r"Hill|Walk|View|Park|Gate|Green|Rise|Drove|Yard|Vale|Loop|Pike|Plaza|Point|Ridge|Run|Path|Pass|Cove|Bend|Heights)"
)
_UNITS = r"(?:Bldg|Building|Block|Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Room|Rm|#)"
_POSTCODE = r"(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b"  # British and Canadian
_TOWN = (
    rf"(?:,? (?:[A-Z][A-Za-z'’.]{{1,20}},? ?){{1,4}}?(?:,? ?(?:[A-Z]{{2}}|NSW|VIC|QLD"
    rf"|TAS)(?: (?:\d{{4,5}}(?:-\d{{4}})?|{_POSTCODE}))?\b"
    rf"|,? ?{_POSTCODE}|,? ?\d{{5}}(?:-\d{{4}})?\b)|,? {_POSTCODE})?"
)
_ENGLISH = Regex(
    rf"(?:{_UNITS}\.? ?[A-Za-z0-9-]{{1,5}}(?:/|,? ))?"
    rf"[1-9]\d{{0,5}}(?:-\d{{1,4}})?[A-Za-z]? (?:[NSEW]\.? |(?:North|South|East|West) )?"
    rf"(?:(?:[A-Z0-9][\w'’.-]{{0,20}} ){{1,4}}?{_STREETS}|Broadway)\b\.?(?: (?:N|S|E|W|NE|NW|SE|SW|North|South|East"
    rf"|West)\b)?"
    rf"(?:,? {_UNITS}\.? ?#?[A-Za-z0-9-]{{1,6}}\b|,? \d{{1,2}}(?:st|nd|rd|th) [Ff]loor){{0,3}}{_TOWN}"
    rf"|[1-9]\d{{0,4}}[A-Za-z]? (?:[A-Z][\w'’-]{{1,20}} ?){{1,3}},(?: (?:[A-Z][\w'’-]{{1,20}} ?){{1,3}},){{0,2}}"
    rf" (?:[A-Z][\w'’-]{{1,20}},? ){{1,3}}(?:{_POSTCODE}|[A-Z]{{2}} \d{{5}}\b)"
)
_LOWER = Regex(
    rf"(?i:\b(?:live|living|address|ship|mail|deliver|moved|stay|staying|home|house))\b[^.\n\d]{{0,20}}?"
    rf"\b([1-9]\d{{0,4}}[a-z]? (?:[\w'’]{{2,20}} ){{1,3}}?(?i:{_STREETS})\b"
    rf"(?:,? (?i:{_UNITS})\.? ?#?[A-Za-z0-9-]{{1,6}}\b)?{_TOWN})"
)
_MORE_THAN_A_STREET = Regex(
    r"\b(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Terrace|Square|Sq|Parkway|Pkwy"
    r"|Crescent|Highway|Hwy|"
    r"Gardens|Mews|Grove|Alley|Quay|Wharf|Broadway|Croft)\b\.?|, .*[A-Z0-9]{2}"
)
_LEADS_TO = Regex(r"(?:\b(?:at|to|from|of|near|is|live|lives|address)|[:：])\s{0,2}$", re.IGNORECASE)
_BOX = Regex(rf"\bP\.? ?O\.? Box \d{{1,6}}\b{_TOWN}", re.IGNORECASE)
_CONTINENTAL = Regex(
    r"\b[A-ZÄÖÜ][a-zäöüß-]{1,30}(?:straße|strasse|str\.|weg|platz|allee"
    r"|gasse) \d{1,4}[a-z]?\b(?:, \d{4,5} [A-ZÄÖÜ]\w{1,30})?"
    r"|\b\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|quai|impasse) (?:(?:de|du|des|la|le|les|l['’]"
    r"|d['’]) ?){0,3}"
    r"[A-ZÉÈ][\w'’-]{1,30}(?: [A-ZÉÈ][\w'’-]{1,30}){0,3}(?:,? \d{5} [A-Z]\w{1,30})?"
)
_GAP = Regex(r"(?<=[\u4e00-\u9fff]) {1,2}(?=[0-9A-Za-z\u4e00-\u9fff])|(?<=[0-9A-Za-z]) {1,2}(?=[\u4e00-\u9fff])")


def find_addresses(text: str) -> Iterator[PrivacyFinding]:
    """Every address in `text` that leads to a door."""
    if not text.isascii():
        yield from _chinese_spaced(text)
    if not _A_NUMBER.search(text):
        return
    for match in _ENGLISH.finditer(text):
        if _MORE_THAN_A_STREET.search(match.group()) is None and not _LEADS_TO.search(text, 0, match.start()):
            continue
        yield PrivacyFinding(kind="ADDRESS", start=match.start(), end=match.end())
    for pattern in (_LOWER, _BOX, _CONTINENTAL):
        for match in pattern.finditer(text):
            yield PrivacyFinding(
                kind="ADDRESS", start=match.start(match.lastindex or 0), end=match.end(match.lastindex or 0)
            )


_A_NUMBER = Regex(r"\d[A-Za-z]?,? [A-Za-z]|[a-z.] \d|Box ")


def _chinese_spaced(text: str) -> Iterator[PrivacyFinding]:
    """Addresses of `text`, with blanks between their parts or without. With blanks a town or district must be named:
    people write "Oak Road 12, room 3" about a parcel more often than about where they can be found."""
    if not _GAP.search(text):
        yield from _chinese(text)
        return
    gone = {index for gap in _GAP.finditer(text) for index in range(gap.start(), gap.end())}
    places = [index for index in range(len(text)) if index not in gone]
    for finding in _chinese("".join(text[index] for index in places)):
        start, end = places[finding.start], places[finding.end - 1] + 1
        if end - start == finding.end - finding.start or _DISTRICT.search(text, start, end):
            yield PrivacyFinding(kind="ADDRESS", start=start, end=end)


def _chinese(text: str) -> Iterator[PrivacyFinding]:
    position = 0
    while door := _DOOR.search(text, position):
        reach = max(position, door.start() - LEFT_CHARACTERS_MAX)
        position = door.end()
        if door.start() and _in_a_name(text[door.start() - 1]):
            span = _around(text, door.start(), reach)
            if span is not None:
                yield PrivacyFinding(kind="ADDRESS", start=span[0], end=span[1])
                position = span[1]


def _around(text: str, door: int, reach: int) -> tuple[int, int] | None:
    name = _trimmed(_name_before(text, door, reach))
    local = len(_DISTRICT.findall(name)) >= LEVELS_MIN  # "…市…区": the rest may be called anything
    if not local and text[door - 1] not in _BEFORE_DOOR:
        return None
    street = _STREET.search(name[-12:]) is not None and _NO_STREET.search(name) is None
    estate = _ESTATE.search(name[-12:]) is not None
    right = _RIGHT.match(text, door) if street or estate or local else None
    if right is None:
        return None
    start = door - len(name)
    evidence = (
        _DISTRICT.search(name) is not None,
        street or local,
        estate,
        _FLAT.search(right.group()) is not None,
        _LABEL.search(text[max(0, start - 8) : start]) is not None,
    )
    return (start, right.end()) if sum(evidence) >= EVIDENCE_MIN else None


def _name_before(text: str, door: int, reach: int) -> str:
    start = door
    while start > reach and _in_a_name(text[start - 1]):
        start -= 1
    return text[start:door]


def _in_a_name(character: str) -> bool:
    if character.isascii():
        return character.isalnum()
    return "\u4e00" <= character <= "\u9fff" and character not in _NEVER_IN_A_NAME


def _trimmed(name: str) -> str:
    """The name from its province or city on; without one, from after the words that lead up to it."""
    if place := _START.search(name):
        return name[place.start() :]
    return _LEAD_IN.sub("", name)
