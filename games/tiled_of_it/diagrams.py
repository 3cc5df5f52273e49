"""The diagrams of the rules of Tiled Of It; cells are named as in turns, ``C2``."""

import dataclasses

from games.core.diagrams import Diagram, Diagrams
from games.core.drawing.cutting import Box
from games.core.game import Player
from games.core.language.text import Text
from games.tiled_of_it.display.picture import cell, piled
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.deck import CARDS
from games.tiled_of_it.position.model import Action, Card, Discard, Place, State
from games.tiled_of_it.turns.building import put
from games.tiled_of_it.turns.notation import COLUMNS, parse_action

BLUE, ORANGE, GREEN = range(3)
OPTIONS = Options()
CORNER = "corner"  # of the picture: what begins there shows the names of columns and rows
PILE = "pile"

# All words of the diagrams. What is said to make no word is not among them.
WORDS = """
pile lend stale less make like list mode pole lever verse leper case vest tale
"""
# The usual deck, but for the cards of the example.
DECK = tuple(sorted({*CARDS, "pi", "nd", "ss"} - {"med", "mes", "ner"}))


def _position(
    hand: str,
    *cards: str,
    pile: tuple[Card, ...] = (),
    players: int = 2,
    turns: int = 12,
    last: bool = False,
) -> State:
    """Return Blue's turn with a hand, and each player's cards written like ``LE C2, ST D2``.

    A ``last`` turn ends the last round: there are no cards left to draw.
    """
    grid: list[Card | None] = [None] * OPTIONS.size**2
    for player, line in enumerate(cards):
        for laid in map(parse_action, filter(None, line.split(", "))):
            if isinstance(laid, Place):
                grid[laid.row * OPTIONS.size + laid.col] = Card(laid.card, player)
    own = tuple(hand.split())
    shown = {*own, *(card.text for card in (*grid, *pile) if card is not None)}
    others = [card for card in DECK if card not in shown]
    size = 1 if last else OPTIONS.hand_size
    hands = [own, *(tuple(others.pop(0) for _ in range(size)) for _ in range(1, players))]
    return State(
        to_move=BLUE,
        first=1 if last else BLUE,
        turns=players * turns - (1 if last else 0) if turns else 0,
        grid=tuple(grid),
        covered=tuple(others) if last else (),
        pile=pile,
        hands=tuple(hands),
        sizes=tuple(map(len, hands)),
        deck=() if last else tuple(others),
        deck_size=0 if last else len(others),
        scores=(0,) * players,
    )


def _place(_state: State, _viewer: Player | None, name: str) -> Box:
    if name == CORNER:
        return Box(0, 0, 0, 0)
    if name.startswith(PILE):
        return piled(OPTIONS.size, int(name.removeprefix(PILE)))
    return cell(int(name[1:]) - 1, COLUMNS.index(name[0]))


def _laid(state: State, action: Action) -> State:
    """Return the grid with a card as it was put there, before anything changes colour."""
    if isinstance(action, Discard):
        return state
    owner = next((card.player for card in state.pile if card.text == action.card), BLUE)
    at = action.row * OPTIONS.size + action.col
    grid = put(state.grid, at, Card(action.card, owner), set())
    return dataclasses.replace(state, grid=tuple(grid))


EXAMPLE = ("PI B3", "ND D3, SS C4", "STA C2")
CHAIN = "LE C3, VER D3, SE E3"

DIAGRAMS: Diagrams[State, Action] = Diagrams(
    options=OPTIONS,
    place=_place,
    laid=_laid,
    scale=0.66,
    plain=("1", "8"),
    words=tuple(WORDS.split()),
    cards=DECK,
    each=(
        Diagram(
            "two-cards",
            "2.1",
            Text("PI, LE and ND in a row. An arrow goes from PI to LE, another from LE to ND."),
            _position("", "PI B2, LE C2", "ND D2"),
            "B2:D2",
            arrows="B2>C2 C2>D2",
        ),
        Diagram(
            "arrows",
            "2.3",
            Text(
                "A square of four cards: LI and KE on top, ST and DO below. Arrows go from LI to KE"
                " and from LI down to ST; the others don't make words."
            ),
            _position("", "LI B2, DO C3", "KE C2, ST B3"),
            "B2:C3",
            arrows="B2>C2 B2>B3",
        ),
        Diagram(
            "first-turn",
            "3.1",
            Text("The first card of a game, MA, lies alone on an empty grid."),
            _position("ma do st le ke", turns=0),
            "B2:E4",
            "MA C3",
        ),
        Diagram(
            "discard",
            "4.1",
            Text("Two cards on the discard pile: GE is blue and KE is orange."),
            _position("do st", pile=(Card("ge", BLUE), Card("ke", ORANGE))),
            "pile0:pile1",
        ),
        Diagram(
            "makes-word",
            "4.2",
            Text("KE is put to the right of MA. Together they're MAKE."),
            _position("ke do st", "MA C3"),
            "B3:E3",
            "KE D3",
            gains=(2, 0),
            arrows="C3>D3",
        ),
        Diagram(
            "no-word",
            "4.2",
            Text("DO is put to the right of MA."),
            _position("ke do st", "MA C3"),
            "B3:E3",
            "DO D3",
            refused=True,
        ),
        Diagram(
            "on-top",
            "4.3",
            Text("A blue ST lies where an orange KE was, to the right of LI: now it's LIST."),
            _position("st do", "LI C3", "KE D3"),
            "B3:E3",
            "ST D3",
            gains=(2, 0),
            arrows="C3>D3",
        ),
        Diagram(
            "from-pile",
            "4.4",
            Text("Blue has put KE, an orange card from the pile, to the right of a blue MA."),
            _position("do st", "MA C3", pile=(Card("ke", ORANGE),)),
            "B3:E3",
            "KE D3 pile",
            gains=(2, 0),
            arrows="C3>D3",
        ),
        Diagram(
            "starts",
            "5.1",
            Text("A blue MO is put to the left of DE, which was orange and is now blue."),
            _position("mo st", "", "DE D3"),
            "B3:E3",
            "MO C3",
            gains=(2, 0),
            arrows="C3>D3",
        ),
        Diagram(
            "flows-before",
            "5.2",
            Text("LE, VER and SE in a row, all orange: LEVER and VERSE. The cell before is empty."),
            _position("po st", "", CHAIN),
            "B3:E3",
            arrows="C3>D3 D3>E3",
        ),
        Diagram(
            "flows",
            "5.2",
            Text("A blue PO is put before LE. All four cards are blue now: POLE, LEVER and VERSE."),
            _position("po st", "", CHAIN),
            "B3:E3",
            "PO B3",
            gains=(2, 0),
            arrows="B3>C3 C3>D3 D3>E3",
        ),
        Diagram(
            "ends",
            "5.3",
            Text("A blue DE is put to the right of MO, which stays orange."),
            _position("de st", "", "MO C3"),
            "B3:E3",
            "DE D3",
            gains=(1, 1),
            arrows="C3>D3",
        ),
        Diagram(
            "pile-spreads",
            "5.4",
            Text(
                "Blue has put PO, an orange card from the pile, before LE, which was blue and is"
                " now orange."
            ),
            _position("de st", "LE D3", pile=(Card("po", ORANGE),)),
            "B3:E3",
            "PO C3 pile",
            gains=(1, 1),
            arrows="C3>D3",
        ),
        Diagram(
            "example-before",
            "",
            Text(
                "Four cards around an empty cell: a blue PI on its left, an orange ND on its right,"
                " a green STA above and an orange SS below."
            ),
            _position("le", *EXAMPLE, players=3),
            "B2:D4",
        ),
        Diagram(
            "example",
            "",
            Text(
                "A blue LE is in the middle, with arrows from PI and STA to it and from it to ND"
                " and SS. ND and SS are blue now, and STA is still green."
            ),
            _position("le", *EXAMPLE, players=3),
            "B2:D4",
            "LE C3",
            gains=(7, 0, 1),
            arrows="B3>C3 C2>C3 C3>D3 C3>C4",
        ),
        Diagram(
            "end",
            "7.2",
            Text("The end of a game: three blue cards and two orange ones. LIKE was the last."),
            _position("ke", "LI B2, CA D4", "DO B4, TA D2", last=True),
            "A1:E5",
            "KE C2",
            gains=(5, 2),
            arrows="B2>C2",
        ),
        Diagram(
            "written",
            "",
            Text("The grid with the names of its columns and rows. LE lies in column C, row 2."),
            _position("le st", "PI B2"),
            f"{CORNER}:F4",
            "LE C2",
            gains=(2, 0),
            arrows="B2>C2",
        ),
    ),
)
