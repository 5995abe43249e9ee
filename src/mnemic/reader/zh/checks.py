"""What every statement of the rules must pass: it says something by itself, of somebody who is known."""

from __future__ import annotations

import re
from dataclasses import replace

from mnemic.domain.regex import Regex
from mnemic.reader.statement import Statement
from mnemic.reader.zh.lexicon import RELATION
from mnemic.reader.zh.person import PERSON

CONNECTIVE = (
    r"(?:但是?|可是|因为|所以|然后|而且|于是|那么|结果(?!是|为)|就是(?=[，,])|比如|例如|往下写|以及|另外|并且|"
    r"不然|否则)"
)
DANGLING = Regex(
    r"(?:^|[，,；;])[^，,；;]{0,10}?(?:(?<![听据传小虚难好再不能会肯敢想])(?<!来)说(?:的|是|道|过|着)?|的意思呢?|问(?:用户|的)?|就是|这不|然后|因为|所以|"
    r"但是?|而且|以及|还有|(?:就|也)是(?:那个|说)?|"
    r"(?:觉得|认为|表示|以为)|坐久了就|那个啥)$"
)
HOLLOW = Regex(
    rf"^(?:更正：)?(?:用户[：:]?)?{CONNECTIVE}|^(?:更正：)?(?:人家|说用户|说是|有人(?:问|说))|"
    r"^(?:更正：)?(?:用户)?(?:的?意思|说|想说|想说的)(?:是)?(?:好的?|行|会|可以|没问题|不行|不用|也是|这个|那个)?$|"
    r"^(?:更正：)?用户(?:这|那)个[^，。]{1,4}$|"
    rf"^用户的{RELATION}[^，。]{{0,3}}?(?:自己)?(?:肯定|估计|大概|恐怕|八成|多半|说不定|应该是?)[^，。]{{1,8}}$|"
    r"^说用户|^用户[：:]?(?:问|听)(?:了|过)?$"
)
THING_MIN = 2  # code points before 它 that may name the thing
PRONOUN = Regex(r"(?<![其吉维就])(?:[他她它](?!人|乡|杀|定|汀|西)|[他她它]们)")
FORBIDS = Regex(r"[，,](?:也|都|就)?(?:别|不要|甭)[^，,]*$")  # "single now, never mention him again"
ANTECEDENT = Regex(rf"{RELATION}|《|[A-Z][a-z]+|[小老阿][\u4e00-\u9fff]|的[^，]{{1,6}}|(?:[猫狗鸟鱼车机人师员家])")
OBJECT_OPEN = Regex(
    r"(?:^|[，,])[^，,]{0,12}(?:能不能|愿不愿意|是不是|要不要|会不会|有没有|好不好|行不行)[^，,]{0,10}$"
)
NOT_THE_USERS = Regex(rf"^用户(?=(?!的|家|这边|[在和跟有把给让带])[^，]{{1,8}}的{RELATION}(?:叫|姓|是))")
"""A subject put in where the clause names its own: "the new child at the day care is called ..."."""
RHETORICAL = Regex(r"不是(?=(?:刚|前|昨|上|已|去|带|在|买|跟|和|有|说|要|给|换|搬|来|到|想|一直)[^，。]{1,24}[嘛吗么])")


def standalone_statement(statement: Statement, message: str) -> Statement | None:
    """The statement where it stands alone, without what hangs in the air at its end; None where nothing is left."""
    text = NOT_THE_USERS.sub("", resolve_rhetorical(statement.text, message))
    while (shorter := _cut(text)) != text and shorter:
        text = shorter
    if not text or not is_standalone(text):
        return None
    return statement if text == statement.text else replace(statement, text=text)


def resolve_rhetorical(text: str, message: str) -> str:
    """ "Did I not go and have it seen to" says that I did."""
    if (found := RHETORICAL.search(message)) is None:
        return text
    verb = message[found.end() : found.end() + 2]
    return text.replace(f"不是{verb}", verb, 1)


def _cut(text: str) -> str:
    found = DANGLING.search(text)
    return text[: found.start()] if found else text


def is_standalone(text: str, *, loosely: bool = False) -> bool:
    """Whether a text says something without what stood around it; loosely: only its first clause must."""
    if HOLLOW.search(text) or OBJECT_OPEN.search(text) or DANGLING.search(text):
        return False
    pronoun = PRONOUN.search(re.split("[，,。；]", text)[0] if loosely else FORBIDS.sub("", text))
    if pronoun is None:
        return True
    before = text[: pronoun.start()]
    if pronoun.group() == "它" and len(before.replace("用户", "")) > THING_MIN:
        return True
    return bool(PERSON.search(before)) or bool(ANTECEDENT.search(before.replace("用户的", "").replace("用户", "")))
