"""Mails about turns: it is yours, somebody asks something."""

from datetime import datetime, timedelta

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Notification
from accounts.users.models import User
from games.core.clock import duration_in_words
from games.core.table.agreement import OnTimeout, timeouts_in_words
from games.matches import reading
from games.matches.answers import Actor
from games.matches.between import changes, offers, prepared, seated
from games.matches.clocks import turns
from games.matches.post import keys, tickets
from games.matches.post.composing import instant, put_together, table_of
from games.matches.post.tickets import Place
from games.matches.reading import Loaded
from games.say import move_in_words

AT_THE_TABLE = timedelta(seconds=60)


NOTHING = timedelta(0)


ASKED = {
    "pause": _("%(name)s would like to pause: %(game)s"),
    "takeback": _("%(name)s would like to take back a move: %(game)s"),
    "draw": _("%(name)s offers a draw: %(game)s"),
    "end": _("%(name)s suggests ending the match: %(game)s"),
}


def turn_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail "it is your turn", or hold it: the turn is over, or its player is looking.

    The last reminder goes whoever looks. Either waits if the clock got time back meanwhile.
    """
    loaded = reading.load(match_id=notice.ref["match"], recent=reading.RECENT)
    match, player = loaded.match, notice.ref["player"]
    if match.ply != notice.ref["ply"] or match.to_move != player or match.quarantined_at:
        return Hold(gettext_noop("the turn was over"))
    seat = loaded.seats[player]
    if seat.user_id != notice.user_id or seat.controller != "human":
        return Hold(gettext_noop("the computer was playing for you"))
    if (due_at := _put_back(notice, loaded)) and notice.due_at <= now < due_at:
        return Hold(gettext_noop("the clock had been stopped for a while"), until=due_at)
    if notice.kind != "last" and seated.is_here(seat, now):
        return at_the_table(now, next_at=_next_at(notice, loaded))
    subject, lines = _turn_subject(notice, loaded), turn_lines(loaded, now)
    if notice.kind in turns.WAKE_UPS:
        lines.append(_if_it_runs_out(loaded))
    return ask_for_turn(notice, loaded, subject, lines, now)


def at_the_table(now: datetime, *, next_at: datetime | None = None) -> Hold:
    """Hold a mail while its reader looks at the table, for good if another is due by then."""
    until = now + AT_THE_TABLE
    return Hold("at the table", until=until if next_at is None or until < next_at else None)


def _put_back(notice: Notification, loaded: Loaded) -> datetime | None:
    """Return when a reminder is due if its clock has got time back since it was planned."""
    timer = loaded.match.timer
    if notice.deadline_at is None or timer.deadline_at in (None, notice.deadline_at):
        return None
    return turns.wake_ups(timer).get(notice.kind)


def _next_at(notice: Notification, loaded: Loaded) -> datetime | None:
    """Return when the turn's next reminder is due; None if there is none."""
    due = turns.wake_ups(loaded.match.timer)
    return due.get("last" if notice.kind == "reminder" else "reminder")


def ask_for_turn(
    notice: Notification, loaded: Loaded, subject: str, lines: list[str], now: datetime
) -> Mail:
    """Return a mail that can be answered by a turn, with a button for each that is prepared.

    Its link shows the match from its reader's seat, for this turn.
    """
    match, player = loaded.match, loaded.match.to_move
    assert player is not None  # noqa: S101 - the caller saw that the reader is to move
    place = Place(notice.user_id, match.pk, player, match.ply)
    seen = loaded.rules.observation(loaded.state, player)
    asked = prepared.offered(loaded.prepared, loaded.rules, seen, player)
    reply_to = tickets.move_address(place)
    return put_together(
        notice,
        loaded,
        subject,
        lines,
        buttons=[
            (
                gettext("Play “%(move)s”")
                % {"move": prepared.choice(row, loaded.match, loaded.rules, seen)},
                tickets.turn_link(place, row.number, row.text),
            )
            for row in asked
        ],
        reply_to=reply_to,
        hint=how_to_answer(loaded) if reply_to else "",
        fragment=key_of_turn(loaded, place, notice.user, now),
    )


def key_of_turn(loaded: Loaded, place: Place, user: User, now: datetime) -> str:
    """Return what a link has behind it to show the match from a seat; nothing in a duel.

    There one turn is a step of many, and a board is opened by its player alone.
    """
    return "" if loaded.match.duel_id else keys.fragment(place, user, now=now)


def how_to_answer(loaded: Loaded) -> str:
    """Return how to play by answering a mail, "" where a turn cannot be written in a line."""
    info = loaded.rules.info
    if not info.example:
        return ""
    return gettext("You can reply to this email with one line, such as %(example)s: %(line)s.") % {
        "example": info.example,
        "line": info.line,
    }


def _turn_subject(notice: Notification, loaded: Loaded) -> str:
    table = {"table": table_of(notice, loaded)}
    if notice.kind == "last":
        return gettext("Your time is nearly up: %(table)s") % table
    if notice.kind == "reminder":
        return gettext("A quarter of your time left: %(table)s") % table
    return gettext("Your turn: %(table)s") % table


def turn_lines(loaded: Loaded, now: datetime) -> list[str]:
    """Return what the player to move is told: the last move, what happened since, the time."""
    since = [*_fallen(loaded), *happened_since(loaded, loaded.match.to_move)]
    return [*_played(loaded), *since, _time_left(loaded, now)]


def _fallen(loaded: Loaded) -> list[str]:
    """Tell what the player to move had prepared and we didn't play, and why."""
    rules, match = loaded.rules, loaded.match
    seen = rules.observation(loaded.state, match.to_move)
    return [
        gettext("We didn't play the turn you'd prepared (%(move)s). %(reason)s")
        % {"move": move, "reason": reason}
        for move, reason in prepared.fallen(loaded.prepared, match, rules, seen)
    ]


def happened_since(loaded: Loaded, reader: int | None) -> list[str]:
    """Tell what has happened at the table since the last move, but for what its reader did."""
    told = [one for one in latest_changes(loaded) if one.player is None or one.player != reader]
    return [f"{one.text}." for one in told]


def latest_changes(loaded: Loaded) -> list[changes.Change]:
    """Return what has become of seats and clock since the last move."""
    return [one for one in loaded.table.changes if one.ply == loaded.match.ply]


def _played(loaded: Loaded) -> list[str]:
    """Tell the last move, or all since what the reader prepared began to be played."""
    player, told = loaded.match.to_move, loaded.moves[-1:]
    for number, move in reversed(list(enumerate(loaded.moves))):
        if move.player == player and move.actor != Actor.PREPARED:
            break
        if move.player == player:
            told = loaded.moves[number:]
    computers = [seat.player for seat in loaded.seats if seat.user_id is None]
    return [
        move_in_words(
            loaded.rules, move, loaded.names, prepared=move.player == player, by_itself=computers
        )
        for move in told
    ]


def _if_it_runs_out(loaded: Loaded) -> str:
    """Say what the table agreed on for a turn whose time is up, in the words of the game."""
    agreed = timeouts_in_words(loaded.rules.info.clock_move)
    return gettext("If your time runs out, %(what)s.") % {
        "what": agreed[OnTimeout(loaded.match.on_timeout)]
    }


def _time_left(loaded: Loaded, now: datetime) -> str:
    """Say how long the turn's clock still runs, and until when the player has time."""
    due = loaded.match.timer.deadline_at
    if due is None:
        return gettext("There's no clock, so take as long as you like.")
    stands = turns.stands(loaded.match, loaded.seats)
    still = sum((max(to_at - max(from_at, now), NOTHING) for from_at, to_at in stands), NOTHING)
    left = duration_in_words(max(60, int((due - now - still).total_seconds()) // 60 * 60))
    return gettext("You have %(time)s left for this turn, until %(instant)s.") % {
        "time": left,
        "instant": instant(due),
    }


def offer_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that somebody at a turn-based table asks for an answer, if they still do."""
    loaded = reading.load(match_id=notice.ref["match"], recent=1)
    player, kind = notice.ref["player"], notice.ref["offer"]
    seat = loaded.seats[player]
    asked = [one for one in loaded.table.offers if one.kind == kind]
    if not asked or player not in offers.awaited(asked[0], loaded.seats):
        return Hold(gettext_noop("the question was no longer open"))
    if seat.user_id != notice.user_id:
        return Hold(gettext_noop("someone else had your seat"))
    if seated.is_here(seat, now):
        return at_the_table(now)
    text = str(offers.in_words(asked[0], loaded.seats))
    subject = ASKED[kind] % {
        "name": loaded.seats[asked[0].player].name,
        "game": loaded.rules.info.title,
    }
    place = Place(notice.user_id, loaded.match.pk, player, asked[0].ply)
    reply_to = tickets.offer_address(place, kind)
    how = (
        gettext("You can agree or say no at the table, or reply to this email with yes or no.")
        if reply_to
        else gettext("You can agree or say no at the table.")
    )
    return put_together(notice, loaded, subject, [text, how], reply_to=reply_to)
