"""Finds people by a part of their name."""

import dataclasses

from django.db.models import Case, IntegerField, Q, Value, When
from django.db.models.functions import Length

from accounts.trust.models import Block, Friendship
from accounts.users.models import User

LEAST = 2  # letters; the index serves two at the start of a name, and three anywhere
MOST = 10


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """People whose names have something in common, and whether there are more of them."""

    people: list[User]
    more: bool
    known: frozenset[int] = frozenset()  # those who are friends of the seeker, or were asked


def find(*, user: User, text: str) -> Found:
    """Return the people whose names contain a text, those that begin with it first.

    Guests are left out, and those whom the seeker has blocked. Whoever has blocked the seeker is
    found as ever: the seeker is not to learn of it.
    """
    text = text.strip()
    if len(text) < LEAST:
        return Found([], more=False)
    starts = Q(username__istartswith=text)
    named = starts if len(text) == LEAST else Q(username__icontains=text)
    people = User.objects.filter(named, is_active=True, is_guest=False).exclude(pk=user.pk)
    people = people.exclude(pk__in=Block.objects.filter(user=user).values("blocked"))
    first = Case(When(starts, then=Value(0)), default=Value(1), output_field=IntegerField())
    found = list(people.order_by(first, Length("username"), "username")[: MOST + 1])
    shown = found[:MOST]
    return Found(shown, len(found) > MOST, _known(user, shown))


def _known(user: User, people: list[User]) -> frozenset[int]:
    """Return whom of these a person need not ask any more."""
    rows = Friendship.objects.filter(
        Q(asker=user, friend__in=people)
        | Q(friend=user, asker__in=people, declined_at__isnull=True)
    )
    pairs = rows.values_list("asker_id", "friend_id")
    return frozenset(one if other == user.pk else other for one, other in pairs)
