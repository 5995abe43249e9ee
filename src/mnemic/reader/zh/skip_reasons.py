"""What makes no statement, and why: fiction, briefs, made-up data, jokes, questions, suppositions, hearsay."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mnemic.domain.regex import Regex
from mnemic.reader.zh import nonliteral
from mnemic.reader.zh.clauses import STOP, Clause, Sentence
from mnemic.reader.zh.lexicon import RELATION

MESSAGE: Mapping[str, Regex[str]] = {
    "a task brief": Regex(
        r"^\s*(?:#+ |[*【]*(?:任务|需求|目标|背景|角色|输入|输出|要求|Task|Role|Goal|Context|"
        r"Instructions?)[】*]*\s*[：:]|"
        r"你(?:现在|就|将)?是(?:一个|一名|一位|个|资深|专业)|(?:You are|Act as) )|(?:完成|做完|结束)后(?:告诉|"
        r"返回|输出|汇报|通知)",
        re.IGNORECASE,
    ),
    "made-up data": Regex(
        r"(?:测试|假|示例|样例|模拟|演示|虚拟|mock|dummy|fake|demo|sample)\s*(?:数据|用户|账号|记录|data|user)|"
        r"(?:填|编|造|整|弄|搞|写)[^，。]{0,6}假的|假(?:信息|资料|身份)|随便(?:给我)?(?:填|编|造)|"
        r"(?:造|生成|编|mock)\s*(?:几|两|三|四|五|六|十|\d+)\s*(?:条|个|份|组|行)",
        re.IGNORECASE,
    ),
    "fiction": Regex(
        r"(?:扮演|角色扮演|假装你?是|假设你是|你来?演|我来?演|你当(?=[^，。]{1,6}我当)|从现在起你(?:就)?是|"
        r"现在开始你(?:就)?是|"
        r"你是我的(?!助)|(?:我|咱)们?玩个?(?:游戏|角色|剧本)|跑团|role.?play|剧情|剧本|台词|第一人称|人设|"
        r"世界观|设定[：:]|主角|男主|女主)|"
        r"(?:(?<!每次)(?<!以后)(?:写|续写|编|扩写|仿写|创作|构思|生成))(?:个|一?[个段篇首封份则条])?[^，。！？\n]{0,12}"
        r"(?:故事|小说|短篇|中篇|长篇|日记|独白|片段|情节|同人|番外|人物小传|诗|歌词|段子|文案|广告|台词|剧本|"
        r"对白|情书|演讲稿|范文|作文|童话|散文|模板|口号|祝福语|朋友圈|公众号)(?!的?时候|时|都|别|不要|一律|的?话)",
        re.IGNORECASE,
    ),
    "a joke": Regex(
        r"说笑的|开玩笑|逗你(?:的|玩)|骗你的|反话|随口一说|说着玩|瞎说的|胡说的|我瞎编|纯属虚构|吹牛的|bushi|\[doge\]|"
        r"笑话|讲个(?:冷|段子)|冷笑话|脑筋急转弯|段子|整个活|手动狗头|"
        r"\[狗头\]|just kidding|[（(](?:不是|并没有|误|划掉|doge|手动[^）)]{1,4}|睡前故事|经典[^）)]{1,6})[）)]"
    ),
}
SENTENCE: Mapping[str, Regex[str]] = {
    "a supposition": Regex(
        r"^(?:我?(?:要是|假如|假设|倘若|若是|假使|要不是)|如果(?:我(?:能|有|会|是|中)|有一天|"
        r"当初))(?![^。]*(?:就(?:别|不要|提醒|通知|发|给我|用|改成)|一律|必须))|"
        r"^[^，。]{0,6}(?:要是|若是|要不是)(?!.*(?:就?(?:别|不要|提醒|通知|发|给我|叫我?|让|用|改成|帮|先|换|走|取消)|一律|必须))|"
        r"^要我?是我?[^，。]{1,8}，[^，。]{0,4}(?:就|第一|早|也|肯定|绝对)|^就当我?(?:是|有)|^(?:设想|想象|假想)(?:一?下)?|"
        r"^我要(?:是|年轻|有钱|有[^，。]{1,6}就)|^等(?:我)?(?:老了|退休了?|有钱了?|赚了|发财|中了)|算了$|想想就|^哪天[^，。]{0,6}(?:开|养|买|去)|"
        r"就好了|纯假设|假设一下|打个比方|比方说|该多好|恨不得|"
        r"if I (?:were|was|had)|suppose|imagine|万一我",
        re.IGNORECASE,
    ),
    "hearsay": Regex(
        r"(?:听说|据说|网上|网友|视频(?:里)?|新闻|文章|帖子|微博|小红书|知乎|抖音|有人|人家|书上|"
        r"广告|营销号)[^，。]{0,6}(?:说|讲|写|吹|称)|刷到|听说|据说|网上有个|从[^，。]{1,10}(?:听|看|刷|学|抄)来的|"
        r"(?:歌词|台词|电影里|剧里|小说里|书里)(?![^，]{0,3}(?:别|不要|用|要))"
    ),
    "somebody's words": Regex(
        rf"^(?:{RELATION}|[他她])?\s?[A-Z甲乙丙]?\s*(?<=[\u4e00-\u9fffA-Z])[：:]|"
        r"^(?:帮我|请|麻烦)?把[“「\"].*[”」\"][^，。]{0,6}(?:翻|译|改|换|写)|^[^，。：:]{0,10}(?:作文|课文|范文|范例|示例|样[本例]|例[句子]|弹幕|热搜|签名档?|语录|口头禅|快板词?|打油诗|稿子?|"
        r"填空题?|造句(?:练习)?|标语|横幅|梗|谚语|俗话|转发|传单|贴的|[发转]来的|合同[^，。：:]{0,6}条|视频)"
        r"(?:开头|结尾|里|上|第?[一二三四五\d])?(?:写着?|说)?\s*[：:]|^(?:样本|例句|示例)\s*#?[一二三四五六\d]|"
        r"^[^，。：:我]{1,10}(?:说|问|回|回复|原话|留言|写道)(?:的是)?\s*[：:]|"
        r"(?:转发?|发|分享|说|写|念|唱|喊|问|回|签名|名言|台词|标语|口号|横幅|广告词?|原话|朋友圈|微博)(?:了|的是?|道|着|来)?"
        r"(?:一[句条段])?\s*[：:]$"
    ),
    "irony": Regex(
        r"(?:可太|真是太|简直太|太)(?:喜欢|爱|棒|开心|高兴|感谢|荣幸|想)[^。]*(?:了呢|呢|啦)$|呵呵|"
        r"求之不得呢|真会挑|谢谢你全家|"
        r"可真(?:行|会|棒|好)|最爱加班|就爱(?:加班|开会|改需求)|爱了爱了|下次还敢|我谢谢(?:你|他|她|您)|我真的会谢|"
        r"(?:是|真是个?)天才吧|栓Q"
    ),
    "exaggeration of a mood": Regex(
        r"对(?:周[一二三四五六日]|上班|早起|工作|加班|钱|老板|领导|甲方|开会|学习|数学|_+)[^，。]{0,2}过敏|"
        r"我(?:在此|正式)?宣布|灵魂(?:还|已|都|在|出)|肉身|原地(?:去世|升天|爆炸|退休)|魂(?:都|还)?(?:没|丢|飞)|"
        r"(?:嫁|入赘|娶)给?(?:这|了这|了那|那)|跟(?:床|被窝|沙发|工位|电脑|外卖|空调)[^，。]{0,4}(?:领证|结婚|锁死|绑定)|"
        r"画(?:的|大|个|了个?)?大?饼|又?要?吃土|(?:班味|牛马)(?:腌|入|附|本)"
    ),
}
ORDERS = Regex(r"(?:^|[，,])[^，,我]{0,8}(?:不要|别|要(?=[^，,]{2,}))")
IRONIC_MARK = Regex("[\U0001f643\U0001f644]")
WH = Regex(
    r"(?<!不管)(?<!无论)(?<!随便)(?:什么|啥|怎么|怎样|咋|为什么|为啥|为何|(?:剩|共|第|是)几|"
    r"几(?:点|号|岁|度|楼|时|月)|一(?:天|周|个?月)[^，。]{0,4}几(?:次|杯|顿|个|节)|[有好能]用没$|多少|多久|"
    r"多大|多远|多高|哪[儿里个些家种款天]?(?!怕)|谁)(?!都|也)|"
    r"是不是|能不能|有没有|要不要|可不可以|行不行|好不好|会不会|(?<!不)对不对(?!，)|该不该|算不算|"
    r"(?P<v>[去来用买吃喝做写看想算有])不(?P=v)|(?:吗|么|呢|是吧|对吧|是不)$|来着$|[了到过好完]没有?$|"
    r"^(?:求推荐|请问|想问|问一?下|问个)|"
    r"\b(?:what|which|how|why|when|where|who|should I|can you|could you)\b",
    re.IGNORECASE,
)
LISTING = Regex(r"(?:用|按|分|包括|写|列|有|要)[^，：:]{0,8}[：:]")
WH_FREE = Regex(
    r"(?<!为)(?:什么|啥|谁|怎么|哪[儿里]?|多少)[^，]{0,4}(?:都|也)|怎么[^，]{1,4}[都就]|没(?:什么|啥|多少|怎么)|"
    r"^(?:以后)?(?:别|不要|甭|请勿)(?!是)|不怎么|不太?怎么|(?:什么|啥)的$|有什么说什么|来着呢|要不(?!要)"
)
NEW_SUBJECT = Regex(r"对了|哦对|另外|还有|顺便|话说|说起来")
REQUEST = Regex(
    r"^(?:请|麻烦|劳烦|烦请|拜托|先|顺便|顺手)?(?:你|您)?(?:再|先|快|赶紧)?(?:帮我|帮忙|帮|"
    r"给我(?![们爸妈爷奶哥姐弟妹儿女老媳])|替我|为我|把|将|来|跑一?下|查一?下|看一?下|看看|算一?下|列|"
    r"写(?![^，]{1,8}(?:别|不要|一律|都|用|要|时))|翻译(?!的?时)|总结|解释|分析|"
    r"给[^，。我]{1,8}?(?:写|发|回|拟)(?:个|一?[封条段份])|推荐|生成|画|做个|找一?[下个家]|搜|查|打开|"
    r"关掉|关了|播放|导出(?!的)|发一?[下份]|讲讲|说说|聊聊|教教|试试|"
    r"(?:(?:下|上|后|前)面)?这一?[段句篇版个张封份条][^，。]{0,6}?(?:[压缩砍减控]|精简|浓缩)[^，。]{0,4}[到成在]|"
    r"(?:替|给)[^，。我]{1,8}?(?:写|拟|起草|编)(?:个|一?[封条段份篇首]|《)|"
    r"这一?[段句篇版个张封份条][^，。]{0,6}?(?:再|改|缩|扩|精简|润色|翻译|重写|调整)|改一?[下版]|"
    r"[^，。我]{1,8}(?:先|快|马上|现在)?(?:发给我|发我|给我|拿来)(?:看看?|看下|一下|吧)?$|"
    r"用(?!户)[^，。]{1,12}?(?:介绍|列出|写一|总结|说明|解释|画|概括)|"
    r"please|help me|can you|show|give me|run|write|fix|generate|translate)",
    re.IGNORECASE,
)
LAUGHTER = Regex(r"哈{3,}|哈哈|笑[死哭]|笑不活|233+|hhh+|[\U0001f602\U0001f923]", re.IGNORECASE)
"""Laughter: what is told with it is told for the telling, unless a narrower construction reads it."""
CHAT = Regex(
    r"^(?:哈喽|你好|您好|hi|hello|hey|早[安啊]?|早上好|晚安|晚上好|下午好|在吗|在不|拜拜|再见|bye|谢谢|谢啦|"
    r"多谢|thanks?|辛苦|收到|了解|明白|知道了|ok|好的?|嗯+|"
    r"哈+|嘿+|啊+|行|哦+|666|睡了|先这样|回头聊|以上|不客气|没事)[^\u4e00-\u9fffA-Za-z]*$",
    re.IGNORECASE,
)


def message_skip_point(text: str) -> tuple[str, int] | None:
    """Why a message says nothing from some place on: the reason and the place; else None."""
    hits = [(found.start(), reason) for reason, pattern in MESSAGE.items() if (found := pattern.search(text))]
    if not hits:
        return nonliteral.nonliteral_point(text)
    place, reason = min(hits)
    return reason, 0 if reason != "fiction" else place


def sentence_skip_reason(sentence: Sentence) -> str | None:
    """Why a sentence makes no statement, or None."""
    if IRONIC_MARK.search(sentence.mark) and not ORDERS.search(sentence.text):
        return "irony"
    text = LAUGHTER.sub("", sentence.text).lstrip("，,！! ")
    found = next((reason for reason, pattern in SENTENCE.items() if pattern.search(text)), None)
    return found or nonliteral.momentary_sentence_reason(text)


def is_question_clause(clause: Clause, *, last: bool, mark: str) -> bool:
    """Whether a clause is a question."""
    if last and re.match(r"[?？]", mark):
        return True
    if "、" in clause.text and LISTING.search(clause.text) and not re.search(r"[?？]", mark):
        return False
    return bool(WH.search(clause.text)) and not WH_FREE.search(clause.text)


def is_request_clause(text: str) -> bool:
    """Whether a clause asks for something to be done now."""
    return bool(REQUEST.match(text))


def task_was_requested(before: str) -> bool:
    """Whether something to be done now was asked for, and no new subject begun since."""
    task = False
    for part in STOP.split(before):
        text = part.strip()
        if text:
            task = is_request_clause(text) or (task and not NEW_SUBJECT.match(text))
    return task
