"""The answers to mails that people send to the site: what became of it, with the board.

They go at once and not by way of the outbox: whoever wrote has just asked. If the mail server does
not take one, neither is the mail that it answers taken, and whoever brought that brings it again.
"""

import hashlib
import re
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.edge import addresses
from accounts.edge.languages import speaking_to
from accounts.edge.links import site_link
from accounts.notices import mail
from accounts.notices.mail import Mail
from accounts.users.models import User
from games.matches import reading
from games.matches.post import composing, tickets, turn_mails
from games.matches.post.tickets import Place
from games.matches.reading import Loaded

SUBJECTS = {
    "accepted": _("Done"),
    "illegal": _("Not played"),
    "too late": _("Too late"),
    "over": _("Nothing was played"),
    "refused": _("Nothing was played"),
    "foreign": _("Nothing was played"),
}
CLEAN_ID = re.compile(r"<[!-;=?-~]{1,250}>")
CLEAN_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,100}", re.ASCII)


def foreign(sender: str) -> str:
    """Return what an account is told of a mail that came from elsewhere."""
    if CLEAN_ADDRESS.fullmatch(sender := addresses.spelled(sender)):
        told = gettext(
            "%(address)s replied to an email we sent you. We only accept replies from your "
            "account's address, and from others that you've added. If that was you, add this "
            "address and answer again, or play at the table. If not, someone else is reading "
            "your emails."
        )
        return told % {"address": sender}
    return gettext(
        "Someone replied from another address to an email we sent you. We only accept replies "
        "from your account's address, and from others that you've added. If that was you, add "
        "the address and answer again, or play at the table. If not, someone else is reading "
        "your emails."
    )


def write(
    *,
    user: User,
    place: Place,
    result: str,
    text: str,
    mail_id: str,
    own: bool,
    now: datetime,
) -> EmailMessage:
    """Return the answer to a mail; with the board as its player sees it if it was their ``own``."""
    with timezone.override(user.zone), speaking_to(user):
        answer = _written(user, place, result, text, own=own, now=now)
    headers = {
        "Message-ID": _message_id(place, mail_id),
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "All",
    }
    if CLEAN_ID.fullmatch(mail_id):
        headers["In-Reply-To"] = mail_id
        headers["References"] = f"{mail.thread_reference(answer.thread_id)} {mail_id}"
    return mail.address(answer, to=user, headers=headers)


def _written(user: User, place: Place, result: str, text: str, *, own: bool, now: datetime) -> Mail:
    loaded = reading.load(match_id=place.match_id, recent=reading.RECENT)
    match = loaded.match
    seat = reading.seat_among(loaded, user.pk)
    sees = own and seat is not None and seat.player == place.player
    own_player = seat.player if seat else None
    lines = [text]
    adding = (gettext("Add an address"), site_link(reverse("answer-addresses")))
    again = sees and match.to_move == place.player and reading.is_running(match)
    place = _now_at(place, loaded)
    reply_to = tickets.move_address(place) if again else ""
    if sees and not reading.is_running(match):
        lines.append(gettext("The match is over."))  # else the board says whose turn it is
    if again and result == "illegal":
        lines.append(turn_mails.how_to_answer(loaded))
    return mail.dress(
        "answer",
        name=user.display_name,
        subject=gettext("%(what)s: %(table)s")
        % {"what": SUBJECTS[result], "table": composing.table_name(loaded, but=own_player)},
        lines=[line for line in lines if line],
        link=match.get_absolute_url(),
        action=gettext("Go to the table"),
        picture=composing.picture_of(loaded, place.player) if sees else None,
        thread_id=f"match:{match.pk}",
        reply_to=reply_to,
        context={"buttons": [] if own else [adding]},
        fragment=turn_mails.key_of_turn(loaded, place, user, now) if again else "",
    )


def _now_at(place: Place, loaded: Loaded) -> Place:
    return Place(place.user_id, place.match_id, place.player, loaded.match.ply)


def _message_id(place: Place, mail_id: str) -> str:
    """Return an id that follows from what is answered: the same answer twice is one mail."""
    told = hashlib.sha256(f"answer:{place}:{mail_id}".encode()).hexdigest()
    return f"<{told}@{urlsplit(settings.SITE_URL).hostname}>"
