"""What is taken no more, and what comes every week: two matters that broader constructions take for something else."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.reader.zh.frame import ClauseContext, Frame
from mnemic.reader.zh.lexicon import ME, RELATION, WE
from mnemic.reader.zh.matters import NOW, TO, states_lasting_value
from mnemic.reader.zh.person import opening_person

MEDICINE = Regex(
    r"药|片$|胶囊|冲剂|口服液|胰岛素|双胍|他汀|洛尔|地平|沙坦|激素|[霉皮]素|普利|拉唑|替丁|西林|列净|列汀|替尼|"
    r"曲林|西汀|司特|他定|拉定|替嗪|优甲乐|"
    r"布洛芬|洛芬|阿司匹林|西泮|唑仑|唑仑|维生素|维[A-E]|钙片|鱼油|褪黑素|益生菌|叶酸|铁剂|胺酮|酮$|唑$|嗪$"
)
ALREADY = rf"(?:{ME}|{NOW}|早就?|可以|医生(?:让|说|叫)(?:可以)?|彻底|完全|终于)*"
DAYS = r"(?:周|星期|礼拜)[一二三四五六日天末]"
GATHERING = (
    r"周例会|周会|例会|组会|站会|晨会|早会|月会|晚自习|训练|排练|家教|读书会|合唱|"
    r"[\u4e00-\u9fff]{1,4}(?<![上下有讲请开选旷逃没听])课"
)
MEETINGS = {"周例会": "周会", "例会": "周会", "早会": "晨会"}


def _medicine(found: re.Match[str], scene: ClauseContext) -> bool:
    what = found["what"]
    return (
        opening_person(scene.text) is None
        and not scene.once
        and not re.search(r"[你您她]|他(?!定|汀|西)|今[天晚]|吗|不.{0,3}每", scene.text)
        and (MEDICINE.search(what) is not None or re.search("停药|停用|停服|断药", scene.text) is not None)
    )


def _gathering(found: re.Match[str], scene: ClauseContext) -> str:
    thing = re.sub(rf"^.*的|^(?:用户|{ME}|{WE}|{RELATION}|新|在)+", "", found["thing"])
    return f"value:{MEETINGS.get(thing, thing)}时间"


FRAMES: tuple[Frame, ...] = (
    Frame(
        name="takes as medicine",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:{ME}|{NOW}|在)*(?:吃|服用|用|打)的(?:(?P<thing>[^，。是]{{0,6}}?药))(?:{NOW})*(?:是|叫|"
            rf"换成了?|改成了?)(?P<what>[^，。]{{2,16}}?)了?$"
        ),
        attribute="takes",
        importance=0.8,
        when=lambda found, scene: states_lasting_value(scene),
    ),
    Frame(
        name="stopped a medicine",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?:(?!{ME}|不)(?P<first>[^，。不]{{2,10}}?){ALREADY}(?:停药|停用|停服|断药|停|不用?再?(?:吃|"
            rf"打|服|用))(?:掉)?了"
            rf"|{ALREADY}把(?P<given>[^，。]{{2,10}}?)(?:给)?(?:停|断)(?:掉|药|用)?了"
            rf"|{ALREADY}(?:停(?:掉|用)?了|不(?:再|用再?|需要再?)?(?:吃|服用?|打|用))(?P<what>[^，。]{{2,10}}?)了?)$"
        ),
        attribute="takes",
        value=lambda found, scene: found["first"] or found["given"] or found["what"],
        polarity=-1,
        importance=0.75,
        changes=Regex(""),
        when=lambda found, scene: _medicine(
            re.fullmatch("(?P<what>.*)", found["first"] or found["given"] or found["what"]) or found, scene
        ),
    ),
    Frame(
        name="meets every week",
        kind=Kind.FACT,
        pattern=Regex(
            rf"^(?P<owner>[^，。这下上本你您]{{0,8}}?)(?P<thing>{GATHERING})(?:的?时间)?(?:{NOW}|{TO}|是|在|"
            rf"定在|安排在|为|挪|放在)*"
            rf"(?P<what>(?:(?:每个?|隔)?{DAYS}|每天|每晚|每早|工作日)(?:[、和跟到至]?(?:周|星期|"
            rf"礼拜)?[一二三四五六日天末])*[^，。下这]{{0,4}}?(?:下午)?[^，。下这]{{0,8}}?)开?了?$"
        ),
        attribute=_gathering,
        single=True,
        importance=0.65,
        changes=Regex(TO),
        when=lambda found, scene: (
            states_lasting_value(scene) and not re.search("取消|请假|不|停|交|考|迟到|忘|提醒|要|去", found["what"])
        ),
        elliptic=False,
    ),
)
