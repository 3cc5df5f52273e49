"""WordsWithChilwell taught in six turns, from the first word to the last."""

from games.core.game import Player
from games.core.lessons import Lesson, Step
from games.words_with_chilwell.model import Action, Spell, State
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.spelling import tiles_for
from games.words_with_chilwell.tiles import BLANK

OPTIONS = Options()
FIRST, SECOND = 0, 1
TURNS = 6  # that have been played before
LONG_ENOUGH, LONG = 4, 6
MOST_IN_HAND = 15

# What the steps rely on, and some more that one may well try.
WORDS = """
land hand sand rain train stain drain brain road board star start moon noon plan plans planet blend
bend bent lend mend melt belt bell mountain mount amount mountains round ground sound stone one tone
note nine line mine time mile smile quick quickly lucky luck lick click
"""


def _position(
    hand: str,
    queue: str,
    *,
    ben: str = "adeghilnorstuvy",
    you: Player = FIRST,
    used: tuple[int, int] = (18, 20),
    scores: tuple[int, int] = (72, 75),
) -> State:
    """Return your turn with a hand; ``*`` is a blank. The queue is filled up to its length."""
    own = hand.replace("*", BLANK)
    hands = (own, ben) if you == FIRST else (ben, own)
    filling = "etaonrishdlucmfwypgb"
    return State(
        to_move=you,
        turns=TURNS + you,
        hands=hands,
        sizes=(len(hands[FIRST]), len(hands[SECOND])),
        known=("", ""),
        queue=(queue.replace("*", BLANK) + filling)[: OPTIONS.queue_size],
        used=used,
        scores=scores,
    )


def _failed(before: State, action: Action, after: State) -> str:
    """Say what a turn without a word that counts would have cost, or ""."""
    player = before.turns % len(before.hands)
    if after.used[player] > before.used[player]:
        return ""
    lost = "In a match your turn would be over, and you would take three tiles. Here you may go on."
    if isinstance(action, Spell) and action.word:
        return f"{action.word.upper()} does not count. {lost}"
    return f"That is no word. {lost}"


def _spell(before: State, action: Action, after: State) -> str:
    if failed := _failed(before, action, after):
        return failed
    if isinstance(action, Spell) and len(action.word) >= LONG_ENOUGH:
        return ""
    return "That counts. Now try a word of four letters or more."


def _use_blank(before: State, action: Action, after: State) -> str:
    if failed := _failed(before, action, after):
        return failed
    hand = before.hands[FIRST] or ""
    if isinstance(action, Spell) and BLANK in (tiles_for(action.word, hand) or ""):
        return ""
    return "That counts, but it needs no blank. Take one that has an E, perhaps."


def _spell_long(before: State, action: Action, after: State) -> str:
    if failed := _failed(before, action, after):
        return failed
    if isinstance(action, Spell) and len(action.word) >= LONG:
        return ""
    return "That counts, but it is too short for a bonus. Look at the first letters of your hand."


def _take_blank(before: State, action: Action, after: State) -> str:
    if failed := _failed(before, action, after):
        return failed
    if BLANK in after.known[FIRST]:
        return ""
    return "That counts, but the blank is still in the queue, and Ben is next. Take more tiles."


def _stay_small(before: State, action: Action, after: State) -> str:
    if failed := _failed(before, action, after):
        return failed
    if after.sizes[FIRST] <= MOST_IN_HAND:
        return ""
    return (
        f"That leaves {after.sizes[FIRST]} tiles in your hand. Spell a longer word or take fewer."
    )


def _win(before: State, action: Action, after: State) -> str:
    if failed := _failed(before, action, after):
        return failed
    ben, you = after.scores
    if you > ben:
        return ""
    return f"That ends {you} to {ben}: Ben wins. Use more of your hand, and take no new tiles."


LESSON: Lesson[State, Action] = Lesson(
    options=OPTIONS,
    steps=(
        Step(
            title="Spell a word",
            text="Most points win. Nothing is laid on a board here: you spell words from your"
            " hand, by tapping tiles or typing. The number on a tile is what it brings.",
            task="Spell a word of four letters or more and press Play.",
            position=_position("nrtsdaoilmpanbs", "he*ra"),
            goal=_spell,
            solution="PLANS +5",
            praise="The tiles of your word are gone, and you have taken new ones from the front of"
            " the queue.",
        ),
        Step(
            title="Blanks",
            text="A blank stands for any letter. It brings no points itself, but it can be what a"
            " word lacks.",
            task="There is no E in your hand. Spell a word with an E all the same: use the blank.",
            position=_position("bl*ndmthtslorcw", "ioa"),
            goal=_use_blank,
            solution="BLEND +5",
            praise="Letters of your hand are used first, and blanks only for those that you do not"
            " have.",
        ),
        Step(
            title="Long words",
            text="Six or seven tiles bring 5 points more, and eight or more bring 20. Blanks count"
            " as tiles.",
            task="Spell a word of six letters or more. Your hand begins with one.",
            position=_position("mountainserdgsh", "ea"),
            goal=_spell_long,
            solution="MOUNTAIN +8",
            praise="That was worth looking for. But only if you are sure of it: a word that does"
            " not count costs your turn.",
        ),
        Step(
            title="What you take",
            text="Before you play you choose how many tiles to take: none, three, as many as you"
            " use, or three more. Both of you see the queue, and what you leave is Ben's.",
            task="There is a blank in the queue. Spell a word and take enough to get it.",
            position=_position("dnieoltmsrag", "rcoha*ft"),
            goal=_take_blank,
            solution="STONE +8",
            praise="What you take stays face up for Ben until you play it, as his does for you.",
        ),
        Step(
            title="The trap: a full hand",
            text="The game ends after a round in which somebody holds 20 tiles or has used more"
            " than 50. What is left in your hand is then taken off your points.",
            task=f"You hold 18 tiles. Spell a word, and hold {MOST_IN_HAND} or fewer after it.",
            position=_position("aeiouldnrstmgpckhb", "vwkfj", used=(24, 27), scores=(83, 88)),
            goal=_stay_small,
            solution="MILE +0",
            praise="Taking none is a good choice, too. Few tiles are few points lost at the end.",
        ),
        Step(
            title="The last word",
            text="Ben has used more than 50 tiles, so this is the last turn. Then what you both"
            " hold is taken off.",
            task="Ben is ahead, but he still holds a hand that will cost him. Win the game.",
            position=_position(
                "quicklyea",
                "vwkfj",
                ben="dfhmsw",
                you=SECOND,
                used=(53, 41),
                scores=(147, 115),
            ),
            goal=_win,
            solution="QUICKLY +0",
            praise="Seven tiles with a bonus, and hardly anything left in your hand: that is how"
            " games are won.",
        ),
    ),
    farewell="Nobody tells you whether a word counts before you play it, so know your words, and"
    " count the tiles that Ben has used.",
    words=tuple(WORDS.split()),
)
