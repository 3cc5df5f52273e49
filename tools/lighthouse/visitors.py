"""Who looks at the pages of a site that ``tools.demo`` has filled, and where what they see lies."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext

from tests.browser import alone  # noqa: F401 - Django is there before the people
from tools.demo import NAMES, PASSWORD

LEAGUE = "/leagues/the-tuesday-league/"
# The first match of each game is the one whose first seat has the person of the same place.
GAMES = ("tilekingdom", "upwords", "words_with_chilwell", "tiled_of_it", "counting_tiles")


@dataclass(frozen=True)
class Visit:
    """One page as one visitor has it."""

    name: str
    path: str
    cookie: str = ""  # as its header says it; "" for somebody who isn't signed in

    def sign_in(self, context: BrowserContext, site: str) -> None:
        """Give a browser the visitor's cookies, so that its sockets have them too."""
        parts = (part.partition("=") for part in self.cookie.split("; ") if part)
        for name, _, value in parts:
            context.add_cookies([{"name": name, "value": value, "url": site}])


@dataclass(frozen=True)
class Seated:
    """Somebody who plays, and their match."""

    cookie: str
    match: str


def seated(browser: Browser, site: str, game: str) -> Seated:
    """Sign in as the person who plays a game, and look their match up."""
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", NAMES[GAMES.index(game)])
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/my-games/")
    links = page.locator("main a[href^='/match/']").evaluate_all(
        "all => all.map((one) => one.getAttribute('href'))"
    )
    found = _of_game(context, game, dict.fromkeys(re.sub(r"#.*", "", link) for link in links))
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in context.cookies())
    context.close()
    return Seated(cookie, found)


def _of_game(context: BrowserContext, game: str, links: Iterable[str]) -> str:
    for link in links:
        if f"games/{game}/" in context.request.get(link).text():
            return link
    raise LookupError(f"There is no match of {game}: is the site filled by tools.demo?")


def judged(players: dict[str, Seated]) -> list[Visit]:
    """Return the pages that Lighthouse judges; those of matches as players have them, too."""
    visits = [
        Visit("home", "/"),
        Visit("lobby", "/tables/"),
        Visit("league", LEAGUE),
        Visit("rules", "/rules/tilekingdom/"),
    ]
    for game, player in players.items():
        visits += [
            Visit(f"match {game}", player.match),
            Visit(f"match {game}, seated", player.match, player.cookie),
        ]
    return visits


def looked_at(players: dict[str, Seated]) -> list[Visit]:
    """Return one page of each kind, on which nothing may move while it comes."""
    first = next(iter(players.values()))
    own = first.cookie
    return [
        Visit("home", "/"),
        Visit("home of a member", "/", own),
        Visit("lobby", "/tables/"),
        Visit("new table", "/tables/new/tilekingdom/", own),
        Visit("my games", "/my-games/", own),
        Visit("league", LEAGUE),
        Visit("season", f"{LEAGUE}1/"),
        Visit("clubs", "/clubs/"),
        Visit("all rules", "/rules/"),
        Visit("rules", "/rules/tilekingdom/"),
        Visit("lessons", "/learn/"),
        Visit("profile", f"/people/{NAMES[0]}/"),
        Visit("preferences", "/preferences/", own),
        Visit("scores", "/scores/"),
        Visit("sign up", "/accounts/signup/"),
        Visit("word", "/words/tile/"),
        *(Visit(f"lesson {game}", f"/learn/{game}/") for game in players),
        *(Visit(f"replay {game}", f"{player.match}replay/") for game, player in players.items()),
        *(Visit(f"match {game}", player.match, player.cookie) for game, player in players.items()),
    ]
