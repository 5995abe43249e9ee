"""Roles in Chinese text, with the names that go with them: 我姐李娜, 我女儿朵朵, 他叫陈一凡."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.entity import EntityKind, Mention, MentionOwner
from mnemic.domain.regex import Regex
from mnemic.language.entities import roles
from mnemic.language.entities.chinese_people import AFTER_PERSON, PET_NAME, is_full_name, is_nickname
from mnemic.language.entities.chinese_words import HAN_CHARACTER, LATIN_NAME, SegmentedText, mention_of

_CALLED = Regex(
    rf"(?:名字?叫做?|名字?是|叫做|叫)(?P<name>{LATIN_NAME}"
    rf"|{HAN_CHARACTER}{{1,4}}?)(?=[，。！？；、,.!?;\s]|$|的|是|在|，|今年|已经|也|刚|来自)"
)
_NOT_CALLED = Regex(
    r"(?:我|你|他|她|它|人|车|外卖|什么|啥|个|醒|起|停|好|做|上|得|苦|板|了|不|大家|我们|这|那"
    r"|代驾|滴滴|早|快递|救命|一|两|几|出|来|去|到|他们|她们|过|着|价|号|卖|座|绝|嚣|喊|减|多"
    r"|少|吃|喝|别|先|再|打|快|赶|拿)"
)
_PET = Regex(r"(?:狗|猫|鸟|兔|龟|鹦鹉|仓鼠|宠物|小家伙|毛孩子)[^，。！？,.!?]{0,4}$")
_MY = r"(?P<my>我们?家?的?|咱们?家?的?|俺家?|用户的)"
_YOUR = r"(?P<your>你们?家?的?|您家?的?)"
_ROLE = Regex(
    rf"(?:{_MY}|{_YOUR})(?:最好的|亲|小|大|新|前)?(?P<role>{roles.CHINESE_ROLE_PATTERN})(?P<name>叫?{LATIN_NAME})?"
)
_OWN_ROLE = Regex(
    r"(?:^|[，。！？；,.!?;\s]|[和跟给陪])(?P<role>妈妈|爸爸|老公|老婆|奶奶|爷爷|外婆|外公"
    r"|姥姥|姥爷|老妈|老爸|爸妈)(?=说|问|让|给|在|要|今|昨|明|做|打|来|去|也|不|的)"
)
_FOLLOWS_ROLE = frozenset(
    "的是在有说问让给和跟与也都还又就刚很太最不没要会想能可来去到把被从对比今昨明后上下每一二"
    "三四五六七八九十两这那她他它你我们家，。！？"
)


def roles_in(cut: SegmentedText) -> Iterator[Mention]:
    """The speaker's and the listener's relatives and others, with the name that follows: 我姐李娜, 你妈."""
    text = cut.text
    for found in _ROLE.finditer(text):
        word = found["role"]
        if not _stands(cut, found.start("role"), found.end("role"), word):
            continue
        key, role = roles.CHINESE_ROLES[word], roles.usual_role_word(word)
        kind = EntityKind.ANIMAL if key in roles.ANIMALS else EntityKind.PERSON
        owner = MentionOwner.SPEAKER if found["my"] else MentionOwner.LISTENER
        single = key not in roles.SHARED_ROLES
        given = _given(cut, found.end("role"), animal=kind is EntityKind.ANIMAL)
        if given is not None:
            start, name = given
            yield Mention(
                name=name,
                kind=kind,
                start=start,
                end=start + len(name),
                role=role if single else "",
                owner=owner,
            )
        elif single:
            yield Mention(name=role, kind=kind, start=found.start(), end=found.end("role"), role=role, owner=owner)
    for found in _OWN_ROLE.finditer(text):
        role = roles.usual_role_word(found["role"])
        yield Mention(
            name=role,
            kind=EntityKind.PERSON,
            start=found.start("role"),
            end=found.end("role"),
            role=role,
            owner=MentionOwner.SPEAKER,
        )


def _stands(cut: SegmentedText, start: int, end: int, word: str) -> bool:
    """Whether a word for a role stands by itself: 姐 in 我姐, not in 我姐妹, 狗 not in 我狗粮."""
    text = cut.text
    if len(word) > 1:
        return end in cut.ends or _after_is_free(text, end)
    if end == len(text) or (end in cut.ends and (text[end] in _FOLLOWS_ROLE or not re.match(HAN_CHARACTER, text[end]))):
        return True
    return end in cut.ends and text[end : end + 2] not in ("们的", "妹们") and text[end] not in "们妹弟哥姐粮舍窝咪狗"


def _after_is_free(text: str, end: int) -> bool:
    return end == len(text) or text[end] in _FOLLOWS_ROLE


def _given(cut: SegmentedText, at: int, *, animal: bool) -> tuple[int, str] | None:
    """The name that stands right after a role: 我姐李娜, 我女儿朵朵, 我弟弟叫陈一凡."""
    text = cut.text
    calling = Regex(rf"(?:的名字)?(?:名字)?(?:名叫|叫做|叫|是)?(?P<name>{LATIN_NAME})").match(text, at)
    if calling:
        return calling.start("name"), calling["name"]
    if found := _CALLED.match(text, at):
        name = found["name"]
        return None if _NOT_CALLED.match(name) else (found.start("name"), name)
    for length in (3, 2, 4):
        name = text[at : at + length]
        if len(name) == length and is_full_name(cut, at, at + length, told=True):
            return at, name
    twice = Regex(rf"(?P<one>{HAN_CHARACTER})(?P=one)").match(text, at)
    if (twice and AFTER_PERSON.match(text, at + 2)) or (twice and text[at + 2 : at + 3] in "一二三四五六七八九十"):
        return at, twice.group() if twice else ""
    nick = PET_NAME.match(text, at)
    if nick and is_nickname(cut, nick):
        return at, nick.group()
    return None


def called_names(cut: SegmentedText) -> Iterator[Mention]:
    """What somebody or something is called: 我的猫叫咪咪, 一家叫云上的餐厅."""
    text = cut.text
    for found in _CALLED.finditer(text):
        name, before = found["name"], text[: found.start()]
        if _NOT_CALLED.match(name) or not re.search(f"{HAN_CHARACTER}|[A-Za-z]", before[-1:]):
            continue
        if _PET.search(before):
            yield mention_of(EntityKind.ANIMAL, name, found.start("name"))
        elif re.search(r"(?:公司|乐队|餐厅|饭馆|店|咖啡馆|学校|机构|品牌|团队|俱乐部|社团|酒吧)(?:名字?)?$", before):
            yield mention_of(EntityKind.ORGANISATION, name, found.start("name"))
        elif re.search(
            rf"(?:{roles.CHINESE_ROLE_PATTERN}|他|她|男孩|女孩|男生|女生|先生|女士|[^\W\d_]人|小伙子|姑娘|作者|歌手|演员"
            rf"|医生)(?:的?名字?)?$",
            before,
        ):
            yield mention_of(EntityKind.PERSON, name, found.start("name"))
