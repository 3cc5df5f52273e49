"""Addresses of this site that carry a ticket: ``move+<ticket>@<host>``, signed for a purpose.

Nothing is stored: whoever writes to one shows that our mail has come. There are none unless the
settings name a host for them.
"""

from collections.abc import Iterable

from django.conf import settings

from accounts.edge import addresses, tokens
from accounts.edge.tokens import BadToken

BOUNCE = "bounce"


def address(purpose: str, numbers: Iterable[int]) -> str:
    """Return the address with a ticket of these numbers, "" where no mail comes in."""
    if not settings.REPLY_HOST:
        return ""
    ticket = tokens.sign_ticket(purpose=purpose, numbers=numbers)
    return addresses.spell(f"{purpose}+{ticket}@{settings.REPLY_HOST}")


def purpose_of(address: str) -> str:
    """Return what an address says it is for; raise BadToken if it is not at our host."""
    local, _, host = addresses.spelled(address).rpartition("@")
    if not settings.REPLY_HOST or host != addresses.spell_host(settings.REPLY_HOST):
        raise BadToken
    return local.partition("+")[0]


def read(address: str, purpose: str, count: int) -> tuple[int, ...]:
    """Return the numbers that an address carries for this purpose; raise BadToken."""
    if purpose_of(address) != purpose:
        raise BadToken
    ticket = address.rpartition("@")[0].partition("+")[2]
    return tokens.read_ticket(ticket, purpose=purpose, count=count)


def bounce_address(user_id: int) -> str:
    """Return the address that hears of mails that did not reach somebody, "" likewise."""
    return address(BOUNCE, (user_id,))


def read_bounce(address: str) -> int:
    """Return the id of the person whose mail came back to an address; raise BadToken."""
    return read(address, BOUNCE, 1)[0]
