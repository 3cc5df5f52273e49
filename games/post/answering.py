"""The answers to mails that people send to the site: what became of it, with the board.

They go at once and not by way of the outbox: whoever wrote has just asked. If the mail server does
not take one, neither is the mail that it answers taken, and whoever brought that brings it again.
"""

import hashlib
import re
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from accounts import mail
from accounts.mail import Mail
from accounts.models import User
from games import queries
from games.post import mails, tickets
from games.post.tickets import Place
from games.queries import Loaded

SUBJECTS = {
    "accepted": "Done",
    "illegal": "Not played",
    "too late": "Too late",
    "over": "Nothing was played",
    "refused": "Nothing was played",
    "foreign": "Nothing was played",
}
CLEAN_ID = re.compile(r"<[!-;=?-~]{1,250}>")
CLEAN_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,100}", re.ASCII)


def foreign(sender: str) -> str:
    """Return what an account is told of a mail that came from elsewhere."""
    clean = sender if CLEAN_ADDRESS.fullmatch(sender) else "another address"
    return (
        f"A mail from {clean} answered one of ours to you. Only mails from the address of your "
        "account can play for you. If it was you, play at the table. If not, somebody else has "
        "read your mail."
    )


def send(
    *,
    user: User,
    place: Place,
    result: str,
    text: str,
    mail_id: str,
    own: bool,
    now: datetime,
) -> None:
    """Answer a mail; with the board as its player sees it if the mail was their ``own``."""
    with timezone.override(user.zone):
        answer = _written(user, place, result, text, own=own, now=now)
    headers = {
        "Message-ID": _message_id(place, mail_id),
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "All",
    }
    if CLEAN_ID.fullmatch(mail_id):
        headers["In-Reply-To"] = mail_id
        headers["References"] = f"{mail.thread_reference(answer.thread_id)} {mail_id}"
    mail.address(answer, to=user, headers=headers).send()


def _written(user: User, place: Place, result: str, text: str, *, own: bool, now: datetime) -> Mail:
    loaded = queries.load(match_id=place.match_id, recent=queries.RECENT)
    match = loaded.match
    seat = queries.seat_among(loaded, user.pk)
    sees = own and seat is not None and seat.player == place.player
    others = ", ".join(one.name for one in loaded.seats if one.user_id != user.pk)
    lines = [text]
    again = sees and match.to_move == place.player and queries.is_running(match)
    place = _now_at(place, loaded)
    reply_to = tickets.move_address(place) if again else ""
    if sees:
        lines.append(_standing(loaded, place.player))
    if again and result == "illegal":
        lines.append(mails.how_to_answer(loaded).replace("Or answer this", "Answer this"))
    return mail.dress(
        "answer",
        name=user.display_name,
        subject=f"{SUBJECTS[result]}: {loaded.rules.info.title} with {others}",
        lines=[line for line in lines if line],
        link=match.get_absolute_url(),
        action="Open the table",
        picture=mails.picture_of(loaded, place.player) if sees else None,
        thread_id=f"match:{match.pk}",
        reply_to=reply_to,
        context={},
        fragment=mails.key_of_turn(loaded, place, user, now) if again else "",
    )


def _now_at(place: Place, loaded: Loaded) -> Place:
    return Place(place.user_id, place.match_id, place.player, loaded.match.ply)


def _standing(loaded: Loaded, player: int) -> str:
    match = loaded.match
    if match.to_move is None or not queries.is_running(match):
        return "The match is over."
    if match.to_move == player:
        return "It is your turn."
    return f"It is the turn of {loaded.seats[match.to_move].name}."


def _message_id(place: Place, mail_id: str) -> str:
    """Return an id that follows from what is answered: the same answer twice is one mail."""
    told = hashlib.sha256(f"answer:{place}:{mail_id}".encode()).hexdigest()
    return f"<{told}@{urlsplit(settings.SITE_URL).hostname}>"
