"""Time expressions in Chinese, English and mixed sentences, as intervals seen from the moment of saying."""

from mnemic.language.when.annotate import absolute
from mnemic.language.when.mention import Grain, TimeMention, spell
from mnemic.language.when.scan import find

__all__ = ["Grain", "TimeMention", "absolute", "find", "spell"]
