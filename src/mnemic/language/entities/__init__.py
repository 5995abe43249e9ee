"""People, places, organisations, products and works that a text names, in Chinese and English, by rules alone.

No model: capitals that nothing else explains, surnames, forms of address, names of places and makers everybody knows,
and roles such as "my sister". Dates are not entities, see language/when. Precision comes first: a name that is missed
is still found by its words, a word that is taken for a name ties together what has nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from mnemic.domain.cached import cached
from mnemic.domain.entity import EntityKind, Mention
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.language.entities import chinese, english

CHARACTERS_MAX = 4_000  # of a text that are read for names
MENTIONS_MAX = 64  # of one text
NAMED_TEXTS_CACHED_MAX = 64  # texts whose names are at hand: one search asks for those of its question several times

_HAN = Regex(f"[{HAN}]")
_RANK = {EntityKind.WORK: 0, EntityKind.ORGANISATION: 1, EntityKind.PRODUCT: 2, EntityKind.PLACE: 3}


@cached(maxsize=NAMED_TEXTS_CACHED_MAX)
def find_mentions(text: str) -> tuple[Mention, ...]:
    """The names in a text in order of place, none inside another."""
    text = text[:CHARACTERS_MAX]
    found = chinese.mentions(text) if _HAN.search(text) else english.mentions(text)
    ordered = sorted(found, key=lambda one: (-len(one.name) - 10 * bool(one.role), _RANK.get(one.kind, 4), one.start))
    return without_overlaps([], ordered)


def without_overlaps(first: Sequence[Mention], rest: Sequence[Mention]) -> tuple[Mention, ...]:
    """Mentions that do not overlap, in order of place: all of the first, and of the rest what still fits, earlier ones
    before later ones; at most MENTIONS_MAX."""
    kept = list(first)
    for one in rest:
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.start)[:MENTIONS_MAX])
