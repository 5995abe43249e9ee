"""English: what a user's message states, and what it does not (W2-W5).

The recipe: plain spelling, masks over what is not the user's own, whole-message refusals, procedures, then sentence by
sentence: openings off, refusals, corrections and retractions, clauses, and for each clause the first construction that
fits. Every text is in the third person, with relative dates made absolute from the time it was said.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.language import phrases
from mnemic.reader.en import (
    address_names,
    answers,
    changes,
    choices,
    clauses,
    decisions,
    facts,
    frames,
    identity,
    matters,
    orders,
    person,
    plain_statements,
    plans,
    repairs,
    skills,
    skip_reasons,
    tastes,
)
from mnemic.reader.en.address_names import people_in_sentence, resolve_people
from mnemic.reader.en.clauses import (
    Sentence,
    attach_tail_rule,
    carry_subject,
    fix_chat_spelling,
    join_statements,
    main_clauses,
    message_sentences,
    name_parted_thing,
    restore_verb_phrase,
    strip_opening,
)
from mnemic.reader.en.imperatives import ONCE
from mnemic.reader.en.nonliteral import drop_assistant_talk, keep_whole_statements, standalone_statements
from mnemic.reader.en.predication import ME, PeopleSpokenOf, Predication, parse_predication
from mnemic.reader.en.preparation import add_dates, mask_foreign_text, plain_punctuation
from mnemic.reader.en.repairs import apply_self_correction
from mnemic.reader.en.statement_building import Construction
from mnemic.reader.en.statement_building import match_constructions as read_phrase
from mnemic.reader.en.third_person import ThirdPersonReader
from mnemic.reader.offers import ASSENT, is_bare_assent
from mnemic.reader.statement import MessageSetting, RuleReading, SkippedPart, Statement

CHARACTERS_MAX = 20_000
"""Messages longer than this are read up to here; the rest is passed over, and said so."""

PREDICATION_CONSTRUCTIONS: tuple[tuple[Construction, ...], ...] = (
    facts.OF_THINGS[:7],
    plans.OF_THINGS,
    decisions.OF_THINGS,
    facts.OF_THINGS,
    tastes.CONSTRUCTIONS,
    identity.CONSTRUCTIONS,
    decisions.CONSTRUCTIONS,
    plans.CONSTRUCTIONS,
    facts.OF_PEOPLE,
)
"""What is tried on a clause that tells something of somebody, in this order."""

SHORT: tuple[Callable[[str], list[Statement]], ...] = (
    matters.matter_in_clause,
    changes.change_in_clause,
    plans.reminder,
    plans.cancelled,
    decisions.terse_decisions,
    frames.refused_for_good,
    lambda clause: address_names.unwanted_address(clause, ME),
    lambda clause: tastes.framed_likings(clause, Predication(subject=ME, phrase="", clause=clause)),
)
"""What is tried on any clause before it is taken as a telling."""


def read_english(message: str, setting: MessageSetting) -> RuleReading:
    """What an English message of the user states."""
    said = plain_punctuation(message[:CHARACTERS_MAX])
    masked = mask_foreign_text(said)
    cut = (SkippedPart(text=message[CHARACTERS_MAX:], reason="too long"),) if len(message) > CHARACTERS_MAX else ()
    if (reason := skip_reasons.message_skip_reason(said, masked, setting)) and not repairs.takes_message_back(masked):
        return RuleReading(passed=(SkippedPart(text=message[:CHARACTERS_MAX], reason=reason), *cut))
    reader = _Reader(masked, setting)
    reader.run()
    return RuleReading(
        statements=tuple(
            add_dates(s, setting)
            for s in standalone_statements({s.text: s for s in reader.statements}.values(), masked)
        ),
        passed=(*reader.passed, *cut),
    )


_MARKER = Regex(
    r"(?:(?:no|nope|nah|oops|whoops|sorry|wait|hang on|hold on|hmm|scratch that|correction|my bad"
    r"|my mistake)[\s,.]*)+",
    re.IGNORECASE,
)
_BEFORE_QUESTION = Regex(
    r"(?:given that |given |since |as |because |seeing as |considering )?(?P<told>(?:as an? |i'm |i am |i have "
    r"|i've |i can't |i don't |i live |i work |my |we're |we have )[^?]{3,120}?),"
    r"\s*(?:so |and |but )?(?:can|could|should|would|what|what's|how|is|are|do|does|will|which|where|any|who"
    r"|when|shall)\b",
    re.IGNORECASE,
)
_ONE_OFF = Regex(
    r"(?:just )?(?:this once|one[- ]off|a one[- ]off|this time only|just this time|exception)", re.IGNORECASE
)
_CORRECTS = Regex(
    r"(?:(?:i've |we've |i |we )?changed (?:my|our) minds?|change of (?:mind|heart|plan)|(?:sorry|oops|"
    r"whoops),? (?:fat fingers|typo|my mistake|i meant|that should be)|correction|actually|"
    r"no,? wait|i was wrong|update|that's (?:wrong|not right|incorrect)"
    r"|you've got (?:it|that) wrong|you got (?:it|that) wrong|wrong)\b",
    re.IGNORECASE,
)


_BARE_IT = Regex(
    r"(?:i )?(?:(?:really|absolutely|just|personally|simply) )*(?P<verb>can't (?:stand|bear|abide)|cannot (?:stand|"
    r"bear|abide)|love|hate|"
    r"adore|loathe|detest|don't like) (?P<it>it|them)(?: myself| personally| though)*(?P<rest>$|[,.].*| (?:now|"
    r"and|because)\b.*)",
    re.IGNORECASE,
)
_OF_IT = Regex(
    r"(?P<head>(?:i|we|he|she|they) (?:really |absolutely |just |personally |also |still )*(?:love|like|hate|"
    r"adore|loathe|detest"
    r"|can't (?:stand|bear|abide|eat|do|have|touch)|don't (?:like|eat|drink|touch|want)|won't (?:eat|touch|"
    r"drink)|loves|likes|hates"
    r"|adores|loathes|detests|doesn't (?:like|eat|drink|touch)) )(?:it|them)\b",
    re.IGNORECASE,
)
_TWO_PREDICATES = Regex(
    r"(?P<first>[^,]+?),? and (?P<second>(?:(?:also|really|absolutely|only|never|always) )*(?:loves|hates|"
    r"likes|adores|prefers"
    r"|can't stand|can't eat|doesn't (?:like|eat|drink)|is allergic to|is vegan|is vegetarian|speaks|drives|"
    r"lives in|works (?:at|for|in|as)"
    r"|has (?:a|two|three) (?:dog|cat|kid|child|son|daughter)s?)\b.*)",
    re.IGNORECASE,
)
_POINTING = Regex(
    r"(?!has been|is\b)(?:[\w']+ ){1,4}?(?:it|them|that one|this one|these|those|this|him|her|one)(?=$|[.,;!]|"
    r" (?:today|yesterday|tonight|tomorrow|later|soon|again|now|already)\b)",
    re.IGNORECASE,
)
"""A phrase whose object is only pointed at says nothing by itself: "can't stand it"."""


_KEEPS_TO = Regex(
    r"(?:no|nah|nope|actually no|hmm no|on second thoughts?|never mind|actually|scratch that)[,.! ]+(?:please |"
    r"just |let's |we'll |i'll )*"
    r"(?:stick|stay|keep|leave it|go back) (?:with|to|at|on) (?:the |my |our )?(?P<what>(?!it\b|that\b|this\b|"
    r"them\b)[\w' -]{3,30}?)"
    r"(?: please| then| after all| as (?:it|they) (?:is|was|are|were))*",
    re.IGNORECASE,
)


_REASON_FIRST = Regex(
    r"(?P<why>[^:,]{2,40}?(?:'s|'re|'ve| is| are| has| have| was| got| broke| died| fell| left) [^:]{2,50}):\s+"
    r"(?P<rest>(?:(?:the|my|our) )?[\w -]{2,30}?(?:'s| is| has| are|'s been) (?:now|moved|pushed|put|been|"
    r"off|on|cancelled|"
    r"postponed|brought)\b.+)",
    re.IGNORECASE,
)
_AS_EVER = Regex(r",? (?:and )?(?:i )?never (?:have|did|will|do|would)(?: (?:done|either))*$", re.IGNORECASE)


class _Reader:
    """One message being read: what has been found, and who has been spoken of."""

    def __init__(self, masked: str, setting: MessageSetting) -> None:
        self.masked = masked
        self.setting = setting
        self.scene = PeopleSpokenOf()
        self.teller = ThirdPersonReader(masked)
        self.statements: list[Statement] = []
        self.passed: list[SkippedPart] = []
        self.before = ""  # the sentence read last
        self.marker = ""  # "no", "sorry": what a correction in the next sentence opens with
        self.unread = ""  # that sentence where it stated nothing: "always" may follow and make it a rule
        self.met: list[Statement] = []  # what the clauses of the sentence being read have stated so far
        self.heading: str | None = None  # "I like", which the list items below complete

    def run(self) -> None:
        self._meet_earlier()
        taught = skills.taught_procedures(self.masked)
        for statement, start, end in taught:
            self.statements.append(replace(statement, start=start, end=end))
        for spoken in message_sentences(self.masked):
            if any(start <= spoken.start < end for _, start, end in taught):
                continue
            if _ONE_OFF.fullmatch(spoken.text) and self.statements:
                self.statements[-1] = replace(self.statements[-1], once=True)
            elif (
                orders.only_confirms_lasting(spoken.text)
                and self.unread
                and (ruled := orders.order_made_lasting(self.unread))
            ):
                self._keep(ruled, spoken)
                self.unread = ""
            elif _MARKER.fullmatch(spoken.text):
                self.marker = spoken.text
            else:
                made = len(self.statements)
                self._sentence(spoken)
                self.unread = self.before if len(self.statements) == made and not spoken.asked else ""
                self.marker = ""

    def _meet_earlier(self) -> None:
        for spoken in self.setting.earlier[-6:]:
            if spoken.role == "user":
                for part in message_sentences(mask_foreign_text(plain_punctuation(spoken.text))):
                    for somebody in people_in_sentence(part.text):
                        self.scene.meet(somebody)

    def _sentence(self, spoken: Sentence) -> None:
        said = name_parted_thing(apply_self_correction(fix_chat_spelling(spoken.text)), self.setting)
        if not spoken.asked:
            said = self.teller.said(said, others=bool(self.scene.people))
        full = f"{self.marker}, {said}" if self.marker else said
        text = carry_subject(frames.straighten_sentence(strip_opening(full)), self.before)
        partly = None if self.statements else answers.partial_assent(said, self.setting)
        if not self.statements and is_bare_assent(said, self.setting):
            self._agree(full, spoken)
        elif partly is not None:
            self._keep(partly, spoken)
        elif found := self._of_sentence(full, text):
            self._keep(found, spoken)
        elif reason := skip_reasons.sentence_skip_reason(spoken, text, self.masked[spoken.end : spoken.end + 4]):
            asked = self._beside_question(text, full) if reason == "question" else []
            self._keep(asked, spoken)
            if not asked:
                self.passed.append(SkippedPart(text=spoken.text, reason=reason))
        else:
            self._clauses(spoken, full, text)
        for somebody in people_in_sentence(full):
            self.scene.meet(somebody)
        self.before = full

    def _agree(self, full: str, spoken: Sentence) -> None:
        """Keep what a bare yes to an offer says: what the assistant guesses, or proposes to do every time."""
        order, guess = answers.accepted_order(full, self.setting), answers.confirmed_guess(full, self.setting)
        found = orders.order_from_answer(order) if order else self._read_clause(guess, guess) if guess else []
        self._keep(found, spoken)
        if not found:
            self.passed.append(SkippedPart(text=spoken.text, reason=ASSENT))

    def _beside_question(self, text: str, full: str) -> list[Statement]:
        """An order asked for politely, or what is told before the question: "I'm vegan, what can I eat there?"."""
        if asked := orders.standing_order(text, full, request=True):
            return asked
        if re.match(r"(?:can|could|would|will) you (?:please )?(?:remind|ping|nudge|give)\b", text, re.IGNORECASE) and (
            asked := plans.reminder(
                re.sub(r"^(?:can|could|would|will) you (?:please )?", "", text, flags=re.IGNORECASE)
            )
        ):
            return asked
        told = _BEFORE_QUESTION.match(text)
        return self._read_clause(frames.straighten_sentence(told["told"]), full) if told else []

    def _of_sentence(self, full: str, text: str) -> list[Statement]:
        """What is found in the sentence as a whole, before it is cut into clauses."""
        if dropped := repairs.retractions(text, self.setting):
            return dropped
        if again := repairs.corrected_sentence(full, self.before, self.setting) or repairs.changed_choice(
            full, self.setting
        ):
            return self._instead([replace(s, correction=True) for s in self._read_clause(again, again)])
        if not self.before and (
            order := answers.accepted_order(full, self.setting) or answers.refused_change(full, self.setting)
        ):
            return orders.order_from_answer(order)
        if settled := self._still(full) or orders.refusal_to_change(full):
            return self._instead(settled)
        if not self.before and not self.statements:
            if yes := answers.confirmed_proposal(full, self.setting):
                return yes
            if picked := choices.chosen_option(full, self.setting):
                return picked
            if guess := answers.confirmed_guess(full, self.setting) or choices.answer_as_sentence(full, self.setting):
                return self._read_clause(guess, guess)
            if denied := choices.corrected_guess(full, self.setting):
                return [replace(s, correction=True) for s in self._read_clause(denied, denied)]
        if new := changes.announced_change(self.before, text) or address_names.replaced_address(self.before, text, ME):
            return self._instead(new)
        if changed := changes.change_in_clause(text, joint=True):
            return changed
        return (
            clauses.conditional_habit(text)
            or frames.resolve_double_negation(text)
            or frames.short_allergies(text, self.before)
        )

    def _still(self, full: str) -> list[Statement]:
        """What the user keeps to after second thoughts: "no, stick with bullets" is the order given for them before."""
        found = _KEEPS_TO.fullmatch(full.strip(" .!"))
        word = found["what"].split()[-1].casefold().removesuffix("s") if found else ""
        if not word:
            return []
        earlier = [self.before, *(said.text for said in reversed(self.setting.earlier[-6:]) if said.role == "user")]
        for said in earlier:
            for spoken in message_sentences(mask_foreign_text(plain_punctuation(said))):
                if word in spoken.text.casefold() and not (
                    spoken.asked or skip_reasons.clause_skip_reason(spoken.text) == "undecided"
                ):
                    kept = frames.straighten_sentence(strip_opening(fix_chat_spelling(spoken.text)))
                    made = self._read_clause(kept, kept) or (
                        orders.order_from_answer(kept) if skip_reasons.opens_as_request(kept) else []
                    )
                    if made:
                        return [replace(s, correction=True) for s in made]
        return []

    def _instead(self, found: list[Statement]) -> list[Statement]:
        """Corrected statements, without those of this message that they put right."""
        keys = {s.slot.key for s in found if s.slot}
        self.statements = [s for s in self.statements if not (s.slot and s.slot.key in keys)]
        return found

    def _clauses(self, spoken: Sentence, full: str, text: str) -> None:
        if items := self._listed(spoken, text):
            self._keep(items, spoken)
            return
        if moved := self._after_reason(text, full):
            self._keep(moved, spoken)
            return
        if short := orders.verbless_rule(text):
            self._keep(short, spoken)
            return
        if whole := orders.standing_order(text, full, request=False):
            parts = main_clauses(text)
            if len(parts) == 1:
                self._keep(whole, spoken)
                return
        correction = bool(_CORRECTS.match(full))
        made: list[Statement] = []
        self.met = made
        for clause in main_clauses(text):
            found = self._read_clause(frames.straighten_sentence(strip_opening(clause)), full)
            found = attach_tail_rule(found, made, clause, text)
            if (same := restore_verb_phrase(clause, made)) is not None:
                found = self._read_clause(same, full)
            if not found and made and made[-1].kind in (Kind.FACT, Kind.EVENT):
                found = orders.prohibition(clause)
            if not found:
                self.passed.append(
                    SkippedPart(text=clause, reason=skip_reasons.clause_skip_reason(clause) or "nothing specific")
                )
            self.met = made = join_statements(made, [replace(s, correction=s.correction or correction) for s in found])
        self._keep(made, spoken)

    def _after_reason(self, text: str, full: str) -> list[Statement]:
        """What a sentence says behind the reason for it: "the hall's flooded: the recital's now 10 June"."""
        found = _REASON_FIRST.fullmatch(text)
        why = person.third_person_objects(found["why"].strip(), user=True) if found else ""
        made = self._read_clause(found["rest"], full) if found else []
        return [replace(s, text=f"{s.text.rstrip('.')} ({why}).", correction=True) for s in made]

    def _listed(self, spoken: Sentence, text: str) -> list[Statement]:
        """Introductions and lists: below a heading each item completes it."""
        intro = address_names.introduction_items(text, ME)
        if intro:
            return intro + [
                s
                for item in re.split(r",\s*(?:and )?", text)
                if re.match(r"i\b|i'm\b", item, re.IGNORECASE)
                for s in self._read_clause(item, item)
            ]
        if named := address_names.address_forms(text, ME, opened=text) if address_names.is_introduction(text) else []:
            items = re.split(r",\s*(?:and\s+)?|\s+and (?=i\b|i'm\b|my\b)", text)[1:]
            return named + [
                s
                for item in items
                for s in self._read_clause(item, item) or address_names.introduction_items(f"intro: {item}", ME)
            ]
        head, colon, rest = text.partition(":")
        if colon and (opening := frames.heading_prefix(head)) is not None and rest.strip():
            items = [item for item in re.split(r",\s*(?:and\s+)?", rest.strip()) if item]
            return [s for item in items for s in self._item(opening, item, limit=frames.announces_limits(head))]
        ends_open = self.masked[spoken.end : spoken.end + 2].lstrip(" ").startswith(":") or self.masked[
            spoken.start : spoken.end + 1
        ].rstrip().endswith(":")
        if (opening := frames.heading_prefix(text)) is not None and ends_open:
            self.heading = opening
            return []
        if self.heading is not None and _bulleted(self.masked, spoken.start):
            return self._item(self.heading, text, limit=not self.heading)
        self.heading = None
        return []

    def _item(self, opening: str, item: str, *, limit: bool) -> list[Statement]:
        if not opening:
            return decisions.terse_decisions(item, listed_limits=limit) or decisions.limit_item(item)
        return self._read_clause(f"{opening} {item}", item)

    def _read_clause(self, clause: str, whole: str) -> list[Statement]:
        if skip_reasons.sentence_skip_reason(Sentence(text=clause, start=0, end=0), clause):
            return []
        if ordered := orders.verbless_rule(clause) or orders.standing_order(clause, whole, request=False):
            return ordered
        if named := address_names.address_forms(clause, ME, opened=whole):
            return named
        if liked := answers.answered_liking(clause, self.setting):
            return liked
        for short in SHORT:
            if found := short(clause):
                return found
        if skip_reasons.clause_skip_reason(clause):
            return []
        return self._told(clause, whole)

    def _told(self, clause: str, whole: str) -> list[Statement]:
        if not (meant := self._meant(_AS_EVER.sub("", clause))):
            return []
        clause = resolve_people(meant, self.scene)
        telling = parse_predication(clause, self.scene)
        if telling is None or _POINTING.match(telling.phrase):
            return [] if telling else plans.appointment(clause) or facts.labelled_fact(clause, ME)
        if (both := _TWO_PREDICATES.fullmatch(telling.phrase)) and telling.subject.role != "thing":
            parts = [self._of_phrase(replace(telling, phrase=both[name]), whole) for name in ("first", "second")]
            if all(parts):
                return drop_assistant_talk([*parts[0], *parts[1]])
        return drop_assistant_talk(self._of_phrase(telling, whole))

    def _of_phrase(self, telling: Predication, whole: str) -> list[Statement]:
        for family in PREDICATION_CONSTRUCTIONS:
            if found := read_phrase(family, telling):
                return self._once(found, whole)
        return self._once(facts.specific_fact(telling) or read_phrase(plain_statements.CONSTRUCTIONS, telling), whole)

    def _meant(self, clause: str) -> str:
        """The clause with "it" or "them" as what the user's last statement of a taste was about."""
        if bare := _BARE_IT.fullmatch(clause):
            clause = f"I {bare['verb'].lower()} {bare['it']}{bare['rest']}"
        found = _OF_IT.match(clause)
        last = self.statements[-1].slot if self.statements else None
        if self.met and self.met[-1].slot:
            last = self.met[-1].slot
        if found is None or last is None or last.attribute != "like":
            return "" if bare else clause
        said = phrases.first(last.value, self.masked)
        return f"{found['head']}{self.masked[said.start : said.end]}{clause[found.end() :]}" if said else clause

    def _once(self, found: list[Statement], whole: str) -> list[Statement]:
        return [replace(s, once=True) for s in found] if ONCE.search(whole) else found

    def _keep(self, found: list[Statement], spoken: Sentence) -> None:
        for statement in keep_whole_statements(found, spoken, self.masked):
            last = self.statements[-1] if self.statements else None
            if (
                last
                and last.kind is statement.kind is Kind.RULE
                and last.slot
                and statement.slot
                and last.slot.key == statement.slot.key
            ):
                text = f"{last.text.rstrip('.')}; {statement.text[:1].lower()}{statement.text[1:]}"
                self.statements[-1] = replace(last, text=text, end=spoken.end)
            else:
                self.statements.append(replace(statement, start=spoken.start, end=spoken.end))


def _bulleted(masked: str, start: int) -> bool:
    line = masked[masked.rfind("\n", 0, start) + 1 : start]
    return bool(re.fullmatch(r"\s*(?:[-*•]|\d{1,2}[.)])\s*", line))
