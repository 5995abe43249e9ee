"""Relatives, and the others somebody has one of: "my sister", 我姐, "our dog". The same role in both languages has
one key."""

from __future__ import annotations

import re
from types import MappingProxyType

from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN

# key: English words; Chinese words, "_" for a space. Chinese tells the elder sister from the younger: both are a
# "sister", and which of them is meant is for the user's graph to say.
_ROLES = """
mother: mom mum mother mama mommy ma; 妈妈 老妈 母亲 妈 娘 老娘
father: dad father papa daddy; 爸爸 老爸 父亲 爸 爹 老爹
parents: parents folks; 父母 爸妈 爹妈
sister: sister sis; 姐姐 老姐 姐 大姐 二姐 妹妹 老妹 妹 妹子 小妹
brother: brother bro; 哥哥 老哥 哥 大哥 二哥 弟弟 老弟 弟 小弟
wife: wife missus; 老婆 妻子 太太 媳妇 媳妇儿 爱人
husband: husband hubby; 老公 丈夫 先生
partner: partner spouse; 伴侣 对象 另一半
girlfriend: girlfriend gf; 女朋友 女友
boyfriend: boyfriend bf; 男朋友 男友
fiancé: fiancé fiance; 未婚夫
fiancée: fiancée fiancee; 未婚妻
ex: ex ex-husband ex-wife ex-boyfriend ex-girlfriend; 前任 前女友 前男友 前妻 前夫
son: son; 儿子 大儿子 小儿子
daughter: daughter; 女儿 闺女 大女儿 小女儿
baby: baby toddler; 宝宝
grandmother: grandma grandmother granny gran nan nana nanna nonna abuela; 奶奶 外婆 姥姥 阿嬷
grandfather: grandpa grandfather granddad grandad abuelo; 爷爷 外公 姥爷
grandson: grandson; 孙子 外孙
granddaughter: granddaughter; 孙女 外孙女
aunt: aunt auntie; 姑姑 姑妈 小姨 大姨 姨妈 舅妈 婶婶 伯母 姨
uncle: uncle; 叔叔 舅舅 伯伯 姑父 姨父 舅 叔
cousin: cousin; 表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹
nephew: nephew; 侄子 外甥
niece: niece; 侄女 外甥女
mother-in-law: mother-in-law; 婆婆 岳母 丈母娘
father-in-law: father-in-law; 公公 岳父 老丈人
sister-in-law: sister-in-law; 嫂子 弟妹 小姨子 大姑子 小姑子
brother-in-law: brother-in-law; 姐夫 妹夫 小舅子 大舅子
stepmother: stepmother stepmom stepmum; 后妈 继母
stepfather: stepfather stepdad; 后爸 继父
godson: godson; 干儿子
goddaughter: goddaughter; 干女儿
best friend: best_friend bestie best_mate; 闺蜜 死党 最好的朋友 发小
roommate: roommate flatmate housemate; 室友 舍友 合租室友
neighbour: neighbour neighbor; 邻居
landlord: landlord landlady; 房东 房东阿姨
boss: boss line_manager; 老板 领导 上司 顶头上司 直属领导 组长 主管
manager: manager; 经理
colleague: colleague coworker co-worker teammate; 同事 队友
friend: friend mate buddy pal; 朋友 好友 哥们 哥们儿 好朋友
classmate: classmate; 同学 同桌 老同学
assistant: assistant; 助理 秘书
business partner: business_partner cofounder co-founder; 合伙人
mentor: mentor; 师父 师傅
professor: professor advisor adviser supervisor; 导师
teacher: teacher; 班主任
tutor: tutor; 家教
coach: coach trainer personal_trainer; 教练 私教
doctor: doctor gp physician; 主治医生 家庭医生
dentist: dentist; 牙医
therapist: therapist psychologist counsellor counselor; 心理医生 咨询师 心理咨询师
physio: physio physiotherapist; 理疗师 康复师
vet: vet; 兽医
lawyer: lawyer solicitor attorney; 律师
accountant: accountant; 会计
nanny: nanny babysitter childminder; 保姆 月嫂 育儿嫂
cleaner: cleaner; 保洁阿姨 钟点工
hairdresser: hairdresser barber; 理发师
dog: dog puppy; 狗 狗狗 小狗 狗子
cat: cat kitten kitty; 猫 猫咪 小猫 猫猫
parrot: parrot budgie; 鹦鹉
rabbit: rabbit bunny; 兔子
hamster: hamster; 仓鼠
horse: horse pony; 马驹
tortoise: tortoise turtle; 乌龟
"""

ANIMALS = frozenset("dog cat parrot rabbit hamster horse tortoise".split())
SHARED_ROLES = frozenset("friend colleague classmate cousin".split())
"""Roles one has many in: "my friend" is nobody in particular unless a name stands with it."""


def _read() -> tuple[dict[str, str], dict[str, str]]:
    english: dict[str, str] = {}
    chinese: dict[str, str] = {}
    for line in _ROLES.strip().splitlines():
        key, words = line.split(": ", 1)
        en, zh = words.split("; ")
        for word in en.split():
            english.setdefault(word.replace("_", " "), key)
        for word in zh.split():
            chinese.setdefault(word, key)
    return english, chinese


_ENGLISH, _CHINESE = _read()

ENGLISH_ROLES = MappingProxyType(_ENGLISH)
"""English word for a role, in lower case, to its key."""

CHINESE_ROLES = MappingProxyType(_CHINESE)
"""Chinese word for a role to its key."""

_USUAL = """
妈妈: 妈 娘 老娘 老妈 母亲; 爸爸: 爸 老爸 爹 老爹 父亲; 父母: 爸妈 爹妈; 姐姐: 姐 老姐
妹妹: 妹 老妹 妹子 小妹; 哥哥: 哥 老哥; 弟弟: 弟 老弟 小弟; 老婆: 妻子 太太 媳妇 媳妇儿 爱人; 老公: 丈夫
女朋友: 女友; 男朋友: 男友; 女儿: 闺女; 室友: 舍友 合租室友; 老板: 领导 上司 顶头上司 直属领导
狗: 狗狗 小狗 狗子; 猫: 猫咪 小猫 猫猫; 小姨: 姨; 舅舅: 舅; 叔叔: 叔; 外婆: 姥姥; 外公: 姥爷; 房东: 房东阿姨
mom: mum mother mama mommy ma; dad: father papa daddy; parents: folks; sister: sis; brother: bro; wife: missus
husband: hubby; girlfriend: gf; boyfriend: bf; fiancé: fiance; fiancée: fiancee; neighbour: neighbor
best friend: bestie best_mate; dog: puppy; cat: kitten kitty; doctor: gp; grandma: grandmother granny
grandpa: grandfather; aunt: auntie; adviser: advisor; counsellor: counselor; rabbit: bunny
"""

USUAL_ROLE_WORDS = MappingProxyType(
    {
        word.replace("_", " "): usual
        for row in _USUAL.strip().replace("\n", "; ").split("; ")
        for usual, words in [row.split(": ")]
        for word in words.split()
    }
)
"""One word for the several a language has for the same person, so that 我姐 and 姐姐 are one name."""


def _either(words: list[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


ENGLISH_ROLE_PATTERN = _either(list(_ENGLISH))
CHINESE_ROLE_PATTERN = _either(list(_CHINESE))

_EN_ALONE = Regex(rf"(?:.+['’]s )?(?:{ENGLISH_ROLE_PATTERN})", re.IGNORECASE)
_ZH_ALONE = Regex(rf"(?:.+的)?(?:{CHINESE_ROLE_PATTERN})")


def is_role(name: str) -> bool:
    """Whether a name is a role: "sister", "Ana's sister", 姐姐."""
    return bool((_ZH_ALONE if re.search(f"[{HAN}]", name) else _EN_ALONE).fullmatch(name))


def role_key(name: str) -> str:
    """What a role is in either language, with whose it is: "ana's sister" of "Ana's sister" and "Ana的姐姐"."""
    owner, apart, word = name.rpartition("的") if "的" in name else re.sub("['’]s ", "\0", name).rpartition("\0")
    known = CHINESE_ROLES.get(word) or ENGLISH_ROLES.get(word.casefold()) or word.casefold()
    return f"{owner.casefold()}'s {known}" if apart else known


def usual_role_word(word: str) -> str:
    """The usual word for a role, in its language."""
    folded = word.casefold()
    return USUAL_ROLE_WORDS.get(folded, folded)
