# make demo                                      explain a function of this project with its callers
# make demo ROOT=/path TARGET=path/to/file.py:120  explain any other
# make test                                      run every test; installs strace for them where it may
# make lint | bench | docs | package | clean
#
# Everything is installed into .venv by scripts/install.py; a second run needs no network.

PYTHON ?= python3
VENV ?= .venv
ROOT ?= .
TARGET ?= server/glossator/core/terms.py::split_identifier
TESTS ?= tests
WORKERS ?= 2

BIN := $(VENV)/bin
GLOSSATOR := $(BIN)/glossator
INSTALL := $(PYTHON) scripts/install.py --venv $(VENV)

.DEFAULT_GOAL := demo
.PHONY: demo test bench bench-truth lint format docs clean package install install-dev

install:
	@$(INSTALL) --fall-back models

install-dev:
	@$(INSTALL) models dev

demo: install
	@$(GLOSSATOR) models fetch
	@$(GLOSSATOR) index --structure-only "$(ROOT)"
	@echo
	@echo '$$ glossator explain "$(TARGET)" --root "$(ROOT)"'
	@$(GLOSSATOR) explain "$(TARGET)" --root "$(ROOT)"
	@echo
	@echo 'Go on with:'
	@echo '  make demo ROOT=/your/project TARGET=path/to/file.py:120   another function'
	@echo '  $(GLOSSATOR) callers "$(TARGET)" --root "$(ROOT)"'
	@echo '  $(GLOSSATOR) search "split an identifier into words" --root "$(ROOT)"'
	@echo '  $(GLOSSATOR) --help                                       everything else'
	@echo '  README.md, "In your editor"                               the same at your cursor'

test: install-dev
	@$(GLOSSATOR) models fetch
	@$(BIN)/python -m tests.truth.projects
	$(BIN)/python -m pytest -n $(WORKERS) $(TESTS)

bench: install-dev
	@$(GLOSSATOR) models fetch
	$(BIN)/python -m tests.bench $(BENCH)

# TRUTH is a folder that says who calls whom in public projects, see tests/truth/__main__.py.
bench-truth: install-dev
	$(BIN)/python -m tests.truth $(TRUTH) $(LANGUAGES)

lint: install-dev
	$(BIN)/ruff check server clients tests scripts
	$(BIN)/ruff format --check server clients tests scripts
	$(BIN)/mypy server/glossator clients/glossator_client
	$(BIN)/mypy --strict server/glossator/core

format: install-dev
	$(BIN)/ruff check --fix server clients tests scripts
	$(BIN)/ruff format server clients tests scripts

docs: install-dev
	$(BIN)/python tests/tidy/generate_docs.py
	$(BIN)/python tests/clients/json_schemas.py

package: install-dev
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist

# The environment stays, for compiling llama.cpp takes minutes: remove $(VENV) to start from nothing.
clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find server clients tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
