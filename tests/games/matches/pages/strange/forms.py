"""What the site's own pages would send: their forms as they stand there, and their links."""

import dataclasses
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from tests.games.matches.pages.strange.asking import Ask, Asker

ROOT = Path(__file__).parents[5]
SOURCES = ("accounts", "config", "games", "lobby")
_ASKED = re.compile(r"""request\.(GET|POST)(?:\.get(?:list)?\(|\[)\s*"(\w+)\"""")
_POSTED = re.compile(r"""(?:posted|number)\(request, "(\w+)\"""")


@dataclasses.dataclass(frozen=True)
class Form:
    """A form as a page shows it to somebody: where it is sent, and what with."""

    role: str
    path: str
    fields: tuple[tuple[str, str], ...]


@functools.cache
def names_asked_for() -> dict[str, set[str]]:
    """Return the names that the site's code asks a query ("GET") and a form ("POST") for."""
    found: dict[str, set[str]] = {"GET": set(), "POST": set()}
    for folder in SOURCES:
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            for method, name in _ASKED.findall(text):
                found[method].add(name)
            found["POST"].update(_POSTED.findall(text))
    return found


def crawl(asker: Asker, role: str, starts: list[str], *, most: int) -> tuple[list[Form], set[str]]:
    """Return the forms on so many pages that somebody reaches, and the addresses with a query."""
    waiting, seen = list(starts), set(starts)
    forms: dict[Any, Form] = {}
    asked: set[str] = set()
    for _ in range(most):
        if not waiting:
            break
        at = waiting.pop(0)
        answer = asker.ask(Ask(role, "GET", at))
        if answer is None or "text/html" not in answer.get("Content-Type", ""):
            continue
        tree = LexborHTMLParser(answer.content.decode())
        for form in _forms(tree, role, at):
            forms.setdefault((form.path, tuple(name for name, _ in form.fields)), form)
        for link in tree.css("a[href]"):
            url = urlsplit(urljoin(at, link.attributes["href"] or ""))
            target = url.path + (f"?{url.query}" if url.query else "")
            if url.netloc or url.scheme not in ("", "http") or target in seen:
                continue
            seen.add(target)
            if url.query:
                asked.add(target)
            elif not url.path.startswith("/static/"):
                waiting.append(target)
    return list(forms.values()), asked


def _forms(tree: LexborHTMLParser, role: str, at: str) -> Iterator[Form]:
    for form in tree.css("form"):
        path = urljoin(at, form.attributes.get("action") or "")
        fields = tuple(_fields(form))
        if (form.attributes.get("method") or "get").lower() == "post":
            yield Form(role, path, fields)
            for button in form.css("button[name]"):
                told = button.attributes
                yield Form(role, path, (*fields, (told["name"] or "", told.get("value") or "")))


def _fields(form: Any) -> Iterator[tuple[str, str]]:
    for field in form.css("input[name], select[name], textarea[name]"):
        told = field.attributes
        name = told["name"] or ""
        if name in ("csrfmiddlewaretoken", "form_id"):
            continue
        if field.tag == "select":
            chosen = field.css_first("option[selected]") or field.css_first("option")
            yield name, (chosen.attributes.get("value") or "") if chosen else ""
        elif field.tag == "textarea":
            yield name, field.text() or "Some words"
        elif told.get("type") in ("checkbox", "radio"):
            if "checked" in told or told.get("type") == "radio":
                yield name, told.get("value") or "on"
        else:
            yield name, told.get("value") or "Some words"


def query_names(targets: set[str]) -> set[str]:
    """Return the names in the queries of addresses."""
    return {name for one in targets for name, _ in parse_qsl(urlsplit(one).query, True)}
