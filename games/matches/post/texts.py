"""The text of a mail, whatever parts it is made of: plain, or from HTML if there is nothing else.

Pure, and raises nothing, whatever a mail is made of.
"""

import codecs
import re
from collections.abc import Iterator
from email.message import Message
from typing import Any

from selectolax.lexbor import LexborHTMLParser

LONGEST_TEXT = 20_000  # characters of a mail that are looked at
MOST_BYTES = 4  # of one character
# UTF-8 is read in place of these: it has all of the first, and the others, which belong to names of
# hosts, take a time that grows with the square of a text.
NOT_READ = ("ascii", "idna", "punycode")


def text_of(message: Message) -> str:
    """Return the text of a mail, of all its parts that are no attachments; HTML as plain text."""
    try:
        return _text(message)[:LONGEST_TEXT]
    except Exception:  # noqa: BLE001 - parts that contradict each other, headers that are none
        return ""


def _text(part: Message) -> str:
    kind = part.get_content_type()
    if kind.startswith("multipart/"):
        parts: Any = part.get_payload() if part.is_multipart() else []
        if kind != "multipart/alternative":
            return _joined(map(text_of, parts))
        parts = sorted(parts, key=lambda one: one.get_content_type() != "text/plain")
        return next(filter(_says, map(text_of, parts)), "")
    if kind not in ("text/plain", "text/html") or _is_file(part):
        return ""
    text = _decoded(part)
    return without_tags(text) if kind == "text/html" else text


def _joined(texts: Iterator[str]) -> str:
    """Return texts with a blank line between them; those that say something, up to the bound."""
    joined = ""
    for text in texts:
        if _says(text):
            joined += ("\n\n" if joined else "") + text
        if len(joined) > LONGEST_TEXT:
            break
    return joined


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _is_file(part: Message) -> bool:
    """Tell whether a part is attached, or shown with a name of its own as files are."""
    named = part.get_param("filename", header="content-disposition")
    return part.get_content_disposition() == "attachment" or named is not None


def _decoded(part: Message) -> str:
    """Return a text in its own charset; as UTF-8 if nobody knows that, or it is not kept to."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    payload = payload[: MOST_BYTES * LONGEST_TEXT]
    try:
        charset = codecs.lookup(str(part.get_content_charset(""))).name
        text = payload.decode("utf-8" if charset in NOT_READ else charset, "replace")
    except Exception:  # noqa: BLE001 - whatever the codecs of the library stumble over
        text = payload.decode("utf-8", "replace")
    return text[:LONGEST_TEXT].replace("\r\n", "\n").replace("\r", "\n")


# --- HTML -----------------------------------------------------------------------------------------

BLOCKS = frozenset({"div", "tr", "li", "table"})  # stand on lines of their own
PARAGRAPHS = frozenset({"p", "h1", "h2", "h3", "hr", "pre", "br"})  # and with a line between them
SILENT = frozenset({"style", "script", "head", "title"})


def _marked(*names: str) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, names)))


# Classes, ids and names by which programs mark what they say of a quotation and what they sign,
NOT_SAID = _marked("gmail_attr", "moz-cite-prefix", "gmail_signature", "moz-signature")
# what they quote,
QUOTATION = _marked(
    "gmail_quote", "yahoo_quoted", "protonmail_quote", "gmx_quote", "OutlookMessageHeader",
    "mail-editor-reference-message", "ms-outlook-mobile-reference-message", "zmail_extra",
    "hmquote", "OLK_SRC_BODY_SECTION", "mail_android_quote", "tutanota_quote", "__QUOTED_TEXT__",
)  # fmt: skip
# and where Outlook's quotation begins, which goes on to the end.
REST = _marked("appendonsend", "divRplyFwdMsg")


def without_tags(source: str) -> str:
    """Return the text of HTML, a line for each of its lines; ">" stands for what it quotes."""
    tree = LexborHTMLParser(source)
    text = "".join(_texts(tree.body)) if tree.body else ""
    return "\n".join(line.strip(" ") for line in re.split(r"\r|\n[\n ]*", text))


def _texts(node: Any) -> Iterator[str]:
    """Yield the texts of an element, with an end of line around each block."""
    above: list[Any] = []
    while node is not None:
        inside = True
        if node.tag == "-text":
            yield " ".join(re.split(r"[ \t\r\n\f]+", node.text_content or ""))
        else:
            marks = _marks(node)
            if REST.search(marks):
                return
            inside = node.tag not in SILENT and not NOT_SAID.search(marks)
            if node.tag == "blockquote" or (QUOTATION.search(marks) and not _holds_quotes(node)):
                inside = False
                yield "\n>\n"
            else:
                yield _end_of_line(node)
        if inside and node.child is not None:
            above.append(node)
            node = node.child
            continue
        while node.next is None:
            if not above:
                return
            node = above.pop()
            yield _end_of_line(node)
        node = node.next


def _end_of_line(node: Any) -> str:
    """Return what ends the line before and after an element; several ends of blocks are one."""
    if node.tag in PARAGRAPHS:
        return "\r"
    return "\n" if node.tag in BLOCKS else ""


def _marks(node: Any) -> str:
    if not str(node.tag).isalnum():
        return ""  # a comment
    told = node.attributes
    return " ".join(told.get(name) or "" for name in ("class", "id", "name", "data-marker"))


def _holds_quotes(node: Any) -> bool:
    """Tell whether an element has what is quoted in it apart: answers can stand around that."""
    return any(child.tag == "blockquote" for child in node.iter())
