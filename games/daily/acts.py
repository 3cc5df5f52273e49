"""Taking part: an answer to a position, or a game for one. The writer of entries and answers."""

import dataclasses
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from config.meters import queues
from games.core import codec
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.core.extras.protocols import decode_choice
from games.core.language.text import Text
from games.core.review.report import Turn
from games.daily import days, judging
from games.daily.binding import Posed, posed_of
from games.daily.models import Answer, Challenge, Entry, Sent
from games.matches import play
from games.matches.play import SeatPlan
from games.thinking.asking import Failed, Thinking
from games.thinking.question import Ask

LEFT = timedelta(seconds=20)  # after which whoever sent a turn doesn't wait for its judgement
AT_ONCE = 5  # turns
LIVE = TimeControl(Pace.LIVE, 60)  # a countdown of the game's own takes its place

Status = Challenge.Status


class NotNow(Refusal):
    """A challenge that isn't open: not made, of another day, or turned off."""

    code = "closed"
    usual = Text("This challenge isn't open now. There's a new one every day.")


class Over(NotNow):
    """A challenge of a day that is over, as a page that was left open still shows it."""

    code = "over"
    usual = Text("This challenge is over, so nothing was sent. Today's is there now.")
    yesterdays = Text("That was yesterday's challenge, and it's over. Today's is there now.")


class NotYet(Refusal):
    """A position that isn't next."""

    code = "not_next"
    usual = Text("The positions come one after the other. Reload the page to see the next one.")


class Answered(Refusal):
    """A position that somebody has answered."""

    code = "answered"
    usual = Text("You've already answered this one. Reload the page to see how it went.")


def closes_at(challenge: Challenge) -> datetime:
    """Return when a challenge is over: a position can be answered a little after its day."""
    closes = days.closes_at if challenge.duel_id is not None else days.told_at
    return closes(challenge.day)


def check_open(challenge: Challenge, *, now: datetime) -> None:
    """Raise NotNow, or Over, unless a challenge can be taken up."""
    ready = challenge.status == Status.READY and challenge.game in settings.GAMES
    if not (days.is_on() and ready and days.opens_at(challenge.day) <= now):
        raise NotNow
    if now >= closes_at(challenge):
        was_yesterday = challenge.day + days.DAY == days.day_of(now)
        raise Over(Over.yesterdays if was_yesterday else "")


# --- Positions ------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """An answer with its position, and the action as the game knows it."""

    posed: Posed
    answer: Answer
    action: Any


def answer(
    *,
    challenge: Challenge,
    user_id: int,
    number: int,
    action: codec.JSON,
    ask: Ask,
    now: datetime,
) -> Judged:
    """Judge somebody's turn in the position that is next for them, for good.

    The same turn again is the answer to an answer that was lost, and changes nothing. While it's
    being thought about, it has been sent: no other counts, and it does though the challenge be over
    by then. Raise NotNow, NotYet, Answered, Outdated, IllegalAction, BadData if it's no action of
    the game, or what ``ask`` does.
    """
    if not _sent(challenge, user_id).filter(number=number).exists():
        check_open(challenge, now=now)
    position = challenge.positions.filter(number=number).first()
    if position is None:
        raise NotYet
    posed = posed_of(challenge, position)
    chosen = decode_choice(posed.rules, action)
    answers = _answers(challenge, user_id)
    known = answers.get(number)
    if known is None:
        if number != len(answers) + 1:
            raise NotYet
        _check_not_sent(challenge, user_id, posed, chosen)
        try:
            turn = _judged(challenge, posed, chosen, ask)
        except Thinking:
            _note_sent(challenge, user_id, posed, chosen, now)
            raise
        except Failed:
            _sent(challenge, user_id).filter(number=number).delete()
            raise
        known = _keep(challenge, user_id, posed, chosen, turn, now)
    if posed.rules.decode_action(known.action) != chosen:
        raise Answered
    return Judged(posed, known, chosen)


def _answers(challenge: Challenge, user_id: int) -> dict[int, Answer]:
    """Return somebody's answers by number: read at once, as another device may be answering."""
    of_user = Answer.objects.filter(entry__challenge=challenge, entry__user=user_id)
    return {one.number: one for one in of_user}


def _check_not_sent(challenge: Challenge, user_id: int, posed: Posed, chosen: Any) -> None:
    """Raise Answered if somebody has sent another turn in a position."""
    sent = _sent(challenge, user_id).filter(number=posed.number).first()
    if sent is not None and posed.rules.decode_action(sent.action) != chosen:
        raise Answered


def _judged(challenge: Challenge, posed: Posed, chosen: Any, ask: Ask) -> Turn:
    """Return what a turn is worth; raise IllegalAction, or what ``ask`` does."""
    posed.rules.apply_action(posed.state, chosen, posed.rng)
    words, looks = challenge.word_list_version_id, challenge.looks
    return judging.judged(posed, posed.choice(chosen), looks=looks, words=words, ask=ask)


# --- Turns that are still being judged ------------------------------------------------------------


def _sent(challenge: Challenge, user_id: int) -> QuerySet[Sent]:
    return Sent.objects.filter(challenge=challenge, user=user_id)


def _note_sent(
    challenge: Challenge, user_id: int, posed: Posed, chosen: Any, now: datetime
) -> None:
    """Note which turn somebody has sent; raise Answered if it was another one."""
    action = posed.rules.encode_action(chosen)
    sent, _ = Sent.objects.get_or_create(
        challenge=challenge,
        user_id=user_id,
        number=posed.number,
        defaults={"action": action, "sent_at": now},
    )
    if posed.rules.decode_action(sent.action) != chosen:
        raise Answered


def settle(*, ask: Ask, now: datetime) -> int:
    """Judge what was sent by people who have left since; return how many.

    ``ask`` thinks by itself. Who sent a turn in time has answered, though the day be over.
    """
    left = Sent.objects.filter(sent_at__lte=now - LEFT).select_related("challenge")

    def settle_one(sent: Sent) -> None:
        position = sent.challenge.positions.get(number=sent.number)
        try:
            posed = posed_of(sent.challenge, position)
            chosen = posed.rules.decode_action(sent.action)
            turn = _judged(sent.challenge, posed, chosen, ask)
            _keep(sent.challenge, sent.user_id, posed, chosen, turn, sent.sent_at)
        except Refusal:  # the rules are others since, or it was answered from elsewhere
            sent.delete()

    def find(more: int) -> list[Sent]:
        return list(left.order_by("sent_at")[: AT_ONCE + more])

    return len(queues.each("settle_answers", find, settle_one, now=now))


# --- Storing --------------------------------------------------------------------------------------


def _keep(
    challenge: Challenge, user_id: int, posed: Posed, chosen: Any, turn: Turn, now: datetime
) -> Answer:
    """Store an answer unless another one was quicker; return the one that counts."""
    started = {"started_at": now}
    with transaction.atomic():
        entry, _ = Entry.objects.get_or_create(
            challenge=challenge, user_id=user_id, defaults=started
        )
        entry = Entry.objects.select_for_update().get(pk=entry.pk)
        _sent(challenge, user_id).filter(number=posed.number).delete()
        given = {one.number: one for one in entry.answers.all()}
        if posed.number in given:
            return given[posed.number]
        if posed.number != len(given) + 1:
            raise NotYet
        answer = Answer.objects.create(
            entry=entry,
            number=posed.number,
            action=posed.rules.encode_action(chosen),
            turn=codec.encode(dataclasses.replace(turn, ideas=()), Turn),
            points=judging.points_for(turn),
            answered_at=now,
        )
        if posed.number == challenge.positions.count():
            entry.points = answer.points + sum(one.points for one in given.values())
            entry.finished_at = now
            entry.save(update_fields=["points", "finished_at"])
    return answer


# --- Games for one --------------------------------------------------------------------------------


def start(*, challenge: Challenge, user_id: int, name: str, now: datetime) -> Any:
    """Return somebody's match in a day's game for one, begun now if it wasn't yet.

    Raise NotNow or DuelIsClosed.
    """
    check_open(challenge, now=now)
    if challenge.duel_id is None:
        raise NotNow
    with transaction.atomic():
        match = play.enter_duel(
            duel_id=challenge.duel_id,
            game=challenge.game,
            options=challenge.options,
            control=LIVE,
            entrant=SeatPlan(name=name, user_id=user_id),
            now=now,
            secret=days.secret_of(challenge.game, challenge.day, 0),
        )
        Entry.objects.get_or_create(
            challenge=challenge, user_id=user_id, defaults={"match": match, "started_at": now}
        )
    return match


def note(*, match_id: int) -> bool:
    """Note that somebody's match in a day's game for one is over; tell whether that was new."""
    over = list(_over(Entry.objects.filter(match=match_id)))
    for entry in over:
        _note(entry)
    return bool(over)


def note_all(*, now: datetime) -> bool:
    """Note whatever nobody was told of."""
    over = _over(Entry.objects.filter(match__isnull=False))
    return bool(queues.each("sweep_daily", lambda _more: list(over), _note, now=now))


def _over(entries: Any) -> Any:
    """Return those of some entries whose games are over, unless nothing was done in them."""
    over = entries.filter(finished_at__isnull=True, match__status="finished", match__ply__gt=0)
    return over.select_related("match").defer("match__state")


def _note(entry: Any) -> None:
    """Store the points of a game that is over."""
    entry.points, entry.finished_at = entry.match.scores[0], entry.match.finished_at
    entry.save(update_fields=["points", "finished_at"])
