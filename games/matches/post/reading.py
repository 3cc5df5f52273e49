"""Reading a mail that somebody sent to the site: who wrote it, whether a person did, and what text.

Pure: nothing is looked up and nothing done. Whatever a mail is made of, reading it raises nothing.
"""

import email.policy
import email.utils
import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import InvalidHeaderDefect
from email.message import EmailMessage, Message
from functools import partial
from typing import Any

from games.matches.post import robots
from games.matches.post.quoting import own_lines
from games.matches.post.texts import text_of

EMAIL = email.policy.default
# How an address beyond ASCII is written in a report in ASCII (RFC 6533).
XTEXT = re.compile(r"\\x\{((?:10|0?[0-9A-F])?[0-9A-F]{1,4})\}", re.IGNORECASE)
LONGEST_REASON = 200  # characters
ROBOT_NAMES = {"mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply"}
NO_RETURN = {"<>", "<mailer-daemon>"}


@dataclass(frozen=True)
class Read:
    """What a mail says, as far as the site cares.

    ``id`` names the mail: of two that are one and the same it is equal. ``by_robot`` says why no
    person wrote it, "" if one may have; ``like_robot`` why none did unless its text is an answer.
    ``bounced`` is the address that a mail of ours did not reach for good, and ``bounced_reason``
    why. ``text`` is its text with all that it quotes, "" of a robot's.
    """

    id: str
    sender: str
    by_robot: str
    like_robot: str
    bounced: str
    bounced_reason: str
    text: str


def read(message: EmailMessage) -> Read:
    """Return what a mail says."""
    bounced, reason = _bounce(message)
    by_robot = _robot(message)
    text = "" if by_robot else text_of(message)
    own = "\n".join(own_lines(text, lambda _: False))
    return Read(
        id=_id(message),
        sender=_sender(message),
        by_robot=by_robot,
        like_robot="" if by_robot else robots.suspected(partial(_header, message), own),
        bounced=bounced,
        bounced_reason=reason,
        text=text,
    )


# --- Its headers ----------------------------------------------------------------------------------


def _fields(message: Message, name: str) -> list[Any]:
    """Return all headers of a name, as UTF-8 where they have more letters than ASCII (RFC 6532).

    The library keeps bytes beyond ASCII as halves of surrogate pairs; headers that were put
    together here have a name, and none of these.
    """
    try:
        values = [value for key, value in message.raw_items() if key.lower() == name.lower()]
        texts = [value if hasattr(value, "name") else _in_utf8(value) for value in values]
        return [EMAIL.header_fetch_parse(name, text) for text in texts]
    except Exception:  # noqa: BLE001 - the library stumbles over some headers that people send
        return []


def _in_utf8(value: str) -> str:
    """Return a header without halves of surrogate pairs; what is no UTF-8 is replaced."""
    try:
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:  # halves that stand for no byte
        return value.encode("utf-8", "replace").decode("utf-8")


def _header(message: Message, name: str) -> str:
    """Return a header on one line, without signs that cannot be kept, such as a NUL."""
    return _kept(" ".join(str(next(iter(_fields(message, name)), "")).split()))


def _kept(text: str) -> str:
    """Return a text without signs that cannot be kept."""
    return "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs"))


def _addresses(message: Message, name: str) -> list[str]:
    values = [str(value) for value in _fields(message, name)]
    return [_kept(address) for _, address in email.utils.getaddresses(values) if "@" in address]


def _id(message: EmailMessage) -> str:
    """Return the Message-ID, or what stands for it in a mail without one."""
    if found := _header(message, "Message-ID"):
        return found[:998]
    told = "\n".join((_header(message, "From"), _header(message, "Date"), text_of(message)))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()


def _sender(message: EmailMessage) -> str:
    """Return the one address that a mail says it is from, "" if it says so in no clear way."""
    headers = _fields(message, "From")
    try:
        (address,) = [one for header in headers for one in header.addresses]
        clear = not any(isinstance(one, InvalidHeaderDefect) for one in headers[0].defects)
        told = str(address.addr_spec)
    except Exception:  # noqa: BLE001 - likewise
        return ""
    return told if clear and len(headers) == 1 and told == _kept(told) else ""


def recipients(message: EmailMessage) -> Iterator[str]:
    """Yield the addresses that a mail says it is for."""
    for name in ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"):
        yield from _addresses(message, name)


def _robot(message: EmailMessage) -> str:
    """Return by what a mail shows that a program wrote it, "" if it shows nothing (RFC 3834)."""
    if message.get_content_type() in ("multipart/report", "message/disposition-notification"):
        return "a report"
    if _header(message, "Return-Path").lower() in NO_RETURN:
        return "no return path"
    if _sender(message).partition("@")[0].lower() in ROBOT_NAMES:
        return "its sender"
    return robots.declared(partial(_header, message))


def _bounce(message: EmailMessage) -> tuple[str, str]:
    """Return the address that cannot be reached, and why; "" both if that is not what is told."""
    if message.get_content_type() != "multipart/report":
        return "", ""
    for part in message.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        for block in part.get_payload() if part.is_multipart() else []:
            if not isinstance(block, Message):
                continue
            if _header(block, "Action").lower() != "failed":
                continue
            if _header(block, "Status").startswith("5"):
                address = _header(block, "Final-Recipient").rpartition(";")[2].strip()
                address = XTEXT.sub(lambda sign: _kept(chr(int(sign[1], 16))), address)
                words = _header(block, "Diagnostic-Code").rpartition(";")[2].strip()
                return address, (words or _header(block, "Status"))[:LONGEST_REASON]
    return "", ""
