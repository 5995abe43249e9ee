"""Options and arguments that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

from mnemic.domain.record import Kind

Moment = Annotated[str | None, typer.Option(metavar="TIME")]
Name = Annotated[str | None, typer.Option(metavar="NAME")]
Id = Annotated[str | None, typer.Option(metavar="ID")]
Kinds = Annotated[list[Kind] | None, typer.Option(metavar="KIND")]
StatusName = Annotated[str, typer.Option(metavar="STATUS")]
Purposes = Annotated[list[str] | None, typer.Option("--for", metavar="PURPOSE")]
Retention = Annotated[str | None, typer.Option("--keep", metavar="TIME")]
Texts = Annotated[list[str] | None, typer.Option(metavar="TEXT")]
Yes = Annotated[bool, typer.Option("--yes", "-y")]
Hits = Annotated[int, typer.Option("-k", min=1, metavar="N")]
Count = Annotated[int, typer.Option(min=0, metavar="N")]
CountOrAll = Annotated[int | None, typer.Option(min=1, metavar="N")]
Switch = Annotated[bool, typer.Option()]
"""A flag with a twin that says no: --wait and --no-wait."""
