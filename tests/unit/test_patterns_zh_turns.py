"""What the rules hear in Chinese of turns: what is so now, holds again, is to be forgotten, or is only told."""

from __future__ import annotations

from datetime import UTC, datetime

from mnemic.domain.record import Kind
from mnemic.reader import zh
from mnemic.reader.retold_statement import retell_statement
from mnemic.reader.statement import EarlierMessage, MessageSetting, RuleReading
from mnemic.writing.displaced import denied_values
from tests.tables import each_row

SAID = datetime(2026, 6, 10, 4, 0, tzinfo=UTC)


def heard(message: str, *earlier: str) -> RuleReading:
    spoken = tuple(EarlierMessage(role="user", text=text) for text in earlier)
    return zh.read_chinese(message, MessageSetting(said=SAID, zone=UTC, earlier=spoken))


def keys(message: str) -> set[str]:
    return {statement.slot.attribute for statement in heard(message).statements if statement.slot}


SAME_SLOT = (
    ("我最喜欢的演员是葛优", "我最喜欢的演员现在是黄渤", "favourite:演员"),
    ("我最爱的球队是国安", "我最爱的球队变成海港了", "favourite:球队"),
    ("我最爱看的综艺是脱口秀", "我现在最爱看的综艺换成辩论赛了", "favourite:综艺"),
    ("我体重 66 公斤", "终于 61.5 公斤", "value:体重"),
    ("我体重 80 公斤", "今早称 77 公斤了", "value:体重"),
    ("我跟着孟老师学二胡", "换了位姓桂的老师", "value:老师"),
    ("我练琴用节拍器", "现在练琴用的是手机软件", "uses:练琴"),
    ("意语 A1 过了", "意语 A2 过了", "value:意语水平"),
    ("我在宁波租的房", "我搬到绍兴去了", "home"),
    ("我在超市当收银员", "转行去驾校做教练了", "job"),
    ("发票抬头写「云杉设计有限公司」", "抬头以后写「云杉数字技术有限公司」", "rule:invoice title"),
    ("我们民乐团刚成立，一共才9个人", "我们民乐团现在27个人了", "value:民乐团人数"),
    ("以后叫我老魏", "别叫老魏了，叫魏叔", "called"),
)


@each_row(("old", "new", "attribute"), SAME_SLOT)
def test_a_turn_fills_the_slot_of_what_it_ends(old: str, new: str, attribute: str) -> None:
    """The new saying has the slot of the old one; but for an order, which replaces the old one anyway, it says so."""
    assert attribute in keys(old), heard(old)
    turned = [s for s in heard(new).statements if s.slot and s.slot.attribute == attribute]
    assert turned, heard(new)
    assert turned[0].correction or turned[0].kind is Kind.RULE


AGAIN = (
    (("会议纪要用要点，别写大段", "要不纪要改成大段试试？"), "看了下还是要点好，照原来的来", "要点"),
    (("周报用表格",), "算了，还是表格吧", "表格"),
    (("默认喝乌龙茶",), "还是乌龙茶吧", "乌龙茶"),
)


@each_row(("earlier", "message", "kept"), AGAIN)
def test_going_back_says_again_what_was_settled(earlier: tuple[str, ...], message: str, kept: str) -> None:
    """What holds again has the words and the slot of when it was settled, and is a correction."""
    (again,) = heard(message, *earlier).statements
    (settled,) = heard(earlier[0]).statements
    assert again.slot is not None
    assert settled.slot is not None
    assert (again.text, again.slot.key) == (settled.text, settled.slot.key)
    assert again.correction
    assert kept in again.text


@each_row("message", ["还是算了吧", "还是原来那样吧", "还是火锅吧", "算了，还是睡觉吧？"])
def test_going_back_to_what_was_never_settled_says_nothing(message: str) -> None:
    """Without an earlier saying that holds the thing nothing is certain."""
    assert not heard(message, "周报用表格").statements


RETRACTED = (
    ("把我说考研那事删了吧，不想再提", "我在准备考研，目标是川大", "考研"),
    ("前面说的离职忘掉", "我打算下个月离职", "离职"),
    ("当我没提过腰伤", "我腰伤三年了", "腰伤"),
    ("那个别记了", "我今年四十六", "四十六"),
)


@each_row(("message", "before", "named"), RETRACTED)
def test_a_wish_to_forget_names_it_in_the_words_used(message: str, before: str, named: str) -> None:
    """The text of a retraction holds the earlier words of what is to be dropped."""
    (dropped,) = heard(message, before).statements
    assert dropped.retracts
    assert named in dropped.text


@each_row("message", ["把逗号全删了", "什么烦恼都忘了", "要不要存点定期", "别忘了带伞"])
def test_other_talk_of_forgetting_retracts_nothing(message: str) -> None:
    """Deleting signs in a text or forgetting one's worries is no wish to the memory."""
    assert not any(statement.retracts for statement in heard(message, "我养了只猫").statements)


WHOLE = (
    ("家教退了，跟孩子商量了两周，决定自己辅导", ("家教退了", "自己辅导")),
    ("冰箱漏水了，修要四百，直接换了台新的", ("冰箱漏水", "换了台新的")),
    ("家里常备零食就三样：海苔、坚果、酸奶", ("海苔、坚果、酸奶",)),
    ("家里俩娃，老大念初三，老二刚会爬", ("老大念初三", "老二刚会爬")),
    ("鸡舍这会儿四十五只", ("鸡舍", "四十五只")),
    ("入冬前想卖掉八九头", ("入冬前", "卖掉八九头")),
    ("驾照到手！B2！", ("驾照", "B2")),
    ("离了", ("离了",)),
    ("我是安徽的", ("安徽",)),
    ("号牌是苏B7K21M", ("苏B7K21M",)),
    ("咱妈不吃葱，做菜别放葱", ("用户的妈妈不吃葱",)),
    ("家里就我跟俩娃", ("俩娃",)),
    ("教你个去油渍的法子，先撒小苏打，再倒白醋，最后用热水冲", ("小苏打", "白醋", "热水")),
    ("店里收摊我教你:先关火,再擦台面,锁柜子", ("店里收摊", "关火", "锁柜子")),
    ("我叠衬衫的法子:扣好扣子,翻面,两边折进来,再对折", ("叠衬衫", "翻面", "再对折")),
    ("水果店倒闭了，我卡里还有三百没退", ("水果店倒闭", "三百没退")),
    ("有个老客户姓邢，对花生过敏", ("用户的客户对花生过敏",)),
    ("我妹在西安读研，下周她要去面试", ("用户的妹妹下周", "面试")),
    ("我妈回武汉上班了", ("用户的妈妈回武汉上班",)),
    ("给你说下我泡红茶的步骤\n1. 温壶\n2. 投茶五克\n3. 十五秒出汤", ("温壶", "五克", "十五秒")),
)


@each_row(("message", "words"), WHOLE)
def test_a_statement_is_told_with_what_it_hangs_on(message: str, words: tuple[str, ...]) -> None:
    """Clauses that lean on each other make one statement, and plain short sayings are heard."""
    said = [statement.text for statement in heard(message).statements]
    assert any(all(word in text for word in words) for text in said), said


NOTHING = (
    "例句：我每天早上五点起床跑步。",
    "竞选稿：大家好，我叫林小满，我想当班长",
    "弹幕：我弟离婚了",
    "我妈转来的：属虎的今年要当心",
    "我从来不吃早饭，这话是我从一个博主那儿听来的",
    "我要是左撇子，弹琵琶是不是得反着弹？",
    "好奇问一嘴，要是我是色盲，能考驾照吗？",
    "小区要是装了电梯，我立马退租",
    "要我是校长，第一件事就把早读废了",
    "等我老了就养条狗",
    "我也回去养鱼算了",
    "随便给我填一份假的：姓名 王多多，生日 1990-01-01，过敏史 牛奶",
    "下面这段压到一百字以内：本店开业十年，坚持手工。",
    "我对周一过敏",
    "隔壁老李天天蹭我家网，孩子都快随他姓了（不是）",
    "电影永远的神",
    "大巴晃得我想吐",
    "浑身不得劲",
    "感冒药有用没",
    "改成竖版试试吧",
    "妈妈做的饭真香",
    "下周她要去面试",
)


@each_row("message", NOTHING)
def test_what_is_told_for_the_telling_makes_no_statement(message: str) -> None:
    """Quotations under a heading, suppositions, made-up data, praise and moods say nothing of the user."""
    assert not heard(message).statements, heard(message).statements


def test_a_person_of_anothers_firm_is_not_carried_on() -> None:
    """After a pronoun that nobody answers to, what leaves its subject out is not the user's."""
    said = [statement.text for statement in heard("我老公公司裁员，他在名单里，月底走").statements]
    assert not any("用户月底" in text or "公公" in text.replace("老公公司", "") for text in said), said


@each_row("message", ["食堂周五只供应素餐", "诊所周三下午不开诊"])
def test_a_weekday_of_every_week_gets_no_date(message: str) -> None:
    """What is so every week on a day keeps the day's name alone."""
    assert not any("2026" in statement.text for statement in heard(message).statements)


@each_row("message", ["快递大件得喊我儿子搬", "四点以后莫喊我接单"])
def test_being_called_for_a_task_is_no_name(message: str) -> None:
    """To call somebody to do something is no form of address."""
    assert "called" not in keys(message)


@each_row("message", ["换手机号以后微信还在", "立秋以后天凉得快"])
def test_after_an_event_is_no_standing_order(message: str) -> None:
    """以后 right after what happens says when, and orders nothing."""
    assert not any(statement.kind is Kind.RULE for statement in heard(message).statements)


def test_a_bare_relation_is_the_users_own() -> None:
    """A stretch that begins with a relation speaks of the user's."""
    told = retell_statement("老婆不让我熬夜", Kind.FACT, MessageSetting(said=SAID, zone=UTC), "zh", of_user=True)
    assert told == "用户的老婆不让用户熬夜"


def test_a_clock_time_of_a_habit_is_no_day() -> None:
    """A fact that names an hour and no day keeps its words."""
    told = retell_statement("睡前九点给孩子读绘本", Kind.FACT, MessageSetting(said=SAID, zone=UTC), "zh", of_user=True)
    assert "2026" not in told


ENDED = (
    ("电钢琴卖了", ("电钢琴",)),
    ("Windows卸了", ("Windows",)),
    ("豆豆走了，埋在树下", ("豆豆",)),
    ("七个人，不是八个", ("八个",)),
    ("Tuesday, not Thursday", ("Thursday",)),
    ("We meet on Tuesday", ()),
    ("我住青岛", ()),
)


@each_row(("text", "gone"), ENDED)
def test_what_ended_is_denied(text: str, gone: tuple[str, ...]) -> None:
    """A text denies what it says is not so, and in Chinese what it says is over."""
    assert denied_values(text) == gone
