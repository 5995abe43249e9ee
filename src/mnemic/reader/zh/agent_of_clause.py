"""Who does what a verb says: what may stand before it when it is the user, or a person the clause names."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.reader.zh.frame import ClauseContext
from mnemic.reader.zh.lexicon import FUTURE, HOUR, ME, PAST, RECUR, WE
from mnemic.reader.zh.person import opening_person

ADVERB = (
    r"(?:也|都|就|还|又|真的?|特别|特|最|很|超级|超|挺|比较|更|非常|一直|从小|从来|向来|其实|平时|一般|通常|"
    r"确实|实在|有点儿?|蛮|还是|可|太|好|巨|贼|"
    r"一向|尤其|主要|最近|现在|倒|本来|自己|是|今年|平常|真心|完全|绝对|压根|根本|基本|几乎|早就|已经|个人|对|"
    r"每天|天天|刚刚?|新|才|终于|家里?|全|转行|啥都|什么都|只|这)"
)
HEAD = Regex(rf"(?:{ADVERB}|{PAST}|{FUTURE}|{ME}|{WE}|{RECUR}|{HOUR}|早上|晚上|白天|夜里|老是?|[\s，,、])*")


BETWEEN_MAX = 6  # code points that may stand between the subject and its verb besides adverbs
FAR = Regex(r"[他她它你您觉认有说让想知像]|自己|可能|感觉")


def is_own_doing(found: re.Match[str], scene: ClauseContext) -> bool:
    """What stands before the verb is the user, a known person, or nothing but adverbs and time."""
    head = scene.text[: found.start()]
    if re.search(rf"没说|谁说|不代表|不是说|(?:不是|并非|又不是|哪里?是|不等于)(?:{ME}|真的?)*$", head):
        return False
    if re.search(r"(?:说|催|劝|盼|骂|问|觉得|让)(?:我|咱|他|她)?(?:也|早就)?(?:该|应该|不该|是不是)", head):
        return False
    if re.search(r"[你您](?!们)|他们|她们|大家|人家|有人|别人|谁|很多人|听说", head):
        return False
    if opening_person(scene.text):
        head = re.sub(r"^.{1,8}?说(?:他|她|自己)?(?:自己)?", "", head)
    head = re.sub(r"从[^，。我]{1,6}$", "", head)
    if HEAD.fullmatch(head):
        return True
    mentions = [mention.end() for mention in re.finditer(rf"{ME}|{WE}", head)]
    if not mentions:
        return opening_person(scene.text) is not None and not FAR.search(head)
    return HEAD.fullmatch(between := head[mentions[-1] :]) is not None or (
        len(between) <= BETWEEN_MAX and not FAR.search(between)
    )


def is_fronted_object(found: re.Match[str], scene: ClauseContext) -> bool:
    """The same, or the object stands in front: "香菜不吃"."""
    head = scene.text[: found.start()]
    return is_own_doing(found, scene) or (
        len(head) <= 10 and not re.search(r"[的这那你他她它了]|客户|大家|猫|狗", head)
    )
