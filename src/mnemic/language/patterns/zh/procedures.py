"""Procedures the user teaches, and lists under a heading."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mnemic.domain.record import Kind, Slot
from mnemic.language.patterns.zh.clauses import NUMBERED
from mnemic.language.patterns.zh.person import bare, third_person
from mnemic.language.patterns.zh.topics import value_of
from mnemic.language.statement import Statement

TEACHES = re.compile(
    r"教你|(?:说|讲)一?[下声]怎么|步骤|流程|做法|写法|套路|这么来|这样来|按(?:这个|以下|下面)|"
    r"怎么[^，。？?]{1,4}(?:记好|[：:])|顺序(?:是|：)|SOP|checklist",
    re.IGNORECASE,
)
HEADING = re.compile(r"^(?P<head>[^：:\n]{2,30})[：:]\s*(?P<body>.+)\Z", re.DOTALL)
ORDERED = re.compile(r"^(?P<head>[^：:\n，。]{2,20}(?:顺序|步骤|流程|做法))(?:就?是)\s*(?P<body>.+)\Z", re.DOTALL)
NEXT_SUBJECT = re.compile(r"(?<=[。！!\n])(?=[ \t]{0,4}(?:对了|另外|还有|顺便|哦对))")
THEN = re.compile(r"先|再|然后|接着|最后|之后")
BULLET = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)、）])\s*(?P<item>[^\n]+)$", re.MULTILINE)
AVERSE = re.compile(r"忌口|不(?:吃|要|喜欢|爱|能|碰|喝)|讨厌|过敏|避雷|黑名单|雷区|别(?:推|放|买|给)")
FOND = re.compile(r"喜欢|爱(?:吃|喝|看|听|玩)|偏好|常(?:去|用|点)|最爱|白名单")
ASKED = re.compile(r"^(?:请|帮我?|麻烦|给我|写|生成|列|把)(?!一?下)|[?？]|怎么办|吗$|什么步骤")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """Statements, and the end of what they used up."""

    statements: tuple[Statement, ...]
    end: int


def procedure(message: str) -> Taken | None:
    """A procedure: a heading that teaches, or two steps or more in a fixed order."""
    text = NEXT_SUBJECT.split(message, maxsplit=1)[0]
    start = len(text) - len(text.lstrip())
    found = HEADING.match(text.strip()) or ORDERED.match(text.strip())
    head, body = (found["head"], found["body"]) if found else ("", text.strip())
    steps = len(NUMBERED.findall(body))
    order = len({m.group() for m in THEN.finditer(body)} - {"之后"})
    taught = bool(TEACHES.search(head))
    ordered = steps >= 2 or order >= 2
    if not (taught and (ordered or body.count("，") >= 1)) or ASKED.search(head):
        return None
    name = _name(head)
    said = re.sub(r"\s*\n+\s*", "；", body).strip()
    return Taken(
        statements=(
            Statement(
                text=third_person(f"{name}：{bare(said)}"),
                kind=Kind.SKILL,
                slot=Slot(subject="user", attribute=f"skill:{value_of(name)}", value=value_of(said), single=True),
                start=start,
                end=len(text.rstrip()),
                confidence=0.9,
                importance=0.8,
            ),
        ),
        end=len(text),
    )


def _name(head: str) -> str:
    short = re.sub(
        r"^(?:我)?(?:来)?(?:教你(?:一?[下招手]|一?个[^，。]{0,4}[，,])?|记一?下|记住)|(?:记好|记住|如下|"
        r"是这样(?:的)?|一下)$",
        "",
        bare(head),
    ).strip()
    return short or bare(head)


def listing(message: str) -> Taken | None:
    """A heading of likes or aversions with one thing a line under it."""
    text = NEXT_SUBJECT.split(message, maxsplit=1)[0]
    found = HEADING.match(text.strip())
    if not found or ASKED.search(found["head"]):
        return None
    averse, fond = AVERSE.search(found["head"]), FOND.search(found["head"])
    items = [bare(m["item"]) for m in BULLET.finditer(found["body"])]
    if not items and (averse or fond) and "、" in found["body"]:
        items = [bare(item) for item in re.split(r"[、，,]", re.split(r"[。\n]", found["body"])[0])]
    if not items or not (averse or fond):
        return None
    return Taken(
        statements=tuple(_listed(found["head"], item, averse=bool(averse)) for item in items if 0 < len(item) <= 16),
        end=len(text),
    )


def _listed(head: str, item: str, *, averse: bool) -> Statement:
    allergy = "过敏" in head
    scene = third_person(bare(re.sub(r"(?:忌口|清单|列表|名单|如下|有|的?东西)+$", "", head)))
    scene = scene.removeprefix("用户").removeprefix("的")
    verb = "" if re.search(r"不|别|过敏|喜欢|爱|讨厌|偏好", scene) else ("不要" if averse else "喜欢")
    text = f"用户对{item}过敏" if allergy else f"用户{scene}{verb}{item}"
    return Statement(
        text=text,
        kind=Kind.FACT if allergy else Kind.PREFERENCE,
        slot=Slot(
            subject="user",
            attribute="allergy" if allergy else "diet" if averse else "like",
            value=value_of(item),
            polarity=1 if allergy or not averse else -1,
        ),
        confidence=0.85,
        importance=0.7,
    )
