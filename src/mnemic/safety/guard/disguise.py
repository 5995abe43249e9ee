"""Instructions in disguise: the plain reading of a text, and the texts that are encoded inside it."""

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
from mnemic.safety.guard.spelling import pinyin_as_characters, spelled_payloads, with_sounds_written

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
