"""What answers an earlier message: confirmations of a proposal, and wishes to forget."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.record import Kind, Slot, Tier
from mnemic.domain.regex import Regex
from mnemic.language import phrases, when
from mnemic.reader.statement import MessageSetting, Statement
from mnemic.reader.zh.clauses import EMOJI_OR_STOP, Sentence
from mnemic.reader.zh.lexicon import FUTURE, ME, PAST
from mnemic.reader.zh.person import strip_fillers, third_person
from mnemic.reader.zh.topics import rule_topic, slot_value

FORGET = Regex(
    r"(?:忘(?:掉|了吧|记吧|记掉)|(?<=全)忘了$|(?:删|抹|清|去)(?:掉|了吧|了$|了(?=[，。])|除)|当我没(?:说|提|讲)|别(?:再)?(?:记|存|保存|"
    r"提)(?!错|者)|(?<!要)不(?:要|用|必)(?:再)?(?:记(?!错)|存|保存)|(?:刚才|之前)(?:那)?(?:句|"
    r"条)?(?:话)?(?:收回|作废|不算)|forget)"
)
FORGETS_MEMORY = Regex(
    r"忘掉|忘了(?:吧|$)|忘记吧|别(?:再)?记|别存|别保存|不(?:要|用|必)(?:再)?(?:记|存|保存)|当我没(?:说|提|讲)|把我(?:说|讲|提|跟你)|收回|不算|"
    r"记录|记忆|存的|记的|之前说|刚才说|刚才那|告诉你|跟你说|帮我忘|号码|手机号|账号|工号|名字|地址|信息"
)
NOT_FORGET = Regex(
    r"别忘|不要忘|记得别|这行|代码|文件|注释|分支|图片|视频|第.行|邮件里|缓存|日志|表里|空格|"
    r"感叹号|标点|逗号|句号|表情|那[句段行]|什么都|烦恼"
)
YES = Regex(
    r"^(?:嗯+|行|好|好的|好嘞|可以|成|对|是的?|没错|没问题|OK|ok|okay|yes|yep|sure|妥|中|同意|确认|要的?|"
    r"就这么[办定]|就(?:订|定|选|要|用|买|按|走)?[这它那第])(?=[\s，,。！!～~吧啊呀了就订定选要用买按这的]|$)",
    re.IGNORECASE,
)
TAKES = Regex(
    r"就(?:订|定|选|要|用|买|按|走|它|这|那|第)|(?:订|定|选|下单|预订|确认|买|用|按|改|发|加|办|约)(?:吧|它|"
    r"这|那|了)|下单|确认|没错|同意|帮我(?:订|定|买|下)|就这么|按你说的|可以.*(?:订|定|办)|^(?:要的|对|是的)"
)
ANSWER_MAX = 20  # code points of an answer that takes up a proposal
ANSWER_SENTENCE_MAX = 40  # code points of a sentence that answers and says more
MERE_TASKS = frozenset("继续 确认 删除 执行 发送 生成 保存 开始 查询 播放 打开 关闭 翻译 重试 提交".split())
OUTRIGHT = Regex(r"就(?:订|定|选|要|用|买|按|走)(?:这|它|那|第)|按你说的|就这么|照你说的")
ORDINAL = Regex(
    r"^(?:嗯|行|好的?|那)?[，, ]?(?:就|选|要|订|我选|我要)*第(?P<n>[一二三四五六七八九\d])"
    r"(?:[个班家种款间趟套条项])(?:吧|就行|好了|$)"
)
ASKS = Regex(r"[?？吗呢]|怎么|哪|什么|啥|几|多少|帮|查|找|推荐|订|约|安排")
ITEM = Regex(r"(?:^|(?<=\s))\d{1,2}[.、)）]\s*(?P<item>.+?)(?=\s+\d{1,2}[.、)）]\s|\n|$)", re.MULTILINE)
LASTING_OFFER = Regex(
    r"(?:把|将)(?:[“「\"](?P<quoted>[^”」\"]{4,60})[”」\"]|(?P<what>[^，。？?“「]{4,40}?))(?:设|记|存|定|"
    r"当|作|保存)(?:成|为|作|下来|做)?(?:一条)?"
    r"(?:长期|固定|默认|永久|以后|常用)[^。]{0,10}吗"
)
REFUSES = Regex(r"先不|不用|不要|不了|再看|再想|等等|算了|别|但是|不过|换|贵|[?？吗]")
PROPOSAL = Regex(r"吗[?？]?|[?？]|建议|推荐|可以(?:选|订|考虑)|方案")
OFFER = Regex(
    r"(?:需要|要)?(?:我|帮)?(?:帮|为|给|替)?[您你]?(?:下单|预订|预定|订|确认|安排|保存|设置|就这样|"
    r"这样)?(?:可以|好|行|对|要|需要|确认|是|执行|合适|订)?(?:吗|么|不)?[?？]$"
)


ABOUT_IT = Regex(
    rf"{PAST}|{ME}(?:们)?的?|你|帮|请|把|刚才|之前|上次|上回|[说讲提]过?的?|^前面|告诉你的?|关于|那[个件条]?(?:事儿?|话)|这[个件条]?(?:事儿?|话)|的?"
    r"事儿?(?=$|[，。])|那个|这个|吧|了|以后|都|就|[，。]"
)


def retraction(sentence: Sentence, setting: MessageSetting) -> Statement | None:
    """A wish that something be forgotten, with what is to be dropped as its text."""
    text = strip_fillers(sentence.text)
    if not FORGET.search(text) or NOT_FORGET.search(text) or not FORGETS_MEMORY.search(text):
        return None
    spoken = [earlier.text for earlier in setting.earlier if earlier.role == "user"]
    named = ABOUT_IT.sub("", FORGET.sub("", re.split(r"[，,]", text)[0]))
    what = text
    if re.search(r"当我没(?:说|提|讲)过?$|收回|不算", text) or not named:
        if not spoken:
            return None
        what = f"{text}：{strip_fillers(spoken[-1])}"
    elif clause := _spoken_of(named, spoken):
        what = f"{text}：{clause}"
    if re.match(r"[^，。我你]{2,10}(?:别|不要|不用)(?:存|保存|记)[^，。]{2,}", text):
        return None  # a ban on where something is to be kept, and no wish to forget it
    return Statement(
        text=third_person(what),
        kind=Kind.RULE,
        slot=Slot(subject="user", attribute="retract", value=slot_value(named), polarity=-1),
        start=sentence.start,
        end=sentence.end,
        confidence=0.9,
        importance=0.7,
        retracts=True,
    )


def _spoken_of(named: str, spoken: list[str]) -> str:
    """The clause of an earlier message that holds what is to be forgotten, in the words used there."""
    for said in reversed(spoken):
        if found := next((part for part in re.split(r"[。！!？?\n]", said) if named in part), ""):
            return strip_fillers(found)
    return ""


def confirmation(sentence: Sentence, setting: MessageSetting) -> Statement | None:
    """An assistant's proposal that a short answer takes up, with the proposal's own words."""
    answer = sentence.text.strip()
    last = setting.earlier[-1] if setting.earlier else None
    if last is None or last.role != "assistant" or len(answer) > ANSWER_MAX or REFUSES.search(answer + sentence.mark):
        return None
    chosen = _chosen(answer, last.text)
    if chosen is None and not (YES.search(answer) and TAKES.search(answer)):
        return None
    if chosen is None and (rule := _rule(last.text)):
        return _confirmed(
            sentence, f"用户确认：{_turned(rule)}", Kind.RULE, (f"rule:{rule_topic(rule)}", rule), setting
        )
    if chosen is None and not (PROPOSAL.search(last.text) or OUTRIGHT.search(answer)):
        return None
    content = chosen or "，".join(_statements_of(last.text))
    if not re.search(r"\d|[一二三四五六七八九十]|[A-Za-z]|「", content) or re.search(r"[AB]\s*还是|或者|还是", content):
        return None
    asked = next((earlier.text for earlier in reversed(setting.earlier[:-1]) if earlier.role == "user"), "")
    about = strip_fillers(re.sub(r"(?:怎么|哪[儿里个]?|什么|啥|多少|合适|好|吗|呢|[?？])+.*$", "", asked))[:24]
    if not ASKS.search(asked):
        about = ""
    text = f"用户确认：{about + '：' if about and about not in content else ''}{_turned(content)}"
    slot = (f"decision:{slot_value(about or content)[:12]}", content)
    return _confirmed(sentence, text, Kind.DECISION, slot, setting)


def offers_new_rule(setting: MessageSetting) -> bool:
    """Whether the assistant offers to make a rule of words that the user has not said."""
    rule = _rule(setting.earlier[-1].text) if setting.earlier else None
    said = [strip_fillers(earlier.text) for earlier in setting.earlier if earlier.role == "user"]
    return rule is not None and not any(strip_fillers(rule) in one for one in said)


def answer_statement(sentence: Sentence, setting: MessageSetting) -> Statement | None:
    """An answer to the assistant's question that says what is to be: a choice between two things, the verb of the
    question said again, or a refusal with what is to stay."""
    last = setting.earlier[-1] if setting.earlier else None
    if last is None or last.role != "assistant" or not re.search(r"[?？]\s*$", last.text):
        return None
    if re.search(r"[?？]", sentence.mark) or len(sentence.text) > ANSWER_SENTENCE_MAX:
        return None
    asked = next((earlier.text for earlier in reversed(setting.earlier[:-1]) if earlier.role == "user"), "")
    said = re.sub(r"[吧啊呀哦哈]$", "", strip_fillers(sentence.clauses[0].text)) if sentence.clauses else ""
    rest = [strip_fillers(clause.text) for clause in sentence.clauses[1:]]
    found = _kept(said, rest, last.text) or _picked(sentence, said, asked + last.text) or _echoed(said, rest, last.text)
    if found is None or re.search("今[天晚早]|(?:早上|中午|晚上)[吃喝]", asked):
        return None
    text, about = found
    lead = strip_fillers(
        re.split(r"到底|究竟|怎么|哪|什么|是[^，。]*还是|[坐用选买订吃][^，。]*还是|[，,?？。吗]", asked)[0]
    )[:16]
    lead = (
        f"{lead}："
        if "还是" not in lead and not about and len(lead) > 1 and lead not in text and ASKS.search(asked + "？")
        else ""
    )
    return _confirmed(
        sentence,
        f"用户确认：{lead}{text}",
        Kind.DECISION,
        (f"decision:{slot_value(about or lead or text)[:12].strip('：')}", text),
        setting,
    )


def rest_after_answer(sentence: Sentence, answered: Statement) -> Sentence | None:
    """What a sentence says after its answer, where the answer does not hold it already: "坐船吧，我晕车"."""
    rest = tuple(
        clause
        for clause in sentence.clauses[1:]
        if strip_fillers(clause.text) and strip_fillers(clause.text) not in answered.text
    )
    if not rest or not re.search("我", rest[0].text):
        return None
    text = sentence.text[rest[0].start - sentence.start :].strip()
    return Sentence(text=text, start=rest[0].start, end=sentence.end, mark=sentence.mark, clauses=rest)


def _question(proposal: str) -> str:
    """The question an assistant ends with, as an order: "要帮您退掉鞋子吗" becomes "退掉鞋子"."""
    last = [part for part in re.split(r"[。！!？?\n]", proposal) if part.strip()][-1]
    asked = re.sub(r"[，,]?(?:可以|好|行|对|怎么样)?(?:吗|么|呢|吧)?$", "", last.strip())
    return re.sub(r"^(?:那|好的)?[，,]?(?:需不需要|要不要|是否|需要|要)?我?(?:帮|为|给|替)?[您你]?", "", asked)


def _kept(said: str, rest: list[str], proposal: str) -> tuple[str, str] | None:
    """A change that is refused, with what stays: "不用，还是六点半"."""
    thing = re.search(
        r"(?:把|将)?(?P<what>[^，。？?把将要帮您你]{2,12}?)(?:改|换|调|设|挪|提前|推迟)(?:到|成|为|至)", proposal
    )
    if thing is None or not re.match(r"(?:不用|不要|别|不了|不必|算了|先不)(?:改|换|动|了|调)*$", said) or not rest:
        return None
    stays = re.match(r"(?:还是|照旧|维持|保持|就|按)(?P<what>[^，。]{2,16})$", rest[0])
    return (f"{thing['what']}{rest[0]}", thing["what"]) if stays else None


def _echoed(said: str, rest: list[str], proposal: str) -> tuple[str, str] | None:
    """The verb of the question said again: "嗯退掉，换成小号"."""
    verb = re.fullmatch(
        r"(?:嗯+|对|好的?|行|是的?|可以|要|帮我|就|都|那)*(?P<verb>[\u4e00-\u9fff]{2,4}?)(?:吧|了|掉|它)*", said
    )
    order = _question(proposal)
    if (
        verb is None
        or verb["verb"] in MERE_TASKS
        or "还是" in order
        or not _orders(verb["verb"], order)
        or len(order) <= len(verb["verb"])
    ):
        return None
    return "，".join([order, *rest]), ""


_MOVED_OBJECT = Regex("(?:把[^，。]{1,12})?")


def _orders(verb: str, order: str) -> bool:
    """Whether an order begins with a verb, or with what it is done to: 把外套退掉."""
    return any(_MOVED_OBJECT.fullmatch(order, 0, at.start) for at in phrases.spans(verb, order, caseless=False))


def _picked(sentence: Sentence, said: str, before: str) -> tuple[str, str] | None:
    """One of two things the conversation names: "坐船吧"."""
    chosen = re.fullmatch(
        r"(?:那)?(?:就|选|要|还是|我选|我要|我更倾向于?|更倾向于?|倾向)*(?P<what>[^，。我你不]{1,10}?)(?:就行|好了|更好)?",
        said,
    )
    outright = re.match(r"(?:那)?(?:就|选|要|还是|我选|我要)|[^，。]*吧", sentence.text)
    if chosen is None or not outright or chosen["what"] not in before:
        return None
    either = any(
        _OR_AFTER.match(before, at.end) or _OR_BEFORE.search(before, 0, at.start)
        for at in phrases.spans(chosen["what"], before, caseless=False)
    )
    return (f"选{chosen['what']}", "") if either else None


_OR_AFTER = Regex("[^，。？?]{0,8}(?:还是|或者|或)")
_OR_BEFORE = Regex("(?:还是|或者|或)[^，。？?]{0,6}$")


def _confirmed(sentence: Sentence, text: str, kind: Kind, slot: tuple[str, str], setting: MessageSetting) -> Statement:
    attribute, value = slot
    if re.search(FUTURE, text) and "每" not in text:
        text = when.add_absolute_dates("将" + text, setting.said, setting.zone, "zh").removeprefix("将")
    return Statement(
        text=third_person(text),
        kind=kind,
        slot=Slot(subject="user", attribute=attribute, value=slot_value(value), single=True),
        start=sentence.start,
        end=sentence.end,
        confidence=0.85,
        importance=0.8,
        tier=Tier.PROPOSED if kind is Kind.RULE else None,
    )


def _turned(proposal: str) -> str:
    """The assistant's words as the user would say them: whom it calls "you" is the user."""
    return re.sub(r"我(?!们)|[您你](?!们)", lambda found: "你" if found.group() == "我" else "我", proposal)


def _chosen(answer: str, proposal: str) -> str | None:
    """The item of a numbered list that an answer such as "the second one" picks."""
    picked = ORDINAL.match(answer)
    if picked is None:
        return None
    items = [item["item"].strip() for item in ITEM.finditer(proposal)]
    place = "一二三四五六七八九".find(picked["n"]) if not picked["n"].isdigit() else int(picked["n"]) - 1
    return items[place] if 0 <= place < len(items) else None


def _rule(proposal: str) -> str | None:
    """What an assistant asks to be made a standing rule."""
    found = LASTING_OFFER.search(proposal)
    return found["quoted"] or found["what"] if found else None


def _statements_of(proposal: str) -> Iterator[str]:
    """The sentences of a proposal that say something, without its closing question."""
    for part in EMOJI_OR_STOP.split(proposal):
        said = OFFER.sub(
            "", re.sub(r"(?:，|,)?(?:需要|要不要|是否|要|确认|可以)[^，,]*$", "", part) if part.endswith("吗") else part
        )
        said = re.sub(
            r"^(?:好的|那(?![个种些])|推荐[您你]?|建议[您你]?|为您?找到|查到|已?为您?查到|从您[^，]*看)[，,：:]?",
            "",
            said.strip(),
        )
        if said and not re.fullmatch(r"(?:要|需要|可以|确认|对)?[^，]{0,4}(?:吗|么)?", said):
            yield said
