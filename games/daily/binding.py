"""A challenge's rules and positions, as they were when it was made."""

import dataclasses
from typing import Any

from games.core import codec
from games.core.errors import Refusal
from games.core.extras.protocols import AnyGame
from games.core.language.text import Text
from games.core.review.report import Choice, Turn
from games.core.rng import Rng
from games.daily.days import secret_of
from games.daily.finding import seed_of
from games.daily.models import Challenge, Position
from games.words.lists.lexicon import bound


class Outdated(Refusal):
    """A challenge that was made by other rules than those the site has now."""

    code = "outdated"
    usual = Text("The rules have just changed, so this challenge is over early. Sorry about that!")


def rules_of(challenge: Challenge) -> AnyGame:
    """Return the rules of a challenge, with its words."""
    return bound(challenge.game, challenge.options, challenge.word_list_version_id)


@dataclasses.dataclass(frozen=True, slots=True)
class Posed:
    """One of a challenge's positions, ready to be shown and judged."""

    rules: AnyGame
    number: int
    player: int
    state: Any
    turn: Turn
    secret: bytes

    @property
    def ply(self) -> int:
        """Return the ply of the turn that is to be found."""
        return self.turn.ply

    @property
    def seed(self) -> str:
        """Return the seed by which its turns are weighed."""
        return seed_of(self.secret)

    @property
    def rng(self) -> Rng:
        """Return the chance by which its turn is applied."""
        return Rng(self.secret, self.ply)

    def choice(self, action: Any) -> Choice:
        """Return the position with a turn taken in it."""
        return Choice(self.ply, self.player, self.state, action)


def posed_of(challenge: Challenge, position: Position) -> Posed:
    """Return a position as it was stored; raise Outdated."""
    rules = rules_of(challenge)
    if challenge.rules_version != rules.info.rules_version:
        raise Outdated
    return Posed(
        rules=rules,
        number=position.number,
        player=position.player,
        state=rules.decode_state(position.state),
        turn=codec.decode(position.turn, Turn),
        secret=secret_of(challenge.game, challenge.day, position.slot),
    )
