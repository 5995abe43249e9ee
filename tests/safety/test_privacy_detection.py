"""What is taken for personal data and what is not, in every form people write it, and that no secret gets through."""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Callable
from pathlib import Path

from mnemic.domain.record import Json
from mnemic.safety.privacy.masking import find_personal_data, redact, redact_values
from tests.tables import each_row

HERE = Path(__file__).parent
SECRETS = 200


def rows(name: str) -> list[str]:
    """The lines of a table, with their escapes read."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.replace("\\n", "\n").replace("\\u200b", "\u200b").replace("\\\\", "\\") for line in lines]


@each_row("row", rows("privacy_found.txt"))
def test_found(row: str) -> None:
    """A value is found with its kind and exactly its characters, however it is grouped, widened or spelled out."""
    kind, value, text = row.split("\t")
    assert [(one.kind, text[one.start : one.end]) for one in find_personal_data(text)] == [(kind, value)]


@each_row("text", rows("privacy_left.txt"))
def test_left_alone(text: str) -> None:
    """Orders, versions, hashes, hotlines, amounts, placeholders, code and talk about passwords are no personal data."""
    assert redact(text).text == text


@each_row("row", rows("privacy_found.txt"))
def test_marker_is_no_value(row: str) -> None:
    """What a redaction left is nothing to redact, and leaves no part of the value but its end."""
    _, value, text = row.split("\t")
    once = redact(text)
    assert redact(once.text).text == once.text
    assert value not in once.text


Draw = Callable[[random.Random], str]


def _of(alphabet: str, length: int) -> Draw:
    return lambda drawn: "".join(drawn.choices(alphabet, k=length))


LETTERS = string.ascii_letters + string.digits
HEXADECIMAL = "0123456789abcdef"
FORMS: dict[str, Draw] = {
    "an OpenAI key": lambda drawn: "sk-" + _of(LETTERS, 40)(drawn),
    "a GitHub token": lambda drawn: "ghp_" + _of(LETTERS, 36)(drawn),
    "an AWS key": lambda drawn: _of(LETTERS + "+/", 40)(drawn),
    "a hexadecimal key": _of(HEXADECIMAL, 32),
    "a long hexadecimal key": _of(HEXADECIMAL, 64),
    "base64": lambda drawn: base64.b64encode(drawn.randbytes(32)).decode(),
    "a token": _of(LETTERS, 24),
    "a seed": _of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32),
    "a chosen password": lambda drawn: (
        drawn.choice(["Otter", "Kettle", "Saffron"]) + _of(string.digits, 4)(drawn) + "!x"
    ),
    "a drawn password": lambda drawn: _of(LETTERS, 5)(drawn) + drawn.choice("!$%*") + _of(LETTERS, 4)(drawn) + "7k",
}
SAYINGS = (
    "The api key is {0}, keep it.",
    "api_key = '{0}'",
    "export SERVICE_TOKEN={0}",
    "password: {0}",
    "log in with password {0} and look",
    "{{'secret': '{0}'}}",
    "Here is the new access token:\n{0}",
    "-H 'X-Api-Key: {0}'",
    "数据库密码是{0}，别外传",
    "密钥：{0}",
    "我把登录密码改成了{0}",
    "令牌 {0} 明天过期",
    "{0} is my password",
    "用{0}作为密码",
    "https://api.example.com/v1?token={0}&page=2",
)


@each_row("form", FORMS)
def test_no_secret_gets_through(form: str) -> None:
    """Whatever a secret is and however it is said, nothing of it is left."""
    drawn = random.Random(form)
    left = []
    for number in range(SECRETS // len(FORMS)):
        value, saying = FORMS[form](drawn), SAYINGS[number % len(SAYINGS)]
        kept = redact(saying.format(value)).text
        left += [kept for start in range(len(value) - 5) if value[start : start + 6] in kept][:1]
    assert left == []


def test_the_name_of_a_field_is_a_label() -> None:
    """In a JSON value the name of a field says what its text or number is."""
    given: Json = {
        "password": "swordfish",
        "phone": 13987654321,
        "order_id": "13987654321",
        "pages": [1, 2, {"pin": 482913}],
    }
    assert redact_values(given)[0] == {
        "password": "[SECRET]",
        "phone": "[CN_MOBILE …4321]",
        "order_id": "13987654321",
        "pages": [1, 2, {"pin": "[SECRET]"}],
    }


def test_json_inside_a_text() -> None:
    """The escapes of JSON hide nothing, one inside the other either."""
    assert "7712" not in redact(r'{"arguments": "{\"password\": \"Kestrel!7712\"}"}').text
    assert "11010519491231002X" not in redact(r'{"note": "\u8eab\u4efd\u8bc1\u53f711010519491231002X"}').text
