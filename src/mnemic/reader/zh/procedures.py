"""Procedures the user teaches, and lists under a heading."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mnemic.domain.record import Kind, Slot, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.statement import Statement
from mnemic.reader.zh.clauses import NUMBERED
from mnemic.reader.zh.person import strip_fillers, third_person
from mnemic.reader.zh.topics import rule_topic, slot_value

TEACHES = Regex(
    r"教你|(?:法子|手法|[救做洗煮挑练用腌]法|窍门|诀窍|秘诀)(?:就?是)?$|(?:说|讲)一?[下声]怎么|步骤|流程|做法|写法|套路|这么来|这样来|按(?:这个|以下|下面)|"
    r"怎么[^，。？?]{1,4}(?:记好|[：:])|顺序(?:是|：)|SOP|checklist",
    re.IGNORECASE,
)
HEADING = Regex(r"^(?P<head>[^：:\n]{2,30})[：:]\s*(?P<body>.+)\Z", re.DOTALL)
UNDER = Regex(
    r"^(?P<head>[^：:\n]{2,30}(?:步骤|流程|做法|方法|顺序|写法))[，,。]?"
    r"[ \t]*\n+(?P<body>\s*(?:[-*•]|\d).+)\Z",
    re.DOTALL,
)
TAUGHT = Regex(
    r"^(?P<head>(?:我)?(?:来)?(?:再)?教你[^，。：:\n]{2,16}|"
    r"(?:跟你|给你)?(?:说|讲)一?下?[^，。：:\n]{1,12}(?:步骤|法子|流程|做法|窍门))[，,]\s*(?P<body>(?:第一步|首先|先).+)\Z",
    re.DOTALL,
)
ORDERED = Regex(r"^(?P<head>[^：:\n，。]{2,20}(?:顺序|步骤|流程|做法))(?:就?是)\s*(?P<body>.+)\Z", re.DOTALL)
NEXT_SUBJECT = Regex(r"(?<=[。！!\n])(?=[ \t]{0,4}(?:对了|另外|还有|顺便|哦对))")
THEN = Regex(r"先|再|然后|接着|最后|之后")
BULLET = Regex(r"^\s*(?:[-*•·]|\d{1,2}[.)、）])\s*(?P<item>[^\n]+)$", re.MULTILINE)
AVERSE = Regex(r"忌口|不(?:吃|要|喜欢|爱|能|碰|喝)|讨厌|过敏|避雷|黑名单|雷区|别(?:推|放|买|给)")
FOND = Regex(r"喜欢|爱(?:吃|喝|看|听|玩)|偏好|常(?:去|用|点)|最爱|白名单")
ASKED = Regex(r"^(?:请|帮我?|麻烦|给我|写|生成|列|把)(?!一?下)|[?？]|怎么办|吗$|什么步骤")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedPassage:
    """Statements, and the end of what they used up."""

    statements: tuple[Statement, ...]
    end: int


def procedure(message: str) -> ParsedPassage | None:
    """A procedure: a heading that teaches, or two steps or more in a fixed order."""
    text = NEXT_SUBJECT.split(message, maxsplit=1)[0]
    start = len(text) - len(text.lstrip())
    found = next(filter(None, (heading.match(text.strip()) for heading in (HEADING, ORDERED, UNDER, TAUGHT))), None)
    head, body = (found["head"], found["body"]) if found else ("", text.strip())
    steps = len(NUMBERED.findall(body))
    order = len({m.group() for m in THEN.finditer(body)} - {"之后"})
    taught = bool(TEACHES.search(head))
    ordered = steps >= 2 or order >= 2
    if not (taught and (ordered or len(re.findall("[，,]", body)) >= 1)) or ASKED.search(head):
        return None
    name = _name(head)
    said = re.sub(r"\s*\n+\s*", "；", body).strip()
    return ParsedPassage(
        statements=(
            Statement(
                text=third_person(f"{name}：{strip_fillers(said)}"),
                kind=Kind.SKILL,
                slot=Slot(subject="user", attribute=f"skill:{slot_value(name)}", value=slot_value(said), single=True),
                start=start,
                end=len(text.rstrip()),
                confidence=0.9,
                importance=0.8,
            ),
        ),
        end=len(text),
    )


NORMS_HEAD = Regex(
    r"^(?:给我|帮我|替我|跟我|以后)?(?:写|做|列|画|算|回|翻译|推荐|订|选|买|点|讲|说|报|排|总结|整理|起)(?![个一份篇张封段首下])"
    r"(?P<thing>[^，。：:这那个]{1,6}?)(?:的时候|时|的话)?$"
)
NORM = Regex(
    r"^(?:别|不要|不用|不|只|都|先|要|用|按|写|带|少|多|优先|尽量|统一|保留|放|加)[^，。]{1,14}$|"
    r"^[^，。我你]{1,6}(?:用|写|按|要|放|别|不|统一|大写|小写|蛇形|驼峰|缩进|保留|优先|控制|左对齐|加粗)[^，。]{0,10}$"
)


def norms(message: str) -> ParsedPassage | None:
    """How something is always to be done, with two norms or more after a colon: "写诗：要押韵，别用生僻字"."""
    text = re.split(r"[。！!\n]", message, maxsplit=1)[0]
    head, colon, body = re.sub("：", ":", text).partition(":")
    parts = [part for part in map(strip_fillers, re.split(r"[，,；;]", body)) if part]
    named = NORMS_HEAD.match(strip_fillers(head))
    if not colon or named is None or len(parts) < 2 or not all(NORM.match(part) for part in parts):
        return None
    return ParsedPassage(
        statements=(
            Statement(
                text=third_person(strip_fillers(text)),
                kind=Kind.RULE,
                slot=Slot(
                    subject="user",
                    attribute=f"rule:{rule_topic(named['thing'], named['thing'])}",
                    value=slot_value(body),
                    single=True,
                ),
                start=len(text) - len(text.lstrip()),
                end=len(text.rstrip()),
                confidence=0.85,
                importance=0.8,
                tier=Tier.PROPOSED,
            ),
        ),
        end=len(text),
    )


def _name(head: str) -> str:
    short = re.sub(
        r"^(?:我)?(?:来)?教你一?[遍下]|(?:，|,)?你?(?:记住|记好|记下)$|我?教你(?:一?[下遍招])?$|^(?:跟你|给你)(?:说|讲)一?下|^(?:我)?(?:来)?(?:教你(?:一?[下招手个]|一?个[^，。]{0,4}[，,])?|记一?下|记住)|(?:记好|记住|如下|"
        r"是这样(?:的)?|一下)$",
        "",
        re.sub("(?:我|俺)教你(?=[^，]{2,})", "", strip_fillers(head)),
    ).strip("，,：: “”「」\"'")
    return short or strip_fillers(head)


def listing(message: str) -> ParsedPassage | None:
    """A heading of likes or aversions with one thing a line under it."""
    text = NEXT_SUBJECT.split(message, maxsplit=1)[0]
    found = HEADING.match(text.strip())
    if not found or ASKED.search(found["head"]):
        return None
    averse, fond = AVERSE.search(found["head"]), FOND.search(found["head"])
    items = [strip_fillers(m["item"]) for m in BULLET.finditer(found["body"])]
    if not items and (averse or fond) and "、" in found["body"]:
        items = [strip_fillers(item) for item in re.split(r"[、，,]", re.split(r"[。\n]", found["body"])[0])]
    if not items or not (averse or fond):
        return None
    return ParsedPassage(
        statements=tuple(_listed(found["head"], item, averse=bool(averse)) for item in items if 0 < len(item) <= 16),
        end=len(text),
    )


def _listed(head: str, item: str, *, averse: bool) -> Statement:
    allergy = "过敏" in head
    scene = third_person(strip_fillers(re.sub(r"(?:忌口|清单|列表|名单|如下|有|的?东西)+$", "", head)))
    scene = scene.removeprefix("用户").removeprefix("的")
    verb = "" if re.search(r"不|别|过敏|喜欢|爱|讨厌|偏好", scene) else ("不要" if averse else "喜欢")
    text = f"用户对{item}过敏" if allergy else f"用户{scene}{verb}{item}"
    return Statement(
        text=text,
        kind=Kind.FACT if allergy else Kind.PREFERENCE,
        slot=Slot(
            subject="user",
            attribute="allergy" if allergy else "diet" if averse else "like",
            value=slot_value(item),
            polarity=1 if allergy or not averse else -1,
        ),
        confidence=0.85,
        importance=0.7,
    )
