"""What in a mail acts without a login: signed, bound to one purpose, valid for ever.

Links carry JSON. What also has to fit into an address to answer to is a *ticket*: a few numbers in
small letters and digits, since mail servers may change capitals, and no more of them than the 64 of
a local part allow.
"""

import base64
import binascii
from collections.abc import Iterable

from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

# The separator may not be a letter of the encoding; a dot needs no escaping in an address.
_signer = Signer(salt="accounts.unsubscribe", sep=".")
_acts = Signer(salt="accounts.act", sep=".")
SEAL = 15  # bytes: 120 bits cannot be guessed
LONGEST_TICKET = 80  # letters; nothing longer is looked at


class BadToken(ValueError):
    """Not one of our links, or damaged on its way."""


def sign_unsubscribe(*, user_id: int, kind: str) -> str:
    """Return the token that switches mails of one kind off for one person."""
    return _signer.sign_object([user_id, kind])


def read_unsubscribe(token: str) -> tuple[int, str]:
    """Return the person's id and the kind of mail; raises BadToken."""
    try:
        user_id, kind = _signer.unsign_object(token)
    except (BadSignature, ValueError) as error:
        raise BadToken from error
    return user_id, kind


def sign_act(*, user_id: int, act: str, about: int) -> str:
    """Return the token by which one person does one thing with the row of that number."""
    return _acts.sign_object([user_id, act, about])


def read_act(token: str, *, act: str) -> tuple[int, int]:
    """Return the person's id and the number of the row; raises BadToken, for other acts too."""
    try:
        user_id, signed, about = _acts.unsign_object(token)
    except (BadSignature, ValueError) as error:
        raise BadToken from error
    if signed != act:
        raise BadToken
    return user_id, about


def sign_ticket(*, purpose: str, numbers: Iterable[int]) -> str:
    """Return numbers from 0, signed for one purpose: small letters and digits only.

    Five numbers as a site has them take less than 45 letters.
    """
    data = b"".join(map(_written, numbers))
    letters = base64.b32encode(data + _seal(purpose, data)).decode("ascii")
    return letters.rstrip("=").lower()


def read_ticket(ticket: str, *, purpose: str, count: int) -> tuple[int, ...]:
    """Return the numbers of a ticket of this purpose, however its letters are written.

    Raise BadToken.
    """
    if not ticket.isascii() or len(ticket) > LONGEST_TICKET:
        raise BadToken
    letters = ticket.upper()
    try:
        whole = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except (ValueError, binascii.Error) as error:
        raise BadToken from error
    data, seal = whole[:-SEAL], whole[-SEAL:]
    # One ticket is written in one way: the last letter has bits to spare.
    plain = base64.b32encode(whole).decode("ascii").rstrip("=") == letters
    if not plain or not constant_time_compare(seal, _seal(purpose, data)):
        raise BadToken
    numbers = tuple(_read(data))
    if len(numbers) != count:
        raise BadToken
    return numbers


def _seal(purpose: str, data: bytes) -> bytes:
    return salted_hmac(f"accounts.ticket.{purpose}", data, algorithm="sha256").digest()[:SEAL]


def _written(number: int) -> bytes:
    """Return a number as bytes of seven bits each, lowest first; all but the last are marked."""
    if number < 0:
        raise ValueError(f"{number} is below 0")
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _read(data: bytes) -> Iterable[int]:
    number, shift = 0, 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number, shift = 0, 0
