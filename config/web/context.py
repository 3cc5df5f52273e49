"""What every page knows: the site's name, the ways in, the theme, what waits, a holiday."""

import dataclasses
import functools

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.edge.clock import read_clock
from accounts.edge.links import entrance
from accounts.notices import ledger
from accounts.rest import reading as rest_reading
from accounts.rest import week
from accounts.trust import reports
from accounts.users import roles
from accounts.users.forms import BOARDS, THEMES
from accounts.users.models import User
from games.matches import reading as matches
from games.words.lists import access
from games.words.moderation import queue
from lobby.tables.pages import waiting


@dataclasses.dataclass(frozen=True, slots=True)
class Queue:
    """What waits for a moderator: where it is, and how much of it this one may decide."""

    title: str
    url: str
    count: int


def _queues(user: User) -> list[Queue]:
    """Return the queues of the roles somebody has; for all others nothing is asked."""
    found = []
    if roles.has_role(user, reports.HANDLE):
        found.append(Queue(_("Reports"), reverse("reports"), reports.waiting(user_id=user.pk)))
    if roles.has_role(user, access.DECIDE):
        count = queue.waiting(user_id=user.pk)
        found.append(Queue(_("Word moderation"), reverse("proposals"), count))
    return found


def site(request: HttpRequest) -> dict[str, object]:
    """Return the template variables common to all pages."""
    theme, board = (request.COOKIES.get(name, "") for name in ("theme", "board"))

    @functools.cache
    def my_turns() -> int:
        user = request.user
        return matches.turns_waiting(user_id=user.pk) if user.is_authenticated else 0

    @functools.cache
    def away_until() -> str:
        user = request.user
        if not isinstance(user, User):
            return ""
        now = read_clock()
        away = rest_reading.running(user_id=user.pk, now=now)
        return week.until(away.until_at, zone=user.zone, now=now) if away else ""

    @functools.cache
    def waits_at() -> list[waiting.Place]:
        return waiting.places_of(request)

    @functools.cache
    def standing() -> ledger.Standing:
        user = request.user
        return ledger.standing(user=user) if isinstance(user, User) else ledger.Standing()

    @functools.cache
    def queues() -> list[Queue]:
        user = request.user
        return _queues(user) if isinstance(user, User) else []

    return {
        "away_until": away_until,
        "board_look": board if board in dict(BOARDS) else "",
        "board_looks": BOARDS,
        "mail_can_be_answered": bool(settings.REPLY_HOST),
        "mail_refused": lambda: standing().refused,
        "my_notices": lambda: standing().unread,
        "my_turns": my_turns,  # asked only by pages that show it
        "queues": queues,
        "to_decide": lambda: sum(queue.count for queue in queues()),
        "sign_in_url": functools.partial(entrance, request, "account_login"),
        "sign_up_url": functools.partial(entrance, request, "account_signup"),
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "waits_at": waits_at,
        "theme": theme if theme in dict(THEMES) else "",
        "mail_leaves": settings.MAIL_LEAVES,
    }
