"""Every sentence that is marked is among those that are collected for translators."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from config.management.commands.makemessages import SCRIPTS, refusals

PYTHON = """
usual = Text("You can't do that now.")
plural = Plural("{n} tile", "{n} tiles", n=3)
raise BadNotation(
    "{line} is no "
    "move.",
    line=line,
)
raise SeatHeld("Somebody sits there.")
later = gettext_lazy("Your games")
"""
PAGE = """{% load i18n %}{% translate "Play" %}
{% blocktranslate trimmed count n=n %}{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}
"""
SCRIPT = r"""
const quote = /["'`]/;
const title = `${quote} ${say("Your turn")}`;
button.append(h("p", {}, tell("{name} played {word}.", { name, word })));
write(count("{n} point", "{n} points", points));
"""
SCRIPTS_IN = ("static", "games/*/static")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MESSAGE = re.compile(rf'(?<![\w.])(?:{"|".join(SCRIPTS)})\(\s*"((?:[^"\\]|\\.)+)"')

pytestmark = pytest.mark.skipif(not shutil.which("xgettext"), reason="there is no gettext here")


@pytest.fixture
def project(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a marked sentence of each kind."""
    (tmp_path / "moves.py").write_text(PYTHON, encoding="utf-8")
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "board.js").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_moves.py").write_text('Text("Nobody reads this.")')
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.chdir(tmp_path)
    return tmp_path / "locale"


def _messages(text: str) -> set[str]:
    return set(re.findall(r'^msgid(?:_plural)? "(.+)"$', text, re.MULTILINE))


def test_sentences_of_python_and_pages_are_collected_the_same_each_time(project: Path) -> None:
    call_command("makemessages", verbosity=0)
    found = (project / "django.pot").read_text(encoding="utf-8")
    assert _messages(found) == {
        "You can't do that now.",
        "{n} tile",
        "{n} tiles",
        "{line} is no move.",
        "Somebody sits there.",
        "Your games",
        "Play",
        "%(n)s game",
        "%(n)s games",
    }
    assert '#: moves.py\n#, python-brace-format\nmsgid "{line} is no move."' in found
    assert "POT-Creation-Date" not in found


def test_sentences_of_scripts_are_collected(project: Path) -> None:
    call_command("makemessages", domain="djangojs", verbosity=0)
    found = (project / "djangojs.pot").read_text(encoding="utf-8")
    assert _messages(found) == {
        "Your turn",
        "{name} played {word}.",
        "{n} point",
        "{n} points",
    }


def test_every_kind_of_refusal_takes_a_message(tmp_path: Path) -> None:
    shutil.copytree(settings.BASE_DIR / "games" / "core", tmp_path / "core")
    assert {"IllegalAction", "BadNotation"} <= refusals(tmp_path)


def test_no_message_of_our_scripts_is_missed() -> None:
    """xgettext goes astray at a ``<<``, say, and then finds nothing in the rest of the file."""
    paths = [path for folder in SCRIPTS_IN for path in settings.BASE_DIR.glob(f"{folder}/**/*.js")]
    assert len(paths) > 100
    for path in paths:
        keywords = [f"-k{name}" if n == 1 else f"-k{name}:1,2" for name, n in SCRIPTS.items()]
        command = ["xgettext", "-LJavaScript", "--from-code=UTF-8", "--no-wrap", "-o-", *keywords]
        done = subprocess.run([*command, path], capture_output=True, text=True, check=True)
        text = COMMENT.sub("", path.read_text(encoding="utf-8"))
        written = set(MESSAGE.findall(text))
        assert (path.name, done.stderr, written - _messages(done.stdout)) == (path.name, "", set())
