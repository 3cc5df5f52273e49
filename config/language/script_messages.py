"""What scripts say in other languages than English: for each language a module of its messages.

They are made of ``locale/<language>/LC_MESSAGES/djangojs.mo`` when the static files are collected,
as if they lay below ``shell/common``, and a page loads the one of its language.
"""

import gettext
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.utils.translation import to_language
from typing_extensions import override

Messages: TypeAlias = dict[str, str | list[str]]

PSEUDO = "en-xa"
FOLDER = "shell/common/messages"
MODULE = """import {{ fill }} from "../catalog.js";

fill({{ messages: {messages}, plural: (n) => Number({plural}) }});
"""


def path_of(language: str) -> str:
    """Return where the module lies that gives scripts a language; "" for English."""
    if language == PSEUDO:
        return "shell/common/pseudo.js"
    return "" if language.partition("-")[0] == "en" else f"{FOLDER}/{language}.js"


def module(catalogue: Path) -> str:
    """Return the module with the messages of a compiled catalogue."""
    with catalogue.open("rb") as file:
        found: Any = gettext.GNUTranslations(file)
    catalog = found._catalog  # noqa: SLF001 - nothing else gives all messages
    messages = json.dumps(_messages(catalog), ensure_ascii=False, sort_keys=True)
    return MODULE.format(messages=messages, plural=_rule(found.info().get("plural-forms", "")))


def _messages(catalogue: dict[str | tuple[str, int], str]) -> Messages:
    """Return a string for each message, and the forms in their order for what is counted."""
    made: Messages = {key: text for key, text in catalogue.items() if isinstance(key, str) and key}
    counted = sorted(key for key in catalogue if isinstance(key, tuple))
    for message, _ in counted:
        made[message] = [catalogue[key] for key in counted if key[0] == message]
    return made


def _rule(header: str) -> str:
    """Return the rule by which a form goes with ``n``: gettext has read it, and so do scripts."""
    return header.split(";")[1].split("plural=")[1].strip() if header else "n != 1"


class MessagesFinder(BaseFinder):
    """Finds the modules of all languages there are, for whoever collects static files."""

    @override
    def check(self, **kwargs: Any) -> list[Any]:
        return []

    @override
    def find(self, path: str, *args: Any, **kwargs: Any) -> Any:
        """Find nothing: they lie nowhere before they are collected."""
        return []

    @override
    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, Storage]]:
        storage = InMemoryStorage()
        for folder in settings.LOCALE_PATHS:
            for catalogue in sorted(Path(folder).glob("*/LC_MESSAGES/djangojs.mo")):
                path = path_of(to_language(catalogue.parent.parent.name))
                if path.startswith(FOLDER) and not storage.exists(path):
                    storage.save(path, ContentFile(module(catalogue).encode()))
                    yield path, storage
