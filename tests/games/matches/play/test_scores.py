"""High scores: only what the log proves, by the settings as published, each user's best."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.clock import Pace
from games.matches import play, reading
from games.matches.models import Match, Outage, Seat, TurnTimer
from games.matches.proofs import scores
from tests.factories import NOW, make_match, make_user, move, seconds, view_of
from tests.games.words.loaded import load_words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _installed(settings: Any) -> None:
    settings.GAMES = tuple(dict.fromkeys((*settings.GAMES, "counting_tiles")))


@pytest.fixture
def anna() -> User:
    return make_user("anna")


def played(user: User, *, points: int = 0, days: float = 0, **options: Any) -> Match:
    """A finished match, its score set as a test wants it."""
    match = make_match(user, game="counting_tiles", options={"limit": 1, **options})
    play.begin(match_id=match.pk, player=0, now=NOW)
    seat = Seat.objects.get(match=match)
    play.record_presence(until={seat.pk: NOW + seconds(60)}, now=NOW)
    for _ in range(2):  # with fewer turns of one's own a game counts for nothing
        move(match)
    play.expire(match_id=match.pk, ply=2, now=NOW + seconds(26))
    match.refresh_from_db()
    assert match.status == "finished"
    options = match.options | {"limit": options.get("limit", 0)}
    finished_at = NOW + timedelta(days=days)
    facts = {"scores": [points], "options": options, "finished_at": finished_at}
    Match.objects.filter(pk=match.pk).update(proved_at=NOW, **facts)
    match.refresh_from_db()
    return match


def lines(period: str, *, days: float = 0) -> list[tuple[int, str, int]]:
    table = scores.table(slug="counting_tiles", period=period, now=NOW + timedelta(days=days))
    return [(score.place, score.name, score.points) for score in table]


def test_of_each_player_the_best_game_and_ties_share_a_place(anna: User) -> None:
    ben, cleo = make_user("ben"), make_user("cleo")
    for user, points in ((anna, 10), (anna, 400), (ben, 400), (cleo, 9)):
        played(user, points=points)
    assert lines("all") == [(1, "anna", 400), (1, "ben", 400), (3, "cleo", 9)]
    own = scores.own(slug="counting_tiles", user_id=anna.pk)
    assert [score.points for score in own] == [400, 10]
    assert scores.best(slug="counting_tiles", user_id=anna.pk) == 400
    assert scores.best(slug="counting_tiles", user_id=make_user().pk) is None


def test_a_day_begins_at_midnight_a_week_on_monday(anna: User) -> None:
    played(anna, points=5)  # on a Sunday, at noon
    assert lines("day") == lines("week") == lines("all") == [(1, "anna", 5)]
    assert lines("day", days=1) == lines("week", days=1) == []
    assert lines("all", days=1) == [(1, "anna", 5)]


def test_other_settings_are_not_compared(client: Client, anna: User) -> None:
    played(anna, points=5, challenge=False)
    assert lines("all") == []
    played(anna, points=70)
    client.force_login(anna)
    bests = []
    for options in ({}, {"challenge": False}):
        match = make_match(anna, game="counting_tiles", options=options)
        bests.append(client.get(f"{match.get_absolute_url()}view").json().get("best"))
    assert bests == [70, None]


# --- Away -----------------------------------------------------------------------------------------


def paused(user: User, seconds_away: float, *, points: int) -> Match:
    match = played(user, points=points)
    TurnTimer.objects.filter(pk=match.pk).update(stood=seconds_away)
    return match


def test_scores_with_long_pauses_are_compared_among_themselves(anna: User) -> None:
    ben = make_user("ben")
    paused(anna, 60, points=50)
    paused(anna, 60.2, points=900)
    paused(ben, 0, points=20)
    assert lines("all") == [(1, "anna", 50), (2, "ben", 20)]
    apart = scores.with_long_pauses(slug="counting_tiles")
    assert [(line.name, line.points, line.away) for line in apart] == [
        ("anna", 900, "1 minute 1 second")
    ]
    own = scores.own(slug="counting_tiles", user_id=anna.pk)
    assert [(line.points, line.counts) for line in own] == [(900, False), (50, True)]
    assert scores.best(slug="counting_tiles", user_id=anna.pk) == 50


def test_the_page_shows_how_long_each_was_away(client: Client, anna: User) -> None:
    paused(anna, 0, points=7)
    paused(anna, 12.5, points=8)
    paused(anna, 600, points=9)
    client.force_login(anna)
    page = " ".join(client.get("/scores/").content.decode().split())
    assert "counts if its pauses add up to no more than 1 minute." in page
    assert "With longer pauses" in page
    for told in (
        "never away<",
        "away for 13 seconds<",
        "away for 10 minutes, so listed under longer pauses<",
    ):
        assert told in page


def live(user: User, *, waited: float = 0, **options: Any) -> Match:
    """A live game that has just begun, its player heard until second 10."""
    match = make_match(user, game="counting_tiles", options=options, now=NOW - seconds(waited))
    play.begin(match_id=match.pk, player=0, now=NOW)
    heard(match, at=5)
    return match


def heard(match: Match, *, at: float) -> None:
    """Hear of the player at a second; it holds for five, and fifteen more are given."""
    seat = Seat.objects.get(match=match)
    play.record_presence(until={seat.pk: NOW + seconds(at + 5)}, now=NOW + seconds(at))


def stood(match: Match) -> float:
    return TurnTimer.objects.get(pk=match.pk).stood


def test_all_the_time_a_player_was_away_is_added_up(anna: User) -> None:
    match = live(anna, waited=500)
    assert stood(match) == 0
    heard(match, at=125)  # it stood from second 25 on
    assert stood(match) == 100
    heard(match, at=165.5)  # and from second 150 on
    assert stood(match) == 115.5


def test_an_outage_of_ours_is_no_pause_of_the_player(anna: User) -> None:
    match = live(anna)
    Outage.objects.create(began_at=NOW + seconds(20), ended_at=NOW + seconds(85))
    heard(match, at=125)  # it stood from second 25 on, and 60 of the 100 were ours
    assert stood(match) == 40


def away(client: Client, match: Match) -> Any:
    return client.get(f"{match.get_absolute_url()}view").json()["result"]["away"]


def test_the_result_says_how_long_its_player_was_away(client: Client, anna: User) -> None:
    match = live(anna, limit=1)
    heard(match, at=125)
    play.expire(match_id=match.pk, ply=0, now=NOW + seconds(126))
    client.force_login(anna)
    told = {"words": "1 minute 40 seconds", "most": "1 minute"}
    assert away(client, match) == {**told, "apart": False}  # by other settings: it is in no table
    usual = reading.usual_alone("counting_tiles")
    Match.objects.filter(pk=match.pk).update(options=usual)
    assert away(client, match) == {**told, "apart": False}  # nor if it was too short
    Match.objects.filter(pk=match.pk).update(was_short=False)
    assert away(client, match) == {**told, "apart": True}
    Match.objects.filter(pk=match.pk).update(end_reason="resigned")
    assert away(client, match) == {**told, "apart": False}
    Match.objects.filter(pk=match.pk).update(end_reason="over")
    TurnTimer.objects.filter(pk=match.pk).update(stood=60)
    assert away(client, match) == {"words": "1 minute", "most": "1 minute", "apart": False}


def test_a_game_that_several_can_play_is_in_no_table(client: Client, anna: User) -> None:
    load_words(["lend", "less", "pile", "stale"])
    match = make_match(anna, game="tiled_of_it")
    TurnTimer.objects.filter(pk=match.pk).update(stood=100)
    play.resign(match_id=match.pk, player=0, now=NOW)
    Match.objects.filter(pk=match.pk).update(end_reason="over", proved_at=NOW)
    client.force_login(anna)
    assert away(client, match)["apart"] is False
    assert scores.slugs() == ["counting_tiles"]


def test_a_game_by_turns_has_other_settings_and_is_not_compared(anna: User) -> None:
    match = make_match(anna, game="counting_tiles", pace=Pace.CORRESPONDENCE, budget=86400)
    assert not scores.is_compared(slug=match.game, options=match.options)


def test_where_others_play_nobodys_pauses_are_told(client: Client, anna: User) -> None:
    match = make_match(anna, make_user())
    play.resign(match_id=match.pk, player=1, now=NOW)
    view = client.get(f"{match.get_absolute_url()}view").json()
    assert view["result"]["away"] is None


def test_a_score_that_is_not_proved_yet_is_not_shown(anna: User) -> None:
    played(anna, points=5)
    assert lines("all") == [(1, "anna", 5)]
    Match.objects.update(proved_at=None)
    assert lines("all") == []
    assert scores.best(slug="counting_tiles", user_id=anna.pk) is None


def test_a_score_is_proved_by_its_log_or_never_shown(anna: User) -> None:
    good, bad = played(anna, points=0), played(make_user("eve"), points=999)
    Match.objects.update(proved_at=None, options=make_match(
        make_user(), game="counting_tiles", options={"limit": 1}).options)  # fmt: skip
    assert scores.prove(now=NOW) == 1
    assert scores.prove(now=NOW) == 0
    good.refresh_from_db()
    bad.refresh_from_db()
    assert (good.proved_at, bad.proved_at, bad.quarantined_at) == (NOW, None, NOW)


def test_a_game_that_the_clock_played_alone_is_no_record(anna: User) -> None:
    match = make_match(anna, game="counting_tiles", options={"limit": 1})
    play.begin(match_id=match.pk, player=0, now=NOW)
    seat = Seat.objects.get(match=match)
    play.record_presence(until={seat.pk: NOW + seconds(60)}, now=NOW)
    move(match)
    play.expire(match_id=match.pk, ply=1, now=NOW + seconds(26))
    match.refresh_from_db()
    assert match.status == "finished"
    assert view_of(match, 0)["result"]["short"] is True
    assert scores.prove(now=NOW) == 0


def test_a_score_by_earlier_rules_cannot_be_proved(anna: User) -> None:
    match = played(anna)
    as_played, now = match.options | {"limit": 1}, match.rules_version
    Match.objects.update(proved_at=None, options=as_played, rules_version=now - 1)
    assert scores.prove(now=NOW) == 0
    Match.objects.update(rules_version=now)
    assert scores.prove(now=NOW) == 1


def test_the_page_shows_the_tables_and_ones_own(client: Client, anna: User) -> None:
    match = played(anna, points=350)
    client.force_login(anna)
    page = client.get("/scores/")
    html = page.content.decode()
    assert page.status_code == 200
    assert "Your best games" in html
    assert match.get_absolute_url() in html
