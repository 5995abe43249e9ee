"""What a file is by its bytes, how large an image is by its header, and what a text says without its markup."""

from __future__ import annotations

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemic.errors import InvalidFile, LimitExceeded
from mnemic.rooms.files.images import check_pixels
from mnemic.rooms.files.parts import data_url_content
from mnemic.rooms.files.text import decoded_text, text_pieces_of, text_without_markup
from mnemic.rooms.files.types import check_type_allowed, file_type_of, media_family
from tests.pictures import data_url, png, wav
from tests.tables import each_row, nonempty

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def box(kind: bytes) -> bytes:
    return b"\x00\x00\x00\x18ftyp" + kind + bytes(12)


@each_row(
    ("data", "media_type"),
    [
        (png(), "image/png"),
        (b"\xff\xd8\xff\xe0" + bytes(20), "image/jpeg"),
        (b"GIF89a" + bytes(20), "image/gif"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"BM\x3a\x00\x00\x00\x00\x00\x00\x00" + bytes(20), "image/bmp"),
        (b"II*\x00\x08\x00\x00\x00", "image/tiff"),
        (box(b"heic"), "image/heic"),
        (box(b"avif"), "image/avif"),
        (box(b"M4A "), "audio/mp4"),
        (box(b"isom"), "audio/mp4"),
        (wav(), "audio/wav"),
        (b"ID3\x04" + bytes(20), "audio/mpeg"),
        (b"\xff\xfb\x90\x00" + bytes(20), "audio/mpeg"),
        (b"OggS" + bytes(20), "audio/ogg"),
        (b"fLaC" + bytes(20), "audio/flac"),
        (b"%PDF-1.7\n", "application/pdf"),
        (b"PK\x03\x04" + bytes(26) + b"word/document.xml", WORD),
        ("你好，世界".encode(), "text/plain"),
        ("你好，世界".encode("gb18030"), "text/plain"),
        ("héllo".encode("utf-16"), "text/plain"),
        (b"<!DOCTYPE html><p>hi</p>", "text/html"),
        (b'<?xml version="1.0"?><svg xmlns="x"><text>hi</text></svg>', "image/svg+xml"),
    ],
)
def test_bytes_say_what_a_file_is(data: bytes, media_type: str) -> None:
    """The type comes from the bytes, whatever the file is called."""
    assert file_type_of(data, name="holiday.exe", declared=None).media_type == media_type


@each_row(
    ("name", "data", "media_type"),
    [
        ("a.md", b"# hi", "text/markdown"),
        ("a.csv", b"a,b", "text/csv"),
        ("a.json", b'{"a": 1}', "application/json"),
        ("a.json", b"not json", "text/plain"),
        ("a.html", b"just words", "text/plain"),
        ("a.txt", b"hi", "text/plain"),
    ],
)
def test_a_name_tells_texts_apart(name: str, data: bytes, media_type: str) -> None:
    """Among texts the ending decides, as far as the text bears it out."""
    assert file_type_of(data, name=name, declared=None).media_type == media_type


@each_row(
    ("data", "declared", "media_type"),
    [
        (png(), "image/png", "image/png"),
        (png(), "IMAGE/PNG; charset=binary", "image/png"),
        (png(), "application/octet-stream", "image/png"),
        (b"\xff\xd8\xff\xe0" + bytes(9), "image/jpg", "image/jpeg"),
        (wav(), "audio/x-wav", "audio/wav"),
        (box(b"isom"), "video/mp4", "video/mp4"),
        (b"a,b", "text/csv", "text/csv"),
    ],
)
def test_a_declared_type_may_have_another_name(data: bytes, declared: str, media_type: str) -> None:
    """Other names of the same type, and containers of sound and pictures, agree."""
    assert file_type_of(data, name="", declared=declared).media_type == media_type


@each_row(
    ("data", "declared"),
    [
        (png(), "image/jpeg"),
        (png(), "text/plain"),
        (b"hello", "image/png"),
        (b"hello", "application/json"),
        (b"MZ\x90\x00\x03\x00\x00\x00", "image/png"),
        (b"<svg></svg>", "image/png"),
        (png(), "no type"),
    ],
)
def test_a_declared_type_that_does_not_agree_is_refused(data: bytes, declared: str) -> None:
    """What is declared one thing and is another is not kept; the error names both."""
    with pytest.raises(InvalidFile):
        file_type_of(data, name="", declared=declared)


@each_row("data", [b"", b"MZ\x90\x00\x03", b"\x7fELF\x02\x01\x01\x00", bytes(64), b"PK\x03\x04" + bytes(60)])
def test_what_is_not_known_is_refused(data: bytes) -> None:
    """Programs, plain archives, bytes without a meaning, and nothing at all are no files of a memory."""
    with pytest.raises(InvalidFile):
        file_type_of(data, name="a.png", declared=None)


def test_types_may_be_narrowed() -> None:
    """A type is kept where its name or its family is allowed."""
    check_type_allowed("image/png", ["image/*"])
    check_type_allowed("image/png", ["image/png"])
    with pytest.raises(InvalidFile, match="file_types"):
        check_type_allowed("audio/wav", ["image/*", "audio/mpeg"])


@each_row(
    ("media_type", "kind"),
    [
        ("image/png", "image"),
        ("audio/wav", "audio"),
        ("video/mp4", "video"),
        ("image/svg+xml", "file"),
        ("text/csv", "file"),
    ],
)
def test_files_are_called_by_kind(media_type: str, kind: str) -> None:
    """A picture drawn in words is a file like any text."""
    assert media_family(media_type) == kind


LARGE = {
    "image/png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", 60_000, 60_000),
    "image/gif": b"GIF89a" + struct.pack("<HH", 60_000, 60_000),
    "image/bmp": b"BM" + bytes(12) + struct.pack("<Iii", 40, 60_000, -60_000),
    "image/jpeg": b"\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xc2\x00\x0b\x08"
    + struct.pack(">HH", 60_000, 60_000)
    + bytes(9),
    "image/webp": b"RIFF\x00\x00\x00\x00WEBPVP8X" + bytes(8) + b"\x5f\xea\x00\x5f\xea\x00" + bytes(4),
    "image/tiff": b"II*\x00\x08\x00\x00\x00\x02\x00"
    + struct.pack("<HHII", 256, 4, 1, 60_000)
    + struct.pack("<HHII", 257, 4, 1, 60_000),
    "image/avif": box(b"avif") + b"\x00\x00\x00\x14ispe\x00\x00\x00\x00" + struct.pack(">II", 60_000, 60_000),
}


@each_row("media_type", LARGE)
def test_an_image_that_would_fill_the_memory_is_refused(media_type: str) -> None:
    """A few bytes that unpack to billions are refused by the header; with room for them they pass."""
    with pytest.raises(LimitExceeded, match="60,000"):
        check_pixels(LARGE[media_type], media_type, pixels_max=100_000_000)
    check_pixels(LARGE[media_type], media_type, pixels_max=3_600_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("media_type", LARGE)
@given(data=st.data())
def test_a_damaged_header_is_refused(media_type: str, data: st.DataObject) -> None:
    """An image cut off anywhere, or with bytes exchanged, is taken or refused with an error of ours, never another."""
    whole = bytearray(LARGE[media_type])
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=3)):
        whole[place] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with suppress(InvalidFile, LimitExceeded):
        check_pixels(cut, media_type, pixels_max=100)


def test_an_image_without_a_size_is_refused() -> None:
    """No pixels, or no header to count them by."""
    for data in (png()[:14], LARGE["image/gif"][:7], b"GIF89a\x00\x00\x01\x00"):
        with pytest.raises(InvalidFile):
            check_pixels(data, "image/gif" if data[:1] == b"G" else "image/png", pixels_max=100)


@each_row("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_texts_are_decoded(encoding: str) -> None:
    """Chinese comes out the same in each encoding it comes in; line ends are made one."""
    text = "会议纪要\r\n参会：小林，Zoë 和 𠮷田"
    assert decoded_text(text.encode(encoding)) == text.replace("\r\n", "\n")


@given(st.binary(min_size=40))
def test_decoding_never_fails(data: bytes) -> None:
    """Whatever the bytes are, they are text or they are not."""
    text = decoded_text(data)
    assert text is None or "\0" not in text


def test_of_a_page_only_what_is_seen_is_kept() -> None:
    """Scripts, styles, comments and hidden elements are no words of a page, whatever is left open in them."""
    page = (
        "<html><head><title>Cabin</title><style>p{}</style><script>steal()</script></head><body><!-- obey -->"
        "<p>The key is <b>under</b> the pot.</p><p hidden>ignore me<br>too</p>"
        "<div style='display: none'><p>nor me</div>"
        "<ul><li>one<li>two</ul>&lt;3 &#21271;京</body></html>"
    )
    assert text_without_markup(page, "text/html").splitlines() == [
        "Cabin",
        "The key is under the pot.",
        "one",
        "two",
        "<3 北京",
    ]
    drawn = "<svg><metadata>x</metadata><text>Exit</text><text>left</text><script>x</script></svg>"
    assert text_without_markup(drawn, "image/svg+xml").splitlines() == ["Exit", "left"]


@given(st.text(alphabet="ab 。.\n，京", max_size=600), st.integers(20, 120))
def test_pieces_hold_the_whole_text(text: str, most: int) -> None:
    """Nothing but blanks is lost by cutting, and no piece is longer than the limit."""
    pieces = list(text_pieces_of(text, characters_max=most))
    assert all(0 < len(piece) <= most for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


@each_row("sentence", ["我们周三去看房子。", "We look at the flat on Wednesday. "])
def test_pieces_end_with_sentences(sentence: str) -> None:
    """A text without paragraphs is cut between sentences, in both languages."""
    for piece in nonempty(text_pieces_of(sentence * 40, characters_max=150)):
        assert piece.endswith(sentence.strip())


@each_row(
    ("url", "held"),
    [
        (data_url(png()), (png(), "image/png")),
        ("data:,hello%20there", (b"hello there", None)),
        ("data:text/plain;charset=utf-8;base64,aGk=", (b"hi", "text/plain")),
    ],
)
def test_data_urls_are_opened(url: str, held: tuple[bytes, str | None]) -> None:
    """Base64 or percent signs, with a type or without."""
    assert data_url_content(url, "It", bytes_max=10_000) == held


@each_row("url", ["data:image/png;base64", "data:image/png;base64,a$b", "file:///etc/passwd", ""])
def test_no_data_url_is_refused(url: str) -> None:
    """What is no data: URL, or no base64, is refused with a way out."""
    with pytest.raises(InvalidFile):
        data_url_content(url, "It", bytes_max=10_000)
