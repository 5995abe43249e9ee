"""From the clauses of a sentence to its statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mnemic.domain.record import Kind, Slot, Tier
from mnemic.domain.regex import Regex
from mnemic.reader.statement import USER, MessageSetting, SkippedPart, Statement
from mnemic.reader.zh import (
    amounts,
    belongings,
    changes,
    decisions,
    declarations,
    deeds,
    endings,
    habits,
    health,
    identity,
    manners,
    matters,
    orders,
    plans,
    posts,
    skip_reasons,
    tastes,
    turns,
)
from mnemic.reader.zh.clause_groups import (
    CONSEQUENCE,
    ENDINGS,
    REASON,
    TASTES,
    Group,
    begin_group,
    belongs_to_group,
    continues_group,
)
from mnemic.reader.zh.clauses import Clause, Sentence
from mnemic.reader.zh.frame import PAST_STATE, ClauseContext, Frame, FrameMatch, first_fitting_frame
from mnemic.reader.zh.lexicon import (
    AMOUNT,
    CANONICAL,
    FUTURE,
    HOUR,
    ME,
    NUMBER,
    ONCE,
    ONCE_OVER,
    PAST,
    RECUR,
    RELATION,
    WE,
)
from mnemic.reader.zh.person import (
    PRONOUN,
    SELF,
    Person,
    antecedent,
    close_up_spaces,
    opening_person,
    strip_fillers,
    third_person,
)
from mnemic.reader.zh.statement_text import group_statements
from mnemic.reader.zh.topics import rule_topic, slot_value

FRAMES: tuple[Frame, ...] = (
    *matters.FRAMES,
    *deeds.FRAMES,
    *endings.FRAMES,
    *posts.FRAMES,
    *turns.FRAMES,
    *changes.FRAMES,
    *amounts.OUTRIGHT,
    *plans.OUTRIGHT,
    *identity.OUTRIGHT,
    *orders.OUTRIGHT,
    *health.OUTRIGHT,
    *manners.SCOPED,
    *orders.FRAMES,
    *manners.FRAMES,
    *tastes.SURE,
    *health.FRAMES,
    *tastes.FRAMES,
    *habits.FRAMES,
    *identity.FRAMES,
    *belongings.FRAMES,
    *declarations.RECURRING,
    *decisions.FRAMES,
    *plans.FRAMES,
    *amounts.FRAMES,
    *declarations.FRAMES,
)
"""All constructions, in the order in which they are tried on a clause: what is said outright comes first."""

JOINS = Regex(r"^(?:[这那][几两三四五六]?[样种个些](?=我|都|[^，]{0,3}过敏)|都(?=不|是|过敏|要|用))")
DEPENDENT = Regex(
    rf"^(?:{ME})(?:一[个次点口样家款]|从来|基本|全)?(?:都|也)?不[\u4e00-\u9fff]$|^[你您]?就(?:让|叫|先|打|"
    rf"送|喂|吃|把|给我|帮我|"
    rf"提醒我?|自动|别|不要|改用|关|开|停|切)"
)
DICTATED = Regex(
    r"(?:就|直接)?(?:说|告诉|跟[他她]们?说|写明|内容|大意|意思)(?!好|定|明天|话)"
)  # the words of what is to be written
CONDITION = Regex(r"要是|如果|^(?:只要|一旦|每当|每次|遇到|碰到|凡是)|超过|低于|高于|不到|一[过到超旦]|的时候$")
TAKES_OVER = frozenset(
    {"a new place of work", "a new trade", "changed to"}
)  # what was left for them is said by the way
ABOUT_A_THING = frozenset({"like", "diet", "allergy"})
OBJECTLESS = Regex(
    rf"^{ME}(?:倒是?|可|却|就|是|自己|一|也|真的?)*(?:[闻看听吃喝碰]{{1,2}}(?:着|了|到|见|都)?)?(?:就|都|还|真|是|也)*(?:想吐|受不了|反胃|恶心|"
    rf"害怕|头疼|头晕|无感|不感冒|不爱(?:吃|喝|看)?|不喜欢|不太行|吃不了|喝不了|不吃|不喝|讨厌|一口都不碰|不过敏|过敏|也爱|也喜欢|喜欢|爱吃|爱喝|吃?倒?没事|能吃|随便吃)了?$"
)
MOVED = Regex(
    r"房东(?:又|要)?[涨降加](?:租|价|房租)?了$|(?:价|费|量|数|预算|工资|薪水|月薪|房租|租金|月供|体重|血压|血糖|时间|地址|密码|号码?)[^，]{0,3}(?:[降涨加减升调变改换]了|更新了)$"
)
NEW_VALUE = Regex(
    rf"^(?:到|成|是|(?:现在|从?这个?月|下个?月)(?:起|开始|要|是|变成)*|变成|改成)?(?:每[天月年人周]|人均)?\s*{AMOUNT}"
)
SWAPPED = Regex(r"^[^，。你您他她]{1,8}(?:换|改|变)了$")
NOW = Regex(r"^(?:现在|如今|新的?)(?:用|是|叫|在|去|穿|走)[^，。]{2,}")
DOSE = Regex(
    rf"^(?:每[天日次晚早周]|一[天日周次])[^，。]{{0,4}}?{NUMBER}\s*(?:微克|毫克|克|mg|ml|毫升|片|粒|颗|单位|支|滴)"
)
TAKES = Regex(r"(?:吃|服用?|打|注射|用|喝)(?![了完过饭])")
LISTED_MAX = 24  # code points of a list that a clause such as "these three" may sum up
CORRECTS = Regex(r"^(?:不对|错了|不是(?=[，,])|(?:你|我)?(?:记|说|写|搞|弄|打)错|更正|纠正)")
AUTHORITY = Regex(
    r"^(?:医生|大夫|老板|领导|教练|老师|房东|客户|甲方)(?:让|叫|要求|嘱咐|规定|不让|说|禁止|又?涨|又?[加降](?=[租价薪])|给|把(?!我))"
)
SUPPOSES = Regex(r"如果|要是|万一|假如|假设|若")
CONTRAST = Regex(r"\s*(?:不过|但|可是|另外|还有|然后|而且|对了|顺便|再就是)")
NOT_DOING = r"(?<![给跟对帮叫替找让向等为推喊催劝醒])"
SPOKEN_TO = Regex(r"(?:别|ping|指望|不要)[^，]{0,2}我")
LATE_PRONOUN = Regex(
    rf"^(?P<time>(?:{FUTURE}|{PAST}|{RECUR}|{HOUR}|现在|以后|最近|今年|平时|早上|晚上|[，\s])+)[他她](?!们|的|[爸妈哥姐弟妹])"
)
"""A pronoun behind the time: "next week she has an interview"."""
NOBODY = Person(slot="", phrase="")  # somebody spoken of whom the rules cannot tell
EXCEPTION = Regex(r"例外|破例|下不为例|就这一[次回单顿趟份个]|仅此一次|不用|不要|别|换成|改成|就用|就要")


@dataclass(slots=True, kw_only=True)
class SentenceGroups:
    """What has been gathered of a sentence so far."""

    groups: list[Group] = field(default_factory=list)
    lead: list[Clause] = field(default_factory=list)
    carried: Person = SELF
    closed: bool = False  # the last group takes no more clauses
    questions: list[str] = field(default_factory=list)
    task: bool = False  # something to be done now was asked for before

    @property
    def open(self) -> Group | None:
        """The group that a clause may still go on with."""
        return self.groups[-1] if self.groups and not self.closed else None


def sentence_statements(sentence: Sentence, before: str, setting: MessageSetting) -> Iterator[Statement | SkippedPart]:
    """The statements of one sentence; *before* is the message up to it."""
    if reason := skip_reasons.sentence_skip_reason(sentence):
        yield SkippedPart(text=sentence.text, reason=reason)
        return
    once = _passes(sentence, sentence.text)
    gathering = gather_clauses(sentence, before, setting)
    yield from (SkippedPart(text=text, reason="a question") for text in gathering.questions)
    if gathering.questions and SUPPOSES.match(strip_fillers(sentence.text)):
        return
    if not gathering.groups:
        yield _left_over(sentence, once=once and not gathering.questions)
    for group in gathering.groups:
        if gathering.questions and SUPPOSES.match(group.pieces[0]):
            continue
        if not group.found.frame.placed and skip_reasons.LAUGHTER.search(sentence.text + sentence.mark):
            yield SkippedPart(text="，".join(group.pieces), reason="told with a laugh")
            continue
        group.corrects = group.corrects or bool(CORRECTS.match(sentence.text))
        yield from group_statements(group, setting, once=group.scene.once)


def _passes(sentence: Sentence, text: str) -> bool:
    """Whether *text*, the sentence up to some clause, is marked as being of this time only."""
    marked = ONCE.search(text) or ONCE_OVER.search(sentence.text)
    return bool(marked) and not orders.STANDING.search(sentence.text)


def gather_clauses(sentence: Sentence, before: str, setting: MessageSetting) -> SentenceGroups:
    """The clauses of a sentence, gathered into groups that make a statement each."""
    gathering = SentenceGroups(task=skip_reasons.task_was_requested(before))
    clauses = join_listed_clauses(sentence.clauses)
    for place, clause in enumerate(clauses):
        text, last = strip_fillers(clause.text), place == len(clauses) - 1
        if not text or skip_reasons.CHAT.match(text):
            continue
        if gathering.task and DICTATED.match(text):
            break
        if skip_reasons.is_question_clause(replace(clause, text=text), last=last, mark=sentence.mark):
            _ask(gathering, text, last=last)
            continue
        said = _subject(text, gathering.carried, before + sentence.text[: clause.start - sentence.start], setting)
        gathering.carried = said.subject
        previous = strip_fillers(clauses[place - 1].text) if place else ""
        scene = _scene(said, sentence, gathering, previous)
        gathering.task = gathering.task or scene.request
        contrast = bool(CONTRAST.match(clause.text))
        _take(gathering, clause, replace(scene, contrast=contrast), clear=said.clear)
    return gathering


def _ask(gathering: SentenceGroups, text: str, *, last: bool) -> None:
    """A question: it makes no statement, nor do the clauses it asks about."""
    gathering.questions.append(text)
    gathering.lead.clear()
    gathering.closed = True
    if not (last and gathering.groups):
        return
    about = gathering.groups[-1]
    exercise = (not about.scene.subject.user or not about.found.frame.placed) and bool(re.search("多少|几", text))
    limits = about.found.frame.kind in {Kind.CONSTRAINT, Kind.PLAN} and skip_reasons.is_request_clause(text)
    if exercise or not (about.scene.explicit or limits):
        gathering.questions.append("，".join(gathering.groups.pop().pieces))


def _take(gathering: SentenceGroups, clause: Clause, scene: ClauseContext, *, clear: bool) -> None:
    """A clause that says something: a statement, a part of one, or something that a later clause may need."""
    group = gathering.open
    found: FrameMatch | None = None
    scene = _of_the_same(scene, group)
    if clear and not (group and (REASON.match(scene.said) or CONSEQUENCE.match(scene.said))):
        found = first_fitting_frame(FRAMES, scene)
    if found is None and group and belongs_to_group(scene, group):
        group.add(scene.said, clause.end, tail=True)
    elif found is None:
        gathering.lead.append(clause)
        gathering.closed = True
    elif group and continues_group(group, found, scene):
        group.add(scene.said, clause.end, tail=False)
        if found.frame.name in TAKES_OVER or (group.found.frame.name in ENDINGS and _new_value(found)):
            group.found = found  # what ended gives way to what took its place
        elif found.frame.name in ENDINGS and found.slot.attribute in TASTES and group.found.frame.name == "health":
            group.found = found  # and what is eaten no more outweighs the illness it is for
        group.corrects = group.corrects or bool({group.found.frame.name, found.frame.name} & ENDINGS)
        if PAST_STATE.match(group.scene.text) and group.found.slot.key == found.slot.key:
            group.found = found  # what was so gives way to what is so
        if found.frame.name in {"call me", "call me that instead"} and group.found.slot.polarity < found.slot.polarity:
            group.found = found  # and the name that is refused to the one that is wanted
    else:
        gathering.groups.append(begin_group(found, scene, clause, gathering.lead))
    if found is not None:
        gathering.task = gathering.task and not (scene.request and found.frame.order)
        gathering.lead.clear()
        gathering.closed = False
        if found.frame.name == "new person is named" and (who := found.match["thing"] or found.match["post"]):
            named = found.match["what"]
            strange = scene.text[: found.match.start()].endswith("的") and not re.search(ME, scene.text)
            gathering.carried = (
                Person(slot=named, phrase=named)
                if strange and named
                else Person(slot=CANONICAL.get(who, who), phrase=f"用户的{who}")
            )


def _of_the_same(scene: ClauseContext, group: Group | None) -> ClauseContext:
    """A clause such as "the smell makes me sick" with the thing it speaks of, which the clause before it names."""
    named = group is not None and group.found.slot.attribute in ABOUT_A_THING and not group.scene.subject.user
    if group is None or not named or not OBJECTLESS.match(scene.text):
        return scene
    what = group.found.slot.value
    return replace(scene, said=f"{what}{scene.said}", text=f"{what}{scene.text}")


def _new_value(found: FrameMatch) -> bool:
    """Whether a clause says what is so instead of what ended."""
    return (
        found.frame.name not in ENDINGS and found.frame.name != "health" and found.frame.placed and found.frame.single
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectClause:
    """A clause with its subject."""

    text: str
    subject: Person
    explicit: bool = True
    clear: bool = True  # it is certain whom it speaks of


def _scene(said: SubjectClause, sentence: Sentence, gathering: SentenceGroups, previous: str) -> ClauseContext:
    standing = bool(orders.STANDING.search(sentence.text))
    upto = sentence.text.find(said.text[:4], sentence.text.find(previous) + len(previous) if previous else 0)
    requested = (
        skip_reasons.is_request_clause(strip_fillers(sentence.clauses[0].text))
        if not previous
        else skip_reasons.is_request_clause(said.text)
    )
    return ClauseContext(
        said=said.text,
        text=close_up_spaces(said.text),
        subject=said.subject,
        explicit=said.explicit,
        before=previous,
        after=sentence.text[upto + len(said.text) :] if upto >= 0 else "",
        topic=strip_fillers(gathering.lead[0].text) if gathering.lead else "",
        previous=gathering.groups[-1].found.frame.kind if gathering.groups else None,
        standing=standing,
        once=_passes(sentence, sentence.text[: upto + len(said.text)] if upto >= 0 else sentence.text),
        request=requested,
        task=gathering.task and not standing,
    )


def _needs(text: str, before: str) -> bool:
    """Whether a clause says nothing without the one before it: it sums it up, lacks its object, or hangs on it."""
    if len(before) > LISTED_MAX:
        return False
    if (MOVED.search(before) and NEW_VALUE.match(text)) or (SWAPPED.match(before) and NOW.match(text)):
        return True
    if DOSE.match(text) and TAKES.search(before):
        return True
    return bool(JOINS.match(text)) or (bool(DEPENDENT.match(text)) and bool(CONDITION.search(before)))


def join_listed_clauses(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """The clauses, with one that only sums up the list before it joined to that list."""
    result: list[Clause] = []
    for clause in clauses:
        if result and _needs(clause.text, result[-1].text):
            result[-1] = Clause(
                text=result[-1].text + ("" if JOINS.match(clause.text) else "，") + clause.text,
                start=result[-1].start,
                end=clause.end,
            )
        else:
            result.append(clause)
    return tuple(result)


def _subject(text: str, carried: Person, before: str, setting: MessageSetting) -> SubjectClause:
    """The clause with its pronoun resolved, and whom it speaks of."""
    if AUTHORITY.match(text):
        return SubjectClause(text=text, subject=SELF)
    if other := opening_person(text):
        return SubjectClause(text="用户的" + text if re.match(RELATION, text) else text, subject=other)
    if re.search(r"(?:知道|觉得|认为|说|想|听|希望|让|叫|替|帮|给)(?:他|她)", text):
        return SubjectClause(text=text, subject=NOBODY, clear=False)
    if pronoun := PRONOUN.match(text):
        who = antecedent(before, setting.earlier)
        if who is None:
            return SubjectClause(text=text, subject=NOBODY, explicit=False, clear=False)
        return SubjectClause(text=who.phrase + text[pronoun.end() :], subject=who)
    if late := LATE_PRONOUN.match(text):
        who = antecedent(before, setting.earlier)
        if who is None:
            return SubjectClause(text=text, subject=NOBODY, explicit=False, clear=False)
        return SubjectClause(text=who.phrase + late["time"] + text[late.end() :], subject=who)
    if re.match(r"(?:也|全)?都(?![怪说别是]|不要)", text) and not carried.user:
        return SubjectClause(text=text, subject=carried, explicit=False)
    if re.search(rf"{NOT_DOING}{ME}|{WE}", SPOKEN_TO.sub("", text)):
        return SubjectClause(text=text, subject=SELF)
    return SubjectClause(text=text, subject=carried, explicit=False, clear=carried is not NOBODY)


def _left_over(sentence: Sentence, *, once: bool) -> Statement | SkippedPart:
    """A sentence without a construction: an exception for once is kept for the session, the rest is passed by."""
    text = strip_fillers(sentence.text)
    if once and EXCEPTION.search(text):
        return Statement(
            text=third_person(text),
            kind=Kind.PREFERENCE,
            slot=Slot(subject=USER, attribute=f"rule:{rule_topic(text)}", value=slot_value(text), single=True),
            start=sentence.start,
            end=sentence.end,
            confidence=0.7,
            importance=0.4,
            tier=Tier.SESSION,
            once=True,
        )
    if A_MOMENT.search(text):
        return SkippedPart(text=sentence.text, reason="a moment")
    requested = skip_reasons.is_request_clause(text)
    return SkippedPart(
        text=sentence.text, reason="this time only" if once else "a request" if requested else "nothing to remember"
    )


A_MOMENT = Regex(
    rf"^(?:{ME}|今[天晚早]|刚才?|早上|上午|中午|下午|傍晚|晚上|睡前|下班(?:后|路上)?|饭后|又|还|，)*"
    r"(?:[跟和给陪]|同)[^，。]{1,6}?(?:一起)?(?:视频|语音|通话|聊|打|煲|散步|逛|走|跑|吃|喝|看|玩|下)[^，。]{0,6}?了"
    rf"(?:一?会儿?|一[下阵场顿局盘圈集个通]|半天|半个?(?:小时|钟头)|好久|好一会儿?|很久|{NUMBER}\s*个?(?:多)?(?:小时|钟头|分钟|局|盘|圈|集|场|把|公里|电话))"
)
"""What was done with somebody for a while, once: it lasts no longer than it is told."""
