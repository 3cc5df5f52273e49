"""A game's README as a page: Markdown in, safe HTML and a table of contents out."""

import dataclasses
import functools
import itertools
import re
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt

# A table wider than a phone is scrolled by itself, with the keyboard too.
SCROLLER = '<div class="scroller" role="region" tabindex="0" aria-label="Table">'


@dataclasses.dataclass(frozen=True, slots=True)
class RulesPage:
    """Rendered rules and the (anchor, title) of each section."""

    html: SafeString
    contents: list[tuple[str, str]]


@functools.cache
def render_rules(path: Path) -> RulesPage:
    """Return the page made from a README; its first heading is the page's own and left out."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(re.sub(r"\A# .*\n", "", path.read_text()))
    contents = []
    for opening, inline in itertools.pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            anchor = slugify(inline.content)
            opening.attrSet("id", anchor)
            contents.append((anchor, inline.content))
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<table>", f"{SCROLLER}<table>").replace("</table>", "</table></div>")
    # Our own text, rendered with raw HTML switched off.
    return RulesPage(html=mark_safe(html), contents=contents)  # noqa: S308
