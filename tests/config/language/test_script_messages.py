"""Scripts have a language by a module of its messages, which is made of the compiled catalogue."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.template import Context, Template
from django.utils import translation

from config.language.script_messages import MessagesFinder, path_of
from tests import prepared

FRENCH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "It's {name}'s turn."
msgstr "C'est à {name}."

msgid "{n} tile"
msgid_plural "{n} tiles"
msgstr[0] "{n} pièce"
msgstr[1] "{n} pièces"

msgid "Not translated yet."
msgstr ""
"""
FILES = "django.contrib.staticfiles.finders.FileSystemFinder"
MESSAGES = "config.language.script_messages.MessagesFinder"
HASHED = {"staticfiles": {"BACKEND": "config.web.storage.StaticStorage"}}
PAGE = Template("{% load scripts %}{% messages_module %}")


@pytest.fixture
def french(tmp_path: Path, settings: Any) -> Path:
    """A catalogue of the scripts in French, compiled."""
    folder = tmp_path / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "djangojs.po").write_text(FRENCH, encoding="utf-8")
    if not shutil.which("msgfmt"):
        pytest.skip("there is no gettext here")
    subprocess.run(["msgfmt", "djangojs.po", "-o", "djangojs.mo"], cwd=folder, check=True)
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    return folder


def _found() -> dict[str, str]:
    finder = next(one for one in get_finders() if isinstance(one, MessagesFinder))
    return {path: storage.open(path).read().decode() for path, storage in finder.list([])}


def test_a_language_is_a_module_that_gives_its_messages(french: Path) -> None:
    made = _found()["shell/common/messages/fr.js"]
    assert made.startswith('import { fill } from "../catalog.js";\n')
    messages, rule = (
        made.removesuffix(") });\n").split("fill({ messages: ")[1].split(", plural: (n) => Number(")
    )
    assert json.loads(messages) == {
        "It's {name}'s turn.": "C'est à {name}.",
        "{n} tile": ["{n} pièce", "{n} pièces"],
    }
    assert rule == "(n > 1)"


def test_a_false_rule_for_plurals_never_becomes_a_script(french: Path) -> None:
    evil = FRENCH.replace("(n > 1)", "(n > 1, alert(1))")
    (french / "djangojs.po").write_text(evil, encoding="utf-8")
    subprocess.run(["msgfmt", "djangojs.po", "-o", "djangojs.mo"], cwd=french, check=True)
    with pytest.raises(ValueError, match="plural"):
        _found()


def test_there_are_no_modules_while_there_is_only_english() -> None:
    assert _found() == {}


def test_the_module_is_collected_under_a_name_of_its_content(
    french: Path, tmp_path: Path, settings: Any
) -> None:
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [("shell/common", settings.BASE_DIR / "static/shell/common")]
    settings.STATICFILES_FINDERS = [FILES, MESSAGES]
    settings.STORAGES = HASHED
    call_command("collectstatic", interactive=False, verbosity=0)
    with translation.override("fr"):
        address = PAGE.render(Context())
    assert address.startswith("/static/shell/common/messages/fr.")
    text = (tmp_path / address.removeprefix("/")).read_text(encoding="utf-8")
    shared = next((tmp_path / "static" / "shell").glob("shared.*.js"))
    assert (
        text.splitlines()[:2]
        == f"""\
import {{ $shell_common_catalog }} from "./../../{shared.name}";
const {{ fill }} = $shell_common_catalog();
""".splitlines()
    )


@pytest.mark.parametrize(
    ("language", "path"),
    [
        ("en", ""),
        ("en-gb", ""),
        ("en-xa", "shell/common/pseudo.js"),
        ("pt-br", "shell/common/messages/pt-br.js"),
    ],
)
def test_every_language_but_english_has_a_module(language: str, path: str) -> None:
    assert path_of(language) == path


def test_a_page_in_a_language_that_is_not_collected_is_shown_all_the_same(settings: Any) -> None:
    settings.STATIC_ROOT = prepared.static()
    settings.STORAGES = HASHED
    with translation.override("pt-br"):
        assert PAGE.render(Context()) == ""
