"""Procedures in words: what is taught in talk, in which steps, with which gaps to be filled, and how it is amended."""

from mnemic.rooms.skill.procedure.amendment import amend_steps, find_amendment
from mnemic.rooms.skill.procedure.lesson import TaughtProcedure, find_taught_procedure, only_gives_name
from mnemic.rooms.skill.procedure.parameters import extract_parameters
from mnemic.rooms.skill.procedure.procedure_text import (
    ProcedureText,
    distinctive_phrase,
    format_procedure,
    parse_procedure,
    procedure_name,
)
from mnemic.rooms.skill.procedure.step_change import Amendment, StepAction
from mnemic.rooms.skill.procedure.step_split import count_order_marks, split_steps

__all__ = [
    "Amendment",
    "ProcedureText",
    "StepAction",
    "TaughtProcedure",
    "amend_steps",
    "count_order_marks",
    "distinctive_phrase",
    "extract_parameters",
    "find_amendment",
    "find_taught_procedure",
    "format_procedure",
    "only_gives_name",
    "parse_procedure",
    "procedure_name",
    "split_steps",
]
