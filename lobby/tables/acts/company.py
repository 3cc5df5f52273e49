"""With whom one sits down: seats kept for friends, and people who do not want to meet."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from accounts.notices import outbox as notifications
from accounts.trust import blocking, friends
from accounts.users.models import User
from accounts.users.services import lock
from games.core.errors import Refusal
from games.core.language.text import verbatim

if TYPE_CHECKING:
    from lobby.tables.models import Lobby

INVITED_AFTER = timedelta(minutes=1)  # who is here sees it at once, and needs no mail


def check_welcome(user: User, others: Iterable[int | None]) -> None:
    """Refuse somebody who has blocked one of these people, or was blocked by one.

    Holds the rows of all of them, so that nobody blocks another in the meantime. To be called
    within a transaction, with the table's row held.
    """
    people = _people(user.pk, others)
    if not people:
        return
    lock(user.pk, *people)
    if why := blocking.refusal(user_id=user.pk, others=people):
        raise Refusal(verbatim(why))


def refusal(user_id: int, others: Iterable[int | None]) -> str:
    """Return why someone cannot sit down with these people, "" if they can."""
    return blocking.refusal(user_id=user_id, others=_people(user_id, others))


def check_rematch(user: User, others: Iterable[int | None]) -> None:
    """Refuse to set a table up again for people who do not want to meet."""
    why = refusal(user.pk, others)
    if why == str(blocking.NOT_OPEN):
        raise Refusal("You can't play this match again.")
    if why:
        raise Refusal(verbatim(why))


def check_invitation(host: User, friend: User, *, seats: int) -> None:
    """Refuse to keep a seat for who is no friend, or where there is none."""
    if seats < 2:
        raise Refusal("To play with a friend, choose at least two players.")
    if not friends.are_friends(user_id=host.pk, other_id=friend.pk):
        raise Refusal(
            "You can only keep a seat for a friend, and {name} isn't one yet.",
            name=friend.display_name,
        )


def invite(lobby: "Lobby", host: User, friend: User, now: datetime) -> None:
    """Tell a friend, in the caller's transaction, that a seat is kept for them."""
    notifications.schedule(
        user_id=friend.pk,
        kind="invitation",
        key=f"invitation:{lobby.pk}:{friend.pk}",
        ref={"lobby": lobby.pk, "by": host.display_name},
        due_at=now + INVITED_AFTER,
    )


def _people(user_id: int, others: Iterable[int | None]) -> list[int]:
    return [other for other in others if other is not None and other != user_id]
