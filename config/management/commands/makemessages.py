"""All sentences of the site, collected for those who translate them."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages
from typing_extensions import override

# Names of what takes a message, and how many of its arguments are one.
SCRIPTS = {"say": 1, "tell": 1, "count": 2, "tellCount": 2}
SENTENCES = {"Text": 1, "Plural": 2, "Refusal": 1, "Hold": 1}
# What nobody reads on the site: documents, tools, tests, and data that happen to be text.
LEFT_OUT = ["docs", "tests", "tools", "games/*/data", "games/*/deck.txt", "requirements*.txt"]
NOT_PAGES = ["templates/shell/sw.js"]  # scripts that say nothing
DATE = re.compile(r'^"POT-Creation-Date: .*\n', re.MULTILINE)


class Command(makemessages.Command):
    """Write ``locale/django.pot`` and ``djangojs.pot``, and bring each language's files up to date.

    Besides Django's own marks it knows ours: sentences as data in Python, and ``catalog.js``.
    """

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--package-name=Tilepost",
        "--copyright-holder=The Tilepost authors",
        "--sort-by-file",
    ]

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        scripts = options["domain"] == "djangojs"
        marks = SCRIPTS if scripts else SENTENCES | dict.fromkeys(refusals(settings.BASE_DIR), 1)
        self.xgettext_options = [*self.xgettext_options, *map(_keyword, marks.items())]
        options["ignore_patterns"] += LEFT_OUT + (NOT_PAGES if scripts else [])
        options |= {"no_wrap": True, "add_location": "file", "keep_pot": True}
        options["all"] = not (options["locale"] or options["exclude"])
        super().handle(*args, **options)

    @override
    def build_potfiles(self) -> list[str]:
        """Write the templates, the same from the same sources: without the time of day."""
        made: list[str] = super().build_potfiles()
        for name in set(made):
            path = Path(name)
            path.write_text(DATE.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
        return made


def _keyword(mark: tuple[str, int]) -> str:
    name, messages = mark
    return f"--keyword={name}" + (":1,2" if messages == 2 else "")


def refusals(root: Path) -> set[str]:
    """Return the names of all kinds of a Refusal below a folder: they take a message too."""
    parents = dict(_classes(path for path in root.glob("*/**/*.py") if _is_ours(path, root)))
    found = {"Refusal"}
    while more := {name for name, bases in parents.items() if bases & found} - found:
        found |= more
    return found - {"Refusal"}


def _is_ours(path: Path, root: Path) -> bool:
    folder = path.relative_to(root).parts[0]
    return not folder.startswith(".") and folder not in LEFT_OUT


def _classes(paths: Iterable[Path]) -> Iterator[tuple[str, set[str]]]:
    """Yield each class with the names of what it is made of."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, {ast.unparse(base).rpartition(".")[2] for base in node.bases}
