"""Measures that hold for every construction: what is not meant, what does not stand alone, slips and changes."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from mnemic.domain.record import Kind
from mnemic.reader.retold_statement import retell_statement
from mnemic.reader.statement import EarlierMessage, MessageSetting, RuleReading
from mnemic.reader.zh import checks, read_chinese
from mnemic.writing.displaced import denied_values
from tests.tables import each_row

ZONE = ZoneInfo("Asia/Shanghai")
SAID = datetime(2026, 3, 10, 10, 0, tzinfo=ZONE)  # a Tuesday


def heard(message: str, *earlier: str) -> RuleReading:
    spoken = tuple(EarlierMessage(role="user", text=text) for text in earlier)
    return read_chinese(message, MessageSetting(said=SAID, zone=ZONE, earlier=spoken))


def texts(message: str, *earlier: str) -> list[str]:
    return [statement.text for statement in heard(message, *earlier).statements]


NOT_MEANT = [
    # data to be filled in
    "帮我往用户表里塞三行：姓名 王大锤，年龄 31，过敏 花生",
    "给测试环境造个住户，比如：电话 139，忌口 香菜，生日 1999-9-9",
    "单元测试写个用例，用户叫赵六，住在广州，对海鲜过敏",
    "种子数据加一条：房客 孙悟空，房号 502，不吃猪肉",
    # parts that are played, stories that go on
    "你做房东我做租客，咱们来一段，我已经三个月没交租了",
    "来对个戏，你是大夫，我是快不行的老兵，我家里还有三个娃",
    "情景模拟一下，你是面试官，我是应届生，我学的是会计",
    "往下写：我出生在雪夜，父亲是个铁匠，我十岁就会打刀",
    "这段独白润一下，我这辈子只爱过一个人，她姓苏",
    # irony and absurdity
    "太好了，电梯又坏了，我最喜欢爬二十三楼了",
    "好极了，又停水，我就爱用矿泉水洗头",
    "感谢领导厚爱，周末又给我安排了值班，我太幸福了",
    "钱包昨天跟我离婚了，财产归淘宝",
    "我昨天戒了奶茶，今天戒了戒奶茶，明天准备戒掉明天",
    # put off, of the moment, of this one only
    "等等，我得跟合伙人商量商量",
    "先不了，我问一下班主任",
    "这张照片背景换成蓝的，左边留白",
    "这页PPT底色换浅灰，logo挪到右上角",
    "这份合同用宋体吧，客户点名要的，别的照旧",
    "鞋盒上写着：我爱跑步，跑步爱我",
    "歌里唱我来自南方的小镇，开一家小店",
]


@each_row("message", NOT_MEANT)
def test_what_is_not_meant_states_nothing(message: str) -> None:
    """Whatever is said in it, none of it is told of the user."""
    assert texts(message) == []


MEANT = [
    ("我们测试库在阿里云上，账号归运维管", "阿里云"),
    ("太棒了，我拿到宁波那边的offer了", "offer"),
    ("我最享受周末早上一个人钓鱼", "钓鱼"),
    ("我是镖局的讲解员，家在平遥", "讲解员"),
    ("以后给我的图都抠成白底", "白底"),
    ("图片我一律要透明底的", "透明底"),
    ("我家被子都是蚕丝的，我对羽绒过敏", "羽绒"),
    ("先别叫我老师，叫我小北", "小北"),
    ("我最喜欢吃冷包子", "冷包子"),
]


@each_row(("message", "word"), MEANT)
def test_what_only_looks_like_it_is_heard(message: str, word: str) -> None:
    """The same words said in earnest."""
    assert any(word in text for text in texts(message))


CUT = [
    "大夫就说",
    "说用户这个半月板",
    "用户的妈妈自己肯定记不住",
    "他们不听劝",
    "因为太贵了",
    "用户说好",
]


@each_row("text", CUT)
def test_what_hangs_in_the_air_is_no_statement(text: str) -> None:
    """Neither by the rules nor told again."""
    assert not checks.is_standalone(text)
    assert retell_statement(text, Kind.FACT, MessageSetting(said=SAID, zone=UTC), "zh", of_user=False) == ""


@each_row("text", ["用户的婆婆不会坐地铁", "粤语能听不能说", "用户跟房东签了两年合同", "阳台朝北，它没太阳"])
def test_what_is_whole_stands(text: str) -> None:
    """A predicate with its subject."""
    assert checks.is_standalone(text)


def test_a_rhetorical_denial_affirms() -> None:
    """ "Did I not go" says that I went."""
    assert not any("不是" in text for text in texts("我昨天不是去拔了智齿嘛，大夫就说，一周内别碰烫的"))


def test_a_stranger_is_not_the_users() -> None:
    """The new child at the day care is not a child of the user's."""
    said = texts("晚托班新来的孩子叫马小川，回族，不吃大肉")
    assert said
    assert not any("用户的孩子" in text for text in said)


SLIPS = [
    ("菜籽油要四桶", "打错了，六桶", "六桶", "四桶"),
    ("网线要六十米", "说秃噜了，八十米，院子后头还有一截", "八十米", "六十"),
    ("我闺女是三月十二生的", "啊不，是三月二十一", "二十一", "三月十二"),
    ("预约周三上午的牙医", "说错，周四上午", "周四", "周三"),
    ("我车牌尾号是 386", "记反了，368", "368", "386"),
    ("地板刷成浅灰", "嘴瓢，深灰", "深灰", "浅灰"),
    ("我奶奶今年八十三", "算错了，八十五，她属鼠的", "八十五", "八十三"),
    ("树苗订三万棵", "嘴瓢了，五万", "五万", "三万"),
]


@each_row(("said", "slip", "right", "wrong"), SLIPS)
def test_a_slip_leaves_only_what_was_meant(said: str, slip: str, right: str, wrong: str) -> None:
    """The last statement comes again with the right value, as a correction."""
    statement = heard(slip, said).statements[0]
    assert statement.correction
    assert right in statement.text
    assert wrong not in statement.text


def test_a_value_of_another_shape_repairs_nothing() -> None:
    """Where no value of the same shape was said, nothing is put in its place."""
    assert not any("更正" in text for text in texts("打错了，六桶", "我喜欢清静"))


SUCCESSIONS = [
    ("门票定价六十", "下月起门票四十五，淡季"),
    ("乐队排练费一个月八百", "排练费涨了，一个月一千一"),
    ("我从来不吃羊肉", "被同事带的，我现在吃羊肉了，手把肉最好"),
]


@each_row(("old", "new"), SUCCESSIONS)
def test_old_and_new_meet_in_one_slot(old: str, new: str) -> None:
    """Whatever the new saying is like, it fills the slot of the old one."""
    slots = [one.slot for one in (*heard(old).statements, *heard(new).statements) if one.slot]
    assert len(slots) == 2
    assert slots[0].key == slots[1].key


@each_row(
    "message", ["收旧书的改周日来了，还是三点", "表哥不开饭馆了，回老家种橘子去了", "和老魏和好了，昨天还一块下棋"]
)
def test_a_change_that_names_its_thing_is_told_whole(message: str) -> None:
    """A correction, though no construction reads it."""
    assert [one.correction for one in heard(message).statements] == [True]


@each_row("message", ["把会议室空调调到26度，现在", "要不改周日吧？"])
def test_a_request_or_a_thought_changes_nothing(message: str) -> None:
    """Nothing has changed yet."""
    assert not any(one.correction for one in heard(message).statements)


@each_row(
    ("text", "gone"),
    [
        ("收冰箱的改周日来了", "冰箱"),
        ("不化妆了", "化妆"),
        ("18 那个千万别留", "18"),
        ("和大刘和好了", "大刘"),
        ("经费砍了", "经费"),
    ],
)
def test_what_gives_way_is_denied(text: str, gone: str) -> None:
    """What is changed is named in front of the change."""
    assert gone in denied_values(text)
