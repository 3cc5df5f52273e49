"""The referee of Counting Tiles: what the kernel asks of a game, each answer in its own module."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import override

from games.core.clock import Pace
from games.core.errors import BadNotation, GameOver
from games.core.extras.outlook import Turns
from games.core.extras.protocols import Countdown, Forecasts
from games.core.game import Chance, Game, GameInfo, Player
from games.core.language.events import Event
from games.core.language.naming import Reader
from games.core.language.text import Text
from games.core.rng import Rng
from games.counting_tiles.display import description
from games.counting_tiles.display.picture import draw, miniature
from games.counting_tiles.display.wording import WORDING
from games.counting_tiles.options import Options
from games.counting_tiles.position import bag, tempo
from games.counting_tiles.position.model import PLAYER, ROWS, Action, Drop, Place, State
from games.counting_tiles.position.restoring import checked
from games.counting_tiles.turns import legality, notation, outlook
from games.counting_tiles.turns.turn import Turn, opening, target


class CountingTiles(Game[Options, State, Action], Countdown[Options, State], Forecasts[State]):
    """Rows of six tiles with a sum to reach, while random tiles fall (rule 1.1)."""

    info = GameInfo(
        slug="counting_tiles",
        title="Counting Tiles",
        summary=Text("Make rows add up to their targets before falling tiles fill the board."),
        min_players=1,
        max_players=1,
        rules_version=2,
        hidden_information=False,
        clock_move=Text("a random tile falls"),
        topics=(("row", Text("Completed rows")), ("saved", Text("Combined tiles"))),
        entrants=6,
        countdown=Text("random tiles fall at set intervals"),
        minutes=Text("10 to 30 minutes"),
        line=Text(
            "a cell for the tile in hand; two cells with - between them to move a tile, or with /"
            " to divide the first by the second; or a bonus: discard, remove B3, B3=1 or wild B3"
        ),
        example="B3-E3",
    )
    wording = WORDING
    options_class = Options
    state_class = State
    action_class = Action
    clock_actions = (Drop,)
    chance = {
        "at.hand": Chance(out_of="bag", into=("tile",)),
        "at.drop": Chance(out_of="bag", into=("grid", "events")),
        "at.target": Chance(into=("targets",)),
    }

    @override
    @classmethod
    def for_pace(cls, options: Options, pace: Pace) -> Options:
        """Return options by which random tiles fall by the clock if live, else by actions (5.4)."""
        return dataclasses.replace(options, drops="timed" if pace is Pace.LIVE else "counted")

    @override
    def initial_state(self, players: int, rng: Rng) -> State:
        """Return the board with seven random tiles and a tile in hand (rule 1.5)."""
        grid, left = opening(rng)
        tile = bag.take(left, rng.at("hand", 0))
        return State(
            to_move=PLAYER,
            grid=tuple(grid),
            targets=tuple(target(rng, row) for row in range(ROWS)),
            tile=tile,
            bag=left,
            bonuses=("locked", "locked", "locked", "locked"),
            rows=0,
            score=0,
            placed=0,
            moved=0,
            combined=0,
            saved=0,
            draws=1,
            drops=0,
            since=0,
        )

    @override
    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield placements, moves, combinations, then what the bonuses allow."""
        return legality.actions(state, self.options)

    @override
    def apply_action(self, state: State, action: Action, rng: Rng) -> State:
        """Return the position after the action; a ``Drop`` is the clock's and always possible."""
        if state.to_move is None:
            raise GameOver
        legality.check(state, action, self.options)
        turn = Turn(state, self.options, rng)
        turn.play(action)
        return turn.position(action)

    @override
    def scores(self, state: State) -> tuple[int, ...]:
        return (state.score,)

    @override
    def timeout_action(self, state: State, rng: Rng) -> Action:
        """Return a random tile that falls (rule 5.1); chance is asked when it does."""
        if state.to_move is None:
            raise GameOver
        return Drop()

    @override
    def turn_budget(self, state: State) -> float | None:
        """Return the seconds from one random tile to the next (rule 5.2), if the clock counts."""
        if self.options.drops != "timed":
            return None
        return float(tempo.interval(self.options, state.rows))

    @override
    def clock_key(self, state: State) -> int | None:
        """Return how often the countdown has started anew (rule 5.3), if the clock counts."""
        if self.options.drops != "timed":
            return None
        return state.drops + tempo.changes(self.options, state.rows)

    @override
    def hints(self, state: State, player: Player) -> Mapping[str, Any]:
        """Return what can be done, cell by cell, and all that a board needs to foretell it.

        ``interval`` is in ``unit`` (seconds or actions), ``left`` the actions until a random tile
        falls (None by the clock), ``faster_at`` the completed rows that shorten the interval next,
        ``drops_left`` the random tiles until the game ends (None without a limit).
        """
        if state.to_move != player:
            return {}
        options = self.options
        timed, every = options.drops == "timed", tempo.interval(options, state.rows)
        return {
            "places": legality.open_cells(state.grid),
            "moves": [list(pair) for pair in legality.moves(state.grid, options)],
            "combines": [list(pair) for pair in legality.combinations(state.grid)],
            "unit": "seconds" if timed else "actions",
            "interval": every,
            "left": None if timed else every - state.since,
            "faster_at": tempo.faster_at(options, state.rows),
            "drops_left": options.limit - state.drops if options.limit else None,
            "row_points": options.row_points,
        }

    @override
    def restore(self, state: State) -> State:
        return checked(state, self.options)

    @override
    def turns_left(self, view: State) -> Turns:
        return outlook.turns_left(view, self.options)

    @override
    def action_text(self, state: State, action: Action) -> str:
        return notation.action_text(action, state.tile)

    @override
    def action_in_words(self, state: State, action: Action) -> Text:
        return notation.choice(action, state.tile)

    @override
    @classmethod
    def read_log(cls, player: Player, text: str) -> Event | None:
        return notation.read_log(text)

    @override
    def parse_action(self, state: State, text: str) -> Action:
        action = notation.parse_action(text)
        named = text.split()[0]
        if isinstance(action, Place) and named.isdigit() and int(named) != state.tile:
            raise BadNotation(
                "You're holding the {tile}, not the {named}.", tile=state.tile or 0, named=named
            )
        return action

    @override
    def describe(self, state: State, player: Player | None) -> tuple[Text, ...]:
        return tuple(description.describe(state, Reader(player), self.options))

    @override
    def picture(self, state: State, player: Player | None, names: Sequence[str] = ()) -> str:
        return draw(state, self.options)

    @override
    def miniature(self, state: State, names: Sequence[str] = ()) -> str:
        return miniature(state)
