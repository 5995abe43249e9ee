"""Which clauses of a sentence belong to one statement."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh import skip_reasons
from mnemic.reader.zh.clauses import Clause
from mnemic.reader.zh.frame import ClauseContext, FrameMatch
from mnemic.reader.zh.lexicon import ME, NUMBER, RELATION
from mnemic.reader.zh.person import strip_fillers
from mnemic.reader.zh.topics import rule_topic

GROUP_MAX = 80  # code points after which a statement takes no further clause
TAIL_CLAUSES_MAX = 3  # clauses without a construction of their own that may follow one that has
LEAD_MAX = 14  # code points of a clause in front that only sets the scene

SETS_SCENE = Regex(
    r"^[^，。]{1,8}(?:那边|这边)|^给[^，。我]{2,10}的[^，。]{1,6}$|^(?:如果|要是|只要|除非|遇到|碰到|凡是|关于|至于|在|坐|点|写|订|出差|"
    r"下雨|周末|平时|一般|发版|上线|开会)|"
    r"(?:时候?|的话|期间|以?后|之?前|天|里|上|方面|这块|那块|[这那]趟|[这那]次|项目|方案)$"
)
STEP = Regex(r"再|然后|接着|同时|先(?=[^，。]{1,10}[再后])")
MANNER = Regex(r"[画写列做选订点买](?![个一张份下])[^，。我]{1,4}?(?:用|别|不要|要|得|避开|选)[^，。]{2,}$")
DENIAL = Regex(r"(?:不对|错了|不是|说错|记错|搞错|写错|算错)[了啊吧]?$")
TOPIC = Regex(r"(?:[这那]趟|[这那]次|项目|方案|活动|旅行|行程|出差)$")
DEPENDS = Regex(
    r"^(?:不然|否则|要不然?|因为|除非|因|主要是|毕竟|省得|免得|怕|所以|也就|连|包括|尤其|特别是|最|就|都|还|"
    r"但|不过|只|顺序|理由|长期有效)"
)
REASON = Regex(
    r"^(?:不然|否则|要不然|因为|除非|毕竟|主要是|省得|免得|理由是)|^(?:跟|帮|和|教)我(?!说|讲|聊)|^长期有效$|"
    r"^其(?!实|他|余)|^嫌|^怕(?:吵|胖|热|冷|晒|累|疼|痛|麻烦|黑|脏)$"
)
CONSEQUENCE = Regex(
    r"^(?:不|没|一|超|晚|早|过|多|少|碰|沾|断|停)[^，。]{0,5}?(?:了)?(?:就|便)(?!是|行|好|可以)[^，。]{1,12}$|"
    r"^(?:超|晚|过|多|少|断|停)了[^，。]{1,12}(?:不|没|要|得|会)[^，。]{1,8}$"
)
"""What follows if it is otherwise ("不睡就没精神", "晚了门卫要登记"): nothing without what it is the other side of."""
INSTEAD = Regex(r"(?:而|只|就|主要)?是|只是|主要")
BARE_LIMIT = Regex(
    rf"(?:控制在|不超过?|最多|至多|别超过?|限)?{NUMBER}[^，。]{{0,4}}(?:以内|之内|封顶|以下)?(?:就行|就好|就够)?$"
)
LEADS_ITSELF = frozenset({"standing order", "stop doing", "default", "remind me", "call me", "talk to me so"})
RESOLVED = frozenset({Kind.DECISION, Kind.RULE, Kind.CONSTRAINT})
ENDINGS = frozenset({"it has ended", "it is off", "gave up", "no longer uses", "no longer does", "tired of it"})
TASTES = frozenset({"like", "diet"})
GROUND = Regex(r"怕|嫌|不让|不许|要求|规定|担心|受不了|看不惯|抱怨|反对|说(?!过|话)")
ASIDE = Regex(
    r"(?<![你您])[你您](?!们|[你您])|想哭|崩溃|无语|窝火|心累|救命|要命|服了|[得把]我(?:都|直|想)|(?:别人|"
    r"人家)一|气死|笑死|注意|吧$|哈哈|帮我"
)


@dataclass(slots=True, kw_only=True)
class Group:
    """Clauses that make one statement, while they are being gathered."""

    found: FrameMatch
    scene: ClauseContext
    pieces: list[str]
    lead: int = 0  # how many of the pieces stand before the clause that carries the statement
    start: int
    end: int
    tails: int = 0
    corrects: bool = False

    def add(self, text: str, end: int, *, tail: bool) -> None:
        """Take in one more clause; a tail is one without a construction of its own."""
        self.pieces.append(text)
        self.end = end
        self.tails += tail


def begin_group(found: FrameMatch, scene: ClauseContext, clause: Clause, lead: list[Clause]) -> Group:
    """A new group, with those of the clauses in front that set its scene."""
    taken = leading_clauses(lead, scene, found.frame.name)
    if not taken and not found.frame.placed:
        taken = unread_clauses_before(lead)
    if not taken and re.match(r"\s*那(?!个|些|边|种|时|天|年)", clause.text):
        taken = unread_clauses_before(lead[-1:])
    pieces = [strip_fillers(each.text) for each in taken]
    start = taken[0].start if taken else clause.start
    return Group(found=found, scene=scene, pieces=[*pieces, scene.said], lead=len(pieces), start=start, end=clause.end)


def leading_clauses(lead: list[Clause], scene: ClauseContext, found_name: str = "") -> list[Clause]:
    """The clauses in front that belong to a statement: a topic with what follows it, or the one that sets the scene."""
    texts = [strip_fillers(clause.text) for clause in lead]
    if texts and TOPIC.search(texts[0]) and sum(map(len, texts)) <= GROUP_MAX // 2:
        return lead
    if (
        not texts
        or re.search("想想|看看|再说|纠结|犹豫", texts[-1])
        or len(texts[-1]) > GROUP_MAX // 2
        or skip_reasons.CHAT.match(texts[-1])
        or DENIAL.match(texts[-1])
        or skip_reasons.is_request_clause(texts[-1])
    ):
        return []
    if found_name in ENDINGS and sum(map(len, texts)) <= GROUP_MAX // 2:
        return lead
    if not scene.explicit and not scene.request and not scene.once and found_name not in LEADS_ITSELF:
        return unread_clauses_before(lead)
    loose = len(texts[-1]) <= LEAD_MAX and not scene.explicit and not scene.request
    finished = texts[-1].endswith("了") and not re.search(ME, texts[-1])
    return lead[-1:] if SETS_SCENE.search(texts[-1]) or (loose and not finished) else []


def unread_clauses_before(lead: list[Clause]) -> list[Clause]:
    """The unread clauses right before one that leaves its subject out, which they may name: it is told with them."""
    taken: list[Clause] = []
    for clause in reversed(lead):
        text = strip_fillers(clause.text)
        if (
            skip_reasons.CHAT.match(text)
            or DENIAL.match(text)
            or skip_reasons.is_request_clause(text)
            or ASIDE.search(text)
        ):
            break
        if sum(len(each.text) for each in taken) + len(text) > GROUP_MAX // 2:
            break
        taken.insert(0, clause)
    return taken


def belongs_to_group(scene: ClauseContext, group: Group) -> bool:
    """Whether a clause without a construction of its own goes on with a statement."""
    text = scene.said
    if scene.once and not group.scene.once:
        return False
    if group.found.frame.name == "does not fail to" and INSTEAD.match(text):
        return True
    full = group.tails >= TAIL_CLAUSES_MAX or sum(map(len, group.pieces)) + len(text) > GROUP_MAX
    if group.found.slot.attribute == "family:孩子" and scene.subject.slot in {"老大", "老二", "孩子"}:
        return not full and not ASIDE.search(text)
    stranger = scene.explicit and scene.subject.slot != group.scene.subject.slot
    if stranger and group.found.frame.kind in RESOLVED and GROUND.search(text):
        stranger = False
    asked = skip_reasons.is_request_clause(text) and not (group.found.frame.order and STEP.match(text))
    if asked and group.found.slot.attribute.startswith(("state:", "allergy", "diet")) and MANNER.match(text):
        asked = False  # "I am colour-blind, draw it in blue and orange": how, and nothing to be done now
    if full or stranger or asked:
        return False
    return bool(DEPENDS.match(text)) or not ASIDE.search(text)


def continues_group(group: Group, found: FrameMatch, scene: ClauseContext) -> bool:
    """Whether a clause says more of the same thing, and so makes no statement of its own."""
    first = group.found
    if scene.once and not group.scene.once:
        return False
    if _denies_a_denial(first, found, scene):
        return True
    if first.slot.attribute == "family:孩子" and found.slot.attribute.startswith("state:school"):
        return True
    if first.frame.order and GROUND.search(scene.text) and re.match(RELATION, scene.text):
        return True
    if scene.subject.slot != group.scene.subject.slot or first.frame.many or found.frame.many:
        return first.frame.kind in RESOLVED and (found.frame.name == "dislikes" or not found.frame.placed)
    if first.slot.key == found.slot.key:
        return first.frame.single or first.slot.polarity == found.slot.polarity
    return any(test(first, found, scene) for test in CONTINUES)


def _reason(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After a decision: why, or what was turned down for it."""
    if first.frame.kind is not Kind.DECISION:
        return False
    if found.frame.kind is Kind.DECISION:
        listed = found.frame.name == first.frame.name == "rejected" and not scene.explicit
        return listed or found.slot.polarity != first.slot.polarity or not found.slot.value
    outright = found.frame.kind in {Kind.RULE, Kind.PLAN, Kind.CONSTRAINT} and found.frame.single
    return not (outright and re.search(r"\d", scene.text))


def _consequence(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After a fact or a taste: what is to be done, or not, because of it."""
    if found.frame.name == "standing order" and first.frame.kind is Kind.PREFERENCE:
        return not scene.explicit and bool(re.match("别的|其[他它余]|剩下的|另外的", scene.text))
    asked = found.frame.name in {"stop doing", "do it this way for me", "not with these"}
    return (
        asked
        and first.frame.kind in {Kind.FACT, Kind.PREFERENCE, Kind.PLAN}
        and not scene.explicit
        and not scene.contrast
    )


def _same_order(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After an order: the same order said again, or its other side."""
    kinds = {Kind.RULE, Kind.CONSTRAINT, Kind.PREFERENCE}
    if (
        first.frame.kind is Kind.CONSTRAINT
        and found.frame.kind is Kind.RULE
        and re.match("必须|不能|不许|也|还", scene.text)
    ):
        return True
    if not (first.frame.order or first.slot.attribute == "constraint:reachable") or found.frame.kind not in kinds:
        return False
    if not scene.explicit and BARE_LIMIT.match(scene.text):
        return True
    if first.frame.name == "to somebody":
        return not scene.explicit and not scene.contrast
    old, new = (set(slot.attribute.partition(":")[2].split()) for slot in (first.slot, found.slot))
    return not scene.explicit and (bool(old & new) or not rule_topic(scene.text).isascii())


def _one_story(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After what happened or will happen: more of it."""
    story = {Kind.PLAN, Kind.EVENT}
    if first.frame.kind not in story or scene.explicit:
        return False
    return found.frame.kind in story or (first.frame.kind is Kind.EVENT and found.slot.attribute.startswith("state:"))


def _household(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After the children of the house, which school each goes to; after a pet, what it is like."""
    if first.slot.attribute == "pet":
        return not scene.explicit and found.slot.attribute in {"age", "like", "diet", "pet"}
    return first.slot.attribute == "family:孩子" and found.slot.attribute.startswith("state:school")


def _ground(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After an order: what it rests on, in a plain clause that denies or fears something."""
    plain = first.frame.order and not found.frame.placed and scene.subject.user
    return plain and not scene.contrast and bool(re.search(r"不|没|怕|嫌|受", scene.text))


def _instead(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After a plan that was dropped: what takes its place."""
    return (
        first.frame.name in {"plan dropped or moved", "gave up"}
        and found.frame.name == "changed to"
        and not scene.explicit
    )


def _denies_a_denial(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After "not that I do not": what it is instead."""
    return first.frame.name == "does not fail to" and not scene.explicit


def _symptom(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """After what somebody's health is: what they cannot do for it."""
    return (
        first.slot.attribute.startswith("state:")
        and first.frame.name == "health"
        and not found.frame.placed
        and bool(re.search(r"[分看听走站坐闻睡跑跳爬拿抬弯蹲提][不得][清到见了动住直惯]|不能|没法|不敢", scene.text))
    )


def _more(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """A plain clause that leaves its subject out says more of what stands before it."""
    return not found.frame.placed and not scene.explicit


def _in_its_place(first: FrameMatch, found: FrameMatch, scene: ClauseContext) -> bool:
    """What ended and what took its place, in either order; and what else is so for the same while."""
    if scene.explicit:
        return False
    if first.frame.name == "for a while" or found.frame.name in {"a new place of work", "a new trade"}:
        return first.frame.name in {"for a while", "had it done", "happened"}
    if first.frame.name == "does not do it" and found.frame.name == "changed to":
        return True
    if first.frame.name in ENDINGS:
        return found.frame.name in ENDINGS or found.frame.single or found.frame.changes is not None
    return found.frame.name in ENDINGS and first.frame.kind is not Kind.RULE and first.slot.polarity > 0


CONTINUES: tuple[Callable[[FrameMatch, FrameMatch, ClauseContext], bool], ...] = (
    _in_its_place,
    _reason,
    _consequence,
    _same_order,
    _one_story,
    _household,
    _ground,
    _symptom,
    _instead,
    _more,
)
"""When a clause that has a construction of its own still only goes on with the statement before it."""
