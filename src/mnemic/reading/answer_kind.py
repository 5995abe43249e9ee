"""Which kind of answer a question asks for, in both languages.

What English question words ask for.

What Chinese question words ask for.

A frame of courtesy ("do you remember when", 你还记得…吗) is no question of its own, and "when" or "where" that opens a
subordinate clause ("when I was in Lyon, what did I eat") asks for nothing.
"""

from __future__ import annotations

import re
import unicodedata

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.domain.understanding import AnswerKind
from mnemic.language.detect import HAN

_AUX = (
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|might|must|may"
    r"|(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should)n't|(?:dont|didnt|doesnt|isnt|wasnt))"
)
_KNOWING = (
    r"(?:know|knows|knew|remember|remembers|recall|remind (?:me|us)(?: of)?|tell (?:me|us)|told (?:me|you|us)|say"
    r"|said|see"
    r"|ask|asked|wonder|wondering|check|confirm|figure out|find out|sure|idea|clue|forgot|forget|mention|mentioned"
    r"|of|about|on|for|with|from|to|by|since|until|till)"
)
_OPENING = r"(?:^|[^\w\s']\s*|\b(?:and|but|so|or|then|also|ok|okay|hey|um|well|exactly|again|wait)\s+)"
_LEAD = rf"(?:{_OPENING}|\b{_KNOWING}\s+(?:again\s+|exactly\s+)?)"
_STOP = rf"(?=\s*(?:$|[^\w\s']|[{HAN}]|again\b|exactly\b|precisely\b|roughly\b))"
_OWNED = (
    r"(?:(?!(?:for|on|to|at|about|before|after|during|in|from|with|i|you|he|she|they|we|it|that)\b)[\w'-]+\s+){0,5}?"
)


def _what_is(nouns: str) -> str:
    """ "What is my aunt's birthday", and the bare "my aunt's birthday?"."""
    end = r"(?=\s*(?:$|[?.,!]|of\b|for\b|again\b|now\b|and\b|these days\b|at the\b|in\b|on\b))"
    return rf"\b(?:what|which)\s+(?:is|was|are|were|will be)\s+{_OWNED}(?:{nouns})\b{end}|^{_OWNED}(?:{nouns})\s*\?"


def _which(nouns: str) -> str:
    """ "Which city", "what sort of place", "which of my cousins"."""
    inner = r"(?:of\s+(?:my|our|the|your|his|her|their|these|those)\s+)?"
    adjectives = rf"(?:(?!{_AUX}\b|the\b|my\b|i\b|you\b)[\w'-]+\s+){{0,2}}?"
    return rf"\b(?:what|which)\s+(?:(?:kinds?|sorts?|types?)\s+of\s+)?{inner}{adjectives}(?:{nouns})\b"


_TIMES = (
    r"times?|dates?|days?|weeks?|weekends?|months?|years?|hours?|seasons?|century|decade|weekdays?|evenings?|o'clock"
)
_DATED = (
    r"birthdays?|birth ?dates?|date of birth|anniversar(?:y|ies)|deadlines?|due dates?|dates?|(?:[\w-]+ )?times?"
    r"|opening hours|office hours|eta|expiry|expiration"
)
_SPANS = r"seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|decades?|semesters?"
_PEOPLE = (
    r"person|people|friends?|colleagues?|coworkers?|co-workers?|teammates?|classmates?|roommates?|flatmates?"
    r"|neighbou?rs?"
    r"|kids?|child|children|sons?|daughters?|sisters?|brothers?|siblings?|cousins?|aunts?|uncles?|nephews?|nieces?"
    r"|parents?|relatives?|doctors?|dentists?|teachers?|bosses|boss|managers?|clients?|coach|coaches|guys?|girls?|man"
    r"|woman|men|women|students?|patients?|actors?|actress|authors?|singers?|artists?|players?|family members?"
)
_NAMES = r"(?:full |first |last |middle |maiden |pet |user|nick|sur)?names?|nicknames?"
_PLACES = (
    r"city|cities|country|countries|places?|towns?|states?|villages?|neighbou?rhoods?|streets?|islands?|venues?"
    r"|locations?|regions?|provinces?|districts?|airports?|stations?|continents?|county|counties|addresse?s?"
    r"|restaurants?|cafes?|cafés?|hotels?|museums?|hospitals?|clinics?|parks?|beach(?:es)?|bars?|pubs?|schools?"
    r"|universit(?:y|ies)|colleges?|suburbs?|terminals?|gyms?|shops?|stores?"
)
_SITES = (
    r"(?:home |work |postal |mailing )?address|hometown|home town|location|destination|venue|birthplace|whereabouts"
)
_AMOUNTS = (
    r"prices?|costs?|amounts?|(?:[\w-]+ )?numbers?|percentages?|percent|budgets?|ages?|sizes?|scores?|rates?|fees?"
    r"|rents?"
    r"|salar(?:y|ies)|heights?|weights?|distances?|totals?|temperatures?|grades?|marks?|dos(?:e|es|ages?)|speeds?"
    r"|zip(?: code)?|postcode|pin|balances?|deposits?|quantit(?:y|ies)|incomes?|wages?|tuition|mileage|headcount"
    r"|blood pressure|floors?|(?:wifi|wi-fi) password|passcode"
)
_CAUSES = r"points?|reasons?|causes?|purpose|motives?|motivation|explanation"
_WAYS = r"(?:best |right |easiest |quickest |fastest )?ways? to|recipe|procedure|trick|method|steps|status|progress"

# In this order: what one pattern has read is gone for the next.
_KINDS: tuple[tuple[AnswerKind, Regex[str]], ...] = tuple(
    (kind, Regex(pattern))
    for kind, pattern in (
        (
            AnswerKind.REASON,
            rf"{_LEAD}why\b|\bwhy\s+{_AUX}\b|\bhow come\b|{_LEAD}what for{_STOP}|\bfor what reasons?\b"
            rf"|{_LEAD}what\s+(?:exactly\s+|first\s+)?(?:made|makes|caused|causes(?! (?:has|have|do|does|did|is"
            rf"|are)\b)|prompted|led|drove|inspired"
            rf"|inspires|motivated"
            rf"|motivates|convinced|persuaded)\b|\b(?:what|which)\s+(?:\w+\s+)?reasons?\b|{_what_is(_CAUSES)}",
        ),
        (
            AnswerKind.TIME,
            rf"\bhow\s+(?:long ago|soon|late|early|recently)\b|\bhow many\s+(?:{_SPANS})\s+ago\b"
            rf"|\b(?:since|until|till|by|from) when\b|{_OPENING}when(?:(?:'s|'d|'ll|'re)\b|\s+(?:else\s+"
            rf"|exactly\s+)?{_AUX}\b)"
            rf"|\b{_KNOWING}\s+(?:again\s+|exactly\s+)?when\b|\bwhen{_STOP}|^when\b(?=\s+[^,]*\?$)"
            rf"|{_which(_TIMES)}(?!\s+jobs?\b)|{_what_is(_DATED)}",
        ),
        (
            AnswerKind.DURATION,
            rf"\bhow long\b|\bhow (?:many|much)\s+(?:more\s+|full\s+|extra\s+|whole\s+)?(?:{_SPANS})\b(?!\s+old)"
            rf"|\bhow much (?:more )?(?:time|longer)\b|{_what_is('length|duration|waiting time|wait')}",
        ),
        (
            AnswerKind.NUMBER,
            r"\bhow\s+(?:many|much|old|far|big|tall|high|heavy|expensive|large|deep|wide|fast|often|frequently|cold"
            r"|hot|small"
            r"|thick|cheap|strong|steep|close|loud|pricey)\b|\bhow (?:regularly|costly)\b"
            rf"|{_which(_AMOUNTS)}|{_what_is(_AMOUNTS)}|\bat what age\b",
        ),
        (
            AnswerKind.PERSON,
            rf"{_LEAD}who(?:m|se|'s|'d|'ll|'re|'ve)?\b|{_which(_PEOPLE)}|{_which(_NAMES)}|{_what_is(_NAMES)}"
            r"|\bwhat\b[^?,]{0,60}\b(?:called|named)\b|\bwhat\s+(?:do|does|did|should|can)\s+[\w' ]{1,30}\bcall\b"
            r"|\bwhat\b[^?,]{0,40}\bgo(?:es)? by\b",
        ),
        (
            AnswerKind.PLACE,
            rf"{_OPENING}where(?:(?:'s|'d|'ll|'re)\b|abouts\b|\s+(?:else\s+|exactly\s+|about\s+)?(?:{_AUX}|to|from"
            rf"|in)\b)"
            rf"|\b{_KNOWING}\s+(?:again\s+|exactly\s+)?where\b|\bwhere{_STOP}|^where\b(?=\s+[^,]*\?$)"
            rf"|{_which(_PLACES)}|{_what_is(_SITES)}|\bwhat part of (?:town|the)\b",
        ),
        (
            AnswerKind.MANNER,
            rf"{_LEAD}how(?:(?:'s|'d|'ll|'re)\b|\s+(?:exactly\s+|else\s+|well\s+|badly\s+)?(?:{_AUX}|to|i|we|you|he"
            rf"|she|they)\b)"
            rf"|\bhow{_STOP}|\bin what ways?\b|\bby what means\b|\b(?:what|which)\s+(?:is|was|are"
            rf"|were)\s+{_OWNED}(?:{_WAYS})\b",
        ),
    )
)
_WHAT = Regex(rf"{_LEAD}(?:what|which)(?:'s|'d|'re|'ll)?\b|\b(?:what|which)\s+(?:{_AUX}|of|one|ones)\b|\bwhat{_STOP}")
_PLURAL = r"(?!does\b|was\b|has\b|is\b|always\b|this\b|news\b|perhaps\b|his\b)[a-z-]{2,}(?<![sui])s(?!')"
_LIST = Regex(
    rf"\b(?:what|which)\s+(?:are|were)\s+(?:[\w'-]+\s+){{0,4}}?{_PLURAL}\b"
    rf"|\b(?:what|which)\s+(?!of\b)(?:(?!{_AUX}\b|i\b|my\b|the\b)[\w'-]+\s+){{0,2}}?{_PLURAL}\b(?=\s+\w|\s*\?)"
    rf"|\b(?:what|which)\s+of\s+(?:my|our|the)\s+(?:[\w'-]+\s+){{0,2}}?{_PLURAL}\s+(?:are|were|have|do|did)\b"
    r"|\b(?:what|which)\s+(?:\w+\s+)?(?:people|children|men|women|two|three|four|five|ones)\b"
    r"|\b(?:what|who|where) (?:all|else)\b|\bwho are\b|\ball (?:the|of|my|our|his|her|their)\s+\w+s\b|\brespectively\b"
    r"|\beach of\b|\bin (?:what|which) order\b|^(?:please\s+)?(?:list|name|enumerate)\b|\blist (?:all|the|my|every)\b"
)
_NOT_LISTED = Regex(rf"\b(?:what|which)\s+(?:of\s+\w+\s+)?(?:{_TIMES}|{_NAMES})\s+{_AUX}\b")
_SUBJECT = (
    r"(?:i|you|he|she|it|we|they|there|my|your|his|her|our|their|the|a|an|any|anyone|anybody|anything|someone|somebody"
    r"|everyone|this|that|these|those|both|all)"
)
_SHORT = Regex(r"\b(what|which|who|where|when|how|why)(?:'s|s(?=\s))")
_FRAME = Regex(
    r"\b(?:do|did|can|could|would|will|don't|didn't)\s+(?:you|i|u|we)\s+(?:\w+ly\s+|still\s+|even\s+|ever\s+"
    r"|please\s+|happen to\s+)*"
    r"(?:know|remember|recall|tell me|tell you|remind me|say|mention|check|mind telling me)\b"
    r"(?!\s+(?:if|whether|that|saying|mentioning)\b)"
)
_YES_NO = Regex(
    rf"^(?:and\s+|but\s+|so\s+|or\s+|also\s+|well,?\s+|ok,?\s+|wait,?\s+)?{_AUX}\s+(?!not\b|you tell\b)\w"
    rf"|[,:;-]\s*(?:and\s+|but\s+|so\s+|or\s+)?{_AUX}\s+{_SUBJECT}\b|\b(?:and|but|or|so)\s+{_AUX}\s+{_SUBJECT}\b"
    r"|,\s*(?:right|correct|yeah|yes|no|huh|ok|true|innit|isn't it|wasn't it)\s*\?$"
    rf"|,\s*{_AUX}\s+(?:i|you|he|she|it|we|they)\s*\?$|\b(?:right|correct)\s*\?$"
    r"|\b(?:know|remember|tell me|sure|see|check|confirm|say|wonder(?:ing)?|ask)\s+(?:if|whether)\b|\bor not\s*\?$"
    r"|^(?:so\s+|and\s+)?any\b.*\?$"
)
_IMPERATIVE = Regex(r"^(?:do|have|can|will|may)\s+(?:not|a|an|the best|fun)\b|^don't\s+(?!i\b|you\b|we\b|they\b)")
_TASTES = Regex(
    r"\b(?:prefer\w*|favou?rites?|hates?|hated|dislikes?|disliked|enjoys?|enjoyed|can't stand|fond of|keen on|hobby"
    r"|hobbies"
    r"|tastes?\s+in|can't bear|adores?|fancy|rather\s+(?:have|eat|drink|go|sit|fly|stay|take|be))\b"
    r"|\b(?:loves?|loved)\b(?!\s+(?:life|story|letter|song))|\binto\s*\?"
    r"|\b(?:do|does|did|don't|doesn't"
    r"|didn't)\b[^?.,]{0,50}?(?<!look )(?<!feel )(?<!sound )(?<!taste )(?<!smell )(?<!seem )"
    r"\blikes?\b"
    r"|\b(?:i|you|we|they)\s+(?:really\s+|also\s+|most\s+|still\s+|actually\s+)?like\b"
    r"|(?<!look)(?<!what it )\blike[sd]\b(?=\s+\w)"
)
_WOULD_LIKE = Regex(r"\b(?:would|'d|looks|sounds|feels|tastes|smells|seems)\s+(?:\w+\s+)?likes?\b")
_STATES = Regex(
    rf"\b(?:i|you|he|she|it|we|they)\b|\b{_AUX}\b|\b(?:said|told|went|got|took|made|came|left|told|works?|lives?"
    rf"|likes?|wants?"
    r"|needs?|moved|started|stopped|still|already|\w{3,}ed)\b|\bi'm\b|'(?:m|re|ve|ll|d)\b"
)


def english_answer_kinds(sentence: str) -> set[AnswerKind]:
    """What the English question words of a folded sentence ask for, preferences left out."""
    spoken = _SHORT.sub(r"\1 is", sentence)
    left = _FRAME.sub("\u25a1 know", spoken)
    found = {AnswerKind.YES_NO} if _YES_NO.search(left) and not _IMPERATIVE.search(left) else set()
    if _LIST.search(left) and not _NOT_LISTED.search(left):
        found.add(AnswerKind.LIST)
    for kind, pattern in _KINDS:
        left, times = pattern.subn(" \u25a1 ", left)
        if times:
            found.add(kind)
    if _WHAT.search(left):
        found.add(AnswerKind.THING)
    if not found and left != spoken:
        found.add(AnswerKind.THING)  # "do you remember my locker" wants what is known of it
    return found


def english_mentions_liking(sentence: str) -> bool:
    """Whether a folded sentence speaks of what somebody likes."""
    return _TASTES.search(_WOULD_LIKE.sub("\u25a1", sentence)) is not None


def english_has_verb(sentence: str) -> bool:
    """Whether a folded sentence has a verb, so that it states something."""
    return _STATES.search(sentence) is not None


_SHOPS = (
    "店|餐厅|餐馆|饭店|饭馆|馆子|酒店|宾馆|民宿|医院|诊所|咖啡馆|咖啡店|超市|银行|商场|书店|药店|健身房|公园|博物馆"
    "|学校|火锅店|面馆|酒吧"
)
_PEOPLE_ZH = (
    "人|同事|朋友|老师|医生|大夫|同学|亲戚|领导|客户|孩子|小孩|儿子|女儿|叔叔|阿姨|教练|邻居|师傅|室友|闺女|哥们"
    "|闺蜜|演员|歌手|作家|明星|老板|上司|家人"
)
_SPANS_ZH = "天|年|周|分钟|秒钟?|晚上?|宿|个(?:半)?(?:小时|月|星期|礼拜|钟头|周|学期|季度|晚上|世纪)|小时|星期|礼拜"
_COUNTED = (
    "个|次|岁|位|只|条|块|元|张|件|斤|杯|本|口|人|辆|套|层|楼|瓶|份|场|趟|遍|度|倍|种|门|页|步|家|站|双|颗|片|粒|把"
    "|部|台|道|回|级|折|成|平|公里|米|克"
    "|毫克|万|千|百|项|届|支|根|袋|盒|桌|间|封|笔|盘|包|篇|环|号线|号楼|行|节|轮|圈"
)

# Indefinite words and approximate numbers, which look like question words.
_NO_QUESTION = Regex(
    r"(?:不管|无论|不论)[^,，。?]*|(?:没|不)(?:什么|啥|怎么|咋)(?!时候)|(?:什么|啥|谁|哪里|哪儿|怎么|咋|哪个"
    r"|什么时候)(?:都|也)(?!有|是谁|去|叫)"
    r"|什么的(?=[,，。?]|$)|(?:这|那|前|头|好|近|后|每|隔|没|十|上|下|最后|最近|再过|等过)几"
    r"|(?<![\u4e00-\u9fff])过几(?=[天日年周])|几(?:十|百|千|万)(?!.*[?])|几(?:天|年|周|个月|个?星期|个?小时)(?:之"
    r"|以)?前"
    r"|时不时|动不动|差不多|要不(?!要)|不知怎么|不知为何|一些什么"
)
_FRAME_ZH = Regex(
    r"(?:你|您|咱|有人)?(?:们)?(?:还|是否|是不是|能|可以|能不能|可不可以)*(?:记得|记不记得|知道|知不知道|晓得|清楚"
    r"|告诉我|想得起来|说说|跟我说)(?:一下)?"
)
_MA = Regex(r"(?:吗|嘛|不|么|没)?(?:呀|啊)?(?=\s*[?]?\s*$)")

# In this order: what one pattern has read is gone for the next.
_KINDS_ZH: tuple[tuple[AnswerKind, Regex[str]], ...] = tuple(
    (kind, Regex(pattern))
    for kind, pattern in (
        (
            AnswerKind.REASON,
            r"为(?:什么|啥|何|嘛|甚么)|干(?:嘛|吗|啥)(?=不|要|又|还|这么|老|突然)|凭(?:什么|啥)"
            r"|咋(?:不|没|会|又|还(?!钱|款)|这么|那么|能|就|突然|老)|怎么(?:不|没|会(?!议)|又|还(?!钱|款|贷)|这么"
            r"|那么|能|就|突然|忽然|老是|总是|才)"
            r"|(?:什么|啥|何)(?:样的)?(?:原因|理由|缘故|缘由|动机|目的)|(?:原因|理由|起因)(?:各?是|在)(?:什么|啥|哪)"
            r"|图(?:什么|啥|个啥)|因为(?:什么|啥)|出于(?:什么|啥)|何故|何以|(?:怎么|咋)回事",
        ),
        (
            AnswerKind.TIME,
            r"(?:什么|啥|甚么|嘛)(?:时候|时间|时辰|日子|日期|年份|季节|月份|时)|何时|几时|多会儿|多咱|几点(?!建议"
            r"|意见|要求|看法|想法|注意)"
            r"|几号(?!线|楼|院|店|门|机|房|桌)|几月|哪(?:一)?(?:天|年|日|月|周|晚|个?(?:月|星期|礼拜|季度|学期|周末"
            r"|时候|时间段?|钟头|节日|季节)|阵子|会儿)"
            r"|(?:周|星期|礼拜)几|几几年|何年|何月|多久(?:之前|以前|前)|多长时间(?:之|以)?前|多少[天年]前|多早|多晚"
            r"|(?:生日|日期|时间|日子)\s*各?是(?:哪|几)",
        ),
        (
            AnswerKind.DURATION,
            rf"多久|多长时间|多长(?=[?]|$)|(?:几|多少)(?:{_SPANS_ZH})|几个月|要几[天年]|多少(?:工夫|功夫|时间)",
        ),
        (
            AnswerKind.NUMBER,
            rf"多少|(?<!哪)几[十百千万]?(?:{_COUNTED})|第几|多(?:大|高|重|远|贵|宽|厚|深|快|胖|粗|频繁|便宜"
            rf"|老)(?!的?方|家|了|脸)|百分之几|(?:什么|啥)价(?:格|钱|位)?"
            r"|(?:怎么|咋)卖|几(?=[?]|$)",
        ),
        (
            AnswerKind.PERSON,
            rf"谁|哪(?:一)?(?:位|个(?:{_PEOPLE_ZH}))|(?:什么|啥|何|哪些|哪几个|哪两个|哪几位)(?:{_PEOPLE_ZH})|(?:叫|姓"
            rf"|唤作|称作)(?:什么|啥|嘛)(?!价)"
            r"|(?:怎么|如何|咋)(?:称呼|叫)",
        ),
        (
            AnswerKind.PLACE,
            rf"哪里|哪儿|哪边|哪头|(?:什么|啥)(?:地方|地儿|城市|国家|位置|景点|景区|{_SHOPS})"
            r"|哪(?:一)?(?:些|几)?(?:个)?(?:城市|地方|国家|省|市|区|县|镇|村|小区|街道|商场|公园|景点|景区|机场"
            r"|车站|站|大学|学校|医院|城)"
            rf"|哪(?:一)?(?:家|所|间|些)(?:[^?,，]{{0,3}}?)(?:{_SHOPS})|何处|何地"
            r"|(?:在|去|上|到|从|住|回|往|搬|来自|放|停|搁)(?:了)?哪(?!些|一?[天年月个种款次位本部场家所间几两三])"
            rf"|哪(?=[吃买住办学看玩见出上工找过读领取拍租]|[?]|$|呢|了)",
        ),
        (
            AnswerKind.MANNER,
            r"怎么|咋|如何|怎样|啥样(?!的)|什么样(?!的)|(?:什么|啥|哪种)(?:方法|办法|方式|做法|步骤|途径|法子|招)",
        ),
    )
)
# Nouns that say themselves what is asked for, in 房东的电话是什么, 婚礼地点呢 and 她的生日？
_BARE = r"\s*各?(?:又|到底|具体|大概)?(?:是(?:什么|啥)|叫(?:什么|啥)|是(?=[?,，、]|$)|呢|[?])"
_NOUNS: tuple[tuple[AnswerKind, Regex[str]], ...] = tuple(
    (kind, Regex(rf"(?:{nouns}){_BARE}"))
    for kind, nouns in (
        (AnswerKind.TIME, "(?<!持续)时间|生日|日期|纪念日|截止日|忌日|日子|ddl|deadline"),
        (AnswerKind.DURATION, "时长|持续时间|周期|工期"),
        (
            AnswerKind.NUMBER,
            "价格|价钱|价位|房租|租金|工资|月薪|年薪|预算|成本|费用|电话|手机号|号码|年龄|年纪|身高|体重|血压|人数"
            "|比分|成绩|分数|学费|首付|房价|密码|单价"
            "|面积|利率|总价|尺码|鞋码|门牌号?|邮编|押金|尾号|频率|度数|剂量|余额",
        ),
        (AnswerKind.PERSON, "名字|姓名|大名|小名|昵称|网名|英文名|名称|全名|外号|店名"),
        (AnswerKind.PLACE, "地址|地点|住址|位置|老家|家乡|目的地|籍贯|产地"),
        (AnswerKind.REASON, "原因|理由|缘由|起因|动机"),
        (AnswerKind.MANNER, "进展|近况|情况|步骤|做法|效果|结果"),
    )
)
_THING = Regex(
    r"什么|啥|甚么|干嘛|哪(?:个|种|款|部|本|首|场|次|门|家|条|件|样|道|支|只|张|把|台|辆|间|所|类|一|些|几|两|三)"
    r"|何(?:种|物|事)"
)
_LIST_ZH = Regex(
    r"哪些|哪几|哪[两二三四五]|都(?:\w{1,3}?)(?:过|了)?(?:什么|啥|谁|哪)|都有(?:什么|啥|谁|哪)|(?:什么|啥|谁|哪里"
    r"|哪儿)都有|分别|各(?:是|自|在|有|叫|去|花|做|送|因|待|住|要|怎)"
    r"|依次|列(?:出|举|一下|个)|(?:所有|全部)的?|一共(?:有|去|买)(?:过|了)?(?:哪|什么|啥)|先后|还有(?:谁|什么|啥"
    r"|哪)|有(?:什么|啥)(?=[?]|$)"
)
_YES_NO_ZH = Regex(
    r"吗|(?<![什怎那这多甚要])么(?=\s*[?]?\s*$)|有没有|有木有|有无|是否|能否|可否|会否|([\u4e00-\u9fff])[不没]\1"
    r"|(?:[了过完好到]|[\u4e00-\u9fff])(?:没有|没|不)(?:呀|啊)?(?=\s*[?]\s*$)|[了过](?:没有|没)(?=\s*$)|(?:对|是|行"
    r"|好|没错)吧(?=\s*[?]?\s*$)|吧[?]|对不(?=\s*[?]?\s*$)"
    r"|真的假的|还是(?:没|不)"
)
_TASTES_ZH = Regex(
    r"喜欢|喜不喜|爱(?=吃|喝|看|听|玩|用|穿|去|好|不爱)|最爱|偏爱|偏好|讨厌|口味|忌口|爱好|兴趣|习惯|更想|更愿意"
    r"|宁愿|宁可|受不了|钟意|中意|嗜好|喜好|钟爱|反感|嫌弃|偏向"
)
_STATES_ZH = Regex(
    r"[是有在了过去来说要会能想吃买住做给让到用叫姓不没爱喝看听学教养开换改定带跟把被得]|喜欢|还|工作|结婚"
)
_TOPIC = Regex(r"的\s*(?:那[个家件次]|[^的是有在了过?]{1,6})[?]$|^(?:那|另)[^是有在了过]{1,8}[?]$|呢[?]?$")


def chinese_answer_kinds(sentence: str) -> set[AnswerKind]:
    """What the Chinese question words of a folded sentence ask for, preferences left out."""
    left = _NO_QUESTION.sub("\u25a1", sentence)
    framed = _FRAME_ZH.search(left)
    if framed:
        left = _MA.sub("", left[: framed.start()] + "\u25a1" + left[framed.end() :], count=1)
    found = {AnswerKind.YES_NO} if _YES_NO_ZH.search(left) else set()
    if found and re.search(r"吗\s*[?]?\s*$", left):
        return found  # 有什么忌口吗: the other question words are indefinite
    if _LIST_ZH.search(left):
        found.add(AnswerKind.LIST)
    for kind, pattern in _KINDS_ZH:
        left, times = pattern.subn("\u25a1", left)
        if times:
            found.add(kind)
    for kind, pattern in _NOUNS if found <= {AnswerKind.LIST} else ():
        left, times = pattern.subn("\u25a1", left)
        if times:
            found.add(kind)
    if _THING.search(left):
        found.add(AnswerKind.THING)
    return found if found != {AnswerKind.LIST} or "?" in sentence or "列" in sentence else set()


def chinese_mentions_liking(sentence: str) -> bool:
    """Whether a folded sentence speaks of what somebody likes."""
    return _TASTES_ZH.search(sentence) is not None


def chinese_has_verb(sentence: str) -> bool:
    """Whether a folded sentence has a verb, so that it states something."""
    return _TOPIC.search(sentence) is None and _STATES_ZH.search(sentence) is not None


__all__ = ["AnswerKind", "answer_kinds"]

CHARACTERS_MAX = 1_000  # of a question, that are read

_SENTENCE = Regex(r"[^.!?。！;；\n]+(?:[.](?=\d)[^.!?。！;；\n]+)*[.!?。！;；]*")
_BORDER = Regex(f"(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{HAN}])")
_HAN = Regex(f"[{HAN}]")


@cached(maxsize=4_096)
def answer_kinds(question: str) -> tuple[AnswerKind, ...]:
    """The kinds of answer a question asks for, in the order of `AnswerKind`; none where nothing is asked."""
    folded = unicodedata.normalize("NFKC", question[:CHARACTERS_MAX]).replace("\u2019", "'").casefold()
    found: set[AnswerKind] = set()
    for sentence in _SENTENCE.findall(folded):
        found |= _of_sentence(_BORDER.sub(" ", sentence).strip())
    return tuple(kind for kind in AnswerKind if kind in found)


def _of_sentence(sentence: str) -> set[AnswerKind]:
    found = english_answer_kinds(sentence)
    if _HAN.search(sentence):
        found |= chinese_answer_kinds(sentence)
    if not found and sentence.endswith("?"):
        # A statement said as a question wants a yes or no; a bare noun ("the other hotel?") wants what there is of it.
        told = chinese_has_verb(sentence) if _HAN.search(sentence) else english_has_verb(sentence)
        found = {AnswerKind.YES_NO if told else AnswerKind.THING}
    if found:
        found |= (
            {AnswerKind.PREFERENCE} if english_mentions_liking(sentence) or chinese_mentions_liking(sentence) else set()
        )
    return found
