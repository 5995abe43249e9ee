"""What short statements mean: words, quantities, polarity, time and roles."""

from __future__ import annotations

from mnemic.language.meaning import Closeness, judge_sameness, read_meaning
from mnemic.language.meaning.likeness import compare_meanings
from mnemic.language.meaning.quantity import Quantity, pair_quantities
from mnemic.language.meaning.quantity_en import scan_english_quantities as scan_en
from mnemic.language.meaning.quantity_zh import scan_chinese_quantities as scan_zh
from mnemic.language.meaning.thesaurus import parse_thesaurus
from tests.tables import each_row

NEAR = Closeness(e5=0.95, use=0.95)  # as near as two edits of one sentence are


def quantities(text: str) -> list[Quantity]:
    """The quantities of a text in either language."""
    scan = scan_en if text.isascii() or "€" in text else scan_zh
    return scan(text)[0]


@each_row(
    ("one", "other"),
    [
        ("The fast lasts 35 days", "Fasts for five weeks"),
        ("The film runs 150 minutes", "The film runs two and a half hours"),
        ("A rent of 2,400 euros", "Pays €2.4k in rent"),
        ("Calls home twice a week", "Calls home every 3.5 days"),
        ("The shop shuts at half past seven", "The shop shuts at 7:30 p.m."),
        ("The parcel weighs 4 kilos", "The parcel weighs 4 kg"),
        ("The gate is two metres wide", "The gate is 200 cm wide"),
        ("Paid on 3 May", "Paid on May 3rd"),
        ("Choir is on Thursdays", "Choir meets every Thursday"),
        ("试用期三个月", "试用期九十天"),
        ("桌子长1米2", "桌子长120厘米"),
        ("押金五千元", "押金5000块"),
        ("每半年洗一次牙", "一年洗两次牙"),
        ("猫重4公斤", "猫重八斤"),
        ("门店九点半开", "门店9:30开"),
        ("周日合唱", "星期天合唱"),
        ("零下五度", "-5℃"),
    ],
)
def test_one_amount_said_in_two_ways_is_one(one: str, other: str) -> None:
    """Units, words and figures are one measure."""
    left, right, both = pair_quantities(quantities(one), quantities(other))
    assert (left, right) == ([], [])
    assert both > 0


@each_row(
    ("one", "other"),
    [
        ("Rests for 20 minutes", "Rests for 20 seconds"),
        ("The lease costs 900 dollars", "The lease costs 900 euros"),
        ("Choir is on Thursday", "Choir is on Tuesday"),
        ("The freezer is at -5 degrees", "The freezer is at 5 degrees"),
        ("version 3.11.2", "version 3.11.4"),
        ("押金五千元", "押金五万元"),
        ("每周洗一次", "每月洗一次"),
        ("冰箱零下五度", "冰箱五度"),
        ("九点一刻", "九点三刻"),
    ],
)
def test_another_amount_is_another(one: str, other: str) -> None:
    """A unit, a sign or a currency makes another amount."""
    left, right, _ = pair_quantities(quantities(one), quantities(other))
    assert left
    assert right


@each_row(
    ("one", "other"),
    [
        ("The gate opens before noon.", "The gate opens after noon."),
        ("Rosa teaches Ivan the cello.", "Ivan teaches Rosa the cello."),
        ("The bus goes from Ghent to Lille.", "The bus goes from Lille to Ghent."),
        ("Plays the cello.", "Used to play the cello."),
        ("Has bought a canoe.", "Plans to buy a canoe."),
        ("Is allergic to latex.", "Is not allergic to latex."),
        ("The cellar must be at least 12 degrees.", "The cellar must be at most 12 degrees."),
        ("Rents a canoe on the lake.", "Rents a kayak on the lake."),
        ("Maya keeps the bees.", "Noor keeps the bees."),
        ("从青岛搬到大连", "从大连搬到青岛"),
        ("养金鱼", "以前养金鱼"),
        ("打算买独木舟", "买了独木舟"),
        ("对乳胶过敏", "对乳胶不过敏"),
        ("地窖不能高于12度", "地窖不能低于12度"),
        ("晚饭前遛狗", "晚饭后遛狗"),
        ("养了两只金鱼", "养了两只乌龟"),
    ],
)
def test_an_edit_that_changes_what_is_said_is_never_the_same(one: str, other: str) -> None:
    """However near the vectors are, an edited word, role, bound, time or denial keeps statements apart, both ways."""
    for left, right in ((one, other), (other, one)):
        judged = judge_sameness(left, right, NEAR)
        assert judged is not None
        assert not judged.same, judged.why


def test_statements_of_two_languages_are_not_compared() -> None:
    """A thesaurus knows one language."""
    assert judge_sameness("Keeps bees.", "养蜜蜂") is None


def test_without_vectors_only_what_is_covered_word_for_word_is_the_same() -> None:
    """Everything that one says must be in the other; else nearness would have to decide."""
    same, open_ = (
        judge_sameness("Gets up at 6:30.", "Wakes up at half past six."),
        judge_sameness("Keeps bees.", "Is an apiarist."),
    )
    assert same is not None
    assert same.same
    assert open_ is not None
    assert not open_.same


def test_a_group_of_the_thesaurus_has_two_sides() -> None:
    """The right side of a group is the contrary of the left; a class tells its members and their synonyms apart."""
    book = parse_thesaurus(
        iter(["big | large || small", "# a comment", "= red | blue", "blue | azure"]), lambda text: (text,)
    )
    assert book.entries["big",].concepts == {"big": 1}
    assert book.entries["small",].concepts == {"big": -1}
    assert book.entries["azure",].classes == book.entries["blue",].classes != book.entries["red",].classes


def test_a_passive_or_a_converse_word_turns_the_roles_back() -> None:
    """Who comes first says nothing by itself."""
    one, other = read_meaning("Rosa checks Ivan's maps."), read_meaning("Ivan's maps are checked by Rosa.")
    assert one is not None
    assert other is not None
    assert not compare_meanings(one, other).turned


@each_row(
    ("one", "other"),
    [
        ("Prefers plums to cherries.", "Prefers cherries to plums."),
        ("Would rather sail than row.", "Would rather row than sail."),
        ("比起划船，更喜欢帆船。", "喜欢划船胜过帆船。"),
        ("The choir was amateur until 2011.", "The choir was amateur in 2011."),
        ("A permit needs one signature.", "Two signatures make a permit."),
        ("Walks the lurcher after seven.", "The lurcher gets its walk at seven o'clock."),
        ("The ferry takes more than 40 cars.", "40 cars fit on the ferry."),
        ("渡轮可载四十辆车。", "渡轮最多载40辆车。"),
    ],
)
def test_preference_side_and_bound_keep_rewordings_apart(one: str, other: str) -> None:
    """What is liked less, the side of a time, a bound and the number one count however a statement is worded."""
    for left, right in ((one, other), (other, one)):
        judged = judge_sameness(left, right, NEAR)
        assert judged is not None
        assert not judged.same, judged.why


@each_row(
    ("one", "other"),
    [
        ("院子三亩大", "院子有2000平方米"),
        ("按季度浇水", "每三个月浇一次水"),
        ("六天擦一回窗", "每六天擦一次窗"),
        ("得了五百三十分", "得分530"),
        ("The interval lasts three quarters of an hour.", "The interval lasts 45 minutes."),
    ],
)
def test_areas_rates_and_points_are_measures_too(one: str, other: str) -> None:
    """亩 and square metres, 按季度 and every three months, points and a bare number are one amount."""
    left, right, both = pair_quantities(quantities(one), quantities(other))
    assert (left, right) == ([], [])
    assert both > 0


def test_what_something_is_preferred_to_may_stay_unsaid() -> None:
    """ "Prefers plums to cherries" says that plums are preferred."""
    judged = judge_sameness("Prefers plums to cherries.", "Prefers plums.")
    assert judged is not None
    assert judged.same


@each_row(
    ("one", "other"),
    [
        ("The user always locks the shed.", "The user rarely locks the shed."),
        ("Visitors must sign in.", "Visitors may sign in."),
        ("Only Greta feeds the geese.", "Greta also feeds the geese."),
        ("Almost finished the boat.", "Finished the boat."),
        ("The heating is on.", "The heating is off."),
        ("Gets paid before the fifteenth.", "Gets paid on the fifteenth."),
        ("Tom is as tall as Greta.", "Tom is taller than Greta."),
        ("经常游泳。", "很少游泳。"),
        ("访客必须登记。", "访客可以登记。"),
        ("阿青喂鹅。", "只有阿青喂鹅。"),
        ("差点考上大学。", "考上大学。"),
        ("房租涨到700。", "房租涨了700。"),
        ("跟阿青一起上班。", "替阿青上班。"),
    ],
)
def test_small_words_of_extent_and_force_keep_statements_apart(one: str, other: str) -> None:
    """Always and rarely, must and may, only and also, on and off carry no content, and yet decide."""
    for left, right in ((one, other), (other, one)):
        judged = judge_sameness(left, right, NEAR)
        assert judged is not None
        assert not judged.same, judged.why


@each_row(
    ("one", "other"),
    [
        ("The kiln is lit at 6 a.m.", "The kiln is lit at 6 p.m."),
        ("The kiln is lit at 06:00.", "The kiln is lit at 18:00."),
        ("The kiln is lit at six in the morning.", "The kiln is lit at six in the evening."),
        ("The kiln is lit at noon.", "The kiln is lit at midnight."),
        ("早上六点点窑", "傍晚六点点窑"),
        ("凌晨两点换班", "下午两点换班"),
        ("6:00点窑", "18:00点窑"),
    ],
)
def test_the_halves_of_the_day_are_apart(one: str, other: str) -> None:
    """What is said of a clock time's half of the day counts; twelve hours later is another time."""
    left, right, _ = pair_quantities(quantities(one), quantities(other))
    assert left
    assert right


@each_row(
    ("one", "other"),
    [
        ("The kiln is lit at 6 p.m.", "The kiln is lit at 18:00."),
        ("The kiln is lit at half past six in the evening.", "The kiln is lit at 6:30 pm."),
        ("The kiln is lit at 12:20 a.m.", "The kiln is lit at 00:20."),
        ("The kiln is lit at six.", "The kiln is lit at 6 p.m."),
        ("晚上九点点窑", "21:00点窑"),
        ("半夜十二点换班", "0:00换班"),
        ("六点点窑", "早上6点点窑"),
    ],
)
def test_one_clock_time_may_be_said_in_two_ways(one: str, other: str) -> None:
    """Twelve and twenty-four hours, parts of the day, and a time without any are one time."""
    left, right, both = pair_quantities(quantities(one), quantities(other))
    assert (left, right) == ([], [])
    assert both > 0


APART = {
    "converse": [
        ("Borrowed a loom from Noor.", "Lent a loom to Noor."),
        ("Is learning the zither.", "Is teaching the zither."),
        ("Bought the barge.", "Sold the barge."),
        ("Rents a studio in Lille.", "Rents out a studio in Lille."),
        ("Hired a mason.", "Was hired as a mason."),
        ("Mentors Noor.", "Is mentored by Noor."),
        ("Takes weaving lessons on Fridays.", "Gives weaving lessons on Fridays."),
        ("把织机借给了阿青。", "向阿青借了织机。"),
        ("在学古筝。", "在教古筝。"),
        ("租了一间画室。", "出租一间画室。"),
        ("雇了一名瓦匠。", "被聘为瓦匠。"),
        ("请阿青看戏。", "阿青请他看戏。"),
    ],
    "order": [
        ("Stirs the dye before heating it.", "Heats the dye before stirring it."),
        ("First sweeps the loft, then oils the loom.", "First oils the loom, then sweeps the loft."),
        ("Rests after rehearsing.", "Rests before rehearsing."),
        ("先扫地再浇花。", "先浇花再扫地。"),
        ("午睡之后练琴。", "午睡之前练琴。"),
        ("先称重后装箱。", "先装箱后称重。"),
    ],
    "quantifier": [
        ("Only weavers may enter.", "Everyone may enter."),
        ("All the looms are oak.", "Some of the looms are oak."),
        ("Nobody in the choir smokes.", "Everybody in the choir smokes."),
        ("Works every Sunday.", "Works some Sundays."),
        ("只有织工能进。", "所有人都能进。"),
        ("每个窑都要检修。", "有的窑要检修。"),
        ("一半的织机闲着。", "所有织机都闲着。"),
    ],
    "stage": [
        ("Has not glazed the pots yet.", "Has already glazed the pots."),
        ("Is still firing the pots.", "Has fired the pots."),
        ("Is about to glaze the pots.", "Has glazed the pots."),
        ("Was once a weaver.", "Is a weaver."),
        ("The survey is under way.", "The survey is complete."),
        ("还没上釉。", "已经上釉了。"),
        ("还在写剧本。", "剧本写完了。"),
        ("检修正在进行。", "检修已经完成。"),
    ],
}
TOGETHER = {
    "converse": [
        ("Borrowed a loom from Noor.", "Noor lent her a loom."),
        ("Mentors Noor.", "Noor is mentored by him."),
        ("Is a tenant of Mr Voss.", "Mr Voss is her landlord."),
        ("Moved from Lille to Ghent.", "Relocated to Ghent from Lille."),
        ("Gets hives from red wine.", "Red wine gives her hives."),
        ("把织机借给了阿青。", "阿青向他借了织机。"),
        ("阿青借给李薇三百块。", "李薇向阿青借了三百块。"),
        ("跟王老师学古筝。", "王老师教她古筝。"),
        ("阿青是李薇的上级。", "李薇向阿青汇报。"),
        ("向信用社贷了款。", "从信用社贷款。"),
    ],
    "order": [
        ("Stirs the dye before heating it.", "Heats the dye after stirring it."),
        ("First sweeps the loft, then oils the loom.", "Sweeps the loft before oiling the loom."),
        ("Lived in Ghent before Lille.", "Before Lille she lived in Ghent."),
        ("先扫地再浇花。", "浇花之前先扫地。"),
        ("先称重后装箱。", "称重之后再装箱。"),
        ("洗完澡再练琴。", "先洗澡再练琴。"),
    ],
    "quantifier": [
        ("Only weavers see the ledger.", "Nobody but weavers sees the ledger."),
        ("Every loom is oak.", "Each loom is oak."),
        ("除了织工没人能进。", "只有织工能进。"),
        ("每个窑都要检修。", "所有窑都要检修。"),
        ("一家人都会划船。", "全家都会划船。"),
    ],
    "stage": [
        ("Has yet to glaze the pots.", "Hasn't glazed the pots yet."),
        ("Hasn't glazed the pots yet.", "Still hasn't glazed the pots."),
        ("Is about to retire.", "Will retire soon."),
        ("Was once a weaver.", "Used to be a weaver."),
        ("还没上釉。", "尚未上釉。"),
        ("曾经是织工。", "以前是织工。"),
    ],
}


@each_row(("one", "other"), [pair for pairs in APART.values() for pair in pairs])
def test_roles_order_quantifiers_and_stages_keep_statements_apart(one: str, other: str) -> None:
    """Who does it to whom, what comes first, how many it holds for, and whether it is done yet decide, both ways."""
    for left, right in ((one, other), (other, one)):
        judged = judge_sameness(left, right, NEAR)
        assert judged is not None
        assert not judged.same, judged.why


@each_row(("one", "other"), [pair for pairs in TOGETHER.values() for pair in pairs])
def test_roles_order_quantifiers_and_stages_may_be_said_in_two_ways(one: str, other: str) -> None:
    """A converse word, a passive, the other connective or another quantifier word say the same, both ways."""
    for left, right in ((one, other), (other, one)):
        judged = judge_sameness(left, right, NEAR)
        assert judged is not None
        assert judged.same, judged.why
