"""What a Chinese message asks for, and what it tells of having been done."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from mnemic.domain.regex import Regex
from mnemic.language import dictionary
from mnemic.language.boundaries import sentences
from mnemic.language.detect import HAN
from mnemic.reader.zh import nonliteral
from mnemic.rooms.habits.talk import deed_clauses_zh
from mnemic.rooms.habits.talk.act import Act, ActForm, ActKind
from mnemic.rooms.habits.talk.act_words_zh import (
    ACTIVITIES,
    AFTER,
    BEFORE,
    CONCEPTS,
    DIGITS,
    FOR_OTHERS,
    GENERIC,
    LIGHT,
    NOT_DONE,
    NOT_MEANT,
    ONCE,
    OTHERS,
    POLITE,
    STOP,
    TIME,
    VERBS,
)

CHARACTERS_MAX = 16  # of a wish; a longer one is a description
SENTENCES_MAX = 12  # of one message that are read

_CLAUSE = Regex(r"[，,、；;：:（）()\s]+")
_COUNTED = Regex(
    rf"^(?:{DIGITS}+|[这那]|[大中小](?=[杯份碗]))?(?:个|杯|份|碗|张|间|首|瓶|盒|条|束|盘|块|壶|套|台|点儿?|些|客|屉|笼)"
)
_WORDS = rf"[{HAN}A-Za-z0-9:.]"
_TIMED = Regex(
    rf"^(?P<whole>把?(?P<what>{_WORDS}{{1,8}}?)(?:都|给我)?(?:放|安排|定|订|改|约|设|排|调|挪)(?:在|到|成"
    rf"|为)(?P<when>{_WORDS}{{1,10}}))$"
)
_ORDERS = tuple(
    Regex(rf"^(?P<whole>{pattern})$")
    for pattern in (
        rf"(?P<no>不要|别|不|免)(?:放|加)(?:太多)?(?P<what>[{HAN}]{{1,4}})",
        rf"(?P<no>不要|不用|免)(?P<what>[{HAN}]{{1,3}})",
        rf"(?P<side>[少多加去])(?:放|加)?点?(?P<what>[{HAN}]{{1,3}})",
        rf"用(?P<what>[{HAN}A-Za-z]{{1,6}}?)(?:来)?(?:列|写|回|回复|回答|展示|显示|说|画|讲|输出|整理"
        rf"|做)(?:[{HAN}]{{0,4}})",
        rf"(?:写|说|讲|回复|回答|改|弄|做)得?(?P<what>[{HAN}]{{1,3}}?)(?:一?点儿?|一些)",
    )
)
_NOUN = Regex(
    r"^(?:点|来|叫|订|要|选|换|拿|买|预订|预定|播放|播|听|坐|放(?=[点首些]|.*[乐曲歌]))(?:成|个|点|首"
    r"|些)?(?P<what>(?![了是不去到做看说自求得想])[^了]+)$"
)
_I = Regex(r"^(?:我们?|咱们?|俺)")
_FILLERS = Regex(r"^(?:又|刚刚?|终于|一直|正在|正|还|也|都|顺便|就|才|已经|再|和我一起|(?:在|去|到)(?=[^家]))")
_WITH = Regex(
    rf"(?:和|跟|与|同|陪)(?P<who>[{HAN}A-Za-z]{{1,4}}?)(?:一起|一块儿?)?(?=去|打|踢|看|吃|喝|爬|跑|逛|做|玩|练|游|骑"
    rf"|散|聊|学|开)"
)
_PLACE = Regex(rf"在[{HAN}]{{1,6}}?(?=跑|打|踢|看|吃|喝|爬|逛|做|玩|练|游|骑|散|写|学|开|弄|整|收|加)")
_TAKEN = Regex(
    rf"^把(?P<what>[{HAN}A-Za-z]{{1,8}}?)(?P<done>(?:填|弄|整理|收拾|处理|做|写|交|洗|打扫|擦|办|理|清理|搞定|看|读"
    rf"|遛|报|浇|修)[好完掉]?)"
)
_HANDED = frozenset("买 卖 订 换 修 借 找 看 送 接 教 订阅".split())
"""Verbs whose object is a thing, whatever is done with it: 买了瑜伽垫 is no yoga."""
_ASPECT = Regex(r"[了过]|完(?!成)|好了|一?会儿")
_MARK = Regex(r"[了完过]|又|刚|终于|正?在|去")
_SIDES = {"少": "less", "多": "more", "加": "more", "去": "no"}


def find_acts(text: str) -> Iterator[Act]:
    """The wishes and deeds of a message, in order."""
    plain = unicodedata.normalize("NFKC", text)
    if nonliteral.nonliteral_point(plain):
        return
    for sentence in sentences(plain)[:SENTENCES_MAX]:
        if NOT_MEANT.search(sentence) or ONCE.search(sentence) or nonliteral.momentary_sentence_reason(sentence):
            continue
        asked = re.search(r"[?？]\s*$|吗[。.]?\s*$", sentence) is not None
        clauses = _CLAUSE.split(sentence)
        for place, clause in enumerate(clauses, start=1):
            doings = [] if asked else list(deed_clauses_zh.chinese_deeds(_bare_end(clause), "，".join(clauses[place:])))
            yield from doings
            if doings or not clause:
                continue
            wished = None if FOR_OTHERS.search(sentence) else _wish(clause, asked=asked)
            if found := wished or (None if asked else _deed(clause)):
                yield found


def _bare_end(clause: str) -> str:
    return clause.strip("~～！!。.… ")


def _bare(clause: str) -> str:
    """A clause without what it only begins and ends with."""
    said = AFTER.sub("", clause)
    before = None
    while before != said:
        before, said = said, BEFORE.sub("", said)
    return said


def _wish(clause: str, *, asked: bool) -> Act | None:
    said, polite = _bare(clause), POLITE.search(clause) is not None
    if (
        not said
        or len(said) > CHARACTERS_MAX
        or (asked and not re.search("能不能|可以吗|可不可以|好吗|行吗|帮我|给我", clause))
    ):
        return None
    if timed := _TIMED.match(re.sub(r"^把", "", said)):
        core = [*content_words(timed["what"]), *_pieces(timed["when"])]
        whole = said if said.startswith("把") else timed["whole"]
        return (
            Act(sort=ActKind.WISH, form=ActForm.ORDER, said=whole, core=frozenset(core), head=core[0], exact=True)
            if len(core) > 1
            else None
        )
    for pattern in _ORDERS:
        if found := pattern.match(said):
            return _order(found)
    if found := _NOUN.match(_I.sub("", said)):
        return _noun(found["what"])
    if (
        polite
        and re.match(r".*(?:还是|再来|老样子|照旧|谢谢|就行|就好|吧)", clause)
        and not re.search(r"[了过]|[我你他她]|不|没", said)
    ):
        words = content_words(said)
        return _noun(said) if words and words[0] not in VERBS and len(said) <= CHARACTERS_MAX // 2 else None
    return None


def _order(found: re.Match[str]) -> Act | None:
    parts = found.groupdict()
    core = content_words(found["what"])
    side = "no" if parts.get("no") else _SIDES.get(parts.get("side") or "", "")
    one_word = side and len(found["whole"]) == 2 and len(list(dictionary.cut(found["whole"]))) == 1  # 加油 wants no oil
    if not _tells(core) or core[0] in VERBS or len(core) > 2 or one_word:
        return None
    return Act(
        sort=ActKind.WISH,
        form=ActForm.ORDER,
        said=found["whole"],
        core=frozenset([*core, *([side] if side else [])]),
        exact=True,
    )


def _noun(what: str) -> Act | None:
    said = _COUNTED.sub("", AFTER.sub("", TIME.sub("", what)), count=1)
    to = re.match(rf"^(?:去|到|从)(?P<place>[{HAN}]{{1,8}})的", said)
    said = said[to.end() :] if to else said
    core = content_words(said)
    if not _tells(core) or len(core) > 4 or core[0] in VERBS - {"开"}:
        return None
    beside = frozenset([to["place"]] if to else [])
    return Act(sort=ActKind.WISH, form=ActForm.NOUN, said=said, core=frozenset(core), head=core[-1], beside=beside)


def _deed(clause: str) -> Act | None:
    said = AFTER.sub("", clause)
    if NOT_DONE.search(said):
        return None
    marked = _MARK.search(said) is not None or TIME.search(said) is not None
    before = None
    while before != said:
        before = said
        said = _FILLERS.sub("", _I.sub("", TIME.sub("", said))).strip()
        if OTHERS.match(said):
            return None
    said = _PLACE.sub("", _WITH.sub("", said))
    said = _TAKEN.sub(r"\g<done>\g<what>", _FILLERS.sub("", said))
    words = [word for word in dictionary.cut(_ASPECT.sub("", said)) if not word.isspace()]
    if words and not _begins(words[0]) and words[0][0] in VERBS and len(words[0]) > 1:
        words = [words[0][0], words[0][1:], *words[1:]]
    if not marked or not words or len(said) > CHARACTERS_MAX or not _begins(words[0]):
        return None
    core = content_words(" ".join(words))
    if words[0] in LIGHT and not core:
        return None
    done = _ASPECT.sub("", said)
    whole = next((name for name in (CONCEPTS.get(word, word) for word in (*words, done)) if name in ACTIVITIES), None)
    if whole is not None and words[0] not in _HANDED and (len(core) <= 1 or whole in core):
        went = "去" if words[0] not in VERBS and "去" in clause else ""  # a place by itself is nothing done
        return Act(sort=ActKind.DEED, form=ActForm.PAST, said=went + done, core=frozenset([whole]), head=whole)
    verb = CONCEPTS.get(words[0], words[0])
    things = [word for word in core if word != verb]
    if not _tells(things) or len(things) > 3:
        return None
    return Act(
        sort=ActKind.DEED,
        form=ActForm.PAST,
        said=done,
        core=frozenset(things),
        head=things[-1],
        verb="" if words[0] in LIGHT else verb,
    )


def _tells(core: list[str]) -> bool:
    """Whether any of the words says enough to be somebody's habit."""
    return any(word not in GENERIC for word in core)


def _begins(word: str) -> bool:
    """Whether a clause that begins with a word tells of something that is done."""
    return word in VERBS or CONCEPTS.get(word, word) in ACTIVITIES


def content_words(phrase: str) -> list[str]:
    """The content words of a phrase, synonyms as one, in order."""
    number = Regex(rf"^{DIGITS}+(?:公里|千米|米|[杯份个碗次圈页章组])?$")
    words = [word.strip() for word in dictionary.cut(phrase.casefold())]
    kept = [word for word in words if word and word not in STOP and not number.match(word) and re.search(r"\w", word)]
    return list(dict.fromkeys(CONCEPTS.get(word, word) for word in kept))


def _pieces(phrase: str) -> list[str]:
    """Every word of a phrase: of a time, each counts."""
    return [word for word in dictionary.cut(phrase) if word.strip() and word not in ("的", "了", "吧", "左右")]
