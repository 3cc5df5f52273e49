"""A game's README as a page: Markdown in, safe HTML and a table of contents out.

A document is written anew for each language, beside the English one: ``README.fr.md``,
``README.pt-br.md``. Where there is none, readers get the English one.
"""

import dataclasses
import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.templatetags.static import static
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.token import Token

# A table wider than a phone is scrolled by itself, with the keyboard too.
SCROLLER = '<div class="scroller" role="region" tabindex="0" aria-label="{}">'
# Markdown has no table without a head; one that says nothing is none.
NO_HEAD = re.compile(r"<thead>\s*<tr>\s*(<th[^>]*></th>\s*)+</tr>\s*</thead>\s*")


# A README shows a game's own pictures by their place in its folder, as the repository's pages do.
PICTURES = "static/"
ENGLISH = "en"


@dataclasses.dataclass(frozen=True, slots=True)
class RulesPage:
    """Rendered rules, the (anchor, title) of each section, and the language they are in."""

    html: SafeString
    contents: list[tuple[str, str]]
    language: str


def of(path: Path) -> RulesPage:
    """Return the page of a document in the reader's language, or else in English."""
    wanted = translation.get_language() or ENGLISH
    for language in (wanted, wanted.partition("-")[0]):
        written = path.with_suffix(f".{language}{path.suffix}")
        if written.is_file():
            return render_rules(written, language)
    return render_rules(path)


@functools.cache
def render_rules(path: Path, language: str = ENGLISH) -> RulesPage:
    """Return the page made from a README; its first heading is the page's own and left out."""
    with translation.override(language):
        return _rendered(path, language)


def _rendered(path: Path, language: str) -> RulesPage:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(re.sub(r"\A# .*\n", "", path.read_text()))
    contents = []
    for image in _images(tokens):
        source = str(image.attrs["src"])
        if source.startswith(PICTURES):
            image.attrs |= {"src": static(source.removeprefix(PICTURES)), "loading": "lazy"}
    for opening, inline in itertools.pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            anchor = slugify(inline.content, allow_unicode=True)
            opening.attrSet("id", anchor)
            contents.append((anchor, inline.content))
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = _with_scrollers(NO_HEAD.sub("", html))
    # Our own text, rendered with raw HTML switched off.
    return RulesPage(mark_safe(html), contents, language)  # noqa: S308


def _with_scrollers(html: str) -> str:
    """Return a page whose tables scroll by themselves, each with a name of its own."""
    numbers = itertools.count(1)

    def opened(_: re.Match[str]) -> str:
        name = gettext("Table %(number)s") % {"number": next(numbers)}
        return f"{SCROLLER.format(name)}<table>"

    html = re.sub("<table>", opened, html)
    return html.replace("</table>", "</table></div>")


def _images(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from (each for each in token.children or () if each.type == "image")
