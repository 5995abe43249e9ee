"""Texts that are spelled out instead of written: base32, bits, character codes, Morse, and Chinese in pinyin."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

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
