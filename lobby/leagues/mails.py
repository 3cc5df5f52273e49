"""What a league tells people: notices owed with what they tell of, and their mails.

A mail is written when it leaves, from what the tables then say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.edge.languages import listed
from accounts.notices import outbox as notifications
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Notification
from accounts.notices.outbox import Notice, Urgency
from lobby.leagues.models import (
    Announcement,
    Entrant,
    FixtureSeat,
    League,
    LeagueRole,
    LedgerEntry,
    Season,
    Substitute,
)
from lobby.leagues.season.values import Told

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NEWS, DUE, SEAT, WORD, RULING = (
    "league", "league_due", "league_seat", "league_word", "league_ruling",
)  # fmt: skip
RECALLED = 3  # seasons after which we no longer tell somebody of new ones
LABELS = {
    NEWS: _("What's happening in your leagues"),
    DUE: _("A league needs something from you"),
    SEAT: _("We ask you to stand in for someone"),
    WORD: _("Announcements in your leagues"),
    RULING: _("An organiser has made a decision that affects you"),
}


class Words(NamedTuple):
    """How a notice is told: its kind, its subject, its sentences, what its button says."""

    kind: str
    subject: StrOrPromise
    lines: tuple[StrOrPromise, ...]
    action: StrOrPromise = _("Open the league")


REGISTER, CHECK_IN = _("Register"), _("Check in")
MATCHES, STANDINGS = _("See your matches"), _("See the standings")
# By the names that steps and acts tell under; league, number, about and so on are filled in.
TOLD: Mapping[str, Words] = {
    "registration": Words(
        NEWS,
        _("Registration is open: %(league)s"),
        (
            _(
                "You can now register for season %(number)s of %(league)s,"
                " which starts on %(start)s."
            ),
            _("Please register again, even if you played last season."),
        ),
        REGISTER,
    ),
    "check_in": Words(
        DUE,
        _("Please check in: %(league)s"),
        (
            _("Season %(number)s of %(league)s starts on %(start)s."),
            _("Please check in before then. If you don't check in, you'll sit this season out."),
        ),
        CHECK_IN,
    ),
    "check_in_reminder": Words(
        DUE,
        _("You haven't checked in yet: %(league)s"),
        (
            _(
                "You haven't checked in yet, and season %(number)s of %(league)s"
                " starts on %(start)s."
            ),
            _("Please check in before then. If you don't check in, you'll sit this season out."),
        ),
        CHECK_IN,
    ),
    "accepted": Words(
        NEWS,
        _("You're in: %(league)s"),
        (_("You have a place in season %(number)s of %(league)s."),),
    ),
    "refused": Words(
        NEWS,
        _("Not this season: %(league)s"),
        (_("The organisers of %(league)s have decided not to let you into season %(number)s."),),
    ),
    "moved_up": Words(
        NEWS,
        _("You have a place: %(league)s"),
        (_("A place has opened up in season %(number)s of %(league)s, and it's yours."),),
    ),
    "removed": Words(
        DUE,
        _("You've been removed: %(league)s"),
        (_("An organiser has removed you from season %(number)s of %(league)s."),),
    ),
    "postponed": Words(
        NEWS,
        _("Later start: %(league)s"),
        (
            _(
                "Season %(number)s of %(league)s doesn't have enough players yet."
                " It now starts on %(start)s."
            ),
        ),
    ),
    "cancelled": Words(
        NEWS,
        _("Called off: %(league)s"),
        (
            _(
                "Season %(number)s of %(league)s didn't get enough players,"
                " so it has been called off."
            ),
        ),
    ),
    "drawn_up": Words(
        NEWS,
        _("The divisions have been drawn up: %(league)s"),
        (_("Season %(number)s of %(league)s starts on %(start)s. See who is in your division."),),
    ),
    "absent": Words(
        NEWS,
        _("Starting without you: %(league)s"),
        (
            _(
                "You didn't check in for season %(number)s of %(league)s,"
                " so it's starting without you."
            ),
            _(
                "You can still offer to stand in for others,"
                " and you can register for the next season."
            ),
        ),
    ),
    "round": Words(
        NEWS,
        _("Round %(about)s begins: %(league)s"),
        (
            _("Round %(about)s of season %(number)s of %(league)s has begun."),
            _("The round lasts until %(ends)s."),
            "%(opponents)s",
        ),
        MATCHES,
    ),
    "all_rounds": Words(
        NEWS,
        _("All your matches have begun: %(league)s"),
        (
            _("All your matches in season %(number)s of %(league)s have begun."),
            _("You have until %(ends)s to play them."),
        ),
        MATCHES,
    ),
    "bye": Words(
        NEWS,
        _("No match in round %(about)s: %(league)s"),
        (
            _(
                "You have no match in round %(about)s of season %(number)s of %(league)s."
                " Enjoy the break."
            ),
        ),
    ),
    "reminder": Words(
        DUE,
        _("Please take your first turn: %(league)s"),
        (
            _(
                "One of your matches in %(league)s is waiting for your first turn."
                " The round lasts until %(ends)s."
            ),
            _("If you don't take a single turn, you'll lose the match."),
        ),
        MATCHES,
    ),
    "extended": Words(
        DUE,
        _("Your match has more time: %(league)s"),
        (_("Your match in %(league)s ran out of time. You have a few more days to finish it."),),
        MATCHES,
    ),
    "decided": Words(
        DUE,
        _("Time is up: %(league)s"),
        (
            _("Your match in %(league)s ran out of time, so the league's rules decided it."),
            _("The season's page shows you how."),
        ),
    ),
    "lot": Words(
        NEWS,
        _("Decided by lot: %(league)s"),
        (
            _(
                "Your match in round %(about)s of %(league)s was a draw,"
                " and someone has to go through."
            ),
            _("So we drew lots, using the season's published seed."),
        ),
    ),
    "excused": Words(
        NEWS,
        _("Your match has more time: %(league)s"),
        (_("One of your matches in %(league)s has more time, because someone is away."),),
        MATCHES,
    ),
    "replay": Words(
        NEWS,
        _("Play it again: %(league)s"),
        (
            _(
                "Your match in %(league)s was a draw,"
                " so you'll play it again with the seats swapped."
            ),
        ),
        MATCHES,
    ),
    "no_show": Words(
        DUE,
        _("Your match has ended: %(league)s"),
        (
            _(
                "One of your matches in %(league)s has ended because someone didn't take"
                " their first turn in time."
            ),
        ),
    ),
    "leaving": Words(
        NEWS,
        _("%(who)s has left: %(league)s"),
        (
            _(
                "%(who)s has left season %(number)s of %(league)s."
                " We're looking for someone to take over."
            ),
            _("Until then, matches against %(who)s will wait. You don't have to do anything."),
        ),
    ),
    "stood_in": Words(
        NEWS,
        _("%(who)s is taking over in %(league)s"),
        (
            _(
                "%(who)s has taken over a place in season %(number)s of %(league)s,"
                " along with its matches."
            ),
        ),
        MATCHES,
    ),
    "withdrawn": Words(
        NEWS,
        _("A player has withdrawn: %(league)s"),
        (
            _("%(who)s is no longer playing in season %(number)s of %(league)s."),
            _("The standings show which results count."),
        ),
        STANDINGS,
    ),
    "play_off": Words(
        DUE,
        _("You have a play-off: %(league)s"),
        (
            _(
                "You and others in %(league)s are level on everything that counts, so there's a "
                "play-off."
            ),
        ),
        MATCHES,
    ),
    "finished": Words(
        NEWS,
        _("Season %(number)s is over: %(league)s"),
        (_("Season %(number)s of %(league)s is over."), "%(place)s"),
        STANDINGS,
    ),
    "settled": Words(
        DUE,
        _("Your match has been settled: %(league)s"),
        (_("A referee has settled one of your matches in %(league)s. The ledger says why."),),
    ),
    "annulled": Words(
        DUE,
        _("Your match no longer counts: %(league)s"),
        (_("A referee has annulled one of your matches in %(league)s. The ledger says why."),),
    ),
    "moved": Words(
        NEWS,
        _("You've been moved to another division: %(league)s"),
        (_("In season %(number)s of %(league)s, you're now in division %(about)s."),),
    ),
}
# To those who run a league.
UNREADABLE = Words(
    DUE,
    _("On hold: %(league)s"),
    (
        _(
            "We can't read the rules of season %(number)s of %(league)s just now,"
            " so the season is on hold."
        ),
        _("That's our fault, and the people who run the site can see the error in the log."),
        _("Matches in progress carry on. Once we've fixed the problem, you can resume the season."),
    ),
    _("What comes next"),
)
USUAL = Words(
    NEWS, _("News from %(league)s"), (_("There's news from season %(number)s of %(league)s."),)
)


def register() -> None:
    """Make the kinds of notice known to the outbox."""
    notifications.register_kind(NEWS, LABELS[NEWS], season_mail)
    notifications.register_kind(DUE, LABELS[DUE], season_mail, urgency=Urgency.SOON)
    notifications.register_kind(SEAT, LABELS[SEAT], seat_mail, urgency=Urgency.SOON)
    notifications.register_kind(WORD, LABELS[WORD], word_mail)
    notifications.register_kind(RULING, LABELS[RULING], ruling_mail, urgency=Urgency.SOON)


# --- Owing ----------------------------------------------------------------------------------------


def tell(season: Season, told: Iterable[Told], now: datetime) -> int:
    """Owe all that a change of a season tells; return how many notices those are."""
    told = [_completed(season, each) for each in told]
    ids = {entrant for each in told for entrant in each.entrants}
    users = dict(Entrant.objects.filter(pk__in=ids).values_list("pk", "user_id"))
    owed = [
        Notice(
            user_id=users[entrant],
            kind=TOLD.get(each.notice, USUAL).kind,
            key=f"league:{season.pk}:{each.notice}:{each.about}:{entrant}:{users[entrant]}",
            ref={"season": season.pk, "notice": each.notice, "about": each.about},
            due_at=now,
            about=season.get_absolute_url(),
        )
        for each in told
        for entrant in each.entrants
        if users.get(entrant)
    ]
    notifications.schedule_all(notices=owed)
    return len(owed)


def tell_organisers(season: Season, notice: str, now: datetime) -> None:
    """Owe those who can let a season go on a notice of what holds it up."""
    runs = season.league.roles.exclude(role=LeagueRole.Role.REFEREE)
    notifications.schedule_all(
        notices=[
            Notice(
                user_id=user,
                kind=DUE,
                key=f"league:{season.pk}:{notice}:{now.isoformat()}:{user}",
                ref={"season": season.pk, "notice": notice, "about": ""},
                due_at=now,
                about=season.get_absolute_url(),
            )
            for user in runs.order_by("user_id").values_list("user_id", flat=True)
        ]
    )


def _completed(season: Season, told: Told) -> Told:
    """Return what is told with its readers: of a new season those who played lately hear."""
    if told.notice != "registration":
        return told
    lately = Entrant.objects.filter(
        season__league=season.league_id,
        season__number__in=range(season.number - RECALLED, season.number),
        division__isnull=False,
    )
    last = lately.order_by("user_id", "-season__number").distinct("user_id")
    return Told(told.notice, tuple(last.values_list("pk", flat=True)), told.about)


def tell_of_ruling(entry: LedgerEntry, users: Collection[int], now: datetime) -> None:
    """Owe those whom an intervention concerns a notice of it."""
    notifications.schedule_all(
        notices=[
            Notice(
                user_id=user,
                kind=RULING,
                key=f"league_ruling:{entry.pk}:{user}",
                ref={"entry": entry.pk},
                due_at=now,
                about=entry.league.get_absolute_url(),
            )
            for user in sorted(users)
        ]
    )


def tell_of_word(word: Announcement, users: Collection[int], now: datetime) -> None:
    """Owe all members of a league a notice of what its organisers say."""
    notifications.schedule_all(
        notices=[
            Notice(
                user_id=user,
                kind=WORD,
                key=f"league_word:{word.pk}:{user}",
                ref={"word": word.pk},
                due_at=now,
                about=word.league.get_absolute_url(),
            )
            for user in sorted(users)
        ]
    )


def ask_to_stand_in(substitutes: Collection[Substitute], now: datetime) -> None:
    """Owe substitutes the question whether they take over a place."""
    notifications.schedule_all(
        notices=[
            Notice(
                user_id=each.user_id,
                kind=SEAT,
                key=f"league_seat:{each.asked_for_id}:{each.user_id}",
                ref={"substitute": each.pk, "entrant": each.asked_for_id},
                due_at=now,
                about=each.season.get_absolute_url(),
            )
            for each in substitutes
        ]
    )


# --- Mails ----------------------------------------------------------------------------------------


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
    facts = {
        "who": asked.asked_for.name,
        "number": season.number,
        "league": season.league.name,
    }
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
