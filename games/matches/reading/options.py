"""What a player may do in practice, told before they do it, by what they see and no further."""

import itertools
from typing import Any

from games.core.errors import Refusal
from games.core.extras.protocols import AnyGame, preview
from games.core.game import Player
from games.core.rng import SECRET_BYTES, Rng
from games.matches.answers import MatchOver, NotYourTurn
from games.matches.between.seated import is_practice
from games.matches.models import Match
from games.matches.reading.matches import position, rules_of, seats
from games.matches.recent import Recent
from games.registry import looks_of
from games.say import said
from games.thinking.question import Ask, Question

SHOWN = 30
IDEAS = 3
LESS = 4  # an idea takes a fraction of the looks of a review
KNOWN = 16  # positions whose options a process remembers: they cost up to a tenth of a second
LOOKED_AT = 1500  # actions whose points are worked out: a hand of 15 tiles spells many thousands

_known: Recent[str, list[tuple[int | None, Any]]] = Recent(KNOWN)


def options(*, match_id: int, player: Player) -> dict[str, Any]:
    """Return what the player to move may do, the most points first, as JSON.

    ``shown`` are some of them, each with its ``action``, its ``words`` and its ``points`` (None if
    nobody can tell), and ``more`` tells whether there are others. Raise Refusal where others play.
    """
    rules, seen, match = _practice(match_id, player)
    key = f"{match.pk}/{match.last_hash}/{player}"
    ranked = _known.get(key) or _known.keep(key, _ranked(rules, seen, player))
    shown = [
        {
            "action": rules.encode_action(action),
            "words": rules.action_in_words(seen, action),
            "points": points,
        }
        for points, action in ranked[:SHOWN]
    ]
    return {"shown": said(shown), "more": len(ranked) > SHOWN}


def _ranked(rules: AnyGame, seen: Any, player: Player) -> list[tuple[int | None, Any]]:
    """Return a player's actions with their points, the most points first."""
    found = itertools.islice(rules.legal_actions(seen), LOOKED_AT)
    return sorted(
        ((_points(rules, seen, player, action), action) for action in found),
        key=lambda one: -1 if one[0] is None else one[0],
        reverse=True,
    )


def ideas(*, match_id: int, player: Player, ask: Ask) -> dict[str, Any]:
    """Return the three best turns of the player to move, as far as a quick look can tell, as JSON.

    ``shown`` are as in ``options``, with the ``chance`` to win in percent in place of the points.
    They are the same each time somebody asks. Raise Refusal where others play, and what ``ask``
    does.
    """
    rules, seen, match = _practice(match_id, player)
    found = ask(
        Question(
            rules=rules,
            words=match.word_list_version_id,
            view=seen,
            player=player,
            seed=bytes(SECRET_BYTES).hex(),
            ply=match.ply,
            stream="ideas",
            looks=looks_of(match.game) // LESS,
        )
    )
    shown = [
        {
            "action": rules.encode_action(one.action),
            "words": rules.action_in_words(seen, one.action),
            "chance": round(100 * one.chance),
        }
        for one in found[:IDEAS]
    ]
    return {"shown": said(shown)}


def _practice(match_id: int, player: Player) -> tuple[AnyGame, Any, Match]:
    """Return the rules, what a player sees in their turn, and their match; raise Refusal."""
    match = Match.objects.select_related("timer").get(pk=match_id)
    if match.status != Match.Status.RUNNING:
        raise MatchOver
    if not is_practice(match, seats(match_id=match_id), player):
        raise Refusal("You can see your options only while you're playing against computers alone.")
    if match.to_move != player:
        raise NotYourTurn
    rules = rules_of(match)
    return rules, rules.observation(position(match, rules), player), match


def _points(rules: AnyGame, seen: Any, player: Player, action: Any) -> int | None:
    """Return what an action would bring by what the player sees, None if that isn't told."""
    found = preview(rules, seen, player, action)
    if found is not None:
        points = found.get("points")
        return points if isinstance(points, int) else None
    if rules.info.hidden_information:
        return None
    # Nothing is hidden here, and what is drawn afterwards brings nobody points.
    after = rules.apply_action(seen, action, Rng(bytes(SECRET_BYTES), 0))
    return sum([int(event.points) for event in after.events if event.player == player])
