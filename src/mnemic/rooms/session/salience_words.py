"""Words by which a sentence shows that a talk turns on it, in English and Chinese: what must or must not be, what was
decided, put right, asked to be remembered; and words of sentences that carry nothing on."""

from __future__ import annotations

import re

_I = re.IGNORECASE

MUST = re.compile(
    r"\b(?:allerg\w+|intoleran\w+|vegan|vegetarian|halal|kosher|diabet\w+|pregnan\w+|asthma\w*|wheelchair|medication"
    r"|can(?:not|'t|\u2019t)|could(?:n't|n\u2019t)|must(?:n't|n\u2019t)?|have to|has to|need(?:s|ed)? to be|never"
    r"|at most|at least|no (?:more|less|later|earlier) than|not (?:exceed|above|over|before|after)|up to|under \W?\d"
    r"|within|only if|limit\w*|maximum|minimum|budget\w*|deadline\w*|due (?:on|by|date|before)|by (?:mon|tues"
    r"|wednes|thurs|fri|satur|sun)day|required?|requirement\w*|mandatory|forbidden|confidential|secret|do not"
    r"|don't|don\u2019t"
    r"|avoid|strictly|under no circumstances|expires?|out of the question)\b"
    r"|过敏|忌口|忌(?=[辣酒烟食油])|不耐受|吃素|清真|糖尿病|高血压|哮喘|怀孕|孕妇|轮椅|不能|不可|不得|不准|不许"
    r"|必须|务必|一定要"
    r"|不要|别(?=[再把给用在碰放加发写选订买叫让忘])|千万|最多|最少|至少|不超过|不高于|不低于|不少于|不晚于"
    r"|不早于|以内|之内|以下"
    r"|以上|上限|下限|限制|限额|预算|截止|期限|到期|之前(?:要|得|必须|交|完成)|前(?:交|完成|提交|到)|要求|禁止"
    r"|严禁|保密|绝不|决不"
    r"|绝对|除非|只能|只要|只有|受不了|碰都不能碰|不吃|不喝",
    _I,
)
STANDING = re.compile(
    r"\b(?:remember|keep in mind|bear in mind|from now on|going forward|in (?:the )?future|always|every time"
    r"|don't forget|do not forget|note (?:that|down)|for the record|make sure|please note|important(?:ly)?"
    r"|whenever)\b"
    r"|记住|记得|记一下|记下|别忘|不要忘|以后|今后|从现在起|从今|每次|总是|一律|永远|一直要|注意|请务必"
    r"|重要的是|重要|备注",
    _I,
)
DECIDED = re.compile(
    r"\b(?:decid\w+|let's (?:go|do|take|use|book|make|keep|stick)|we(?:'ll| will) (?:go|take|use|do|book|meet)"
    r"|i(?:'ll| will) (?:go|take|use|book|pick|choose|have)|go(?:ing)? with|settled?|agreed?|confirmed?|chosen?"
    r"|choose"
    r"|booked|reserved|ordered|signed|approved|final(?:ly|ised|ized)?|the plan is|scheduled|picked|it's a deal)\b"
    r"|决定|就定|定了|定在|定为|定下|说定|敲定|选了|选定|就选|就要|确认|确定|订好|订了|已订|预订了|买了|签了"
    r"|批准|同意|说好|谈好"
    r"|约好|约在|安排在|计划是|方案是|就这么办|就按|最终|成交|拍板",
    _I,
)
CORRECTED = re.compile(
    r"^\s*(?:no|nope|wait|oops|sorry|actually|correction|scratch that)\b|\b(?:actually|correction|scratch that"
    r"|i (?:meant|misspoke|was wrong)|instead of|rather than|not .{1,24}, but|chang\w+ (?:it |that |this |\w+ )?(?:to"
    r"|from|my mind)|mov\w+ (?:it |that )?to|switch\w* (?:it |that )?to|no longer|not .{1,20} any ?more"
    r"|make (?:it|that)|turns out|on second thou?ghts?|update:|new (?:date|time|number|address|budget|deadline) is)\b"
    r"|^\s*(?:不对|不是|错了|等等|等一下|抱歉|更正)|不对[,，。!！]|更正|纠正|说错|写错|记错|搞错|弄错|改成|改为"
    r"|改到|改在|改主意|换成|换到"
    r"|换为|其实(?:是|应该)|应该是|而是|不再|取消了?|推迟到|提前到|变成|调整为|现在是|变更为|改一下|重新定",
    _I,
)
WHO = re.compile(
    r"\b(?:my (?:name|wife|husband|partner|son|daughter|mother|father|mum|mom|dad|sister|brother|kids?|child(?:ren)?"
    r"|boss|team|company|address|phone|email|number|account|doctor|flat|house|dog|cat|birthday|flight|train|hotel"
    r"|order|booking|passport|visa)|i am|i'm|i\u2019m|i (?:live|work|moved|study|own|have|drive|manage|run|was born)"
    r"|call me|we are|our (?:office|team|company|client|customers?|project))\b"
    r"|我叫|我姓|我是|我在|我住|我家|我有|我爸|我妈|我老婆|我老公|我先生|我太太|我女儿|我儿子|我姐|我哥|我弟"
    r"|我妹|我孩子|我们公司|我公司"
    r"|我们团队|我的(?:名字|电话|手机|邮箱|地址|账号|生日|航班|车次|酒店|订单|护照|签证|身份)|叫我|今年\d+岁"
    r"|我负责|我从事",
    _I,
)
WISH = re.compile(
    r"\b(?:i(?:'d| would) (?:like|love|prefer|rather)|i (?:want|need|wish|hope|plan|intend|prefer|like|love|hate"
    r"|dislike|enjoy)|i'm (?:planning|looking|hoping|going)|we (?:want|need|plan|prefer)|looking for|goal is|aim is"
    r"|please (?:use|write|send|book|keep|call|include|make|put)|favou?rite)\b"
    r"|我想|我要|我希望|我需要|我打算|我计划|我准备|我喜欢|我爱|我讨厌|我不喜欢|我偏好|我更|想要|希望|打算"
    r"|目标是|帮我|麻烦|请(?:用|把|给"
    r"|帮|写|发|订|按)|喜欢|最爱|习惯",
    _I,
)
RESULT = re.compile(
    r"\b(?:fail\w*|errors?|success\w*|done|completed?|finished|found|unavailable|not available|sold out|cancel\w+"
    r"|refund\w*|confirmed?|created|deleted|updated|sent|paid|denied|rejected|timed? ?out|deployed|merged|total)\b"
    r"|失败|成功|出错|错误|完成|已(?:经)?[订买发付改删建更]|没有(?:房|票|货|位)|售罄|无票|取消|退款|超时|拒绝"
    r"|已确认|共计|总计|合计",
    _I,
)
CODE_WORD = re.compile(
    r"\b(?:codes?|reference|ref|pnr|confirmation|booking|order|ticket|invoice|serial|tracking|password|passcode|pin"
    r"|account|flight|gate|seat|room|version|ip|port|id)\b"
    r"|订单号?|预订号|预约号|确认号|编号|号码|单号|验证码|密码|口令|账号|卡号|航班|车次|座位|房号|房间号|版本"
    r"|取票码|取件码|流水号",
    _I,
)
CODE = re.compile(
    r"(?<![\w])(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9][A-Za-z0-9_-]{3,}(?![\w])"
    r"|(?<!\d)\d{6,}(?!\d)|(?<!\d)\d{3}[- ]\d{3,4}[- ]\d{4}(?!\d)|[\w.+-]+@[\w-]+\.\w+|https?://\S+"
    r"|(?<![A-Za-z])[A-Z0-9]{5,}-[A-Z0-9-]+"
)
CODED = re.compile(
    r"\b(?:code|reference|ref|pnr|confirmation|number|password|passcode|pin|account|flight|gate|seat|room"
    r"|platform|id)\b"
    r"[^.!?]{0,30}?\b[A-Za-z]{0,4}\d+[A-Za-z0-9]*\b"
    r"|(?:号|号码|密码|口令|码|航班|车次|座位|房间|站台)[^。！？]{0,12}?[A-Za-z]{0,4}\d+",
    _I,
)
APPOINTED = re.compile(
    r"\b(?:we|i)(?:'re|'m|\u2019re|\u2019m|'ll| are| am| will| fly| leave| arrive| meet| have)\b[^.!?]*?"
    r"(?:\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|\bat \d"
    r"|\d\s?[ap]\.?m\b|\d:\d\d|\bon (?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day)"
    r"|[我咱]们?[^。！？]{0,12}?(?:\d{1,2}月\d{1,2}[号日]"
    r"|[一二三四五六七八九十]+月[一二三四五六七八九十]+[号日]|\d{1,2}[号日](?!线|楼|店)"
    r"|[周星期礼拜]+[一二三四五六日天]"
    r"|\d{1,2}[点:：])",
    _I,
)
AMOUNT = re.compile(
    r"[$€£¥￥]\s?\d|\d[\d,.]*\s?(?:%|usd|eur|gbp|cny|rmb|dollars?|euros?|pounds?|yuan|k\b|万|元|块|美元|欧元"
    r"|日元|港币"
    r"|人民币|折|公里|千米|公斤|平米|平方|km|kg|gb|mb|ms|degrees?)",
    _I,
)
EMPTY = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|yes|yeah|yep|no|sure|great|thanks?(?: you)?(?: so much| a lot)?|thx|cool|nice|perfect|hi"
    r"|hello|hey|good (?:morning|evening|night)|got it|i see|sounds good|alright|right|bye|lol|haha|hmm+|wow|please"
    r"|go (?:on|ahead)|continue|of course|you're welcome|no problem|my pleasure|certainly|absolutely)\b\W*){1,4}$"
    r"|^\W*(?:(?:好的?|嗯+|行|可以|谢谢(?:你|您|啦)?|多谢|收到|明白了?|知道了|是的?|对的?|哈+|哦+|早上好|晚上好"
    r"|晚安|你好|您好|再见|拜拜|没问题"
    r"|不客气|当然|继续|太好了|辛苦了|嘿|喂)(?:的|了|啊|呀|呢|吧|哦|啦)?\W*){1,4}$",
    _I,
)
COURTESY = re.compile(
    r"\b(?:let me know|feel free|happy to help|anything else|can i help|how can i|is there anything|glad (?:to|i)"
    r"|here (?:is|are) (?:some|a few)|i hope this|as an ai|great question)\b"
    r"|还有什么|有什么(?:可以|需要)|随时(?:告诉|联系|找)|很高兴|乐意|希望(?:对你|对您|能帮)|如有(?:需要|疑问)"
    r"|需要我|祝您|祝你",
    _I,
)
ASKS = re.compile(r"[?？]\s*[\"'”’」』）)\]]*\s*$|(?:吗|呢|么)[。.~～]?\s*$")
RELATIVE_DAY = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|(?:this|next|last|coming) (?:week\w*|month|year|mon|tue|wed|thu|fri"
    r"|sat|sun"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|spring|summer|autumn|winter)"
    r"|(?:in|within) (?:\d+|a|an|two|three|four|five) (?:days?|weeks?|months?|hours?)|ago|(?:on|by) (?:mon|tues"
    r"|wednes"
    r"|thurs|fri|satur|sun)day)\b"
    r"|今天|今晚|今早|明天|明晚|明早|后天|大后天|昨天|昨晚|前天|[这本上下]个?(?:周|星期|礼拜|月|季度)"
    r"|周[一二三四五六日天末]|星期[一二三四五六日天]"
    r"|今年|明年|去年|月底|年底|天(?:后|前)|(?<=[周月])后|刚才|待会|一会儿",
    _I,
)
