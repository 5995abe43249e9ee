"""A file of reported cases in the notation of others, driven by the same driver.

`MNEMIC_CASES` names the file: one JSON object a line, with `id` and `input`, a list of steps. What is right stands
there in prose; here it is held as data, by id and number of step. "@2" is what step 2 says. Operations that Mnemic
does not have yet are played by what carries the same promise; STOOD_IN says which.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cases.driver import Played, cases, play
from tests.cases.operations import ON_FILE

Step = dict[str, Any]
Case = Mapping[str, Any]

FILE = os.environ.get("MNEMIC_CASES")
CASES: Mapping[int, Case] = {case["id"]: case for case in cases(Path(FILE))} if FILE else {}

STOOD_IN: Mapping[int, str] = {
    38: "a day's list: the dates in a prompt",
    75: "delete with a history: reject; forgetting is physical",
    82: "consolidation: a model that reads what is added",
    99: "reembed: rewording and back",
    110: "REST: the library",
    128: "export: the list",
    138: "session windows: the session as a whole",
    140: "metadata filters: crafted sessions and statuses",
    148: "an asynchronous chat model: the asynchronous face",
    151: "skills: a procedure in words",
    152: "the LangGraph store: sessions and turn ids",
}
"""What is not there yet, and what is driven in its place."""

NEGATIVE = {"slot.polarity": -1}
MINE = {"slot.subject": "user"}
BLANK = {"error": "InvalidQuery", "embedded": 0}
FIRST_A, FIRST_B, FINE = {"first": "$a"}, {"first": "$b"}, {"error": None}

RIGHT: Mapping[int, Mapping[int, Any]] = {
    6: {3: {"ids": ["$a", "$b", "$c"]}, 4: {"first": "$b"}},
    13: {
        2: {"contains": ["cold brew"], "lacks": ["oolong"]},
        5: {"contains": ["大理"], "lacks": ["成都"]},
        6: {"actions": ["add", "supersede"], "in_time": True},
    },
    18: {4: {"count": 4, "every": NEGATIVE}},
    28: {
        2: {"ids": ["$a"], "texts": ["@1"]},
        3: {"has_not": ["$a"]},
        4: {"first": "$a"},
        7: {"ids": ["$z"], "texts": ["@6"]},
        8: {"has_not": ["$z"]},
    },
    31: {
        1: {"every": {"text": "~2023-02-09"}},
        2: {"every": {"text": "~2024-01-10"}},
        3: {"every": {"text": "~2024-02-27", "recorded_at": "2025-06-15T12:00:00+00:00"}},
        4: {"count": 3, "no": {"said_at": "~2025"}, "lacks": ["2025"]},
    },
    38: {2: {"ids": ["$a"]}, 3: {"count": 0}, 4: {"fields": {"said_at": "2026-04-15T16:30:00+00:00"}}},
    45: {0: {"no": MINE}, 1: {"no": MINE, "every": {"text": "~老赵"}}, 2: {"no": MINE}, 3: {"no": MINE}},
    53: {4: {"count": 1, "contains": ["metric units"]}},
    57: {2: {"error": "StoreUnavailable"}} | {number: {"count": 0} for number in range(3, 8)},
    63: {
        3: {"texts": ["@0"]},
        4: {"texts": ["@0"]},
        5: {"count": 3},
        6: {"texts": ["@0"]},
        7: {"error": "InvalidScope"},
        8: {"error": "InvalidInput"},
    },
    67: {
        4: {"texts": ["@0"]},
        5: {"texts": ["@2"]},
        7: {"texts": ["@2"]},
        8: {"texts": ["@2"]},
        9: {"error": "InvalidScope"},
        10: {"texts": ["@2"]},
    },
    75: {
        3: {
            "actions": ["add", "revise", "retract"],
            "in_time": True,
            "fields": {"0.before": None, "2.before.text": "@1", "2.before.recorded_at": "2026-03-02T09:00:00+00:00"},
        }
    },
    89: {4: {"texts": ["@1"]}, 5: {"texts": ["@1"]}, 7: {"texts": ["@1"]}},
    99: {
        4: {"texts": ["@1"], "degraded": ["64", "96"]},
        7: {"count": 2, "degraded": []},
        8: {"count": 2, "every": {"fingerprint": "hashing-96"}},
    },
    110: dict.fromkeys(range(1, 6), BLANK),
    115: {2: {"parts": [FIRST_A, FIRST_A, FIRST_A, FIRST_B, FINE, FIRST_B, *[FINE] * 12]}},
    118: {3: {"first": "$zh"}, 4: {"first": "$ja"}, 5: {"first": "$ko"}, 6: {"count": 0}},
    123: {
        0: {"every": {"kind": "event"}},
        1: {"every": {"kind": "skill"}},
        2: {"every": {"kind": "preference"}},
        3: {"either": [{"every": {"kind": "fact"}}, {"every": {"kind": "episode"}}]},
        4: {"every": {"kind": "event"}},
        5: {"every": {"kind": "skill"}},
    },
    126: {2: {"ids": ["$same"]}, 3: {"first": "$same", "falling": True, "best": 0.99}, 4: {"count": 0}},
    128: {
        1: {"count": 1137, "distinct": True},
        2: {"count": 1137},
        3: {"count": 1137},
        4: {"fields": {"memories": 1137}},
        5: {"error": "InvalidQuery"},
        6: {"error": "InvalidQuery"},
        7: {"count": 0},
    },
    131: {
        5: {"error": "ConfirmationRequired"},
        6: {"texts": ["@0"], "every": {"tier": "permanent", "status": "active"}},
        7: {"error": "ConfirmationRequired"},
        8: {"fields": {"0.memories.0": "$p"}},
    },
    134: {3: {"each": {"within_budget": True}, "parts": [{"fields": {"text": ""}}]}},
    138: {1: {"paired": True, "roles": "system user assistant tool tool assistant user assistant tool user".split()}},
    140: {number: {"lacks": ["@0"]} for number in (2, 3, 4, 5, 7)} | {6: {"error": "InvalidQuery"}},
    148: {},
    151: {4: {"count": 1, "every": {"kind": "skill"}, "contains": ["submit"], "lacks": ["crash"]}},
    152: {
        1: {"every": {"recorded_at": "2026-03-02T09:00:00+00:00"}},
        2: {"texts": ["@1"]},
        3: {"texts": ["@1"]},
        5: {"count": 0},
        7: {"count": 1},
    },
}

AFTER: Mapping[int, Sequence[Step]] = {
    13: [{"op": "list", "include_inactive": True, "expect": {"some": {"id": "$a", "superseded_by": "$b"}}}],
    18: [{"op": "add", "text": "I love zydeco", "expect": {"every": {"slot.polarity": 1}}}],
    28: [
        {"op": "add", "user": "fresh", "text": "@1", "infer": False},
        {"op": "search", "user": "fresh", "q": "@4", "mode": "vector", "expect": {"scores_as": "step 4"}},
    ],
    67: [
        {"op": "search", "user": "b", "q": "@2", "mode": mode, "expect": {"texts": ["@2"]}}
        for mode in ("keyword", "vector")
    ],
    89: [{"op": "search", "q": "@1", "mode": mode, "expect": {"texts": ["@1"]}} for mode in ("keyword", "vector")]
    + [{"op": "cli", "arguments": ["list", "--json"], "process": True, "expect": {"value": 0, "contains": ["@1"]}}],
    115: [{"op": "list", "expect": {"ids": ["$a", "$b"]}}],
    118: [
        {"op": "fault", "where": "embedder"},
        {"op": "search", "q": "@3", "expect": {"first": "$zh"}},
    ],
    131: [{"op": "get", "id": "$p", "expect": {"error": "MemoryNotFound"}}],
    140: [
        {"op": "list", "user": "v", "expect": {"texts": ["@0"]}},
        {"op": "add", "text": "odd", "infer": False, "meta": {"a.b": 1, 'a"b': 2, "键": 3}},
        {"op": "list", "expect": {"some": {"metadata": {"a.b": 1, 'a"b': 2, "键": 3}}}},
    ],
    148: [{"op": "list", "expect": {"count": 200, "distinct": True}}, {"op": "close"}, {"op": "close"}],
}
"""Steps of our own after those of the file."""


@pytest.mark.skipif(FILE is None, reason="MNEMIC_CASES names no file of cases")
@pytest.mark.parametrize("store", ["sqlite", "inmemory"])
@pytest.mark.parametrize("id", [*RIGHT, 22, 82, 94])
def test_a_case_of_the_file(id: int, store: str, tmp_path: Path) -> None:
    """Every step of it comes out as is right, in every variant."""
    for number, played in enumerate(variants(CASES[id], store)):
        folder = tmp_path / str(number)
        folder.mkdir()
        play(played, folder)


@pytest.mark.skipif(FILE is None, reason="MNEMIC_CASES names no file of cases")
def test_no_case_of_the_file_is_left_out() -> None:
    """All its cases are driven."""
    assert set(CASES) <= {*RIGHT, 22, 82, 94}


def variants(case: Case, store: str) -> Iterator[Played]:
    """A case over one store, in each of its variants. What needs a file is played over one."""
    id = case["id"]
    if id in SPECIAL:
        yield from SPECIAL[id](case, store)
        return
    steps = [*judged(id, [step for given in case["input"] for step in translated(given, id)]), *AFTER.get(id, ())]
    on_file = {step["op"] for step in steps} & ON_FILE or "reopen" in str(steps)
    where = "sqlite" if on_file else store
    resolved: list[Step] = with_texts(steps, steps)
    answers = ["never given"] if id == 151 else []
    yield Played(name=str(id), steps=resolved, store=where, answers=answers)
    if id == 38:
        there, other = {"expect": {"ids": ["$a"]}}, {"expect": {"count": 0}}
        moved = [resolved[0] | {"zone": "UTC"}, resolved[1], resolved[2] | other, resolved[3] | there]
        yield Played(name="38 in UTC", steps=moved, store=where)
    if id == 67:
        yield Played(name="67 awaited", steps=resolved, store=where, awaited=True)


def judged(id: int, steps: Sequence[Step]) -> list[Step]:
    """Steps with what is right about them."""
    right = RIGHT[id]
    return [
        {**step, "label": f"step {number}", **({"expect": right[number]} if number in right else {})}
        for number, step in enumerate(steps)
    ]


def with_texts(value: Any, steps: Sequence[Step]) -> Any:
    """A value with "@n" replaced by what step n says or asks."""
    if isinstance(value, str) and re.fullmatch(r"@\d+", value):
        step = steps[int(value[1:])]
        return next(step[name] for name in ("text", "value", "q") if name in step)
    if isinstance(value, dict):
        return {name: with_texts(part, steps) for name, part in value.items()}
    return [with_texts(part, steps) for part in value] if isinstance(value, list) else value


def translated(given: Case, id: int) -> list[Step]:
    """One step of the file as steps of the driver."""
    step: Step = {name: value for name, value in given.items() if not name.startswith("expect")}
    step |= RENAMED.get(step["op"], {})
    if step["op"] == "for_each_backend":
        return [part for inner in step["steps"] for part in translated(inner, id)]
    if step["op"] == "delete" and id == 75:
        step["op"] = "reject"
    if step["op"] in ("list", "delete_all"):
        step.setdefault("user", None if id in (63, 67) else "u1")
    change = CHANGED.get(given["op"])
    return [step if change is None else change(step)]


RENAMED: Mapping[str, Step] = {
    "consolidate": {"op": "run_due"},
    "maintenance": {"op": "run_due"},
    "forget": {"op": "delete"},
    "export": {"op": "list"},
    "count": {"op": "list"},
    "rest": {"op": "search"},
    "skill_record": {"op": "add"},
    "skill_find": {"op": "search", "kinds": ["skill"]},
    "session_load": {"op": "add", "run": "window"},
    "session_window_each": {"op": "turns", "run": "window"},
    "store_put": {"op": "put"},
    "store_get": {"op": "list"},
    "store_search": {"op": "list"},
    "store_batch": {"op": "at_once", "times": 20},
    "python": {"op": "async_rounds", "rounds": 50, "template": "round {i}"},
}


def opened(step: Step) -> Step:
    """An opening: its zone, its clock, and the columns of its embedder."""
    changed: Step = {"op": "open"} | {name: step[name] for name in ("now",) if name in step}
    if "tz" in step:
        changed["zone"] = step["tz"]
    if "path" in step:
        changed["reopen"] = True
    if columns := re.search(r"\d+", step.get("embedder", "")):
        changed["embedder"] = int(columns[0])
    return changed


def added(step: Step) -> Step:
    """An add: a text that is a formula written out, permanent memory by its own operation."""
    text = step.get("text")
    if isinstance(text, dict) and (formula := re.fullmatch(r"'(.)'\*(\d+)", text["py"])):
        step = {**step, "text": formula[1] * int(formula[2])}
    return {**step, "op": "add_permanent"} if step.get("tier") == "permanent" else step


def filtered(step: Step) -> Step:
    """A filter on metadata, which there is none of: its name and value as session and task. An order: as a status."""
    changed = {name: value for name, value in step.items() if name not in ("filters", "order_by")}
    for name, value in step.get("filters", {}).items():
        changed |= {"run": name, "session": name, "task": str(value)}
    return {**changed, "status": step["order_by"]} if "order_by" in step else changed


def faulted(step: Step) -> Step:
    """A fault by the name it has here."""
    where = {"vector insert": "put", "llm": "model"}.get(step.get("where", ""))
    return {"op": "fault"} | ({"where": where} if where else {})


def deleted(step: Step) -> Step:
    """A deletion by a question."""
    return {**step, "q": step["query"]} if "query" in step else step


def moved(step: Step) -> Step:
    """A step of the clock, in days."""
    return {"op": "set_now", "by": {"days": int(step["now"].strip("+d"))}}


def recorded(step: Step) -> Step:
    """A procedure in words; a run that failed is the agent's own word, and no procedure."""
    text = f"How to {step['task']}: {', then '.join(step['steps'])}"
    failed = {"messages": [{"role": "assistant", "content": f"It failed: {', '.join(step['steps'])}"}]}
    return {"op": "add", **({"text": text} if step["outcome"] == "success" else failed)}


def talked(step: Step) -> Step:
    """A session from its short form: role, and the ids of calls in brackets."""
    messages = []
    for number, short in enumerate(step["messages"]):
        role, _, inside = short.rstrip(")").partition("(")
        ids = re.findall(r"c\d+", inside)
        message: Step = {"role": {"sys": "system"}.get(role, role), "content": f"message {number}"}
        if role == "tool":
            message["tool_call_id"] = ids[0]
        elif ids:
            message["tool_calls"] = [{"id": id, "type": "function"} for id in ids]
        messages.append(message)
    return {**step, "messages": messages}


def stored(step: Step) -> Step:
    """A document of a store: its text under its key, in its namespace as a session."""
    value = step.get("value")
    namespace = "/".join(step.get("namespace", ("users",)))
    if step["op"] == "at_once":
        return {**step, "step": {"op": "add", "run": namespace, "turn": "k", "text": "one of many", "infer": False}}
    return {**step, "namespace": namespace, "run": namespace, "value": value["c"] if value else None}


CHANGED: Mapping[str, Callable[[Step], Step]] = {
    "open": opened,
    "add": added,
    "search": filtered,
    "list": filtered,
    "count": filtered,
    "fault": faulted,
    "forget": deleted,
    "set_now": moved,
    "rest": lambda step: {"op": "search", "q": step["body"]["query"]},
    "skill_record": recorded,
    "session_load": talked,
    "store_put": stored,
    "store_get": stored,
    "store_search": stored,
    "store_batch": stored,
}


def made_up_numbers(case: Case, store: str) -> Iterator[Played]:
    """Case 22: the answer of the model, written loosely in the file; two known memories are there."""
    loose = re.search(r"\[\{.*\}\]", case["llm_stub"])
    assert loose is not None
    strict = re.sub(r"(\w+): ", r'"\1": ', loose[0]).replace("'", '"')
    answer = re.sub(r": ([A-Z]+)\b", r': "\1"', strict)
    texts = [item["text"] for item in json.loads(answer) if "text" in item]
    known = [{"op": "add", "text": f"known matter {n}", "infer": False, "as": n} for n in ("p", "q")]
    untouched = [
        {"op": "get", "id": f"${n}", "expect": {"every": {"version": 1, "status": "active"}}} for n in ("p", "q")
    ]
    said, listed = case["input"]
    steps: list[Step] = [
        *known,
        {**said, "expect": {"calls": 1, "contains": ["12", "nope"], "reported": texts}},
        *untouched,
        {**listed, "expect": {"contains": [texts[0]]}},
    ]
    yield Played(name="22", steps=steps, store=store, answers=[answer])


def written_meanwhile(case: Case, store: str) -> Iterator[Played]:
    """Case 82: what happens while the model thinks, by number of the note."""
    bulk, _, event, *_ = case["input"]
    notes = [
        {"op": "add", "text": bulk["template"].replace("{i}", str(n)), "infer": False, "as": f"n{n}"}
        for n in range(bulk["n"])
    ]
    happening = [
        {**step, "id": f"$n{step['nth']}"} if "nth" in step else {**step, "as": "new"} for step in event["steps"]
    ]
    new, edited, gone = happening
    answer = {"memories": [{"text": "old note 2 and old note 3", "turn": 1, "replaces": list(range(1, 7))}]}
    steps: list[Step] = [
        *notes,
        {"op": "add", "text": "merge old note 2 and old note 3", "infer": "llm", "meanwhile": happening},
        {"op": "get", "id": "$new", "expect": {"texts": [new["text"]]}},
        {"op": "get", "id": edited["id"], "expect": {"texts": [edited["text"]], "every": {"status": "active"}}},
        {"op": "get", "id": gone["id"], "expect": {"error": "MemoryNotFound"}},
        {"op": "list", "expect": {"calls": 1, "has": ["$new", edited["id"]]}},
    ]
    yield Played(name="82", steps=steps, store=store, answers=[json.dumps(answer)])


def wrapped_answers(case: Case, store: str) -> Iterator[Played]:
    """Case 94: the answer in each of its wrappings, one run for each."""
    held = re.search(r'\{"facts":.*?\]\}', case["llm_stub"])
    assert held is not None
    body = held[0]
    said, listed = case["input"]
    steps = [{**said, "expect": {"calls": 1, "count": 2}}, {**listed, "expect": {"texts": json.loads(body)["facts"]}}]
    fenced = f"```json\n{body}\n```"
    wrappings = [
        fenced,
        f"```\n{body}\n```",
        f"```JSON\n{body}\n```",
        fenced.replace("\n", "\r\n"),
        f"Certainly:\n{fenced}\nMore on {{request}}.",
        f"\ufeff{body}",
        f"“如下”：\n{fenced}\n以上“两条”",
    ]
    for number, answer in enumerate(wrappings):
        yield Played(name=f"94, wrapping {number}", steps=steps, store=store, answers=[answer])


SPECIAL: Mapping[int, Callable[[Case, str], Iterator[Played]]] = {
    22: made_up_numbers,
    82: written_meanwhile,
    94: wrapped_answers,
}
"""Cases whose answers of the model are told in prose."""
