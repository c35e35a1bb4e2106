# One command each; all of them make and reuse the environment in .venv and touch nothing else.
# The environment is made anew when pyproject.toml changes.

PYTHON ?= python3
BENCH ?= benchmarks/run.py

VENV := .venv
RUN := $(VENV)/bin/python -m
INSTALL := $(RUN) pip install --quiet --disable-pip-version-check

.PHONY: help demo test test-compose quick lint bench clean

help:
	@echo "make demo   replay the shipped conversation and show what is remembered"
	@echo "make test   run the whole test suite"
	@echo "make quick  run the tests that are not marked slow"
	@echo "make test-compose  start the servers of compose.test.yml, run the server suites on them, stop them"
	@echo "make lint   check format, style, types and the import law"
	@echo "make bench  print the figures beside the yardsticks"
	@echo "make clean  remove the environment and the caches"
	@echo "A Python other than python3: make demo PYTHON=python3.12"

demo: $(VENV)/with-cli
	@$(VENV)/bin/hindsight demo

test: $(VENV)/with-tests
	@$(RUN) pytest -n auto

quick: $(VENV)/with-tests
	@$(RUN) pytest -n auto -m "not slow"

test-compose: $(VENV)/with-tests
	@docker/test-compose $(VENV)/bin/python

lint: $(VENV)/with-lint
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(VENV)/bin/lint-imports

bench: $(VENV)/with-tests
	@test -f "$(BENCH)" || { echo "error: there is no $(BENCH)" >&2; exit 1; }
	@$(VENV)/bin/python "$(BENCH)"

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Each file below says that a step was done; it is written last, so a broken install is done again.
$(VENV)/made: pyproject.toml
	@command -v "$(PYTHON)" > /dev/null || { \
	  echo "error: $(PYTHON) was not found. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "error: Python 3.11 or newer is needed; $(PYTHON) is $$("$(PYTHON)" -V 2>&1). Name another: make PYTHON=python3.12" >&2; exit 1; }
	@rm -rf $(VENV)
	@echo "Making $(VENV) with $$("$(PYTHON)" -V) ..."
	@"$(PYTHON)" -m venv $(VENV) || { \
	  rm -rf $(VENV); echo "error: $(PYTHON) cannot make environments. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@# Dependency groups came with pip 25.1.
	@$(INSTALL) --upgrade "pip>=25.1"
	@touch $@

$(VENV)/with-cli: $(VENV)/made
	@echo "Installing the package with its command line ..."
	@$(INSTALL) --editable ".[cli]"
	@touch $@

$(VENV)/with-tests: $(VENV)/made
	@echo "Installing the package and what its tests need ..."
	@$(INSTALL) --editable ".[cli,http,langchain,langgraph,llamaindex]" --group test
	@touch $@ $(VENV)/with-cli

$(VENV)/with-lint: $(VENV)/with-tests
	@echo "Installing the checkers ..."
	@$(INSTALL) --group lint
	@touch $@
