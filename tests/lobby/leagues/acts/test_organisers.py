"""What organisers and referees do on the site, who can, and how the ledger shows it."""

import dataclasses
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from accounts.users.models import User
from games.core.errors import Refusal
from games.matches.models import Match
from lobby.leagues.acts import founding, ledger, substitutes
from lobby.leagues.acts import organisers as organising
from lobby.leagues.acts import players as services
from lobby.leagues.models import Entrant, LeagueRole, LedgerEntry, Leftover, Season, StepDone
from lobby.leagues.reading import access
from lobby.leagues.reading.access import Role
from lobby.permission import NotAllowed
from tests.factories import mails_owed, make_user
from tests.lobby.leagues.site import (
    DAY,
    FIRST_DAY,
    NOW,
    end_match,
    found,
    join,
    organiser_of,
    players_of,
    run,
    running,
    season_of,
)

pytestmark = pytest.mark.django_db

WHY = "as all agreed"


def facts(season: Season, user: Any, now: Any = None) -> dict[str, Any]:
    return {
        "season_id": season.pk, "user": user, "reason": WHY, "now": now or season.starts_at,
    }  # fmt: skip


@pytest.fixture
def organiser() -> User:
    return make_user()


# --- Holding and undoing --------------------------------------------------------------------------


def test_a_held_season_stands_still_until_it_goes_on(organiser: User) -> None:
    season = season_of(found(organiser))
    organising.hold(**facts(season, organiser, season.registration_at))
    assert run(season, season.registration_at).phase == "planned"
    assert season.next_at is None
    organising.go_on(**facts(season, organiser, season.registration_at))
    assert run(season, season.registration_at).phase == "registration"
    assert [each.kind for each in LedgerEntry.objects.all()] == ["hold", "go_on"]


def test_undoing_the_start_takes_the_matches_back_and_it_can_begin_again(playing: Season) -> None:
    season, organiser, users = playing, organiser_of(playing), players_of(playing)
    former = list(Match.objects.values_list("pk", flat=True))
    pairs = set(season.fixtures.values_list("round", "seats__player", "seats__entrant"))
    organising.undo(**facts(season, organiser))
    run(season, season.starts_at)
    assert (season.phase, season.rounds, season.fixtures.count()) == ("drawn_up", 0, 0)
    assert season.held_at == season.starts_at
    assert {each.status for each in Match.objects.filter(pk__in=former)} == {"finished"}
    assert not Leftover.objects.filter(closed_at=None).exists()
    assert set(mails_owed(kind="league_ruling").values_list("user", flat=True)) == {
        user.pk for user in users
    }
    organising.go_on(**facts(season, organiser))
    run(season, season.starts_at + DAY)
    assert season.phase == "playing"
    assert set(season.fixtures.values_list("round", "seats__player", "seats__entrant")) == pairs
    assert Match.objects.filter(status="running").count() == 2


def test_the_divisions_can_be_undone_and_drawn_up_again_with_somebody_else(organiser: User) -> None:
    season = season_of(found(organiser, check_in_days=0))
    run(season, season.registration_at)
    join(season, *(make_user() for _ in range(5)), now=season.registration_at)
    drawn_at = season.starts_at - timedelta(hours=3)
    run(season, drawn_at)
    assert season.phase == "drawn_up"
    undone = organising.undo(**facts(season, organiser, drawn_at))
    assert undone.key == "draw_up"
    season.refresh_from_db()
    assert (season.phase, season.divisions.count()) == ("registration", 0)
    assert {each.standing for each in season.entrants.all()} == {"registered"}
    join(season, make_user(), now=drawn_at)
    organising.go_on(**facts(season, organiser, drawn_at))
    run(season, drawn_at)
    assert season.entrants.filter(standing="playing").count() == 6


def test_what_others_rest_on_and_what_is_long_ago_is_not_undone(playing: Season) -> None:
    season, organiser = playing, organiser_of(playing)
    late = season.starts_at + timedelta(hours=25)
    with pytest.raises(Refusal, match="24 hours to undo"):
        organising.undo(**facts(season, organiser, late))
    end_match(running(season)[0], loser=0, now=season.starts_at)
    run(season, season.starts_at)
    with pytest.raises(Refusal, match="has been played"):
        organising.undo(**facts(season, organiser))
    first = StepDone.objects.order_by("pk").first()
    with pytest.raises(Refusal, match="only undo the last step"):
        organising.undo(**facts(season, organiser), step_id=first.pk)
    assert not LedgerEntry.objects.exists()


# --- Matches and people ---------------------------------------------------------------------------


def test_a_referee_settles_a_match_and_everyone_concerned_hears_of_it(playing: Season) -> None:
    season, organiser = playing, organiser_of(playing)
    fixture = running(season)[0]
    rule = {"fixture_id": fixture.pk, "user": organiser, "reason": WHY, "now": season.starts_at}
    with pytest.raises(Refusal, match="Give each player a place"):
        organising.settle(**rule, places=[1, 3])
    settled = organising.settle(**rule, places=[1, 2])
    run(season, season.starts_at)
    assert (settled.how, settled.places) == ("referee", [1, 2])
    match = Match.objects.get(lobby__fixture=fixture)
    assert (match.status, match.end_reason, match.places) == ("finished", "closed", [1, 2])
    entry = LedgerEntry.objects.get()
    assert (entry.kind, entry.reason, entry.data["places"]) == ("settle", WHY, [1, 2])
    assert mails_owed(kind="league_ruling").count() == 2
    settled_mails = mails_owed(kind="league_due", ref__notice="settled")
    assert not settled_mails.exists()  # one mail of it is enough
    assert organising.settle(**rule, places=[2, 1]).places == [2, 1]
    assert ledger.verify(league_id=season.league_id) == 2


def test_nobody_decides_about_a_match_of_their_own(playing: Season) -> None:
    season, organiser = playing, players_of(playing)[0]
    season.league.roles.filter(role=Role.ORGANISER).update(user=organiser)
    own = season.fixtures.get(round=1, seats__entrant__user=organiser)
    with pytest.raises(NotAllowed, match="You're playing in this match"):
        organising.annul(fixture_id=own.pk, user=organiser, reason=WHY, now=season.starts_at)


def test_time_is_given_to_the_fixture_and_to_the_clock(playing: Season) -> None:
    season, organiser = playing, organiser_of(playing)
    fixture = running(season)[0]
    match = fixture.lobby.match
    deadline_at, due_at = match.timer.deadline_at, fixture.due_at
    given = organising.give_time(
        fixture_id=fixture.pk, user=organiser, days=3, reason=WHY, now=season.starts_at
    )
    match.timer.refresh_from_db()
    assert given.due_at == due_at + 3 * DAY
    assert match.timer.deadline_at == deadline_at + 3 * DAY


def test_an_organiser_takes_somebody_out_and_sends_a_substitute(playing: Season) -> None:
    season, organiser, users = playing, organiser_of(playing), players_of(playing)
    one, other = (season.entrants.get(user=user) for user in users[:2])
    ready = make_user()
    substitutes.offer(season_id=season.pk, user=ready, now=season.starts_at)
    organising.substitute(**facts(season, organiser), entrant_id=one.pk, other=ready)
    organising.remove(**facts(season, organiser), entrant_id=other.pk)
    run(season, season.starts_at)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.user, one.standing, other.standing) == (ready, "playing", "withdrawn")
    assert not season.fixtures.filter(seats__entrant=other, status="running").exists()


def test_whoever_was_taken_out_or_turned_away_does_not_come_back_that_season(
    organiser: User,
) -> None:
    season = season_of(found(organiser, joining="approval"))
    run(season, season.registration_at)
    users = [make_user() for _ in range(2)]
    first, second = join(season, *users, now=season.registration_at)
    organising.accept(season_id=season.pk, user=organiser, entrant_id=first.pk, now=NOW)
    organising.remove(**facts(season, organiser), entrant_id=first.pk)
    organising.refuse(**facts(season, organiser), entrant_id=second.pk)
    for user in users:
        with pytest.raises(Refusal, match="you can't play this season"):
            join(season, user, now=season.registration_at)
        with pytest.raises(Refusal, match="you can't play this season"):
            substitutes.offer(season_id=season.pk, user=user, now=season.registration_at)
    later = founding.plan_season(
        season.league, number=2, instants=founding.first_instants(season.league, FIRST_DAY, NOW),
        now=NOW,
    )  # fmt: skip
    assert [access.unwelcome(later, user) for user in users] == [None, None]


def test_whoever_has_registered_hears_that_the_league_is_closed(organiser: User) -> None:
    season = season_of(found(organiser))
    run(season, season.registration_at)
    users = [make_user() for _ in range(3)]
    join(season, *users, now=season.registration_at)
    services.leave(season_id=season.pk, user=users[2], now=season.registration_at)
    founding.close(league_id=season.league_id, user=organiser, reason=WHY, now=NOW)
    told = mails_owed(kind="league_ruling").values_list("user", flat=True)
    assert sorted(told) == sorted(user.pk for user in users[:2])


def test_an_announcement_reaches_all_members_three_times_a_week_at_most(playing: Season) -> None:
    season, organiser, users = playing, organiser_of(playing), players_of(playing)
    say = {"league_id": season.league_id, "user": organiser, "now": season.starts_at}
    for number in range(3):
        organising.announce(**say, text=f"Word {number}.")
    with pytest.raises(Refusal, match="3 announcements a week"):
        organising.announce(**say, text="And another one.")
    told = mails_owed(kind="league_word").values_list("user", flat=True)
    assert sorted(told) == sorted(3 * [user.pk for user in users])


# --- Who may what ---------------------------------------------------------------------------------

ACTS: dict[str, Callable[[Season, Any], Any]] = {
    "hold": lambda season, user: organising.hold(**facts(season, user)),
    "go_on": lambda season, user: organising.go_on(**facts(season, user)),
    "undo": lambda season, user: organising.undo(**facts(season, user)),
    "postpone": lambda season, user: organising.postpone(
        **facts(season, user), starts_at=season.starts_at + DAY
    ),
    "start_now": lambda season, user: organising.start_now(**facts(season, user)),
    "accept": lambda season, user: organising.accept(
        season_id=season.pk, user=user, entrant_id=_any(season).pk, now=season.starts_at
    ),
    "refuse": lambda season, user: organising.refuse(
        **facts(season, user), entrant_id=_any(season).pk
    ),
    "remove": lambda season, user: organising.remove(
        **facts(season, user), entrant_id=_any(season).pk
    ),
    "move": lambda season, user: organising.move(
        **facts(season, user), entrant_id=_any(season).pk, level=2
    ),
    "substitute": lambda season, user: organising.substitute(
        **facts(season, user), entrant_id=_any(season).pk, other=_any(season).user
    ),
    "settle": lambda season, user: organising.settle(**_rule(season, user), places=[1, 2]),
    "annul": lambda season, user: organising.annul(**_rule(season, user)),
    "give_time": lambda season, user: organising.give_time(**_rule(season, user), days=1),
    "announce": lambda season, user: organising.announce(
        league_id=season.league_id, user=user, text="A word.", now=season.starts_at
    ),
    "change": lambda season, user: founding.change(
        **_of_league(season, user), name="Another name", about="", options={},
        control=season.control, agreement=season.agreement, league_rules=founding.rules_of(season),
    ),
    "renew_code": lambda season, user: founding.renew_code(
        league_id=season.league_id, user=user
    ),
    "appoint": lambda season, user: founding.appoint(
        **_of_league(season, user), other=make_user(), role=Role.REFEREE
    ),
    "close": lambda season, user: founding.close(**_of_league(season, user)),
}  # fmt: skip
REFEREE = {"settle", "annul", "give_time"}
CO_ORGANISER = ACTS.keys() - {"appoint", "close"}


def _any(season: Season) -> Entrant:
    return season.entrants.order_by("pk")[0]


def _rule(season: Season, user: Any) -> dict[str, Any]:
    fixture = running(season)[0]
    return {"fixture_id": fixture.pk, "user": user, "reason": WHY, "now": season.starts_at}


def _of_league(season: Season, user: Any) -> dict[str, Any]:
    return {
        "league_id": season.league_id, "user": user, "reason": WHY, "now": season.starts_at,
    }  # fmt: skip


def _person(who: str, season: Season) -> Any:
    match who:
        case "anonymous":
            return AnonymousUser()
        case "player":
            return _any(season).user
        case "stranger":
            return make_user()
        case "organiser":
            return organiser_of(season)
        case _:
            user = make_user()
            LeagueRole.objects.create(
                league=season.league, user=user, role=who, since=season.starts_at
            )
            return user


WHO = {
    "anonymous": set(), "stranger": set(), "player": set(), "referee": REFEREE,
    "co_organiser": CO_ORGANISER, "organiser": ACTS.keys(),
}  # fmt: skip


@pytest.mark.parametrize("who", WHO)
def test_each_act_is_open_to_those_who_have_the_power(who: str, playing: Season) -> None:
    season = playing
    user = _person(who, season)
    for name, act in ACTS.items():
        point = transaction.savepoint()
        try:
            act(season, user)
            refused = False
        except NotAllowed:
            refused = True
        except Refusal:  # they may, but there is nothing to do
            refused = False
        transaction.savepoint_rollback(point)
        season.refresh_from_db()
        assert (name, refused) == (name, name not in WHO[who])


# --- The ledger -----------------------------------------------------------------------------------


def entries(organiser: User, count: int = 3) -> Season:
    season = season_of(found(organiser))
    for number in range(count):
        act = organising.go_on if number % 2 else organising.hold
        act(**facts(season, organiser))
    return season


def test_the_ledger_proves_itself(organiser: User, capsys: pytest.CaptureFixture[str]) -> None:
    season = entries(organiser)
    assert ledger.verify(league_id=season.league_id) == 3
    first, second, _ = LedgerEntry.objects.all()
    assert (first.number, first.former, second.former) == (1, ledger.FIRST, first.digest)
    call_command("verify_ledgers")
    assert "3 entries" in capsys.readouterr().out


def test_an_entry_needs_a_reason(organiser: User) -> None:
    season = season_of(found(organiser))
    with pytest.raises(Refusal, match="Say why"):
        organising.hold(**facts(season, organiser) | {"reason": "  "})
    season.refresh_from_db()
    assert season.held_at is None


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE leagues_ledgerentry SET reason = 'another' WHERE number = 2",
        "DELETE FROM leagues_ledgerentry WHERE number = 2",
    ],
)
def test_the_database_refuses_to_change_the_ledger(organiser: User, statement: str) -> None:
    entries(organiser)
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert LedgerEntry.objects.count() == 3


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (
            "UPDATE leagues_ledgerentry SET reason = 'another' WHERE number = 2",
            "Entry 2 has been altered",
        ),
        ("UPDATE leagues_ledgerentry SET data = '{}' WHERE number = 1", "Entry 1 has been altered"),
        ("DELETE FROM leagues_ledgerentry WHERE number = 2", "Entry 2 is missing"),
    ],
)
def test_an_altered_ledger_is_found(organiser: User, statement: str, sentence: str) -> None:
    season = entries(organiser)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE leagues_ledgerentry DISABLE TRIGGER USER")
        cursor.execute(statement)
        cursor.execute("ALTER TABLE leagues_ledgerentry ENABLE TRIGGER USER")
    with pytest.raises(ledger.Altered, match=sentence):
        ledger.verify(league_id=season.league_id)


def test_a_change_of_rules_holds_for_what_has_not_opened(playing: Season) -> None:
    season, organiser = playing, organiser_of(playing)
    agreed = founding.rules_of(season)
    founding.change(
        **_of_league(season, organiser), name="Another name", about="", options=season.options,
        control=season.control, agreement=season.agreement,
        league_rules=dataclasses.replace(agreed, round_days=9),
    )  # fmt: skip
    season.refresh_from_db()
    season.league.refresh_from_db()
    assert founding.rules_of(season).round_days == 14
    assert founding.rules_of(season.league).round_days == 9
    assert set(LedgerEntry.objects.get().data) == {"rules"}


def test_a_closed_league_has_no_further_seasons(organiser: User) -> None:
    season = season_of(found(organiser))
    founding.close(**_of_league(season, organiser))
    assert run(season, season.registration_at).phase == "cancelled"
    with pytest.raises(Refusal):
        services.register(
            season_id=season.pk, user=make_user(), agreed=True, now=season.registration_at
        )
