"""A mail as its reader gets it: to be looked at by whoever runs the site, without its keys.

What opens something without a login isn't shown of a mail that went to somebody: not the addresses
to answer to, not the codes, and of links no more than what everybody can see.
"""

import email.policy
import email.utils
import re
from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from django.urls import Resolver404, resolve

BLANK = "•••"
# What the addresses of pages are made of, where everybody may know it; all else is taken for a key.
PUBLIC = frozenset({"day", "number", "ply", "public_id", "slug", "username", "word"})
_LINK = re.compile(r"https?://[^\s\"'<>]+")
_TICKET = re.compile(r"(?<![\w.])([a-z]+)\+[\w-]+@")
_CODE = re.compile(r"^ {4}(\S+)$", re.MULTILINE)  # in mails about accounts: on a line of its own
_HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)
# A link in a frame would open its page there, where it isn't allowed to be; so it opens nothing.
_NOWHERE = '<base target="_blank">'


@dataclass(frozen=True)
class Letter:
    """A mail that was put together; one that ``is_sample`` went to nobody and keeps no secret.

    Nor does one that ``is_passed_on`` by hand, as no mail server takes it where it belongs.
    """

    message: EmailMessage
    is_sample: bool = False
    is_passed_on: bool = False

    @property
    def date(self) -> datetime | None:
        """Return when it was written."""
        try:
            return email.utils.parsedate_to_datetime(str(self.message.get("Date", "")))
        except ValueError:
            return None

    @property
    def sender(self) -> str:
        """Return whom it is from."""
        return self._shown(str(self.message.get("From", "")))

    @property
    def to(self) -> str:
        """Return whom it is for."""
        return str(self.message.get("To", ""))

    @property
    def subject(self) -> str:
        """Return what it is about."""
        return self._shown(str(self.message.get("Subject", "")))

    @property
    def headers(self) -> list[tuple[str, str]]:
        """Return all headers, in their order."""
        return [(name, self._shown(str(value).strip())) for name, value in self.message.items()]

    @property
    def text(self) -> str:
        """Return the plain text."""
        return self._shown(self._body("plain"))

    @property
    def html(self) -> str:
        """Return the page it is for whoever's program shows one, pictures included; else ""."""
        page = self._shown(self._body("html"))
        for part in self._pictures():
            name = str(part.get("Content-ID", "")).strip("<>")
            data = b64encode(bytes(part.get_content())).decode()
            page = page.replace(f"cid:{name}", f"data:image/png;base64,{data}")
        return _HEAD.sub(lambda head: head[0] + _NOWHERE, page, count=1)

    @property
    def pictures(self) -> list[bytes]:
        """Return the PNGs that come with it."""
        return [bytes(part.get_content()) for part in self._pictures()]

    def _pictures(self) -> list[EmailMessage]:
        parts = self.message.walk()
        return [part for part in parts if part.get_content_type() == "image/png"]

    def _body(self, kind: str) -> str:
        body = self.message.get_body((kind,))
        return str(body.get_content()) if body else ""

    def _shown(self, told: str) -> str:
        """Return a part of it without what opens something."""
        if self.is_sample or self.is_passed_on:
            return told
        told = _TICKET.sub(rf"\1+{BLANK}@", _LINK.sub(lambda link: without_keys(link[0]), told))
        for code in self._codes():
            told = told.replace(code, BLANK)
        return told

    def _codes(self) -> list[str]:
        """Return the codes in a mail about an account."""
        return _CODE.findall(self._body("plain")) if is_about_account(self.message) else []


def is_about_account(message: EmailMessage) -> bool:
    """Tell whether a mail is about an account itself: neither a notice nor an answer to a mail."""
    return "List-Unsubscribe" not in message and "Auto-Submitted" not in message


def read(source: bytes) -> EmailMessage:
    """Return the message that its bytes are."""
    return message_from_bytes(source, policy=email.policy.default)


def without_keys(link: str) -> str:
    """Return a link without what only its reader may know: keys in its path, and all behind it."""
    try:
        parts = urlsplit(link)
    except ValueError:  # what calls itself a link may be none
        return BLANK
    path = unquote(parts.path)
    try:
        found = resolve(path or "/").kwargs
    except Resolver404:
        path = f"/{BLANK}"
    else:
        for value in (str(value) for name, value in found.items() if name not in PUBLIC):
            path = path.replace(value, BLANK)
    query, fragment = parts.query and f"?{BLANK}", parts.fragment and f"#{BLANK}"
    return f"{parts.scheme}://{parts.netloc}{path}{query}{fragment}"
