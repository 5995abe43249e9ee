"""Reading what the guard has learned from a file in the package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from mnemic.errors import EmbedderUnavailable


@contextmanager
def learned_arrays(path: Path) -> Iterator[Mapping[str, NDArray[Any]]]:
    """The arrays of a file of weights, by name.

    Raises:
        EmbedderUnavailable: the file is missing or damaged, or has not what is read of it.
    """
    try:
        with path.open("rb") as opened, np.load(opened) as arrays:
            yield arrays
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise EmbedderUnavailable(f"What the guard has learned cannot be read ({error}). Reinstall mnemic.") from error
