"""How large an image is, by its header alone: nothing is unpacked to find out."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from types import MappingProxyType

from mnemic.errors import InvalidFile, LimitExceeded

Size = tuple[int, int]
"""Width and height in pixels."""

_FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})  # JPEG markers without a length
_TIFF_ENTRIES_MAX = 4_096
_ISPE = re.compile(rb"ispe\x00\x00\x00\x00(....)(....)", re.DOTALL)  # ISO 23008-12: the extents of an image


def check_pixels(data: bytes, media_type: str, *, pixels_max: int, where: str = "The image") -> None:
    """Refuse an image that would fill the memory of whoever opens it.

    Raises:
        InvalidFile: its header does not say how large it is, or says that nothing is in it.
        LimitExceeded: it has more pixels than the setting `file_pixels_max`.
    """
    if media_type not in _SIZES:
        return
    try:
        size = _SIZES[media_type](data)
    except (struct.error, IndexError):
        size = None
    if size is None or min(size) < 1:
        raise InvalidFile(f"{where} is damaged: its header ({media_type}) does not say how large it is.")
    if size[0] * size[1] > pixels_max:
        raise LimitExceeded(
            f"{where} has {size[0]:,} x {size[1]:,} pixels, the limit is {pixels_max:,} (file_pixels_max)."
        )


def _png(data: bytes) -> Size | None:
    return struct.unpack(">II", data[16:24]) if data[12:16] == b"IHDR" else None


def _gif(data: bytes) -> Size:
    width, height = struct.unpack("<HH", data[6:10])
    return width, height


def _bmp(data: bytes) -> Size:
    if struct.unpack("<I", data[14:18])[0] == 12:  # the header of OS/2
        width, height = struct.unpack("<HH", data[18:22])
    else:
        width, height = struct.unpack("<ii", data[18:26])
    return abs(width), abs(height)


def _jpeg(data: bytes) -> Size | None:
    """Markers are gone through up to the frame header (ITU T.81, annex B)."""
    place = 2
    while place + 4 <= len(data):
        if data[place] != 0xFF:
            return None
        marker = data[place + 1]
        if marker == 0xFF:  # fill bytes may stand before a marker
            place += 1
        elif marker in _ALONE:
            place += 2
        elif marker in _FRAMES:
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return width, height
        else:
            place += 2 + struct.unpack(">H", data[place + 2 : place + 4])[0]
    return None


def _webp(data: bytes) -> Size | None:
    """RFC 9649: simple, lossless and extended."""
    form = data[12:16]
    if form == b"VP8X":
        wide = int.from_bytes(data[24:27], "little")
        high = int.from_bytes(data[27:30], "little")
        return (wide + 1, high + 1) if len(data) >= 30 else None
    if form == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None


def _tiff(data: bytes) -> Size | None:
    """The first directory; tags 256 and 257 (TIFF 6.0)."""
    order = "<" if data[:2] == b"II" else ">"
    (start,) = struct.unpack(f"{order}I", data[4:8])
    (count,) = struct.unpack(f"{order}H", data[start : start + 2])
    found: dict[int, int] = {}
    for number in range(min(count, _TIFF_ENTRIES_MAX)):
        entry = data[start + 2 + 12 * number : start + 14 + 12 * number]
        tag, kind = struct.unpack(f"{order}HH", entry[:4])
        if tag in (256, 257):
            form, end = ("H", 10) if kind == 3 else ("I", 12)
            found[tag] = struct.unpack(f"{order}{form}", entry[8:end])[0]
    return (found[256], found[257]) if len(found) == 2 else None


def _heif(data: bytes) -> Size | None:
    """The largest of the extents in it: a large image is made of small ones."""
    sizes = [struct.unpack(">II", found[1] + found[2]) for found in _ISPE.finditer(data[:1_000_000])]
    return max(sizes, key=lambda size: int(size[0]) * int(size[1]), default=None)


_SIZES: Mapping[str, Callable[[bytes], Size | None]] = MappingProxyType(
    {
        "image/png": _png,
        "image/gif": _gif,
        "image/bmp": _bmp,
        "image/jpeg": _jpeg,
        "image/webp": _webp,
        "image/tiff": _tiff,
        "image/heic": _heif,
        "image/avif": _heif,
    }
)
