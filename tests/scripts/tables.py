"""A table of one game with the board of one of its players, and no site behind it.

The page mounts the game's own board. What it sends is answered by the game's rules, and the views
are those of lessons and puzzles, which need no database.
"""

import itertools
import json
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from playwright.sync_api import Page
from typing_extensions import override

from games.core.errors import IllegalAction
from games.core.extras import protocols
from games.core.rng import Rng
from games.core.table.words import Words
from games.matches.answers import Actor, StalePly
from games.matches.reading.still import still_entry, still_view
from games.registry import bots, load_game
from games.say import said, say
from tests.games.thinking import ticking
from tests.games.words.release import release_words

SECRET = bytes(range(32))
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
PLAYERS = ("Anna", "Ben", "Clara", "David", "Eva", "Finn")
BARE = (Path(__file__).parent / "bare.html").read_text(encoding="utf-8")
EMPTY = '<!doctype html><html lang="en"><title>Scripts</title><link rel="icon" href="data:,"><main>'
SCRIPT = Path(__file__).parent / "bare.js"


class Table:
    """A position and how it was come to; ``player`` is the seat whose board is shown (None: none).

    Whoever else sits there moves when ``play`` is called.
    """

    def __init__(
        self,
        slug: str,
        *,
        players: int = 2,
        secret: bytes = SECRET,
        words: Words | None = None,
        options: Mapping[str, Any] | None = None,
        state: Any = None,
    ) -> None:
        """Begin a match; ``state`` is another position to begin from than the rules' own."""
        rules = load_game(slug, options)
        if rules.info.uses_words:
            rules = load_game(slug, options, words or release_words())
        self.rules = rules
        self.secret = secret
        self.names = PLAYERS[:players]
        self.log: list[dict[str, Any]] = []
        self.state = rules.initial_state(players, Rng(secret, 0)) if state is None else state
        self.player: int | None = None
        self.by_name = False  # whether everyone is called by name, as in a study
        self.sent: list[Any] = []  # what boards have sent, played or refused
        self.clock: dict[str, Any] = {}  # what views tell of the clock instead of "it never runs"
        self.offset = 0  # of the log's plies: how many were made before it began

    @property
    def ply(self) -> int:
        return len(self.log)

    @property
    def mover(self) -> int | None:
        return self.rules.current_player(self.state)

    def play(self, turns: int = 1) -> None:
        """Have Easy play so many turns, whoever is to move."""
        easy = bots(self.rules.info.slug)["easy"]
        for _ in range(turns):
            if (player := self.mover) is None:
                return
            seen = self.rules.observation(self.state, player)
            rng = Rng(self.secret, self.ply + 1, "bare")
            self.apply(easy.choose(self.rules, seen, player, rng, ticking(50)))

    def apply(self, action: Any) -> None:
        """Play an action; raise IllegalAction."""
        after = self.rules.apply_action(self.state, action, Rng(self.secret, self.ply + 1))
        entry = still_entry(
            self.rules, self.state, action, after, names=self.names, ply=self.ply + 1, now=NOW
        )
        if protocols.is_clocks_own(self.rules, action):
            entry["actor"] = Actor.CLOCK
        self.state = after
        self.log.append(entry)

    def view(self) -> dict[str, Any]:
        """Return what the player sees, as the site tells it to boards."""
        told = still_view(
            self.rules,
            self.state,
            player=self.player,  # type: ignore[arg-type]  # a spectator has none
            names=self.names,
            ply=self.ply,
            now=NOW,
            log=self.log,
            by_name=self.by_name,
        )
        told["clock"].update(self.clock)
        if told["clock"]["waits"]:  # nobody may look and think before the clock runs
            told.update(state=None, hints={})
        return told

    def answer(self, asked: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the site would say to what a board sends."""
        if asked == "begin":
            self.clock.update(waits=False, stands_at=None)
            return {"ok": True, "ply": self.ply, "version": self.ply}
        action = self.rules.decode_action(data["action"])
        if asked == "preview":
            seen = self.rules.observation(self.state, self.player)
            found = protocols.preview(self.rules, seen, self.player, action)
            return {"ok": True, "preview": None if found is None else said(found)}
        self.sent.append(data["action"])
        if any(entry["actor"] != Actor.CLOCK for entry in self.log[data.get("ply", self.ply) :]):
            return {"ok": False, "error": "stale", "text": say(StalePly.usual)}
        try:
            self.apply(action)
        except IllegalAction as refused:
            return {"ok": False, "error": "illegal", "text": say(refused.text)}
        return {"ok": True, "ply": self.ply, "version": self.ply}


class Server(ThreadingHTTPServer):
    """Gives out scripts as they are written, and the tables that tests have set up."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.tables: dict[str, Table] = {}
        self._numbers = itertools.count(1)
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def show(self, page: Page, table: Table, player: int | None) -> None:
        """Open a table at a page, as one of its players sees it."""
        table.player = player
        number = str(next(self._numbers))
        self.tables[number] = table
        page.goto(f"{self.url}/bare/{number}/")
        page.wait_for_selector("[data-drawn]")


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        place = self.path.partition("?")[0].split("/")[1:]
        match place:
            case ["static", *parts] if found := finders.find("/".join(parts)):
                kind = guess_type(found)[0] or "application/octet-stream"
                self._give(Path(found).read_bytes(), kind, kept=True)
            case ["bare.js"]:
                self._give(SCRIPT.read_bytes(), "text/javascript", kept=True)
            case ["bare", number, "view"]:
                self._give_json(self.server.tables[number].view())
            case ["bare", number, ""]:
                slug = self.server.tables[number].rules.info.slug
                self._give(BARE.replace("{game}", slug).encode(), "text/html; charset=utf-8")
            case [""]:
                self._give(EMPTY.encode(), "text/html; charset=utf-8")
            case _:
                self.send_error(404)

    def do_POST(self) -> None:
        _, _, number, asked = self.path.split("/")
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._give_json(self.server.tables[number].answer(asked, data))

    def _give_json(self, data: Any) -> None:
        self._give(json.dumps(data).encode(), "application/json")

    def _give(self, body: bytes, kind: str, *, kept: bool = False) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600" if kept else "no-store")
        self.end_headers()
        self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""
