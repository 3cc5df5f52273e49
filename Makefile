# make serve   the site at http://localhost:8000
# make test    every check and test, those in a browser and those that kill programs too
# make check   the same without these two
# make thorough   the random games, races and orders of events in their full numbers
# make lint    style, types and who may import whom
# make bench   how fast it is on this machine
# make golden GAME=tilekingdom   write a game's golden transcripts anew
# make deck    make the cards of Tiled Of It anew from the words
.SILENT:
.DELETE_ON_ERROR:
.PHONY: serve test check lint unit browser faults thorough chromium bench golden deck

PYTHON ?=
PIP := .venv/bin/python -m pip --quiet --quiet --disable-pip-version-check --no-input
SITE := .venv/.site
DEV := .venv/.dev

serve: $(SITE)
	exec .venv/bin/python manage.py serve

# Types are a matter of one processor and Chromium of the network: side by side with the tests.
test: $(DEV)
	$(MAKE) --no-print-directory --jobs=3 lint unit chromium
	$(MAKE) --no-print-directory browser
	$(MAKE) --no-print-directory faults

check: $(DEV)
	$(MAKE) --no-print-directory --jobs=2 lint unit

lint: $(DEV)
	.venv/bin/python -m ruff check --quiet
	.venv/bin/python -m ruff format --check --quiet || { echo "Run: .venv/bin/ruff format"; exit 1; }
	.venv/bin/python -m mypy --no-error-summary .
	.venv/bin/lint-imports --no-logo >.venv/imports.log || { cat .venv/imports.log; exit 1; }

unit: $(DEV)
	.venv/bin/python -m pytest -n logical --maxprocesses 4 --dist worksteal

browser: $(DEV)
	.venv/bin/python -m pytest -n 2 --dist loadfile tests/browser

faults: $(DEV)
	.venv/bin/python -m pytest -n 2 --dist loadfile tests/faults

# The files whose numbers tests/size.py decides.
thorough: $(DEV)
	THOROUGH=1 .venv/bin/python -m pytest -n logical --maxprocesses 4 --dist worksteal \
	  $$(grep -rl --include='test_*.py' 'from tests.size import' tests)

bench: $(SITE)
	exec .venv/bin/python manage.py bench

golden: $(DEV)
	[ -n "$(GAME)" ] || { echo "Say which game: make golden GAME=tilekingdom"; exit 1; }
	exec .venv/bin/python -m tests.conformance.golden $(GAME)

deck: $(SITE)
	exec .venv/bin/python -m games.tiled_of_it.make_deck games/words/data

# What is installed follows the requirements: a change of them is followed at the next command.
$(SITE): requirements.txt | .venv/bin/python
	echo "Installing what the site needs into .venv ..."
	$(PIP) install -r requirements.txt
	touch $@

$(DEV): requirements.txt requirements-dev.txt | .venv/bin/python
	echo "Installing what the site and its tests need into .venv ..."
	$(PIP) install -r requirements-dev.txt
	touch $(SITE) $@

.venv/bin/python:
	for python in $(PYTHON) python3.11 python3 python3.12 python3.13 python; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    if ! $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	      echo "Python cannot make a virtual environment here. On Debian and Ubuntu, install" \
	        "python3-venv: sudo apt-get install python3-venv"; exit 1; \
	    fi; \
	    $$python -m venv --clear .venv; exit; \
	  fi; \
	done; \
	echo "Tilepost needs Python 3.11 or newer, and none was found. Install it," \
	  "or say where it is: make serve PYTHON=/path/to/python3.11"; exit 1

# The tests ask for a Chromium; with its headless shell beside it they take half the time.
chromium:
	find_one() { for name; do if command -v $$name >/dev/null; then return 0; fi; done; return 1; }; \
	here() { find_one chromium chromium-browser google-chrome; }; \
	if here && { [ -z "$$REQUIRE_BROWSER" ] || find_one chromium-headless-shell; }; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then sudo=; else sudo='sudo -n'; fi; \
	if command -v apt-get >/dev/null && $$sudo true 2>/dev/null; then \
	  echo "Installing Chromium ..."; \
	  get="$$sudo env DEBIAN_FRONTEND=noninteractive apt-get --option Acquire::http::Timeout=10 \
	    install --yes --no-install-recommends"; \
	  { $$sudo apt-get --option Acquire::http::Timeout=10 update; $$get chromium chromium-headless-shell || here || $$get chromium; } \
	    >.venv/chromium.log 2>&1 || tail -n 5 .venv/chromium.log; \
	fi; \
	if here; then exit 0; fi; \
	echo "There is no Chromium here and it could not be installed: the tests in tests/browser"; \
	if [ -n "$$REQUIRE_BROWSER" ]; then echo "cannot run."; exit 1; fi; echo "are skipped."
