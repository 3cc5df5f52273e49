"""In a duel nobody sees another's board, moves or points before all have finished."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.rng import Rng
from games.matches import play, reading
from games.matches.models import Duel, Match, Move, Seat
from games.matches.play import SeatPlan
from games.registry import game_class
from tests.conformance.playing import SLUGS, secret_of
from tests.factories import NOW, SECRET, frame_of, make_user
from tests.games.matches.pages.secrecy.positions import taken_back
from tests.games.matches.pages.secrecy.seen import Seen, differences, get, post
from tests.games.matches.pages.secrecy.test_admin import SHOWN, list_url, row_url

pytestmark = pytest.mark.django_db

DUELS = [slug for slug in SLUGS if game_class(slug).info.entrants > 1]


def plan(user: User) -> SeatPlan:
    return SeatPlan(name=user.username, user_id=user.pk)


@pytest.fixture(params=DUELS)
def matches(request: pytest.FixtureRequest) -> list[Match]:
    """The matches of Anna and Ben; Anna has begun."""
    entrants = [plan(make_user("anna")), plan(make_user("ben"))]
    control = TimeControl(Pace.LIVE, 60)
    duel = play.start_duel(
        game=request.param, options={}, control=control, entrants=entrants, now=NOW, secret=SECRET
    )
    matches = list(Match.objects.filter(duel=duel).order_by("pk"))
    play_on(matches[0], 3, chance=1)
    return matches


def play_on(match: Match, plies: int, *, chance: int) -> Match:
    """Play some turns at random, fewer if the match is over before."""
    play.begin(match_id=match.pk, player=0, now=NOW)
    for _ in range(plies):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        rules = reading.rules_of(match)
        actions = list(rules.legal_actions(rules.decode_state(match.state)))
        action = Rng(secret_of(chance), match.ply, "duel").choice(actions)
        play.submit(
            match_id=match.pk,
            player=0,
            action=rules.encode_action(action),
            expected_ply=match.ply,
            cmd_id=UUID(int=match.ply + 1),
            now=NOW,
        )
    match.refresh_from_db()
    return match


def look(own: Match, other: Match, client: Client) -> Seen:
    """Return all that Anna can ask of Anna's match, of Ben's, and of their duel."""
    assert own.duel is not None
    seen = {}
    for name, match in (("own", own), ("other", other)):
        table = f"/match/{match.public_id}/"
        for act in ("begin", "reclaim", "resign", "rematch", "preview", "moves"):
            seen[f"{act} {name}"] = post(client, f"{table}{act}", {"action": {}})
        seen |= get(client, table, f"{table}view")
        positions = "replay/positions?from=0&count=9"
        papers = (positions, "replay/", "game.json", "game.txt", "fairness/")
        seen |= get(client, *(table + paper for paper in papers))
    seen |= get(client, own.duel.get_absolute_url(), "/", "/my-games/", "/scores/")
    anna = own.seats.get().user_id
    return seen | {"frame": frame_of(own, anna).encode()}


def test_no_byte_gives_away_how_another_plays(matches: list[Match]) -> None:
    own, other = matches
    client = Client()
    client.force_login(User.objects.get(username="anna"))
    client.get("/")
    seen = []
    for chance, count in enumerate((2, 9, 6), start=2):
        with taken_back():
            play_on(other, count, chance=chance)
            seen.append(look(own, other, client))
    assert [differences(seen[0], others) for others in seen[1:]] == [{}, {}]


def test_no_byte_shows_staff_how_another_plays(matches: list[Match]) -> None:
    """Except how many turns they have had, which the administration shows for every match."""
    staff = Client()
    staff.force_login(make_user("host", is_staff=True, is_superuser=True))
    seen: list[dict[str, Any]] = []
    positions = []
    for chance in (2, 3):
        with taken_back():
            positions.append(play_on(matches[1], 8, chance=chance).state)
            rows = [*matches, *Seat.objects.order_by("pk")]
            seen.append(get(staff, *map(list_url, SHOWN), *map(row_url, rows)))
            assert staff.get(row_url(Move.objects.latest("pk"))).status_code == 302
            staff.get("/")  # says that there is no such move
    assert positions[0] != positions[1]
    assert differences(*seen) == {}


def test_the_secret_of_a_finished_match_waits_for_the_others(matches: list[Match]) -> None:
    own, other = matches
    play.resign(match_id=own.pk, player=0, now=NOW)
    client = Client()
    client.force_login(User.objects.get(username="anna"))
    with taken_back():
        told = look(own, other, client)
        assert [name for name, text in told.items() if SECRET.hex().encode() in text] == []
    play.resign(match_id=other.pk, player=0, now=NOW)
    assert Duel.objects.get().finished_at == NOW
    view = client.get(f"/match/{own.public_id}/view").json()
    assert view["result"]["secret"] == SECRET.hex()
