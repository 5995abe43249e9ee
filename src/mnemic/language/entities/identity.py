"""Which names are one: the same fold, the same place or company in both languages, the same role."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from mnemic.domain.entity import EntityKind, Mention, MentionOwner
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.language.entities import places, roles
from mnemic.language.entities.person_names import COMPOUND_SURNAMES, SURNAMES
from mnemic.language.entities.well_known import WELL_KNOWN_NAMES
from mnemic.language.segment import fold

_HAN = Regex(f"[{HAN}]")
_NICK = Regex(
    f"[小老阿]([{HAN}])|([{HAN}])(?:老师|先生|女士|小姐|总|姐|哥|叔|姨|医生|经理|教授|阿姨|师傅|律师|主任|工)"
)
_TITLE = Regex(r"(?:mr|mrs|ms|miss|dr|prof|professor|aunt|uncle|coach|sir)\.? ", re.IGNORECASE)


ROLE = "role:"  # what the key of a role begins with; then whose it is and which, and the word that was used


def names_to_keep(found: Sequence[Mention], *, users: MentionOwner, speaker: str | None = None) -> tuple[str, ...]:
    """The names of a text as they are kept with a memory, each once.

    A role stands right before the name that was given with it ("sister", "Lena"); roles without a name come last. So
    who is whose sister can be told from the names alone, see `pairs`.

    Args:
        found: what the text mentions.
        users: whose roles are the user's: the speaker's where the user spoke, the listener's where the user was spoken
            to, nobody's else.
        speaker: whose roles the others are, where that is known: "Ana's sister".
    """
    named: list[str] = []
    alone: list[str] = []
    for mention in found:
        role = _role(mention, users, speaker)
        if mention.role == mention.name:
            alone += [role] if role else []
        elif role:
            named += [role, mention.name]
        else:
            named.append(mention.name)
    listed = list(named)
    seen = set(named)
    for name in dict.fromkeys(alone):
        if name not in seen:
            listed.append(name)
    return _once(listed)


def _once(listed: list[str]) -> tuple[str, ...]:
    """Each name once, a role with its name before the name alone."""
    kept: list[str] = []
    for place, name in enumerate(listed):
        follows = place > 0 and roles.is_role(listed[place - 1]) and not roles.is_role(name)
        if name in kept and not (follows and listed[place - 1] == kept[-1]):
            continue
        kept.append(name)
    return tuple(kept)


def _role(mention: Mention, users: MentionOwner, speaker: str | None) -> str:
    if not mention.role or mention.owner is MentionOwner.NOBODY or mention.owner is users:
        return mention.role
    if mention.owner is MentionOwner.SPEAKER and speaker:
        return f"{speaker}的{mention.role}" if _HAN.search(mention.role) else f"{speaker}'s {mention.role}"
    return ""


def role_name_pairs(listed: Sequence[str]) -> list[tuple[str, str]]:
    """The roles among the names of a memory that have their name behind them: ("sister", "Lena")."""
    return [
        (role, name) for role, name in itertools.pairwise(listed) if roles.is_role(role) and not roles.is_role(name)
    ]


def entity_key(name: str) -> str:
    """What a name is in either language: `Tokyo` and 东京 have one key, so have "sister" and 姐姐, Huawei and 华为."""
    plain = " ".join(name.split())
    if plain in places.CHINESE_PLACES:
        return places.CHINESE_PLACES[plain]
    folded = fold(plain)
    if folded in places.ENGLISH_PLACES:
        return places.ENGLISH_PLACES[folded]
    if plain in WELL_KNOWN_NAMES:
        return WELL_KNOWN_NAMES[plain][0]
    if roles.is_role(plain):
        word = re.split("的|['’]s ", plain)[-1]
        return f"{ROLE}{roles.role_key(plain)}/{roles.usual_role_word(word)}"
    return _TITLE.sub("", folded) or folded


def kind_by_name(name: str) -> EntityKind | None:
    """The kind a name has by itself, or None where only the words around it tell."""
    if name in places.CHINESE_PLACES or fold(name) in places.ENGLISH_PLACES:
        return EntityKind.PLACE
    if name in WELL_KNOWN_NAMES:
        return WELL_KNOWN_NAMES[name][1]
    if roles.is_role(name):
        return EntityKind.ANIMAL if roles.role_key(name) in roles.ANIMALS else EntityKind.PERSON
    return None


def merge_entity_keys(keys: Iterable[str], called: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The names of one user that are one entity: each key to the key that stands for its entity.

    A role and the one name it was ever given with; a first name, and the one full name it begins or ends; 小李 and the
    one 李 there is, 娜娜 and the one whose given name it is made of. What fits two stays by itself.

    Args:
        keys: every key there is.
        called: key of a role to the keys of the names that were given with it.
    """
    every = set(keys)
    stands: dict[str, str] = {}

    def root(one: str) -> str:
        while one in stands:
            one = stands[one]
        return one

    def join(one: str, other: str) -> None:
        first, second = root(one), root(other)
        if first != second:
            stands[first] = second

    for short, full in _shortened(every):
        join(short, full)
    for words in _of_one_role(every):
        for other in words[1:]:
            join(other, words[0])
    given: dict[str, set[str]] = defaultdict(set)
    for role, named in called.items():
        given[root(role)] |= {root(name) for name in named}
    for role, people in given.items():
        if len(people) == 1:
            join(role, next(iter(people)))
    return {one: root(one) for one in every}


def _of_one_role(keys: Iterable[str]) -> Iterable[list[str]]:
    """Words for one role in both languages where neither has two: with a 姐姐 and a 妹妹, "sister" is open."""
    of_role: dict[str, list[str]] = defaultdict(list)
    for one in keys:
        if one.startswith(ROLE):
            of_role[one.rpartition("/")[0]].append(one)
    for words in of_role.values():
        if len(words) == 2 and len({bool(_HAN.search(word.rpartition("/")[2])) for word in words}) == 2:
            yield sorted(words)


def _shortened(keys: set[str]) -> Iterable[tuple[str, str]]:
    """Short forms with the one full form they can be of."""
    fulls: dict[str, set[str]] = defaultdict(set)
    for one in keys:
        if one.startswith(ROLE):
            continue
        if _HAN.search(one):
            for short in _chinese_shorts(one):
                fulls[short].add(one)
        else:
            words = one.split()
            if 1 < len(words) <= 3:
                fulls[words[0]].add(one)
                fulls[words[-1]].add(one)
    nicked: dict[str, set[str]] = defaultdict(set)
    for one in keys:
        if nick := _NICK.fullmatch(one):
            nicked[nick[1] or nick[2]].add(one)
    for short, full in fulls.items():
        if len(full) == 1 and short in keys and short not in full:
            yield short, next(iter(full))
    for surname, nicks in nicked.items():
        people = fulls.get("surname:" + surname, set())
        if len(nicks) == 1 and len(people) == 1:
            yield next(iter(nicks)), next(iter(people))


def _chinese_shorts(name: str) -> list[str]:
    if not re.fullmatch(f"[{HAN}]{{2,4}}", name) or _NICK.fullmatch(name):
        return []
    surname = 2 if name[:2] in COMPOUND_SURNAMES else 1
    given = name[surname:]
    if name[:surname] not in SURNAMES | COMPOUND_SURNAMES or not 1 <= len(given) <= 2:
        return []
    last = given[-1]
    shorts = ["surname:" + name[:surname], last * 2, "小" + last, "阿" + last, "老" + last]
    return [*shorts, given] if len(given) == 2 else shorts
