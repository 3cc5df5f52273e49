"""One spelling of an address, however somebody writes it: the one that is stored and compared.

It is in small letters, and its host is written as DNS has it, in A-labels (IDNA 2008 as UTS 46 maps
to it, RFC 5891): ``anna@xn--bcher-kva.example``, never ``Anna@Bücher.example``. Every mail server
understands that, and the same host is never two.
"""

import functools
from email.utils import parseaddr
from urllib.parse import urlsplit

import idna
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts.edge import typed

LONGEST = 254  # signs of an address, as the tables have it and RFC 5321 says
LONGEST_HOST = 253
A_LABEL = "xn--"


def spell(address: str) -> str:
    """Return an address in its one spelling; what has no @ is none, and only loses its blanks.

    Raise ValidationError for one to which no mail of ours could go.
    """
    address = address.strip()
    MaxLengthValidator(LONGEST)(address)
    local, at, host = address.rpartition("@")
    if not at:
        return address
    # Few mail servers know more (SMTPUTF8, RFC 6531), and what we send with doesn't.
    if not (local.isascii() and local.isprintable()):
        raise ValidationError(
            _(
                "We can't send email to an address with letters like “ü” before the @. "
                "Try another address."
            ),
            code="local",
        )
    spelled = f"{local.lower()}@{spell_host(host)}"
    MaxLengthValidator(LONGEST)(spelled)
    return spelled


def read(text: str) -> str:
    """Return what somebody typed as an address in its one spelling; raise ValidationError."""
    local, at, host = typed.read(text, keep=typed.JOINERS).rpartition("@")
    plain = typed.read(host)
    return spell(f"{typed.read(local)}{at}{plain if plain.isascii() else host}")


def spelled(address: str) -> str:
    """Return an address in its one spelling, "" for what is none."""
    try:
        return spell(address) if "@" in address else ""
    except ValidationError:
        return ""


def same(one: str, other: str) -> bool:
    """Tell whether two addresses are one, however each is written."""
    return spelled(one) == spelled(other) != ""


@functools.lru_cache(maxsize=256)
def spell_host(host: str) -> str:
    """Return a host as DNS has it, without the dot at its end.

    Raise ValidationError if there can be none of that name.
    """
    if host.isascii() and A_LABEL not in host.lower():
        return host.lower().removesuffix(".")
    try:
        if len(host) <= LONGEST_HOST:
            return idna.encode(host, uts46=True).decode("ascii").removesuffix(".")
    except UnicodeError:  # of which the library's own is one
        pass
    raise ValidationError(
        _("No mail server can be called “%(host)s”. Check what's after the @."),
        code="host",
        params={"host": host[:LONGEST_HOST]},
    )


def shown(address: str) -> str:
    """Return an address as people know it, its host in their own letters."""
    local, at, host = address.rpartition("@")
    if A_LABEL not in host:
        return address
    try:
        return f"{local}{at}{idna.decode(host)}"
    except UnicodeError:
        return address


def spell_sender(sender: str) -> str:
    """Return a sender, such as ``Tilepost <no-reply@play.example>``, with its address spelled."""
    address = parseaddr(sender)[1]
    return sender.replace(address, spell(address)) if address else sender


def spell_url(url: str) -> str:
    """Return a URL with its host as DNS has it, or that of a mailbox (``mailto:``)."""
    parts = urlsplit(url)
    if parts.scheme == "mailto":
        return f"mailto:{spell(parts.path)}"
    if parts.netloc.isascii() or not parts.hostname:
        return url
    netloc = parts.netloc.lower().replace(parts.hostname, spell_host(parts.hostname))
    return parts._replace(netloc=netloc).geturl()
