"""A game's README as a page: Markdown in, safe HTML and a table of contents out.

A paragraph of pictures becomes a row of diagrams below the rule above it. What is written as a
picture's description in the README is the caption there; the diagram itself says what is seen.

A document is written anew for each language, beside the English one: ``README.fr.md``,
``README.pt-br.md``. Where there is none, readers get the English one.
"""

import dataclasses
import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.templatetags.static import static
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.core.diagrams import Diagrams

# A table wider than a phone is scrolled by itself, with the keyboard too.
SCROLLER = '<div class="scroller" role="region" tabindex="0" aria-label="{}">'
# A table with pictures is laid out anew on a phone, and must remain a table for those who listen.
ROLES = {
    "table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "th": "columnheader",
    "td": "cell",
}  # fmt: skip
# Markdown has no table without a head; one that says nothing is none.
NO_HEAD = re.compile(r"<thead>\s*<tr>\s*(<th[^>]*></th>\s*)+</tr>\s*</thead>\s*")


# A README shows a game's own pictures by their place in its folder, as the repository's pages do.
PICTURES = "static/"
ENGLISH = "en"
RULE = re.compile(r"\*\*(\d+(?:\.\d+)+)\*\*")
SIZE = re.compile(r'<svg[^>]* width="(\d+)" height="(\d+)"')


@dataclasses.dataclass(frozen=True, slots=True)
class RulesPage:
    """Rendered rules, the (anchor, title) of each section, and the language they are in."""

    html: SafeString
    contents: list[tuple[str, str]]
    language: str


def of(path: Path, diagrams: Diagrams[Any, Any] | None = None) -> RulesPage:
    """Return the page of a document in the reader's language, or else in English."""
    wanted = translation.get_language() or ENGLISH
    for language in (wanted, wanted.partition("-")[0]):
        written = path.with_suffix(f".{language}{path.suffix}")
        if written.is_file():
            return render_rules(written, language, diagrams)
    return render_rules(path, diagrams=diagrams)


@functools.cache
def render_rules(
    path: Path, language: str = ENGLISH, diagrams: Diagrams[Any, Any] | None = None
) -> RulesPage:
    """Return the page made from a README; its first heading is the page's own and left out."""
    with translation.override(language):
        return _rendered(path, language, diagrams)


def _rendered(path: Path, language: str, diagrams: Diagrams[Any, Any] | None) -> RulesPage:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(re.sub(r"\A# .*\n", "", path.read_text()))
    contents = []
    for image in _images(tokens):
        _sized(image, path.parent)
    for opening, inline in itertools.pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            anchor = slugify(inline.content, allow_unicode=True)
            opening.attrSet("id", anchor)
            contents.append((anchor, inline.content))
        elif opening.type == "paragraph_open" and (rule := RULE.match(inline.content)):
            opening.attrSet("id", rule[1])
    _mark_pictured_tables(tokens)
    seen = {one.name: str(one.text) for one in diagrams.each} if diagrams else {}
    tokens = _with_diagrams(tokens, seen)
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = _with_scrollers(NO_HEAD.sub("", html))
    # Our own text, rendered with raw HTML switched off.
    return RulesPage(mark_safe(html), contents, language)  # noqa: S308


def _with_scrollers(html: str) -> str:
    """Return a page whose tables scroll by themselves, each with a name of its own."""
    numbers = itertools.count(1)

    def opened(table: re.Match[str]) -> str:
        name = gettext("Table %(number)s") % {"number": next(numbers)}
        return f"{SCROLLER.format(name)}{table[0]}"

    html = re.sub("<table( [^>]*)?>", opened, html)
    return html.replace("</table>", "</table></div>")


def _images(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from (each for each in token.children or () if each.type == "image")


def _sized(image: Token, folder: Path) -> None:
    """Have a picture of the game's own served from its place, with its size, so nothing jumps."""
    source = str(image.attrs["src"])
    if not source.startswith(PICTURES):
        return
    file, part, view = source.partition("#")  # a view of one picture among those in a file
    address = static(file.removeprefix(PICTURES)) + part + view
    image.attrs |= {"src": address, "loading": "lazy", "decoding": "async"}
    image.meta["name"] = Path(file).stem
    if size := SIZE.match((folder / file).read_text(encoding="utf-8")):
        image.attrs |= {"width": int(size[1]), "height": int(size[2])}


def _mark_pictured_tables(tokens: list[Token]) -> None:
    """Give each table that has pictures in its cells a class, and its parts their roles."""
    table: list[Token] = []
    for token in tokens:
        table = [token] if token.type == "table_open" else [*table, token] if table else []
        if token.type == "table_close":
            if any(_images(table)):
                table[0].attrSet("class", "pictured")
                for part in table:
                    if part.nesting == 1 and part.tag in ROLES:
                        part.attrSet("role", ROLES[part.tag])
            table = []


# --- Diagrams -------------------------------------------------------------------------------------


def _with_diagrams(tokens: list[Token], seen: dict[str, str]) -> list[Token]:
    """Return the tokens with paragraphs of pictures as diagrams, each row below its rule.

    ``seen`` says what can be seen on a diagram, by its name.
    """
    made: list[Token] = []
    rule: int | None = None  # where the rule above begins
    waiting = iter(tokens)
    for token in waiting:
        if token.type == "heading_open":
            rule = None
        elif token.type == "paragraph_open" and token.attrs.get("id"):
            rule = len(made)
        made.append(token)
        if token.type != "inline" or not (images := _only_images(token)):
            continue
        made.pop()
        made.pop()
        next(waiting)
        diagrams = format_html(
            '<div class="diagrams">{}</div>\n',
            format_html_join("", "{}", ((_figure(image, seen),) for image in images)),
        )
        if rule is None:
            made.append(_html(diagrams))
            continue
        made.insert(rule, _html('<div class="rule"><div class="rule-text">'))
        made += [_html("</div>"), _html(diagrams), _html("</div>\n")]
        rule = None
    return made


def _only_images(inline: Token) -> list[Token]:
    """Return the pictures of a paragraph that has nothing else in it."""
    children = [child for child in inline.children or () if child.type != "softbreak"]
    diagrams = all(child.type == "image" and child.content for child in children)
    return children if diagrams else []


def _figure(image: Token, seen: dict[str, str]) -> SafeString:
    attributes = image.attrs | {"alt": seen.get(image.meta.get("name", ""), "")}
    return format_html(
        '<figure class="diagram"><img{}><figcaption>{}</figcaption></figure>',
        format_html_join("", ' {}="{}"', attributes.items()),
        image.content,
    )


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content, block=True)
