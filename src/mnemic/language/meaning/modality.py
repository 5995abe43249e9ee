"""Small words that say how far, how surely and for whom a statement holds. They carry no content of their own, so they
are left out of items; but "always" is not "rarely", "must" is not "may", and "only" is not "also"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from mnemic.domain.regex import Regex
from mnemic.language.meaning.english import lemma

Values = Mapping[str, Regex[str]]


def _words(*words: str) -> Regex[str]:
    return Regex(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


def _signs(*signs: str) -> Regex[str]:
    return Regex("|".join(signs))


_EXCLUSIVE: Mapping[str, Sequence[Values]] = {
    "en": (
        {
            "all": _words(
                "always",
                "(?<!not )(?:all|both|every(?!day|thing))(?! other| second| few| two| three| \\d)",
                "invariably",
                "(?<!not )(?:everyone|everybody|everything|anyone|anybody)",
                "(?<=^)any",
                "whole",
            ),
            "most": _words("usually", "often", "frequently", "mostly", "most of", "majority"),
            "some": _words(
                "sometimes",
                "occasionally",
                "some",
                "now and then",
                "from time to time",
                "one of",
                "a few",
                "not (?:all|every|everyone|everybody|both)",
            ),
            "few": _words("rarely", "seldom", "hardly ever", "hardly", "(?<!a )(?<!every )few"),
            "half": _words("half (?:of|the|his|her|their)"),
            "none": _words("none", "nobody", "no one", "nothing", "neither"),
        },
        {
            "only": _words(
                "only(?! child| son| daughter)", "solely", "exclusively", "nobody else", "reserved for", "restricted to"
            ),
            "every": _words(
                "everyone",
                "everybody",
                "anyone",
                "anybody",
                r"all (?:the )?\w+s (?:can|may)",
                r"(?<=^)any \w+ (?:can|may)",
            ),
        },
        {
            "ahead": _words(
                "going to(?! the)",
                "about to",
                "(?:has|have|had) yet to",
                "not (?:\\w+ ){0,5}yet",
                "not yet",
                "pending",
                "awaiting",
                "still(?: \\w+)? not",
                "(?:is|are|was) planning",
            ),
            "ongoing": _words(
                "still",
                "under way",
                "underway",
                "in progress",
                "pending",
                "not (?:\\w+ ){0,5}yet",
                "not yet",
                "ongoing",
                "continues? to",
                "(?:has|have) yet to",
                "halfway",
            ),
            "done": _words(
                "already", "finished", "completed?", "(?:has|have) (?:\\w+ )?been \\w+ed", "done with", "granted"
            ),
        },
        {
            "learns": _words("(?:takes?|took|taking|attends?|has|have) (?:\\w+ ){0,3}(?:lessons?|classes|courses?)"),
            "teaches": _words(
                "(?:gives?|gave|giving|runs?|holds?|teach(?:es|ing)?) (?:\\w+ ){0,3}(?:lessons?|classes|courses?)"
            ),
        },
        {
            "must": _words("must(?! not| never)", "(?:have|has|need|needs) to", "required", "compulsory", "mandatory"),
            "may": _words(
                r"(?<!only )(?:may|can|could)(?! not| never| only|(?: \w+){1,5} (?:only|once) )",
                "(?<!not )(?<!not be )(?<!never )allowed",
                "optional",
            ),
            "might": _words("might", "maybe", "perhaps", "possibly"),
        },
        {"only": _words("only", "solely", "exclusively", "nobody else"), "also": _words("also", "too", "as well")},
        {"equal": _words(r"as \w+ as"), "more": _words(r"\w+er than", r"more \w+ than", r"less \w+ than")},
    ),
    "zh": (
        {
            "all": _signs(
                "总是",
                "每次",
                "(?<![没不])所有",
                "(?<!没)(?<!没有)(?<!不)(?<!不是)全部",
                "一律",
                "从来都",
                "每[个位扇名台间条家]",
                "每(?=周[一二三四五六日])",
                "各个",
                "人人",
                "谁都(?![不没])",
                "任何人",
                "大家",
                "全家",
                "全体",
                "一家人",
                "什么都(?![不没])",
            ),
            "most": _signs("(?<!不)经常", "(?<!不)常常", "时常", "大多", "通常", "往往", "大部分", "(?<!半)多数"),
            "some": _signs("有时", "偶尔", "(?<!大)部分", "有些", "有的(?!是)", "[没不](?:有|是)?(?:全部|所有|都)"),
            "few": _signs("很少", "极少", "难得", "不常", "不经常", "少数"),
            "half": _signs("一半", "半数"),
            "none": _signs(
                "没有?一[个扇位台间条家名]",
                "没有?人",
                "无人",
                "谁[都也][不没]",
                "什么[都也][不没]",
                "都[不没]",
                "没有任何",
            ),
        },
        {
            "only": _signs("(?<!不)只", "(?<!不)仅", "唯有"),
            "every": _signs("(?<![没不])所有", "人人", "谁都(?![不没])", "任何人", "大家", "全体", "每[个位名]"),
        },
        {
            "ahead": _signs(
                "还没",
                "还未",
                "尚未",
                "至今[没未]",
                "即将",
                "快要",
                "[快要][^，,。；]{1,6}了$",
                "^(?:用户)?要",
                "等待",
                "待(?=[\u4e00-\u9fff])",
            ),
            "ongoing": _signs(
                "还没", "还未", "尚未", "至今[没未]", "还在", "仍然?在", "正在", "进行中", "在进行", "仍旧?然?"
            ),
            "done": _signs(
                "已经?(?![没不])",
                "(?<![没未不])(?<![没未不].)[完好](?=了|$|。|成)(?<!爱好)",
                "下来了",
                "过了",
                "(?<![没未])完成",
                "完毕",
            ),
        },
        {
            "learns": _signs("上[^，,。；]{0,6}(?:课|班)(?![^，,。；]*老师)", "拜师"),
            "teaches": _signs("(?<![上去参])(?<!参加)辅导(?!班)", "教(?![练育室堂材])", "带[^，,。；]{0,3}徒", "授课"),
        },
        {
            "must": _signs("必须", "务必", "一定要", "强制"),
            "may": _signs("(?<![不只仅])可以", "(?<![不只仅])允许", "(?<!不)准许", "随意"),
            "might": _signs("可能(?!性)", "也许", "说不定", "或许"),
        },
        {"only": _signs("(?<!不)只", "(?<!不)仅", "唯有"), "also": _signs("[\u4e00-\u9fff]也", "不只", "不仅", "还有")},
        {"equal": _signs("一样[\u4e00-\u9fff]", "同样[高大重长快]"), "more": _signs("比(?!赛|较|例|方)")},
    ),
}
"""Values of one kind each, of which a statement has one at most."""
_ALONE: Mapping[str, Regex[str]] = {
    "en": _words("only", "solely", "almost", "nearly", "should", "ought", "might", "maybe"),
    "zh": _signs("(?<!不)只有", "差点", "几乎", "险些", "快要", "应该", "可能(?!性)"),
}
"""What changes a statement that has no word for it."""
_PARTICLES = (
    ({"on"}, {"off"}),
    ({"up"}, {"down"}),
    ({"in"}, {"out"}),
    ({"into"}, {"out", "of"}),
    ({"with"}, {"for"}),
    ({"with"}, {"against"}),
    ({"to"}, {"by"}),
    ({"to"}, {"from"}),
    ({"跟"}, {"替"}),
    ({"和"}, {"替"}),
    ({"跟"}, {"为"}),
)


_DOING = Regex(r"\b(?:is|are|am|'s|'re) (?:still |currently |now )?(\w+ing)\b", re.I)
_DONE = Regex(
    r"\b(?:has|have) (?:already |just |now |recently )?"
    r"(?!(?:liv|work|us|play|own|stay|studi|want|lov|need|serv|rent)ed|kept|taught|run|led)"
    r"(?!not\b|to\b|been\b|an?\b|the\b)(\w+)\b(?! for\b| since\b)",
    re.I,
)
_CONVERSE = frozenset({"learns", "teaches"})


def _values(text: str, language: str) -> list[frozenset[str]]:
    return [frozenset(name for name, rule in values.items() if rule.search(text)) for values in _EXCLUSIVE[language]]


def modalities_conflict(one: str, other: str, language: str, *, converse: bool = False) -> bool:
    """Whether two statements say that they hold to another extent, with another force, for others, or at another stage.

    Args:
        converse: their people have exchanged roles, so that one may teach what the other learns.
    """
    pairs = zip(_values(one, language), _values(other, language), strict=True)
    return any(a and b and not a & b and not (converse and a | b <= _CONVERSE) for a, b in pairs) or _staged(
        one, other, language
    )


def _staged(one: str, other: str, language: str) -> bool:
    """Whether what one statement says is being done is done in the other: "is moving" and "has moved"."""
    if language != "en":
        return False
    doing, done = ({lemma(m[1].lower()) for m in rule.finditer(text)} for rule, text in ((_DOING, one), (_DONE, other)))
    back = {lemma(m[1].lower()) for m in _DOING.finditer(other)} & {lemma(m[1].lower()) for m in _DONE.finditer(one)}
    return bool(doing & done or back)


def only_one_qualified(one: str, other: str, language: str) -> bool:
    """Whether only one of two statements holds nearly, possibly or only."""
    left, right = (bool(_ALONE[language].search(text)) for text in (one, other))
    return left != right


def differ_by_particle(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two rows of words differ by a particle that turns the sense round: on and off, up and down."""
    changed = [
        (set(one[a:b]), set(other[c:d]))
        for tag, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
    return any((a, b) in ((x, y), (y, x)) for a, b in changed for x, y in _PARTICLES)
