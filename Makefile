# Every command does its own set-up.
#   make setup   prepare everything: virtual environment, npm packages, the browsers and fonts that the tests use
#   make serve   build dist/ and serve it (PORT, default 8015)
#   make build   build dist/ alone
#   make check   read the scripts for mistakes, without running them: ruff, eslint and tsc
#   make test    check, then run all tests; T=tests/python/test_cells.py (or any other of pytest's arguments) runs
#                one file of them and nothing else
#   make bench   measure, as ratios within one run
#   make looks   take the pictures in tests/looks/ anew
#   make lock    write the locked requirements anew
#   make clean   remove what the others made

PORT ?= 8015
# This version compiles the runtime's byte code; with any other from 3.11 on the page starts more slowly.
BEST = $(shell cat .python-version)
PYTHON ?= $(shell for p in python$(BEST) python3 python3.12 python3.11 /usr/bin/python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP = .venv/bin/python -m pip --disable-pip-version-check --quiet

.PHONY: setup build serve check test bench looks lock clean

build: .venv/ready-build node_modules/ready
	.venv/bin/python build.py

serve: .venv/ready-build node_modules/ready
	.venv/bin/python build.py serve --port $(PORT)

setup: .venv/ready-test node_modules/ready
	.venv/bin/python -m tests.browser

check: .venv/ready-test node_modules/ready
	.venv/bin/ruff check .
	npm run check --silent

test: setup $(if $(T),,check)
	$(if $(T),,npm test --silent)
	.venv/bin/python -m pytest $(T)

bench: setup
	.venv/bin/python build.py
	.venv/bin/python -m tests.bench

looks: setup
	.venv/bin/python build.py
	.venv/bin/python -m tests.looks

.venv/bin/python:
	@test -n "$(PYTHON)" || \
		{ echo "Python 3.11 or newer is needed ($(BEST) is best); set PYTHON to its path" >&2; exit 1; }
	$(PYTHON) -m venv .venv || { apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv --clear .venv; }

.venv/ready-build: requirements-build.txt | .venv/bin/python
	$(PIP) install --require-hashes -r requirements-build.txt
	touch $@

.venv/ready-test: requirements-test.txt .venv/ready-build
	$(PIP) install --require-hashes -r requirements-test.txt
	touch $@

node_modules/ready: package-lock.json
	npm ci --no-audit --no-fund
	touch $@

lock: .venv/ready-build
	$(PIP) install uv==0.13.9
	for group in build test; do .venv/bin/uv pip compile pyproject.toml --group $$group --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links -q \
		-o requirements-$$group.txt; done
	npm install --package-lock-only

clean:
	rm -rf .venv .build dist node_modules
