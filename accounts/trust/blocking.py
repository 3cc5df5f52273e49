"""Blocks and mutes: people you don't want to meet, or don't want to read. The only writer of both.

A block keeps two people from sitting down at one table, ends their friendship and keeps the blocked
one's questions and lines away. Matches that run go on. A mute keeps lines away and nothing else.
Neither is told to the person it is about.
"""

import functools
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.edge.languages import listed
from accounts.trust.models import Block, Friendship, Mute
from accounts.trust.signals import blocked
from accounts.users.models import User
from accounts.users.services import lock

NOT_OPEN = gettext_lazy("This table isn't open to you.")


class BlockError(Exception):
    """Something that cannot be done; its text is for the person who tried."""


def block(*, user: User, other: User, now: datetime) -> None:
    """Block somebody, from now on; waiting tables at which both sit are told after COMMIT."""
    if user.pk == other.pk:
        raise BlockError(_("You can't block yourself."))
    with transaction.atomic():
        lock(user.pk, other.pk)
        Block.objects.get_or_create(user=user, blocked=other, defaults={"at": now})
        Friendship.objects.filter(asker=user, friend=other).delete()
        asked = Friendship.objects.filter(asker=other, friend=user)
        asked.filter(accepted_at__isnull=False).delete()
        asked.update(declined_at=now)
        told = functools.partial(blocked.send, sender=None, user_id=user.pk, other_id=other.pk)
        transaction.on_commit(told)


def unblock(*, user: User, other: User) -> None:
    """Lift a block; what it ended does not come back by itself."""
    Block.objects.filter(user=user, blocked=other).delete()


def mute(*, user: User, other: User, place: str, now: datetime) -> None:
    """Stop reading somebody in a place, or ("") anywhere."""
    if user.pk == other.pk:
        raise BlockError(_("You can't mute yourself."))
    Mute.objects.bulk_create(
        [Mute(user=user, muted=other, place=place, at=now)], ignore_conflicts=True
    )


def unmute(*, user: User, other: User, places: Iterable[str]) -> None:
    """Read somebody again in these places; "" means that they were muted everywhere."""
    Mute.objects.filter(user=user, muted=other, place__in=list(places)).delete()


# --- Reading --------------------------------------------------------------------------------------


def blocks(*, user_id: int, other_id: int) -> bool:
    """Tell whether somebody has blocked another."""
    return Block.objects.filter(user_id=user_id, blocked_id=other_id).exists()


def blocked_by(*, user_id: int) -> list[Block]:
    """Return whom a person has blocked, by name."""
    rows = Block.objects.filter(user_id=user_id).select_related("blocked")
    return list(rows.order_by("blocked__username"))


def muted_by(*, user_id: int) -> list[Mute]:
    """Return whom a person has muted everywhere, by name."""
    rows = Mute.objects.filter(user_id=user_id, place="").select_related("muted")
    return list(rows.order_by("muted__username"))


def apart_from(*, user_ids: Collection[int]) -> set[int]:
    """Return those whom these people do not want to meet, or who do not want to meet them."""
    theirs = Block.objects.filter(user_id__in=user_ids).values_list("blocked_id", flat=True)
    others = Block.objects.filter(blocked_id__in=user_ids).values_list("user_id", flat=True)
    return {*theirs, *others}


def refusal(*, user_id: int, others: Collection[int]) -> str:
    """Return why a person cannot sit down with these people, "" if they can.

    Whoever has blocked is told whom; whoever was blocked is told that the table isn't open to them.
    """
    if not others:
        return ""
    own = Block.objects.filter(user_id=user_id, blocked_id__in=others).select_related("blocked")
    names = [each.blocked.display_name for each in own.order_by("blocked__username")]
    if names:
        said = ngettext(
            "You've blocked %(names)s, who has a seat at this table.",
            "You've blocked %(names)s, who have seats at this table.",
            len(names),
        )
        return said % {"names": listed(names)}
    if Block.objects.filter(user_id__in=others, blocked_id=user_id).exists():
        return str(NOT_OPEN)
    return ""


def unheard(*, user_id: int, place: str) -> set[int]:
    """Return whose lines a person does not read in a place."""
    mutes = Mute.objects.filter(user_id=user_id, place__in=["", place])
    return {*mutes.values_list("muted_id", flat=True), *_blocked(user_id)}


def unheard_by_place(*, user_id: int) -> dict[str, set[int]]:
    """Return the same for all places at once; under "" stands who is read nowhere."""
    found: dict[str, set[int]] = {"": _blocked(user_id)}
    for place, muted in Mute.objects.filter(user_id=user_id).values_list("place", "muted_id"):
        found.setdefault(place, set()).add(muted)
    return found


def _blocked(user_id: int) -> set[int]:
    return set(Block.objects.filter(user_id=user_id).values_list("blocked_id", flat=True))
