"""Procedures in words: what is taught in talk, in which steps, with which gaps to be filled, and how it is amended."""

from mnemic.language.steps.amending import amended, amendment
from mnemic.language.steps.change import Amendment, Deed
from mnemic.language.steps.parameters import parameters_in
from mnemic.language.steps.reading import Taught, essence, named, read, written
from mnemic.language.steps.splitting import order_marks, steps_of
from mnemic.language.steps.teaching import Teaching, names_only, taught

__all__ = [
    "Amendment",
    "Deed",
    "Taught",
    "Teaching",
    "amended",
    "amendment",
    "essence",
    "named",
    "names_only",
    "order_marks",
    "parameters_in",
    "read",
    "steps_of",
    "taught",
    "written",
]
