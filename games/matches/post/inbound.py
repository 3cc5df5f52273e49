"""What becomes of a mail that was sent to the site: a turn played, an offer answered, or nothing.

The doors by which mail comes in (``door``, ``manage.py mail_in``, ``webhook``) all end
here. The same mail handed in again does nothing again: a turn is in the log under a number made of
the mail's own id. Whoever wrote it gets an answer, at their account's address and nowhere else.
"""

import logging
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from enum import StrEnum
from functools import partial
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.db import DatabaseError, DataError, InterfaceError
from django.utils.translation import gettext, ngettext
from redis.exceptions import RedisError

from accounts.edge import reply_addresses
from accounts.edge.languages import speaking_to
from accounts.edge.tokens import BadToken
from accounts.notices import outbox as notifications
from accounts.users import answer_addresses
from accounts.users.models import User
from games.core.errors import LONGEST, BadNotation, IllegalAction, NoTurn, Refusal
from games.core.extras.protocols import parse_reply
from games.core.log.replay import replay
from games.core.log.takeback import decode_entry
from games.matches import play
from games.matches import reading as queries
from games.matches.answers import Actor, MatchOver, NotYourTurn, StalePly, TooLate
from games.matches.between import offers
from games.matches.post import answering, tickets
from games.matches.post.parsing import parse
from games.matches.post.quoting import Answer, answer_in, readings
from games.matches.post.reading import Read, read, recipients
from games.matches.post.tickets import Place
from games.matches.reading import Loaded

logger = logging.getLogger(__name__)

LARGEST = 10 * 1024 * 1024  # bytes of a mail
ANSWERS_A_DAY = 30  # to one person; two programs that answer each other find an end
DAY = 86_400  # seconds
REMEMBERED = 14 * DAY  # so long a mail is known to have been answered; servers try for a week
YES = frozenset({"yes", "y", "agree", "agreed", "ok", "okay", "accept"})
NO = frozenset({"no", "n", "decline", "refuse", "no thanks", "no thank you"})
RESIGN = frozenset({"resign", "i resign", "give up", "i give up"})
_ACTS = uuid.UUID("5f0c1b1e-54c9-4b35-9a0a-5b6f3fb2f6a1")


class Rests(Exception):
    """The site is closed, so no clock runs and nothing is played."""


NOT_NOW = (OSError, MemoryError, DatabaseError, InterfaceError, RedisError, Rests)


class Result(StrEnum):
    """What became of a mail."""

    UNKNOWN = "unknown"  # no address of ours
    ROBOT = "robot"  # no person wrote it
    BOUNCE = "bounce"  # a mail of ours came back
    FOREIGN = "foreign"  # not from the address of the account
    ACCEPTED = "accepted"
    ILLEGAL = "illegal"  # against the rules, or not to be read
    TOO_LATE = "too late"  # the time was over
    OVER = "over"  # somebody has moved since
    REFUSED = "refused"  # for another reason, which the answer gives
    UNREADABLE = "unreadable"  # nobody can make sense of it


@dataclass(frozen=True)
class Outcome:
    """What became of a mail, in words for whoever wrote it, and whether they were told."""

    result: Result
    text: str = ""
    answered: bool = False


def hand_in(mail: bytes | EmailMessage, *, now: datetime, to: Iterable[str] = ()) -> Outcome:
    """Do what a mail asks for that came in by a door, as bytes or put together already.

    Raise one of NOT_NOW if that cannot be done now; then the same mail may come again. Any other
    fault would meet it again however often it comes, so that is its end.
    """
    try:
        if play.in_maintenance():
            raise Rests
        message = parse(mail) if isinstance(mail, bytes) else mail
        return handle(message, now=now, to=to)
    except DataError:
        logger.exception("a mail holds what cannot be kept")
    except NOT_NOW:
        raise
    except Exception:
        logger.exception("a mail cannot be read")
    return Outcome(Result.UNREADABLE)


def handle(message: EmailMessage, *, now: datetime, to: Iterable[str] = ()) -> Outcome:
    """Do what a mail asks for, and answer it; ``to`` are the addresses it was delivered to.

    Raise OSError or a database's error if that cannot be done now; then the same mail may come
    again.
    """
    address = next(filter(tickets.is_ours, (*to, *recipients(message))), None)
    if address is None:
        return Outcome(Result.UNKNOWN)
    mail = read(message)
    if reply_addresses.purpose_of(address) == reply_addresses.BOUNCE:
        return _bounced(reply_addresses.read_bounce(address), mail)
    place, kind = _meant(address)
    if mail.bounced:
        return _bounced(place.user_id, mail)
    if mail.by_robot:
        return Outcome(Result.ROBOT, mail.by_robot)
    user = User.objects.filter(pk=place.user_id, is_active=True, is_guest=False).first()
    if user is None or not user.email:
        return Outcome(Result.UNKNOWN)
    with speaking_to(user):
        return _handle_once(user, place, kind, mail, now)


def _meant(address: str) -> tuple[Place, str]:
    """Return whose seat an address is for, and the kind of offer it answers ("": it is a turn)."""
    try:
        return tickets.read_offer(address)
    except BadToken:
        return tickets.read_move(address), ""


def _bounced(user_id: int, mail: Read) -> Outcome:
    """Note that somebody's address takes no mail; a report of anything less is no matter."""
    if not mail.bounced:
        return Outcome(Result.ROBOT, mail.by_robot or "nothing came back")
    notifications.note_bounce(user_id=user_id, address=mail.bounced, reason=mail.bounced_reason)
    return Outcome(Result.BOUNCE, mail.bounced_reason)


def _handle_once(user: User, place: Place, kind: str, mail: Read, now: datetime) -> Outcome:
    key = sha256(f"{place}{kind}{mail.id}".encode()).hexdigest()
    if known := _recall(f"mail:{key}"):
        return Outcome(Result(known[0]), known[1])
    if not answer_addresses.is_one(user, mail.sender):
        done = _like_robot(mail) or Outcome(Result.FOREIGN, answering.foreign(mail.sender))
    elif kind:
        done = _answer_offer(place, kind, mail, now)
    else:
        done = play_turn(place, mail, uuid.uuid5(_ACTS, key), now)
    if done.result is Result.ROBOT:
        return done
    answered = _may_answer(user)
    if answered:
        own = done.result is not Result.FOREIGN
        answering.write(
            user=user,
            place=place,
            result=done.result,
            text=done.text,
            mail_id=mail.id,
            own=own,
            now=now,
        ).send()
    _remember(f"mail:{key}", (done.result.value, done.text))
    return Outcome(done.result, done.text, answered)


def _like_robot(mail: Read, answer: Answer | None = None) -> Outcome | None:
    """Return that no person wrote a mail, if it looks like that and holds no answer."""
    if not mail.like_robot or (answer and answer.meant):
        return None
    return Outcome(Result.ROBOT, mail.like_robot)


# --- Turns ----------------------------------------------------------------------------------------


def play_turn(place: Place, mail: Read, cmd_id: uuid.UUID, now: datetime) -> Outcome:
    """Play the turn that a mail holds, if it can be; return what became of it."""
    loaded = queries.load(match_id=place.match_id, recent=1)
    if played := queries.played_as(match_id=place.match_id, cmd_id=cmd_id):
        return _accepted(_in_words(loaded, played.ply), played.events, place)
    seen = loaded.rules.observation(loaded.state, place.player)
    answer = answer_in(mail.text, partial(_turn_meant, loaded, seen))
    if done := _like_robot(mail, answer) or _refusal(loaded, place):
        return done
    if len(answer.meant) > 1:
        words = gettext(
            "More than one line of your email could be your turn, such as “%(one)s” and "
            "“%(other)s”. Please send just one."
        )
        told = {"one": answer.meant[0][:LONGEST], "other": answer.meant[1][:LONGEST]}
        return Outcome(Result.ILLEGAL, words % told)
    line = answer.meant[0] if answer.meant else answer.first
    if not line:
        return Outcome(Result.ILLEGAL, gettext("We couldn't find an answer in your email."))
    if _word(line) in RESIGN:
        words = gettext(
            "You can't resign by email, because resigning can't be undone. Please resign at the "
            "table."
        )
        return Outcome(Result.REFUSED, words)
    try:
        action = _parsed(loaded, seen, line)
    except BadNotation as error:
        return Outcome(Result.ILLEGAL, str(error))
    words = str(loaded.rules.action_in_words(seen, action))
    try:
        play.submit(
            match_id=place.match_id,
            player=place.player,
            action=loaded.rules.encode_action(action),
            expected_ply=place.ply,
            now=now,
            cmd_id=cmd_id,
        )
    except Refusal as error:
        return Outcome(_result_of(error), str(error))
    played = queries.played_as(match_id=place.match_id, cmd_id=cmd_id)
    return _accepted(words, played.events if played else [], place)


def _turn_meant(loaded: Loaded, seen: Any, line: str) -> str:
    """Return what turn a line stands for, "" for none; one that can't be played is one, too."""
    if _word(line) in RESIGN:
        return "resign"
    try:
        return repr(_parsed(loaded, seen, line))
    except NoTurn:
        return ""
    except BadNotation:
        return _word(line)


def _parsed(loaded: Loaded, seen: Any, line: str) -> Any:
    """Return the action that a line stands for; raise BadNotation about it without ornaments."""
    problem = BadNotation(line)
    for reading in readings(line):
        try:
            return parse_reply(loaded.rules, seen, reading)
        except BadNotation as error:
            problem = error
    raise problem


def _refusal(loaded: Loaded, place: Place) -> Outcome | None:
    """Return why nothing can be played there any more, None if it can."""
    match, player = loaded.match, place.player
    if not queries.is_running(match):
        return Outcome(Result.OVER, str(MatchOver.usual))
    seat = queries.seat_among(loaded, place.user_id)
    if seat is None or seat.player != player:
        return Outcome(Result.REFUSED, gettext("You no longer have a seat at this table."))
    if match.ply == place.ply and match.to_move == player:
        return None
    after = queries.played_at(match_id=match.pk, ply=place.ply + 1)
    if after is not None and after.player == player and after.actor == Actor.CLOCK:
        return Outcome(Result.TOO_LATE, str(TooLate.usual))
    if after is not None and after.player == player and after.actor == Actor.COMPUTER:
        words = gettext("Your time ran out, so the computer played for you.")
        return Outcome(Result.TOO_LATE, words)
    return Outcome(Result.OVER, gettext("That turn was already over when your email arrived."))


def _result_of(error: Refusal) -> Result:
    match error:
        case IllegalAction():
            return Result.ILLEGAL
        case TooLate():
            return Result.TOO_LATE
        case MatchOver() | StalePly() | NotYourTurn():
            return Result.OVER
    return Result.REFUSED


def _in_words(loaded: Loaded, ply: int) -> str:
    """Return the turn of a ply in words, by what its player saw then: the match is played again."""
    rules, match = loaded.rules, loaded.match
    moves = queries.moves(match_id=match.pk)[:ply]
    entries = [decode_entry(rules, move.action) for move in moves]
    before = list(replay(rules, match.players, bytes(match.secret.secret), entries[:-1]))[-1]
    seen = rules.observation(before, moves[-1].player)
    return str(rules.action_in_words(seen, entries[-1]))


def _accepted(words: str, events: list[queries.View], place: Place) -> Outcome:
    points = sum(event["points"] for event in events if event["player"] == place.player)
    if not points:
        return Outcome(
            Result.ACCEPTED, gettext("We've played your turn: %(move)s.") % {"move": words}
        )
    told = ngettext(
        "We've played your turn: %(move)s, for %(n)s point.",
        "We've played your turn: %(move)s, for %(n)s points.",
        points,
    )
    return Outcome(Result.ACCEPTED, told % {"move": words, "n": points})


# --- Offers ---------------------------------------------------------------------------------------


def _word(line: str) -> str:
    return readings(line)[-1].lower()


def _yes_or_no(line: str) -> str:
    """Return "yes" or "no" for a line that says so, also in the reader's language, else ""."""
    said = _word(line)
    if said in YES or said == gettext("yes").lower():
        return "yes"
    return "no" if said in NO or said == gettext("no").lower() else ""


def _answer_offer(place: Place, kind: str, mail: Read, now: datetime) -> Outcome:
    """Agree to what a mail asked for, or say no; only while that very offer stands."""
    answer = answer_in(mail.text, _yes_or_no)
    if done := _like_robot(mail, answer):
        return done
    loaded = queries.load(match_id=place.match_id, recent=1)
    standing = [one for one in loaded.table.offers if (one.kind, one.ply) == (kind, place.ply)]
    asked = standing and place.player in offers.awaited(standing[0], loaded.seats)
    seat = queries.seat_among(loaded, place.user_id)
    if not asked or seat is None or seat.player != place.player:
        return Outcome(Result.OVER, gettext("That question has been settled or withdrawn."))
    if len(answer.meant) > 1:
        words = gettext("Your email says both yes and no. Please reply with one of them.")
        return Outcome(Result.ILLEGAL, words)
    if not answer.meant:
        return Outcome(Result.ILLEGAL, gettext("Please reply with one word: yes or no."))
    agrees = _yes_or_no(answer.meant[0]) == "yes"
    command = play.agree if agrees else play.decline
    try:
        command(
            match_id=place.match_id, player=place.player, kind=kind, ply=loaded.match.ply, now=now
        )
    except Refusal as error:
        return Outcome(_result_of(error), str(error))
    return Outcome(Result.ACCEPTED, gettext("You agreed.") if agrees else gettext("You said no."))


# --- What is remembered ---------------------------------------------------------------------------


def _recall(key: str) -> tuple[str, str] | None:
    """Return what became of a mail that was answered; without a cache it is found out again."""
    try:
        found: tuple[str, str] | None = cache.get(key)
    except RedisError:
        return None
    return found


def _remember(key: str, outcome: tuple[str, str]) -> None:
    try:
        cache.set(key, outcome, REMEMBERED)
    except RedisError:
        logger.warning("an answer to a mail could not be noted; it may be sent twice")


def _may_answer(user: User) -> bool:
    """Count one more answer to somebody, and tell whether that is not too many for a day."""
    key = f"mail-answers:{user.pk}"
    try:
        cache.add(key, 0, DAY)
        return cache.incr(key) <= ANSWERS_A_DAY
    except (RedisError, ValueError):  # out of reach, or forgotten between the two steps
        return True
