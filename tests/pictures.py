"""Small files made in code."""

from __future__ import annotations

import base64
import random
import struct
import zlib


def png(width: int = 4, height: int = 3, *, seed: int = 0) -> bytes:
    """An image of random pixels: hardly a byte of it stands elsewhere."""
    chance = random.Random(seed)
    rows = b"".join(b"\0" + chance.randbytes(3 * width) for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 0)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def wav(*, seed: int = 0) -> bytes:
    """A tenth of a second of noise."""
    sound = random.Random(seed).randbytes(1_600)
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 8_000, 16_000, 2, 16)
    return (
        struct.pack("<4sI4s", b"RIFF", 36 + len(sound), b"WAVE")
        + form
        + struct.pack("<4sI", b"data", len(sound))
        + sound
    )


def data_url(data: bytes, media_type: str = "image/png") -> str:
    """A data: URL of it."""
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"
