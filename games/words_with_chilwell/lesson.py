"""WordsWithChilwell taught in 6 turns, from the first word to the last."""

from games.core.game import Player
from games.core.language.text import Plural, Text
from games.core.lessons import Lesson, Sample, Step
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import Action, Spell, State
from games.words_with_chilwell.position.tiles import BLANK
from games.words_with_chilwell.turns.spelling import tiles_for

OPTIONS = Options()
FIRST, SECOND = 0, 1
TURNS = 6  # that have been played before
LONG_ENOUGH, LONG = 4, 6
MOST_IN_HAND = 15

# What the steps rely on, and some more that a learner may well try.
WORDS = """
land hand sand rain train stain drain brain road board star start moon noon plan plans planet blend
bend bent lend mend melt belt bell mountain mount amount mountains round ground sound stone one tone
note nine line mine time mile smile quick quickly lucky luck lick click
"""


def position(
    hand: str,
    queue: str,
    *,
    ben: str = "adeghilnorstuvy",
    you: Player = FIRST,
    used: tuple[int, int] = (18, 20),
    scores: tuple[int, int] = (72, 75),
) -> State:
    """Return a position with your turn and hand; ``*`` is a blank. The queue is filled up."""
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


def _failed(before: State, action: Action, after: State) -> Text | None:
    """Return what a turn without a word that counts would have cost, or None if it has one."""
    player = before.turns % len(before.hands)
    if after.used[player] > before.used[player]:
        return None
    if isinstance(action, Spell) and action.word:
        return Text(
            "{word} doesn't count. In a match your turn would be over, and you'd take 3 tiles."
            " Here you can try again.",
            word=action.word.upper(),
        )
    return Text(
        "That isn't a word. In a match your turn would be over, and you'd take 3 tiles. Here you "
        "can try again."
    )


def _spell(before: State, action: Action, after: State) -> Text | None:
    if failed := _failed(before, action, after):
        return failed
    if isinstance(action, Spell) and len(action.word) >= LONG_ENOUGH:
        return None
    return Text("That counts. Now try a word of 4 letters or more.")


def _use_blank(before: State, action: Action, after: State) -> Text | None:
    if failed := _failed(before, action, after):
        return failed
    hand = before.hands[FIRST] or ""
    if isinstance(action, Spell) and BLANK in (tiles_for(action.word, hand) or ""):
        return None
    return Text("That counts, but it doesn't need the blank. Try a word with an E.")


def _spell_long(before: State, action: Action, after: State) -> Text | None:
    if failed := _failed(before, action, after):
        return failed
    if isinstance(action, Spell) and len(action.word) >= LONG:
        return None
    return Text(
        "That counts, but it's too short for a bonus. Look at the first letters in your hand."
    )


def _take_blank(before: State, action: Action, after: State) -> Text | None:
    if failed := _failed(before, action, after):
        return failed
    if BLANK in after.known[FIRST]:
        return None
    return Text(
        "That counts, but the blank is still in the queue and Ben is next. Take more tiles."
    )


def _stay_small(before: State, action: Action, after: State) -> Text | None:
    if failed := _failed(before, action, after):
        return failed
    if after.sizes[FIRST] <= MOST_IN_HAND:
        return None
    return Plural(
        "That leaves {n} tile in your hand. Spell a longer word or take fewer tiles.",
        "That leaves {n} tiles in your hand. Spell a longer word or take fewer tiles.",
        n=after.sizes[FIRST],
    )


def _win(before: State, action: Action, after: State) -> Text | None:
    if failed := _failed(before, action, after):
        return failed
    ben, you = after.scores
    if you > ben:
        return None
    return Text(
        "With that, the game ends {you} to {ben} and Ben wins. Use more of your hand, and take"
        " no new tiles.",
        you=you,
        ben=ben,
    )


SAMPLE = Sample(
    position("postcardsending", "letters*from*friend"), player=FIRST, part=(0, 0, 0.56, 0.8)
)


LESSON: Lesson[State, Action] = Lesson(
    options=OPTIONS,
    steps=(
        Step(
            title=Text("Spell a word"),
            text=Text(
                "The highest score wins. There's no board to build on: you spell words from your "
                "hand, by tapping tiles or typing. The number on a tile is what it's worth."
            ),
            task=Text("Spell a word of 4 letters or more and press Play."),
            position=position("nrtsdaoilmpanbs", "he*ra"),
            goal=_spell,
            solution="PLANS +5",
            praise=Text(
                "The tiles in your word are gone, and you've taken new ones from the front of the"
                " queue."
            ),
        ),
        Step(
            title=Text("Blanks"),
            text=Text(
                "A blank can stand for any letter. It scores nothing itself, but it can be just"
                " what a word is missing."
            ),
            task=Text("You have no E in your hand. Spell a word with an E anyway: use the blank."),
            position=position("bl*ndmthtslorcw", "ioa"),
            goal=_use_blank,
            solution="BLEND +5",
            praise=Text(
                "The letters in your hand are used first. Blanks only stand in for letters you"
                " don't have."
            ),
        ),
        Step(
            title=Text("Long words"),
            text=Text(
                "A word of 6 or 7 tiles scores 5 extra points, and one of 8 or more scores 20."
                " Blanks count as tiles."
            ),
            task=Text(
                "Spell a word of 6 letters or more. The first letters in your hand spell one."
            ),
            position=position("mountainserdgsh", "ea"),
            goal=_spell_long,
            solution="MOUNTAIN +8",
            praise=Text(
                "That was worth looking for. Just be sure of your word: one that doesn't count"
                " costs you your turn."
            ),
        ),
        Step(
            title=Text("Taking tiles"),
            text=Text(
                "Before you play, choose how many tiles to take: none, 3, as many as you use, or 3"
                " more than that. You can both see the queue, and Ben can take what you leave."
            ),
            task=Text(
                "There's a blank in the queue. Spell a word and take enough tiles to get it."
            ),
            position=position("dnieoltmsrag", "rcoha*ft"),
            goal=_take_blank,
            solution="STONE +8",
            praise=Text(
                "The tiles you take stay visible to Ben until you play them, and you can see the"
                " ones Ben takes."
            ),
        ),
        Step(
            title=Text("The trap: a full hand"),
            text=Text(
                "If someone holds 20 tiles or has used more than 50, the game ends after that "
                "round. Then you lose points for the tiles left in your hand."
            ),
            task=Text("You hold 18 tiles. Spell a word and end up with 15 or fewer."),
            position=position("aeiouldnrstmgpckhb", "vwkfj", used=(24, 27), scores=(83, 88)),
            goal=_stay_small,
            solution="MILE +0",
            praise=Text(
                "Taking no tiles is often a good choice too. The fewer you hold, the less you lose"
                " at the end."
            ),
        ),
        Step(
            title=Text("The last word"),
            text=Text(
                "Ben has used more than 50 tiles, so this is the last turn. Then you both lose"
                " points for the tiles you still hold."
            ),
            task=Text("Ben is ahead, but will lose points for tiles left in hand. Win the game."),
            position=position(
                "quicklyea", "vwkfj", ben="dfhmsw", you=SECOND, used=(53, 41), scores=(147, 115)
            ),
            goal=_win,
            solution="QUICKLY +0",
            praise=Text(
                "7 tiles with a bonus, and hardly anything left in your hand: that's how you win."
            ),
        ),
    ),
    farewell=Text(
        "Nothing tells you whether a word counts before you play it, so stick to words you know."
        " And keep an eye on how many tiles Ben has used."
    ),
    sample=SAMPLE,
    words=tuple(WORDS.split()),
)
