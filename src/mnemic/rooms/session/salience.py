"""What a stretch of talk comes to, without a model: its weightiest lines, in their own words, in order.

A sentence weighs by what it shows: what must or must not be, decisions, corrections, standing orders, names, numbers,
codes and times, wishes, results; by whose it is; and little where it only asks or is polite. Lines are chosen by
maximal marginal relevance (Carbonell and Goldstein 1998): weight less likeness to what is chosen already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.language.answer_content import find_answer_content
from mnemic.rooms.session.salience_words import (
    AMOUNT,
    APPOINTED,
    ASKS,
    CODE,
    CODE_WORD,
    CODED,
    CORRECTED,
    COURTESY,
    DECIDED,
    EMPTY,
    MUST,
    RESULT,
    STANDING,
    WHO,
    WISH,
)

LineTokenCounter = Callable[[str], int]

# Weights of what a sentence shows, our own choice; they add up as independent chances do, 1 - (1-a)(1-b)...
_SHOWS = (
    (MUST, 0.6),
    (STANDING, 0.6),
    (DECIDED, 0.5),
    (CORRECTED, 0.5),
    (WHO, 0.45),
    (WISH, 0.35),
    (CODE, 0.55),
    (CODE_WORD, 0.15),
    (CODED, 0.35),
    (APPOINTED, 0.35),
    (AMOUNT, 0.35),
    (RESULT, 0.2),
)
_HOLDS = (("time", 0.15), ("number", 0.1), ("name", 0.15), ("place", 0.1), ("preference", 0.2), ("first", 0.1))
WHOSE = {"user": 1.0, "assistant": 0.45, "tool": 0.4}
"""How much a word counts by whose it is. The user's own carries what later answers turn on."""
OPERATION = 0.3  # what an agent did, before what came of it is weighed
QUESTION = 0.4  # factor for a question: it states nothing
POLITE = 0.2  # factor for an offer or a courtesy
LENGTHY = 400  # characters from which a sentence is more of a list or a quotation: it weighs half
WEIGHT_MIN = 0.12  # a line below this is not worth its tokens
LIKENESS_COST = 1.0  # how much full likeness to a chosen line takes from a weight; half likeness takes a quarter
USUAL_TOKENS = 20  # of a line
BREVITY = 0.25  # power by which a shorter line is worth more: a long sentence shows more of everything
SAME_WORDS = 0.8  # likeness from which a line says an earlier one again, with other figures or the same
SAME_MATTER = 0.6  # share of the words, figures aside, from which two lines are of one matter
CORRECTS_WITHIN = 6  # lines before a correction that names no matter, among which is what it corrects

_FIGURE = Regex(r"(?<!\d)\d{1,5}(?!\d)")  # a longer one is a number by which a thing is known
_WEAK = frozenset(
    "actually wait sorry instead correction no now change chang make mean 其实 不对 更正 改成 改为 应该 现在".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryLine:
    """One line of a summary: whose word it is, what it says by itself, and how much turns on it."""

    position: int  # of its turn in the log
    label: str  # the speaker, as the line names it
    text: str
    weight: float  # 0-1
    operation: bool = False  # what an agent did, not what was said
    corrects: bool = False  # it puts right what was said before
    own: bool = False  # nobody's word but the user's

    @property
    def whole(self) -> str:
        """The line as it is read."""
        return f"{self.label}: {self.text}" if self.label else self.text


@cached(maxsize=20_000)
def sentence_weight(sentence: str, role: str) -> float:
    """How much of the talk turns on a sentence, 0-1."""
    if EMPTY.match(sentence):
        return 0.0
    held = find_answer_content(sentence)
    light = 1.0
    for pattern, share in _SHOWS:
        if pattern.search(sentence):
            light *= 1 - share
    for name, share in _HOLDS:
        if getattr(held, name):
            light *= 1 - share
    found = (1 - light) * WHOSE.get(role, WHOSE["tool"])
    if ASKS.search(sentence):
        found *= QUESTION
    if role != "user" and COURTESY.search(sentence):
        found *= POLITE
    return found / 2 if len(sentence) > LENGTHY else found


def is_correction(sentence: str) -> bool:
    """Whether a sentence puts right what was said before."""
    return CORRECTED.search(sentence) is not None


@cached(maxsize=20_000)
def matter_words(text: str) -> frozenset[str]:
    """The words of a line, figures all alike: what it is about, whatever its values."""
    return frozenset(_FIGURE.sub("0", word) for word in segment.words(text))


def line_similarity(one: str, other: str) -> float:
    """Share of words two lines have in common (Jaccard), 0-1, figures all alike."""
    a, b = matter_words(one), matter_words(other)
    both = len(a & b)
    return both / (len(a) + len(b) - both) if both else 0.0


class _Matters:
    """Lines by their words, so that a line meets only those it has a word in common with."""

    def __init__(self) -> None:
        self._sizes: dict[int, int] = {}
        self._places: dict[str, list[int]] = {}

    def put(self, place: int, text: str) -> None:
        """Add a line."""
        words = matter_words(text)
        self._sizes[place] = len(words)
        for word in words:
            self._places.setdefault(word, []).append(place)

    def like(self, text: str) -> dict[int, float]:
        """Likeness of a text to every line with a word of it."""
        words = matter_words(text)
        shared = Counter(place for word in words for place in self._places.get(word, ()))
        return {place: both / (len(words) + self._sizes[place] - both) for place, both in shared.items()}


def drop_outdated_lines(lines: Sequence[SummaryLine]) -> list[SummaryLine]:
    """Lines in order, without what later ones say again with another value or put right.

    A correction that names its matter takes the line on that matter away; one that names none ("no, the 3rd") keeps the
    line it puts right beside it, so that it can be read by itself.
    """
    kept: dict[int, SummaryLine] = {}
    matters = _Matters()
    for place, line in enumerate(sorted(lines, key=lambda one: one.position)):
        if not line.operation:
            for other, alike in matters.like(line.text).items():
                if other in kept and _outdated(kept[other], line, alike):
                    del kept[other]
            if line.corrects:
                line = _corrected(kept, line)
            matters.put(place, line.text)
        kept[place] = line
    return list(kept.values())


def _outdated(earlier: SummaryLine, later: SummaryLine, alike: float) -> bool:
    if earlier.label != later.label or earlier.position == later.position:
        return False
    if alike >= SAME_WORDS:
        return True
    if not later.corrects:
        return False
    about = matter_words(later.text) - _WEAK - {"0"}
    named = len(about & matter_words(earlier.text))
    return named >= 2 and named / max(1, min(len(about), len(matter_words(earlier.text)))) >= SAME_MATTER


def _corrected(kept: dict[int, SummaryLine], line: SummaryLine) -> SummaryLine:
    """The correction with what it puts right, where it does not say itself what it is about."""
    about = matter_words(line.text) - _WEAK - {"0"}
    if len(about) > 4:
        return line
    values = CODE, AMOUNT, _FIGURE
    for place in list(kept)[: -CORRECTS_WITHIN - 1 : -1]:
        earlier = kept[place]
        if earlier.operation or earlier.label != line.label:
            continue
        if any(sort.search(earlier.text) and sort.search(line.text) for sort in values) or about & matter_words(
            earlier.text
        ):
            del kept[place]
            return replace(line, text=f"{earlier.text.rstrip()} → {line.text}", weight=max(line.weight, earlier.weight))
    return line


def select_lines(
    lines: Iterable[SummaryLine], most: int, count: LineTokenCounter, *, freshness: float = 0.0
) -> list[SummaryLine]:
    """The lines worth `most` tokens, in order of the log.

    Args:
        lines: candidates.
        most: tokens of all of them together, each on a line of its own.
        freshness: how much the newest line weighs more than the oldest, 0-1 of its own weight.
    """
    left = sorted((line for line in lines if line.weight >= WEIGHT_MIN), key=lambda line: line.position)
    costs = [count(line.whole) + 2 for line in left]
    worth = [
        line.weight * (1 + freshness * place / len(left)) * (USUAL_TOKENS / costs[place]) ** BREVITY
        for place, line in enumerate(left)
    ]
    near = [0.0] * len(left)
    matters = _Matters()
    for place, line in enumerate(left):
        matters.put(place, line.text)
    taken: list[int] = []
    value = {place: worth[place] for place in range(len(left)) if costs[place] <= most}
    while value:
        best = max(value, key=lambda place: (value[place], place))
        if value.pop(best) <= 0:
            break
        most -= costs[best]
        taken.append(best)
        for place, alike in matters.like(left[best].text).items():
            if place in value and alike > near[place]:
                near[place] = alike
                value[place] = worth[place] - LIKENESS_COST * alike**2
        value = {place: worthy for place, worthy in value.items() if costs[place] <= most}
    return [left[place] for place in sorted(taken)]
