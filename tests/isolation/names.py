"""Names that look, sort, match or join like one another. Each is a user, a session, an agent of its own."""

from __future__ import annotations

import unicodedata

CAFE = "caf\u00e9"
NAMES = (
    "dan",
    "DAN",
    "Dan",
    "dan ",
    " dan",
    "dan\u200b",  # a zero-width space at its end
    "d\u200dan",  # a zero-width joiner within
    "dan\u00a0",  # a no-break space
    "\u202edan",  # shown from right to left
    "d\u0430n",  # a Cyrillic letter in the middle
    "\uff44\uff41\uff4e",  # full-width letters, which NFKC makes "dan"
    "da\u0272",
    "dan/x",
    "dan.x",
    "dan:x",
    "dan|x",
    "dan%",
    "da_",
    "%",
    "_",
    "*",
    "dan*",
    "da[n]",
    ".*",
    "^dan$",
    "dan' OR '1'='1",
    "dan'; DROP TABLE memories; --",
    'dan" OR ""="',
    "dan\\",
    "dan`",
    "dan) OR (1=1",
    '{"user": "dan"}',
    "dan NEAR bob",
    '"dan" OR bob',
    "../dan",
    "/dan",
    "NULL",
    "None",
    "0",
    "dan0",
    "-dan",
    "$dan",
    "${dan}",
    "%(user_id)s",
    ":user_id",
    "?",
    unicodedata.normalize("NFC", CAFE),
    unicodedata.normalize("NFD", CAFE),
    "CAF\u00c9",
    "stra\u00dfe",
    "strasse",
    "STRASSE",
    "\u0130",  # a capital I with a dot, which folds to two letters
    "i\u0307",
    "\u0131",
    "\ufb01",  # the ligature fi
    "fi",
    "\u212b",  # the sign of the angstrom, and the letter
    "\u00c5",
    "张伟",
    "張偉",
    "张\u3000伟",
    "\u2f54",  # the radical of water, and the character
    "\u6c34",
    "دان",
    "👩‍👧",
    "👩",
    "x" * 256,
    "x" * 255,
)
"""Every two differ, and many a careless comparison takes some for one."""

PAIRS = (
    (("ab", "c"), ("a", "bc")),
    (("a/b", "c"), ("a", "b/c")),
    (("a.b", "c"), ("a", "b.c")),
    (("a:b", "c"), ("a", "b:c")),
    (("a|b", "c"), ("a", "b|c")),
    (("a-b", "c"), ("a", "b-c")),
    (("a b", "c"), ("a", "b c")),
    (("a_b", "c"), ("a", "b_c")),
    (("a,b", "c"), ("a", "b,c")),
    (("a\u2028b", "c"), ("a", "b\u2028c")),
    (('a", "b', "c"), ("a", 'b", "c')),
    (("a\\", "b"), ("a", "\\b")),
    (("a", "b"), ("b", "a")),
    (("a", "a"), ("aa", "a")),
)
"""Tenant and user whose joining gives the same text."""

REFUSED = ("", " ", "\u3000", "\u200b", "a\x1fb", "a\0b", "a\nb", "\ud800", "x" * 257)
"""No names at all: blank, holding control characters or half a character, or too long."""
