"""Changes to people and their preferences: the only writer of both besides the account library."""

import itertools
from collections.abc import Callable
from datetime import date, datetime, timedelta

from allauth.account.app_settings import AppSettings
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, IntegrityError, transaction
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Value
from django.db.models.functions import TruncDate

from accounts.edge import addresses, zones
from accounts.users import names
from accounts.users.models import AnswerAddress, User
from config.meters import queues

GUEST_LIFE = timedelta(days=30)
MOST_DRAWS = 20
NO_NAME = "no free name for a guest was found"

# Tables whose rows go with a guest; see ``register_own``.
_own: list[type[Model]] = []
# Those who keep a copy of people's names; see ``register_renaming``.
Renaming = Callable[[int, str], None]
_renamings: list[Renaming] = []


class NotAGuest(ValueError):
    """The guest has become a full account already."""


class NameTaken(ValueError):
    """Somebody has this name, give or take case, dots, dashes and underscores."""


def create_guest(
    *, now: datetime, name: str = "", time_zone: str = zones.UTC, language: str = ""
) -> User:
    """Return a new guest: a name, drawn if none is chosen, no password, no address.

    Raises NameTaken for a name that was chosen; whether it may be, ``forms.GuestForm`` tells.
    """
    guest = User(
        username=name,
        is_guest=True,
        time_zone=zones.known_or_utc(time_zone),
        language=language,
        date_joined=now,
    )
    guest.set_unusable_password()
    for _again in range(MOST_DRAWS):
        guest.username = name or suggest_name()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError as error:
            if name:
                raise NameTaken from error
        else:
            return guest  # else somebody else drew the same name at the same moment
    raise RuntimeError(NO_NAME)


def make_up(*, name: str, language: str = "", time_zone: str = zones.UTC) -> User:
    """Create somebody who is made up, in a transaction that the caller rolls back.

    A number follows the name where somebody has it already.
    """
    tries = (f"{name}{number or ''}" for number in itertools.count())
    free = next(one for one in tries if not is_near_another(one))
    address = f"{free.lower()}@example.org"
    return User.objects.create_user(free, address, language=language, time_zone=time_zone)


def suggest_name() -> str:
    """Return a friendly name that is free right now."""
    for tries in range(MOST_DRAWS):
        if not is_near_another(name := names.draw(tries)):
            return name
    raise RuntimeError(NO_NAME)


def register_own(*models: type[Model]) -> None:
    """Have the rows of these tables, each with a ``user``, deleted with a guest.

    A guest who is mentioned in any other table stays.
    """
    _own.extend(models)


def register_renaming(renaming: Renaming) -> None:
    """Have a function called with a person's id and new name, in the transaction that changes it.

    For those who keep a copy of names. It is called before the person's row is written, which keeps
    others from writing rows that refer to it.
    """
    _renamings.append(renaming)


def carry_name(*, user_id: int, name: str) -> None:
    """Change the copies of a person's name; within the transaction that then changes the name."""
    for renaming in _renamings:
        renaming(user_id, name)


def is_near_another(name: str) -> bool:
    """Tell whether somebody's name differs from this one by dots, dashes and underscores alone."""
    people = User.objects.alias(bare=names.BareName("username"))
    return people.filter(bare=names.BareName(Value(name))).exists()


@transaction.atomic
def keep_guest(*, user: User, username: str, email: str, password: str) -> User:
    """Make a guest a full account in place, so that whatever refers to the guest stays.

    Where the guest sits or sat, the new name stands from now on. Locks the user's row. Raises
    NotAGuest, and IntegrityError if the name has just been taken.
    """
    locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not locked.is_guest:
        raise NotAGuest
    if locked.calendars.exists():
        user.time_zone = locked.time_zone  # chosen, and nights go by it
    if username != locked.username:
        carry_name(user_id=user.pk, name=username)
    user.username = username
    user.email = email
    user.is_guest = False
    user.set_password(password)
    user.save(update_fields=["username", "email", "is_guest", "password", "time_zone", "language"])
    return user


@transaction.atomic
def rename_guest(*, user: User, name: str) -> User:
    """Give a guest another name, also where they sit or sat; locks the user's row.

    Raises NotAGuest for a full account, and NameTaken if somebody has just taken the name.
    """
    locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not locked.is_guest:
        raise NotAGuest
    if name == locked.username:
        return locked
    carry_name(user_id=user.pk, name=name)
    locked.username = name
    try:
        with transaction.atomic():
            locked.save(update_fields=["username"])
    except IntegrityError as error:
        raise NameTaken from error
    return locked


def hide_coarse(*, user: User, hidden: bool) -> None:
    """Set whether a person is spared what coarse words mean."""
    user.hides_coarse = hidden
    user.save(update_fields=["hides_coarse"])


def wear(*, user: User, face: str) -> None:
    """Set the drawing on a person's stamp; "" for the one made from their name."""
    user.face = face
    user.save(update_fields=["face"])


def speak(*, user: User, language: str) -> None:
    """Set the language in which the site speaks to a person; "" for their browser's."""
    user.language = language
    user.save(update_fields=["language"])


def must_confirm() -> bool:
    """Tell whether the site asks people to confirm their address."""
    return bool(
        settings.ACCOUNT_EMAIL_VERIFICATION == AppSettings.EmailVerificationMethod.MANDATORY
    )


def is_confirmed(user: User) -> bool:
    """Tell whether somebody's address was confirmed, or need not be."""
    return not must_confirm() or confirmed(user.pk, user.email).exists()


def confirmed(user: int | OuterRef, address: str | OuterRef) -> QuerySet[EmailAddress]:
    """Return somebody's address as far as it was confirmed; both may be columns."""
    return EmailAddress.objects.filter(user=user, email__iexact=address, verified=True)


def forget_waiting_address(*, user: User) -> None:
    """Forget an address that waits to become a person's, and those they answer from.

    Whoever sets a new password by mail has the account to themselves again: it can have been opened
    with somebody else's address, or stolen. Sessions end by themselves.
    """
    EmailAddress.objects.filter(user=user, primary=False).delete()
    AnswerAddress.objects.filter(user=user).delete()


def keep_spelling(instance: User | EmailAddress | AnswerAddress, **_: object) -> None:
    """Have a row that is about to be stored keep its address in its one spelling.

    Forms refuse what has none; a row that holds one all the same stays as it is.
    """
    instance.email = addresses.spelled(instance.email) or instance.email


def joined(*, since: datetime, until: datetime, zone: str) -> dict[date, tuple[int, int]]:
    """Return by day of a time zone how many people joined: with an account, and as guests."""
    day = TruncDate("date_joined", tzinfo=zones.load_zone(zone))
    found = User.objects.filter(date_joined__gte=since, date_joined__lte=until)
    rows = found.values_list(day).annotate(
        full=Count("pk", filter=Q(is_guest=False)), guests=Count("pk", filter=Q(is_guest=True))
    )
    return {at: (full, guests) for at, full, guests in rows.order_by(day)}


def delete_idle_guests(*, now: datetime, limit: int = 500) -> int:
    """Delete guests from thirty days ago whom nothing mentions; return how many."""

    def guests(more: int) -> list[int]:
        return list(_idle_guests(now).values_list("pk", flat=True)[: limit + more])

    return sum(queues.each("remove_idle_guests", guests, _delete_unmentioned, now=now))


def _delete_unmentioned(guest_id: int) -> bool:
    """Delete a guest and what is theirs, unless somebody has given them a seat meanwhile."""
    try:
        with transaction.atomic():
            for model in _own:
                model._base_manager.filter(user_id=guest_id).delete()  # noqa: SLF001 - public likewise
            # A bare DELETE, which the database refuses while anything mentions the guest; Django's
            # own would empty a seat taken a moment ago.
            rows = User.objects.filter(pk=guest_id)._raw_delete(DEFAULT_DB_ALIAS)  # noqa: SLF001
    except IntegrityError:
        return False
    return rows == 1


def _idle_guests(now: datetime) -> QuerySet[User]:
    guests = User.objects.filter(is_guest=True, date_joined__lt=now - GUEST_LIFE)
    guests = guests.exclude(last_login__gte=now - GUEST_LIFE)
    for relation in User._meta.related_objects:  # noqa: SLF001 - public, whatever its name says
        if relation.related_model not in _own:  # they go with their owner
            guests = guests.filter(**{f"{relation.name}__isnull": True})
    return guests.order_by("date_joined")


def lock(*user_ids: int) -> None:
    """Hold the rows of these people until the caller's transaction ends, lowest number first."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(user_ids)).order_by("pk")
    list(rows.values_list("pk", flat=True))
