"""Nothing moves while a page comes, though its scripts come late: each kind of page once."""

import re
from collections.abc import Iterable

import pytest
from django.db.models import QuerySet

from accounts.users.models import User
from games.core.clock import Pace
from games.matches.models import Match, Seat
from lobby.leagues.models import League
from lobby.tables.choices import Status
from lobby.tables.models import Lobby
from tests.browser import inside
from tests.browser.boards.test_first_look import MOST_SHIFT, SIZES, open_slowly, shift
from tests.browser.conftest import OpenScreen
from tests.browser.site import test_daily
from tests.size import one_of
from tools import demo

GAMES = ("tilekingdom", "upwords", "words_with_chilwell", "tiled_of_it", "counting_tiles")
EVERYBODY = (
    "/",
    "/play/",
    "/tables/",
    "{table}",
    "/practice/",
    "/rules/",
    "/rules/tilekingdom/",
    "/rules/counting_tiles/",
    "/learn/",
    *(f"/learn/{game}/" for game in GAMES),
    "/scores/",
    "/leagues/",
    "{league}",
    "{league}1/",
    "/puzzles/",
    "/daily/",
    "/clubs/",
    "/words/",
    "/words/tile/",
    "/fairness/",
    "/people/Anna/",
    "/accounts/login/",
    "/accounts/signup/",
    "{upwords}",
    *(f"{{over_{game}}}replay/" for game in GAMES),
)
MEMBERS = (
    "/",
    "/play/",
    "/my-games/",
    "/tables/",
    "/tables/new/tilekingdom/",
    "{table}",
    "{league}",
    "{league}1/",
    "/people/",
    "/people/find/?q=b",
    "/people/Ben/",
    "/preferences/",
    "/accounts/email/",
    "/account/notices/",
    "/account/rest/",
    "/proposals/",
    "/puzzles/",
    "/daily/",
    f"/daily/{test_daily.GAME}/",
    "/admin/",
    *(f"{{{game}}}" for game in GAMES),
)


@pytest.fixture(scope="module")
def addresses(_names_are_free: None) -> dict[str, str]:
    """The addresses of a site on which people have played, are playing and wait for company."""
    return inside.call(_fill)


def _fill() -> dict[str, str]:
    _close(Lobby.objects.all())
    demo.fill()
    test_daily.make()
    _close(Lobby.objects.filter(pace=Pace.LIVE))  # nobody is there: a minute later they'd go
    found = {
        "table": Lobby.objects.filter(status=Status.WAITING).latest("pk").get_absolute_url(),
        "league": League.objects.latest("pk").get_absolute_url(),
    }
    for seat in Seat.objects.filter(user__username="Anna", match__status=Match.Status.RUNNING):
        found.setdefault(seat.match.game, seat.match.get_absolute_url())
    for match in Match.objects.filter(status=Match.Status.FINISHED):
        found.setdefault(f"over_{match.game}", match.get_absolute_url())
    return found


def _close(tables: QuerySet[Lobby]) -> None:
    """Close those of the tables that wait."""
    tables.filter(status=Status.WAITING).update(status=Status.CLOSED)


@pytest.mark.sometimes
@pytest.mark.parametrize("size", SIZES)
def test_for_a_visitor(open_screen: OpenScreen, addresses: dict[str, str], size: str) -> None:
    assert _moving(open_screen, size, _found(EVERYBODY, addresses)) == {}


@pytest.mark.sometimes
@pytest.mark.parametrize("size", SIZES)
def test_for_a_member(open_screen: OpenScreen, addresses: dict[str, str], size: str) -> None:
    anna = inside.call(_session, "Anna")
    assert _moving(open_screen, size, _found(MEMBERS, addresses), anna) == {}


def _found(paths: Iterable[str], addresses: dict[str, str]) -> list[str]:
    return [path.format(**addresses) for path in paths]


def _session(name: str) -> str:
    return inside.session_of(User.objects.get(username=name))


def _moving(
    open_screen: OpenScreen, size: str, paths: Iterable[str], key: str = ""
) -> dict[str, float]:
    """Open pages one after another; return those on which too much moves, and how much."""
    moved = {}
    for path in _in_turn([*paths], size):
        page = open_screen(**SIZES[size])
        if key:
            inside.be(page, key)
        open_slowly(page, path, drawn=_drawn(path))
        assert page.url.endswith(path) or "/replay/#" in page.url, page.url
        assert page.locator("h1").count() == 1, path
        moved[path] = shift(page)
        page.context.close()
    return {path: value for path, value in moved.items() if value > MOST_SHIFT}


def _in_turn(paths: list[str], size: str) -> list[str]:
    """Return every other page, those between them for the other size, and the reverse next time."""
    sizes = [*SIZES]
    first = one_of(sizes, __file__)
    return paths if len(first) > 1 else paths[first != [size] :: 2]


def _drawn(path: str) -> str:
    """Return what is there when a page has all that is to be seen on it."""
    if path.endswith("/replay/"):
        return "[data-replay][data-ply]"
    return "[data-drawn]" if re.fullmatch("/match/[^/]+/", path) else "main"
