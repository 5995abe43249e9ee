"""Chinese statements as items. Words are cut anew along the thesaurus, since the dictionary's cut joins what belongs
apart (组由) and parts what belongs together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.language import dictionary
from mnemic.language.detect import HAN
from mnemic.language.meaning import quantity_zh
from mnemic.language.meaning.item import Item, Meaning, read_order
from mnemic.language.meaning.polarity_marks import mark_item, read_marks
from mnemic.language.meaning.thesaurus import Entry, Key, Thesaurus, bundled_thesaurus
from mnemic.language.segment import fold

_SMALL = frozenset(
    "的了是在我你他她它们也都就还又很有把对这那和与着过地得之而及从到于由以为因则让里上中才再说去来自其某所会要被后时用做当能给跟向往将您咱该此各某吗呢吧啊呀嘛哦等至并且或但若如果"
)
_DROPPED = frozenset(
    "用户 本人 自己 人家 我们 他们 她们 它们 你们 咱们 一个 一种 一下 一些 这个 那个 进行 通常 一般 平时 平常 目前"
    " 现在 如今 已经"
    " 一直 始终 一律 一概 一共 总共 非常 特别 十分 比较 有点 有些 可能 应该 需要 必须 因为 所以 由于 为了 关于 对于"
    " 如果 的话 时候"
    " 之后 以后 之前 起来 下来 出来 过来 固定 某个 某 其 自 每 今年 属于 作为 用来 东西 事情 这件 那件 就是 还是 也是"
    " 都是 真的 其实"
    " 至今 一向 向来 素来 各个 各 谁"
    " 主要 经常 常常 总是 老是 往往 这种 那种 之间 里面 上面 期间 阶段 大家 所有 每个 任何".split()
)
_GENERIC = frozenset(
    (
        # verbs of being, having, doing, coming about
        " 进行 接受 采用 拥有 变成 成为 办 做 搞 弄 拿 觉得 认为 感到 表示 叫 处于 存在 遭受 受到 得到 给予"
        " 给 使得 加以 打 起 开始 位于 名字 正在 正 请 选择 实行 展开 发生 出现 算是 算 称为 住处 在意 计"
        " 患有 患 得了 占 受 定 定在 须 需 若 想 成 设 设为 设成"
        # nouns that say what kind of thing is meant
        " 问题 情况 方面 水平 程度 时期 时段 时间 类 种 样子 内容 地方 部分 爱好 习惯 名字 名 家里 家中 自己 人"
        " 事 东西 数 一人 个人 总"
        # measures
        " 只 条 位 个 间 套 场 件 份 台 辆 本 张 次 回 趟 遍 家 户 栋 座 棵"
        " 扇 任何人 大家 所有人 人人 每个人 还没 还没有 尚未 还未 到了"
        " 株 把 支 根 颗 粒 片 块 杯 瓶 碗 顿 段 门 道 项 笔 那场 这场 那只 这只 那户"
        " 这起 那起 那位 这位 那家 这家 这些 那些 这门 那门 天 当天 当日 年 月 日"
        # adverbs
        " 更 最 比 比起 约 大约 大概 左右 全 全都 全部 统统 再 才 只 仅 光 总共 即 随时 随即 平均"
        " 每当 每逢 逢 仍 仍然"
    ).split()
)
"""Words that are not missed where the other statement lacks them."""
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝阿小老"
)
_NICKED = Regex(
    "[阿小老][王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏付方邹熊孟秦邱江尹薛阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严]"
)
_NICK = Regex("^[阿小老][\u4e00-\u9fff]{1,2}$|^[\u4e00-\u9fff](?:总|哥|姐|工|老师|经理)$")
_RUN = Regex(f"[{HAN}]+|[A-Za-z][A-Za-z0-9+#._-]*")
_HAN_RUN = Regex(f"[{HAN}]")
DENIED_WITHIN = 2  # characters from a negation to the word it denies: 不吃, 不能吃
_USER = Regex("用户|本人")
_NONE_BUT = Regex(
    r"除了?([^，,。；]{1,12}?)(?:以外|之外|外)?[，,]?(?:没有?(?:别的|其他)?人|(?:别|其他)人?都?[不没]|谁都[不没])"
)
_NOT_YET = Regex(r"(?:还没有?|没有?|未)([^，,。；]{1,6}?)(?:的时候|之前|以前|时)")
_PARTED = Regex("([贷存付结离退毕])了(款|婚|休|业)")
_FINISHED = Regex("([洗吃喝做写下上开健理搬])完(澡|饭|午饭|晚饭|早饭|茶|作业|班|课|会|身|发|家)")
_SUFFERED = Regex(r"^\W*(?:用户|他|她|我)?被")
_FROM = frozenset("从自")
_TAKES = Regex(".{0,3}?(?:借(?!给)|贷|学|请教|打听|买|租|要|讨)")
_TO = frozenset("到至成往给向")


def chinese_entry_key(entry: str) -> Key:
    """A thesaurus entry as its characters, a Latin word counting as one."""
    return tuple(_characters(fold(entry)))


def _characters(text: str) -> Iterator[str]:
    for match in re.finditer(rf"[{HAN}]|[^\W{HAN}]+", text):
        yield match.group()


@cached(maxsize=5_000)
def _tagged(run: str) -> tuple[tuple[str, str], ...]:
    return tuple(dictionary.tagged(run))


def _cheapest(run: str, book: Thesaurus, *, apart: bool = False) -> Iterator[tuple[int, int, Entry | None]]:
    """The cut of a run that costs least: thesaurus entries are dear to us, then dictionary words, then characters.
    `apart` leaves out the entry that is the whole run."""
    size = len(run)
    words: dict[int, int] = {}
    at = 0
    for word, _ in _tagged(run):
        words[at] = len(word)
        at += len(word)
    characters = tuple(run)
    best: list[tuple[float, int, int, Entry | None]] = [(0.0 if n == 0 else 1e9, 0, 0, None) for n in range(size + 1)]
    for start in range(size):
        cost = best[start][0]
        options: list[tuple[float, int, Entry | None]] = [
            (0.6 if run[start] in _SMALL and (run[start],) not in book.entries else 0.9, 1, None)
        ]
        if words.get(start, 1) > 1 and not (apart and words[start] == size):
            options.append((0.29 + 0.6 * words[start], words[start], None))
        if _NICKED.match(run, start):
            options.append((1.2, 2, None))
        if words.get(start) == 3 and run[start] in _SURNAMES and run[start + 2] in _SMALL:
            options.append((1.4, 2, None))  # the dictionary takes the next word into a name: 赵宇能
        for length in range(1, min(book.longest, size - start - apart) + 1):
            entry = book.entries.get(characters[start : start + length])
            if entry is not None:
                options.append((0.3 + 0.35 * length, length, entry))
        for price, length, entry in options:
            if cost + price < best[start + length][0] - 1e-9:
                best[start + length] = (cost + price, start, length, entry)
    cut: list[tuple[int, int, Entry | None]] = []
    at = size
    while at:
        _, start, length, entry = best[at]
        cut.append((start, length, entry))
        at = start
    yield from reversed(cut)


def _plainer(text: str) -> str:
    """A statement with its verbs in one piece, and "nobody but" and "while not yet" in the words they mean."""
    text = _NONE_BUT.sub(r"只有\1", text)
    text = _NOT_YET.sub(r"\1前", text)
    return _FINISHED.sub(r"\1\2完", _PARTED.sub(r"\1\2了", text))


def chinese_meaning(text: str, thesaurus: Thesaurus | None = None) -> Meaning:
    """What a Chinese statement says."""
    book = thesaurus or bundled_thesaurus("zh", chinese_entry_key)
    text = _plainer(text)
    quantities, rest = quantity_zh.scan_chinese_quantities(fold(text))
    marks, eaten = read_marks("zh", rest)
    items: list[Item] = []
    literal: list[str] = []
    denied = 0
    for match in _RUN.finditer(rest):
        run, offset = match.group(), match.start()
        if not _HAN_RUN.match(run):
            entry = book.entries.get((run,))
            concepts, classes = (entry.concepts, entry.classes) if entry else ({}, {})
            items.append(Item(form=run, start=offset, said=run, concepts=concepts, classes=classes, name=entry is None))
            literal.append(run)
            continue
        names = _names(run)
        for start, length, entry in _cheapest(run, book):
            word, place = run[start : start + length], offset + start
            if entry is None and (word in _SMALL or word in _DROPPED):
                continue
            literal.append(word)
            spoken = [p for p in range(place, place + length) if p not in eaten]
            if entry is None and not spoken:
                continue
            inside = sum(p in marks.negations for p in range(place, place + length)) if entry and length > 1 else 0
            denied += inside
            if not spoken and not (entry is not None and length > 1):
                continue
            item = _item(run, start, length, entry, offset=offset, names=names, book=book, spoken=spoken)
            items.append(replace(item, denials=inside, light=item.light or not (spoken or inside)))
    user, suffered = _USER.search(text), _SUFFERED.search(rest)
    return Meaning(
        language="zh",
        text=text,
        items=tuple(mark_item(item, marks, reach=DENIED_WITHIN) for item in items),
        quantities=tuple(quantities),
        negations=len(marks.negations) - denied,
        times=marks.times,
        bound=marks.bound,
        passive="被" in rest or "由" in rest,
        suffered=suffered.end() if suffered else -1,
        order=read_order("zh", rest),
        user=user.start() if user else -1,
        literal=tuple(literal),
        tokens=tuple(c for c in _characters(_USER.sub("", fold(text))) if c not in "的了"),
    )


def _item(
    run: str,
    start: int,
    length: int,
    entry: Entry | None,
    *,
    offset: int,
    names: frozenset[str],
    book: Thesaurus,
    spoken: Sequence[int],
) -> Item:
    word = run[start : start + length]
    before = run[start - 1 : start] if start else ""
    parts: tuple[Item, ...] = ()
    if entry is not None and length > 2:
        cut = list(_cheapest(word, book, apart=True))
        parts = tuple(
            _item(
                word,
                at,
                size,
                part,
                offset=offset + start,
                names=names,
                book=book,
                spoken=range(offset + start + at, offset + start + at + size),
            )
            for at, size, part in cut
            if any(known for _, _, known in cut) and not (part is None and _is_small(word[at : at + size]))
        )
    return Item(
        form=word if entry is not None else "".join(run[place - offset] for place in spoken),
        start=offset + start,
        said=word,
        concepts=entry.concepts if entry else {},
        classes=entry.classes if entry else {},
        name=entry is None
        and (
            word in names
            or bool(_NICKED.fullmatch(word))
            or (len(word) == 2 and any(name.startswith(word) for name in names))
        ),
        owner=run.startswith("的", start + length),
        light=_is_small(word) or word in _GENERIC or (word[0] in "每各" and word[1:] in _GENERIC),
        belongs=run[:start].endswith("用户的"),
        parts=parts,
        mark=_mark(before, run[start + length :]),
    )


def _mark(before: str, after: str) -> str:
    if before == "向" and _TAKES.match(after):
        return "from"  # 向银行贷款
    return "from" if before and before in _FROM else "to" if before and before in _TO else ""


def _is_small(word: str) -> bool:
    return word in _SMALL or word in _DROPPED or (len(word) == 1 and word in "不没别无未")


def _names(run: str) -> frozenset[str]:
    """The words of a run that look like a person's or a place's name."""
    return frozenset(
        word
        for word, tag in _tagged(run)
        if tag == "ns"
        or (tag in ("nr", "nrt", "nrfg") and len(word) in (2, 3) and word[0] in _SURNAMES)
        or (_NICK.match(word) and tag.startswith("nr"))
    )
