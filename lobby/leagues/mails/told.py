"""The words of every notice that a season tells, by the name it is told under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NEWS, DUE, SEAT, WORD, RULING = (
    "league", "league_due", "league_seat", "league_word", "league_ruling",
)  # fmt: skip
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
