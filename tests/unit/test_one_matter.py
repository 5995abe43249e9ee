"""Statements of one value in two forms, and what only looks like them."""

from __future__ import annotations

from itertools import permutations

from mnemic.writing.compare import stated_matters, states_same_matter
from tests.tables import each_row

SAME = [
    ("The user works for Tarnley.", "The user's employer is Tarnley."),
    ("The user has a Galaxy S23.", "The user's phone is a Galaxy S23."),
    ("The user drives a Skoda Octavia.", "The user's car is a Skoda Octavia."),
    ("The user's insurance is with Zurich.", "The user is insured with Zurich."),
    ("The user banks with Revolut now.", "The user's bank is Revolut."),
    ("The user's rent is 1,150 pounds a month.", "The user pays £1150 rent every month."),
    ("The user's salary is 52,000 euros a year.", "The user earns 52000 euros a year."),
    ("The user's working hours are 8 to 4.", "The user works from 8 to 4."),
    ("The user is in charge of the loyalty app.", "The user's project is the loyalty app."),
    ("The user is reading Solaris.", "The user is in the middle of reading Solaris."),
    ("Dr Osei is the user's dentist.", "The user's dentist is Dr Osei."),
    ("The user is called Mara Lindt.", "The user's full name is Mara Lindt."),
    ("用户在蓝岭科技上班", "用户现在的公司是蓝岭科技"),
    ("用户买了台松下冰箱", "用户家冰箱是松下的"),
    ("用户买了重疾险", "用户的保险是重疾险"),
    ("用户做剪辑主要用达芬奇", "剪辑软件用户主要用达芬奇"),
    ("最好的朋友是邵阳", "邵阳是用户最好的朋友"),
    ("用户的牙医是柳医生", "柳医生是用户的牙医"),
    ("用户最拿手的菜是梅菜扣肉", "用户做菜最拿手的是梅菜扣肉"),
    ("用户在读《边城》", "用户现在读的书是《边城》"),
    ("用户现在改喝手冲了", "咖啡用户现在都喝手冲"),
]
APART = [
    ("The user works for Tarnley.", "The user's sister works for Tarnley."),
    ("The user works for Tarnley.", "The user used to work for Tarnley."),
    ("The user works for Tarnley.", "The user doesn't work for Tarnley."),
    ("The user has a Galaxy S23.", "The user had a Galaxy S23."),
    ("The user has a Galaxy S23.", "The user wants a Galaxy S23."),
    ("The user has a Galaxy S23.", "The user's dad's phone is a Galaxy S23."),
    ("The user has a Galaxy S23.", "The user's phone is a Galaxy S23 Ultra."),
    ("The user bought a Skoda Octavia for their mother.", "The user's car is a Skoda Octavia."),
    ("The user's rent is 1,150 pounds a month.", "The user pays $1150 rent every month."),
    ("The user's rent is 1,150 pounds a month.", "The user pays £1150 rent every week."),
    ("The user's salary is 52,000 euros a year.", "The user earns 52,000 euros a month."),
    ("The user's working hours are 8 to 4.", "The user sleeps from 8 to 4."),
    ("Dr Osei is the user's dentist.", "The user's doctor is Dr Osei."),
    ("用户在蓝岭科技上班", "用户以前在蓝岭科技上班"),
    ("用户在蓝岭科技上班", "用户的妹妹在蓝岭科技上班"),
    ("用户在蓝岭科技上班", "用户不在蓝岭科技上班"),
    ("用户买了台松下冰箱", "用户家空调是松下的"),
    ("用户买了台松下冰箱", "用户想买台松下冰箱"),
    ("用户的牙医是柳医生", "柳医生是用户的房东"),
    ("用户的牙医是柳医生", "用户妈妈的牙医是柳医生"),
    ("用户在读《边城》", "用户读完了《边城》"),
    ("用户做剪辑主要用达芬奇", "用户做调色主要用达芬奇"),
]


@each_row(("one", "other"), SAME)
def test_one_value_in_two_forms_is_one_statement(one: str, other: str) -> None:
    """The attribute may be a verb or a noun, and a person may stand before or behind."""
    assert states_same_matter(one, other)
    assert states_same_matter(other, one)


@each_row(("one", "other"), APART)
def test_near_misses_stand_apart(one: str, other: str) -> None:
    """Another value, subject, polarity, time, unit or attribute is another statement."""
    assert not states_same_matter(one, other)
    assert not states_same_matter(other, one)


def test_no_two_of_these_are_one_but_the_pairs() -> None:
    """Of all statements here, each is one with its own counterpart only: some eight hundred pairs."""
    pairs = {frozenset(pair) for pair in SAME}
    texts = [text for pair in SAME for text in pair]
    found = {frozenset(pair) for pair in permutations(texts, 2) if states_same_matter(*pair)}
    assert found == pairs


@each_row("text", ["", "。", "The user", "用户", "The user's phone is a ", "x" * 5_000, "用户买了" + "好" * 5_000])
def test_other_texts_have_no_form(text: str) -> None:
    """What is of no form says nothing here, however long."""
    assert stated_matters(text) == frozenset()
