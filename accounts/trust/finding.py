"""Finds people by a part of their name, and suggests some."""

import dataclasses
from collections.abc import Callable

from django.db.models import Case, IntegerField, Q, Value, When
from django.db.models.functions import Length

from accounts.trust.models import Block, Friendship
from accounts.users.models import User

LEAST = 2  # letters; the index serves two at the start of a name, and three anywhere
MOST = 10
SUGGESTED = 4
# Is asked for people whom somebody may know, the likeliest first.
Suggester = Callable[[User], list[User]]
_SUGGESTERS: dict[Suggester, None] = {}


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


def register(suggester: Suggester) -> None:
    """Have another part of the site suggest people; again changes nothing."""
    _SUGGESTERS[suggester] = None


def suggested(*, user: User) -> list[User]:
    """Return a few people to ask to be friends: none who was asked, who is blocked, or a guest."""
    if user.is_guest:
        return []
    there = {each.pk: each for suggester in _SUGGESTERS for each in suggester(user)}
    people = [each for each in there.values() if each.is_active and not each.is_guest]
    blocked = Block.objects.filter(user=user, blocked__in=people).values_list("blocked", flat=True)
    out = {user.pk, *blocked, *_known(user, people)}
    return [each for each in people if each.pk not in out][:SUGGESTED]


def _known(user: User, people: list[User]) -> frozenset[int]:
    """Return whom of these a person need not ask any more."""
    rows = Friendship.objects.filter(
        Q(asker=user, friend__in=people)
        | Q(friend=user, asker__in=people, declined_at__isnull=True)
    )
    pairs = rows.values_list("asker_id", "friend_id")
    return frozenset(one if other == user.pk else other for one, other in pairs)
