"""Laws of consolidation over whatever is said."""

from __future__ import annotations

from datetime import UTC

from hypothesis import given, settings
from hypothesis import strategies as st

from mnemic.api.memory import UserMemory
from mnemic.domain.consolidated import is_consolidated, part_ids_of
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.consolidation.consolidate import plan_consolidation
from mnemic.upkeep.consolidation.fusion import (
    assemble_sentence,
    clause_mismatch,
    fuse_clauses,
    sentence_mismatch,
    split_statement,
)
from mnemic.upkeep.consolidation.fusion.proof import content_signs
from mnemic.upkeep.jobs.execution import UpkeepContext, carry_out
from tests.conftest import Ticking
from tests.conftest import assembled as opened_over
from tests.effort import examples

SUBJECTS = {
    "en": ("The user", "Tom", "The user's friend Tom", "Ana's dog"),
    "zh": ("用户", "李雷", "用户的朋友李雷", "小美的狗"),
}
SAID = {
    "en": (
        "likes tea",
        "likes red wine",
        "doesn't like fog",
        "doesn't like rain or snow",
        "used Go 1.21",
        "owns 3 cats",
        "will learn Rust",
        "lives in Oslo, near the sea",
        "has never been to Rome",
        "likes tea more than coffee",
    ),
    "zh": (
        "喜欢喝茶",
        "喜欢红酒",
        "不喜欢下雨",
        "用过Go 1.21",
        "养了3只猫",
        "打算学Rust",
        "住在海边，靠近港口",
        "没去过罗马",
        "喜欢茶胜过咖啡",
    ),
}
LIKES = {
    "en": (
        "I like hiking.",
        "I like sushi.",
        "I like jazz.",
        "I don't like fog.",
        "I like chess.",
        "I like tea.",
        "My friend Tom lives in Oslo.",
        "Tom works as a nurse.",
        "Tom likes boats.",
    ),
    "zh": (
        "我喜欢爬山。",
        "我喜欢吃川菜。",
        "我喜欢听民谣。",
        "我不喜欢香菜。",
        "我喜欢下棋。",
        "我喜欢喝茶。",
        "我用过Django。",
        "我喜欢Python。",
        "我打算学FastAPI。",
    ),
}
VIEW = (
    "id",
    "text",
    "kind",
    "slot",
    "entities",
    "sources",
    "said_at",
    "valid_from",
    "valid_to",
    "mention_count",
    "confidence",
    "importance",
    "metadata",
    "status",
    "superseded_at",
)


@st.composite
def statements(draw: st.DrawFn) -> tuple[str, list[str]]:
    language = draw(st.sampled_from(["en", "zh"]))
    pairs = draw(
        st.lists(
            st.tuples(st.sampled_from(SUBJECTS[language]), st.sampled_from(SAID[language])),
            min_size=1,
            max_size=8,
            unique=True,
        )
    )
    space = " " if language == "en" else ""
    return language, [f"{subject}{space}{what}" for subject, what in pairs]


@given(statements())
def test_no_value_is_lost_and_none_is_invented(drawn: tuple[str, list[str]]) -> None:
    """Whatever is merged by rules says every word of its parts and no other, and the check agrees."""
    language, texts = drawn
    listed = [split_statement(str(number), text, language, ["Tom", "李雷"]) for number, text in enumerate(texts)]
    pieces = fuse_clauses(listed)
    dense = assemble_sentence(pieces, language)
    assert sentence_mismatch(dense, listed) == ""
    assert all(clause_mismatch(piece.text, piece.parts) == "" for piece in pieces)
    held = set(content_signs(dense))
    assert all(set(content_signs(part.predicate)) <= held for part in listed)
    assert held <= {token for text in texts for token in content_signs(text)} | {"and", "or", "和"}


@given(statements(), st.data())
def test_a_sentence_without_one_of_its_parts_is_refused(drawn: tuple[str, list[str]], data: st.DataObject) -> None:
    """The check finds whatever was left out, unless others say it."""
    language, texts = drawn
    listed = [split_statement(str(number), text, language, ["Tom", "李雷"]) for number, text in enumerate(texts)]
    left = data.draw(st.sampled_from(listed))
    rest = [part for part in listed if part is not left]
    others = {token for part in rest for token in (*content_signs(part.predicate), *content_signs(part.subject))}
    if rest and set(content_signs(left.predicate)) - others:
        assert sentence_mismatch(assemble_sentence(fuse_clauses(rest), language), listed) != ""


def _view(user: UserMemory) -> list[tuple[object, ...]]:
    return [tuple(getattr(memory, name) for name in VIEW) for memory in user.list()]


@settings(max_examples=examples(25), deadline=None)
@given(st.sampled_from(["en", "zh"]), st.data())
def test_planned_again_there_is_nothing_and_undone_all_is_as_before(language: str, data: st.DataObject) -> None:
    """A plan is empty after it was carried out; undoing every dense memory brings the very same statements back."""
    texts = data.draw(st.lists(st.sampled_from(LIKES[language]), min_size=3, max_size=9, unique=True))
    clock = Ticking()
    with opened_over(InMemoryStore(), clock=clock) as memory:
        user = memory.user("alice")
        for text in texts:
            user.add(text)
            clock.advance(hours=1)
        before = _view(user)
        clock.advance(days=8)
        tending = UpkeepContext(writing=memory._core.writing, count=len)
        report = carry_out(
            tending, user._scope, plan_consolidation(tending, user._scope, clock.now()), now=clock.now(), actor="mnemic"
        )
        assert not report.skipped
        assert plan_consolidation(tending, user._scope, clock.now()).steps == ()
        dense = [one for one in user.list() if is_consolidated(one)]
        held = [id for one in dense for id in part_ids_of(one)]
        assert len(held) == len(set(held))
        clock.advance(hours=1)
        for one in dense:
            user.undo(one.id)
        assert _view(user) == before
    assert clock.now().tzinfo is UTC
