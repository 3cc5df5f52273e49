"""The referee of Tilekingdom: sections 1 to 6 of the rules, one method for each step of a turn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import override

from games.core.codec import JSON
from games.core.errors import GameOver, IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.outlook import Turns
from games.core.extras.protocols import Forecasts, Prepares, ReadsReplies
from games.core.game import Chance, Game, GameInfo, Player
from games.core.language.events import Event
from games.core.language.naming import Reader
from games.core.language.text import OVER, Text
from games.core.rng import SECRET_BYTES, Rng
from games.tilekingdom.display import description
from games.tilekingdom.display.picture import draw, miniature
from games.tilekingdom.display.wording import WORDING
from games.tilekingdom.options import Options
from games.tilekingdom.position.bag import Future
from games.tilekingdom.position.features import Map
from games.tilekingdom.position.model import Place, Placement, State, Subject
from games.tilekingdom.position.pieces import CENTRE, PIECES, REACH, Piece, cell_at, position_of
from games.tilekingdom.position.restoring import restored
from games.tilekingdom.position.tiles import EDGE_NAMES, SIDE_NAMES, START, TILES, full_bag
from games.tilekingdom.turns import notation, outlook, preparing, replying
from games.tilekingdom.turns.replying import EXAMPLE
from games.tilekingdom.turns.scoring import settle_completed, settle_end

ALONE = Text("The tile must share a side with another one.")
HELD = {  # by what the subject was sent to; nobody can hold a mosque before it is laid
    "road": Text("That road already has a subject."),
    "city": Text("That city already has a subject."),
    "desert": Text("That desert already has a subject."),
}


class Tilekingdom(
    Game[Options, State, Place],
    Prepares[State, Place],
    Forecasts[State],
    ReadsReplies[State, Place],
):
    """One map of roads, cities, mosques and deserts, which all build together (rule 1.1)."""

    info = GameInfo(
        slug="tilekingdom",
        title="Tilekingdom",
        summary=Text(
            "Lay tiles to build roads, cities and deserts, and send your subjects to hold them."
        ),
        min_players=2,
        max_players=5,
        rules_version=2,
        hidden_information=False,
        clock_move=Text("the tile is laid in a random place where it fits, without a subject"),
        topics=(
            ("road", Text("Roads")),
            ("city", Text("Cities")),
            ("mosque", Text("Mosques")),
            ("desert", Text("Deserts")),
        ),
        minutes=Text("20 to 40 minutes"),
        line=Text(
            "how far you turn your tile clockwise, the number of its place in the picture and, if"
            " you send a subject, what it stands on; if the tile has two of that kind, add a side"
            " or a corner, as in {corner}",
            corner="desert SW",
        ),
        example=EXAMPLE,
        agreements=("draw",),
    )
    wording = WORDING
    options_class = Options
    state_class = State
    action_class = Place
    chance = {"draw": Chance(out_of="bag", into=("tile",), dealt=("tile", "order"))}

    @override
    def initial_state(self, players: int, rng: Rng) -> State:
        """Lay the start tile and draw for the first player (rules 1.3, 2.1, 4.4)."""
        index = Map()
        index.lay(CENTRE, PIECES[START][0])
        future = Future.ordered(rng) if self.options.chess else Future(bag=full_bag())
        tile, future = future.draw(index, rng)
        return State(
            to_move=0,
            placements=(Placement(START, 0, 0, 0, None),),
            subjects=(),
            supplies=(self.options.subjects,) * players,
            scores=(0,) * players,
            tile=tile,
            bag=future.bag,
            order=future.order,
            removed=future.removed,
            index=index,
        )

    @override
    def legal_actions(self, state: State) -> Iterator[Place]:
        """Yield every placement, first without a subject, then with each it allows."""
        if state.to_move is None or state.tile is None:
            return
        for cell, piece in state.index.placements(state.tile):
            x, y = position_of(cell)
            yield Place(x, y, piece.rotation)
            for key in self._open_to_subject(state, cell, piece):
                yield Place(x, y, piece.rotation, key)

    def _open_to_subject(self, state: State, cell: int, piece: Piece) -> list[str]:
        """Return the keys of the features the player to move can claim (rules 4.1 to 4.4)."""
        if state.to_move is None or not state.supplies[state.to_move]:
            return []
        index = state.index.copy()
        roots = index.roots(index.lay(cell, piece), piece)
        return [piece.keys[number] for number in index.free(roots)]

    @override
    def apply_action(self, state: State, action: Place, rng: Rng) -> State:
        """Play a whole turn: lay the tile, place the subject, score, and draw for the next player.

        Everything is checked before anything is done, so a refused subject leaves no tile behind.
        """
        if problem := self.refusal(state, action):
            raise IllegalAction(problem)
        player, kind = state.to_move, state.tile
        assert player is not None and kind is not None  # noqa: S101, PT018 - not refused
        piece = PIECES[kind][action.rotation]
        index = state.index.copy()
        base = index.lay(cell_at(action.x, action.y), piece)
        supplies, scores, subjects = list(state.supplies), list(state.scores), state.subjects
        if action.subject is not None:
            index.claim(base + piece.keys.index(action.subject), player)
            supplies[player] -= 1
            subjects += (Subject(player, action.x, action.y, action.subject),)
        completed = index.completed(base, piece)
        events = settle_completed(self.options, index, completed, scores, supplies)
        if completed:
            subjects = tuple(one for one in subjects if index.carries(one.x, one.y, one.feature))
        laid = Placement(piece.kind, action.x, action.y, action.rotation, player)
        tile, future = Future(bag=state.bag, order=state.order, removed=state.removed).draw(
            index, rng
        )
        events += future.skipped(since=state.removed)
        if tile is None:
            events += settle_end(self.options, index, scores, supplies)
            events.append(Event("over"))
            subjects = ()
        return State(
            to_move=None if tile is None else (player + 1) % len(scores),
            events=tuple(events),
            placements=(*state.placements, laid),
            subjects=subjects,
            supplies=tuple(supplies),
            scores=tuple(scores),
            tile=tile,
            bag=future.bag,
            order=future.order,
            removed=future.removed,
            index=index,
        )

    @override
    def refusal(self, view: State, action: Place) -> Text | None:
        """Return why the player to move cannot lay their tile like this."""
        if view.to_move is None or view.tile is None:
            return OVER
        return self._misplaced(view, action, view.tile) or self._misclaimed(view, action, view.tile)

    def _misplaced(self, state: State, action: Place, kind: str) -> Text | None:
        """Return why a tile does not fit there, or None (rules 3.1, 3.2, 3.4)."""
        if action.rotation not in range(4):
            return Text("You can turn a tile by 0, 1, 2 or 3 quarter turns.")
        index = state.index
        if max(abs(action.x), abs(action.y)) > REACH:
            return ALONE
        cell = cell_at(action.x, action.y)
        if cell in index.placed:
            return Text("There's already a tile there.")
        if cell not in index.frontier:
            return ALONE
        for side, own, other in index.unlike(cell, PIECES[kind][action.rotation]):
            return Text(
                "That doesn't fit: {own} would meet {other} on the {side} side.",
                own=EDGE_NAMES[own],
                other=EDGE_NAMES[other],
                side=SIDE_NAMES[side],
            )
        return None

    def _misclaimed(self, state: State, action: Place, kind: str) -> Text | None:
        """Return why a subject cannot stand there, or None (rules 4.1 to 4.4)."""
        if action.subject is None or state.to_move is None:
            return None
        feature = TILES[kind].feature(action.subject)
        if feature is None:
            return Text("This tile has nothing like that for a subject to stand on.")
        if not state.supplies[state.to_move]:
            return Text("You have no subjects left.")
        cell = cell_at(action.x, action.y)
        if action.subject in self._open_to_subject(state, cell, PIECES[kind][action.rotation]):
            return None
        return HELD[feature.kind]

    @override
    def conditions(self, action: Place) -> Mapping[Condition, Text]:
        return preparing.CONDITIONS

    @override
    def foresee(self, view: State, player: Player) -> State | None:
        """Return the position in the player's next turn, only in chess mode."""
        return preparing.foresee(view, player) if self.options.chess else None

    @override
    def laid(self, view: State, action: Place) -> State | None:
        """Return the map with the tile, in chess mode, where nothing is left to chance."""
        if not self.options.chess or self.refusal(view, action):
            return None
        return self.apply_action(view, action, Rng(bytes(SECRET_BYTES), 0))

    @override
    def footing(self, view: State, action: Place) -> JSON:
        return preparing.footing(view, action)

    @override
    def bag_is_empty(self, view: State) -> bool:
        return not view.bag and not view.order

    @override
    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    @override
    def timeout_action(self, state: State, rng: Rng) -> Place:
        """Return a random legal placement without a subject (rule 7.2)."""
        if state.tile is None:
            raise GameOver
        placements = state.index.placements(state.tile)
        return rng.choice([Place(*position_of(cell), piece.rotation) for cell, piece in placements])

    @override
    def hints(self, state: State, player: Player) -> Mapping[str, Any]:
        """Return the legal cells, the rotations at each, and the subjects each rotation allows."""
        if state.to_move != player or state.tile is None:
            return {}
        cells: dict[int, list[Any]] = {}
        for cell, piece in state.index.placements(state.tile):
            keys = self._open_to_subject(state, cell, piece)
            cells.setdefault(cell, []).append([piece.rotation, keys])
        return {"places": [[*position_of(cell), turns] for cell, turns in cells.items()]}

    @override
    def restore(self, state: State) -> State:
        return restored(state, self.options)

    @override
    def turns_left(self, view: State) -> Turns:
        return outlook.turns_left(view)

    @override
    def action_text(self, state: State, action: Place) -> str:
        return notation.action_text(state, action)

    @override
    def action_in_words(self, state: State, action: Place) -> Text:
        return description.choice(state, action)

    @override
    @classmethod
    def read_log(cls, player: Player, text: str) -> Event | None:
        return notation.read_log(player, text)

    @override
    def parse_action(self, state: State, text: str) -> Place:
        return notation.parse_action(state, text)

    @override
    def parse_reply(self, state: State, text: str) -> Place:
        """Return the action of a line that can leave out the tile and part of a feature."""
        return replying.read(state, text, fits=lambda action: not self.refusal(state, action))

    @override
    def describe(self, state: State, player: Player | None) -> tuple[Text, ...]:
        return description.describe(state, Reader(player))

    @override
    def picture(self, state: State, player: Player | None, names: Sequence[str] = ()) -> str:
        return draw(state, player)

    @override
    def miniature(self, state: State, names: Sequence[str] = ()) -> str:
        return miniature(state)
