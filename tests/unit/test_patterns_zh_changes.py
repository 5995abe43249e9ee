"""What changes, ends or is put right in Chinese talk; notes in the third person; answers to the assistant."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from mnemic.domain.record import Kind
from mnemic.reader.statement import EarlierMessage, MessageSetting, RuleReading, Statement
from mnemic.reader.zh import read_chinese
from tests.tables import each_row

ZONE = ZoneInfo("Asia/Shanghai")
SAID = datetime(2026, 3, 10, 10, 0, tzinfo=ZONE)  # a Tuesday


def heard(message: str, *earlier: tuple[str, str]) -> RuleReading:
    spoken = tuple(EarlierMessage(role=role, text=text) for role, text in earlier)
    return read_chinese(message, MessageSetting(said=SAID, zone=ZONE, earlier=spoken))


def texts(message: str, *earlier: tuple[str, str]) -> list[str]:
    return [statement.text for statement in heard(message, *earlier).statements]


def slotted(message: str) -> Statement:
    return next(statement for statement in heard(message).statements if statement.slot)


@each_row(
    ("old", "new", "attribute"),
    [
        ("我开一辆思域", "思域卖了，换了台领克", "device:car"),
        ("我手机是一加12", "换手机了，三星 S25", "device:phone"),
        ("我用小米14", "新手机到手：荣耀 Magic7", "device:phone"),
        ("我在银行当柜员", "我辞职了，去一家书店当店长", "job"),
        ("我住在徐汇", "我不住徐汇了，搬到嘉定了", "home"),
        ("我写代码用Sublime", "编辑器换成Helix了，Sublime卸载了", "uses:editor"),
        ("我打游戏主玩射手", "现在改玩法师了，射手不玩了", "uses:play"),
        ("我吃二甲双胍，每天500毫克", "医生把二甲双胍加到1000毫克了", "value:二甲双胍"),
        ("我租的房子月租2500", "房东涨租了，现在2750", "value:房租"),
        ("我体重90公斤", "减到84公斤了", "value:体重"),
        ("我主修物理", "我转系了，现在读统计学", "value:专业"),
        ("去敦煌的总预算六千", "敦煌那趟预算提到八千", "constraint:budget 敦煌"),
        ("我每天骑车上班", "自行车丢了，现在改坐地铁", "habit:commute"),
        ("早上六点叫我起床", "闹钟改成七点", "plan:wake up"),
        ("我儿子今年上小班", "我儿子升中班了", "state:school"),
        ("跟我聊天用粤语", "还是换成普通话吧，以后都用中文", "rule:reply language"),
        ("我周一周四健身", "健身改成周二周五了", "habit:sport"),
    ],
)
def test_the_new_value_takes_the_slot_of_the_old(old: str, new: str, attribute: str) -> None:
    """Old and new fill one slot that has one value, and the new one speaks of the change."""
    first, second = slotted(old).slot, slotted(new).slot
    assert first is not None
    assert second is not None
    assert (first.attribute, second.attribute) == (attribute, attribute)
    assert first.single
    assert second.single
    assert first.value != second.value


@each_row(
    ("message", "what"),
    [
        ("健身卡退了，太远了", "健身卡"),
        ("可乐不喝了，血压高", "可乐"),
        ("我不吃牛排了", "牛排"),
        ("兔子送人了，养不过来", "兔子"),
        ("酸菜鱼吃腻了", "酸菜鱼"),
    ],
)
def test_what_ended_is_denied(message: str, what: str) -> None:
    """The statement says outright that it corrects what is known, and denies the thing by name."""
    (statement,) = heard(message).statements
    assert statement.correction
    assert statement.slot is not None
    assert (statement.slot.value, statement.slot.polarity) == (what, -1)


@each_row("message", ["饭不吃了，没胃口", "这局不玩了", "先不看了，睡了", "客人走了", "他不来了"])
def test_what_stops_for_now_ends_nothing(message: str) -> None:
    """To leave the table is no change of what one eats."""
    assert texts(message) == []


def test_what_ended_and_what_took_its_place_are_one_statement() -> None:
    """Neither half says all of it."""
    (statement,) = heard("黄油不吃了，现在用橄榄油").statements
    assert "黄油不吃了" in statement.text
    assert "橄榄油" in statement.text


@each_row(
    ("message", "right", "wrong"),
    [
        ("我是2016年入职的，哦不对，2018年", "2018", "2016"),
        ("我女儿六岁，不对，七岁了", "七岁", "六岁"),
        ("聚会是周五晚上，说错了，周六晚上", "周六", "周五"),
    ],
)
def test_a_slip_is_repaired_where_it_stands(message: str, right: str, wrong: str) -> None:
    """Only the value that was meant is stated."""
    (said,) = texts(message)
    assert right in said
    assert wrong not in said


def test_a_denied_value_repairs_nothing() -> None:
    """ "Not Thursday" after Friday is no slip."""
    assert not any("周四" in said for said in texts("例会在周五，说错了不扣钱"))


@each_row(
    ("message", "together"),
    [
        ("用户喜欢靠前排的座位", ("用户喜欢靠前排的座位",)),
        ("该用户偏好浅色主题", ("用户偏好浅色主题",)),
        ("用户住在无锡，在一家设计院做结构工程师", ("无锡",)),
        ("用户的丈夫在医院当麻醉师", ("用户的丈夫", "麻醉师")),
        ("用户不吃羊肉。他对芒果过敏。", ("用户对芒果过敏",)),
        ("用户养了一只叫糯米的布偶", ("糯米", "布偶")),
        ("用户每天早上六点起床跑步", ("六点", "跑步")),
    ],
)
def test_a_note_on_the_user_is_read_as_the_users_own(message: str, together: tuple[str, ...]) -> None:
    """Other systems write of the user in the third person."""
    assert any(all(word in said for word in together) for said in texts(message))


def test_a_note_keeps_its_places() -> None:
    """The quote is cut from the message as it was written."""
    message = "用户喜欢爵士乐。用户对花粉过敏。"
    (_, allergy) = heard(message).statements
    assert message[allergy.start : allergy.end].strip("。") == "用户对花粉过敏"


@each_row(
    "message",
    ["用户登录失败五次后锁定", "用户表里有两千行", "用户反馈首页太慢", "用户需要支持批量导出", "用户增长放缓"],
)
def test_users_of_a_product_are_not_the_user(message: str) -> None:
    """In a trade that has users, 用户 is none of the speaker's tastes."""
    assert texts(message) == []


def test_a_choice_takes_what_was_asked() -> None:
    """Of two things named, the one picked; what is said besides is heard too."""
    asked = ("user", "去舟山到底坐船还是大巴")
    chosen, besides = heard("坐船吧，我晕车", asked, ("assistant", "都可以，您更倾向哪种？")).statements
    assert chosen.kind is Kind.DECISION
    assert "舟山" in chosen.text
    assert "坐船" in chosen.text
    assert "晕车" in besides.text


def test_a_refused_change_keeps_what_was() -> None:
    """ "No, as it is" names the thing and its old value, never the proposed one."""
    (kept,) = texts("不用，还是七点一刻", ("assistant", "要把班车提醒改到八点吗？"))
    assert "班车提醒" in kept
    assert "七点一刻" in kept
    assert "八点" not in kept


def test_the_verb_of_the_question_takes_its_object() -> None:
    """ "Cancel it, and sign up for another": the object stands in the question."""
    (said,) = texts("嗯退掉，改报素描，每周六下午", ("assistant", "要帮您退掉周三的书法班吗？"))
    assert "书法班" in said
    assert "素描" in said


@each_row("answer", ["继续", "不用", "没有了，谢谢"])
def test_a_mere_go_ahead_states_nothing(answer: str) -> None:
    """What is done now is no memory."""
    assert texts(answer, ("assistant", "要继续吗？")) == []


def test_a_proposal_turns_its_persons_round() -> None:
    """Whom the assistant calls "you" is the user."""
    offer = ("assistant", "那以后我每周一早上九点给您一份日程，可以吗？")
    (said,) = texts("可以，就这么办", ("user", "我总忘事"), offer)
    assert "助手每周一早上九点给用户一份日程" in said


def test_what_holds_of_another_is_denied_of_the_user() -> None:
    """ "It is not me but my uncle": the uncle's, and no longer the user's."""
    (said,) = heard("上次说的那个虾，过敏的不是我，是我舅舅").statements
    assert said.text == "更正：对虾过敏的是用户的舅舅，不是用户"
    assert said.correction
    assert said.slot is not None
    assert (said.slot.subject, said.slot.polarity) == ("user", -1)


def test_the_thing_is_named_where_the_clause_leaves_it_out() -> None:
    """A friend's taste and the user's of the same thing."""
    friend, own = heard("我同桌爱吃臭豆腐，我闻着就恶心").statements
    assert "同桌" not in own.text
    assert "臭豆腐" in own.text
    assert own.slot is not None
    assert own.slot.subject == "user"
    assert friend.text != own.text


@each_row(
    "message",
    [
        "我们群里抢红包手速比不过机器人，哈哈哈哈",
        "我叔朋友圈发的：「少吃盐，多走路，活到一百岁」",
        "报表先给我",
        "哈哈我要是中奖就把楼买下来",
        "我妈说我该找对象了",
        "我宣布我和这把椅子锁死了",
        "这客服是天才吧，等了一小时让我重启，下次还敢",
    ],
)
def test_jokes_quotes_and_what_others_think_state_nothing(message: str) -> None:
    """None of it is so."""
    assert texts(message) == []


def test_the_exception_leaves_the_rule_before_it_standing() -> None:
    """Only what follows "this time" passes with it."""
    first, *rest = heard("月报平时都写英文，这次给总部看，就写中文").statements
    assert "英文" in first.text
    assert not first.once
    assert all(statement.once for statement in rest)


def test_a_consequence_goes_with_what_it_follows_from() -> None:
    """ "Without it I have no strength" says nothing alone."""
    (said,) = texts("我没有一天不睡午觉的，不睡就没精神")
    assert "不睡就没精神" in said


def test_norms_after_a_colon_are_one_rule() -> None:
    """How a thing is always done; a task with a colon is none."""
    (rule,) = heard("给我写诗：要押韵，别用生僻字").statements
    assert rule.kind is Kind.RULE
    assert texts("帮我写个脚本：读取表格，输出结果") == []


def test_what_is_bounded_in_time_is_a_plan() -> None:
    """It holds from a day to a day, with all that is so meanwhile."""
    (plan,) = heard("从今天到3月25号我在外地驻场，白天接不了电话").statements
    assert plan.kind is Kind.PLAN
    assert "接不了电话" in plan.text
    assert plan.valid_to is not None


@each_row(
    ("old", "new", "attribute"),
    [
        ("我用的输入法是百度", "输入法换了，现在用鼠须管", "value:输入法"),
        ("我一般十一点睡", "现在九点半就睡了", "value:睡觉时间"),
        ("我给自己定的预算是每月3000", "预算改了，每月2500", "constraint:budget 预算"),
        ("我的工位在6楼", "工位搬到8楼了", "value:工位"),
        ("快递寄学校门卫", "快递以后寄驿站，门卫不收了", "value:delivery address"),
    ],
)
def test_a_thing_that_was_changed_keeps_its_name(old: str, new: str, attribute: str) -> None:
    """ "It was changed, now it is": the slot is the thing's, named in the clause before."""
    first, second = slotted(old).slot, slotted(new).slot
    assert first is not None
    assert second is not None
    assert (first.attribute, second.attribute) == (attribute, attribute)


def test_a_week_of_days_is_no_date() -> None:
    """Two weekdays in a row tell of every week."""
    (habit,) = heard("我周二周五练拳").statements
    assert habit.kind is Kind.FACT
    assert "2026" not in habit.text


@each_row("message", ["老板画的饼够我吃三年", "这周又要吃土了", "顺便把标题加粗", "而应该多出去走走"])
def test_idle_talk_and_tasks_state_nothing(message: str) -> None:
    """None of it tells of the user."""
    assert texts(message) == []
