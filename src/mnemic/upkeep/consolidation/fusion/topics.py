"""What a person does or takes up, by fields in which several statements make one subject although they share no word:
"likes Python", "used Django", "will learn FastAPI"."""

from __future__ import annotations

from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.language.scene import Scene, scenes
from mnemic.language.segment import fold

_FIELDS = {
    "python": "python django flask fastapi pandas numpy scipy pytorch pytest celery pydantic sqlalchemy jupyter poetry",
    "javascript": "javascript typescript react vue vue.js angular svelte next.js node.js nodejs deno bun webpack vite",
    "jvm": "java kotlin scala spring springboot maven gradle hibernate mybatis clojure",
    "systems": "rust cargo tokio c++ cmake golang zig llvm webassembly",
    "data": "postgres postgresql mysql sqlite redis mongodb kafka spark airflow clickhouse elasticsearch snowflake dbt"
    " hive flink",
    "cloud": "docker kubernetes k8s terraform aws azure gcp ansible helm jenkins prometheus grafana",
    "tongues": "english spanish french german italian japanese korean mandarin cantonese portuguese russian arabic"
    " dutch swedish 英语 西班牙语 法语 德语 意大利语 日语 韩语 粤语 葡萄牙语 俄语 阿拉伯语 普通话",
    "instruments": "piano guitar violin cello flute drums ukulele saxophone clarinet trumpet"
    " 钢琴 吉他 小提琴 大提琴 古筝 二胡 长笛 架子鼓 尤克里里 萨克斯 琵琶",
    "endurance": "running marathon triathlon cycling swimming jogging 跑步 马拉松 铁人三项 骑行 游泳 慢跑",
    "ball games": "tennis badminton football soccer basketball squash volleyball ping-pong padel"
    " 网球 羽毛球 足球 篮球 乒乓球 排球 壁球",
    "outdoors": "hiking climbing camping bouldering kayaking skiing snowboarding surfing fishing"
    " 徒步 爬山 攀岩 露营 滑雪 冲浪 钓鱼 登山",
}
"""Words that tell a field, so chosen that each tells one."""

_WORD = Regex(r"[^\W_" + HAN + r"]+(?:[.+#-][^\W_" + HAN + r"]+)*(?:\+\+|#)?")
_FIELD_OF = {word: name for name, words in _FIELDS.items() for word in words.split()}
_HAN_FIELDS = {word: name for word, name in _FIELD_OF.items() if not word.isascii()}


def activity_field(text: str) -> str | None:
    """The field a text tells, or None where it tells none or several."""
    folded = fold(text)
    found = {_FIELD_OF[word] for word in _WORD.findall(folded) if word in _FIELD_OF}
    found |= {name for word, name in _HAN_FIELDS.items() if word in folded}
    return next(iter(found)) if len(found) == 1 else None


def single_scene(text: str) -> Scene | None:
    """The part of life a text tells, or None where it tells none or several."""
    found = scenes(text)
    return found[0] if len(found) == 1 else None
