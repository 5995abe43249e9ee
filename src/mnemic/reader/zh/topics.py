"""Names for what a rule, a habit, a device or a value is about, so that its old and its new saying meet."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemic.domain.regex import Regex

Names = Sequence[tuple[str, str]]

SCOPES: Names = (
    ("work", r"工作|公司|客户|对外|同事|老板"),
    ("private", r"私人|个人|家里|朋友"),
    ("master bedroom", r"主卧"),
    ("study", r"书房"),
    ("living room", r"客厅"),
    ("bedroom", r"次卧|儿童房|卧室"),
    ("weekend", r"周末|休息日"),
    ("rainy day", r"下雨|雨天"),
    ("flight", r"飞机|航班"),
    ("train", r"高铁|火车|动车"),
)
OBJECTS: Names = (
    ("commit message", r"commit|提交信息|提交说明"),
    ("pull request", r"\bPR\b|pull request|\bMR\b"),
    ("review comment", r"review|评审意见|代码评审"),
    ("code comment", r"注释"),
    ("email", r"邮件|email|e-mail|mail"),
    ("weekly report", r"周报"),
    ("daily report", r"日报"),
    ("minutes", r"纪要"),
    ("slides", r"PPT|幻灯片|slides"),
    ("milk tea", r"奶茶"),
    ("drink", r"咖啡|喝的|饮料|饮品|喝什么"),
    ("hotel", r"酒店|民宿|住宿"),
    ("seat", r"靠窗|过道|座位|选座"),
    ("air conditioner", r"空调"),
    ("shortcuts", r"快捷键"),
    ("code", r"代码|SQL|变量名|函数名|命名|缩进"),
    ("document", r"文档|报告|方案|文章|文案"),
    ("title", r"标题"),
    ("invoice title", r"抬头"),
    ("form of address", r"称呼|“[您你]”|叫我|喊我"),
    ("voice message", r"语音"),
    ("phone call", r"电话"),
    ("emoji", r"emoji|表情|颜文字"),
    ("reply", r"回复|回答|答案|答复|回我|跟我说话|聊天|结论|解释"),
)
ASPECTS: Names = (
    (
        "language",
        r"(?:用|写|说|回复?|[换改翻译]成|切到?|讲|要|是)[^，。]{0,4}(?:中文|英文|英语|日语|日文|双语|简体|"
        r"繁体|粤语|汉语|English|Chinese)|"
        r"(?:中文|英文|英语|日语|日文|双语|简体|繁体|粤语|汉语|English|Chinese)(?:写|回复?|说|版|为主|"
        r"注释|优先|就行|$)|in (?:English|Chinese)",
    ),
    ("length", r"简短|简洁|精简|简练|太长|字数|长话短说|一句话|详细|展开|\d+\s*字|字以内|短[一点些]"),
    ("format", r"表格|列表|分点|markdown|Markdown|段落|要点|bullet|格式|加粗|编号"),
    ("order", r"顺序|先[^，]+再|放最?前|最前面|开头"),
    ("tone", r"语气|口吻|正式|口语|幽默|客气|礼貌|煽情"),
    ("temperature", r"\d+\s*度|温度"),
    ("sweetness", r"[无全半少]糖|几分糖|甜"),
    ("unit", r"单位|公制|英制|公斤|英里|摄氏|华氏"),
    ("case", r"大写|小写|驼峰|下划线"),
)
USES: Names = (
    (
        "editor",
        r"vs ?code|vim|neovim|nvim|pycharm|emacs|sublime|cursor|idea|intellij|webstorm|goland|xcode|zed|"
        r"eclipse|编辑器|IDE",
    ),
    ("notes", r"obsidian|notion|onenote|evernote|印象笔记|有道云|语雀|logseq|roam|笔记"),
    ("browser", r"chrome|firefox|safari|\bedge\b|\barc\b|浏览器"),
    ("database", r"mysql|postgres\w*|sqlite|mongo\w*|oracle|tidb|clickhouse|数据库"),
    ("message queue", r"kafka|rabbitmq|rocketmq|pulsar|nats|消息队列"),
    ("cache", r"redis|memcached|缓存"),
    ("language", r"python|java\b|golang|\bgo\b|rust|typescript|kotlin|c\+\+|编程语言"),
    ("operating system", r"macos|windows|ubuntu|linux|debian|\barch\b|操作系统"),
    ("chat", r"微信|钉钉|飞书|slack|teams|企业微信|discord|telegram"),
    ("shell", r"zsh|bash|fish|tmux"),
    (
        "sport",
        r"[晨夜慢长]跑|跑步|游泳|健身|瑜伽|普拉提|撸铁|羽毛球|乒乓球|网球|篮球|足球|骑行|登山|攀岩|太极|跳绳|舞蹈",
    ),
    ("commute", r"地铁|公交|骑|开车|打车|走路|电动车|公路车|通勤|上班|自驾|班车"),
)
DEVICES: Names = (
    (
        "phone",
        r"手机|iphone|安卓|红米|redmi|小米\s?\d|荣耀|华为\s?(?:p|mate|nova|pura)|\bmate\s?\d|\bpura\b|vivo|oppo|iqoo|一加|三星|真我|"
        r"realme|魅族|pixel\s?\d|galaxy|努比亚",
    ),
    ("computer", r"电脑|笔记本|macbook|mac mini|台式|主机|thinkpad"),
    ("tablet", r"平板|ipad"),
    ("watch", r"手表|手环|watch"),
    ("headphones", r"耳机|airpods"),
    ("camera", r"相机|单反|微单"),
    (
        "car",
        r"车(?!位|牌|库|次|险)|座驾|五菱|哈弗|比亚迪|特斯拉|model\s?[3ysx]\b|宝马|奔驰|奥迪|大众|丰田|本田|日产|吉利|长安|蔚来|小鹏|"
        r"理想\s?(?:l\d|one|mega)|问界|极氪|领克|奇瑞|荣威|名爵|别克|雪佛兰|福特|沃尔沃|雷克萨斯|凯美瑞|卡罗拉|雅阁|思域|帕萨特|"
        r"朗逸|轩逸|传祺|零跑|深蓝|小米\s?su7|捷达|马自达|斯巴鲁|起亚|坦克\s?\d00",
    ),
    ("keyboard", r"键盘"),
    ("mouse", r"鼠标"),
    ("display", r"显示器|屏幕"),
    ("router", r"路由器"),
    ("printer", r"打印机"),
)
MEASURE = Regex(
    r"^(?:了|着|过|[个款种](?=..)|一(?:个|只|条|台|辆|部|款|杯|份|种|家|位|名|套|把|双|件|点|些|下)|"
    r"[两俩三四五六七八九\d]+(?:个(?!人|月)|只|条|台|辆))+(?=[^\s])"
)
EDGE = Regex(
    r"^(?:的|是|在|到|用(?!户)|为|叫|了|就|都|去|那种|这种|那个|这个|那|这)+(?=..)|(?:的|了|吧|哈|啊|呢|这类|"
    r"之类|什么|的话|这种|那种)+$|^[\s：:，,]+|[\s，,。！!]+$"
)


def first_name_in(names: Names, text: str) -> str:
    """The first name whose words are in *text*, or nothing."""
    return next((name for name, words in names if re.search(words, text, re.IGNORECASE)), "")


OF_REPLIES = frozenset({"format", "language", "order"})  # aspects of a reply, where nothing else is named


NO_OBJECT = Regex(
    r"(?:都|就|还是|改回?|用|换成?|回|说|写|讲|吧|了|中文|英文|英语|日语|日文|双语|简体|繁体|粤语|汉语|普通话|字|English|Chinese|\s)+",
    re.IGNORECASE,
)


QUOTED_NAME = Regex(r"[「『“\"][^」』”\"]{5,}[」』”\"]")


def rule_topic(text: str, otherwise: str = "") -> str:
    """What an order governs, such as "work email language"; else *otherwise*, or a piece of the text."""
    parts = [
        first_name_in(SCOPES, QUOTED_NAME.sub("", text)),
        first_name_in(OBJECTS, text),
        first_name_in(ASPECTS, text),
    ]
    if parts[2] and not parts[1]:
        unnamed = not otherwise or (parts[2] == "language" and NO_OBJECT.fullmatch(otherwise))
        parts[1] = "reply" if parts[2] in {"length", "tone"} or (parts[2] in OF_REPLIES and unnamed) else ""
    named = " ".join(part for part in parts if part)
    return named if parts[1] or parts[2] else (otherwise or slot_value(text)[:12])


def tool_category(text: str, otherwise: str = "") -> str:
    """The category of a tool, such as "editor"."""
    return first_name_in(USES, text) or slot_value(otherwise or text)[:12]


def device_category(text: str) -> str:
    """The category of a device, such as "phone"; nothing where it is none."""
    return first_name_in(DEVICES, text)


def slot_value(text: str) -> str:
    """A value as slots hold it: case-folded, without measure words, particles and space at its edges."""
    value = text.strip()
    while (shorter := EDGE.sub("", MEASURE.sub("", value)).strip()) != value and shorter:
        value = shorter
    return re.sub(r"\s+", " ", value).casefold()


ONLY_NOW = Regex(
    r"^(?:(?:我|们)的?|的|(?:现在|目前|如今|最近|眼下|平时|一直|这边|这里)的?|新的)+(?=..)|(?<=..)(?:现在|目前|如今|已经|也|都)+$"
)


def plain_matter_name(attribute: str) -> str:
    """The name of a matter without what says only that it is so now: `value:现在的公司` is `value:公司`."""
    kind, colon, thing = attribute.partition(":")
    return f"{kind}:{ONLY_NOW.sub('', thing)}" if colon and kind in {"value", "uses"} else attribute
