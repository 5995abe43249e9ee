"""Procedures in words: what is taught in talk, in which steps, with which gaps to be filled, and how it is amended."""

from mnemic.rooms.skill.procedure.amending import amended, amendment
from mnemic.rooms.skill.procedure.change import Amendment, Deed
from mnemic.rooms.skill.procedure.parameters import parameters_in
from mnemic.rooms.skill.procedure.reading import Taught, essence, named, read, written
from mnemic.rooms.skill.procedure.splitting import order_marks, steps_of
from mnemic.rooms.skill.procedure.teaching import Teaching, names_only, taught

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
