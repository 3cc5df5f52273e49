"""Mails about seats: what time did to one, and who could take it over."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.edge import tokens
from accounts.edge.languages import listed
from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Notification
from games.core.table.agreement import EXCUSES
from games.matches import reading
from games.matches.between import seated, vacancies
from games.matches.post.composing import instant, put_together, table_of
from games.matches.post.result_mails import score
from games.matches.post.turn_mails import ask_for_turn, at_the_table, turn_lines
from games.matches.reading import Loaded


def seat_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that tells an owner what time did to their seat, if it is still so."""
    loaded = reading.load(match_id=notice.ref["match"], recent=1)
    player, kind = notice.ref["player"], notice.ref["change"]
    seat = loaded.seats[player]
    if not reading.is_running(loaded.match) or seat.user_id != notice.user_id:
        return Hold(gettext_noop("the match was over, or someone else had your seat"))
    if kind == "lost":
        return _lost_mail(notice, loaded)
    if seat.lost_at or seat.resigned_at:
        return Hold(gettext_noop("you had lost the seat"))
    if seated.is_here(seat, now):
        return at_the_table(now)
    if loaded.match.timer.deserted:
        return _deserted_mail(notice, loaded)
    if kind == "deserted":
        return Hold(gettext_noop("the match had already resumed"))
    if kind == "substituted":
        return (
            _held_mail(notice, loaded)
            if seat.substituted_at
            else Hold(gettext_noop("you had taken your seat back"))
        )
    return _excused_mail(notice, loaded, now)


def _held_mail(notice: Notification, loaded: Loaded) -> Mail:
    seat, left = loaded.seats[notice.ref["player"]], loaded.match.spells
    subject = gettext("The computer is playing for you: %(table)s")
    lines = [
        gettext(
            "Your time ran out, so the Easy computer player is playing for you until you take your "
            "seat back."
        )
    ]
    again = left - seat.spells
    if left and again:
        lines.append(
            ngettext(
                "It can step in %(n)s more time. After that you'll lose your seat.",
                "It can step in %(n)s more times. After that you'll lose your seat.",
                again,
            )
            % {"n": again}
        )
    elif left:
        lines.append(gettext("If it has to step in again, you'll lose your seat."))
    subject %= {"table": table_of(notice, loaded)}
    return _seat_back_mail(notice, loaded, subject, lines)


def _deserted_mail(notice: Notification, loaded: Loaded) -> Mail:
    ends_at = seated.ends_at(loaded.match)
    held = loaded.seats[notice.ref["player"]].substituted_at is not None
    lines = [
        gettext("Everyone has left, so the match is waiting for someone to take their seat back.")
        if held
        else gettext(
            "Nobody has moved for a while, so the match is waiting for someone to come back."
        ),
        gettext("If nobody comes back by %(instant)s, the match will end and won't count.")
        % {"instant": instant(ends_at)}
        if ends_at
        else gettext("If nobody comes back, the match will end when the league's round does."),
    ]
    subject = gettext("The match is waiting for you: %(table)s") % {
        "table": table_of(notice, loaded)
    }
    if not held:
        return put_together(notice, loaded, subject, lines, action=gettext("Go to the table"))
    return _seat_back_mail(notice, loaded, subject, lines)


def _seat_back_mail(notice: Notification, loaded: Loaded, subject: str, lines: list[str]) -> Mail:
    token = tokens.sign_act(user_id=notice.user_id, act="seat", about=loaded.match.pk)
    return put_together(
        notice,
        loaded,
        subject,
        lines,
        link=reverse("seat-back", args=[token]),
        action=gettext("Take my seat back"),
    )


def _lost_mail(notice: Notification, loaded: Loaded) -> Mail:
    lines = [
        gettext(
            "Your time ran out once too often, so you've lost your seat and come last. The Easy "
            "computer player has taken over."
        )
    ]
    return put_together(
        notice,
        loaded,
        gettext("You've lost your seat: %(table)s") % {"table": table_of(notice, loaded)},
        lines,
        viewer="everybody",
        action=gettext("Go to the table"),
    )


def _excused_mail(notice: Notification, loaded: Loaded, now: datetime) -> Mail | Hold:
    player = notice.ref["player"]
    if loaded.match.to_move != player:
        return Hold(gettext_noop("the turn was over"))
    left = EXCUSES - loaded.seats[player].excuses
    lines = [
        gettext(
            "Your time ran out, so your clock has started again. That can happen once more in this "
            "match."
        )
        if left
        else gettext(
            "Your time ran out, so your clock has started again, for the last time in this match."
        )
    ]
    subject = gettext("Your clock has started again: %(table)s") % {
        "table": table_of(notice, loaded)
    }
    lines += turn_lines(loaded, now)
    return ask_for_turn(notice, loaded, subject, lines, now)


def vacancy_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that asks a substitute to take a lost seat, if it is still free.

    It shows what everybody may see of the match, and nothing of the seat's hand.
    """
    call = vacancies.call(vacancy_id=notice.ref["vacancy"], user_id=notice.user_id)
    if call is None or call.vacancy.closed_at or call.declined_at:
        return Hold(gettext_noop("the seat was taken, or you had said no"))
    loaded = reading.load(match_id=call.vacancy.match_id, recent=1)
    match, info = loaded.match, loaded.rules.info
    gone = loaded.seats[call.vacancy.player]
    others = [seat.name for seat in loaded.seats if seat.player != gone.player]
    standing = [score(loaded, seat) for seat in loaded.seats]
    token = tokens.sign_act(user_id=notice.user_id, act="vacancy", about=call.vacancy_id)
    lines = [
        gettext(
            "%(name)s has left a game of %(game)s. Would you like to take their seat and play with "
            "%(others)s? The result won't count for or against you."
        )
        % {"name": gone.name, "game": info.title, "others": listed(others)},
        gettext("The clock: %(time)s.") % {"time": info.time_in_words(match.control)},
        *standing,
    ]
    return put_together(
        notice,
        loaded,
        gettext("A seat is free: %(game)s with %(others)s")
        % {"game": info.title, "others": listed(others)},
        lines,
        viewer="everybody",
        link=reverse("vacancy-call", args=[token]),
        action=gettext("See the free seat"),
    )
