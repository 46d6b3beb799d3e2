# Every target sets up what it needs, in .venv inside this folder; a second run finds it there.
#
#   make PYTHON=/path/to/python3.12 test     with a Python of your own choice
#   make test ARGS="tests/unit/cards -x"     with arguments for pytest

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help demo kernels serve test lint docs bench structure reproduce clean

PYTHON ?=
ARGS ?=
HANDSIGHT_CACHE_DIR ?= $(CURDIR)/.cache
export HANDSIGHT_CACHE_DIR
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Processes share what Python compiles; without it each would compile the same files again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
CANDIDATES := python3.14 python3.13 python3.12 python3.11 python3 python
PINS := pyproject.toml constraints.txt src/handsight/_version.py

# Prints "minor path" where the interpreter will do: its version fits and it can make environments.
PROBE := import sys, venv, ensurepip; v = sys.version_info; (3, 11) <= v[:2] <= (3, 14) and print(v[1], sys.executable)

help: ## Show the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s  %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/.core ## Explain one hand
	@$(BIN)/handsight explain AhKh --board Qh7h2c

kernels: $(VENV)/.core ## Compile all kernels ahead for this machine, so that none is compiled when needed
	@$(BIN)/python -m build_kernels $(ARGS)

serve: $(VENV)/.web ## Open the page in a browser; ARGS="--port 8080" goes to the server
	@$(BIN)/handsight serve --open $(ARGS)

test: $(VENV)/.test ## Run the tests on two cores; ARGS="..." goes to pytest, ARGS="-n 0" uses one core
	@$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

lint: $(VENV)/.lint ## Check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff check --preview --select PLW1514 . # text files without an encoding
	@$(BIN)/ruff format --check .
	@$(BIN)/oxfmt --check src/handsight/web/static/js
	@$(BIN)/python -m mypy

docs: $(VENV)/.docs ## Build the documentation into docs/_build
	@$(BIN)/python -m sphinx -q -j 2 -W --keep-going -b html docs docs/_build/html
	@$(BIN)/python -m tests.repo.built_docs docs/_build/html
	@echo "The documentation is in docs/_build/html/index.html"

bench: $(VENV)/.peers $(VENV)/.envs $(VENV)/.cluster ## Compare the speed of handsight with its peers; ARGS="..." goes to the benchmarks
	@$(BIN)/python -m benchmarks $(ARGS)

structure: $(VENV)/.test ## Print sizes, import cycles, and how many files a question passes through
	@$(BIN)/python -m tests.repo.structure

reproduce: $(VENV)/.core ## Measure the papers' tables again and write their pages; ARGS="--data ARCHIVE"
	@$(BIN)/python -m handsight.papers.measure docs $(ARGS)

clean: ## Remove everything that was made here, including the environment
	rm -rf $(VENV) .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist docs/_build src/handsight/kernels/built.*
	find src tests docs benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@best=$$(for candidate in $(if $(PYTHON),"$(PYTHON)",$(CANDIDATES)); do \
		"$$candidate" -c "$(PROBE)" 2>/dev/null; done | sort -rn | head -n 1); \
	if [ -z "$$best" ]; then \
		echo "handsight needs Python 3.11 to 3.14 with its venv module; tried: $(or $(PYTHON),$(CANDIDATES))" >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	echo "Making $(VENV) with $${best#* }"; \
	"$${best#* }" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.core: $(VENV)/.made $(PINS)
	@echo "Installing handsight"
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.test $(VENV)/.lint $(VENV)/.docs $(VENV)/.peers $(VENV)/.learn $(VENV)/.envs $(VENV)/.cluster $(VENV)/.torch $(VENV)/.mcp $(VENV)/.web $(VENV)/.browser: $(VENV)/.%: $(VENV)/.made $(PINS)
	@echo "Installing handsight[$*]"
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[$*]"
	@touch $@
