"""What is masked before storage, what is not, and that masking is stable."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mnemic.safety.privacy.masking import find_personal_data, redact
from tests.tables import each_row, nonempty


def kinds(text: str) -> list[str]:
    return [finding.kind for finding in find_personal_data(text)]


@each_row(
    ("text", "kind", "value"),
    [
        ("常用的号是１３９１２３４５６７８。", "CN_MOBILE", "１３９１２３４５６７８"),
        ("打 +86 139-1234-5678 找我", "CN_MOBILE", "+86 139-1234-5678"),
        ("幺三九一二三四五六七八，记一下", "CN_MOBILE", "幺三九一二三四五六七八"),
        ("身份证 11010519491231002X", "CN_ID", "11010519491231002X"),
        ("my card is 4111 1111 1111 1111", "BANK_CARD", "4111 1111 1111 1111"),
        ("写信到 li.lei+news@mail.example.cn 吧", "EMAIL", "li.lei+news@mail.example.cn"),
        ("QQ：987654321", "QQ", "987654321"),
        ("微信号是 lei_1987", "WECHAT", "lei_1987"),
        ("车牌浙B·9K2M7", "PLATE", "浙B·9K2M7"),
        ("家里座机(0571)88886666", "LANDLINE", "(0571)88886666"),
        ("call (212) 555-0187 after six", "PHONE", "(212) 555-0187"),
        ("SSN 219-09-9999", "SSN", "219-09-9999"),
        ("IBAN GB82 WEST 1234 5698 7654 32 please", "IBAN", "GB82 WEST 1234 5698 7654 32"),
        ("我住在厦门市思明区湖滨南路57号6栋803室。", "ADDRESS", "厦门市思明区湖滨南路57号6栋803室"),
        ("I live at 21 Baker Street, Apt 4B now", "ADDRESS", "21 Baker Street, Apt 4B"),
    ],
)
def test_span(text: str, kind: str, value: str) -> None:
    """A finding names its kind and exactly the value's characters in the original text."""
    assert [(finding.kind, text[finding.start : finding.end]) for finding in find_personal_data(text)] == [
        (kind, value)
    ]


@each_row(
    "text",
    [
        "我叫王小明，在华为工作，住在杭州。",
        "Anna Schmidt from Berlin works at Siemens.",
        "车库密码是4821，门牌是3号楼502。",
        "The garage code is 4821.",
        "订单号13912345678已经发货",
        "Your invoice number 4111111111111111 is ready",
        "固件版本 10.2.33.4 已发布",
        "密码是多少？我忘了。",
        "The password is required, the token is valid for an hour.",
        "中山路上有很多老房子，地铁2号线能到。",
    ],
)
def test_left_alone(text: str) -> None:
    """Names, places, companies, order numbers, door codes and talk about passwords are not masked."""
    assert redact(text).text == text


@each_row(
    ("text", "secret"),
    [
        ("key: sk-proj-Q7w8E9r0T1y2U3i4O5p6", "Q7w8E9r0"),
        ("用 ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4 登录", "A1b2C3d4"),
        ("aws AKIAQWERTYUIOPASDFGH", "QWERTYUIOP"),
        ("postgres://app:Tiger42@db.internal/x", "Tiger42"),
        ("Authorization: Bearer abcDEF123456ghiJKL", "abcDEF"),
        ("邮箱的密码是Qwer!2345，别忘", "Qwer!2345"),
        ("银行卡密码：385729", "385729"),
        ("my wifi password is swordfish", "swordfish"),
        ("passwd=letmein99;", "letmein99"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----", "MIIabc"),
    ],
)
def test_secret(text: str, secret: str) -> None:
    """Of a secret nothing is kept."""
    redacted = redact(text).text
    assert "[SECRET]" in redacted
    assert secret not in redacted
    assert secret[-4:] not in redacted


def test_last_four_are_kept() -> None:
    """Personal data leaves a marker with its kind and its last four characters."""
    assert redact("回电13912345678").text == "回电[CN_MOBILE …5678]"


def test_wrong_check_digit() -> None:
    """A number that only looks like an identity card is left alone unless it is called one."""
    assert kinds("参考 110105194912310021 这一项") == []
    assert kinds("身份证号110105194912310021") == ["CN_ID"]


FRAGMENTS = [
    "密码是",
    "password: ",
    "13912345678",
    "hunter2x",
    "@",
    "a.b@c.com",
    "身份证",
    "11010519491231002X",
    " ",
    "，",
    "[SECRET]",
    "[QQ …4321]",
    "QQ",
    "987654321",
    "湖滨南路57号",
    "6栋803室",
    "厦门市",
    "://",
    "root:pw1",
    "@host",
    "4111111111111111",
    "-",
    "号",
    "微信号",
    "lei_1987",
    "key ",
    "0571-",
    "88886666",
]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=9).map("".join))
def test_stable(text: str) -> None:
    """Redacting twice changes nothing more."""
    once = redact(text).text
    assert redact(once).text == once


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=9).map("".join))
def test_in_order(text: str) -> None:
    """Findings come in order and never overlap."""
    findings = nonempty(find_personal_data(f"{text}\nWrite to lei@zhou.example.\n"))
    assert findings == sorted(findings, key=lambda one: one.start)
    assert all(one.end <= other.start for one, other in pairwise(findings))
