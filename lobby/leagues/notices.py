"""What a league tells people: notices owed with what they tell of, and their mails.

A mail is written when it leaves, from what the tables then say.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils.formats import date_format

from accounts import notifications
from accounts.mail import Hold, Mail, compose
from accounts.models import Notification
from accounts.notifications import Notice, Urgency
from lobby.leagues.models import (
    Announcement,
    Entrant,
    League,
    LeagueRole,
    LedgerEntry,
    Season,
    Substitute,
)
from lobby.leagues.season import Told

NEWS, DUE, SEAT, WORD, RULING = (
    "league", "league_due", "league_seat", "league_word", "league_ruling",
)  # fmt: skip
RECALLED = 3  # seasons after which somebody hears no more of new ones
LABELS = {
    NEWS: "How your leagues go on",
    DUE: "A league needs something of you",
    SEAT: "You are asked to stand in",
    WORD: "Announcements of your leagues",
    RULING: "An organiser has decided something about you",
}


class Words(NamedTuple):
    """How a notice is told: its kind, its subject, its sentences, what its button says."""

    kind: str
    subject: str
    lines: tuple[str, ...]
    action: str = "Open the league"


# By the names that steps and acts tell under; {league}, {number} and {about} are filled in.
TOLD: Mapping[str, Words] = {
    "registration": Words(
        NEWS,
        "Registration is open: {league}",
        (
            "You can register for season {number} of {league} now. It begins on {start}.",
            "Whoever played before has to register again, too.",
        ),
        "Register",
    ),
    "check_in": Words(
        DUE,
        "Say that you are there: {league}",
        (
            "Season {number} of {league} begins on {start}.",
            "Please check in before then. Who does not, does not play.",
        ),
        "Check in",
    ),
    "check_in_reminder": Words(
        DUE,
        "Are you there? {league}",
        (
            "You have not checked in yet, and season {number} of {league} begins on {start}.",
            "Please check in before then. Who does not, does not play.",
        ),
        "Check in",
    ),
    "accepted": Words(
        NEWS, "You are in: {league}", ("A place in season {number} of {league} is yours.",)
    ),
    "refused": Words(
        NEWS, "{league}", ("The organisers of {league} have not let you into season {number}.",)
    ),
    "moved_up": Words(
        NEWS,
        "You have a place: {league}",
        ("A place has become free in season {number} of {league}, and it is yours.",),
    ),
    "removed": Words(DUE, "{league}", ("You have been taken out of season {number} of {league}.",)),
    "postponed": Words(
        NEWS,
        "Put off: {league}",
        ("Too few players have come for season {number} of {league}. It begins on {start} now.",),
    ),
    "cancelled": Words(
        NEWS,
        "Called off: {league}",
        ("Too few players have come for season {number} of {league}. It does not take place.",),
    ),
    "drawn_up": Words(
        NEWS,
        "The divisions are drawn up: {league}",
        ("Season {number} of {league} begins on {start}. See who is in your division.",),
    ),
    "absent": Words(
        NEWS,
        "Without you: {league}",
        (
            "You did not check in for season {number} of {league}, so it begins without you.",
            "You can offer to stand in for others, and register for the next season.",
        ),
    ),
    "round": Words(
        NEWS,
        "Round {about} begins: {league}",
        ("Round {about} of season {number} of {league} has begun. It lasts until {ends}.",),
        "See your matches",
    ),
    "all_rounds": Words(
        NEWS,
        "It begins: {league}",
        (
            "All your matches of season {number} of {league} have begun.",
            "There is time for them until {ends}.",
        ),
        "See your matches",
    ),
    "bye": Words(
        NEWS,
        "No match in round {about}: {league}",
        ("In round {about} of season {number} of {league} you have no match. Enjoy the rest.",),
    ),
    "reminder": Words(
        DUE,
        "Your first turn is waited for: {league}",
        (
            "In {league} a match waits for your first turn. The round lasts until {ends}.",
            "Who makes no turn at all loses the match.",
        ),
        "See your matches",
    ),
    "extended": Words(
        DUE,
        "A match of yours has more time: {league}",
        ("Your match in {league} was not over in time. It has some days more; then it ends.",),
        "See your matches",
    ),
    "decided": Words(
        DUE,
        "Time is over: {league}",
        (
            "Time was over for a match of yours in {league}, and it was decided as its rules say.",
            "The season's page tells how.",
        ),
    ),
    "lot": Words(
        NEWS,
        "A lot has decided: {league}",
        (
            "Your match in round {about} of {league} was drawn, and somebody has to go on.",
            "So a lot decides it, drawn from the season's published seed.",
        ),
    ),
    "excused": Words(
        NEWS,
        "More time for a match: {league}",
        ("A match of yours in {league} has more time, as somebody is away with leave.",),
        "See your matches",
    ),
    "replay": Words(
        NEWS,
        "Once more: {league}",
        ("Your match in {league} was drawn, so it is played again with the seats changed.",),
        "See your matches",
    ),
    "no_show": Words(
        DUE,
        "A match was claimed: {league}",
        ("A match of yours in {league} has ended: somebody had not made a single turn in time.",),
    ),
    "leaving": Words(
        NEWS,
        "{who} has left: {league}",
        (
            "{who} has left season {number} of {league}. Somebody to take over is being sought.",
            "Until then matches with {who} stand as they are; nobody has to do anything.",
        ),
    ),
    "stood_in": Words(
        NEWS,
        "{who} plays on in {league}",
        ("{who} has taken over a place in season {number} of {league}, and its matches.",),
        "See your matches",
    ),
    "withdrawn": Words(
        NEWS,
        "A place was given up: {league}",
        ("{who} does not play on in season {number} of {league}. The standings say what counts.",),
    ),
    "play_off": Words(
        DUE,
        "A play-off: {league}",
        ("In {league} you are equal with others in all that counts, so you play it off.",),
        "See your matches",
    ),
    "finished": Words(
        NEWS,
        "Season {number} is over: {league}",
        ("Season {number} of {league} is over. {place}",),
        "See the standings",
    ),
    "settled": Words(
        DUE,
        "A match of yours was settled: {league}",
        ("A referee has settled a match of yours in {league}. The ledger says why.",),
    ),
    "annulled": Words(
        DUE,
        "A match of yours counts no more: {league}",
        ("A referee has annulled a match of yours in {league}. The ledger says why.",),
    ),
    "moved": Words(
        NEWS,
        "You play in another division: {league}",
        ("In season {number} of {league} you play in division {about} now.",),
    ),
}
# To those who run a league.
UNREADABLE = Words(
    DUE,
    "On hold: {league}",
    (
        "What season {number} of {league} agreed on cannot be read just now, so no step runs.",
        "That is a fault of the site, and whoever runs the site can see it in the log.",
        "Matches are played all the same. Once the fault is mended, let the season go on.",
    ),
    "What comes next",
)
USUAL = Words(NEWS, "News of {league}", ("There is news of season {number} of {league}.",))


def register() -> None:
    """Make the kinds of notice known to the outbox."""
    notifications.register_kind(NEWS, LABELS[NEWS], season_mail)
    notifications.register_kind(DUE, LABELS[DUE], season_mail, urgency=Urgency.SOON)
    notifications.register_kind(SEAT, LABELS[SEAT], seat_mail, urgency=Urgency.SOON)
    notifications.register_kind(WORD, LABELS[WORD], word_mail)
    notifications.register_kind(RULING, LABELS[RULING], ruling_mail, urgency=Urgency.SOON)


# --- Owing ----------------------------------------------------------------------------------------


def tell(season: Season, told: Iterable[Told], now: datetime) -> int:
    """Owe all that a change of a season tells; return how many notices that are."""
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
    """Owe those who can let a season go on a notice of what keeps it from that."""
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
        return Hold("the season is no more")
    words = TOLD.get(notice.ref["notice"], USUAL)
    link = season.get_absolute_url()
    if notice.ref["notice"] == "unreadable":
        words, link = UNREADABLE, f"{link}plan/"
    about = notice.ref["about"]
    facts = {
        "who": _named(season, about),
        "place": _place(season, notice.user_id),
        "league": season.league.name,
        "number": season.number,
        "about": about,
        "start": _when(season.starts_at, notice),
        "ends": _when(season.round_ends_at, notice),
    }
    return compose(
        notice=notice,
        label=LABELS[words.kind],
        subject=words.subject.format(**facts),
        lines=[line.format(**facts) for line in words.lines],
        link=link,
        action=words.action,
    )


def seat_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that asks a substitute, or hold it: the place is taken, or given up."""
    asked = (
        Substitute.objects.select_related("season__league", "asked_for")
        .filter(pk=notice.ref["substitute"], asked_for=notice.ref["entrant"])
        .first()
    )
    if asked is None or asked.asked_for is None or asked.asked_for.standing != "leaving":
        return Hold("the place is no longer free")
    league = asked.season.league
    return compose(
        notice=notice,
        label=LABELS[SEAT],
        subject=f"Would you take over a place in {league.name}?",
        lines=[
            f"{asked.asked_for.name} has left season {asked.season.number} of {league.name}.",
            "You offered to stand in: you would take over the place with its points.",
            "Matches that are running now would not count for your rating.",
        ],
        link=asked.season.get_absolute_url(),
        action="Answer",
    )


def word_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail of an announcement."""
    word = Announcement.objects.select_related("league", "by").filter(pk=notice.ref["word"]).first()
    if word is None:
        return Hold("it was taken back")
    by = word.by.display_name if word.by else "An organiser"
    return compose(
        notice=notice,
        label=LABELS[WORD],
        subject=f"{word.league.name}: a word from {by}",
        lines=[f"{by} writes to everybody in {word.league.name}:", *word.text.splitlines()],
        link=word.league.get_absolute_url(),
        action="Open the league",
    )


def ruling_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about an intervention."""
    entry = LedgerEntry.objects.select_related("league").get(pk=notice.ref["entry"])
    return compose(
        notice=notice,
        label=LABELS[RULING],
        subject=f"{entry.league.name}: {entry.by_name} {entry.text}",
        lines=[
            f"{entry.by_name} {entry.text}.",
            f"The reason given: {entry.reason}",
            "This stands in the league's ledger, where everybody can read it.",
        ],
        link=ledger_of(entry.league),
        action="Open the ledger",
    )


def ledger_of(league: League) -> str:
    """Return the address of a league's ledger."""
    return f"{league.get_absolute_url()}ledger/"


def _named(season: Season, about: str) -> str:
    """Return the name of whom a notice is about, if it is somebody."""
    if not about.isdecimal():
        return ""
    return season.entrants.filter(pk=about).values_list("name", flat=True).first() or ""


def _place(season: Season, user_id: int) -> str:
    """Return in words how somebody ended, and where that leads."""
    own = season.entrants.select_related("division").filter(user=user_id, place__isnull=False)
    entrant = own.first()
    if entrant is None or entrant.division is None:
        return ""
    ended = f"You are number {entrant.place} of {entrant.division.name}."
    leads = (entrant.next_level or 0) - entrant.division.level
    return ended + {-1: " You go up!", 1: " You go down one division."}.get(leads, "")


def _season(notice: Notification) -> Season | None:
    seasons = Season.objects.select_related("league")
    return seasons.filter(pk=notice.ref["season"]).first()


def _when(at: datetime | None, notice: Notification) -> str:
    """Return an instant as the reader's clock and calendar show it."""
    return "" if at is None else date_format(at.astimezone(notice.user.zone), "l j F, H:i")
