# make serve     the site at http://localhost:8000
# make test      what every change must pass, a whole game of each kind in a browser too
# make test-all  everything: all of the browser, programs that are killed, random games in full numbers
# make check     while you work: style, types, imports, and the tests of what changed since main
# make times     which tests and fixtures the last run of each part spent its time on
# make bench     how fast it is on this machine
# make lighthouse   how fast pages come to a phone, and whether anything moves while they come; wants Node
# make golden GAME=tilekingdom   write a game's golden transcripts anew
# make diagrams  draw the pictures of the rules anew, after a change of positions or drawings
# make vectors   write the lines of docs/notation anew, after a change of a game's notation
# make lock      write down the hashes of what the requirements name
# make messages  collect all sentences for those who translate them
# make compilemessages  make what they sent usable
# make deck      make the cards of Tiled Of It anew from the words
.SILENT:
.DELETE_ON_ERROR:
.PHONY: serve test rest test-all check lint unit scripts slow journeys browser faults numbers \
  thorough chromium times bench lighthouse golden diagrams vectors lock deck messages compilemessages

# Some environments forbid it, and then every process compiles the whole project anew.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?=
PIP := .venv/bin/python -m pip --quiet --quiet --disable-pip-version-check --no-input
SITE := .venv/.site
DEV := .venv/.dev
PYTEST = .venv/bin/python -m pytest --junitxml .venv/times/$@.xml
# The files whose tests have a mark, so that no other is read; and those whose numbers tests/size.py
# decides. Faults want the machine for themselves, and a browser a process.
UNITS := grep -rl --include='test_*.py' --exclude-dir=faults --exclude-dir=browser --exclude-dir=scripts
SLOW := $$($(UNITS) 'mark\.slow' tests)
THOROUGH := $$($(UNITS) -E 'mark\.(thorough|sometimes)' tests)
NUMBERED := $$($(UNITS) 'from tests.size import' tests)
SCREENS := 2

serve: $(SITE)
	exec .venv/bin/python manage.py serve

test: $(DEV)
	exec .venv/bin/python -m tools.parts test

# What `make test` leaves out, but for the full numbers.
rest: $(DEV)
	exec .venv/bin/python -m tools.parts rest

test-all: $(DEV)
	exec .venv/bin/python -m tools.parts test rest numbers

check: $(DEV)
	exec .venv/bin/python -m tools.check

lint: $(DEV)
	.venv/bin/python -m ruff check --quiet
	.venv/bin/python -m ruff format --check --quiet || { echo "Run: .venv/bin/ruff format"; exit 1; }
	.venv/bin/python -m mypy --no-error-summary .
	.venv/bin/lint-imports --no-logo >.venv/imports.log || { cat .venv/imports.log; exit 1; }

unit: $(DEV)
	$(PYTEST) -n logical --maxprocesses 4 --dist worksteal -m "not slow and not thorough"

# They share a page of a browser, which starts no site.
scripts: $(DEV)
	$(PYTEST) -m "not thorough" tests/scripts/modules

# Beside the faults, which want their seconds for themselves.
slow: $(DEV)
	nice -n 19 $(PYTEST) -n logical --maxprocesses 4 --dist loadfile -m "slow and not thorough" $(SLOW)

journeys: $(DEV)
	$(PYTEST) -n 2 --dist load -m journey tests/browser

browser: $(DEV)
	$(PYTEST) -n $(SCREENS) --dist worksteal -m "not journey and not thorough" tests/browser tests/scripts/boards

faults: $(DEV)
	$(PYTEST) -n 2 --dist loadfile -m "not thorough" tests/faults

numbers: $(DEV)
	THOROUGH=1 $(PYTEST) -n logical --maxprocesses 4 --dist worksteal -m "not thorough" $(NUMBERED)

# Programs that fit and measure, and whatever a browser shows on every screen of every game.
thorough: $(DEV)
	THOROUGH=1 $(PYTEST) -n logical --maxprocesses 4 --dist loadfile -m thorough $(THOROUGH)
	THOROUGH=1 $(PYTEST) -n 2 --dist worksteal tests/browser tests/scripts
	THOROUGH=1 $(PYTEST) -s tests/faults/test_storm.py
	THOROUGH=1 $(PYTEST) -s -m thorough tests/faults

times: $(DEV)
	exec .venv/bin/python -m tools.times

bench: $(SITE)
	exec .venv/bin/python -m tools.bench

lighthouse: $(DEV) chromium
	exec .venv/bin/python -m tools.lighthouse

golden: $(DEV)
	[ -n "$(GAME)" ] || { echo "Say which game: make golden GAME=tilekingdom"; exit 1; }
	exec .venv/bin/python -m tests.conformance.golden $(GAME)

diagrams: $(DEV)
	exec .venv/bin/python -m tools.diagrams

vectors: $(DEV)
	exec .venv/bin/python -m tools.vectors

# After a change of requirements.txt or requirements-dev.txt.
lock: $(DEV)
	for name in requirements requirements-dev; do .venv/bin/python -m uv pip compile --quiet --universal \
	  --python-version 3.11 --no-deps --generate-hashes --no-annotate --no-header --upgrade \
	  $$name.txt --output-file $$name.lock; done

messages: $(SITE)
	.venv/bin/python manage.py makemessages
	.venv/bin/python manage.py makemessages --domain djangojs

compilemessages: $(SITE)
	exec .venv/bin/python manage.py compilemessages --verbosity 0 --ignore .venv

deck: $(SITE)
	exec .venv/bin/python -m games.tiled_of_it.position.make_deck games/words/data

# What is installed follows the requirements: a change of them is followed at the next command. The
# locks name each file's hash, so that nobody on the way can give another one.
$(SITE): requirements.lock | .venv/bin/python
	echo "Installing what the site needs into .venv ..."
	$(call install,requirements.lock)
	touch $@

$(DEV): requirements.lock requirements-dev.lock | .venv/bin/python
	echo "Installing what the site and its tests need into .venv ..."
	$(call install,requirements-dev.lock)
	touch $(SITE) $@

# uv takes a tenth of the time; where it cannot be had or reaches no packages, pip does the same.
define install
{ $(PIP) install --require-hashes -r tools/uv.lock && .venv/bin/python -m uv pip install --quiet \
	  --require-hashes --python .venv/bin/python -r $(1); } 2>.venv/uv.log \
	  || $(PIP) install --require-hashes -r $(1)
endef

# A distribution's own Python comes first: it was compiled for speed. Most that are built by hand are
# not, and take half as long again for everything.
.venv/bin/python:
	bare=; \
	for python in $(PYTHON) /usr/bin/python3.11 /usr/bin/python3 python3.11 python3 python3.12 python3.13 \
	    python; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    if $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	      $$python -m venv --clear .venv; exit; \
	    fi; \
	    bare=$$python; \
	  fi; \
	done; \
	if [ -n "$$bare" ]; then \
	  echo "Python cannot make a virtual environment here. On Debian and Ubuntu, install" \
	    "python3-venv: sudo apt-get install python3-venv"; exit 1; \
	fi; \
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
