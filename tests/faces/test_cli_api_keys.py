"""Keys of the server on the command line, in both languages and as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import pytest

import mnemic
from mnemic.domain.api_key import ApiKey
from mnemic.errors import Unauthenticated
from mnemic.faces.cli.app import run

pytestmark = pytest.mark.usefixtures("shell_of_alice")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that succeeds writes."""
    assert run(["api-key", *arguments]) == 0
    return capsys.readouterr().out


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The same as JSON."""
    return json.loads(said(capsys, *arguments, "--json"))


def verified(token: str) -> ApiKey:
    """The key of a token, if it is taken."""
    with mnemic.open(os.environ["MNEMIC_DB"], background=False) as memory:
        return memory.keys.verify(token)


def test_every_limit_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    """What is made has them; MNEMIC_USER is not one of them."""
    options = ["--user", "bob", "--users", "卡罗", "--verbs", "read,tasks.*", "--verbs", "add", "--actor", "agent"]
    options += ["--agent", "planner", "--tiers", "permanent=none,long_term=write", "--rate", "30", "--expires", "30d"]
    key = verified(shown(capsys, "create", "travel", *options)["token"])
    assert (key.name, key.actor, key.agent, key.users) == ("travel", "agent", "planner", ("bob", "卡罗"))
    assert key.verbs == ("read", "tasks.*", "add")
    assert dict(key.tiers) == {"permanent": "none", "long_term": "write"}
    assert key.requests_per_minute == 30
    assert key.expires_at is not None
    assert (key.expires_at - key.created_at).total_seconds() == pytest.approx(30 * 86_400, abs=5)
    plain = verified(shown(capsys, "create")["token"])
    assert (plain.users, plain.verbs, plain.admin, plain.expires_at) == (None, None, False, None)


@pytest.mark.parametrize(("language", "once"), [("en", "shown this once"), ("zh", "只显示这一次")])
def test_a_token_is_shown_once(capsys: pytest.CaptureFixture[str], language: str, once: str) -> None:
    """By `create`; neither `list` nor `show` has it or its hash."""
    text = said(capsys, "create", "web", "--admin", "--lang", language)
    token = text.split()[0]
    assert once in text
    assert verified(token).admin
    digest = verified(token).digest
    after = said(capsys, "list", "--lang", language) + said(capsys, "show", token, "--lang", language)
    after += said(capsys, "list", "--json") + said(capsys, "show", token.split("_")[1], "--json")
    assert token.split("_", 2)[2] not in after
    assert digest not in after
    assert "web" in after


def test_a_key_is_rotated_and_revoked(capsys: pytest.CaptureFixture[str]) -> None:
    """The old one is taken for its grace; states are listed."""
    first = shown(capsys, "create", "web")
    second = shown(capsys, "rotate", first["key"]["id"], "--grace", "10m")
    verified(first["token"])
    assert shown(capsys, "revoke", second["key"]["id"])["revoked_at"] is not None
    third = shown(capsys, "create")
    with pytest.raises(Unauthenticated):
        verified(second["token"])
    verified(third["token"])
    assert "revoked" in said(capsys, "list", "--lang", "en")
    assert "已吊销" in said(capsys, "list", "--lang", "zh")


def test_tenants_have_keys_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """A key made for one is listed there alone."""
    made = shown(capsys, "create", "--tenant", "acme")
    assert verified(made["token"]).tenant == "acme"
    assert shown(capsys, "list") == []
    assert [key["id"] for key in shown(capsys, "list", "--tenant", "acme")] == [made["key"]["id"]]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["create", "--verbs", "dance"], 1, "dance"),
        (["create", "--tiers", "permanent"], 2, "permanent=read"),
        (["create", "--tiers", "permanent=all"], 1, "all"),
        (["create", "--expires", "soon"], 1, "soon"),
        (["create", "--admin", "--verbs", "read"], 1, "administrator"),
        (["create", "--actor", "robot"], 2, "robot"),
        (["rotate", "000000000000", "--grace", "soon"], 2, "soon"),
        (["revoke", "000000000000"], 1, "api-key list"),
        (["show", "000000000000"], 1, "api-key list"),
    ],
)
def test_what_cannot_be_meant_is_said(
    capsys: pytest.CaptureFixture[str], arguments: Sequence[str], code: int, words: str
) -> None:
    """With the value and the way out."""
    assert run(["api-key", *arguments]) == code
    assert words in capsys.readouterr().err
