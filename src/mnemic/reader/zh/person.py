"""Who a clause speaks of, and how it is said in the third person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.reader.statement import USER, EarlierMessage
from mnemic.reader.zh.lexicon import (
    CANONICAL,
    FILLER,
    HOUR,
    LATIN,
    ME,
    POSSESSIONS,
    RECUR,
    RELATION,
    SHORT,
    SHORT_RELATIONS,
    TAIL,
    WE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The subject of a clause: how a slot names it, and how a sentence does."""

    slot: str
    phrase: str

    @property
    def user(self) -> bool:
        """Whether it is the user."""
        return self.slot == USER


SELF = Person(slot=USER, phrase="用户")
NICKNAME = (
    r"(?:(?:[小老阿]|大(?=[刘王李张陈赵黄周吴徐孙马朱胡郭林何罗伟强明军]))(?!的|名(?=是|叫)|号(?=是|叫)|"
    r"是|再|家|区|时|年|板|师|"
    r"大|家|实|小|心|事|早|于|多|量|半|概|"
    r"[一二三四五六七八九]?[号级])[\u4e00-\u9fff])"
)
TITLE = r"(?:[\u4e00-\u9fff](?:总|哥|姐|老师|经理|工|叔|阿姨|师傅|医生|主任|教授|同学)(?!作|程))"
PREDICATE = (
    r"(?:对|是|不|有|在|爱|喜|讨|最|特|很|超|就|也|都|吃|喝|住|叫|姓|属|今年|已经|下|上|刚|要|会|想|说|只|从|"
    r"习|花|海|坚|鸡|芒|乳|虾|麸|青|头孢|"
    r"受|没|戒|跟|和|每|周|明|后|昨|前|怀|读|考|管|负|搬|换|辞|生|结|离|退|做|当|学|养|平|一般|一点|连|啥|"
    r"什么|好|怕|过|负|收|带|擅|专|每|[一二三四五六七八九十]{1,2}月|\d)"
)
PERSON = Regex(
    rf"(?:{ME}(?:们)?(?:家|的)?|咱(?:们)?(?:家)?(?:的)?|用户的)?(?:最好的|前|"
    rf"亲)?(?P<rel>(?!公公司){RELATION})(?!们?(?:说|让)?的话|群|圈|会|"
    rf"节|婚礼|婚宴|葬礼|满月|聚会|聚餐|喜酒|生日会|{POSSESSIONS})"
    rf"(?P<name>{NICKNAME}(?={PREDICATE})|[\u4e00-\u9fff]{{2,3}}(?=对)|[A-Z][a-z]+)?"
    rf"|(?:{ME}|{WE})(?:家)?(?P<short>{SHORT})(?![\u4e00-\u9fff]?们)(?P<shortname>[A-Z][a-z]+)?"
    rf"|(?P<nick>(?:{TITLE}|{NICKNAME}))(?={PREDICATE})"
    rf"|(?P<latin>[A-Z][a-z]{{2,}})(?=\s*(?:对|爱吃|不吃|喜欢|讨厌|怕|过敏|吃素|是我))"
)
PRONOUN = Regex(r"(?<!其)(?:[他她它](?!们的?话|们)|[他她它]们)")
LEAD = Regex(rf"^(?:{RECUR}|{HOUR}|最近|现在|今年|这|那|是|以后|周末|平时|就是|其实|就)*\s*")


def opening_person(text: str) -> Person | None:
    """The person other than the user that *text* opens with, if it does."""
    lead = LEAD.match(text)
    found = PERSON.match(text, lead.end() if lead else 0)
    return person_of_match(found) if found else None


def person_of_match(found: re.Match[str]) -> Person:
    """The person a match of `PERSON` speaks of."""
    if nick := found["nick"] or found["latin"]:
        return Person(slot=nick, phrase=nick)
    relation = found["rel"]
    name = found["name"] or found["shortname"] or ""
    canonical = CANONICAL[relation] if relation else SHORT_RELATIONS[found["short"]]
    phrase = f"用户的{relation or canonical}{name}"
    return Person(slot=name or canonical, phrase=phrase)


def antecedent(before: str, earlier: Sequence[EarlierMessage]) -> Person | None:
    """The one person that 她 or 他 can mean: the only one in the message so far, or in the one before."""
    for text in (before, *(spoken.text for spoken in reversed(earlier) if spoken.role == "user")):
        people = {person.slot: person for person in map(person_of_match, PERSON.finditer(text))}
        if people:
            return next(iter(people.values())) if len(people) == 1 else None
    return None


THERE = Regex(r"(?<=[在到用去])[那这](?=上面|里面|上头|里头)")
NAMED_THING = Regex(rf"《[^》]{{1,12}}》|(?=[A-Za-z]{{3}}){LATIN}")


def name_pointed_things(text: str, earlier: Sequence[EarlierMessage]) -> str:
    """The text with "on there" told by name, where the user's last message names one thing only."""
    if THERE.search(text) is None:
        return text
    last = next((spoken.text for spoken in reversed(earlier) if spoken.role == "user"), "")
    named = set(NAMED_THING.findall(last))
    return THERE.sub(named.pop(), text) if len(named) == 1 else text


REPHRASE: tuple[tuple[Regex[str], str], ...] = (
    (Regex(r"(?:^|(?<=，))[你您]要是?说(?=[^，。]{2,})"), ""),
    (Regex(r"(?:我这人|我这个人)吧?[，,]?|我本人|我自己"), "用户"),
    (Regex(r"(?:我|咱|俺)们?家(?!的)"), "用户家"),
    (Regex(r"我司"), "用户的公司"),
    (Regex(r"(?:我们|咱们|俺们)的"), "用户的"),
    (Regex(rf"(?:我们|咱们|俺们)\s*(?={RELATION}|{POSSESSIONS})"), "用户的"),
    (Regex(r"我们|咱们|俺们|(?<![\u4e00-\u9fff])咱(?!们|[爸妈爹哥姐弟妹娃])"), "用户这边"),
    (Regex(r"(?<![自忘大小])[我俺]的"), "用户的"),
    *(
        (Regex(rf"(?<![自忘])[我俺咱]们?{short}(?![{short}妈们童科歌娘夫子])"), f"用户的{SHORT_RELATIONS[short]}")
        for short in "爸妈爹哥姐弟妹娃"
    ),
    (
        Regex(rf"(?<![自忘叫喊呼])[我俺](?={RELATION}|{SHORT}(?![\u4e00-\u9fff]?们)|{POSSESSIONS}(?!都|里|上班))"),
        "用户的",
    ),
    (Regex(r"(?<![自忘])[我俺](?!国|方)|本人|鄙人|(?<![A-Za-z])I(?![\w'])"), "用户"),
    (Regex(r"(?<!迷)(?<![“「『\"你您])[你您](?!们|[你您]|[”」』\"])"), "助手"),
    (Regex(r"用户的用户的"), "用户的"),
    (Regex(r"啦(?=$|[，。])"), "了"),
)


def third_person(text: str) -> str:
    """The same words with the user and the assistant spoken of instead of speaking and spoken to."""
    for pattern, replacement in REPHRASE:
        text = pattern.sub(replacement, text)
    return text


SEAM = Regex(r"(?<=[\u4e00-\u9fff])\s+(?=[\x21-\x7e])|(?<=[\x21-\x7e])\s+(?=[\u4e00-\u9fff])")


def close_up_spaces(text: str) -> str:
    """The text without the spaces that some writers put between Chinese and Latin letters or digits."""
    return SEAM.sub("", text)


def strip_fillers(text: str) -> str:
    """A clause without its fillers in front and its particles at the end."""
    text = FILLER.sub("", text.strip(), count=1)
    while (shorter := TAIL.sub("", text)) != text:
        text = shorter
    return text


__all__ = [
    "LATIN",
    "PERSON",
    "PRONOUN",
    "SELF",
    "Person",
    "antecedent",
    "close_up_spaces",
    "name_pointed_things",
    "opening_person",
    "person_of_match",
    "strip_fillers",
    "third_person",
]
