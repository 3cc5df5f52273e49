"""How leagues come to be, change and end."""

import dataclasses
import secrets
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts.edge import typed, zones
from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.codec import BadData
from games.core.errors import Refusal
from games.core.game import GameInfo
from games.core.language.text import Plural
from games.core.table import options as settings_as_data
from games.core.table.agreement import Agreement
from games.matches.models.agreement import columns
from games.matches.play import check_table
from games.registry import load_game
from games.words.lists.access import insist_on_using
from lobby.clubs import reading as clubs
from lobby.codes import new_code
from lobby.leagues.acts import ledger
from lobby.leagues.models import Entrant, League, LeagueRole, Season
from lobby.leagues.reading.access import Power, Role, enter, insist
from lobby.leagues.reading.agreed import rules_of
from lobby.leagues.season import rules
from lobby.leagues.season.dates import later, lead_up
from lobby.leagues.season.rules import Rules
from lobby.leagues.season.values import Phase, Standing
from lobby.permission import NotAllowed, Person, insist_on_voice

MOST_LEAGUES = 10  # that one person organises at a time
FURTHEST = timedelta(days=366)
RESERVED = frozenset({"new", "mine", "clubs", "calendar"})
NOT_BEGUN = (Phase.PLANNED, Phase.REGISTRATION, Phase.CHECK_IN)


def new_seed() -> str:
    """Return a seed for the lots of a season: 64 hexadecimal digits."""
    return secrets.token_hex(32)


def found(
    *,
    user: Person,
    name: str,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    agreement: Agreement,
    league_rules: Rules,
    zone: str,
    first_day: date,
    now: datetime,
    about: str = "",
    club_id: int | None = None,
) -> League:
    """Found a league with its first season, which begins on a day in the league's zone.

    A club's league is founded by those who run the club.

    Raise Refusal if something does not fit, NotAllowed for people who cannot found one.
    """
    founder = enter(user)
    insist_on_voice(founder, now)
    name, about = _named(name), about.strip()
    options, agreement = _checked(founder, game, options, control, agreement, league_rules)
    if zone not in zones.zone_names():
        raise Refusal("Choose a time zone from the list.")
    with transaction.atomic():
        _insist_on_club(founder, club_id)
        User.objects.select_for_update(no_key=True).get(pk=founder.pk)  # one league at a time
        own = LeagueRole.objects.filter(user=founder, role=Role.ORGANISER)
        if own.filter(league__closed_at__isnull=True).count() >= MOST_LEAGUES:
            raise Refusal(
                Plural(
                    "You already organise {n} league. Close it first.",
                    "You already organise {n} leagues. Close one first.",
                    n=MOST_LEAGUES,
                )
            )
        league = create(
            name,
            about=about[:2000],
            club_id=club_id,
            game=game,
            options=options,
            rules=settings_as_data.write(league_rules),
            zone=zone,
            founded_at=now,
            **columns(control, agreement),
        )
        LeagueRole.objects.create(league=league, user=founder, role=Role.ORGANISER, since=now)
        plan_season(league, number=1, instants=first_instants(league, first_day, now), now=now)
    return league


def _insist_on_club(user: User, club_id: int | None) -> None:
    """Raise NotAllowed if somebody does not run the club for which they found a league."""
    running = {pk for pk, _ in clubs.run_by(user_id=user.pk)}
    if club_id is not None and club_id not in running:
        raise NotAllowed("Only the owner and officers of a club can start leagues for it.")


def _named(name: str) -> str:
    name = " ".join(name.replace("\0", "").split())
    seen = typed.read(name)
    if len(name) > 60 or len(seen) < 3 or not slugify(seen) or not typed.is_shown(name):
        raise Refusal("A league's name needs 3 to 60 visible characters, including some letters.")
    return name


def _checked(
    user: User,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    agreement: Agreement,
    league_rules: Rules,
) -> tuple[dict[str, Any], Agreement]:
    """Return the table's options and agreement as they are stored; raise Refusal."""
    try:
        bound = load_game(game, options)
    except LookupError as error:
        raise Refusal("There's no such game.") from error
    except BadData as error:
        raise Refusal(
            "These settings don't work for this game. Check them and try again."
        ) from error
    settings_as_data.insist(bound.options)
    info = bound.info
    rules.check(league_rules, info)
    check_table(info, control, seats=league_rules.size, computers=True)
    if info.uses_words:
        insist_on_using(user, bound.options.word_list)
    _check_clock(info, control)
    # Nobody is asked from outside: a league has substitutes of its own.
    return settings_as_data.write(bound.options), dataclasses.replace(
        agreement, asks_substitutes=False
    )


def _check_clock(info: GameInfo, control: TimeControl) -> None:
    alone = info.max_players == 1  # a duel: each plays when it suits them
    if control.pace is Pace.LIVE and not alone:
        raise Refusal(
            "Leagues are turn-based, because the players aren't all here at the same time."
        )
    if control.form is Form.NO_CLOCK:
        raise Refusal("A league needs a clock, because its rounds have to end.")


def create(name: str, **facts: Any) -> League:
    """Return a new league with an address made of its name; raise Refusal if all are taken."""
    stem = slugify(name)[:50]
    endings: Iterable[str] = ("", *(f"-{number}" for number in range(2, 100)))
    for slug in (f"{stem}{ending}" for ending in endings):
        if slug in RESERVED or League.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return League.objects.create(name=name, slug=slug, **facts)
        except IntegrityError:
            continue  # somebody was faster
    raise Refusal("Too many leagues have this name. Choose another.")


# --- Seasons --------------------------------------------------------------------------------------

Instants = tuple[datetime, datetime, datetime]  # registration, check-in, start


def first_instants(league: League, first_day: date, now: datetime) -> Instants:
    """Return when registration, check-in and play begin; raise Refusal if that is past or far."""
    agreed = rules_of(league)
    noon = datetime.combine(first_day, time(12), tzinfo=ZoneInfo(league.zone))
    starts_at = later(noon, 0, hour=agreed.start_hour, zone=league.zone)
    if starts_at <= now:
        raise Refusal("The first day of play has to be in the future.")
    if starts_at > now + FURTHEST:
        raise Refusal("The first day of play can't be more than a year ahead.")
    registration_at, check_in_at = lead_up(starts_at, agreed, league.zone)
    return max(now, registration_at), max(now, check_in_at), starts_at


def plan_season(league: League, *, number: int, instants: Instants, now: datetime) -> Season:
    """Plan a season by what the league agrees on now; the caller is in a transaction."""
    registration_at, check_in_at, starts_at = instants
    return Season.objects.create(
        league=league,
        number=number,
        game=league.game,
        options=league.options,
        rules=league.rules,
        zone=league.zone,
        registration_at=registration_at,
        check_in_at=check_in_at,
        starts_at=starts_at,
        seed=new_seed(),
        next_at=min(now, registration_at),
        **columns(league.control, league.agreement),
    )


# --- Changes --------------------------------------------------------------------------------------


def change(
    *,
    league_id: int,
    user: Person,
    name: str,
    about: str,
    options: Mapping[str, Any],
    control: TimeControl,
    agreement: Agreement,
    league_rules: Rules,
    reason: str,
    now: datetime,
) -> League:
    """Change what seasons agree on whose registration has not opened yet.

    What is changed stands in the ledger, with the reason.
    """
    with transaction.atomic():
        league, organiser = _held(league_id, user, Power.CHANGE)
        name, about = _named(name), about.strip()[:2000]
        if (name, about) != (league.name, league.about):
            insist_on_voice(organiser, now)
        stored, agreement = _checked(
            organiser, league.game, options, control, agreement, league_rules
        )
        agreed = {
            "options": stored,
            "rules": settings_as_data.write(league_rules),
            **columns(control, agreement),
        }
        data = {key: value for key, value in agreed.items() if getattr(league, key) != value}
        league.name, league.about = name, about
        for key, value in agreed.items():
            setattr(league, key, value)
        league.save()
        planned = league.seasons.filter(phase=Phase.PLANNED)
        planned.update(**agreed, next_at=now)
        if data:
            ledger.enter(
                league=league, by=organiser, kind="rules", reason=reason, data=data, now=now
            )
    return league


def close(*, league_id: int, user: Person, reason: str, now: datetime) -> League:
    """Close a league: no season follows, and one that has not begun is called off."""
    with transaction.atomic():
        league, organiser = _held(league_id, user, Power.APPOINT)
        if league.closed_at:
            return league
        league.closed_at = now
        league.save(update_fields=["closed_at"])
        coming = Entrant.objects.filter(season__league=league, season__phase__in=NOT_BEGUN)
        coming = coming.exclude(standing=Standing.WITHDRAWN).exclude(user=None)
        concerns = list(coming.values_list("user_id", flat=True))
        league.seasons.filter(phase__in=NOT_BEGUN).update(
            phase=Phase.CANCELLED, ended_at=now, next_at=None
        )
        ledger.enter(
            league=league,
            by=organiser,
            kind="close",
            reason=reason,
            data={},
            now=now,
            concerns=concerns,
        )
    return league


def appoint(
    *, league_id: int, user: Person, other: User, role: str, reason: str, now: datetime
) -> None:
    """Give somebody a role, "" for none; making another the organiser passes the league on."""
    with transaction.atomic():
        league, organiser = _held(league_id, user, Power.APPOINT)
        if role not in ("", *Role.values):
            raise Refusal("There's no such role.")
        if other.pk == organiser.pk:
            raise Refusal("Pass the league on to someone else before you give up your own role.")
        enter(other)
        own = league.roles.filter(user=other)
        former = own.values_list("role", flat=True).first() or ""
        if former == role:
            return
        own.delete()
        if role == Role.ORGANISER:
            league.roles.filter(user=organiser).update(role=Role.CO_ORGANISER, since=now)
        if role:
            LeagueRole.objects.create(league=league, user=other, role=role, since=now)
        ledger.enter(
            league=league,
            by=organiser,
            kind="role",
            reason=reason,
            data={
                "user": other.username,
                "name": other.display_name,
                "role": role,
                "former": former,
            },
            now=now,
            concerns=[other.pk],
        )


def renew_code(*, league_id: int, user: Person) -> League:
    """Give a league another code to join by; the old one opens nothing from now on."""
    with transaction.atomic():
        league, _ = _held(league_id, user, Power.CHANGE)
        league.code = new_code()
        league.save(update_fields=["code"])
    return league


def _held(league_id: int, user: Person, power: Power) -> tuple[League, User]:
    """Return a league with its row locked, and the account of who may change it."""
    league = League.objects.select_for_update(no_key=True).get(pk=league_id)
    return league, insist(user, league, power)
