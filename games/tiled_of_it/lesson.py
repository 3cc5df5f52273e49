"""Tiled Of It taught in seven turns, from the first word to the last card."""

from games.core.lessons import Lesson, Step, gained
from games.tiled_of_it.deck import CARDS
from games.tiled_of_it.model import Action, Card, Discard, Place, State
from games.tiled_of_it.notation import parse_action
from games.tiled_of_it.options import Options

YOU, BEN = 0, 1
OPTIONS = Options()
CHAIN = 3  # cards that one card can take

# What the steps rely on, and some more that one may well try.
WORDS = """
make male mast list most like live move pole lever verse lest mile tale cave case care veal vest
lime stage stake stale stain stint mode deal alter post cost
"""


def _position(
    hand: str,
    *,
    yours: str = "",
    bens: str = "",
    pile: tuple[Card, ...] = (),
    scores: tuple[int, int] = (0, 0),
    last: bool = False,
) -> State:
    """Return your turn with a hand and cards on the grid, written like ``LE C2, ST D2``.

    In a ``last`` turn you end the last round: there is no card left to draw.
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


def _make_word(_before: State, action: Action, _after: State) -> str:
    if isinstance(action, Place):
        return ""
    return (
        "Discarding is allowed, but it brings nothing. Lay a card beside MA that goes on with it."
    )


def _make_two(_before: State, action: Action, after: State) -> str:
    if isinstance(action, Discard):
        return "Discarding is allowed, but it brings nothing. There is a card that makes two words."
    if _words_made(after) > 1:
        return ""
    return "That is one word. Right of LI and below MO one card can make two."


def _take_chain(before: State, action: Action, after: State) -> str:
    taken = _taken(before, after)
    if taken >= CHAIN:
        return ""
    if isinstance(action, Discard) or not taken:
        return "That takes no card of Ben's. Begin a word that ends with LE: left of it, or above."
    return "That takes some of Ben's cards, but not all three. Begin a word that ends with LE."


def _give_nothing(_before: State, action: Action, after: State) -> str:
    if isinstance(action, Discard):
        return "Discarding is allowed, but there is a word to be made that brings Ben nothing."
    if gained(after, BEN):
        return "That brings Ben a point as well: his card begins your word, so it stays his."
    return ""


def _cover(before: State, action: Action, _after: State) -> str:
    if isinstance(action, Place):
        below = before.grid[action.row * OPTIONS.size + action.col]
        if below is not None and below.player == BEN:
            return ""
    return "That is allowed, but KE is still there. Put a card on top of it."


def _play_own_discard(before: State, action: Action, _after: State) -> str:
    if isinstance(action, Discard) or action.source == "hand":
        return (
            "That is allowed, but for once take a card from the pile. The marks tell whose it is."
        )
    owner = next(card.player for card in before.pile if card.text == action.card)
    if owner == YOU:
        return ""
    return "That card would lie there in Ben's colour and work for him. Take the one that is yours."


def _win(_before: State, _action: Action, after: State) -> str:
    you, ben = after.scores
    if you > ben:
        return ""
    lead = "That is a draw" if you == ben else f"That ends {you} to {ben}: Ben wins"
    return f"{lead}. Find the place from which your colour runs through most of his cards."


LESSON: Lesson[State, Action] = Lesson(
    options=OPTIONS,
    steps=(
        Step(
            title="Make a word",
            text="Make words of two neighbouring cards, read to the right or down; most points"
            " win. Only your very first card goes anywhere, each later one has to make a word.",
            task="Put a card right of your MA or below it, so that the two make a word.",
            position=_position("ke le st ins do", yours="MA C3", bens="WED E5"),
            goal=_make_word,
            solution="KE D3",
            praise="One point for the word, and one for the owner of its other card. This time"
            " both are yours.",
        ),
        Step(
            title="Two words at once",
            text="A word is always two cards, never more. But one card can make a word with each"
            " of its neighbours.",
            task="Make two words with one card: look at the cell right of LI and below MO.",
            position=_position("st ke do al pa", yours="LI C3, MO D2", bens="WED B5"),
            goal=_make_two,
            solution="ST D3",
            praise="Two words and two neighbours of your own make four points.",
        ),
        Step(
            title="Colours flow",
            text="If your card begins a word, the card that ends it takes on your colour. If that"
            " one begins a word as well, the next follows, and so on.",
            task="Take LE, VER and SE from Ben with one card.",
            position=_position("po ta mi st int", yours="DO B5", bens="LE C3, VER D3, SE E3"),
            goal=_take_chain,
            solution="PO B3",
            praise="One word of your own, and the colour ran along two that were there before.",
        ),
        Step(
            title="The trap: the wrong end",
            text="Colours never flow to the left or up. If your card ends a word, the card that"
            " begins it stays what it is, and its owner gets a point.",
            task="Make a word that brings Ben no point.",
            position=_position("ve ta st int do", yours="WED B6", bens="CA C2, LE D4"),
            goal=_give_nothing,
            solution="TA C4",
            praise="Where Ben's cards are concerned, begin words rather than end them.",
        ),
        Step(
            title="On top of others",
            text="You may also play on top of a card, Ben's or your own. The card below is out of"
            " the game.",
            task="Half of LIKE is Ben's. Cover his KE with a card that goes on with your LI.",
            position=_position("st me ve do int", yours="LI B3", bens="KE C3, WED E2"),
            goal=_cover,
            solution="ST C3",
            praise="His card is gone, and yours lies in its place.",
        ),
        Step(
            title="The discard pile",
            text="When nothing fits you discard a card, in your colour. Anybody may play it later,"
            " but it keeps that colour and works for whoever discarded it.",
            task="Two cards lie on the pile. Play the one that is yours.",
            position=_position(
                "do al pa int wed",
                yours="STA C3",
                bens="MO E5",
                pile=(Card("ge", YOU), Card("ke", BEN)),
            ),
            goal=_play_own_discard,
            solution="GE D3 pile",
            praise="You draw a card as always, so now you have one more in your hand.",
        ),
        Step(
            title="The end",
            text="The game is over after the round in which a hand is empty. Then each card on the"
            " grid brings its owner a point.",
            task="This is your last card. Win with it.",
            position=_position(
                "mo",
                yours="LI B5, DO D5, TA E6",
                bens="DE C3, AL D3, TER E3, VE F2, WED A6, CA A1",
                scores=(37, 40),
                last=True,
            ),
            goal=_win,
            solution="MO B3",
            praise="Ben's cards changed sides at the last moment, and the game is yours.",
        ),
    ),
    farewell="Before you play, the line below the grid shows what a card would bring everybody."
    " Colours count twice: for words made later, and at the end.",
    words=tuple(WORDS.split()),
)
