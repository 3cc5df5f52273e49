"""What mails about matches are put together from: the table, the board, the mail itself."""

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any, Literal

import resvg_py
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.edge.languages import listed
from accounts.notices.mail import Mail, Picture, compose
from accounts.notices.models import Notification
from games.matches import reading
from games.matches.reading import Loaded
from games.say import say

Viewer = Literal["owner", "everybody"]


LABELS = {
    "turn": _("It's your turn"),
    "reminder": _("You have a quarter of your time left"),
    "last": _("Your time is nearly up"),
    "finished": _("A match is over"),
    "offer": _("Someone asks for a pause, a draw or a take-back"),
    "seat": _("Your time has run out"),
    "vacancy": _("A seat needs a player"),
}
TABLE = re.compile(r"/match/(\w+)/")  # the path of a match's page


PICTURE_WIDTH = 480  # pixels on the page; the picture has twice as many


def names_of_tables(user_id: int, pages: Collection[str]) -> dict[str, str]:
    """Return by path what the pages of matches are called for one of their players."""
    paths = {found[1]: path for path in pages if (found := TABLE.fullmatch(path))}
    names = reading.names_of(user_id=user_id, public_ids=paths.keys())
    return {paths[public_id]: name for public_id, name in names.items()}


def pages_with_secrets(pages: Collection[str]) -> list[str]:
    """Return the pages of matches, among some, in which hands are still hidden."""
    paths = {found[1]: path for path in pages if (found := TABLE.fullmatch(path))}
    return [paths[public_id] for public_id in reading.with_secrets(public_ids=paths.keys())]


def instant(at: datetime) -> str:
    """Return an instant as its reader's calendar and clock tell it."""
    return date_format(timezone.localtime(at), "l j F, H:i")


def table_of(notice: Notification, loaded: Loaded) -> str:
    """Return what the table is called for whom a notice is for."""
    return table_name(loaded, but=notice.ref["player"])


def table_name(loaded: Loaded, *, but: int | None) -> str:
    """Return what a table is called for one of its players: "Upwords with Ben and Cleo".

    A duel is with its other entrants, unless it's open to anyone.
    """
    duel, seats = loaded.match.duel, loaded.seats
    own = None if but is None else seats[but].pk
    if duel is not None and not duel.is_open:
        seats = reading.table_of(loaded.match)
    others = [seat.name for seat in seats if seat.pk != own]
    if not others:
        return loaded.rules.info.title
    return gettext("%(game)s with %(others)s") % {
        "game": loaded.rules.info.title,
        "others": listed(others),
    }


def put_together(
    notice: Notification,
    loaded: Loaded,
    subject: str,
    lines: list[str],
    *,
    viewer: Viewer = "owner",
    link: str = "",
    **more: Any,
) -> Mail:
    """Return a mail with the board as its reader sees it from their seat, or as everybody does.

    What the lines have told already isn't said again below the board.
    """
    player = notice.ref["player"] if viewer == "owner" else None
    picture = picture_of(loaded, player, told=lines)
    return compose(
        notice=notice,
        label=LABELS[notice.kind],
        subject=subject,
        lines=lines,
        link=link or loaded.match.get_absolute_url(),
        picture=picture,
        thread_id=f"match:{loaded.match.pk}",
        **more,
    )


def picture_of(loaded: Loaded, player: int | None, told: Collection[str] = ()) -> Picture:
    """Return the board as a player sees it, None for what everybody may see.

    Its words leave out the sentences that stand in what was ``told`` above it.
    """
    seen = loaded.rules.observation(loaded.state, player)
    words = _board_in_words(loaded, seen, player)
    return Picture(
        draw=lambda: _png(loaded.rules.picture(seen, player, loaded.names)),
        alt=gettext("The board. You can read it in words below.")
        if words
        else gettext("The board at the end of the match."),
        words=tuple(one for one in words if not any(one in line for line in told)),
        width=PICTURE_WIDTH,
    )


def _board_in_words(loaded: Loaded, seen: Any, player: int | None) -> list[str]:
    if not reading.is_running(loaded.match) and not loaded.rules.is_terminal(loaded.state):
        return []  # the rules would say whose turn it is
    return [say(one, loaded.names) for one in loaded.rules.describe(seen, player)]


def _png(svg: str) -> bytes:
    # No picture has text, so no fonts need to be looked for.
    image: Any = resvg_py.svg_to_bytes(
        svg_string=svg, width=2 * PICTURE_WIDTH, skip_system_fonts=True
    )
    return bytes(image)
