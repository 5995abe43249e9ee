"""The constructions of Chinese: what each makes of a message, and what makes no statement."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from mnemic.domain.record import Kind, Tier
from mnemic.reader.statement import EarlierMessage, MessageSetting, RuleReading
from mnemic.reader.zh import read_chinese
from tests.tables import each_row, nonempty

ZONE = ZoneInfo("Asia/Shanghai")
SAID = datetime(2026, 3, 10, 10, 0, tzinfo=ZONE)  # a Tuesday


def heard(message: str, *earlier: tuple[str, str]) -> RuleReading:
    spoken = tuple(EarlierMessage(role=role, text=text) for role, text in earlier)
    return read_chinese(message, MessageSetting(said=SAID, zone=ZONE, earlier=spoken))


def texts(reading: RuleReading) -> list[str]:
    return [statement.text for statement in reading.statements]


# Each row: a message; groups of words, each of which must stand together in one statement; words no statement may hold.
SAYS: list[tuple[str, list[tuple[str, ...]], list[str]]] = [
    # likes and dislikes
    ("我喜欢喝乌龙茶", [("用户", "喜欢", "乌龙茶")], ["我"]),
    ("我最讨厌吃芹菜了", [("用户", "讨厌", "芹菜")], ["喜欢"]),
    ("我不太喜欢跟人打电话", [("用户不太喜欢", "打电话")], []),
    ("我受不了香水味", [("用户受不了", "香水")], []),
    ("相比咖啡我更喜欢茶", [("咖啡", "更喜欢茶")], []),
    ("我不爱看恐怖片，但是悬疑片可以", [("不爱看恐怖片", "悬疑片可以")], []),
    ("坐高铁我喜欢靠窗的位置", [("坐高铁", "喜欢靠窗")], []),
    ("酒店我只住带浴缸的", [("酒店", "只住带浴缸")], []),
    ("我不是不喜欢运动，就是懒得去健身房", [("不是不喜欢运动",)], []),
    ("我没有一天不听播客", [("没有一天不听播客",)], []),
    ("我非软卧不睡，硬座熬不住", [("非软卧不睡", "硬座")], []),
    ("我 prefer 早上开会", [("用户", "prefer", "早上开会")], []),
    # diet, allergy, health
    ("我对虾和螃蟹过敏", [("用户对虾过敏",), ("用户对螃蟹过敏",)], ["不过敏"]),
    ("我花粉过敏，春天出门戴口罩", [("花粉过敏",)], []),
    ("我素食，蛋奶可以", [("用户素食", "蛋奶可以")], []),
    ("我不喝酒，应酬也不喝", [("用户不喝酒",)], []),
    ("葱花我不吃", [("葱花", "不吃")], []),
    ("我从来不吃早饭", [("从来不吃早饭",)], []),
    ("我吃不了太甜的", [("吃不了", "甜")], []),
    ("我近视 500 度", [("近视 500 度",)], []),
    ("我戒烟三年了", [("戒烟三年",)], []),
    ("忌口清单：\n- 茴香\n- 羊杂", [("不要茴香",), ("不要羊杂",)], []),
    ("我腰不好，健身计划里别放硬拉", [("用户腰不好", "别放硬拉")], []),
    ("我 allergic to peanuts，点餐注意", [("用户 allergic to peanuts",)], []),
    ("我不挑食，就是不吃内脏", [("不吃内脏",)], []),
    ("订酒店要高楼层、远离电梯", [("订酒店要高楼层、远离电梯",)], []),
    ("游戏我只玩单机", [("只玩单机",)], []),
    # identity
    ("我叫林晚舟，在杭州做产品经理", [("用户叫林晚舟",), ("用户在杭州做产品经理",)], []),
    ("麻烦以后叫我阿澈", [("叫用户阿澈",)], []),
    ("我家在成都高新区", [("用户家在成都高新区",)], []),
    ("上个月搬到苏州了", [("用户", "2026-02", "搬到苏州")], []),
    ("我换工作了，现在在一家游戏公司做服务端", [("游戏公司做服务端",)], []),
    ("我今年32，有一个五岁的女儿", [("用户", "32"), ("用户有一个五岁的女儿",)], []),
    ("我生日是 3 月 18 日", [("用户的生日是 3 月 18 日",)], []),
    ("我会说日语和一点韩语", [("用户会说日语",)], []),
    ("我是左撇子", [("用户是左撇子",)], []),
    ("我的直属领导是 Kevin", [("用户的直属领导是 Kevin",)], []),
    ("记住：我的车牌号是沪A12345", [("用户的车牌号是沪A12345",)], ["记住"]),
    ("我用的是 iPhone 15，电脑是 ThinkPad X1", [("iPhone 15",), ("ThinkPad X1",)], []),
    ("养了一只柯基叫土豆", [("用户养了一只柯基叫土豆",)], []),
    # other people
    ("我老婆对猫毛过敏", [("用户的老婆对猫毛过敏",)], ["用户对"]),
    ("我同事老赵对花生过敏", [("同事老赵对花生过敏",)], ["用户对"]),
    ("我爸有高血压，盐要少放", [("用户的爸爸有高血压", "盐要少放")], []),
    ("我弟在深圳当老师", [("用户的弟弟在深圳当老师",)], []),
    ("我老公姓孟，在铁路上班", [("老公姓孟",), ("老公在铁路上班",)], ["用户在"]),
    ("我女朋友是广东人，爱喝汤", [("女朋友是广东人",), ("女朋友爱喝汤",)], ["用户爱"]),
    ("儿子今年上小学二年级", [("用户的儿子", "二年级")], []),
    ("小陈说他不吃香菜", [("小陈", "不吃香菜")], ["用户不吃"]),
    # standing orders
    ("以后所有邮件都用中文写", [("以后所有邮件都用中文写",)], []),
    ("别再给我推送理财产品了", [("别再给用户推送理财产品",)], []),
    ("回答不要带表情", [("回答不要带表情",)], []),
    ("变量名用驼峰", [("变量名用驼峰",)], []),
    ("PR 标题一律用英文", [("PR 标题一律用英文",)], []),
    ("以后先给结论再给理由", [("先给结论再给理由",)], []),
    ("工作日晚上八点以后不要给我打电话", [("晚上八点以后不要给用户打电话",)], ["2026"]),
    ("咖啡默认冰美式", [("咖啡默认冰美式",)], []),
    ("deploy 之前一定要先跑 smoke test", [("deploy 之前一定要先跑 smoke test",)], []),
    ("把这张图裁一下，另外以后图片都导出 webp", [("以后图片都导出 webp",)], ["裁"]),
    # decisions and limits
    (
        "我们项目最终决定用 PostgreSQL，不用 MongoDB，因为要用事务",
        [("用户的项目", "PostgreSQL", "不用 MongoDB", "因为要用事务")],
        [],
    ),
    ("前端框架定了 Vue3", [("前端框架定了 Vue3",)], []),
    ("旧版接口那套方案砍了，没人维护", [("旧版接口", "砍了", "没人维护")], []),
    ("我们 team 把 Jenkins drop 掉了，改用 Buildkite", [("Jenkins", "drop 掉")], []),
    ("这个月预算最多 2000 块", [("预算最多 2000 块",)], []),
    ("每个人不超过 150 元", [("每个人不超过 150 元",)], []),
    ("项目 deadline 是 4 月 15 号", [("deadline 是 4 月 15 号",)], []),
    ("我只有周二和周四晚上有空", [("周二和周四晚上有空",)], ["2026"]),
    ("电池扭矩设成 45 Nm", [("扭矩设成 45 Nm",)], []),
    ("我 4 月 8 号的航班改到 4 月 10 号了", [("航班改到", "2026-04-10")], ["2026-03"]),
    ("测试覆盖率低于 80% 不许合并", [("低于 80% 不许合并",)], []),
    ("端午去平遥那趟，住古城里，预算 1800", [("平遥", "预算 1800")], []),
    # changes
    ("我以前做销售，现在转行做运营了", [("现在转行做运营",)], []),
    ("公司收件地址换成长宁路 18 号 3 楼", [("长宁路 18 号 3 楼",)], ["2026"]),
    ("我把手机换成华为 Mate 60 了", [("手机换成华为 Mate 60",)], []),
    ("印象笔记早不用了，我现在用 Logseq 记笔记", [("Logseq",)], []),
    # plans, reminders, events
    ("下周五下午三点我要去做牙", [("2026-03-20", "用户要去做牙")], []),
    ("明天上午九点有个面试，提醒我提前半小时出门", [("2026-03-11", "面试", "提前半小时")], []),
    ("提醒我周四交水电费", [("2026-03-12", "交水电费")], []),
    ("我妈下个月过来住一阵子", [("用户的妈妈", "2026-04", "过来住")], []),
    ("昨天下午我去了医院", [("2026-03-09", "用户去了医院")], []),
    ("我2019年从武汉大学毕业", [("用户2019年从武汉大学毕业",)], []),
    ("和牙医的预约改到下周二上午十点", [("牙医的预约改到", "2026-03-17 10:00")], []),
    ("周五的聚餐取消了", [("聚餐取消",)], []),
    ("我每周三晚上打羽毛球", [("用户每周三晚上打羽毛球",)], ["2026"]),
    # procedures
    ("发布流程记一下：先在测试环境跑一遍，再找老李审批，最后上线", [("发布流程", "测试环境", "审批", "上线")], []),
    ("部署步骤：1）备份 2）迁移 3）重启", [("部署步骤", "备份", "迁移", "重启")], []),
    # several things at once
    ("谢谢！对了，我不吃羊肉，下次订餐注意", [("用户不吃羊肉",)], ["谢谢"]),
    (
        "帮我看看这段代码\n```python\nname = '我叫张三'\n```\n还有，以后代码注释都写英文",
        [("代码注释", "英文")],
        ["张三"],
    ),
]

NOTHING = [
    "今天天气真好啊",
    "哈哈哈哈笑死我了",
    "谢谢，太棒了！",
    "好的，明白了",
    "早上好",
    "烦死了，地铁又堵了",
    "今天加班到十点，累死了",
    "昨天晚上没睡好",
    "帮我写一封请假邮件，理由是发烧",
    "帮我查一下明天北京的天气",
    "推荐几本关于历史的书",
    "把窗户关上",
    "你喜欢什么音乐？",
    "我是不是应该换个工作",
    "Python 的列表怎么去重",
    "对芒果过敏的人能吃腰果吗？",
    "如果我有一百万，我就去环游世界",
    "假如我住在北京，通勤会不会很久",
    "要是我会游泳就好了",
    "写个短篇：我叫阿强，住在火星，最讨厌吃土豆",
    "你扮演一个医生，我是病人，我对青霉素过敏",
    "翻译成英文：我不吃牛肉，也不喝牛奶",
    "帮我润色这段话：「我在上海做了十年律师，最讨厌迟到的人。」",
    "网上说喝红酒对心脏好",
    "听说隔壁组要搬到南京了",
    "我太喜欢半夜被电话叫起来修故障了呢",
    "老板又画饼，最爱听了🙄",
    "我非爱马仕不买，开玩笑的",
    "任务：抓取新闻标题，去重后存成 CSV，完成后返回条数",
    "生成五条测试数据：姓名 李雷，城市 青岛，不吃辣",
    "ERROR 2026-03-10 connection refused\n怎么解决？",
    "先不用，我再看看",
    "帮我写篇发言稿。语气正式一点，别超过 500 字。",
    "写个通知，标题要短，别用感叹号",
    "我不喜欢这个配色，换一个",
    "昨天那个 bug 修好了没",
    "如果以后我搬去深圳，社保怎么转",
    "客户：我对花生过敏\n客服：好的，已备注",
    "我知道他喜欢旅游",
    "我觉得自己找不到真正喜欢的事情",
    "亲爱的客户：\n我们将于 4 月 1 日搬到新址，我在深圳办公。\n此致",
]


@each_row(("message", "together", "nowhere"), SAYS)
def test_a_construction_makes_its_statement(message: str, together: list[tuple[str, ...]], nowhere: list[str]) -> None:
    """What a message says about somebody comes out self-contained, with its own content words."""
    said = texts(heard(message))
    for words in together:
        assert any(all(word in text for word in words) for text in said), (words, said)
    assert not [text for text in said if any(word in text for word in nowhere)]


@each_row("message", NOTHING)
def test_what_states_nothing_makes_no_statement(message: str) -> None:
    """Greetings, questions, requests, suppositions, fiction, hearsay, jokes and made-up data leave nothing behind."""
    reading = heard(message)
    assert texts(reading) == []
    assert reading.passed


@each_row(
    ("old", "new", "attribute"),
    [
        ("我住在杭州滨江", "上周搬到宁波了", "home"),
        ("咖啡默认冰美式", "以后点喝的默认热可可", "default:drink"),
        ("单价按 12.5 元算", "单价改成 13 元", "value:单价"),
        ("我上班坐公交", "我改开车上班了", "habit:commute"),
        ("我写代码用 Emacs", "我换到 Zed 了", "uses:editor"),
        ("工作邮件一律用英文写", "工作邮件以后用中文写", "rule:work email language"),
        ("任务队列咱们用 Celery", "任务队列换成 Dramatiq 了", "decision:任务队列"),
        ("下周三去洗牙", "洗牙那个不去了", "plan:洗牙"),
        ("我的手机是 Pixel 8", "我手机换成小米 15 了", "device:phone"),
        ("收货地址：春晓路 3 栋 502", "家里快递改寄云岭路 8 号 2 栋", "value:delivery address"),
        ("团建定在 5 月 12 号", "团建改到 19 号了", "plan:团建"),
    ],
)
def test_the_old_and_the_new_saying_fill_the_same_slot(old: str, new: str, attribute: str) -> None:
    """A change meets what it changes, because both name the same slot; and it has one value at a time."""
    slots = [[statement.slot for statement in heard(message).statements if statement.slot] for message in (old, new)]
    for found in slots:
        assert attribute in [slot.attribute for slot in found if slot.single], found
    assert slots[0] != slots[1]


def test_scopes_keep_orders_apart() -> None:
    """An order for work mail and one for private mail do not meet."""
    work, private = (heard(message).statements[0].slot for message in ("工作邮件一律用双语写", "私人邮件一律用粤语写"))
    assert work is not None
    assert private is not None
    assert work.key != private.key


@each_row("message", ["我不喝咖啡", "我讨厌咖啡", "我受不了咖啡", "我不太喜欢咖啡", "咖啡我喝不了"])
def test_an_aversion_has_negative_polarity(message: str) -> None:
    """However a dislike is said, its slot says that it does not hold."""
    (statement,) = heard(message).statements
    assert statement.slot is not None
    assert statement.slot.polarity == -1


@each_row("message", ["我不是不喝咖啡", "我没有一天不喝咖啡", "我非咖啡不喝"])
def test_two_negations_make_a_liking(message: str) -> None:
    """A double negation is no aversion."""
    (statement,) = heard(message).statements
    assert statement.slot is not None
    assert statement.slot.polarity == 1


@each_row("message", ["我叫林晚舟", "我对芒果过敏", "以后都用中文回我", "以后喊我小周就行"])
def test_identity_safety_and_standing_orders_are_proposed_as_permanent(message: str) -> None:
    """Name, allergy, form of address and standing order ask to be kept for good."""
    assert [statement.tier for statement in heard(message).statements] == [Tier.PROPOSED]


def test_a_pronoun_is_the_one_person_it_can_mean() -> None:
    """她 is the daughter of the message before."""
    reading = heard("她芒果过敏", ("user", "我女儿小禾周末回来"), ("assistant", "好的，有什么要注意的吗？"))
    assert texts(reading) == ["用户的女儿小禾芒果过敏"]


def test_a_pronoun_with_nobody_to_mean_makes_no_statement() -> None:
    """Where nobody has been named, she is nobody."""
    assert texts(heard("她不吃辣")) == []


def test_a_pronoun_with_two_people_to_mean_makes_no_statement() -> None:
    """Where two people have been named, she may be either."""
    assert texts(heard("她不吃辣", ("user", "我妈和我姐周末都来"))) == []


def test_a_confirmation_takes_the_words_of_the_proposal() -> None:
    """A yes to a proposal is a decision with the proposal's content."""
    reading = heard("好，就订这家", ("assistant", "推荐云舍酒店大床房，328 元一晚，4月5日入住。要帮您预订吗？"))
    (statement,) = reading.statements
    assert statement.kind is Kind.DECISION
    assert "云舍酒店" in statement.text
    assert "4月5日" in statement.text


@each_row("answer", ["先不用", "再看看吧", "好，但是换一家", "还行吧"])
def test_no_confirmation_without_a_yes(answer: str) -> None:
    """A proposal that is not taken up leaves nothing behind."""
    assert texts(heard(answer, ("assistant", "查到云舍酒店，328 元一晚。要帮您预订吗？"))) == []


def test_a_correction_replaces_the_value_in_what_was_said() -> None:
    """The new value takes its place in the words it corrects."""
    reading = heard("不对，是8栋，打错了", ("user", "收货地址：春晓路3栋502"), ("assistant", "好的"))
    (statement,) = reading.statements
    assert statement.correction
    assert "春晓路8栋502" in statement.text


def test_a_correction_fills_the_slot_of_what_it_corrects() -> None:
    """The right value meets the wrong one, because both name the same slot."""
    (wrong,) = heard("这批轴承的单价是 7.2 元").statements
    (right,) = heard("写错了，单价是 7.8", ("user", "这批轴承的单价是 7.2 元"), ("assistant", "好的")).statements
    assert wrong.slot is not None
    assert right.slot is not None
    assert wrong.slot.key == right.slot.key
    assert "7.8" in right.text


def test_an_allergy_denied_for_oneself_is_the_other_persons() -> None:
    """It is not me, it is my sister: nothing is said of the user."""
    said = texts(heard("不是我过敏，是我妹过敏"))
    assert said
    assert all("妹妹" in text for text in said)


def test_a_correction_of_a_name_is_marked() -> None:
    """You have it wrong: the right name, marked as a correction."""
    (statement,) = heard("不对，我女儿叫朵朵，不是多多").statements
    assert statement.correction
    assert "朵朵" in statement.text


@each_row("message", ["把我的手机号忘掉吧", "别记我刚才说的地址"])
def test_a_wish_to_forget_retracts(message: str) -> None:
    """What is to be dropped is named, and nothing new is stated."""
    (statement,) = heard(message).statements
    assert statement.retracts


def test_taking_back_what_was_said_names_it() -> None:
    """As if I had not said it: the text is the message before."""
    (statement,) = heard("当我没说", ("user", "我打算年底离职"), ("assistant", "明白")).statements
    assert statement.retracts
    assert "年底离职" in statement.text


def test_an_exception_for_once_makes_nothing_lasting() -> None:
    """This time only is said of this time only."""
    messages = ("这次就不用做表格了，直接发文字", "今天例外，可以点奶茶", "这回帮我订靠窗的吧")
    stated = nonempty(statement for message in messages for statement in heard(message).statements)
    assert [one for one in stated if not one.once or one.tier is not Tier.SESSION] == []


def test_spans_point_at_the_words_in_the_message() -> None:
    """The quote of a statement is where the message says it."""
    message = "谢谢！对了，我不吃羊肉。"
    (statement,) = heard(message).statements
    assert "我不吃羊肉" in message[statement.start : statement.end]


def test_a_plan_has_its_day() -> None:
    """The day a plan names is when it is valid from."""
    (statement,) = heard("后天下午我要去面试").statements
    assert statement.valid_from is not None
    assert statement.valid_from.astimezone(ZONE).date().isoformat() == "2026-03-12"
