"""People in Chinese text: forms of address, nicknames, and surnames with a given name where the words around them speak
for a person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.entity import EntityKind, Mention
from mnemic.domain.regex import Regex
from mnemic.language.entities import places
from mnemic.language.entities.chinese_words import HAN_CHARACTER, LATIN_NAME, SegmentedText, mention_of
from mnemic.language.entities.person_names import COMPOUND_SURNAMES, GIVEN_NAME_CHARACTERS, SURNAMES, WORDLIKE_SURNAMES
from mnemic.language.entities.well_known import WELL_KNOWN_NAMES

LEAD_CHARACTERS = 8  # before a name that are looked at: more than the longest word of BEFORE_PERSON has
BEFORE_PERSON = Regex(
    r"(?:^|[，。！？；：、,.!?;:\s“”\"（(]|[和跟与同给找请约陪让对问替向见等被把叫帮为是的]"
    r"|告诉|遇到|碰到|认识|喜欢|听说|听|因为|知道|还有|以及|比如"
    r"|同事|朋友|同学|室友|邻居|闺蜜|老板|老师|医生|教练|导师|学生|客户|演员|歌手|作家|导演"
    r"|经理|主任|表哥|表弟|表姐|表妹|堂哥|堂弟|堂姐|堂妹"
    r"|哥哥|姐姐|弟弟|妹妹|儿子|女儿|老公|老婆|男友|女友|男朋友|女朋友|我姐|我哥|我弟|我妹"
    r"|我妈|我爸|今天|昨天|明天|周末|晚上|上周|下周|后来)$"
)
AFTER_PERSON = Regex(
    r"(?:说|问|告诉|觉得|想|要|会|能|在|是|的|和|跟|与|同|给|帮|让|请|约|送|来|去|到|回|走|住"
    r"|打|发|买|卖|做|写|看|吃|喝|玩|养|教|学|推荐|建议|提|答应|介绍"
    r"|喜欢|讨厌|爱|怕|有|没|不|也|都|还|又|就|刚|已经|从|把|被|比|对|这|那|今天|昨天|明天"
    r"|后天|周|上周|下周|上个|下个|今年|去年|明年|最近|昨晚|早上|下午|晚上"
    r"|结婚|离婚|分手|怀孕|生病|生日|休|请假|辞职|离职|升职|跳槽|出差|搬|毕业|退休|结|订|借"
    r"|还钱|负责|管|当|演|唱|主演|老师|先生|女士|医生|同学|一起|他们|她|他"
    r"|[，。！？；：、,.!?;:\s”\"）)]|$)"
)
_PERSON_TITLE = (
    "老师|先生|女士|小姐|太太|医生|大夫|护士|教授|博士|院长|校长|主任|经理|总监|律师|师傅"
    "|教练|阿姨|叔叔|大爷|大妈|大哥|大姐|老板|同学|"
    "队长|主管|会计|主编|导演|警官|法官|总|姐|哥|叔|姨|婶|爷|奶奶|工|导|局|董|师兄|师姐|师弟|师妹|学长|学姐|嫂"
)
_SURNAME = f"(?:{'|'.join(sorted(COMPOUND_SURNAMES))}|[{''.join(sorted(SURNAMES))}])"
_NEVER = frozenset("于时何常成全安关和")
_TITLED_LATIN = Regex(rf"(?P<who>{LATIN_NAME})(?P<title>老师|先生|女士|姐|哥|总|医生|教授|阿姨|叔叔)")
PET_NAME = Regex(f"[小老阿](?P<who>{HAN_CHARACTER})")
_PET_WORDS = frozenset("刚强明红芳丽霞娟兰梅华军伟玲燕珍英杰勇斌辉涛飞宝芬琴敏静娜雪云月凤珠菊香翠")
_NOT_NICK = frozenset(
    (
        "小时 小区 小吃 老师 老板 老家 老大 老二 小心 小明星 阿姨 小学 老年 老人 老公 老婆 老外 小龙 老实 小雪"
        " 小雨 小满 小米 小金 小车 小路 老路 小白 小黄 小于 小方 老早 小康 小石 小程 小江 小陶 小花 小宝 小兰 小云"
        " 小月 小香 小珠 小飞 小军 老龙 老白 小安 小莫 小温 老汤 小汤 小田 小池 小柳 小牛"
    ).split()
)
"""Words, and nicknames that are words as well: names only where what follows is what somebody does."""
_WORDS = frozenset(
    (
        "安静 安宁 安康 高峰 高兴 白雪 黄金 方圆 马力 马达 温暖 金星 明月 成功 许诺 张开嘴 关爱 汪洋 江山 向阳 文静"
        " 时光 钱财 余力 常青 万幸 任性 康复 鲁莽 石林 高明 高超 白净 黄昏 金华 夏天 夏日 龙舟 雷雨 童年 管家 路灯"
        " 池塘 水晶 成龙 章程 毛巾 牛奶 马车 车主 于是 何必 何况 单纯 高帽子 高跟鞋 高个子 黄鹤楼 张家口 石榴 方便"
        " 白菜 马桶 马路 钱包 温度 高温 时候 牛肉 黄豆 龙虾 水果 金额"
    ).split()
)
"""Words that the dictionary, or their characters, would have as names."""
_FUNCTION = frozenset(
    "的了是在有和不也都就还又被把给对说去来到上下里我你他她它这那哪什么么吗呢吧个几两三多少就才再很太要会能可得着过们"
)
_STRICT_AFTER = Regex(
    r"说|问|告诉|觉得|和我|跟我|是我|约我|送我|帮我|请我|送我|教我|给我|让我|陪我|昨天|今天"
    r"|明天|上周|下周|上个月|下个月|也来|没来|结婚|离婚|辞职|离职|升职|怀孕|生日|分手|推荐"
    r"|发了个|的生日|的婚礼|打电话|主演"
)


_TITLED = Regex(f"(?=(?P<all>(?P<who>{_SURNAME})(?P<given>{HAN_CHARACTER}{{0,2}}?)(?P<title>{_PERSON_TITLE})))")


def titled_people(cut: SegmentedText) -> Iterator[Mention]:
    """李老师, 张总, 王姐, Tony老师."""
    text = cut.text
    for found in _TITLED_LATIN.finditer(text):
        yield mention_of(EntityKind.PERSON, found.group(), found.start())
    for found in _TITLED.finditer(text):
        start, who, given, title = found.start("all"), found["who"], found["given"], found["title"]
        end = found.end("all")
        if not _token_free(cut, start, start + len(who), found.end("title"), title):
            continue
        if given and not (is_full_name(cut, start, start + len(who + given), told=True)):
            continue
        if (who in _NEVER or (who in WORDLIKE_SURNAMES and not given)) and not _person_slot(text, start, end):
            continue
        yield mention_of(EntityKind.PERSON, text[start:end], start)


def _token_free(cut: SegmentedText, start: int, surname_end: int, end: int, title: str) -> bool:
    """Whether the surname is no part of a longer word, and the title neither."""
    if start not in cut.starts:
        return False
    number = cut.starts[start]
    word = cut.tokens[number][1]
    if start + len(word) == end:
        return cut.tokens[number][2] == "nr"
    if start + len(word) != surname_end and start + len(word) != end - len(title):
        return False
    return end in cut.ends


def _person_slot(text: str, start: int, end: int) -> bool:
    before, after = text[:start], text[end:]
    opens = re.search(r"(?:^|[，。！？；,.!?;\s]|[和跟找给请约问])$", before)
    return bool(opens and AFTER_PERSON.match(after))


def nicknames(cut: SegmentedText) -> Iterator[Mention]:
    """小李, 老王, 阿霞."""
    for found in PET_NAME.finditer(cut.text):
        if is_nickname(cut, found):
            yield mention_of(EntityKind.PERSON, found.group(), found.start())


def is_nickname(cut: SegmentedText, found: re.Match[str]) -> bool:
    """Whether a match of PET_NAME is somebody: 小李 before what a person does, not 小时 and not the 小 of 小程序."""
    text, start, end, who = cut.text, found.start(), found.end(), found["who"]
    if who not in SURNAMES and who not in _PET_WORDS:
        return False
    if end not in cut.ends or start not in cut.starts:
        return False
    number = cut.starts[start]
    _, word, tag = cut.tokens[number]
    if len(word) == 2 and tag not in ("nr", "nrt", "nz", "x", "zg", "ng", "n"):
        return False
    if not (BEFORE_PERSON.search(_lead(text, start)) and AFTER_PERSON.match(text, end)):
        return False
    sure = (who in SURNAMES and who not in WORDLIKE_SURNAMES) or found.group()[0] == "阿"
    if found.group() in _NOT_NICK or not sure:
        return bool(re.search(r"(?:^|[，。！？；,.!?;\s]|[和跟找给请约问])$", _lead(text, start))) and bool(
            re.match(
                r"说|问|告诉|觉得|想|帮|给|跟|让|请|约|送|推荐|今天|昨天|明天|上周|下周|没来|也|的生日"
                r"|结婚|辞职",
                text[end:],
            )
        )
    return True


def _lead(text: str, start: int) -> str:
    """The characters before a place that tell whether a person follows; none only where the text begins."""
    return text[max(0, start - LEAD_CHARACTERS) : start]


def surnamed_people(cut: SegmentedText) -> Iterator[Mention]:
    """People by surname and given name: 李娜, 欧阳雪."""
    text = cut.text
    taken = 0
    for start, _, _ in cut.tokens:
        if start < taken or not re.match(_SURNAME, text[start : start + 2]):
            continue
        for length in (4, 3, 2):
            end = start + length
            if end <= len(text) and is_full_name(cut, start, end, told=False):
                yield mention_of(EntityKind.PERSON, text[start:end], start)
                taken = end
                break


_OPEN_TAGS = frozenset("n v a nz x ad an vn t".split())  # parts of speech of words that may be a name all the same


def is_full_name(cut: SegmentedText, start: int, end: int, *, told: bool) -> bool:
    """Whether a stretch is a surname with a given name. `told`: what stands before it says that a person follows."""
    text = cut.text
    name = text[start:end]
    if not re.fullmatch(f"{HAN_CHARACTER}+", name) or not cut.whole(start, end):
        return False
    surname = 2 if name[:2] in COMPOUND_SURNAMES else 1
    given = name[surname:]
    if not 1 <= len(given) <= 2 or name[:surname] not in SURNAMES | COMPOUND_SURNAMES:
        return False
    if name in places.CHINESE_PLACES or name in WELL_KNOWN_NAMES:
        return False
    first = cut.starts[start]
    words = [(word, tag) for at, word, tag in cut.tokens[first : first + end - start] if at < end]
    before, after = BEFORE_PERSON.search(_lead(text, start)), AFTER_PERSON.match(text, end)
    if len(words) == 1:
        word, tag = words[0]
        if tag in ("nr", "nrt", "nrfg") and name not in _WORDS:
            if not any(character in GIVEN_NAME_CHARACTERS for character in given):
                return False
            return told or bool(before and after) or (len(name) > 2 and bool(after))
        fits = all(character in GIVEN_NAME_CHARACTERS for character in given) and len(word) == 2
        return fits and tag in _OPEN_TAGS and bool(before and _STRICT_AFTER.match(text, end))
    if any(len(word) > 1 and word not in COMPOUND_SURNAMES and not _good_given(word, given) for word, _ in words):
        return False
    score = sum(character in GIVEN_NAME_CHARACTERS for character in given) / len(given)
    score += 0.5 * bool(before) + 0.5 * bool(after) + 0.7 * told - (0.5 if name[:surname] in WORDLIKE_SURNAMES else 0.0)
    if len(given) == 1:
        score -= 0.3
    if any(tag in ("r", "p", "c", "uj", "ul", "d", "m", "q") and word in _FUNCTION for word, tag in words[1:]):
        return False
    return score >= (1.45 if len(given) > 1 else 1.65)


def _good_given(word: str, given: str) -> bool:
    """A given name that is a word as well (建国, 小雨)."""
    return word == given and all(character in GIVEN_NAME_CHARACTERS for character in word)
