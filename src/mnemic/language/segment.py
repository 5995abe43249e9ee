"""Index terms of a text, in both languages.

Stems of English words, by Snowball's English rules (Porter 2001).

Index terms: the one place where text becomes words, for documents and questions alike.

Latin words are case-folded and stemmed (Snowball), Chinese runs give dictionary words, character pairs and single
characters, other scripts without spaces character pairs. What programmers write keeps its signs: `C++`, `C#`,
`@handle`, `km/h`, `re-index` are terms, and so are their parts.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from threading import local
from types import MappingProxyType

import snowballstemmer

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.language import dictionary
from mnemic.language.detect import HAN, HANGUL, KANA

_own = local()  # a stemmer keeps the word it is at: two threads on one would stem each other's


@cached(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of a word in lower case. Safe in any thread."""
    stemmer = getattr(_own, "stemmer", None)
    if stemmer is None:
        stemmer = _own.stemmer = snowballstemmer.stemmer("english")
    return str(stemmer.stemWord(word))


SEGMENTED_TEXTS_CACHED_MAX = 64  # texts cut lately: one search asks for the words of its question several times
TERMS_MAX = 20_000  # terms of one text; a longer text is findable by its beginning

_LETTER = f"[^\\W_{HAN}{KANA}{HANGUL}]"
_TOKEN = Regex(
    f"(?P<han>[{HAN}]+)|(?P<kana>[{KANA}ー]+)|(?P<hangul>[{HANGUL}]+)"
    f"|(?P<word>[@#]?{_LETTER}+(?:['’._/&-]{_LETTER}+)*(?:\\+\\+|#)?)"
    r"|(?P<sign>[\u2190-\u2bff\u2600-\u27bf\U0001f000-\U0001faff])"
)
_PARTS = Regex(f"{_LETTER}+")
_RUNS = Regex(f"[{HAN}{KANA}{HANGUL}]+")

STOP_EN = frozenset(
    (
        "a an the and or but if then so of in on at to for from by with about as into onto over under up down out off"
        " than that this these those there here am is are was were be been being do does did doing done has have had"
        " having will would shall should can could may might must i me my mine myself we us our ours ourselves you"
        " your yours yourself he him his himself she her hers herself it its itself they them their theirs themselves"
        " what which who whom whose when where why how not no nor s t d m ll re ve don didn doesn isn wasn weren aren"
        " hasn haven hadn won wouldn couldn shouldn also just very too any some such only own same other more most"
        " each both few all again once during before after above below between through while because until"
    ).split()
)
STOP_ZH = frozenset(
    (
        "的 了 是 在 我 你 他 她 它 们 我们 你们 他们 吗 呢 吧 啊 呀 哦 嗯 嘛 和 与 也 都 就 还 又 很"
        " 有 被 把 给 对 这 那 哪 什么 怎么 哪个 哪些 哪里 谁 几 多少 为什么 一个 一下 这个 那个 来着"
        " 曾经 着 过 地 得 之 而 及 或 但 但是 请问 记得 还有"
    ).split()
)


def fold(text: str) -> str:
    """Case, width and compatibility forms folded: `ＡＢＣ` and `abc` are the same."""
    return unicodedata.normalize("NFKC", text).casefold()


def _words(token: str) -> Iterator[str]:
    parts = _PARTS.findall(token)
    if token not in parts:
        yield token
    yield from (stem(part) for part in parts if part not in STOP_EN)


def _han(run: str) -> Iterator[str]:
    yield from (word for word in dictionary.cut(run) if word not in STOP_ZH)
    yield from _pairs(run)


def _pairs(run: str) -> Iterator[str]:
    """Pairs of characters, marked so that a pair and a word of the same two characters are two terms."""
    yield from ("~" + run[i : i + 2] for i in range(len(run) - 1))


def _each(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(fold(text)):
        token = match.group()
        if match.lastgroup == "han":
            yield from _han(token)
        elif match.lastgroup == "word":
            yield from _words(token)
        elif match.lastgroup == "sign":
            yield token
        else:
            yield token
            yield from _pairs(token)


def terms(text: str) -> Counter[str]:
    """Index terms of a text with their counts, its single characters among them (marked, so that only a question of one
    character meets them). A text of stop words only is indexed by them, so that it can be found."""
    found = _counted(text)
    for run in _RUNS.findall(text):
        found.update("=" + character for character in run)
    return found


def words(text: str) -> Counter[str]:
    """The words of a text in order of first occurrence, without pairs and single characters."""
    return Counter({term: count for term, count in _at_hand(text).items() if not term.startswith("~")})


def question_terms(text: str) -> Counter[str]:
    """The terms a question looks for. A character standing alone looks for itself inside words too."""
    found = Counter(_at_hand(text))
    found.update("=" + run for run in _RUNS.findall(text) if len(run) == 1)
    return found


def _counted(text: str) -> Counter[str]:
    found = Counter(islice(_each(text), TERMS_MAX))
    return found or Counter(islice((c for c in fold(text) if not c.isspace()), TERMS_MAX))


@cached(maxsize=SEGMENTED_TEXTS_CACHED_MAX)
def _at_hand(text: str) -> Mapping[str, int]:
    return MappingProxyType(_counted(text))


_PADDING = Regex(
    r"(?<!\d)\s+|\s+(?!\d)|[的了吧呢啊呀]|\b(?:the|a|an|some|any|very|really)\b"
    r"|[^\w\s+#%°$€£¥/&@=<>.:\-]"  # punctuation, but for signs that change what is said
    r"|(?<!\d)[.:]|[.:](?!\d)"  # 1.5 and 9:15 keep theirs
    r"|-(?!\d)|(?<=[^\W\d])-"  # so do -5 and 13-6, not re-index
)


def normal_form(text: str) -> str:
    """A text without what tells no two statements apart: case, width, spaces, punctuation, articles, particles."""
    folded = fold(text)
    return _PADDING.sub("", folded) or folded.strip()
