"""Calls with the user's people, and visits to them, as English clauses tell of them."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.meaning.english import lemma
from mnemic.rooms.habits.talk.act import Act, ActForm
from mnemic.rooms.habits.talk.act_words_en import PASTS
from mnemic.rooms.habits.talk.deed_en import activity_stems, is_own_deed, make_deed
from mnemic.rooms.habits.talk.deed_words_en import OTHERS

_KIN = {
    "mom": "mum|mom|mother|mama|mummy|mam",
    "dad": "dad|father|papa|daddy",
    "parents": "parents|folks",
    "grandma": "grandma|gran|granny|nan|nana|grandmother|nanna",
    "grandpa": "grandpa|granddad|grandad|grandfather|gramps",
    "sister": "sister|sis",
    "brother": "brother|bro",
    "aunt": "aunt|auntie|aunty",
    "uncle": "uncle",
    "son": "son",
    "daughter": "daughter",
    "grandkids": "grandkids|grandchildren|grandson|granddaughter",
}
_KIN_OF = {form: name for name, forms in _KIN.items() for form in forms.split("|")}
_ANY = "|".join(sorted(_KIN_OF, key=len, reverse=True))
_PERSON = rf"(?P<kin>{_ANY})(?!-in-law|'s? \w)"
_CALLED = Regex(
    rf"(?:^|\b(?:and|then|i|we|so) )(?:just |finally |also )?(?:called|rang|phoned|video[- ]called|facetimed"
    rf"|skyped|zoomed|"
    rf"dialled|gave|messaged with) (?:up )?(?:my |our )?{_PERSON}\b",
    re.I,
)
_CALL_WITH = Regex(
    rf"\b(?:video |phone |zoom |skype |weekly |long |quick |usual |sunday )*(?:call|facetime|video chat|skype"
    rf"|phone chat)"
    rf" (?:with|to) (?:my |our )?{_PERSON}\b|\bon (?:the phone|a call|video|facetime|skype) (?:with|to) (?:my |our )?"
    rf"(?P<kin2>{_ANY})\b|\boff the phone (?:with|to) (?:my |our )?(?P<kin3>{_ANY})\b"
    rf"|\b(?:my |our )?(?P<kin4>{_ANY}) (?:\w+ )?(?:on|over) (?:the phone|video|facetime|skype|zoom)\b",
    re.I,
)
_ON_OUR_CALL = Regex(
    r"\b(?:on|during|in|after) (?:our|my|the|today's|tonight's|this \w+'s)(?: \w+)? ?(?:video |phone )?(?:call"
    r"|video chat"
    r"|facetime|skype)\b",
    re.I,
)
_ANY_PERSON = Regex(rf"\b{_PERSON}\b", re.I)
_VISITED = Regex(
    rf"(?:^|\b(?:and|then|i|we) )(?:just |finally |also )?(?:visited|saw|went (?:over )?to see|dropped in on"
    rf"|popped in on"
    rf"|called in on|looked in on|stopped by|went round to|drove (?:over )?to|(?:went|popped|drove"
    rf"|cycled) (?:round |over )?to"
    rf"|back from|home from|spent [\w ]+? (?:at|with)|had (?:\w+ )?(?:tea|lunch|dinner|coffee|breakfast|supper"
    rf"|sunday lunch)"
    rf" (?:with|at)|over at|round at) (?:my |our )?"
    rf"(?P<kin>{_ANY})(?:'s?)?\b",
    re.I,
)


def contact_act(said: str, plain: str) -> Act | None:
    """A call with one of the user's people, or a visit."""
    found = _CALLED.search(plain) or _CALL_WITH.search(plain)
    if found is not None and (is_own_deed(" ", plain) or found.re is _CALL_WITH.compiled):
        if re.match(rf"(?:my |our )?{OTHERS} (?:had|has|called|rang|phoned|was|is)\b", plain):
            return None
        kin = next(name for name in found.groupdict().values() if name)
        return _contact(said, found, kin, "call")
    if (call := _ON_OUR_CALL.search(plain)) and (person := _ANY_PERSON.search(plain)):
        return _contact(said, call, person["kin"], "call")
    if (found := _VISITED.search(plain)) and is_own_deed(" ", plain):
        return _contact(said, found, found["kin"], "visit")
    return None


def _contact(said: str, found: re.Match[str], kin: str, verb: str) -> Act:
    whole = said[found.start() : found.end()].strip()
    words = re.sub(r"^(?:and|then|so|i|we|i've|just|finally|also)\s+", "", whole, flags=re.I)
    first = words.split()[0].casefold()
    past = first in PASTS or first.endswith("ed") or first in ("rang", "saw", "spent", "had", "went", "gave", "drove")
    core = activity_stems((_KIN_OF[kin.casefold()],))
    return make_deed(ActForm.PAST if past else ActForm.NOUN, words, core, lemma(verb))
