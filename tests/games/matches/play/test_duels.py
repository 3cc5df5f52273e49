"""Duels: the same game for each, played alone; nothing is shown before all have finished."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.matches import play, reading, tasks
from games.matches.models import Duel, Match
from games.matches.play import SeatPlan
from lobby.tables.acts import opening, seating
from lobby.tables.choices import StartRule, Visibility
from tests.factories import NOW, SECRET, assert_replay_matches, make_user, seconds, view_of

pytestmark = pytest.mark.django_db

LIVE = TimeControl(Pace.LIVE, 60)


@pytest.fixture(autouse=True)
def _installed(settings: Any) -> None:
    settings.GAMES = tuple(dict.fromkeys((*settings.GAMES, "counting_tiles")))


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def ben() -> User:
    return make_user("ben")


def start(*plans: SeatPlan, control: TimeControl = LIVE, **options: Any) -> Duel:
    options = {"limit": 1, **options}
    game = "counting_tiles"
    return play.start_duel(
        game=game, options=options, control=control, entrants=plans, now=NOW, secret=SECRET
    )


def plan(user: User) -> SeatPlan:
    return SeatPlan(name=user.username, user_id=user.pk)


def matches_of(duel: Duel) -> list[Match]:
    return list(Match.objects.filter(duel=duel).order_by("pk"))


def finish(match: Match, *, places: int = 0) -> None:
    """Play the first legal actions, then wait for the drop that ends it."""
    play.begin(match_id=match.pk, player=0, now=NOW)
    for number in range(places):
        match.refresh_from_db()
        rules = reading.rules_of(match)
        actions = rules.legal_actions(rules.decode_state(match.state))
        play.submit(
            match_id=match.pk,
            player=0,
            action=rules.encode_action(next(iter(actions))),
            expected_ply=match.ply,
            now=NOW + seconds(1 + number),
        )
    play.expire(match_id=match.pk, ply=places, now=NOW + seconds(26))
    match.refresh_from_db()
    assert match.status == "finished"


def test_all_begin_with_the_same_position_and_commitment(anna: User, ben: User) -> None:
    first, second = matches_of(start(plan(anna), plan(ben)))
    assert first.state == second.state
    assert first.commitment == second.commitment
    assert (first.timer.waits, second.timer.waits) == (True, True)


def test_the_duel_ends_with_the_last_match(anna: User, ben: User) -> None:
    duel = start(plan(anna), plan(ben))
    first, second = matches_of(duel)
    finish(first)
    duel.refresh_from_db()
    assert duel.finished_at is None
    finish(second, places=2)
    duel.refresh_from_db()
    first.refresh_from_db()
    assert duel.finished_at == second.finished_at
    assert (first.places, second.places) == ([1], [1])  # nobody has scored
    assert_replay_matches(first)


def test_the_highest_score_wins_and_ties_are_shared(anna: User, ben: User) -> None:
    duel = start(plan(anna), plan(ben), SeatPlan(name="easy", level="easy"))
    first, second, third = matches_of(duel)
    finish(first)
    Match.objects.filter(pk=first.pk).update(scores=[500])
    Match.objects.filter(pk=third.pk).update(scores=[500], status="finished", to_move=None,
                                             finished_at=NOW)  # fmt: skip
    finish(second)
    placed = Match.objects.filter(duel=duel).order_by("pk").values_list("places", flat=True)
    assert list(placed) == [[1], [3], [1]]


def test_nothing_is_shown_before_all_have_finished(client: Client, anna: User, ben: User) -> None:
    duel = start(plan(anna), plan(ben))
    first, second = matches_of(duel)
    finish(first, places=3)
    view = view_of(first, 0)
    assert view["result"]["secret"] == ""
    assert [entrant["score"] for entrant in view["duel"]["entrants"]] == [None, None]
    client.force_login(ben)
    page = client.get(first.get_absolute_url())
    assert (page.status_code, page["Location"]) == (302, duel.get_absolute_url())
    answer = client.get(f"{first.get_absolute_url()}view")
    assert (answer.status_code, answer.json()["error"]) == (403, "hidden")
    html = client.get(duel.get_absolute_url()).content.decode()
    assert second.get_absolute_url() in html
    assert first.public_id not in html
    finish(second)
    assert client.get(f"{first.get_absolute_url()}view").json()["result"]["secret"] == SECRET.hex()
    assert first.public_id in client.get(duel.get_absolute_url()).content.decode()


def test_whoever_has_not_finished_when_it_closes_keeps_what_they_have(
    anna: User, ben: User
) -> None:
    duel = start(plan(anna), plan(ben))
    first, second = matches_of(duel)
    finish(first)
    assert play.close_duels(now=NOW + timedelta(days=13)) == 0
    assert play.close_duels(now=NOW + timedelta(days=14)) == 1
    assert play.close_duels(now=NOW + timedelta(days=14)) == 0
    second.refresh_from_db()
    duel.refresh_from_db()
    assert (second.end_reason, second.places) == ("closed", [1])
    assert duel.finished_at == NOW + timedelta(days=14)


def test_a_computer_player_plays_by_its_own_time_to_the_end(anna: User) -> None:
    duel = start(plan(anna), SeatPlan(name="Easy", level="easy"), limit=2)
    match = matches_of(duel)[1]
    tasks.play_computer_turn(match.pk, 0)
    match.refresh_from_db()
    assert match.status == "finished"
    actors = list(match.moves.values_list("actor", flat=True))
    assert actors.count("clock") == 2
    assert set(actors) == {"computer", "clock"}
    instants = list(match.moves.filter(actor="clock").values_list("played_at", flat=True))
    assert instants == [NOW + seconds(25), NOW + seconds(50)]
    assert_replay_matches(match)


def test_no_sweep_hurries_a_computer_player(anna: User) -> None:
    match = matches_of(start(plan(anna), SeatPlan(name="Easy", level="easy")))[1]
    assert reading.due_turns(now=NOW + timedelta(hours=1)) == []
    assert play.expire(match_id=match.pk, ply=0, now=NOW + timedelta(hours=1)) is False
    assert play.catch_up(match=match, now=NOW + timedelta(hours=1)) is False


@pytest.mark.parametrize("count", [1, 7])
def test_a_duel_is_for_two_to_six(count: int) -> None:
    with pytest.raises(Refusal, match="A duel in Counting Tiles is for 2 to 6 players"):
        start(*[plan(make_user()) for _ in range(count)])


def table(host: User, seats: int) -> Any:
    return opening.create(
        host=host,
        game="counting_tiles",
        options={},
        control=LIVE,
        seats=seats,
        visibility=Visibility.OPEN,
        start_rule=StartRule.FULL,
        now=NOW,
    )


def test_a_table_for_one_begins_at_once_and_one_for_more_becomes_a_duel(
    anna: User, ben: User
) -> None:
    alone = table(anna, 1)
    assert (alone.status, alone.match.players, alone.duel) == ("started", 1, None)
    lobby = table(anna, 2)
    assert lobby.status == "waiting"
    lobby = seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
    assert (lobby.status, lobby.match) == ("started", None)
    seats = reading.entrants_of(duel_id=lobby.duel.pk)
    assert [seat.user_id for seat in seats] == [anna.pk, ben.pk]


def test_a_computer_player_that_could_go_on_for_ever_keeps_what_it_has(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "LONGEST_GAME", 12)
    duel = start(plan(anna), SeatPlan(name="Easy", level="easy"), limit=0)
    match = matches_of(duel)[1]
    tasks.play_computer_turn(match.pk, 0)
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("finished", "closed")
    assert 12 <= match.ply <= 14
    assert_replay_matches(match)
