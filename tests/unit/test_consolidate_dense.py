"""Dense sentences: what they are made of, and the proof that they say their parts and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from mnemic.upkeep.consolidation.fusion import (
    StatementParts,
    assemble_sentence,
    clause_mismatch,
    fuse_clauses,
    sentence_mismatch,
    split_statement,
)
from mnemic.upkeep.consolidation.fusion.proof import content_signs
from tests.tables import each_row


def parts(language: str, names: Sequence[str], *texts: str) -> list[StatementParts]:
    return [split_statement(str(number), text, language, names) for number, text in enumerate(texts)]


@each_row(
    ("language", "names", "texts", "dense"),
    [
        (
            "en",
            [],
            ["The user likes Python.", "The user used Django.", "The user will learn FastAPI."],
            "The user likes Python, used Django and will learn FastAPI.",
        ),
        (
            "en",
            [],
            [
                "The user likes tea.",
                "The user doesn't like rain.",
                "The user likes chess.",
                "The user doesn't like fog.",
            ],
            "The user likes tea and chess; doesn't like rain or fog.",
        ),
        (
            "en",
            ["Tom"],
            ["The user's friend Tom lives in Oslo.", "Tom works as a nurse.", "Tom's birthday is on 3 May."],
            "The user's friend Tom lives in Oslo and works as a nurse; Tom's birthday is on 3 May.",
        ),
        (
            "en",
            ["dog", "Rex"],
            ["The user's dog is called Rex.", "Rex is a beagle.", "Rex weighs 12.5 kg."],
            "The user's dog is called Rex; Rex is a beagle and weighs 12.5 kg.",
        ),
        (
            "en",
            ["Ana"],
            ["Ana plays the oboe, badly.", "Ana and Leo share a flat.", "Ana lives in Porto."],
            "Ana plays the oboe, badly; lives in Porto; Ana and Leo share a flat.",
        ),
        (
            "en",
            ["Falcon"],
            ["Falcon is written in Rust.", "Falcon budget is 20,000 euros.", "Falcon usually is built on Mondays."],
            "Falcon is written in Rust and usually is built on Mondays; Falcon budget is 20,000 euros.",
        ),
        (
            "zh",
            [],
            ["用户喜欢Python", "用户用过Django", "用户打算学FastAPI"],
            "用户喜欢Python，用过Django，打算学FastAPI",
        ),
        (
            "zh",
            ["李雷", "朋友"],
            ["用户的朋友李雷住在杭州", "李雷是牙医", "用户李雷不吃辣", "李雷的生日是5月3日"],
            "用户的朋友李雷住在杭州，是牙医，不吃辣；李雷的生日是5月3日",
        ),
        (
            "zh",
            [],
            ["用户喜欢爬山", "用户不喜欢香菜", "用户喜欢喝乌龙茶", "用户喜欢听民谣"],
            "用户喜欢爬山、喝乌龙茶和听民谣，不喜欢香菜",
        ),
    ],
)
def test_one_sentence_comes_of_several(language: str, names: list[str], texts: list[str], dense: str) -> None:
    """Subjects and shared verbs are said once, everything else word for word; and it proves."""
    listed = parts(language, names, *texts)
    pieces = fuse_clauses(listed)
    assert assemble_sentence(pieces, language) == dense
    assert sentence_mismatch(dense, listed) == ""
    assert [clause_mismatch(piece.text, piece.parts) for piece in pieces] == [""] * len(pieces)


@each_row(
    "text",
    [
        "The user likes tea and chess.",
        "The user likes tea, chess and go in 2024.",
        "The user likes tea, chess, go and opera.",
        "The user never likes tea, chess and go.",
        "Ben likes tea, chess and go.",
    ],
)
def test_a_sentence_that_says_less_or_more_is_refused(text: str) -> None:
    """A missing value, a number, a name, a negation or a word that no part has."""
    listed = parts("en", [], "The user likes tea.", "The user likes chess.", "The user likes go.")
    assert sentence_mismatch(text, listed) != ""


@each_row(
    ("language", "names", "texts", "clause"),
    [
        ("en", [], ["The user used Django.", "The user will learn FastAPI."], "used FastAPI and will learn Django"),
        ("en", [], ["The user used Django.", "The user will learn FastAPI."], "has used Django and FastAPI"),
        ("en", [], ["The user likes red apples.", "The user likes green tea."], "likes green apples and red tea"),
        ("en", [], ["The user likes jazz.", "The user doesn't like rain."], "likes rain and doesn't like jazz"),
        ("en", [], ["The user likes jazz.", "The user hates fog."], "likes jazz and fog"),
        ("en", [], ["The user likes tea or coffee."], "likes tea and coffee"),
        ("en", [], ["The user owns 12.5 acres."], "owns 12 acres"),
        ("zh", [], ["用户用过Django", "用户打算学FastAPI"], "用过FastAPI，打算学Django"),
        ("zh", [], ["用户喜欢爬山", "用户不喜欢下雨"], "喜欢爬山和下雨"),
        ("zh", ["李雷"], ["李雷住在杭州"], "住过杭州"),
    ],
)
def test_a_clause_that_mixes_up_its_parts_is_refused(
    language: str, names: list[str], texts: list[str], clause: str
) -> None:
    """Each statement must be said by itself: its polarity, time and numbers cannot pass to another's value."""
    assert clause_mismatch(clause, parts(language, names, *texts)) != ""


@each_row(
    ("language", "texts", "clause"),
    [
        ("en", ["The user used Django.", "The user will learn FastAPI."], "will learn FastAPI, and has used Django"),
        ("en", ["The user likes tea.", "The user likes chess."], "The user likes both chess and tea"),
        ("en", ["The user doesn't like rain.", "The user doesn't like fog."], "doesn't like rain or fog"),
        ("zh", ["用户用过Django", "用户打算学FastAPI"], "打算学FastAPI，并且用过Django"),
        ("zh", ["用户喜欢爬山", "用户喜欢民谣"], "也喜欢民谣和爬山"),
    ],
)
def test_a_clause_in_another_order_holds(language: str, texts: list[str], clause: str) -> None:
    """Order and joints are free."""
    assert clause_mismatch(clause, parts(language, [], *texts)) == ""


@each_row(
    "pair",
    [
        ("Ana lives in Porto.", "Leo lives in Rome."),
        ("李雷住在杭州", "韩梅梅住在上海"),
    ],
)
def test_a_clause_is_about_one_subject(pair: tuple[str, str]) -> None:
    """Two people's homes are not one clause."""
    language = "en" if pair[0].isascii() else "zh"
    listed = parts(language, ["Ana", "Leo", "李雷", "韩梅梅"], *pair)
    assert clause_mismatch(" ".join(one.predicate for one in listed), listed) == "it speaks of several subjects"


def test_tokens_keep_what_changes_a_value() -> None:
    """Signs, decimals, minus and what programmers write; full-width forms are the same."""
    assert content_signs("Ｃ++ at -5°, 1,200.50€ (2026-12)") == ["c++", "at", "-5", "°", "1,200.50", "€", "2026-12"]
    assert content_signs("三岁，不吃辣") == list("三岁不吃辣")
