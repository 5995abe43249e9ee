"""What the dense sentences of a language are made of beside the words of their parts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mnemic.domain.regex import Regex


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionTemplates:
    """One language's templates."""

    user: str  # how statements call the user
    space: str  # between words
    heads: tuple[str, ...]  # verbs that several objects may share, longest first
    denying: tuple[str, ...]  # those of them after which a list is joined by `either`
    crowded: Regex[str]  # what an object must not hold to stand in a list
    object_length_max: int  # of such an object, in words or, in Chinese, characters
    comma: str  # between objects
    last: str  # before the last object
    either: str  # the same after a denial
    then: str  # between what is said of one subject
    finally_: str  # before the last of these
    apart: str  # between what is said of one subject where its words hold commas, and between subjects
    joined: Regex[str]  # in words that make `apart` needed
    end: str  # of the sentence
    addable: frozenset[str]  # words that a sentence may hold beside those of its parts: they state nothing


EN = FusionTemplates(
    user="The user",
    space=" ",
    heads=(
        "does not like",
        "doesn't like",
        "is interested in",
        "is learning to",
        "would like to",
        "wants to learn",
        "wants to visit",
        "plans to learn",
        "is learning",
        "is a fan of",
        "is fond of",
        "doesn't eat",
        "doesn't drink",
        "has been to",
        "will learn",
        "has used",
        "dislikes",
        "collects",
        "enjoys",
        "speaks",
        "drinks",
        "hates",
        "knows",
        "likes",
        "loves",
        "plays",
        "reads",
        "uses",
        "used",
        "owns",
        "eats",
    ),
    denying=("does not like", "doesn't like", "doesn't eat", "doesn't drink"),
    crowded=Regex(
        r"[,;:()\"“”]|\b(?:and|or|nor|but|when|whenever|because|than|if|unless|while|after|before|until|since|except"
        r"|without|with|from|for|at|on|in|by|to|not|no|only|more|most|every|each|again|too|as)\b",
        re.IGNORECASE,
    ),
    object_length_max=4,
    comma=", ",
    last=" and ",
    either=" or ",
    then=", ",
    finally_=" and ",
    apart="; ",
    joined=Regex(r"[,;:]|\band\b|\bor\b|\bbut\b", re.IGNORECASE),
    end=".",
    addable=frozenset("and also too both the a an he she it they who which has have is are user".split()),
)

ZH = FusionTemplates(
    user="用户",
    space="",
    heads=(
        "不太喜欢",
        "特别喜欢",
        "打算学",
        "正在学",
        "不喜欢",
        "很喜欢",
        "最爱",
        "喜欢",
        "讨厌",
        "想学",
        "想去",
        "去过",
        "用过",
        "在用",
        "在学",
        "会说",
        "会弹",
        "爱吃",
        "爱喝",
        "爱看",
        "不吃",
        "不喝",
    ),
    denying=(),
    crowded=Regex(r"[，、；：。（）()“”\s]|[和与或跟但比每除再只]|时候|因为|如果|不|没|之前|之后|以后|以前"),
    object_length_max=10,
    comma="、",
    last="和",
    either="和",
    then="，",
    finally_="，",
    apart="；",
    joined=Regex(r"[，；：。]"),
    end="",
    addable=frozenset("也还并且而和与及他她它用户"),
)

WORDINGS = {"en": EN, "zh": ZH}
"""By language; statements in any other stay as they are."""
