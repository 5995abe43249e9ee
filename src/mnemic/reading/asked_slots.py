"""Which slot a question asks for: "Where do I live?" wants `home`, whatever words the answer was said in."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex

_WANTED: tuple[tuple[str, Regex[str]], ...] = tuple(
    (attribute, Regex(pattern, re.IGNORECASE))
    for attribute, pattern in (
        (
            "home",
            r"\bwhere\b.*\b(?:live|lives|living|based|home|reside)\b|\bhome address\b"
            r"|\bwhich (?:city|town|country)\b.*\b(?:live|home|based)"
            r"|住(?:在|哪)|住.{0,4}(?:哪|什么地方)|家(?:在|住).{0,2}哪|搬(?:到|去).{0,2}哪"
            r"|(?:哪个|什么)城市",
        ),
        ("hometown", r"\bwhere\b.*\b(?:from|born|grow|grew)\b|\bhometown\b|老家|哪里人|哪儿人|籍贯"),
        ("name", r"\bname\b|叫什么|名字|姓名"),
        ("called", r"\b(?:call|address) (?:me|him|her|them|the user)\b|称呼|怎么叫"),
        ("job", r"\b(?:job|occupation|profession|for a living|role)\b|什么工作|职业|做什么的|岗位|职位"),
        (
            "employer",
            r"\bemployer\b|\b(?:which|what) company\b|\bwhere\b.*\bwork|\bwork(?:s|ing)? (?:for|at)\b"
            r"|(?:哪家|什么)公司|在哪.{0,4}(?:上班|工作)|单位",
        ),
        ("age", r"\bhow old\b|\bage\b|几岁|多大|年龄"),
        ("birthday", r"\bbirthday\b|\bborn\b|生日|出生"),
        ("allergy", r"\ballerg|过敏"),
        ("diet", r"\b(?:diet|vegetarian|vegan|halal|kosher|eat)\b|忌口|吃素|饮食|能吃|不吃|不能吃"),
        ("takes", r"\b(?:medication|medicine|drugs?|pills?|prescri)|什么药|用药|吃药|服药"),
        ("speaks", r"\b(?:speak|languages?)\b|会说|什么语言|哪些语言|哪种语言"),
        ("pet", r"\b(?:pets?|dogs?|cats?)\b|宠物|养了?(?:什么|几)|[猫狗]"),
        ("family", r"\b(?:family|children|kids|son|daughter|siblings?|brother|sister)\b|家人|孩子|儿子|女儿|兄弟|姐妹"),
        ("device", r"\b(?:phone|laptop|computer|tablet|camera|device)\b|手机|电脑|笔记本|平板|相机|设备"),
        ("like", r"\b(?:likes?|loves?|enjoys?|hobb|interests?|dislikes?|hates?)\b|喜欢|爱好|兴趣|讨厌|口味"),
        ("favourite", r"\bfavou?rites?\b|最喜欢|最爱"),
    )
)
_SELF = Regex(r"\b(?:i|my|me|mine|we|our|us|the user(?:'s)?)\b|我|咱|用户", re.IGNORECASE)


def asked_attributes(question: str) -> tuple[str, ...]:
    """Slot attributes, or the part of them before the colon, that a question may ask for."""
    return tuple(attribute for attribute, pattern in _WANTED if pattern.search(question))


def asks_about_self(question: str) -> bool:
    """Whether a question speaks of the one who asks, or of the user by that word."""
    return _SELF.search(question) is not None
