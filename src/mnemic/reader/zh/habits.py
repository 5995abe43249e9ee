"""Constructions of habit: what somebody does every day, at an hour, on the way to work, or has learned to do."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.agent_of_clause import ADVERB, HEAD, is_own_doing
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import HOUR, ME, NUMBER, RECUR, WE
from mnemic.reader.zh.person import opening_person
from mnemic.reader.zh.topics import rule_topic, tool_category


def habit_value(found: re.Match[str], scene: ClauseContext) -> str:
    """What a habit is about."""
    return f"habit:{tool_category(scene.text, rule_topic(scene.text, HEAD.sub('', scene.text, count=1)[:8]))}"


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="has the same every time",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME})?(?:每天|平时)?(?P<thing>早[餐饭]|[午中晚][餐饭]|夜宵|下午茶)(?:就|都|一般|基本|"
            rf"永远)*(?:改[成为]?|换[成为]|固定|雷打不动|都是|总是|一直是|老是|是|吃|喝)"
            r"(?:吃|喝|是)?(?P<what>[^，。了]{2,20})$"
        ),
        attribute=lambda found, scene: f"habit:{found['thing']}",
        single=True,
        importance=0.6,
        changes=Regex("改|换"),
        when=lambda found, scene: (
            not scene.once and not scene.request and not re.search(r"今[天晚]|[你您]|昨|刚", scene.text)
        ),
    ),
    Frame(
        name="does it by habit",
        kind=Kind.FACT,
        pattern=Regex(
            rf"(?:{ME}|{WE})[^，。]{{0,6}}?(?:{RECUR})(?P<what>[^，。]{{2,30}})|"
            rf"{RECUR}[一二三四五六日天、早晚上中下午周\d点半]{{0,8}}(?:{ADVERB})*(?:{ME}|"
            rf"{WE})(?P<thing>[^，。]{{2,30}})|"
            rf"^(?:{RECUR})(?P<act>(?:{HOUR})?(?:骑|坐|开|走|跑|去|打|练|健身|游泳|上班|起床|睡)[^，。]{{1,20}})"
        ),
        attribute=habit_value,
        single=True,
        importance=0.5,
        when=lambda found, scene: (
            not re.search(
                r"[你您]|都是|好累|烦|了$|一直|感到|焦虑|思考|考虑|想去|是一个|发脾气|担心|紧张|忘|迟到|加班|被|"
                r"糟|老想|不知道|感觉|觉得",
                scene.text,
            )
        ),
    ),
    Frame(
        name="does it at an hour",
        kind=Kind.FACT,
        pattern=Regex(
            rf"{ME}(?:都|就|是)?{HOUR}(?:就|才|会|左右|准时)*(?P<what>(?:去|起|睡|跑|上|下|出|到|吃|遛|健身|"
            rf"开始|接|送)[^，。]{{0,16}})"
        ),
        attribute=habit_value,
        single=True,
        importance=0.6,
        confidence=0.7,
        when=lambda found, scene: not re.search(rf"了|[要得会]|提醒|{NUMBER}[号日]|今天|明天", scene.text),
    ),
    Frame(
        name="way to work",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:上班|通勤|上下班)(?:都|就|一般|是|现在|基本)*(?:改)?(?P<what>(?:坐|骑|开|走|乘|打|"
            r"搭)[^，。]{1,16})|(?:改|都|现在|平时)(?P<thing>(?:坐|骑|开|走)[^，。]{1,12})(?:上班|通勤)"
        ),
        attribute="habit:commute",
        single=True,
        importance=0.6,
        when=is_own_doing,
    ),
    Frame(
        name="learned or can",
        kind=Kind.FACT,
        pattern=Regex(
            r"(?:(?:从小|小时候|大学|自学|只|以前)[^，。]{0,6}学(?:过|了|的是)?|学过|学了|练了|练过|"
            r"学(?=[^，。]{1,8}(?:年|个月)了?$))(?P<what>[^，。]{1,14})"
        ),
        attribute=lambda found, scene: f"skill:{found['what'][:8]}",
        importance=0.6,
        when=lambda found, scene: is_own_doing(found, scene) and (scene.explicit or bool(opening_person(scene.text))),
    ),
)
