# Two commands do everything on a machine with Python 3.11+, make and git:
#   make run    installs Punto into .venv, starts the demo and prints its address
#   make test   installs what the tests need, then checks format, lint, types and every test
PYTHON ?= python3
BIN := .venv/bin

# What the web pages are made of: where it changed, installing Punto builds them anew.
WEB := $(shell find web/src web/public -type f) web/index.html web/package.json \
  web/package-lock.json web/vite.config.ts web/generate.js web/routes.py \
  src/punto/http_api/routes.py
# The tests look at the pages with this.
export CHROMIUM ?= /usr/bin/chromium

.PHONY: run test quick quick-tests quick-scenarios explore web-test lint types pictures bench coverage decisions play record keys golden-logs golden-rows mutants format clean

run: .venv/.run
	@$(BIN)/punto demo

# What waits for nothing else goes side by side; what each prints stays together.
BESIDE := $(MAKE) --no-print-directory --jobs=2 --output-sync=target

test:
	@$(BESIDE) .venv/.test $(CHROMIUM)
	@$(BESIDE) types web-test lint
	$(BIN)/pytest

# For every edit: style, types with what mypy remembers, tests that take no time, all scenarios.
quick: .venv/.test
	@$(BESIDE) lint types quick-tests quick-scenarios

quick-tests: .venv/.test
	$(BIN)/pytest --quick -n 1

quick-scenarios: .venv/.test
	$(BIN)/punto scenario run tests/scenarios

lint: .venv/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.test
	$(BIN)/mypy

# Random games that nobody has seen yet; what is found there becomes a test of its own.
explore: .venv/.test
	PUNTO_EXAMPLES=others $(BIN)/pytest $$(grep -l '^from hypothesis' tests/test_*.py)

# Changes of the code that no test notices: CONTRIBUTING.md tells how to read the report.
SEED ?= 1
SAMPLE ?= 300
mutants: .venv/.test
	cd tests && ../$(BIN)/python -m support.mutants --seed $(SEED) --sample $(SAMPLE) $(MUTANTS)

web-test: .venv/.test
	$(BIN)/python web/npm.py run check
	$(BIN)/python web/npm.py test

# Pictures of every page, for the documents.
pictures: .venv/.test $(CHROMIUM)
	cd tests && ../$(BIN)/python -m support.screenshots ../docs/pictures

bench: .venv/.run
	$(BIN)/python -m bench.run

coverage: .venv/.run
	$(BIN)/punto rules coverage --markdown > docs/coverage.md

# What the engine decides in every scenario: read what changed before you commit it.
decisions: .venv/.test
	rm -rf tests/golden/decisions tests/golden/texts
	cd tests && ../$(BIN)/python -m support.decisions

# The same for recorded random games; record looks for other games.
play record: .venv/.test
	cd tests && ../$(BIN)/python -m support.recorded $@

# Logs that hold every kind of event, after a change of formats before the first release.
golden-logs: .venv/.test
	cd tests && ../$(BIN)/python -m support.golden

# What registers, reports, receipts and JSON documents say, after a change that is meant.
golden-rows: .venv/.test
	cd tests && ../$(BIN)/python -m support.golden_rows && ../$(BIN)/python -m support.golden_keys

# The tables at the end of the page about rulebooks are read off the schema.
keys: .venv/.run
	awk '{ print } /^<!-- keys/ { exit }' docs/rulebooks.md > docs/rulebooks.new
	$(BIN)/punto rules keys --markdown >> docs/rulebooks.new
	mv docs/rulebooks.new docs/rulebooks.md

format: .venv/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis bench.json

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Punto needs Python 3.11 or newer: set PYTHON=/path/to/python3.11"; exit 2; }
	@$(PYTHON) -m venv .venv

.venv/.run: pyproject.toml constraints.txt $(WEB) | .venv/bin/python
	@echo "Installing Punto into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/.test: pyproject.toml constraints.txt $(WEB) | .venv/bin/python
	@echo "Installing Punto and its test tools into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@ .venv/.run

$(CHROMIUM):
	@command -v apt-get > /dev/null || { \
	  echo "The tests need Chromium: install it and set CHROMIUM=/path/to/chromium"; exit 2; }
	@[ "$$(id -u)" = 0 ] || { \
	  echo "The tests need Chromium: sudo apt-get install chromium"; exit 2; }
	@echo "Installing Chromium for the tests ..."
	@apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium > /dev/null
