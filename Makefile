# On a fresh machine `make demo` and `make test` do all the set-up themselves.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Each of the many processes below would compile the tool again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup tool demo test test-all lint suite fuzz bench steady recheck tables manual docs fmt clean editors-setup test-editors vsix site browser-setup test-browser

setup: $(VENV)/.ready
tool: $(VENV)/.tool

# What the tool needs, and nothing else.
$(VENV)/.tool: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

# What its tests and documents need as well. The extra `lsp` comes by itself: dp-accounting declares that it needs an older
# attrs than pygls does, and works with the newer one, as its tests show.
$(VENV)/.ready: $(VENV)/.tool
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-warn-conflicts -e '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-warn-conflicts -e '.[lsp]'
	touch $@

# The tool at work. Where it is to say no, it must: its status is 1 if a proof fails and 2 if a text is wrong.
demo: tool
	@echo '== Two proofs by coupling: for lists of every length, and for every key'
	$(BIN)/prhl verify examples/mechanisms/noisy_sum.wl examples/quadruples/one_time_pad.wl
	@echo '== A proof that nobody wrote: couplings and invariants are found, and shown'
	$(BIN)/prhl verify examples/peers/svt.wl
	@echo '== A proof that fails, since a coupling goes the wrong way: where, why, and values that show it'
	sed 's/y{1} - y{2}/y{2} - y{1}/' examples/mechanisms/laplace_mechanism.wl | $(BIN)/prhl verify -; test $$? -eq 1
	@echo '== What the name of a failed obligation means'
	$(BIN)/prhl explain results-equal
	@echo '== Claims that are false: refuted, with a witness'
	$(BIN)/prhl verify examples/course/rand_resp.wl examples/wrong/noisy_max_half_noise.wl
	@echo '== The exact channel of a program, and its figures'
	$(BIN)/prhl channel examples/course/rand_resp.wl
	@echo '== A slip of the pen: where it is, and what was expected'
	printf 'program P(x : private bool) : bool {\n  y = x;\n  return y;\n}\n' | $(BIN)/prhl check -; test $$? -eq 2
	@echo '== What the name of a message means'
	$(BIN)/prhl explain assign-with-equals

# To be eight minutes of a processor at most, and no test above 20 seconds; random tests try 20 cases. A file is run by one
# process, so that what its tests share is made once.
test: setup lint suite

# All of the suite, with all cases: what `make test` leaves out (tests/shares.py, and the mark `long`) is here.
test-all: setup lint
	$(BIN)/pytest -q -n auto --dist loadfile

lint: setup
	$(BIN)/ruff check prhl tests benchmarks editors playground docs/.site
	$(BIN)/ruff format --check prhl tests benchmarks editors playground docs/.site
	$(BIN)/mypy

suite: setup
	PRHL_EXAMPLES=20 $(BIN)/pytest -q -n auto --dist loadfile -m 'not long'

# The random comparisons of the suite, with many more programs; 2,000 files that nobody would write, none of which may be
# a fault; and 10^5 false claims with finding on, none of which may be proved: two to three hours of a processor, and
# `--from SEED` goes on where another run stopped.
fuzz: setup
	PRHL_RANDOM=1 PRHL_EXAMPLES=3000 $(BIN)/pytest -q -n auto -k "agree or tree or comment or valid_is or lemmas or flow or right or is_broken" \
	  tests/test_exact.py tests/test_roundtrip.py tests/test_agreement.py tests/test_solver.py tests/test_lifting.py \
	  tests/test_refutation.py tests/test_hunted.py
	$(BIN)/python -m tests.spliced
	$(BIN)/python -m tests.false_claims --claims 100000 $(FUZZ)

bench: setup
	$(BIN)/python -m benchmarks

# Reports are the same whatever else the machine does, with two processes, in another order: half an hour at most.
steady: setup
	$(BIN)/python -m benchmarks.steady

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

# The documents and the playground in one folder, build/site, which any static host can serve. pip and npm bring what the
# page is made of; nothing is asked of them when it runs.
site: docs
	@test -d playground/node_modules || { echo 'node packages are missing: make browser-setup'; exit 1; }
	PYTHON=$(abspath $(BIN)/python) node playground/build.mjs

# Chromium from Debian's packages, as root, and what the playground is built and tested with from npm.
browser-setup: setup
	command -v chromium || apt-get install --yes chromium
	command -v npm || apt-get install --yes nodejs npm
	cd playground && npm install --no-audit --no-fund --no-package-lock

# The types of the page, its colours beside ours, a session in a browser with real clicks (pictures of it are left in
# build/screenshots), and every verdict beside the native one: half an hour. What is missing is said, and is a failure.
test-browser: site
	cd playground && node_modules/.bin/tsc -p .
	cd playground && PYTHON=$(abspath $(BIN)/python) node --test test/colours.test.mjs test/browser.test.mjs test/update.test.mjs
	cd playground && PYTHON=$(abspath $(BIN)/python) node test/verdicts.mjs

# Neovim and Emacs from Debian's packages, and what the extension for VS Code is built and tested with from npm; as root.
editors-setup: setup
	apt-get install --yes neovim emacs-nox
	emacs --batch --eval "(package-initialize)" --eval "(require 'eglot)" || apt-get install --yes elpa-eglot
	command -v npm || apt-get install --yes nodejs npm
	cd editors/vscode && npm install --no-audit --no-fund

# The extension for VS Code, build/prhl.vsix: no network is needed once `make editors-setup` was there.
vsix:
	@test -d editors/vscode/node_modules || { echo 'node packages are missing: make editors-setup'; exit 1; }
	mkdir -p build && cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && npm run --silent package -- --out ../../build/prhl.vsix

# Sessions in real editors, without a screen. What is missing is said, and is a failure.
test-editors: setup
	$(BIN)/pytest -q editors

fmt: setup
	$(BIN)/ruff check --fix prhl tests benchmarks editors playground
	$(BIN)/ruff format prhl tests benchmarks editors playground
	$(BIN)/prhl fmt examples/*/*.wl

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
