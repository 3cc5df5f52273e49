"""Tiled Of It taught in seven turns, from the first word to the last card."""

from games.core.language.text import Text
from games.core.lessons import Lesson, Sample, Step, gained
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.deck import CARDS
from games.tiled_of_it.position.model import Action, Card, Discard, Place, State
from games.tiled_of_it.turns.notation import parse_action

YOU, BEN = 0, 1
OPTIONS = Options()
CHAIN = 3  # cards that one card can take

# What the steps rely on, and some more that people may well try.
WORDS = """
make male mast list most like live move pole lever verse lest mile tale cave case care veal vest
lime stage stake stale stain stint mode deal alter post cost
"""


def position(
    hand: str,
    *,
    yours: str = "",
    bens: str = "",
    pile: tuple[Card, ...] = (),
    scores: tuple[int, int] = (0, 0),
    last: bool = False,
) -> State:
    """Return your turn with a hand and cards on the grid, written like ``LE C2, ST D2``.

    A ``last`` turn ends the last round: there are no cards left to draw.
    """
    grid: list[Card | None] = [None] * OPTIONS.size**2
    for player, cards in ((YOU, yours), (BEN, bens)):
        for line in filter(None, cards.split(", ")):
            laid = parse_action(line)
            if isinstance(laid, Place):
                grid[laid.row * OPTIONS.size + laid.col] = Card(laid.card, player)
    own = tuple(hand.split())
    shown = {*own, *(card.text for card in (*grid, *pile) if card is not None)}
    others = tuple(card for card in CARDS if card not in shown)
    size = 1 if last else OPTIONS.hand_size
    bens_hand, rest = others[:size], others[size:]
    return State(
        to_move=YOU,
        first=BEN if last else YOU,
        turns=51 if last else 4,
        grid=tuple(grid),
        covered=rest if last else (),
        pile=pile,
        hands=(own, bens_hand),
        sizes=(len(own), size),
        deck=() if last else rest,
        deck_size=0 if last else len(rest),
        scores=scores,
    )


def _words_made(after: State) -> int:
    return sum(event.topic == "word" for event in after.events)


def _taken(before: State, after: State) -> int:
    """Return how many of Ben's cards have become yours."""
    pairs = zip(before.grid, after.grid, strict=True)
    return sum(new == Card(old.text, YOU) for old, new in pairs if old and old.player == BEN)


def _make_word(_before: State, action: Action, _after: State) -> Text | None:
    if isinstance(action, Place):
        return None
    return Text("You can discard, but that scores nothing. Put a card next to MA to make a word.")


def _make_two(_before: State, action: Action, after: State) -> Text | None:
    if isinstance(action, Discard):
        return Text("You can discard, but that scores nothing. One of your cards makes two words.")
    if _words_made(after) > 1:
        return None
    return Text("That's one word. Put a card to the right of LI and below MO to make two.")


def _take_chain(before: State, action: Action, after: State) -> Text | None:
    taken = _taken(before, after)
    if taken >= CHAIN:
        return None
    if isinstance(action, Discard) or not taken:
        return Text(
            "That doesn't take any of Ben's cards. Put a card to the left of LE or above it to"
            " start a word."
        )
    return Text("That takes some of Ben's cards, but not all 3. Start a word that ends with LE.")


def _give_nothing(_before: State, action: Action, after: State) -> Text | None:
    if isinstance(action, Discard):
        return Text("You can discard, but try to make a word that gives Ben nothing.")
    if gained(after, BEN):
        return Text("That gives Ben a point too: the card that starts your word stays Ben's.")
    return None


def _cover(before: State, action: Action, _after: State) -> Text | None:
    if isinstance(action, Place):
        below = before.grid[action.row * OPTIONS.size + action.col]
        if below is not None and below.player == BEN:
            return None
    return Text("You can do that, but KE is still there. Put a card on top of it.")


def _play_own_discard(before: State, action: Action, _after: State) -> Text | None:
    if isinstance(action, Discard) or action.source == "hand":
        return Text(
            "You can do that, but this time take a card from the pile. The marks show who"
            " owns each card."
        )
    owner = next(card.player for card in before.pile if card.text == action.card)
    if owner == YOU:
        return None
    return Text("That card is Ben's colour and would score for Ben. Take the one that's yours.")


def _win(_before: State, _action: Action, after: State) -> Text | None:
    you, ben = after.scores
    if you > ben:
        return None
    if you == ben:
        return Text("That's a draw. Find the cell that lets your colour flow furthest.")
    return Text(
        "With that, the game ends {you} to {ben} and Ben wins. Find the cell that lets your"
        " colour flow "
        "furthest.",
        you=you,
        ben=ben,
    )


# The cards of four players, each with its number.
SHOWN = """
.     .     .     ca0   .     .
.     sa2   ra0   te0   .     .
.     id2   les0  .     .     .
.     .     .     .     tes1  ta1
.     .     .     li3   de1   le1
.     .     ge3   es3   bar1  man1
"""


def _sample() -> State:
    """Return a grid with the colours of four players."""
    cells = SHOWN.split()
    grid = tuple(None if cell == "." else Card(cell[:-1], int(cell[-1])) for cell in cells)
    shown = {card.text for card in grid if card is not None}
    others = tuple(text for text in CARDS if text not in shown)
    hands, rest = [others[at : at + 5] for at in (0, 5, 10, 15)], others[20:]
    return State(
        to_move=YOU,
        first=YOU,
        turns=20,
        grid=grid,
        covered=(),
        pile=(),
        hands=tuple(hands),
        sizes=(5, 5, 5, 5),
        deck=rest,
        deck_size=len(rest),
        scores=(14, 12, 17, 11),
    )


SAMPLE = Sample(_sample(), part=(0, 0.2, 0.687, 0.77))


LESSON: Lesson[State, Action] = Lesson(
    options=OPTIONS,
    steps=(
        Step(
            title=Text("Make a word"),
            text=Text(
                "Put two cards next to each other to make a word that reads across or down. The "
                "highest score wins. Your very first card can go anywhere; every card after that "
                "has to make a word."
            ),
            task=Text("Put a card to the right of your MA, or below it, to make a word."),
            position=position("ke le st ins do", yours="MA C3", bens="WED E5"),
            goal=_make_word,
            solution="KE D3",
            praise=Text(
                "That's 1 point for the word and 1 for the owner of its other card. This time both"
                " are yours."
            ),
        ),
        Step(
            title=Text("Two words at once"),
            text=Text(
                "A word is always two cards, never more. But one card can make a word with each of"
                " its neighbours."
            ),
            task=Text(
                "Make two words with one card. Look at the cell to the right of LI and below MO."
            ),
            position=position("st ke do al pa", yours="LI C3, MO D2", bens="WED B5"),
            goal=_make_two,
            solution="ST D3",
            praise=Text(
                "That's 2 points for the words, and 2 more because the other card in each of them"
                " is yours too."
            ),
        ),
        Step(
            title=Text("Colours flow"),
            text=Text(
                "When your card starts a word, the card that ends it takes on your colour. If that"
                " one starts a word too, the next card follows, and so on."
            ),
            task=Text("Take LE, VER and SE from Ben with one card."),
            position=position("po ta mi st int", yours="DO B5", bens="LE C3, VER D3, SE E3"),
            goal=_take_chain,
            solution="PO B3",
            praise=Text(
                "You made one word, and your colour flowed on through two that were already there."
            ),
        ),
        Step(
            title=Text("The trap: the wrong end"),
            text=Text(
                "Colours never flow left or up. When your card ends a word, the card that starts it"
                " keeps its colour, and its owner gets a point."
            ),
            task=Text("Make a word that gives Ben nothing."),
            position=position("ve ta st int do", yours="WED B6", bens="CA C2, LE D4"),
            goal=_give_nothing,
            solution="TA C4",
            praise=Text("Near Ben's cards, it's better to start words than to end them."),
        ),
        Step(
            title=Text("On top of other cards"),
            text=Text(
                "You can also play on top of a card, Ben's or your own. The card underneath is"
                " out of the game."
            ),
            task=Text(
                "Half of LIKE is Ben's. Cover KE with a card that makes a word with your LI."
            ),
            position=position("st me ve do int", yours="LI B3", bens="KE C3, WED E2"),
            goal=_cover,
            solution="ST C3",
            praise=Text("Ben's card is gone, and yours is in its place."),
        ),
        Step(
            title=Text("The discard pile"),
            text=Text(
                "When nothing fits, you can discard a card. Anyone can play it later, but it keeps"
                " your colour and scores for you."
            ),
            task=Text("There are two cards on the pile. Play the one that's yours."),
            position=position(
                "do al pa int wed",
                yours="STA C3",
                bens="MO E5",
                pile=(Card("ge", YOU), Card("ke", BEN)),
            ),
            goal=_play_own_discard,
            solution="GE D3 pile",
            praise=Text("You drew a card as usual, so now you have one more in your hand."),
        ),
        Step(
            title=Text("The end"),
            text=Text(
                "The game ends after the round in which someone runs out of cards. Then each"
                " card on the "
                "grid scores a point for its owner."
            ),
            task=Text("This is your last card. Win with it."),
            position=position(
                "mo",
                yours="LI B5, DO D5, TA E6",
                bens="DE C3, AL D3, TER E3, VE F2, WED A6, CA A1",
                scores=(37, 40),
                last=True,
            ),
            goal=_win,
            solution="MO B3",
            praise=Text("Ben's cards changed sides at the last moment, and you won."),
        ),
    ),
    farewell=Text(
        "Before you play a card, the line below the grid shows what each player would score."
        " Colours count twice: for words made later, and at the end."
    ),
    sample=SAMPLE,
    words=tuple(WORDS.split()),
)
