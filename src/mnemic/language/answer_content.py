"""What a text holds that could answer a question: a time, a number, a name, a place, a reason,
a preference, the first person.

Word lists rather than grammar: it runs for every candidate of a search (some 10 to 40 microseconds for a sentence).
"""

from __future__ import annotations

from dataclasses import dataclass

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN

CHARACTERS_MAX = 2_000  # of a text, that are read


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerContent:
    """What a text holds."""

    time: bool = False  # a date, a clock time, a length of time, or words such as "last week"
    number: bool = False  # an amount, a count, a price
    name: bool = False  # of a person, a place or a thing
    place: bool = False  # says where: a place by its name or by its kind
    reason: bool = False  # says why
    preference: bool = False  # what somebody likes or dislikes
    first: bool = False  # speaks in the first person


_WORD = Regex(r"[a-z']+")
_HAN = Regex(f"[{HAN}]")
_DIGIT = Regex(r"\d")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_TIME_WORDS = _set(
    "yesterday today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday mondays tuesdays"
    " wednesdays"
    " thursdays fridays saturdays sundays january february april june july august september october november december"
    " ago week weeks weekend weekends weekday weekdays month months monthly weekly year years yearly days hour hours"
    " minute minutes fortnight decade decades morning mornings evening evenings afternoon afternoons noon midnight"
    " night"
    " nights o'clock recently lately summer winter autumn christmas easter thanksgiving ramadan halloween birthday"
    " anniversary semester tmrw yday overnight midweek midday dawn quarterly annually jan feb apr aug sept oct nov"
    " week's month's year's today's yesterday's tomorrow's hour's minute's nightly hourly daily century"
)
_TIME_FIGURES = Regex(
    r"\d\s?(?:[ap]\.?m\b|:\d\d)|\b(?:19|20)\d\d\b|\b\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?\b|\b\d{1,2}(?:st|nd|rd|th)\b"
    r"|\b(?:at|around|by) \d{1,2}\b|\b(?:march|may|mar|dec) \d|\d (?:march|may|mar|dec)\b"
)
_TIME_EN = Regex(
    r"\b(?:in|since|by|until|till|last|next|this|early|late|mid|of|through|from|on) (?:march|may|spring|fall|sun"
    r"|sat|mon"
    r"|tues?|wed|thurs?|fri|dec|mar)\b"
    r"|\b(?:a|one|the|that|other|next|first|last|second|third|every|each|same|whole|all|per|some|half a|rest"
    r"|\d+(?:st|nd|rd|th)?)"
    r" day\b|\bfall of\b"
)
_TIME_HINTS = _set("march may spring fall sun sat mon tue tues wed thu thur thurs fri dec mar day")
_CLOCK_EN = Regex(r"\bat (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)\b")
_CLOCK_HINTS = _set("one two three four five six seven eight nine ten eleven twelve half quarter")
_ONCE_EN = Regex(r"\b(?:while|moment) (?:ago|back)\b|\b(?:last|this|next) time\b")
_ONCE_HINTS = _set("while time moment")
_TIME_ZH = Regex(
    r"[\d一二三四五六七八九十零〇两几半]+(?:年|月(?!饼)|[日号](?!线|楼|店|门|机|房|桌)|点(?![的儿]?(?:心|意见|建议"
    r"|都不|也不))|时(?!候)|[个]?(?:小时|星期|礼拜|钟头|学期)|分钟|秒|周|天|个半?月|刻钟|岁那年)"
    r"|[今昨明前后当][天年晚早日]|(?:今|明|昨)[儿个]|大前天|大后天|[上下这本每当][个]?(?:周|月(?!饼)|星期|礼拜|学期"
    r"|季度|半年|半月)|周[一二三四五六日末天]|星期|礼拜[一二三四五六日天]"
    r"|早上|早晨|清晨|晚上|中午|下午|上午|傍晚|凌晨|半夜|夜里|深夜|去年|月[初底中末]|年[初底中末]|年前|年后|刚刚"
    r"|刚才|最近|近来|春节|中秋|国庆|元旦|端午|清明|过年|除夕|暑假|寒假|春天|夏天|秋天|冬天"
    r"|生日|圣诞|七夕|情人节|母亲节|父亲节|教师节|劳动节|儿童节|元宵|重阳|平安夜|周末|当时|那阵子|前阵子|前段时间"
    r"|开春|入秋|入冬|入夏|初[一二三四五六七八九十]|上次|下次|上回|以前|从前"
    r"|小时候|五一|十一(?=假|黄金周|去|回|出)|双十一|半天|整天|一会儿|多年|平时|每天|天天"
)
_NUMBER_WORDS = _set(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
    " nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million dozen"
    " dozens couple twice half quarter both pair grand bucks single double triple thrice zero third percent billion"
)
_NUMBER_EN = Regex(
    r"\b(?:one|a) (?:of (?:the|my)|more|each|bedroom|third|kid|child|son|daughter|brother|sister|dog|cat|hundred"
    r"|thousand|time|cup|year|month|week|day"
    r"|hour|ticket|bottle|pound|mile|person)\b|\b(?:once|first|second) (?:a|per|every|time|place|prize|floor"
    r"|born)\b|\bonce\b(?! upon| (?:i|we|you|he|she|they|it|the|i'm)\b)"
)
_NUMBER_HINTS = _set("one a once first second")
_COUNTED = (
    "个只条块元张件斤杯本口岁次万千百人位辆套层楼瓶份场趟遍家门页公米克毛双颗片道台把支根盒桌间节篇环度倍折成年天周"
)
_NUMBER_ZH = Regex(
    rf"(?<!第)[二两三四五六七八九十百千万半几俩仨][多来几]?(?:[{_COUNTED}样]|小时|星期"
    rf"|分钟)(?<!千万)(?<!半天)(?<!成年)"
    rf"|一[多来几]?[{_COUNTED}](?!子|样|直|定|起|切|般|些|下|边|旦|向|时"
    rf"|家人)(?<!一天)(?<!一年)(?<!一家)(?<!一把)(?<!一度)"
    r"|公里|号线|第[一二三四五六七八九十]|俩|仨|一半|百分之|成百|上千|几十|好几|一对(?!一)|双胞胎|[二三四五六七八九]十"
    r"|[一二三四五六七八九]百|[几两]千万"
)
_REASON_WORDS = _set("because cuz cos coz 'cause reason reasons therefore hence")
_REASON_PHRASES = (
    *("so that", "due to", "thanks to", "that's why", "which is why", "owing to", "on account of", "in order to"),
    *("given that", "the point was", "the idea was", "as a result", "so i could", "for the sake", "wanted to"),
    *("meant i could", "meant that i", "inspired me", "inspired by", "inspired him", "inspired her", "made me want"),
    *("made me decide", "made me think", "made me realis", "made me realiz"),
)
_REASON_EN = Regex(r"\b(?:since|as) (?:i|i'm|he|she|they|we|it|it's|my|the|there)\b[^.?!]*,")
_REASON_HINTS = _set("since as")
_REASON_ZH = Regex(
    r"因为|由于|所以|因此|原因|为了|怪不得|难怪|毕竟|理由|既然|主要是|之所以|省得|免得|图(?:的|它|个|他|便宜|方便)"
    r"|起因|出于|怕的是|以免|导致|害得|是想|为的"
)
_LIKE_WORDS = _set(
    "prefer prefers preferred preferring preference favorite favourite favorites favourites hate hates hated dislike"
    " dislikes disliked enjoy enjoys enjoyed enjoying adore adores loathe obsessed addicted loves likes loved liked"
    " fan"
    " despise detest allergic hobby hobbies rather"
)
_LIKE_EN = Regex(
    r"\b(?:i|we|you|they|really|always|also|still|do|don't|doesn't|didn't|not|never|actually|kinda|just|absolutely"
    r"|totally) (?:love|like)\b(?! to (?:know|ask|see|have)\b|,)"
    r"|\b(?:love|like) (?:it|that|them|him|her|my|the|to (?!know\b)|\w+ing)\b|\bcan't (?:stand|bear|get enough)\b"
    r"|\b(?:fond|keen|big|into) (?:of|on|fan)\b"
    r"|\b(?:really|so|super|totally|very|heavily|still|been) into\b|\bnot (?:a fan|big on|my thing)\b"
)
_LIKE_HINTS = _set("love like can't fond keen big into not")
_LOOKS_LIKE = Regex(
    r"\b(?:would|'d|looks?|feels?|felt|looked|sounds?|seems?|smells?|tastes?|just|was|is|it's|acts?) like\b"
)
_LIKE_ZH = Regex(
    r"喜欢|最爱|[很真超特挺好太就不都也更偏还]爱(?=吃|喝|看|听|玩|用|穿|去|的|这|那|上)"
    r"|(?<![可恋亲做热疼相])爱(?=吃|喝|看|听|玩|跑|养|逛|喝)|讨厌|偏爱|偏好|受不了|爱好|钟意|中意|迷上|上瘾|不吃"
    r"|不喝|更想|宁愿|宁可|嫌|反感"
    r"|(?<!不)习惯(?!性)|忌口|口味|兴趣|着迷|热爱|痴迷|心头好|不感冒|看不惯|吃不惯|喝不惯"
)
_FIRST_WORDS = _set("i me my mine myself i'm i've i'd i'll we us our ours ourselves we're we've we'd we'll im ive")
_FIRST_ZH = Regex(r"[我咱俺]|本人")

_NO_NAME = _set(
    "i i'm i've i'd i'll mondays tuesdays wednesdays thursdays fridays saturdays sundays monday tuesday wednesday"
    " thursday friday saturday sunday january february march april may"
    " june july"
    " august september october november december ok okay tv yeah yes no oh haha lol wow hey hi hello thanks thank"
    " please sorry"
    " well so and but the this that it he she they we you my your his her its our their what who when where why how"
    " which"
    " a an if then also just maybe actually anyway god christmas easter dm dms pdf ai omg btw there here now not do"
    " did is are"
    " was can could will would should have has had let let's don't didn't"
)
_CAPITAL = Regex(r"(?<=[\w,;:)'\"\u2019-] )[\"'(\u201c]?([A-Z][\w'\u00c0-\u017f-]+)")
_OPENS = Regex(
    r"(?:^|[.!?\n]\s+)([A-Z][a-z\u00c0-\u017f-]+)(?:'s\b|\u2019s\b|,? (?:and [A-Z]|is |was |has |had |said |says "
    r"|told |came |went |got |will |wants |likes |loves |hates |needs |left |thinks |knows |wrote |bought |sent "
    r"|can |lost"
    r" |does |did |just |still |gave |took |made |called |works |lives |moved |\w+ed ))"
)
_NO_OPENING = _NO_NAME | _set(
    "someone everyone nobody everything nothing something anyone one mom dad mum grandma grandpa everybody somebody"
    " work school"
    " dinner lunch breakfast today tomorrow yesterday doc doctor mine yours these those some all both each most"
    " many once who's"
    " what's that's it's there's he's she's here's kids people flight meeting party rain things time life traffic"
    " weather rent boss train"
    " food sleep"
    " someone's everyone's never always finally apparently honestly glad turns guess sounds looks seems"
)
_QUOTED_EN = Regex(
    r"[\"\u201c][^\"\u201d]{2,40}[\"\u201d]|\b[A-Z]{2,5}\d*\b(?<!OK)(?<!TV)(?<!AM)(?<!PM)|@\w{2,}"
    r"|\b[A-Z][a-z]+[A-Z]\w+"
)
_SURNAMES = (
    "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔"
    "钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
)
_PLACES = (
    "北京|上海|广州|深圳|杭州|南京|成都|重庆|武汉|西安|苏州|天津|青岛|厦门|长沙|郑州|大连|宁波|无锡|昆明|福州|济南"
    "|合肥|沈阳|哈尔滨|长春|南昌|贵阳|南宁|太原|石家庄|兰州|海口|三亚|拉萨|乌鲁木齐|桂林|丽江|大理|珠海|东莞|佛山"
    "|中山|惠州|温州"
    "|绍兴|嘉兴|扬州|常州|徐州|烟台|威海|洛阳|香港|澳门|台北|东京|大阪|京都|首尔|曼谷|新加坡|巴黎|伦敦|纽约|洛杉矶"
    "|柏林|悉尼|墨尔本|日本|韩国|泰国|美国|英国|法国|德国|加拿大|澳洲|意大利|西班牙|云南|四川|广东|福建|浙江|江苏"
    "|山东|河南|河北|湖南|湖北|海南|新疆|西藏|内蒙"
)
_NAME_ZH = Regex(
    r"《[^》]+》|[“「『\"][^”」』\"]{1,20}[”」』\"]|老(?=[" + _SURNAMES + r"])(?!高|石头|白菜|方子|马上)"
    r"|小(?=[" + _SURNAMES + r"])(?!金库|高层|马上|白(?!说)|江|于|石|向|万|叶子)"
    r"|阿[\u4e00-\u9fff](?=[,，。说的来在是和跟去给要]|$)"
    r"|[" + _SURNAMES + r"](?:老师|医生|大夫|总(?!是|得|算|共|之)|姐|哥|叔|阿姨|师傅|经理|教练|主任|主管|先生|女士"
    r"|太太|律师|教授|工(?!作|资|具|程|人|地|夫|厂)|局|院长|校长|大爷|大妈|奶奶|爷爷|嫂|婶|姨)"
    r"|(?:叫|名叫|姓|叫做|是叫)(?!什么|啥|我|他|她|你|了|过|着|做|人|车|外卖|号|醒|停|苦|好|板|们|嚣"
    r"|起来)[\u4e00-\u9fffA-Za-z]"
    r"|(?:^|(?<=[,，。;；!！?？:：、\s的跟和同给找叫陪帮是让约请替向随妹弟姐哥友事学生师])|(?<=师父)|(?<=老公)"
    r"|(?<=老婆))[" + _SURNAMES + r"][\u4e00-\u9fff]{1,2}(?=说|的|是|在|和|跟|来|去|给|要|最近|也|都|就|把|让|,|，"
    r"|。|、|他|她|今|昨|明|想|还|家|那|又|不|会|$)"
    r"|" + _PLACES + r"|(?:(?![在到去的回从和])[\u4e00-\u9fff]){2}(?:大学|机场|路口|小区|医院|酒店|公园|寺|湖公园"
    r"|火车站|古镇|大厦|广场"
    r"|中学|小学)|[A-Z][a-z]+"
)
_NO_NAME_ZH = Regex(
    r"(?:高[兴中考级手速铁达分数]|方[便法面案式向]|黄[金瓜色昏油]|马[上路桶]|白[天色菜领酒]|金[额融属]|石[头油]"
    r"|万[一元]|毛[病衣巾]|严[重格]|程[序度]|任[务何]|向[来上下前]|何[时必况]"
    r"|于[是]|余[额下]|江[边南]|夏[天季]|田[里地]|周[一二三四五六日末天围年期边]|龙[虾头]|谢[谢了]|许[多久]|常[常]"
    r"|项[目]|雷[雨]|汤[里的]|段[时]|武[术]|方子|钱[的包都不是]|叶子|江湖|张[罗开贴]|顾[客虑着不]|曾经|应该)"
)


_PLACE_NOUNS = _set(
    "yard backyard garden kitchen bedroom bathroom garage basement attic cellar drawer shelf cupboard closet"
    " balcony porch"
    " street road avenue lane square corner block station airport harbour harbor port platform terminal hotel hostel"
    " restaurant cafe café bar pub bakery shop store supermarket mall market office school college university"
    " campus library"
    " museum theatre theater cinema gym pool park beach lake river mountain forest island village town city country"
    " county"
    " state suburb neighbourhood neighborhood hospital clinic pharmacy church temple farm barn cabin camp campsite"
    " resort"
    " downtown uptown upstairs downstairs outside abroad home room lobby hall stadium studio workshop warehouse"
    " factory"
    " apartment house building bridge pier valley coast border district headquarters"
)
_PLACE_EN = Regex(
    r"\b(?:in|at|from|near|around|via|through|towards?|visit(?:ed|ing)?|(?i:fly|flew|move|moved|moving|go|goes|going"
    r"|gone|went"
    r"|drove|drive|trip|travell?ed|train|bus|back|way|flight|came|come|return(?:ed)?|been|welcome|road"
    r"|ferry) to) (?:the )?[A-Z]"
    r"[a-z\u00c0-\u017f]+"
)
_NO_PLACE_EN = Regex(
    r" (?:the )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August"
    r"|September|October"
    r"|November|December|Christmas|Easter|Thanksgiving|I|God|English|French|Spanish|German|Chinese|Japanese|Python"
    r"|JavaScript|Rust|Go|Java)\b"
)
_PLACE_ZH = Regex(
    rf"{_PLACES}|[在到去回住往从离](?!哪|了?(?:吗|吧|呢))(?:了|的)?[\u4e00-\u9fff]{{1,6}}?(?:里|上|下|边|旁|对面|楼"
    rf"|店|家|院|馆|园|场|站|室|厅|街|路|村|镇|县|市|省|区"
    r"|公司|学校|大学|单位|工厂|酒店|超市|银行|门口|海|山|河|湖|岛|城)|(?:学校|医院|公园|酒店|车站|机场|超市|商场"
    r"|餐厅|饭店|咖啡馆|图书馆|体育馆|小区|院子|阳台|客厅|卧室|厨房"
    r"|抽屉|柜子|车库|办公室|会议室|教室|海边|山上|楼下|楼上|老家|国外|隔壁|门口|路口|广场|地铁|村里|镇上|城里|县城"
    r"|市区|郊区|附近)"
)


@cached(maxsize=20_000)
def find_answer_content(text: str) -> AnswerContent:
    """What a text holds, by word lists of both languages. Only its first CHARACTERS_MAX characters are read."""
    text = text[:CHARACTERS_MAX].replace("\u2019", "'")
    folded = text.casefold()
    words = frozenset(_WORD.findall(folded))
    chinese = not text.isascii() and _HAN.search(text) is not None
    digit = _DIGIT.search(text) is not None

    def has(certain: frozenset[str], hints: frozenset[str], pattern: Regex[str], han: Regex[str]) -> bool:
        if not words.isdisjoint(certain) or (not words.isdisjoint(hints) and pattern.search(folded)):
            return True
        return chinese and han.search(text) is not None

    return AnswerContent(
        time=has(_TIME_WORDS, _TIME_HINTS, _TIME_EN, _TIME_ZH)
        or (digit and _TIME_FIGURES.search(folded) is not None)
        or (not words.isdisjoint(_CLOCK_HINTS) and _CLOCK_EN.search(folded) is not None)
        or (not words.isdisjoint(_ONCE_HINTS) and _ONCE_EN.search(folded) is not None),
        number=digit or has(_NUMBER_WORDS, _NUMBER_HINTS, _NUMBER_EN, _NUMBER_ZH),
        name=_names(text, chinese=chinese),
        place=not words.isdisjoint(_PLACE_NOUNS)
        or any(_NO_PLACE_EN.search(found[0]) is None for found in _PLACE_EN.finditer(text))
        or (chinese and _PLACE_ZH.search(text) is not None),
        reason=has(_REASON_WORDS, _REASON_HINTS, _REASON_EN, _REASON_ZH)
        or any(phrase in folded for phrase in _REASON_PHRASES),
        preference=has(_LIKE_WORDS, frozenset(), _LIKE_EN, _LIKE_ZH)
        or (not words.isdisjoint(_LIKE_HINTS) and _LIKE_EN.search(_LOOKS_LIKE.sub("", folded)) is not None),
        first=not words.isdisjoint(_FIRST_WORDS) or (chinese and _FIRST_ZH.search(text) is not None),
    )


def _names(text: str, *, chinese: bool) -> bool:
    if _QUOTED_EN.search(text) or any(word.casefold() not in _NO_NAME for word in _CAPITAL.findall(text)):
        return True
    if any(word.casefold() not in _NO_OPENING for word in _OPENS.findall(text)):
        return True
    return chinese and any(_NO_NAME_ZH.match(found[0]) is None for found in _NAME_ZH.finditer(text))
