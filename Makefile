# Every target first brings .venv and the compiled core up to date.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
CORE_SOURCES := $(wildcard ext/rebelote/*.pyx ext/rebelote/*.pxd ext/rebelote/*.h) setup.py pyproject.toml

.PHONY: build demo serve test bench strength hints fusion puzzles collection messages lint clean
.DEFAULT_GOAL := build

build: $(VENV)/.built

# The stamp is older than a source exactly when something must be built again; an editable
# install sees changed Python files by itself, but never a changed .pyx or .pxd.
$(VENV)/.built: $(CORE_SOURCES)
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: build
	$(VENV)/bin/rebelote analyse examples/records/classic.json

serve: build
	$(VENV)/bin/rebelote serve

test: build
	$(PY) -m pytest $(PYTEST_ARGS)

bench: build
	$(PY) benchmarks/run.py $(BENCH_ARGS)

# How well and how fast the hints are; strength takes half an hour or more.
strength: build
	$(PY) benchmarks/strength.py --markdown $(STRENGTH_ARGS)

hints: build
	$(PY) benchmarks/hints.py --markdown $(HINTS_ARGS)

fusion: build
	$(PY) benchmarks/fusion.py --markdown $(FUSION_ARGS)

# How many good puzzles a minute are found.
puzzles: build
	$(PY) benchmarks/puzzling.py --markdown $(PUZZLES_ARGS)

# The puzzles that ship, searched, chosen and verified anew; takes a while.
collection: build
	$(PY) solver/rebelote/puzzling/collection/rebuild.py $(COLLECTION_ARGS)

# The translations, compiled; says what lacks one.
messages: build
	$(PY) solver/rebelote/locale/rebuild.py

# cython-lint starts pycodestyle by name: the tools' folder must be on the path.
lint: build
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH"; set -e; \
	ruff check .; ruff format --check .; mypy; cython-lint ext; lint-imports

clean:
	rm -rf $(VENV) build dist *.egg-info
	find solver service -name '*.so' -delete
