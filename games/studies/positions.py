"""The position of each node of a study, made again from its secret; a process keeps the latest."""

from typing import Any

from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.extras.protocols import AnyGame
from games.core.rng import Rng
from games.matches.recent import Recent
from games.registry import UnknownGame, game_class, load_game
from games.studies.material import BROKEN, OLDER, NotStudied
from games.studies.models import START, Node, Study
from games.studies.reading import Opened
from games.words.lists.lexicon import lexicon

KEPT = 800  # positions
KEPT_RULES = 32

_known: Recent[tuple[int, int], Any] = Recent(KEPT)
_rules: Recent[int, AnyGame] = Recent(KEPT_RULES)


def rules_of(study: Study) -> AnyGame:
    """Return the rules by which a study is played; raise NotStudied if they have changed since."""
    known = _rules.get(study.pk)
    if known is not None:
        return known
    try:
        if game_class(study.game).info.rules_version != study.rules_version:
            raise NotStudied(OLDER)
        words = None
        if study.word_list_version_id is not None:
            words = lexicon(study.word_list_version_id, slurs=study.options["slurs"])
        return _rules.keep(study.pk, load_game(study.game, study.options, words))
    except (UnknownGame, BadData) as error:
        raise NotStudied("This site can't play this game any more.") from error


def state_at(opened: Opened, number: int) -> Any:
    """Return the position of a node; raise UnknownNode or NotStudied.

    A number stands for one turn for ever, so what is kept never goes stale.
    """
    rules, study, path = rules_of(opened.study), opened.study, opened.path(number)
    secret = bytes(study.secret)
    known = len(path)
    while known and _known.get((study.pk, path[known - 1].number)) is None:
        known -= 1
    state = _known.get((study.pk, path[known - 1].number if known else START))
    try:
        if state is None:
            state = rules.initial_state(len(study.names), Rng(secret, 0))
            _known.keep((study.pk, START), state)
            known = 0
        for node in path[known:]:
            state = rules.apply_action(
                state, rules.decode_action(node.action), Rng(secret, node.draw)
            )
            _known.keep((study.pk, node.number), state)
    except (BadData, IllegalAction) as error:
        raise NotStudied(BROKEN) from error
    return state


def draw_at(opened: Opened, parent: int) -> int:
    """Return by which ply's chance a turn is played there: as the match had it, or the next one."""
    going_on = opened.children(parent)
    if going_on and going_on[0].is_main:
        return going_on[0].draw
    node: Node | None = opened.nodes.get(parent)
    return 1 if node is None else node.draw + 1
