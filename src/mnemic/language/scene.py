"""The part of life a text is about: word lists of both languages, chosen so that a word tells one scene."""

from __future__ import annotations

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.domain.understanding import Scene

__all__ = ["Scene", "scenes"]

CHARACTERS_MAX = 2_000  # of a text, that are read

_WORDS: dict[Scene, str] = {
    Scene.TRAVEL: (
        "trip travel travelled traveled travelling traveling flight airport airline itinerary hotel hostel visa"
        " passport"
        " luggage suitcase sightseeing backpacking airbnb tourist layover boarding cruise holiday vacation abroad"
        " ferry"
        " roadtrip getaway honeymoon resort jetlag aisle"
    ),
    Scene.FOOD: (
        "eat ate eating food restaurant recipe cook cooking cooked dinner lunch breakfast brunch meal snack dish"
        " cuisine"
        " vegetarian vegan noodle soup salad dessert bake baking coffee tea wine beer spicy cafe menu takeout takeaway"
        " ingredient pizza curry sushi cheese dumpling delicious barbecue bbq cilantro"
    ),
    Scene.HEALTH: (
        "doctor hospital clinic dentist dental surgery medicine medication pill prescription allergy allergic"
        " allergies"
        " symptom headache migraine fever injury injured diagnosis diagnosed therapy therapist vaccine dose diet"
        " asthma"
        " diabetes cholesterol checkup physio physiotherapist sprained insomnia pregnant cough antibiotics x-ray mri"
        " blood-pressure rehab nurse vet illness sick pharmacy"
    ),
    Scene.WORK: (
        "job boss colleague coworker meeting office client deadline salary promotion interview resume cv hired fired"
        " career manager team project overtime employer resigned layoff internship workplace startup standup sprint"
        " shift intern payroll commute"
    ),
    Scene.MONEY: (
        "money budget salary rent mortgage loan bank savings invest investment investing tax taxes debt bill insurance"
        " pension refund deposit fee stocks salary income expense expenses payment paycheck owe owed premium"
    ),
    Scene.FAMILY: (
        "mother father mom mum dad mommy daddy parent sister brother sibling son daughter wife husband grandma grandpa"
        " grandmother grandfather grandson granddaughter aunt uncle cousin niece nephew kid kids child children baby"
        " toddler family fiance wedding spouse in-laws stepson stepdaughter twins godson"
    ),
    Scene.HOME: (
        "apartment flat kitchen bedroom bathroom garden furniture sofa couch landlord tenant lease moving renovation"
        " renovate plumbing plumber laundry dishwasher fridge balcony backyard attic roof boiler curtains chores"
        " neighbour"
        " neighbor gate fuse basement cleaning"
    ),
    Scene.LEARNING: (
        "school university college class course exam homework teacher student study studying studied learn learning"
        " lesson"
        " degree thesis tutor semester grade graduate graduated graduation lecture professor scholarship diploma"
        " textbook"
        " vocabulary tuition campus"
    ),
    Scene.LEISURE: (
        "movie film concert music guitar piano violin band book novel hobby game games painting hiking hike camping"
        " fishing football soccer basketball tennis yoga gym swimming running marathon dance dancing theatre museum"
        " festival podcast series knitting chess photography karaoke climbing cycling choir gig exhibition"
    ),
    Scene.SHOPPING: (
        "buy bought buying shop shopping store purchase purchased order ordered discount sale coupon receipt"
        " cart"
        " mall brand size return returned delivery parcel warranty supermarket groceries checkout"
    ),
    Scene.TECH: (
        "laptop computer software app code coding python javascript database server router wifi wi-fi password phone"
        " iphone android bug deploy deployment api website browser github docker printer tablet linux windows login"
        " script backup algorithm programming programmer cloud framework"
    ),
}
_HAN_WORDS: dict[Scene, str] = {
    Scene.TRAVEL: (
        "旅游|旅行|出差|机票|航班|机场|酒店|民宿|宾馆|签证|护照|行李|景点|景区|高铁票|火车票|自驾|度假|蜜月|出国"
        "|行程|登机|订票|靠窗|露营地|攻略|游玩|出游|值机"
    ),
    Scene.FOOD: (
        "吃[饭了过的什啥辣素面鱼肉点个早午晚火饺甜]|好吃|[早午晚夜]饭|早餐|午餐|晚餐|餐厅|餐馆|饭店|菜[单谱]|做菜"
        "|做饭|炒菜|火锅|烧烤|奶茶|咖啡|喝茶|甜点|蛋糕|零食|外卖|食谱|口味|忌口|香菜|饺子|面条|米饭|水果|牛肉|海鲜"
        "|下厨|食堂|吃素|吃辣|啤酒|红酒|白酒|点菜|小吃"
    ),
    Scene.HEALTH: (
        "医生|医院|看病|大夫|手术|吃药|药[物品片店]|过敏|发烧|感冒|咳嗽|体检|牙[科医疼齿]|拔牙|补牙|血压|血糖"
        "|糖尿病|失眠|骨折|住院|挂号|疫苗|怀孕|孕[期妇检]|胃[病痛疼镜]|头疼|头痛|膝盖|腰疼|康复|症状|诊断"
        "|病[了历房情]|复查|门诊|中药|哮喘|减肥|扭伤|护士"
    ),
    Scene.WORK: (
        "工作|上班|加班|同事|老板|领导|上司|公司|开会|会议|客户|项目|面试|跳槽|离职|辞职|入职|简历|升职|部门|经理"
        "|出差|请假|述职|绩效|招聘|实习|职位|岗位|甲方|方案|周报|合同|办公室|下班"
    ),
    Scene.MONEY: (
        "房租|房贷|贷款|工资|月薪|年薪|存款|存钱|理财|基金|股票|保险|税|预算|报销|花了多少|多少钱|欠款|借钱|还钱"
        "|欠[我他她你]|银行|信用卡|押金|首付|收入|开销|账单|奖金|退款|学费|保费|定金"
    ),
    Scene.FAMILY: (
        "妈妈|爸爸|我妈|我爸|老妈|老爸|母亲|父亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|老公|老婆|妻子|丈夫|太太|媳妇|儿子"
        "|女儿|闺女|孩子|宝宝|哥哥|弟弟|姐姐|妹妹|我哥|我姐|我弟|我妹|表[哥姐弟妹]|堂[哥姐弟妹]|舅|姑[妈姑父]"
        "|姨妈|婆婆|岳[父母]|丈母娘|公公|侄|外甥|孙[子女]|家人|亲戚|结婚|婚礼|爱人"
    ),
    Scene.HOME: (
        "装修|搬家|租房|房东|客厅|卧室|厨房|卫生间|阳台|沙发|家具|冰箱|洗衣机|空调|水管|漏水|物业|小区|打扫|窗帘"
        "|院子|花园|热水器|马桶|水电|邻居|合租|钥匙|电表|家务|衣柜|保洁"
    ),
    Scene.LEARNING: (
        "学校|上学|大学|考试|考研|高考|作业|老师|学生|课程|上课|补课|学习|培训|毕业|论文|专业课|英语|单词|驾照|考证"
        "|学期|班主任|学费|复习|成绩|留学|导师|幼儿园|小学|中学|高中|初中|辅导|家教|雅思|托福"
    ),
    Scene.LEISURE: (
        "电影|音乐|唱歌|演唱会|吉他|钢琴|小说|看书|读书|爱好|游戏|画画|爬山|徒步|露营|钓鱼|足球|篮球|羽毛球|网球"
        "|乒乓|瑜伽|健身|游泳|跑步|马拉松|跳舞|话剧|展览|博物馆|综艺|追剧|电视剧|摄影|下棋|滑雪|骑行|麻将|京剧"
        "|广场舞|古筝"
    ),
    Scene.SHOPPING: (
        "买[了过的东个什啥]|购物|网购|下单|快递|淘宝|京东|拼多多|超市|商场|打折|优惠|退货|换货|包裹|收据|发票|尺码"
        "|逛街|双十一|订单|代购|牌子|保修"
    ),
    Scene.TECH: (
        "电脑|手机|软件|代码|编程|程序|服务器|数据库|路由器|密码|网络|系统|上线|部署|接口|前端|后端|算法|笔记本"
        "|平板|打印机|账号|登录|备份|网站|故障|线上|缓存|重启|蓝牙|充电|wifi|无线网|程序员"
    ),
}
_PHRASES: tuple[tuple[Scene, Regex[str]], ...] = (
    (
        Scene.HEALTH,
        Regex(r"\bblood (?:pressure|test|sugar)\b|\bback pain\b|\bmy (?:knee|back|shoulder|ankle) (?:hurts|is)\b"),
    ),
    (
        Scene.TRAVEL,
        Regex(
            r"\bcheck(?:ed)?[- ]in\b|\bwindow seat\b|\broad trip\b|\btrain (?:ticket|to)\b|\bfly(?:ing)? to\b"
            r"|\bday out\b"
        ),
    ),
    (
        Scene.MONEY,
        Regex(
            r"\bhow much (?:did|does|do|was|is)\b.*\b(?:cost|pay|paid|spend|spent|owe)\b|\bcredit card\b|[$€£¥]\s?\d"
        ),
    ),
    (
        Scene.HOME,
        Regex(r"\b(?:living|dining) room\b|\bwashing machine\b|\bmove(?:d)? (?:in|out|house)\b|\bspare key\b"),
    ),
    (
        Scene.WORK,
        Regex(
            r"\b(?:at|from|to|for|after|my|new) work\b|\bwork(?:s|ing|ed)? (?:at|for|as|on|late|from)\b"
            r"|\bfor a living\b"
        ),
    ),
    (Scene.LEISURE, Regex(r"\bboard games?\b|\btv show\b|\bplays? the\b")),
)
_WORD = Regex(r"[a-z][a-z'-]*")
_SCENE_OF: dict[str, frozenset[Scene]] = {}
for _scene, _words in _WORDS.items():
    for _word in _words.split():
        _SCENE_OF[_word] = _SCENE_OF.get(_word, frozenset()) | {_scene}
_HAN_SCENES = tuple((scene, Regex(pattern)) for scene, pattern in _HAN_WORDS.items())


@cached(maxsize=4_096)
def scenes(text: str) -> tuple[Scene, ...]:
    """The scenes of a text, in the order of `Scene`; none where no word tells one."""
    folded = text[:CHARACTERS_MAX].replace("\u2019", "'").casefold()
    found: set[Scene] = set()
    for word in _WORD.findall(folded):
        found |= _SCENE_OF.get(word) or _SCENE_OF.get(_singular(word), frozenset())
    found |= {scene for scene, pattern in _PHRASES if pattern.search(folded)}
    if not folded.isascii():
        found |= {scene for scene, pattern in _HAN_SCENES if pattern.search(folded)}
    return tuple(scene for scene in Scene if scene in found)


def _singular(word: str) -> str:
    stem = word.removesuffix("'s")
    return stem[:-3] + "y" if stem.endswith("ies") else stem[:-1] if stem.endswith("s") else stem
