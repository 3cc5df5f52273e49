"""The links in mails that act without a login: signed, bound to one purpose, valid for ever."""

from django.core.signing import BadSignature, Signer

# The separator may not be a letter of the encoding; a dot needs no escaping in an address.
_signer = Signer(salt="accounts.unsubscribe", sep=".")
_acts = Signer(salt="accounts.act", sep=".")


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
