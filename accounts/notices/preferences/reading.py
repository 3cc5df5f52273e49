"""What people want to hear of, by which channel, and when."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef
from django.db.models.functions import JSONObject

from accounts.notices import kinds
from accounts.notices.kinds import APP, MAIL, Channel, Kind, Urgency
from accounts.notices.models import NoticeChoices, NotificationPreference
from accounts.notices.preferences.hours import (
    Hours,
    after_quiet,
    before_too_late,
    hours_of,
    next_digest,
)
from accounts.users.models import User
from accounts.users.services import confirmed, must_confirm

Wishes = dict[tuple[str, str], bool]


@dataclass(frozen=True)
class Person:
    """Somebody with their choices; ``wishes`` says by kind and channel what they switched."""

    user: User
    hours: Hours
    mails_per_day: int
    opened: frozenset[str]
    wishes: Wishes
    refusal: str = ""  # why the mail server of their address takes no mail for them

    def wants(self, kind: str, channel: Channel) -> bool:
        """Tell whether they want a kind of notice by a channel, and have set it up if need be."""
        if channel.set_up and channel.name not in self.opened:
            return False
        return self.wishes.get((kind, channel.name), is_on(kind, channel.name))


def is_on(kind: str, channel: str) -> bool:
    """Tell whether a kind of notice goes by a channel unless somebody chooses otherwise."""
    known = kinds.KINDS.get(kind)
    return channel in known.on if known else channel == MAIL


def people(user_ids: Collection[int]) -> dict[int, Person]:
    """Return people with their choices, by id; one query."""
    wishes = NotificationPreference.objects.filter(user=OuterRef("pk"))
    told = wishes.values(data=JSONObject(kind="kind", channel="channel", wanted="wanted"))
    users = User.objects.filter(pk__in=user_ids).select_related("notices")
    return {user.pk: _person(user) for user in users.annotate(chosen=ArraySubquery(told))}


def person(user_id: int) -> Person:
    """Return somebody with their choices."""
    return people([user_id])[user_id]


def _person(user: User) -> Person:
    notices: NoticeChoices = getattr(user, "notices", None) or NoticeChoices()
    chosen = getattr(user, "chosen", [])
    return Person(
        user=user,
        hours=hours_of(user, notices),
        mails_per_day=notices.mails_per_day,
        opened=frozenset(notices.opened),
        wishes={(wish["kind"], wish["channel"]): wish["wanted"] for wish in chosen},
        refusal=notices.refused_reason if is_refused(user, notices) else "",
    )


def is_refused(user: User, notices: NoticeChoices) -> bool:
    """Tell whether mail is paused for somebody; another address ends that."""
    return bool(user.email) and notices.refused_address.lower() == user.email.lower()


def plan(
    person: Person,
    kind: Kind | None,
    channel: Channel,
    due_at: datetime,
    deadline_at: datetime | None = None,
) -> tuple[datetime, bool]:
    """Return when a notice goes by a channel, and whether in one mail with others."""
    asked_for = kind is not None and not kind.optional
    if channel.name == APP or not channel.rings or asked_for:
        return due_at, False
    urgency = kind.urgency if kind else Urgency.CAN_WAIT
    if urgency is Urgency.LAST:
        return before_too_late(person.hours, due_at, deadline_at), False
    if channel.name == MAIL and urgency is Urgency.CAN_WAIT and person.hours.digest:
        return next_digest(person.hours, due_at), True
    return after_quiet(person.hours, due_at), False


def choices_of(*, user_id: int, channel: str = MAIL) -> dict[str, bool]:
    """Return by kind of notice whether a person wants it by a channel, as they were registered."""
    chosen = NotificationPreference.objects.filter(user_id=user_id, channel=channel)
    wishes = dict(chosen.values_list("kind", "wanted"))
    optional = [name for name, kind in kinds.KINDS.items() if kind.optional]
    return {name: wishes.get(name, is_on(name, channel)) for name in optional}


def wants(*, user_id: int, kind: str, channel: str) -> bool:
    """Return whether a person wants a kind of notice by a channel."""
    chosen = NotificationPreference.objects.filter(user_id=user_id, kind=kind, channel=channel)
    wish = chosen.values_list("wanted", flat=True).first()
    return is_on(kind, channel) if wish is None else wish


def reachable(*, user_ids: Collection[int], kind: str) -> set[int]:
    """Return who of these people gets a mail of a kind if one is owed."""
    people = User.objects.filter(pk__in=user_ids, is_active=True, is_guest=False).exclude(email="")
    if must_confirm():
        people = people.filter(Exists(confirmed(OuterRef("pk"), OuterRef("email"))))
    chosen = NotificationPreference.objects.filter(user_id__in=user_ids, kind=kind, channel=MAIL)
    wishes = dict(chosen.values_list("user_id", "wanted"))
    default = is_on(kind, MAIL)
    return {pk for pk in people.values_list("pk", flat=True) if wishes.get(pk, default)}
