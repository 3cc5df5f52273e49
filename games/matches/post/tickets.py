"""What mails carry so that they can be answered: addresses and links for one seat in one position.

Each is signed for its purpose, person, match, seat and ply, and worth nothing once that turn is
over. Nothing is stored: whoever brings one has got our mail.
"""

import contextlib
from dataclasses import astuple, dataclass
from hashlib import sha256

from django.urls import reverse

from accounts.edge import reply_addresses, tokens
from accounts.edge.tokens import BadToken

MOVE, OFFER = "move", "offer"
TURN = "turn"
OFFERS = ("pause", "takeback", "draw", "end", "live")  # a ticket has the place in this list
MARK = 4  # bytes


@dataclass(frozen=True)
class Place:
    """Somebody's seat at a match in one position."""

    user_id: int
    match_id: int
    player: int
    ply: int


# --- Addresses to answer to -----------------------------------------------------------------------


def move_address(place: Place) -> str:
    """Return the address at which a turn can be answered by one line, "" where no mail comes in."""
    return reply_addresses.address(MOVE, astuple(place))


def offer_address(place: Place, kind: str) -> str:
    """Return the address at which an offer of a kind can be answered, "" where no mail comes in."""
    return reply_addresses.address(OFFER, (*astuple(place), OFFERS.index(kind)))


def is_ours(address: str) -> bool:
    """Tell whether mail to an address is for us to read: it carries a ticket that we signed."""
    for reads in (read_move, read_offer, reply_addresses.read_bounce):
        with contextlib.suppress(BadToken):
            reads(address)
            return True
    return False


def read_move(address: str) -> Place:
    """Return whose turn an address is for; raise BadToken."""
    return Place(*reply_addresses.read(address, MOVE, 4))


def read_offer(address: str) -> tuple[Place, str]:
    """Return who answers by an address, and what kind of offer; raise BadToken."""
    *numbers, kind = reply_addresses.read(address, OFFER, 5)
    if kind >= len(OFFERS):
        raise BadToken
    return Place(*numbers), OFFERS[kind]


# --- Links ----------------------------------------------------------------------------------------


def turn_link(place: Place, number: int, text: str) -> str:
    """Return the path of the page that plays a prepared turn, if it still reads so."""
    numbers = (*astuple(place), number, mark_of(text))
    return reverse("turn-prepared", args=[tokens.sign_ticket(purpose=TURN, numbers=numbers)])


def read_turn(ticket: str) -> tuple[Place, int, int]:
    """Return whose turn a link is for, its number in the list and its mark; raise BadToken."""
    *numbers, number, mark = tokens.read_ticket(ticket, purpose=TURN, count=6)
    return Place(*numbers), number, mark


def mark_of(text: str) -> int:
    """Return a number that stands for a turn as it reads: numbers are used again."""
    return int.from_bytes(sha256(text.encode()).digest()[:MARK], "big")
