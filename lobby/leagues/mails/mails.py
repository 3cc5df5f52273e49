"""The mails of leagues; each is written when it leaves, from what the tables then say."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.edge.languages import listed
from accounts.notices import outbox as notifications
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Notification
from accounts.notices.outbox import Urgency
from lobby.leagues.mails.told import DUE, LABELS, NEWS, RULING, SEAT, TOLD, UNREADABLE, USUAL, WORD
from lobby.leagues.models import Announcement, FixtureSeat, League, LedgerEntry, Season, Substitute


def register() -> None:
    """Make the kinds of notice known to the outbox."""
    can_wait, soon = Urgency.CAN_WAIT, Urgency.SOON
    for kind, render, urgency in (
        (NEWS, season_mail, can_wait),
        (DUE, season_mail, soon),
        (SEAT, seat_mail, soon),
        (WORD, word_mail, can_wait),
        (RULING, ruling_mail, soon),
    ):
        subject = notifications.Subject.LEAGUES
        notifications.register_kind(kind, LABELS[kind], render, urgency=urgency, subject=subject)


def season_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail of something that a season does."""
    season = _season(notice)
    if season is None:
        return Hold(gettext_noop("the season no longer exists"))
    words = TOLD.get(notice.ref["notice"], USUAL)
    link = season.get_absolute_url()
    if notice.ref["notice"] == "unreadable":
        words, link = UNREADABLE, f"{link}plan/"
    about = notice.ref["about"]
    facts = {
        "who": _named(season, about),
        "place": _place(season, notice.user_id),
        "opponents": _opponents(season, about, notice.user_id) if words is TOLD["round"] else "",
        "league": season.league.name,
        "number": season.number,
        "about": about,
        "start": _when(season.starts_at, notice),
        "ends": _when(season.round_ends_at, notice),
    }
    return compose(
        notice=notice,
        label=LABELS[words.kind],
        subject=words.subject % facts,
        lines=[line for line in (line % facts for line in words.lines) if line],
        link=link,
        action=str(words.action),
    )


def seat_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that asks a substitute, or hold it: the place is taken, or given up."""
    asked = (
        Substitute.objects.select_related("season__league", "asked_for")
        .filter(pk=notice.ref["substitute"], asked_for=notice.ref["entrant"])
        .first()
    )
    if asked is None or asked.asked_for is None or asked.asked_for.standing != "leaving":
        return Hold(gettext_noop("the place is no longer free"))
    season = asked.season
    facts = {"who": asked.asked_for.name, "number": season.number, "league": season.league.name}
    return compose(
        notice=notice,
        label=LABELS[SEAT],
        subject=gettext("Would you take over a place in %(league)s?") % facts,
        lines=[
            gettext("%(who)s has left season %(number)s of %(league)s.") % facts,
            gettext(
                "You offered to stand in."
                " If you say yes, you'll take over the place and its points."
            ),
            gettext("Matches already in progress won't count towards your rating."),
        ],
        link=season.get_absolute_url(),
        action=gettext("Answer"),
    )


def word_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail of an announcement."""
    word = Announcement.objects.select_related("league", "by").filter(pk=notice.ref["word"]).first()
    if word is None:
        return Hold(gettext_noop("the announcement was withdrawn"))
    by = word.by.display_name if word.by else gettext("An organiser")
    facts = {"by": by, "league": word.league.name}
    return compose(
        notice=notice,
        label=LABELS[WORD],
        subject=gettext("%(league)s: an announcement from %(by)s") % facts,
        lines=[
            gettext("A message from %(by)s to everyone in %(league)s:") % facts,
            *word.text.splitlines(),
        ],
        link=word.league.get_absolute_url(),
        action=gettext("Open the league"),
    )


def ruling_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about an intervention."""
    entry = LedgerEntry.objects.select_related("league").get(pk=notice.ref["entry"])
    facts = {"league": entry.league.name, "what": entry.text, "reason": entry.why}
    return compose(
        notice=notice,
        label=LABELS[RULING],
        subject=gettext("%(league)s: %(what)s") % facts,
        lines=[
            gettext("%(what)s.") % facts,
            gettext("Reason: %(reason)s") % facts,
            gettext("This is in the league's ledger, where everyone can read it."),
        ],
        link=ledger_of(entry.league),
        action=gettext("Open the ledger"),
    )


def ledger_of(league: League) -> str:
    """Return the address of a league's ledger."""
    return f"{league.get_absolute_url()}ledger/"


def _named(season: Season, about: str) -> str:
    """Return the name of whom a notice is about, if it is somebody."""
    if not about.isdecimal():
        return ""
    return season.entrants.filter(pk=about).values_list("name", flat=True).first() or ""


def _opponents(season: Season, number: str, user_id: int) -> str:
    """Say whom somebody plays in a round, if they have a match there."""
    own = FixtureSeat.objects.filter(
        fixture__season=season, fixture__round=number, entrant__user=user_id
    )
    seats = FixtureSeat.objects.filter(fixture__in=own.values("fixture"))
    names = seats.exclude(entrant__user=user_id).values_list("entrant__name", flat=True)
    return (
        gettext("You're playing against %(names)s.") % {"names": listed(list(names))}
        if names
        else ""
    )


def _place(season: Season, user_id: int) -> str:
    """Return in words how somebody finished, and where that leads."""
    own = season.entrants.select_related("division").filter(user=user_id, place__isnull=False)
    entrant = own.first()
    if entrant is None or entrant.division is None:
        return ""
    leads = (entrant.next_level or 0) - entrant.division.level
    facts = {"place": entrant.place, "level": entrant.division.level}
    return LEADS.get(leads, STAYS) % facts


LEADS = {
    -1: _("You finished in position %(place)s in division %(level)s, so you're going up."),
    1: _("You finished in position %(place)s in division %(level)s, so you're going down."),
}
STAYS = _("You finished in position %(place)s in division %(level)s.")


def _season(notice: Notification) -> Season | None:
    seasons = Season.objects.select_related("league")
    return seasons.filter(pk=notice.ref["season"]).first()


def _when(at: datetime | None, notice: Notification) -> str:
    """Return an instant as the reader's clock and calendar show it."""
    return "" if at is None else date_format(at.astimezone(notice.user.zone), "l j F, H:i")
