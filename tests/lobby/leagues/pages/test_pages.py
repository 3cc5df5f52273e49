"""Pages of leagues: what they show, what they hand out, and how much they ask the database."""

import csv
import io
import re
from html import unescape
from typing import Any

import icalendar
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from selectolax.lexbor import LexborHTMLParser

from lobby.leagues.models import Division, Entrant, Fixture, FixtureSeat, League, Season
from lobby.leagues.pages.presets import PRESETS
from lobby.leagues.season.pairing import round_robin
from tests.conftest import Build
from tests.factories import make_user
from tests.lobby.leagues import site

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the pages read the instant that a test says."""

    def stand(at: Any) -> None:
        monkeypatch.setattr(timezone, "now", lambda: at)

    stand(site.NOW)
    return stand


def five() -> int:
    season, _ = site.begin(site.season_of(site.found()), 5)
    return season.pk


def five_to_the_end() -> int:
    return site.play_season(Season.objects.get(pk=five())).pk


@pytest.fixture(scope="module")
def _begun(lasting: Build) -> int:
    return lasting(five)


@pytest.fixture(scope="module")
def _ended(lasting: Build) -> int:
    return lasting(five_to_the_end)


@pytest.fixture
def playing(_begun: int, db: None) -> Season:
    """A season of five in its first round, begun once: each test undoes what it changes."""
    return Season.objects.get(pk=_begun)


@pytest.fixture
def over(_ended: int, db: None) -> Season:
    """A season of five, played once to its end."""
    return Season.objects.get(pk=_ended)


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def words_of(answer: Any) -> str:
    """Return a page as it is read, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


# --- Founding -------------------------------------------------------------------------------------

FOUNDED = {
    "name": "Harbour league", "about": "For everybody", "starts_on": "2026-03-16",
    "zone": "Europe/London",
}  # fmt: skip


def form_data(client: Client, address: str) -> dict[str, Any]:
    """Return what a browser would send from a form, unchanged."""
    form = client.get(address).context["form"]
    values = {bound.html_name: bound.value() for bound in form}
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


OF_WORDS = ("tiled_of_it", "upwords", "words_with_chilwell")
FOUNDINGS = [
    *((game, preset.slug) for game in ("counting_tiles", "tilekingdom") for preset in PRESETS),
    *zip(OF_WORDS, ("swiss", "tables", "at-once"), strict=True),
]


@pytest.mark.slow
@pytest.mark.usefixtures("common_lists")
@pytest.mark.parametrize(("game", "preset"), FOUNDINGS)
def test_every_preset_founds_a_league_of_every_game(game: str, preset: str, clock: Any) -> None:
    client = signed_in(make_user())
    address = f"{reverse('league-new')}?game={game}&preset={preset}"
    answer = client.post(address, form_data(client, address) | FOUNDED)
    assert answer.status_code == 302
    season = Season.objects.latest("pk")
    assert (season.league.name, season.game, season.phase) == ("Harbour league", game, "planned")
    assert client.get(answer["Location"]).status_code == 200


def test_what_does_not_go_together_is_said(clock: Any) -> None:
    client, before = signed_in(make_user()), League.objects.count()
    address = f"{reverse('league-new')}?game=tilekingdom&preset=swiss"
    data = form_data(client, address) | FOUNDED | {"rule_schedule": "at_once"}
    answer = client.post(address, data)
    assert answer.status_code == 422
    assert "Swiss and knockout leagues are played round by round" in words_of(answer)
    late = client.post(address, form_data(client, address) | FOUNDED | {"starts_on": "2026-03-01"})
    assert "Choose a day after today" in words_of(late)
    assert League.objects.count() == before


def test_a_league_is_not_asked_for_substitutes_from_outside(clock: Any) -> None:
    client = signed_in(make_user())
    address = f"{reverse('league-new')}?game=tilekingdom&preset=swiss"
    assert "asks_substitutes" not in client.get(address).context["form"].fields
    answer = client.post(address, form_data(client, address) | FOUNDED)
    assert answer.status_code == 302
    assert not Season.objects.latest("pk").asks_substitutes


def test_a_league_is_changed_from_the_next_season_on(clock: Any) -> None:
    organiser = make_user()
    league = site.found(organiser)
    client = signed_in(organiser)
    address = reverse("league-change", args=[league.slug])
    data = form_data(client, address)
    assert data["rule_round_days"] == 14
    answer = client.post(address, data | {"rule_round_days": 7, "reason": "We are quicker"})
    assert answer.status_code == 302
    assert site.season_of(league).rules["round_days"] == 7
    assert "We are quicker" in words_of(client.get(reverse("league-ledger", args=[league.slug])))
    league.refresh_from_db()
    assert league.budget == site.SLOW.budget


# --- A season's way -------------------------------------------------------------------------------


def test_players_join_check_in_and_find_their_matches(clock: Any) -> None:
    league = site.found(joining="code")
    season = site.season_of(league)
    site.run(season, season.registration_at)
    clock(season.registration_at)
    people = [make_user() for _ in range(4)]
    act, page = reverse("league-act", args=[league.slug]), league.get_absolute_url()
    said = {"act": "join", "season": 1, "agreed": "on", "code": "WRONG"}
    refused = signed_in(people[0]).post(act, said, follow=True)
    assert "You need this league's code to join" in words_of(refused)
    for user in people:
        client = signed_in(user)
        assert "Join season 1" in words_of(client.get(f"{page}?code={league.code}"))
        joined = client.post(act, said | {"code": league.code}, follow=True)
        assert "You've registered" in words_of(joined)
    site.run(season, season.check_in_at)
    clock(season.check_in_at)
    for user in people:
        client = signed_in(user)
        assert "Now please check in" in words_of(client.get(page))
        assert "Good to have you" in words_of(
            client.post(act, {"act": "check_in", "season": 1}, follow=True)
        )
    site.run(season, season.starts_at)
    clock(season.starts_at)
    told = words_of(signed_in(people[0]).get(season.get_absolute_url()))
    assert "Your matches" in told
    assert "Round 1:" in told


def test_a_match_can_be_claimed_when_the_opponent_has_not_come(playing: Season, clock: Any) -> None:
    season = playing
    fixture = site.running(season)[0]
    assert fixture.lobby is not None
    match = fixture.lobby.match
    idle = fixture.seats.get(player=match.to_move)
    waiting = fixture.seats.exclude(player=match.to_move).get()
    clients = {seat: signed_in(seat.entrant.user) for seat in (idle, waiting)}
    words = f"{idle.entrant.name} hasn't turned up"

    def offered() -> dict[Any, bool]:
        page = season.get_absolute_url()
        return {seat: "hasn't turned up" in words_of(clients[seat].get(page)) for seat in clients}

    clock(season.starts_at + 3 * site.DAY)
    assert offered() == {idle: False, waiting: False}
    clock(season.starts_at + 4 * site.DAY)
    assert offered() == {idle: False, waiting: True}
    assert words in words_of(clients[waiting].get(season.get_absolute_url()))
    act = reverse("league-act", args=[season.league.slug])
    said = {"act": "claim", "season": 1, "fixture": fixture.pk}
    assert "You've won the match" in words_of(clients[waiting].post(act, said, follow=True))
    fixture.refresh_from_db()
    assert (fixture.status, fixture.how) == ("over", "no_show")


def test_the_plan_says_what_the_steps_will_do(playing: Season, clock: Any) -> None:
    season, before = playing, Season.objects.count()
    clock(season.starts_at)
    address = reverse("season-plan", args=[season.league.slug, 1])
    told = words_of(Client().get(address))
    assert "Round 1 begins" in told
    assert "Round 2 begins" in told
    assert "Play it through" not in told
    client = signed_in(site.organiser_of(season))
    rehearsed = words_of(client.get(address, {"rehearse": 1, "leavers": 1}))
    assert "How the season could go" in rehearsed
    assert "A player leaves the season" in rehearsed
    assert "The season ends" in rehearsed
    assert Season.objects.count() == before
    season.refresh_from_db()
    assert season.phase == "playing"
    act = reverse("season-act", args=[season.league.slug, 1])
    undone = client.post(act, {"act": "undo", "reason": "One more is coming"}, follow=True)
    assert "You've undone the step" in words_of(undone)
    season.refresh_from_db()
    assert season.held_at is not None


def test_a_season_begins_with_no_places_and_two_rounds_in_sight(
    playing: Season, clock: Any
) -> None:
    clock(playing.starts_at)
    answer = Client().get(playing.get_absolute_url())
    board = answer.context["board"]
    assert (board.begun, [line.place for line in board.lines]) == (False, [1] * 5)
    assert [each.shown for each in board.rounds] == [True, True, False, False, False]
    page = LexborHTMLParser(answer.content)
    told = page.css(".places td.place .visually-hidden")
    assert [each.text() for each in told] == ["no place yet"] * 5
    assert page.css("[data-place], .zone-up, .zone-down") == []
    assert [("open" in fold.attributes) for fold in page.css("details.round")] == [
        each.shown for each in board.rounds
    ]


def test_places_of_a_season_that_is_over(over: Season, clock: Any) -> None:
    answer = Client().get(over.get_absolute_url())
    board = answer.context["board"]
    final = list(over.entrants.order_by("place", "seed").values_list("name", "place"))
    assert [(line.person.name, line.place) for line in board.lines] == final
    assert [line.played for line in board.lines] == [4] * 5
    assert board.race is not None
    assert board.begun
    assert not any(each.shown for each in board.rounds)
    assert len(board.race.curves) == 5
    assert all(len(line.cells) == 5 for line in board.lines)
    assert sum(str(mark.letter) == "W" for line in board.lines for cell in line.cells if cell
               for mark in cell) == 10  # fmt: skip


# --- To take away ---------------------------------------------------------------------------------


def test_what_one_can_jump_to_has_a_name_of_its_own(over: Season, clock: Any) -> None:
    page = LexborHTMLParser(Client().get(over.get_absolute_url()).content)
    named = [node.attributes["aria-labelledby"] for node in page.css("section[aria-labelledby]")]
    headings = [page.css_first(f"#{name}").text(strip=True) for name in named]
    regions = [
        node.attributes.get("aria-label") for node in page.css("[role=region], section, nav")
    ]
    names = headings + [name for name in regions if name]
    assert "Points and tie-breaks" in names
    assert sorted(set(names)) == sorted(names)


def test_results_as_csv_and_json(over: Season, clock: Any) -> None:
    slug = over.league.slug
    answer = Client().get(reverse("season-csv", args=[slug, 1]))
    lines = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    played = [line for line in lines if line["decided"] == "played"]
    assert len(played) == 2 * 10
    assert sum(int(line["points"]) for line in played) == 2 * 10
    data = Client().get(reverse("season-json", args=[slug, 1])).json()
    assert data["seed"] == over.seed
    assert len(data["divisions"][0]["meetings"]) == over.fixtures.count()
    assert [one["place"] for one in data["divisions"][0]["places"]] == sorted(
        each.place for each in over.entrants.all()
    )
    assert not any("example.org" in str(each) for each in (data, lines))


def test_the_seed_is_told_when_the_divisions_are_drawn_up(clock: Any) -> None:
    season = site.season_of(site.found())
    pages = ("season", "season-json", "season-plan", "season-csv", "season-embed")
    for name in pages:
        answer = Client().get(reverse(name, args=[season.league.slug, 1]))
        assert season.seed not in answer.content.decode()


def test_dates_for_calendars(playing: Season, clock: Any) -> None:
    answer = Client().get(reverse("league-calendar", args=[playing.league.slug]))
    calendar = icalendar.Calendar.from_ical(answer.content)
    events = {str(event["summary"]): event for event in calendar.walk("VEVENT")}
    assert "The Tuesday League: Round 1 begins" in events
    assert events["The Tuesday League: Round 1 begins"].start == playing.starts_at
    assert events["The Tuesday League: Round 2 begins"].start == playing.round_ends_at
    assert len({str(event["uid"]) for event in calendar.walk("VEVENT")}) == len(
        list(calendar.walk("VEVENT"))
    )


def test_other_sites_may_frame_the_places_and_nothing_else(playing: Season, clock: Any) -> None:
    embedded = Client().get(reverse("season-embed", args=[playing.league.slug, 1]))
    assert "X-Frame-Options" not in embedded
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "<script" not in embedded.content.decode()
    page = Client().get(playing.get_absolute_url())
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_ones_own_leagues_are_among_ones_own_games(playing: Season, clock: Any) -> None:
    league, fixture = playing.league, site.running(playing)[0]
    player = fixture.seats.get(player=0).entrant.user
    clock(playing.starts_at)
    for address in ("home", "my-games"):
        assert f"{league.name} Season 1, division 1 round 1" in words_of(
            signed_in(player).get(reverse(address))
        )
        for visitor in (signed_in(make_user()), Client()):
            assert league.name not in words_of(visitor.get(reverse(address)))


# --- Size -----------------------------------------------------------------------------------------


def crowd(season: Season, *, divisions: int, people: int) -> None:
    """Fill a season with divisions in which all but the last round is played."""
    for level in range(1, divisions + 1):
        division = Division.objects.create(season=season, level=level)
        entrants = Entrant.objects.bulk_create(
            Entrant(
                season=season, name=f"{level}-{n}", joined_at=site.NOW, standing="playing",
                division=division, seed=n, agreed_at=site.NOW,
            )
            for n in range(1, people + 1)
        )  # fmt: skip
        seats: list[FixtureSeat] = []
        for number, pairs in enumerate(round_robin([each.pk for each in entrants]), start=1):
            over = number < people - 1
            for match, pair in enumerate(pairs, start=1):
                fixture = Fixture.objects.create(
                    season=season, division=division, round=number, number=match,
                    status="over" if over else "planned", how="played" if over else "",
                    places=[1, 2] if over else None, scores=[200 + match, 150] if over else None,
                )  # fmt: skip
                seats += [FixtureSeat(fixture=fixture, player=player, entrant_id=entrant)
                          for player, entrant in enumerate(pair)]  # fmt: skip
        FixtureSeat.objects.bulk_create(seats)
    season.phase, season.rounds = "playing", people - 2
    season.save()


def asked(address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert Client().get(address).status_code == 200
    return len(queries)


def test_a_page_asks_as_little_of_a_large_season_as_of_a_small_one(clock: Any) -> None:
    counts = []
    for divisions, people in ((2, 4), (6, 10)):
        season = site.season_of(site.found(name=f"League {divisions}"))
        crowd(season, divisions=divisions, people=people)
        counts.append([
            asked(season.get_absolute_url()),
            asked(reverse("season-embed", args=[season.league.slug, 1])),
            asked(season.league.get_absolute_url()),
        ])  # fmt: skip
    assert counts[0] == counts[1]
    assert max(counts[0]) < 20
