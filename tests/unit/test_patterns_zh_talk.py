"""Plain Chinese talk as people of many trades write it: what they say of themselves, and what says nothing."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from mnemic.domain.record import Kind
from mnemic.reader.statement import EarlierMessage, MessageSetting, RuleReading
from mnemic.reader.zh import read_chinese
from tests.tables import each_row

ZONE = ZoneInfo("Asia/Shanghai")
SAID = datetime(2026, 3, 10, 10, 0, tzinfo=ZONE)  # a Tuesday


def heard(message: str, *earlier: tuple[str, str]) -> RuleReading:
    spoken = tuple(EarlierMessage(role=role, text=text) for role, text in earlier)
    return read_chinese(message, MessageSetting(said=SAID, zone=ZONE, earlier=spoken))


def texts(message: str) -> list[str]:
    return [statement.text for statement in heard(message).statements]


# Each row: a message; words that must stand together in one statement; words that no statement may hold.
PLAIN: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    # what the user is, has, does and does not do
    ("我开网约车的，跑苏州这边", ("用户开网约车", "苏州"), ()),
    ("我教初二数学，带两个班", ("用户教初二数学",), ()),
    ("我不会前端，CSS 基本看不懂", ("用户不会前端", "CSS"), ()),
    ("我不用微信支付，怕被骗", ("用户不用微信支付", "怕被骗"), ()),
    ("外卖我们不做，堂食都忙不过来", ("外卖", "不做"), ("我们",)),
    ("我是 INFP，社交场合很容易累", ("用户是 INFP",), ()),
    ("我睡眠特别浅", ("用户睡眠特别浅",), ()),
    ("我英语一般，粤语能听不能说", ("用户英语一般", "粤语"), ()),
    ("我班上有 47 个学生", ("班上有 47 个学生",), ()),
    ("我在备考注册会计师", ("用户在备考注册会计师",), ()),
    ("我和我弟合租，房租对半", ("用户的弟弟合租",), ("我",)),
    ("我嗓子有息肉，不能多说话", ("用户嗓子有息肉", "不能多说话"), ()),
    ("我早上不接电话，有事发微信", ("用户早上不接电话",), ()),
    ("不坐红眼航班，再便宜也不坐", ("不坐红眼航班",), ()),
    ("乳清蛋白喝了拉肚子，我改喝植物蛋白了", ("用户改喝植物蛋白",), ()),
    ("我跟老周合伙开了个修车铺", ("老周", "修车铺"), ()),
    ("我的 B 站号叫地图上的鱼", ("B 站号叫地图上的鱼",), ()),
    ("我 GitHub 用户名 moss-lan", ("moss-lan",), ()),
    ("我用的输入法是小鹤双拼", ("输入法是小鹤双拼",), ()),
    ("我夜宵一般都是馄饨", ("夜宵", "馄饨"), ()),
    # numbers of things
    ("季度指标是 260 万", ("季度指标是 260 万",), ()),
    ("我深蹲最好成绩 140", ("用户深蹲", "140"), ()),
    ("六级考了 532", ("六级", "532"), ()),
    ("拿铁从 28 涨到 30 了", ("拿铁", "30"), ()),
    ("血压计用的是五号电池", ("五号电池",), ("2026",)),
    # those around the user
    ("我室友打呼噜，我睡眠特别浅", ("用户的室友打呼噜",), ()),
    ("我女朋友在厦门，异地两年了", ("用户的女朋友在厦门", "两年"), ()),
    ("儿子在加拿大，孙女上初二", ("用户的孙女上初二",), ("儿子孙女",)),
    ("娃不爱吃胡萝卜，藏在饺子里也能挑出来", ("用户的娃不爱吃胡萝卜",), ()),
    ("供货商老陈只收现金", ("老陈只收现金",), ()),
    ("阿哲一点辣都吃不了，我是无辣不欢，聚餐咋选啊", ("阿哲一点辣都吃不了",), ("咋选",)),
    ("我儿子的围棋教练叫贺一舟", ("用户的儿子的围棋教练叫贺一舟",), ()),
    # days that come back, and days that do not
    ("店里周一休息", ("店里周一休息",), ("2026",)),
    ("周五下午固定开教研会", ("周五下午固定开教研会",), ("2026",)),
    ("空调外机每两年加一次氟", ("每两年", "加一次"), ()),
    ("大宝每周二、四下午有舞蹈课", ("大宝", "舞蹈课"), ("2026",)),
    ("下周三下午三点跟法务过供应商合同，帮我记一下", ("2026-03-18 15:00", "供应商合同"), ("帮我",)),
    ("下周五（20 号）去东京看展，查下浦东飞成田", ("2026-03-20", "东京看展"), ("查下",)),
    ("王某那个案子 5 月 20 号开庭", ("2026-05-20", "开庭"), ("用户王某",)),
    ("三模 5 月 7 号", ("三模", "2026-05-07"), ()),
    ("我十月份搬去大阪", ("2026-10", "大阪"), ()),
    ("我徒弟阿坤下个月转正", ("徒弟阿坤", "2026-04", "转正"), ()),
    ("法务那个会改时间了，挪到 5 月 8 号周五，上午十点半", ("法务", "2026-05-08", "十点半"), ()),
    ("疫苗改到 19 号了，社区医院没货", ("疫苗", "2026-03-19"), ()),
    # how the assistant is to do it
    ("给我列东西请用数字编号，别用小圆点", ("数字编号", "别用小圆点"), ()),
    ("推荐绘本的话别给我推英文的", ("绘本", "英文"), ()),
    ("没把握的别编", ("没把握的别编",), ()),
    ("文件命名规则：日期加项目名加版本号", ("日期加项目名加版本号",), ()),
    ("报价单保留两位小数", ("报价单保留两位小数",), ()),
    ("工作邮件署名写周知行律师", ("署名写周知行律师",), ()),
    ("讲题先讲思路再给答案", ("先讲思路再给答案",), ()),
    ("菜单用繁体，老板是香港人", ("菜单用繁体",), ()),
    ("课表以学校公众号发的为准", ("以学校公众号发的为准",), ()),
    ("评语里不要出现“差”这个字", ("不要出现“差”这个字",), ()),
    ("给业主群发的通知要简短，别带感叹号", ("给业主群发的通知", "简短"), ()),
    ("湿度一过 70 你就把除湿机打开", ("湿度一过 70", "除湿机"), ()),
    ("仓库温度要是超过 30 度，就先关照明，再给我发消息", ("超过 30 度", "关照明", "发消息"), ()),
    ("数据别存云盘，导师不让", ("数据别存云盘", "导师不让"), ()),
    # limits, and facts beside a question
    ("一晚 700 封顶哈", ("一晚 700 封顶",), ()),
    ("团建人均 300 以内，算下我们组总共多少", ("团建人均 300 以内",), ("多少",)),
    ("定了，埋点用 PostHog 私有部署，不用 Mixpanel，老板怕数据出境", ("PostHog", "Mixpanel", "怕数据出境"), ()),
]

NOTHING = [
    "医院还问过敏史",
    "我妈喊我吃饭",
    "系统提示我密码错误",
    "客户说要改成蓝色",
    "我有 12 个苹果，吃了 3 个还剩几个",
    "我在写一个 Python 脚本，想批量重命名",
    "我电脑开不了机",
    "巷口那家烧饼特别香",
    "我今天加班到十点",
    "我本地跑是好的",
    "我拿计算器算的是 86",
    "我把端口改了还是连不上",
    "我需要一个能画流程图的工具",
    "我要一张十月份的销售汇总表",
    "我打车过来的",
    "我建议用第二种",
    "我住你心里",
    "我家楼下在修路，吵得要命",
    "我上辈子一定是只猫",
    "隔壁装修震得我头疼",
    "地球半径 6371 公里",
    "北京到天津高铁要 30 分钟",
    "老师说明天不用交作业",
    "老板说：我不吃辣。",
    "同事 A：我下周休假。",
    "小明每天跑三公里，一周跑多少",
    "这一段再精简一下，控制在两百字",
    "这段代码用 Python 写",
    "回复他要委婉点",
    "标题别太长",
    "晚安，明天见",
    "明天又是周一",
    "刚才网断了",
    "昨晚那场球太精彩了",
    "帮我给房东写条消息，说我下个月搬走",
]


@each_row(("message", "together", "nowhere"), PLAIN)
def test_plain_talk_is_heard(message: str, together: tuple[str, ...], nowhere: tuple[str, ...]) -> None:
    """A plain declarative clause, a dated plan or a standing wish comes out whole, whoever's it is."""
    said = texts(message)
    assert any(all(word in text for word in together) for text in said), said
    assert not [text for text in said if any(word in text for word in nowhere)]


@each_row("message", NOTHING)
def test_what_passes_with_the_moment_is_not_kept(message: str) -> None:
    """Moods, errands, general knowledge, others' words and feedback on the thing at hand leave nothing behind."""
    assert texts(message) == []


@each_row("message", ["我不会前端", "我室友打呼噜", "店里周一休息", "我是 INFP"])
def test_a_broad_construction_claims_no_slot(message: str) -> None:
    """What is said in no particular frame stands beside everything else and replaces nothing."""
    (statement,) = heard(message).statements
    assert statement.slot is None


@each_row(
    ("old", "new", "attribute"),
    [
        ("下周六约了室友去西山骑车", "西山骑车不去了", "plan:西山骑车"),
        ("我夜宵一般都是馄饨", "夜宵改成酸奶了", "habit:夜宵"),
        ("我深蹲最好成绩 140", "上次说错了，深蹲是 145", "value:深蹲"),
        ("“青禾”民宿改造预算是 80 万", "青禾那边要收一收，预算压到 65 万", "constraint:budget 青禾"),
        ("你以后叫我小北就成", "叫我阿北", "called"),
    ],
)
def test_a_later_saying_meets_the_earlier(old: str, new: str, attribute: str) -> None:
    """Two wordings of one thing name one slot."""
    for message in (old, new):
        assert attribute in [statement.slot.attribute for statement in heard(message).statements if statement.slot]


def test_a_ban_does_not_meet_the_other_rules_of_a_document() -> None:
    """What a report must not hold says nothing of how they are laid out."""
    layout, banned = (heard(message).statements[0].slot for message in ("周报用表格写", "周报里别放截图"))
    assert layout is not None
    assert banned is not None
    assert layout.key != banned.key


def test_a_correction_that_names_nothing_has_no_slot() -> None:
    """Seven, not eight: with nothing before it to say seven of what, no slot is claimed."""
    (statement,) = heard("你记错了，现在是七个人，不是八个").statements
    assert statement.correction
    assert statement.slot is None
    assert "七个人" in statement.text


def test_a_correction_takes_its_slot_from_what_the_assistant_repeated() -> None:
    """The assistant's echo tells what the wrong number was of, and the rest of the sentence is heard as well."""
    (first,) = heard("我们组一共八个人").statements
    earlier = ("assistant", "你们组八个人，总共 2,400 元以内。")
    right, gone = heard("你记错了，现在是七个人，不是八个，小何三月底转岗走了", earlier).statements
    assert right.slot is not None
    assert first.slot is not None
    assert right.correction
    assert right.slot.key == first.slot.key
    assert "七个人" in right.text
    assert "小何" in gone.text


def test_taking_what_was_proposed_outright_is_a_decision() -> None:
    """ "Then book that one" takes the words of the proposal, though it asked nothing."""
    offer = ("assistant", "那安吉的竹里小院：5 月 2 日入住，两晚共 ¥1,160。")
    (statement,) = heard("行，就订这个", ("user", "一晚 700 封顶"), offer).statements
    assert statement.kind is Kind.DECISION
    assert "竹里小院" in statement.text


def test_an_ordinal_picks_from_the_numbered_list() -> None:
    """ "The second one" is the second item and none of the others; what follows it is heard as well."""
    offer = ("assistant", "有两班：\n1. KX101，08:00 到 10:35\n2. KX117，09:30 到 12:05")
    chosen, *rest = heard("第二班。我晕机，别选后排。", ("user", "查下去深圳的早班机"), offer).statements
    assert chosen.kind is Kind.DECISION
    assert "KX117" in chosen.text
    assert "KX101" not in chosen.text
    assert any("晕机" in statement.text for statement in rest)


def test_a_rule_the_assistant_offers_to_keep_becomes_one() -> None:
    """Yes to "shall I make it standing" is the rule, with the rule's own words."""
    offer = ("assistant", "要把“给供应商的邮件一律用中文”设成长期规则吗？")
    (statement,) = heard("要的，一直这样", ("user", "给他们写邮件用中文"), offer).statements
    assert statement.kind is Kind.RULE
    assert "给供应商的邮件一律用中文" in statement.text


def test_an_order_is_nobody_elses() -> None:
    """After a clause on the boss, the order is still the user's."""
    orders = [found for found in heard("我们老板不喜欢 PPT，汇报一律写 Word").statements if found.kind is Kind.RULE]
    assert [found.slot.subject for found in orders if found.slot] == ["user"]
    assert orders[0].text == "汇报一律写 Word"


@each_row(
    ("message", "subject", "single"),
    [
        ("我的上司生日是7月30号", "老板", True),
        ("我的同事生日是2月24号", "同事", False),
        ("我婶婶是位厨师长", "婶婶", True),
        ("我舅妈是做厨师的", "舅妈", True),
        ("我表姐的血型是A型", "表姐", True),
    ],
)
def test_a_slot_is_its_persons(message: str, subject: str, single: bool) -> None:
    """An aunt is not another aunt, and of colleagues there are several."""
    slots = [
        statement.slot
        for statement in read_chinese(message, MessageSetting(said=SAID, zone=ZONE)).statements
        if statement.slot
    ]
    assert [(slot.subject, slot.single) for slot in slots] == [(subject, single)]


def test_a_predicate_left_open_is_no_statement() -> None:
    """What is so is said in the clause before; by itself it says nothing."""
    texts = [
        one.text
        for one in read_chinese("我弟弟和我都对芒果过敏，但我妈不是", MessageSetting(said=SAID, zone=ZONE)).statements
    ]
    assert len(texts) == 1
    assert "芒果过敏" in texts[0]
