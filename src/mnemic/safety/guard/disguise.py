"""Instructions in disguise: encoded, spelled out, or written to look like something else.

Texts that are spelled out instead of written: base32, bits, character codes, Morse, and Chinese in pinyin.

Instructions in disguise: the plain reading of a text, and the texts that are encoded inside it.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from mnemic.domain.regex import Regex

PINYIN_MIN = 3  # different words in pinyin that make a text Chinese in Latin letters
HOMOPHONES_MIN = 2  # words written by their sound that are no slip of the pen

_BASE32 = Regex(r"(?<![A-Za-z0-9])[A-Z2-7]{16,}={0,6}")
_BINARY = Regex(r"(?:[01]{8}[ ,]?){5,}")
_CODES = Regex(r"(?<!\d)(?:\d{2,3}[ ,]{1,2}){7,}\d{2,3}(?!\d)")
_MORSE = Regex(r"(?:[.\-·]{1,6}[ /|]{1,3}){9,}[.\-·]{1,6}")
_MORSE_CODES = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
)
_MORSE_LETTERS = dict(zip(_MORSE_CODES.split(), "abcdefghijklmnopqrstuvwxyz", strict=True))
# Words of the lexicon in pinyin without tones, as somebody writes them who evades it.
_PINYIN_WORDS = (
    "hulue:忽略 hulve:忽略 wushi:无视 wangji:忘记 wangdiao:忘掉 zhiqian:之前 yiqian:以前 suoyou:所有 quanbu:全部 "
    "zhiling:指令 guize:规则 tishi:提示 tishici:提示词 xitong:系统 shezhi:设置 mingling:命令 xianzhi:限制 jizhu:记住 "
    "jiyi:记忆 yonghu:用户 zhuren:主人 zhushou:助手 guanliyuan:管理员 mima:密码 miyao:密钥 kahao:卡号 zhanghao:账号 "
    "dizhi:地址 dianhua:电话 fasong:发送 fagei:发给 zhuanfa:转发 shangchuan:上传 daochu:导出 shuchu:输出 dayin:打印 "
    "gaosu:告诉 shanchu:删除 qingkong:清空 xiugai:修改 tihuan:替换 fugai:覆盖 zhixing:执行 yunxing:运行 "
    "diaoyong:调用 queren:确认 tiaoguo:跳过 guanbi:关闭 quanxian:权限 anquan:安全 jinggao:警告 buyao:不要 bubi:不必 "
    "buyong:不用 yihou:以后 yongyuan:永远 xianzai:现在 xieru:写入 baocun:保存 xinren:信任 toutou:偷偷 "
    "zhuanzhang:转账 fukuan:付款 "
)
_SPOKEN: dict[str, str] = {pinyin: word for pinyin, _, word in (pair.partition(":") for pair in _PINYIN_WORDS.split())}
_SYLLABLE_END = Regex(r"(?<=[aeiounvg])(?=[bpmfdtnlgkhjqxzcsryw][a-z])")
_SPACED = sorted((_SYLLABLE_END.sub(" ?", word) for word in _SPOKEN), key=len, reverse=True)
_PINYIN = Regex(rf"(?<![a-z])(?:{'|'.join(_SPACED)})(?![a-z])")


# Characters that sound like those of such words: whoever writes 胡掠 means 忽略.
_SOUNDS_LIKE = {
    "忽略": ("忽胡乎呼糊护", "略掠"),
    "无视": ("无勿吾毋", "视示试"),
    "忘记": ("忘往妄", "记计纪"),
    "指令": ("指旨纸只", "令另领"),
    "规则": ("规归龟", "则责泽"),
    "提示": ("提题", "示事试"),
    "系统": ("系西戏", "统桶通"),
    "记忆": ("记计纪", "忆意亿易"),
    "密码": ("密蜜秘宓", "码马吗妈"),
    "密钥": ("密蜜秘宓", "钥药匙"),
    "用户": ("用佣", "户护互"),
    "删除": ("删山扇", "除厨处"),
    "清空": ("清青轻", "空控孔"),
    "发送": ("发法", "送宋颂"),
    "转账": ("转专", "账帐丈"),
    "执行": ("执直值", "行型形"),
    "确认": ("确却雀", "认任"),
    "权限": ("权全拳", "限线县"),
    "管理员": ("管馆", "理里哩", "员元源"),
}
_ANY_SOUND = {word: Regex("".join(f"[{characters}]" for characters in sounds)) for word, sounds in _SOUNDS_LIKE.items()}
_HALF_SPOKEN = {
    half: word
    for pinyin, word in _SPOKEN.items()
    if len(word) == 2 and len(parts := _SYLLABLE_END.sub(" ", pinyin).split()) == 2
    for half in (f"{parts[0]}{word[1]}", f"{word[0]}{parts[1]}")
}
_HALF = Regex("|".join(sorted(_HALF_SPOKEN, key=len, reverse=True)))


def with_sounds_written(text: str) -> str:
    """A text with the words that matter to the guard written as they sound: homophones put right, and words that are
    half pinyin, half characters; "" where there are fewer than two."""
    found = 0
    for word, pattern in _ANY_SOUND.items():
        hits = {match.group() for match in pattern.finditer(text)} - {word}
        found += len(hits)
        for hit in hits:
            text = text.replace(hit, word)
    halves = {match.group() for match in _HALF.finditer(text)}
    if found + len(halves) < HOMOPHONES_MIN:
        return ""
    return _HALF.sub(lambda match: _HALF_SPOKEN[match.group()], text) if halves else text


def spelled_payloads(text: str) -> Iterator[bytes]:
    """What spelled-out pieces of a text come to, as bytes that may be no text at all."""
    for pattern, decode in ((_BASE32, _base32), (_BINARY, _binary), (_CODES, _codes), (_MORSE, _morse)):
        if found := pattern.search(text):
            yield decode(found.group())


def pinyin_as_characters(text: str) -> str:
    """A lower-case text with the pinyin of words that matter to the guard written in characters; "" where there are too
    few of them."""
    found = {match.group() for match in _PINYIN.finditer(text)}
    if len(found) < PINYIN_MIN:
        return ""
    return _PINYIN.sub(lambda match: _SPOKEN[match.group().replace(" ", "")], text)


def _base32(value: str) -> bytes:
    packed = value.rstrip("=")
    try:
        return base64.b32decode(packed + "=" * (-len(packed) % 8))
    except binascii.Error:
        return b""


def _binary(value: str) -> bytes:
    digits = re.sub(r"[^01]", "", value)
    return bytes(int(digits[place : place + 8], 2) for place in range(0, len(digits) - 7, 8))


def _codes(value: str) -> bytes:
    codes = [int(code) for code in re.findall(r"\d+", value)]
    return bytes(codes) if max(codes) < 128 else b""


def _morse(value: str) -> bytes:
    words = re.split(r"\s{2,}|\s?[/|]\s?", value.replace("·", "."))
    letters = ("".join(_MORSE_LETTERS.get(letter, "") for letter in word.split()) for word in words)
    return " ".join(letters).encode()


PAYLOADS_MAX = 64  # encoded pieces of one text that are looked into
PAYLOAD_CHARACTERS_MAX = 8192  # of one piece; longer ones are read up to here

INVISIBLE = Regex(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\udfff\ufeff\U000e0000-\U000e007f]"
)
_INSIDE_WORD = Regex(r"[A-Za-z\u4e00-\u9fff][\u00ad\u200b-\u200d\u2060\ufeff][A-Za-z\u4e00-\u9fff]")
_TAGS = Regex(r"[\U000e0020-\U000e007e]{3,}")
_OVERRIDES = Regex(r"[\u202d\u202e\u2066-\u2068]")
_MIXED_WORD = Regex(r"[a-zA-Z]{1,20}[\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff]{1,20}[a-zA-Z]")

# Letters that look like Latin ones, after the confusables table of Unicode TS 39, for Cyrillic and Greek.
_LOOKALIKE = {
    ord(other): latin
    for latin, others in {
        "a": "аαɑ", "b": "ьβ", "c": "сϲ", "d": "ԁ", "e": "еεё", "g": "ɡ", "h": "һ",
        "i": "іι", "j": "ј", "k": "кκ", "l": "лӏ",
        "m": "м", "n": "нпηи", "o": "оοσ", "p": "рρ",
        "q": "ԛ", "r": "гᴦ", "s": "ѕ", "t": "тτ", "u": "υ", "v": "вν", "w": "ԝω",
        "x": "хχ", "y": "уγ",
        "A": "АΑ", "B": "ВΒ", "C": "С", "E": "ЕΕ", "H": "НΗ", "I": "ІΙ", "J": "Ј", "K": "КΚ", "M": "МΜ",
        "N": "Ν", "O": "ОΟ", "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "Υ", "Z": "Ζ",
    }.items()
    for other in others
}  # fmt: skip
# Traditional and look-alike characters of the words in the lexicon.
_SIMPLE = str.maketrans(
    "憶記則規統開關發傳權認證戶執號碼鑰網檔導輸顯後對話從現無視過請們個這為將與會應當據輯庫輔級運調許擁員資刪銷寫進設備遠確審應問題創選優録錄複製轉郵賬帳驗匯總結壓縮條遵聽說該並變舊換實際終觸詞語檢風險離額禁來聯絡賴須從處臨長時間訊報專屬隱瞞繞製點線啟動驟續怱旳",
    "忆记则规统开关发传权认证户执号码钥网档导输显后对话从现无视过请们个这为将与会应当据辑库辅级运调许拥员资删销写进设备远确审应问题创选优录录复制转邮账帐验汇总结压缩条遵听说该并变旧换实际终触词语检风险离额禁来联络赖须从处临长时间讯报专属隐瞒绕制点线启动骤续忽的",
)
_HAN_GAP = Regex(
    r"(?<=[\u4e00-\u9fff])[ \t\u00a0\u3000·._*|/\\~+=^#`•●★☆◆■□○-]{1,3}(?=[\u4e00-\u9fff])|"
    r"(?<=[\u4e00-\u9fff])[\U0001f300-\U0001faff\u2600-\u27bf]{1,2}(?=[\u4e00-\u9fff])"
)
_LETTER_GAP = Regex(r"(?<![a-z])[a-z](?:[ .\-_*][a-z]){3,40}(?![a-z])")
_LEET = Regex(r"(?<![a-z0-9@$])(?=[a-z]{0,12}[0134579@$])(?=[0134579@$]{0,12}[a-z])[a-z0-9@$]{4,24}")
_LEET_LETTERS = str.maketrans("0134579@$", "oieastgas")

_BASE64 = Regex(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_BACKWARDS = Regex(r"revers|backward|倒着|倒过来|倒序|反着|反过来")
_HEX = Regex(r"(?:0x|\\x)?[0-9a-fA-F]{2}(?:[ :,]?(?:0x|\\x)?[0-9a-fA-F]{2}){9,}")
_PERCENT = Regex(r"(?:[\w.-]{0,20}%[0-9A-Fa-f]{2}){4,}[\w.-]{0,40}")
_ESCAPES = Regex(r"(?:\\u[0-9a-fA-F]{4}){4,}")
_ESCAPED = Regex(r"\\u([0-9a-fA-F]{4})")
_ENTITIES = Regex(r"(?:&#x?[0-9a-fA-F]{2,6};){4,}")
_ROTATED = Regex(r"vafgehpgvba|vtaber|qvfertneq|cnffjbeq|zrzbevrf|flfgrz cebzcg|cerivbhf|erirny")
_REVERSED = Regex(r"snoitcurtsni|erongi|drawkcab|suoiverp|seiromem|drowssap|令指|略忽|忆记")


def plain_reading(text: str) -> str:
    """The text as a reader would take it: visible, narrow, lower case, Latin and simplified, without letter spacing."""
    if text.isascii():
        folded = text.lower()
    else:
        folded = INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).translate(_LOOKALIKE).lower()
        folded = _HAN_GAP.sub("", _without_accents(folded).translate(_SIMPLE))
    return _LETTER_GAP.sub(lambda match: re.sub(r"[ .\-_*]", "", match.group()), folded)


def hidden_writing(text: str) -> Iterator[str]:
    """Names of the tricks by which characters were hidden or exchanged in `text`."""
    if text.isascii():
        return
    if _TAGS.search(text):
        yield "invisible tag characters"
    if _INSIDE_WORD.search(text):
        yield "zero-width characters inside words"
    if _OVERRIDES.search(text):
        yield "bidirectional override"
    if _MIXED_WORD.search(text):
        yield "look-alike letters"


def decoded_payloads(text: str) -> Iterator[str]:
    """What encoded pieces of `text` decode to, where that is text: base64, hexadecimal, escapes, rotation, reversal."""
    if tags := _TAGS.findall(text):
        yield "".join(chr(ord(character) - 0xE0000) for character in "".join(tags)[:PAYLOAD_CHARACTERS_MAX])
    for number, match in enumerate(_BASE64.finditer(text)):
        if number >= PAYLOADS_MAX:
            break
        yield from _readable(_base64(match.group()[:PAYLOAD_CHARACTERS_MAX]))
    for number, match in enumerate(_HEX.finditer(text)):
        if number >= PAYLOADS_MAX:
            break
        yield from _readable(
            bytes.fromhex(_even(re.sub(r"0x|\\x|[^0-9a-fA-F]", "", match.group()[:PAYLOAD_CHARACTERS_MAX])))
        )
    for mark, pattern, decode in (
        ("%", _PERCENT, unquote),
        ("&#", _ENTITIES, html.unescape),
        ("\\u", _ESCAPES, _unescape),
    ):
        if mark in text and (encoded := pattern.search(text)):
            yield decode(encoded.group()[:PAYLOAD_CHARACTERS_MAX])
    for decoded in spelled_payloads(text[:PAYLOAD_CHARACTERS_MAX]):
        yield from _readable(decoded)
    start = text[:PAYLOAD_CHARACTERS_MAX].lower()
    if not text.isascii() and (meant := with_sounds_written(_HAN_GAP.sub("", start))):
        yield meant
    if spoken := pinyin_as_characters(start if start.isascii() else _without_accents(start)):
        yield spoken
    if _ROTATED.search(start) or "rot13" in start or "rot-13" in start:
        yield codecs.decode(start, "rot13")
    if _REVERSED.search(start) or _BACKWARDS.search(start):
        yield start[::-1]
    if len(_LEET.findall(start)) > 1:
        yield _LEET.sub(lambda match: match.group().translate(_LEET_LETTERS), start)


def _without_accents(text: str) -> str:
    if not re.search(r"[\u00c0-\u024f]", text):
        return text
    return re.sub(r"[\u0300-\u036f]", "", unicodedata.normalize("NFD", text))


def _base64(value: str) -> bytes:
    packed = value.rstrip("=").translate(str.maketrans("-_", "+/"))
    packed = packed[: len(packed) - (len(packed) % 4 == 1)]
    try:
        return base64.b64decode(packed + "=" * (-len(packed) % 4))
    except binascii.Error:
        return b""


def _even(value: str) -> str:
    return value[: len(value) // 2 * 2]


def _unescape(value: str) -> str:
    units = bytes.fromhex("".join(_ESCAPED.findall(value)))
    return units.decode("utf-16-be", "replace")


def _readable(data: bytes) -> Iterator[str]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    if len(text) >= 6 and sum(character.isprintable() or character.isspace() for character in text) == len(text):
        yield text
