# On a fresh machine `make demo` and `make test` do all the set-up themselves.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: setup demo test lint suite fuzz bench recheck tables manual docs fmt clean

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

# The tool at work: proofs, a proof that fails, refutations, a channel, a slip and what its message means.
demo: setup
	$(BIN)/prhl verify examples/mechanisms/noisy_sum.wl examples/quadruples/one_time_pad.wl
	-sed 's/y{1} - y{2}/y{2} - y{1}/' examples/mechanisms/laplace_mechanism.wl | $(BIN)/prhl verify -
	$(BIN)/prhl explain results-equal
	$(BIN)/prhl verify examples/course/rand_resp.wl examples/wrong/noisy_max_half_noise.wl
	$(BIN)/prhl channel examples/course/rand_resp.wl
	-printf 'program P(x : private bool) : bool {\n  y = x;\n  return y;\n}\n' | $(BIN)/prhl check -
	$(BIN)/prhl explain assign-with-equals

test: setup lint suite

lint: setup
	$(BIN)/ruff check prhl tests benchmarks docs/.site
	$(BIN)/ruff format --check prhl tests benchmarks docs/.site
	$(BIN)/mypy

suite: setup
	$(BIN)/pytest -q -n auto

# The random comparisons of the suite, with many more programs.
fuzz: setup
	PRHL_EXAMPLES=3000 $(BIN)/pytest -q -n auto -k "agree or tree or comment or valid_is or lemmas or flow or right or is_broken" \
	  tests/test_exact.py tests/test_roundtrip.py tests/test_agreement.py tests/test_solver.py tests/test_lifting.py \
	  tests/test_refutation.py tests/test_hunted.py

bench: setup
	$(BIN)/python -m benchmarks

# What z3 proved of the examples, asked again of cvc5; status 1 if they contradict each other.
recheck: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[recheck]'
	$(BIN)/python -m benchmarks.recheck

# After a change of the grammar.
tables: setup
	$(BIN)/python -m prhl.syntax.tables

# After a change of a rule's docstring: docs/rules.md.
manual: setup
	$(BIN)/python -m prhl.manual docs/rules.md

# The documents and exercises as a site, build/site/index.html; no link may be broken, no page left out.
# (Not --quiet: mkdocs does not count the warnings that it does not print.)
docs: setup
	$(BIN)/mkdocs build --strict

fmt: setup
	$(BIN)/ruff check --fix prhl tests benchmarks
	$(BIN)/ruff format prhl tests benchmarks
	$(BIN)/prhl fmt examples/*/*.wl

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
