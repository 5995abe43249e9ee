"""How a step is added, dropped or changed in Chinese."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.when.numerals import chinese_number
from mnemic.rooms.skill.procedure.procedure_text import procedure_name
from mnemic.rooms.skill.procedure.step_change import LAST, Amendment, StepAction

ONCE = Regex(r"这次|这一次|这回|今天(?!起)|本次|暂时|临时|这趟|今晚")
_LEAD = Regex(r"^(?:(?:对了|另外|还有|哦|嗯|好的?|行|那|然后|再说|等等|麻烦|请|帮我|你|以后|从现在起|以后都?)[，, ]*)+")
_ORD = r"(?:第(?P<ord>[一二三四五六七八九十两\d]{1,3})[步条项个]|最后(?P<last>一)步)"
_NAME = (
    r"(?:把|将|给|在|往)?[「“\"]?(?P<name>(?!在?第.{1,3}步|在?最后|在?最前|在?开头)[^，。：:；\n「」“”]{2,20}?)"
    r"[」”\"]?"
)
_IN = r"(?:这个?(?:流程|技能)?)?(?:里面?|里头|中|上|的话)?(?:的)?"
_ADDS = (
    r"(?:再|还|也|要|得|需要|应该|多)*(?:加上?|补上?|插入?|添上?|添加|增加|多)(?:上|进去|入)?"
    r"(?:一(?:个|道|条)?(?:新?步骤|步|环节|操作|条|项)|个(?:新?步骤|步|环节|操作))"
)
_SIDE = (
    r"在?(?P<where>[^，。：:；\n]{1,16}?(?:之前|之后|以前|以后|前面|后面|前|后)|最后面?|最前面?|开头|末尾|结尾)"
    r"面?[，,]?"
)
_ADD: tuple[Regex[str], ...] = (
    Regex(rf"{_NAME}(?:里面?|里头|中|的|在|，){_SIDE}{_ADDS}[：:，,]?\s*(?P<step>.+)"),
    Regex(
        rf"(?:给|往){_NAME}(?:的)?(?P<where>最后面?|最前面?|开头|末尾|结尾|{_ORD}(?:之前|之后|前|"
        rf"后)){_ADDS}[：:，,]?\s*(?P<step>.+)"
    ),
    Regex(rf"{_NAME}{_IN}[，,]?{_ADDS}[：:，,]?\s*(?P<step>.+)"),
    Regex(rf"{_SIDE}{_ADDS}[：:，,]?\s*(?P<step>.+)"),
    Regex(rf"{_ADDS}[：:，,]?\s*(?P<step>.+)"),
)
_GONE = r"(?:可以)?(?:去掉|删掉|删了|删除|去了|取消|跳过|不要|不用做?|省掉|省了|略过|拿掉|砍掉)(?:吧|了|掉)*"
_THAT = r"(?P<what>[^，。：:；\n]{2,16}?)(?:这|那)(?:一)?[步条个]"
_REMOVE: tuple[Regex[str], ...] = (
    Regex(rf"{_NAME}{_IN}[，,]?(?:把|将)?{_ORD}[，,]?(?:就|都)?{_GONE}"),
    Regex(rf"(?:把|将)?{_ORD}[，,]?(?:就|都)?{_GONE}"),
    Regex(rf"(?:跳过|去掉|删掉|删除|取消|省掉|不要|略过|不用做|拿掉)(?:{_NAME}{_IN})?{_ORD}(?:吧|了)*"),
    Regex(rf"{_NAME}(?:里面?|里头|中)(?:的)?[，,]?(?:把|将)?{_THAT}[，,]?(?:就|都)?{_GONE}"),
    Regex(rf"(?:跳过|去掉|删掉|删除|取消|省掉|不要|略过){_NAME}(?:里面?|里头|中)(?:的)?{_THAT}(?:吧|了)*"),
)
_TO = r"(?:都|就|要)*(?:改成|换成|改为|换为|变成|变为|改一?下[，,：:]?|应该是|应该改成)[：:，,]?\s*(?P<step>.+)"
_REPLACE: tuple[Regex[str], ...] = (
    Regex(rf"{_NAME}{_IN}[，,]?(?:把|将)?{_ORD}[，,]?{_TO}"),
    Regex(rf"(?:把|将)?{_ORD}[，,]?{_TO}"),
    Regex(rf"{_NAME}(?:里面?|里头|中)(?:的)?[，,]?(?:把|将)?{_THAT}[，,]?{_TO}"),
)


def parse_amendment(message: str) -> Amendment | None:
    """What a message asks to change, whatever procedure it names."""
    said = _LEAD.sub("", message.strip(" 。！!\n，,"), count=1)
    if len(said) > 200 or "\n" in said:
        return None
    for deed, patterns in ((StepAction.ADD, _ADD), (StepAction.REMOVE, _REMOVE), (StepAction.REPLACE, _REPLACE)):
        for pattern in patterns:
            if (found := pattern.fullmatch(said)) is not None:
                return _made(deed, found.groupdict())
    return None


def _made(deed: StepAction, groups: dict[str, str | None]) -> Amendment:
    name = procedure_name(groups.get("name") or "")
    step = (groups.get("step") or "").strip()
    if deed is not StepAction.ADD:
        number = LAST if groups.get("last") else _number(groups.get("ord"))
        return Amendment(deed=deed, name=name, step=step, number=number, like=groups.get("what") or "")
    number, like, before = _where(groups.get("where") or "")
    return Amendment(deed=deed, name=name, step=step, number=number, like=like, before=before)


def _where(where: str) -> tuple[int | None, str, bool]:
    """Number, words and side of the step a new one goes beside. 在那之前 is before the last step."""
    if not where or re.fullmatch(r"最后面?|末尾|结尾", where):
        return None, "", False
    if re.fullmatch(r"最前面?|开头", where):
        return 1, "", True
    before = where.endswith("前") or where.endswith("前面")
    what = re.sub(r"(?:之|以)?(?:前|后)面?$", "", where).removeprefix("在")
    if re.fullmatch(r"[这那](?:个|一?步)?|它", what):
        return LAST, "", before
    if (numbered := re.fullmatch(_ORD, what)) is not None:
        return (LAST if numbered["last"] else _number(numbered["ord"])), "", before
    return None, what, before


def _number(said: str | None) -> int | None:
    if not said:
        return None
    return int(said) if said.isdigit() else chinese_number(said)
