"""Script and visible characters of a text: which language it is in, and whether it says anything.

Marks in the place of personal data, as a reader of prose must see them: `[CN_MOBILE …5678]` is one word.
"""

from __future__ import annotations

from mnemic.domain.regex import Regex

INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


def has_visible_text(text: str) -> bool:
    """Whether a text holds anything to see. Ideographic and zero-width spaces count as blank."""
    return bool(text.translate(INVISIBLE).strip())


ELLIPSIS = r"…+(?![^\[\]\s]{0,4}\])"
"""A pattern for an ellipsis of the speaker's, not that of a mark, which up to four kept characters and `]` follow."""


HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
KANA = r"\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
HANGUL = r"\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"

_HAN = Regex(f"[{HAN}]")
_KANA = Regex(f"[{KANA}]")
_HANGUL = Regex(f"[{HANGUL}]")
_WORD = Regex(r"[^\W\d_" + HAN + KANA + HANGUL + r"]+")


def language(text: str) -> str:
    """The language most of a text is in: `zh`, `en`, `ja` or `ko`.

    One Chinese character weighs as much as half an alphabetic word, since a Chinese word has about two. Text in any
    alphabet counts as `en`: the rules for English then find nothing in it, and word search works all the same.
    """
    han = len(_HAN.findall(text))
    kana = len(_KANA.findall(text))
    hangul = len(_HANGUL.findall(text))
    words = len(_WORD.findall(text))
    if hangul > max(han, words):
        return "ko"
    if kana and kana + han > words:
        return "ja"
    return "zh" if han and han >= words / 2 else "en"
