"""Friends: one asks, and the other says yes, or no without anybody hearing of it.

The only writer of Friendship.

Friends see when the other is here, and can keep a seat for each other. Nothing else follows.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.notices import outbox as notifications
from accounts.trust import blocking, presence
from accounts.trust.models import Friendship
from accounts.users.models import User
from accounts.users.services import lock

MOST_ASKED = 20
ASKED_WITHIN = timedelta(days=1)
ASKED_SHOWN = timedelta(days=60)  # then a question without an answer is no longer listed


class FriendError(Exception):
    """Something that cannot be done; its text is for the person who tried."""


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend, and whether they are here just now."""

    person: User
    here: bool


def ask(*, user: User, friend: User, now: datetime) -> bool:
    """Ask somebody to be a friend, or say yes if they have asked; return whether they are friends.

    Whoever was asked and said no, or has blocked the asker, is not asked again, and the asker is
    not told.
    """
    with transaction.atomic():
        lock(user.pk, friend.pk)
        if problem := _problem(user, friend):
            raise FriendError(problem)
        known = _between(user.pk, friend.pk).first()
        if known is not None and known.friend_id == user.pk and not known.accepted_at:
            known.accepted_at, known.declined_at = now, None
            known.save(update_fields=["accepted_at", "declined_at"])
        elif known is None:
            known = _ask(user, friend, now)
    return known.accepted_at is not None


def _problem(user: User, friend: User) -> str:
    if user.pk == friend.pk:
        return _("That's you.")
    if user.is_guest:
        return _("Guests can't have friends here. Sign up first; you'll keep your games.")
    if friend.is_guest or not friend.is_active:
        return _("%(name)s has no account here, so you can't be friends.") % {
            "name": friend.display_name
        }
    if blocking.blocks(user_id=user.pk, other_id=friend.pk):
        return _("You've blocked %(name)s. Unblock them first.") % {"name": friend.display_name}
    return ""


def _ask(user: User, friend: User, now: datetime) -> Friendship:
    lately = Friendship.objects.filter(asker=user, asked_at__gt=now - ASKED_WITHIN)
    if lately.count() >= MOST_ASKED:
        raise FriendError(
            _("You've asked to be friends with a lot of people today. You can ask more tomorrow.")
        )
    unwanted = blocking.blocks(user_id=friend.pk, other_id=user.pk)
    made = Friendship.objects.create(
        asker=user, friend=friend, asked_at=now, declined_at=now if unwanted else None
    )
    if not unwanted:
        notifications.schedule(
            user_id=friend.pk,
            kind="friend",
            key=f"friend:{user.pk}:{friend.pk}",  # once ever: nobody is asked again and again
            ref={"asker": user.pk},
            due_at=now + timedelta(minutes=3),
        )
    return made


def decline(*, user: User, asker: User, now: datetime) -> None:
    """Say no to somebody who asked; they are not told."""
    asked = Friendship.objects.filter(asker=asker, friend=user, accepted_at__isnull=True)
    asked.filter(declined_at__isnull=True).update(declined_at=now)


def part(*, user: User, friend: User) -> None:
    """End a friendship; the other is not told."""
    _between(user.pk, friend.pk).filter(accepted_at__isnull=False).delete()


# --- Reading --------------------------------------------------------------------------------------


def _between(one: int, other: int) -> QuerySet[Friendship]:
    return Friendship.objects.filter(
        Q(asker_id=one, friend_id=other) | Q(asker_id=other, friend_id=one)
    )


def friends_of(*, user_id: int) -> list[Friend]:
    """Return the friends of a person: those who are here first, then by name."""
    rows = Friendship.objects.filter(accepted_at__isnull=False)
    asked = rows.filter(asker_id=user_id).values("friend_id")
    offered = rows.filter(friend_id=user_id).values("asker_id")
    people = User.objects.filter(pk__in=asked.union(offered), is_active=True)
    everyone = list(people)
    here = presence.who_is_here(user_ids=[person.pk for person in everyone]) or set()
    found = [Friend(person, person.pk in here) for person in everyone]
    return sorted(found, key=lambda each: (not each.here, each.person.username.lower()))


def are_friends(*, user_id: int, other_id: int) -> bool:
    """Tell whether two people are friends."""
    return _between(user_id, other_id).filter(accepted_at__isnull=False).exists()


def asking(*, user_id: int) -> list[Friendship]:
    """Return the questions that wait for a person's answer, the oldest first."""
    open_ = Friendship.objects.filter(accepted_at__isnull=True, declined_at__isnull=True)
    rows = open_.filter(friend_id=user_id, asker__is_active=True).select_related("asker")
    return list(rows.order_by("asked_at"))


def asked(*, user_id: int, now: datetime) -> list[Friendship]:
    """Return a person's own questions that have no answer yet, or that were declined."""
    lately = Friendship.objects.filter(asked_at__gt=now - ASKED_SHOWN, accepted_at__isnull=True)
    return list(lately.filter(asker_id=user_id).select_related("friend").order_by("asked_at"))


def standing(*, user_id: int, other_id: int) -> str:
    """Return how a person stands to another: "friends", "asked", "asks" or ""."""
    known = _between(user_id, other_id).first()
    if known is None:
        return ""
    if known.accepted_at:
        return "friends"
    if known.asker_id == user_id:
        return "asked"
    return "" if known.declined_at else "asks"
