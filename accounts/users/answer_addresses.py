"""The addresses that somebody answers our mails from, beside their own: added, confirmed, removed.

Nobody learns here who else has an address: one that belongs to somebody else is added like any
other, and never confirmed.
"""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.edge import addresses, tokens
from accounts.users import services
from accounts.users.models import AnswerAddress, User

MOST = 5  # of one person, confirmed or not
LINK_LIFE = timedelta(days=3)
ACT = "answer-address"  # what a link does


class AlreadyTheirs(ValueError):
    """The person has this address already."""


class TooMany(ValueError):
    """Nobody has more of them than ``MOST``."""


class CannotConfirm(ValueError):
    """The link is too old, its address is gone, or somebody else has confirmed it."""


def of(user: User) -> list[AnswerAddress]:
    """Return somebody's addresses, the oldest first."""
    return list(user.answer_addresses.order_by("pk"))


def is_one(user: User, address: str) -> bool:
    """Tell whether somebody may answer from an address: their own, or one they have confirmed."""
    spelled = addresses.spelled(address)
    if not spelled:
        return False
    if addresses.same(spelled, user.email):
        return True
    confirmed = user.answer_addresses.filter(confirmed_at__isnull=False)
    return confirmed.filter(email=spelled).exists() or (
        services.confirmed(user.pk, spelled).exists()
    )


def is_confirmed(address: str) -> bool:
    """Tell whether anybody has confirmed that they answer from an address."""
    spelled = addresses.spelled(address)
    return AnswerAddress.objects.filter(email=spelled, confirmed_at__isnull=False).exists()


def is_taken(address: AnswerAddress) -> bool:
    """Tell whether an address is somebody else's, to sign in by or to answer from."""
    others = AnswerAddress.objects.filter(email=address.email, confirmed_at__isnull=False)
    accounts = EmailAddress.objects.filter(email=address.email, verified=True)
    people = User.objects.filter(email=address.email)
    return (
        others.exclude(user=address.user_id).exists()
        or accounts.exclude(user=address.user_id).exists()
        or (not services.must_confirm() and people.exclude(pk=address.user_id).exists())
    )


@transaction.atomic
def add(*, user: User, address: str, now: datetime) -> AnswerAddress:
    """Add an address that waits for its link; locks the person's row.

    Raise AlreadyTheirs, TooMany, or ValidationError for what is no address.
    """
    services.lock(user.pk)
    spelled = addresses.spell(address)
    known = {one.email for one in of(user)}
    if is_one(user, spelled) or spelled in known:
        raise AlreadyTheirs
    if len(known) >= MOST:
        raise TooMany
    return AnswerAddress.objects.create(user=user, email=spelled, asked_at=now)


def find(*, user: User, address_id: int) -> AnswerAddress | None:
    """Return an address of somebody's by its number."""
    return user.answer_addresses.filter(pk=address_id).first()


def ask_again(*, address: AnswerAddress, now: datetime) -> None:
    """Note that the link goes out once more, and is as good as new."""
    address.asked_at = now
    address.save(update_fields=["asked_at"])


def token_of(address: AnswerAddress) -> str:
    """Return what the link that confirms an address carries."""
    return tokens.sign_act(user_id=address.user_id, act=ACT, about=address.pk)


def asked_by(token: str, *, now: datetime) -> AnswerAddress:
    """Return the address that a link is about; raise CannotConfirm if it is good for nothing."""
    try:
        user_id, pk = tokens.read_act(token, act=ACT)
    except tokens.BadToken as error:
        raise CannotConfirm from error
    waiting = AnswerAddress.objects.select_related("user").filter(user__is_active=True)
    found = waiting.filter(pk=pk, user_id=user_id).first()
    if found is None or (found.confirmed_at is None and found.asked_at < now - LINK_LIFE):
        raise CannotConfirm
    return found


@transaction.atomic
def confirm(*, token: str, now: datetime) -> tuple[AnswerAddress, bool]:
    """Confirm the address of a link; return it, and whether that is new.

    Locks its person's row. Raise CannotConfirm.
    """
    services.lock(asked_by(token, now=now).user_id)
    address = asked_by(token, now=now)
    if address.confirmed_at is not None:
        return address, False
    if is_taken(address):
        raise CannotConfirm
    address.confirmed_at = now
    try:
        with transaction.atomic():
            address.save(update_fields=["confirmed_at"])
    except IntegrityError as error:  # two at once
        raise CannotConfirm from error
    return address, True


def remove(*, user: User, address_id: int) -> None:
    """Forget an address of somebody's; they no longer answer from there."""
    user.answer_addresses.filter(pk=address_id).delete()


def give_way(*, to: EmailAddress) -> None:
    """Forget an address to answer from that somebody has confirmed as that of their account.

    One that only waits stays with all others, who would learn of the account by its going.
    """
    known = AnswerAddress.objects.filter(email=addresses.spelled(to.email))
    known.filter(Q(user=to.user_id) | Q(confirmed_at__isnull=False)).delete()
