"""What an English clause tells of having been done, in whichever words: "evening jog done", "back from choir", "the
library was quiet today", "on the phone with dad"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.regex import Regex
from mnemic.language.meaning.english import lemma
from mnemic.rooms.habits.talk.act import Act, ActForm
from mnemic.rooms.habits.talk.act_words_en import CONCEPTS, EMPTY, GENERIC, PASTS
from mnemic.rooms.habits.talk.activities import ActivityFormKind, ActivityLexicon, NamedActivity
from mnemic.rooms.habits.talk.contacts_en import contact_act
from mnemic.rooms.habits.talk.deed_en import activity_stems, is_own_deed, is_past_verb, make_deed, stops_noun_phrase
from mnemic.rooms.habits.talk.deed_words_en import (
    AROUND,
    AT_PLACE,
    BESIDE,
    BY_THING,
    CUE,
    DATED,
    DET,
    DID,
    FROM,
    HEAD,
    LEAD,
    MEASURE,
    NEVER,
    NO_ACTIVITY,
    OPEN,
    OPEN_DOING,
    OTHER_PASTS,
    OTHERS,
    OWN,
    PLACED,
    PLAYED,
    PREDICATE,
    REPORTED,
    SPENT,
    TONIGHT,
    TRANSITIVE,
    UNDONE_PREP,
    WENT_TO,
)


def _patterns(form: str, how: ActivityFormKind) -> list[tuple[str, str]]:
    return [(re.split(r"[^a-zé0-9]", form)[0], _pattern(form, how))]


def _pattern(form: str, how: ActivityFormKind) -> str:
    words = [re.escape(word) for word in form.split()]
    if how is ActivityFormKind.DONE and len(words) > 1:
        between = rf"\s+(?:{DET}\s+){{0,2}}(?:[\w'-]+\s+)?"
        return rf"\b{words[0]}" + "".join(between + word for word in words[1:]) + r"\b"
    return r"\b" + r"\s+(?:the\s+|my\s+|a\s+)?".join(words) + r"\b"


_LEXICON = ActivityLexicon("en", patterns=_patterns, stems=activity_stems, starts="[a-zé0-9]+")


def english_deeds(clause: str, *, more: bool = False) -> Iterator[Act]:
    """The activities, visits and calls that a clause tells of; none where it was not done, or not by the user.

    Args:
        more: whether the sentence goes on: "guitar practice, new chord at last".
    """
    said = clause.strip()
    plain = said.casefold()
    if not plain or NEVER.search(plain):
        return
    if (contact := contact_act(said, plain)) is not None:
        yield contact
        return
    if REPORTED.search(plain):
        return
    seen: set[tuple[str, ...]] = set()
    for named in _LEXICON.named(plain):
        if named.core not in seen and (act := _of(named, said, plain, more=more)) is not None:
            seen.add(named.core)
            yield act
    if not seen and (act := _open(said, plain, more=more)) is not None:
        yield act


def _of(named: NamedActivity, said: str, plain: str, *, more: bool) -> Act | None:
    left, right = plain[: named.begin].rstrip(), plain[named.end :]
    if (
        more
        and not left
        and not right
        and ActivityFormKind.PLACE not in named.hows
        and ActivityFormKind.EVENT in named.hows
        and " " in plain
    ):
        return _act(said, named, 0, ActivityFormKind.EVENT)
    ways = {
        ActivityFormKind.DONE: _done,
        ActivityFormKind.DOING: _doing,
        ActivityFormKind.EVENT: _event,
        ActivityFormKind.THING: _thing,
        ActivityFormKind.PLACE: _place,
    }
    for how in (one for one in ways if one in named.hows):
        if (begin := ways[how](left, right, plain)) is not None:
            return _act(said, named, begin, how)
    return None


def _act(said: str, named: NamedActivity, begin: int, how: ActivityFormKind) -> Act:
    beside = BESIDE.match(said[named.end :])
    end = named.end + (beside.end() if beside else 0)
    words = said[begin:end]
    first = words.split()[0].casefold() if words.split() else ""
    past = (
        how is ActivityFormKind.DONE
        or first in PASTS
        or first in OTHER_PASTS
        or (first.endswith("ed") and len(first) > 4)
    )
    return make_deed(ActForm.PAST if past else ActForm.NOUN, words, named.core)


def _led(left: str) -> tuple[str, str]:
    """What stands before a noun's own words, and those: "went for" and "a slow evening"."""
    words = left.split()
    place = len(words)
    while place and not stops_noun_phrase(words[place - 1]) and len(words) - place < 5:
        place -= 1
    return " ".join(words[:place]), " ".join(words[place:])


def _begin(left: str) -> int:
    """Where what the user did begins: after "then I just"."""
    lead = LEAD.match(left)
    return lead.end() if lead else 0


def _done(left: str, right: str, plain: str) -> int | None:
    verb = plain[len(left) : len(plain) - len(right)].strip()
    at = len(plain) - len(right) - len(verb)
    rest = LEAD.sub("", left + " ").strip()
    joined = re.search(
        r"\b(?:and|then|i|we|i've|we've|so i|but i|before i|where i)(?: (?:just|then|finally|also|even))?$", rest
    )
    if rest and not (joined and (joined[0].split()[0] not in ("and", "then") or goes_on_first_person(rest))):
        return None
    if " " not in verb and not re.match(r"(?:s|d)$", right):
        free = re.match(
            r"$|[,.;:!?]| (?:(?:by|along|with|at|in|on|to|through|round|around|from|until|till|for|before|after"
            r"|and|over"
            r"|up|down|across|past|near|again|today|tonight|yesterday|this|last|home|twice|only|slowly|outside|alone"
            r"|hard|together|anyway|nearly|about|almost|my (?:usual|first|fastest|longest|slowest))\b"
            r"|\d|(?:a|an|the|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty"
            r"|forty|fifty"
            r"|half|another|my|his)? ?(?:\w+ )?(?:k|km|kilomet\w+|miles?|mile|lengths?|laps?|metres?|meters?|marathon"
            r"|rounds?|hours?|minutes?|loop|length|breaststroke|freestyle|crawl|backstroke|pages?|rows?|bit"
            r"|while"
            r"|hills?|intervals)\b)",
            right,
        )
        blocked = re.match(
            r" (?:out of|into (?:an?|the|tom|my)|late|over (?:a|the|my)|away|up (?:a |the |my )?bill"
            r"|in(?:to)? trouble|to (?:catch|the (?:shop|bus|door|station|office|airport)))\b",
            right,
        )
        if blocked or (free is None and verb not in TRANSITIVE):
            return None
    return at


def goes_on_first_person(rest: str) -> bool:
    """Whether words go on telling what the speaker does."""
    first = rest.split()[0].strip(",") if rest.split() else ""
    return first in ("i", "we", "and", "then") or is_past_verb(first) or first in ("got",)


def _doing(left: str, right: str, plain: str) -> int | None:
    if not HEAD.match(right) and not re.match(r" [a-z]+", right):
        return None
    lead, own = _led(left)
    bare = LEAD.sub("", lead + " ").strip()
    if not is_own_deed(left, plain):
        return None
    if re.search(r"\bbeen$", lead) and not re.match(r"(?:(?:i|we)(?:'ve)?|been)\b", plain):
        return None
    if re.search(
        r"\b(?:went|gone|been|did|enjoyed|finished|done|out|some|spent .*|tried|started)$", f"{bare} {own}".strip()
    ) or (
        SPENT.search(left) or FROM.search(lead) or MEASURE.search(lead) or re.search(r"\b(?:after|while|from)$", lead)
    ):
        return _begin(left)
    if not bare and HEAD.match(right) and (own or CUE.search(right)) and not TONIGHT.search(right[:9]):
        return _begin(left) if CUE.search(f"{own} {right}") else None
    return None


def _event(left: str, right: str, plain: str) -> int | None:
    if not HEAD.match(right):
        return None
    lead, own = _led(left)
    bare = LEAD.sub("", lead + " ").strip()
    if re.search(rf"\b{OWN}\b", own) and not re.search(rf"\b{OTHERS}\b", own) and not UNDONE_PREP.search(lead):
        past = any(is_past_verb(word.strip(",")) or word == "got" for word in plain.split())
        if past or CUE.search(plain):
            return _begin(left)
    if not is_own_deed(left, plain):
        return None
    if bare and not lead.endswith(bare):
        bare = lead
    if DID.search(lead) or FROM.search(lead) or MEASURE.search(lead) or SPENT.search(left):
        return _begin(left)
    if not bare:
        return _alone(left, right, own)
    if re.search(r"\b(?:after|during|from|at)$", lead) and any(
        is_past_verb(word.strip(",")) or word == "got" for word in lead.split()
    ):
        return _begin(left)
    if (
        re.search(r"\b(?:and|through|with|in|on)$", lead)
        and goes_on_first_person(bare)
        and is_past_verb(bare.split()[0])
        and own
    ):
        return _begin(left) if re.search(r"\b(?:did|went|had|finished|took|rolled|closed|ended)\b", lead) else None
    return None


def _alone(left: str, right: str, own: str) -> int | None:
    """Where an event by itself is told as one that was: "another slow run", "choir practice ran late"."""
    if DATED.match(right):
        return None
    whole = f"{left} {right}"
    if PREDICATE.match(right) or CUE.search(whole):
        return _begin(left)
    return _begin(left) if AROUND.match(right) or (TONIGHT.search(whole) and len(right.split()) > 1) else None


_AT_IT = Regex(
    rf"\b(?:from|after|hours?|minutes|been|while|finished|done|morning|evening|afternoon|enjoyed|started)"
    rf" (?:playing|practi[sc]ing|studying|writing|doing|learning)(?: {DET})*$"
)


def _thing(left: str, right: str, plain: str) -> int | None:
    if re.match(r" (?:practice|lesson|class|session|homework|vocabulary|scales|rehearsal|exercises)\b", right):
        return _event(left, re.sub(r"^ \w+", "", right), plain)
    if not LEAD.sub("", left + " ").strip() and re.match(
        r" (?:all )?(?:done|finished|again|out|is done|is out|fed|\w+ed)\b", right
    ):
        return _begin(left)
    if not HEAD.match(right) or not is_own_deed(left, plain):
        return None
    lead, own = _led(left)
    if PLAYED.search(lead) or MEASURE.search(lead) or re.search(r"\bhour (?:of|at|on|with)$", lead):
        return _begin(left)
    if SPENT.search(left) or (_AT_IT.search(f"{lead} {own}".strip()) and (own.split()[:1] != [own] or lead)):
        return _begin(left)
    bare = LEAD.sub("", lead + " ").strip()
    if own and BY_THING.search(lead) and bare.split() and bare.split()[0] in _HANDLED:
        return _begin(left)
    return _begin(left) if not bare and CUE.search(own) and re.match(r"(?:hour|half|\d)", own) else None


_HANDLED = frozenset(
    "wrote filled practised practiced played sat worked scribbled jotted drew read studied got did lost won went took"
    " spent finished sang pulled mixed built stuck filed opened noodled sketched painted".split()
)


def _place(left: str, right: str, plain: str) -> int | None:
    if not HEAD.match(right):
        return None
    lead, _ = _led(left)
    bare = LEAD.sub("", lead + " ").strip()
    if re.match(r" (?:is|are|has|have|opens|closes|needs|will)\b", right):
        return None
    if not bare and re.match(r" (?:\w+ )?(?:was|were)\b", right):
        return _begin(left)
    if not is_own_deed(left, plain) and not re.search(r"\b(?:me|us)\b", plain):
        return None
    if PLACED.search(lead) or WENT_TO.search(lead) or SPENT.search(left):
        return _begin(left)
    begun = bare.split()[0] if bare else ""
    us = re.search(r"\b(?:me|us|my|our|i|we)\b", plain) or re.match(r"(?:at|in|round|around|from|to|inside)\b", bare)
    told = us or not bare or is_past_verb(begun) or begun == "got" or re.match(r" (?:was|were)\b", right)
    if AT_PLACE.search(lead) and told and not re.search(r"\b(?:is|are)\b", plain):
        past = any(is_past_verb(word.strip(",")) or word in ("got", "was", "were") for word in plain.split())
        return _begin(left) if past or CUE.search(plain) else None
    return _begin(left) if not bare and CUE.search(right) and not DATED.match(right) else None


def _open(said: str, plain: str, *, more: bool) -> Act | None:
    """A lesson, a practice, or something gone out for, whatever of: "fencing practice", "went beachcombing"."""
    for found in OPEN.finditer(plain):
        left, right = plain[: found.start()].rstrip(), plain[found.end() :]
        core = lemma(found["what"])
        if found["what"] in EMPTY or core in NO_ACTIVITY or core in GENERIC or stops_noun_phrase(found["what"]):
            continue
        begin = 0 if more and not left and not right else _event(left, right, plain)
        if begin is not None:
            return _open_act(said, begin, found.end(), core)
    for found in OPEN_DOING.finditer(plain):
        left, right = plain[: found.start()].rstrip(), plain[found.end() :]
        core = lemma(found["what"])
        went = re.search(r"\b(?:went|gone|i've been|back from|home from|hours? of|minutes of|out)$", left)
        if went and core not in NO_ACTIVITY and HEAD.match(right) and is_own_deed(left, plain):
            return _open_act(said, _begin(left), found.end(), core)
    return None


def _open_act(said: str, begin: int, end: int, core: str) -> Act:
    words = said[begin:end]
    first = words.split()[0].casefold()
    past = first in PASTS or first in OTHER_PASTS or (first.endswith("ed") and len(first) > 4)
    return make_deed(ActForm.PAST if past else ActForm.NOUN, words, (CONCEPTS.get(core, core),))
