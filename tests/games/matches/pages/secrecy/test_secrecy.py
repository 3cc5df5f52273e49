"""What is hidden changes no byte that anyone gets: in every game, for players and spectators.

Two positions that differ only in what someone may not see, in the other hands, in what is still to
be drawn and in the secret of the match, are shown to them by the whole site and compared.
"""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver

from accounts import urls as accounts_urls
from config import urls as config_urls
from games.daily import urls as daily_urls
from games.matches import reading, sweeps
from games.matches import urls as games_urls
from games.matches.models import Match
from games.matches.pages import matches, moves
from games.matches.post import turn_mails
from games.matches.proofs import replays, transcripts
from games.puzzles import urls as puzzles_urls
from games.registry import game_class
from games.reviews import urls as reviews_urls
from games.studies import urls as studies_urls
from games.words import urls as words_urls
from lobby.clubs import urls as clubs_urls
from lobby.home import urls as home_urls
from lobby.leagues import urls as leagues_urls
from lobby.ratings import urls as ratings_urls
from lobby.tables import urls as tables_urls
from tests.conformance.hidden import has_secret_turns
from tests.conformance.playing import SLUGS
from tests.factories import NOW, put
from tests.games.matches.pages.secrecy.positions import Case, cases, standing
from tests.games.matches.pages.secrecy.seen import Seen, differences, look
from tests.size import THOROUGH, runs

pytestmark = pytest.mark.django_db

POSITIONS = runs(200, quick=3)
MOST = runs(200, quick=30)  # until there were enough of them, and mails
WIDE = 16  # one in so many is also looked at where little of a position is known
FEW = 30

# The addresses of games and lobby that know a match, all of them looked at, and those that do not.
LOOKED_AT = {
    "match", "match-view", "match-moves", "match-preview", "match-begin", "match-reclaim",
    "match-resign", "match-offer", "match-go-on", "match-give-day", "match-slow", "match-note",
    "match-prepared", "match-prepared-turn", "prepared-choices", "prepared-forced",
    "match-board", "match-rematch", "match-replay", "match-positions", "match-json", "match-text",
    "match-fairness", "duel", "home", "tables", "my-games", "next-turn", "scores",
    "word", "word-meaning", "seat-back", "vacancy-call", "turn-prepared", "mail-in",
    "match-chat", "chat-read", "chat-report", "chat-mute", "calendar-feed",
    "match-undo", "match-options", "match-ratings", "match-gcg", "match-ideas",
    "match-review", "review-state", "review-ask", "review-idea", "review-json", "review-learn",
    "review-try", "review-show", "review-preview", "study-make",
}  # fmt: skip
KNOW_NO_MATCH = {
    "fairness", "check-script", "substitutes",
    "rules", "rules-index", "words", "word-propose", "word-list", "word-version", "proposals",
    "proposals-decide", "word-labels", "word-draft", "word-draft-publish", "word-draft-call-off",
    "word-list-roll-back", "proposal", "proposal-support", "proposal-withdraw", "proposal-words",
    "word-export", "word-import", "word-import-check", "word-import-propose", "word-import-discard",
    "custom-lists", "custom-list", "custom-list-new", "custom-list-describe", "custom-list-name",
    "custom-list-dismiss",
    "learn-index", "learn", "learn-try", "learn-show", "learn-preview",
    "practice", "practise", "friend-table", "play", "sample-board", "welcome",
    "table", "table-new", "table-code", "table-join", "table-leave", "table-meanwhile",
    "table-add-computer", "table-remove-computer", "table-start", "table-release", "table-rated",
    "ratings",
    "reports", "report",
    "leagues", "league-new", "league", "league-act", "league-ledger", "league-calendar",
    "league-run", "league-rule", "league-change", "season", "season-embed", "season-plan",
    "season-act", "season-csv", "season-json",
    "clubs", "club-new", "club", "club-describe", "club-act",
    # Only what's known of a match when it's over becomes a puzzle or a study.
    "puzzles", "puzzle-next", "puzzle", "puzzle-try", "puzzle-show", "puzzle-preview",
    "puzzle-vote",
    "studies", "study-import", "study", "study-views", "study-play", "study-clock", "study-preview",
    "study-cut", "study-comment", "study-rename", "study-share", "study-report", "study-delete",
    # A challenge's positions are of no match; tests/games/daily looks at what a day's duel hides.
    "daily", "daily-game", "daily-start", "daily-try", "daily-preview", "daily-day",
    "daily-past-try", "daily-past-show", "daily-past-preview",
}  # fmt: skip


class Browsers:
    """A browser for each viewer, signed in once."""

    def __init__(self) -> None:
        self.known: dict[Any, Client] = {}

    def of(self, case: Case) -> Client:
        user = None if case.player is None else case.table.people[case.player]
        key = user and user.pk
        if key not in self.known:
            self.known[key] = Client()
            if user:
                self.known[key].force_login(user)
        return self.known[key]


def compared(
    slug: str, count: int, records: Any, *, lists: bool = False
) -> Iterator[tuple[Seen, dict[str, Any]]]:
    """Yield what was seen of a position, and how its twin looked different, for many positions."""
    browsers = Browsers()
    for number, case in enumerate(cases(slug, count)):
        client, wide = browsers.of(case), number % WIDE == 0
        listed = wide and lists
        first = look(case, case.stored, client, records, wide=wide, lists=listed)
        second = look(case, case.twin, client, records, wide=wide, lists=listed)
        yield first, differences(first, second)


def test_no_byte_gives_away_what_is_hidden(slug: str, caplog: Any) -> None:
    positions = letters = 0
    for seen, different in compared(slug, MOST, caplog, lists=THOROUGH):
        assert different == {}
        positions += 1
        letters += "mail" in seen
        if not THOROUGH and positions >= POSITIONS and letters >= POSITIONS / 3:
            break
    assert positions >= POSITIONS
    assert letters >= POSITIONS / 3


def test_no_byte_of_a_list_gives_away_what_is_hidden(one_hiding: str, caplog: Any) -> None:
    """What knows no position is alike for all games: one of them is seen by one of its players."""
    found = (one for one in cases(one_hiding, MOST) if one.is_changed and one.player is not None)
    case = next(found)
    client = Browsers().of(case)
    seen = [look(case, one, client, caplog, lists=True) for one in (case.stored, case.twin)]
    assert differences(*seen) == {}


def test_every_address_that_knows_a_match_is_looked_at() -> None:
    """Who adds one adds it to what is looked at, or says here that it knows no match."""
    included = [part for part in config_urls.urlpatterns if isinstance(part, URLResolver)]
    modules = [part.urlconf_module for part in included if part.app_name != "admin"]
    ours = [
        games_urls, daily_urls, reviews_urls, puzzles_urls, studies_urls, words_urls, home_urls,
        tables_urls, ratings_urls, clubs_urls, leagues_urls,
    ]  # fmt: skip
    assert modules == [accounts_urls, *ours]
    names = {part.name for urls in ours for part in urls.urlpatterns}
    assert names - LOOKED_AT - KNOW_NO_MATCH == set()


def test_an_error_in_the_rules_gives_the_log_nothing_away(hiding: str, caplog: Any) -> None:
    """A position that cannot be read sets its match aside, with a word for the administrator."""
    for case in cases(hiding, 5):
        told = []
        for stored in (case.stored, case.twin):
            caplog.clear()
            with standing(case.table, stored) as match:
                spoilt = {**match.state, "scores": "none"}
                put(match, spoilt)
                assert sweeps.sweep_deadlines(now=NOW + timedelta(days=9)) == 0
                assert Match.objects.filter(quarantined_at__isnull=False).count() == 1
            told.append(caplog.text)
        assert "its clock could not move" in told[0]
        assert told[0] == told[1]


# --- That it would be noticed ---------------------------------------------------------------------

Patch = pytest.MonkeyPatch


def wrap(patch: Patch, owner: Any, name: str, change: Any) -> None:
    """Have a function answer with ``change(answer, *its arguments)`` instead."""
    original = getattr(owner, name)
    patch.setattr(
        owner, name, lambda *args, **named: change(original(*args, **named), *args, **named)
    )


def hands_of(loaded: Any) -> str:
    return json.dumps(loaded.match.state)


def plant_in_observation(patch: Patch, slug: str) -> None:
    wrap(patch, game_class(slug), "observation", lambda _seen, _rules, state, _player: state)


def plant_in_description(patch: Patch, slug: str) -> None:
    def tell(view: Any, loaded: Any, **_: Any) -> Any:
        return {**view, "description": view["description"] + hands_of(loaded)}

    wrap(patch, reading, "view", tell)


def plant_the_secret(patch: Patch, slug: str) -> None:
    def tell(view: Any, loaded: Any, **_: Any) -> Any:
        return {**view, "next": bytes(loaded.match.secret.secret).hex()[:1]}

    wrap(patch, reading, "view", tell)


def plant_what_is_prepared(patch: Patch, slug: str) -> None:
    def tell(view: Any, loaded: Any, **_: Any) -> Any:
        return {**view, "waiting": len(loaded.prepared)}

    wrap(patch, reading, "view", tell)


def plant_in_mail(patch: Patch, slug: str) -> None:
    wrap(patch, turn_mails, "turn_lines", lambda lines, loaded, _: [*lines, hands_of(loaded)])


def plant_in_log(patch: Patch, slug: str) -> None:
    def tell(loaded: Any, **_: Any) -> Any:
        logging.getLogger("games.matches.reading").debug("loaded %s", hands_of(loaded))
        return loaded

    wrap(patch, reading, "load", tell)


def plant_in_preview(patch: Patch, slug: str) -> None:
    def tell(found: Any, *, match_id: int, **_: Any) -> Any:
        return {"position": hands_of(reading.load(match_id=match_id))} | (found or {})

    wrap(patch, reading, "tried", tell)


def plant_in_refusal(patch: Patch, slug: str) -> None:
    def tell(answer: Any, *args: Any, **_: Any) -> Any:
        answer["X-Secret"] = str(reading.stored_matches().get().secret.secret[0])
        return answer

    for module in (matches, moves):
        wrap(patch, module, "refused", tell)


def plant_in_positions(patch: Patch, slug: str) -> None:
    def tell(told: Any, loaded: Any, _ply: int, state: Any, _player: Any) -> Any:
        return {**told, "hands": loaded.rules.encode_state(state)}

    wrap(patch, replays, "_position", tell)


def plant_in_transcripts(patch: Patch, slug: str) -> None:
    wrap(patch, transcripts, "_head", lambda head, loaded: {**head, "title": hands_of(loaded)})


# Those of the last row each tell in a place of their own, so they are planted together.
PLANTS = [
    ([plant_in_observation], ["frame"]),
    ([plant_in_description], ["frame", "/match/"]),
    ([plant_the_secret], ["/match/"]),
    ([plant_what_is_prepared], ["frame"]),
    (
        [
            plant_in_mail, plant_in_log, plant_in_preview, plant_in_refusal, plant_in_positions,
            plant_in_transcripts,
        ],
        ["mail as text", "mail as html", "log", "preview", "move", "positions", "game.json",
         "game.txt"],
    ),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plants", "places"), PLANTS, ids=["observation", "description", "secret", "prepared", "others"]
)
def test_a_leak_would_be_found(
    one_hiding: str, caplog: Any, monkeypatch: Patch, plants: list[Any], places: list[str]
) -> None:
    for plant in plants:
        plant(monkeypatch, one_hiding)
    missed = set(places)
    for _, different in compared(one_hiding, FEW, caplog):
        missed = {place for place in missed if not any(n.startswith(place) for n in different)}
        if not missed:
            break
    assert missed == set()


SECRETIVE = [slug for slug in SLUGS if has_secret_turns(game_class(slug))]


@pytest.mark.slow
@pytest.mark.parametrize("slug", SECRETIVE)
def test_a_log_that_names_what_a_turn_hides_would_be_found(
    slug: str, caplog: Any, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(game_class(slug), "log_text", game_class(slug).action_text)
    found = (name for _, different in compared(slug, FEW, caplog) for name in different)
    assert "frame" in found
