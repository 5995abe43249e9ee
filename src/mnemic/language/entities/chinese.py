"""Names in Chinese and mixed text: names everybody knows, organisations, places and products by form, and people."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.entity import EntityKind, Mention
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.language.entities import places
from mnemic.language.entities.capitalised_words import NON_NAME_WORDS
from mnemic.language.entities.chinese_people import nicknames, surnamed_people, titled_people
from mnemic.language.entities.chinese_roles import called_names, roles_in
from mnemic.language.entities.chinese_words import HAN_CHARACTER, SegmentedText, mention_of
from mnemic.language.entities.person_names import FIRST_NAMES
from mnemic.language.entities.well_known import PRODUCT_MAKERS, WELL_KNOWN_NAMES

_WORK = Regex(r"《([^《》]{1,40})》")
_ORGANISATION = (
    "有限公司|公司|集团|大学|学院|医院|诊所|银行|中学|高中|初中|小学|幼儿园|学校|研究院"
    "|研究所|事务所|出版社|电视台|航空|酒店|宾馆|饭店|餐厅|咖啡馆"
    "|书店|博物馆|美术馆|图书馆|健身房|超市|俱乐部|基金会|证券|保险|科技|药房"
)
_ORG_LAST = Regex(rf"(?:{_ORGANISATION})$")
_COMMON = frozenset(
    (
        "一 这 那 该 某 本 我 你 他 她 家 间 所 个 新 老 大 小 好 坏 我们 你们 他们 附近 市 省 县"
        " 区 国 全 各 每 几 多 哪 什么 公 私立 公立 儿童 妇幼 中医 口腔"
        " 民营 国有 外资 互联网 上市 创业 分 总 子 母 旅行 保险 物流 快递 装修 搬家 培训 软件"
        " 科技 航空 电影 音乐 连锁 五星级 高档 中 西 原 前 有 去 在 到 从"
        " 的 和 跟 对 与 同 是 当地 本地 著名 重点 综合 专科 三甲 社区 宠物 牙科 整形 社会 老年"
        " 当 做 开 进 出 上 下 读 考 念 学 商业 投资 中央 世界 理工 师范"
        " 女子 男子 体育 艺术 职业 技术 寄宿 国际 双语 私人 温泉 度假 快捷 青年 海边 隔壁 楼下"
        " 门口 对面 便利 大型 小型 生鲜 会员 二手 独立"
    ).split()
)
_AT = Regex(r"(?:在|到|去|从|回|来|飞|往|住|搬到|搬去|路过|经过|离|、|，|^|和|的|是|我们)$")
_NOT_PLACE_AFTER = Regex(
    r"人(?!太|很|多|挺|好|真|山)|菜|料理|话|语|文|籍|式|烤鸭|火锅|小吃|小笼|产|货|石|队|女孩"
    r"|男孩|妞|片|剧|米粉|面馆|拉面|啤酒|红酒|咖喱|辣|味"
)
_MAKE = Regex(
    rf"(?P<maker>{'|'.join(PRODUCT_MAKERS)})\s?(?P<model>[A-Za-z]*\s?\d+[A-Za-z]*(?: ?(?:Pro|Max|Ultra"
    rf"|Plus|mini))*|[A-Z][A-Za-z]*\d*)"
)
_LATIN = Regex(r"(?<![A-Za-z0-9@#/.-])[A-Z][A-Za-z]*(?:\.js|\+\+|#)?(?: [A-Z][a-z]+)*(?![A-Za-z0-9@/-])")
_LATIN_PERSON_BEFORE = Regex(r"(?:和|跟|与|同事|朋友|同学|老板|经理|找|给|约|问|请|叫|是|@|、|，|。|^)\s?$")
_LATIN_PERSON_AFTER = Regex(
    r"\s?(?:说|问|让|告诉|觉得|帮|跟|要|想|会|在|也|的(?:生日|婚礼|电话|邮件|意见)|今天|昨天"
    r"|明天|下周|上周|请|约|来|去|已经|刚|推荐)"
)
_LATIN_USED = Regex(r"(?:用|装|写|学|下载|打开|部署|玩|换成|安装|卸载|在)\s?(?:的是)?$")
_BEFORE_UP = frozenset(name for name in WELL_KNOWN_NAMES if name.endswith("书"))
"""Names whose last character the dictionary joins with what may follow: 小红书上."""


def mentions(text: str) -> Iterator[Mention]:
    """Names in a Chinese or mixed text, roles among them; they may overlap."""
    for found in _WORK.finditer(text):
        yield Mention(name=found[1], kind=EntityKind.WORK, start=found.start(1), end=found.end(1))
    cut = SegmentedText(text)
    yield from roles_in(cut)
    yield from _known(cut)
    yield from _products(text)
    yield from _organisations(cut)
    yield from called_names(cut)
    yield from titled_people(cut)
    yield from nicknames(cut)
    yield from surnamed_people(cut)
    yield from _areas(cut)
    yield from _latin(text)


def _known(cut: SegmentedText) -> Iterator[Mention]:
    """Names in the lists that are made of whole words."""
    text, tokens = cut.text, cut.tokens
    for number, (start, word, _) in enumerate(tokens):
        if not re.match(f"[{HAN}A-Z]", word):
            continue
        end = start
        best: Mention | None = None
        for _, part, _ in tokens[number : number + 4]:
            end += len(part)
            if end - start > 8:
                break
            name = text[start:end]
            if _two_places(name):
                yield mention_of(EntityKind.PLACE, name[:2], start)
                yield mention_of(EntityKind.PLACE, name[2:], start + 2)
            elif name in places.CHINESE_PLACES and not _NOT_PLACE_AFTER.match(text, end):
                best = mention_of(EntityKind.PLACE, name, start)
            elif name in WELL_KNOWN_NAMES and re.match(HAN_CHARACTER, name[-1]):
                best = mention_of(WELL_KNOWN_NAMES[name][1], name, start)
            elif best is None and name[:-1] in _BEFORE_UP:
                best = mention_of(WELL_KNOWN_NAMES[name[:-1]][1], name[:-1], start)
        if best is not None:
            yield best


def _two_places(name: str) -> bool:
    """A place in a place, which the dictionary has as one word: 上海浦东."""
    return len(name) > 3 and name[:2] in places.CHINESE_PLACES and name[2:] in places.CHINESE_PLACES


def _products(text: str) -> Iterator[Mention]:
    for found in _MAKE.finditer(text):
        yield mention_of(EntityKind.PRODUCT, found.group(), found.start())


def _organisations(cut: SegmentedText) -> Iterator[Mention]:
    tokens = cut.tokens
    for number, (start, word, tag) in enumerate(tokens):
        if not _ORG_LAST.search(word):
            continue
        if not re.fullmatch(_ORGANISATION, word):
            head = _ORG_LAST.sub("", word)
            if tag in ("nt", "nz", "ns") and head not in _COMMON and len(head) > 1:
                yield mention_of(EntityKind.ORGANISATION, word, start)
            continue
        first = number
        while first and number - first < 3 and _proper(tokens[first - 1]):
            first -= 1
        head = cut.text[tokens[first][0] : start]
        named = any(
            tokens[k][2] in ("ns", "nr", "nz", "nt", "j") or tokens[k][1] == "人民" for k in range(first, number)
        )
        if len(head) > 1 and named and head not in _COMMON:
            yield mention_of(EntityKind.ORGANISATION, head + word, tokens[first][0])


def _proper(token: tuple[int, str, str]) -> bool:
    _, word, tag = token
    if word in _COMMON and word not in ("人民", "中央", "师范", "理工", "国际", "儿童"):
        return False
    return tag in ("ns", "nr", "nz", "nt", "j") or word in (
        "人民",
        "师范",
        "理工",
        "国际",
        "儿童",
        "中心",
        "附属",
        "第一",
        "第二",
        "协和",
    )


def _areas(cut: SegmentedText) -> Iterator[Mention]:
    """朝阳区, 解放路: a proper name before a word for a place."""
    text = cut.text
    for start, word, tag in cut.tokens:
        end = start + len(word)
        if _NOT_PLACE_AFTER.match(text, end) or len(word) < 2:
            continue
        if _two_places(word):
            continue
        sure = re.search(r"(?:省|市|县|区|镇|州|岛|山|江|河|湖|寺|路|街)$", word) and len(word) > 2
        if tag == "ns" and word not in places.CHINESE_PLACES and (sure or (len(word) > 2 and _AT.search(text[:start]))):
            yield mention_of(EntityKind.PLACE, word, start)
            continue
        follows = Regex(r"(?:区|县|镇|机场|火车站|高铁站|地铁站|站|路|街道|大道|公园|广场|古镇|大厦)").match(text, end)
        if follows and tag in ("ns", "nz", "nr") and follows.end() in cut.ends and _AT.search(text[:start]):
            yield mention_of(EntityKind.PLACE, text[start : follows.end()], start)


def _latin(text: str) -> Iterator[Mention]:
    """Latin names in a Chinese text: Lena, Kevin, React."""
    for found in _LATIN.finditer(text):
        name, start, end = found.group(), found.start(), found.end()
        folded = name.lower()
        if name in WELL_KNOWN_NAMES:
            yield mention_of(WELL_KNOWN_NAMES[name][1], name, start)
        elif folded in places.ENGLISH_PLACES and folded not in places.AMBIGUOUS_PLACES:
            yield mention_of(EntityKind.PLACE, name, start)
        elif folded in NON_NAME_WORDS or name.isupper() or len(name) < 3:
            continue
        elif folded.split()[0] in FIRST_NAMES or (
            _LATIN_PERSON_BEFORE.search(text[:start]) and _LATIN_PERSON_AFTER.match(text, end)
        ):
            yield mention_of(EntityKind.PERSON, name, start)
        elif re.search(r"[a-z][A-Z]", name) or _LATIN_USED.search(text[:start]):
            yield mention_of(EntityKind.PRODUCT, name, start)
