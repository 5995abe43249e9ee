"""What tasks are called in both languages: nouns for kinds of task, and words that tell no task from another.

Written by hand from what people ask assistants to see to.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mnemic.domain.regex import Regex
from mnemic.language import segment

_KINDS = (
    "trip: trip trips travel journey vacation holiday getaway tour visit honeymoon | 旅行 旅游 行程 之行 出游 度假"
    " 旅程 之旅 蜜月 出差 自由行 那趟 这趟",
    "report: report reports | 报告 汇报 周报 月报 季报 年报",
    "wedding: wedding | 婚礼 婚宴",
    "party: party celebration | 聚会 派对 生日会 庆祝会",
    "meeting: meeting conference summit workshop | 会议 大会 年会 研讨会 峰会",
    "interview: interview interviews | 面试",
    "move: move relocation relocating | 搬家 搬迁",
    "renovation: renovation remodel refurbishment | 装修 翻新 改造",
    "presentation: presentation talk slides deck | 演讲 演示 幻灯片 答辩",
    "project: project | 项目",
    "application: application applications | 申请",
    "purchase: purchase | 采购 购置",
    "paper: paper thesis dissertation essay article | 论文 文章 稿子",
    "course: course class training | 课程 培训",
    "website: website site webpage | 网站 官网",
    "dinner: dinner banquet | 晚宴 聚餐 饭局",
    "house: apartment flat house | 房子 公寓 租房",
    "car: car | 买车 汽车",
    "tax: tax taxes | 报税 税务",
    "visa: visa | 签证",
    "survey: survey questionnaire | 调研 问卷",
    "launch: launch release rollout | 发布 上线",
    "recruiting: hiring recruiting recruitment | 招聘",
    "event: event exhibition fair | 活动 展会 展览",
    "contract: contract | 合同",
    "order: order | 订单",
)

_GENERIC = (
    "plan plans planning book booking arrange organise organize prepare make get find help write do new task tasks goal"
    " please need want like would let set up work finish start begin go going take look check buy see know think tell"
    " remember thing things stuff today tomorrow yesterday week weekend month year day days time morning evening night"
    " next last first second good great best nice ok okay yes no sure budget cost price date people person family"
    " friend friends one two three four five six seven eight nine ten change update also"
    " really money pay spend still now january february march april may june july august september october november"
    " december monday tuesday wednesday thursday friday saturday sunday"
    " 规划 计划 安排 准备 预订 预定 组织 帮忙 帮我 任务 目标 需要 想要 希望 今天 明天"
    " 昨天 后天 周末 下周 这周 本周 上周 下个月 这个月 本月 今年 明年 去年 时间 日期 预算"
    " 多少 价格 费用 怎么样 如何 什么 我们 你们 他们 自己 一下 一起 可以 不要 没有 已经"
    " 现在 开始 完成 继续 进行 处理 情况 东西 事情 问题 朋友 家人 一个 两个 三个 知道"
    " 觉得 喜欢 最好 订好 看看 告诉 改成 换成 怎样 为止 进展 那个 这个 到底 还是 或者"
    " 应该 星期一 星期二 星期三 星期四 星期五 星期六 星期天 周一 周二 周三 周四 周五 周六"
    " 周日"
)


_CHINESE = [word for line in _KINDS for word in line.partition(" | ")[2].split()]
TASK_NOUNS_ZH = Regex("|".join(sorted(_CHINESE, key=len, reverse=True)))


@cache
def kinds_by_noun() -> Mapping[str, str]:
    """Words for a kind of task, English ones by their stem, to the key of the kind."""
    keys: dict[str, str] = {}
    for line in _KINDS:
        kind, _, words = line.partition(": ")
        english, _, han = words.partition(" | ")
        for word in english.split():
            keys |= dict.fromkeys(segment.words(word), f"task:{kind}")
        keys |= dict.fromkeys(han.split(), f"task:{kind}")
    return keys


def is_generic(word: str) -> bool:
    """Whether a word tells no task; an English one is known by its stem too."""
    return word in _generic(latin=word.isascii())


@cache
def _generic(*, latin: bool) -> frozenset[str]:
    parts = [part for part in _GENERIC.split() if part.isascii() is latin]
    return frozenset(word for part in parts for word in (part, *segment.words(part)))
