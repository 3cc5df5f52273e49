"""When a game of Upwords is over, who plays next if it isn't, and what is lost (section 5)."""

import dataclasses

from games.core.game import Player
from games.core.language.events import Event
from games.core.table.words import Words
from games.upwords.options import Options
from games.upwords.position.model import State
from games.upwords.turns.generation import Survey

LONG_ROUNDS = 20  # after so many rounds without a tile laid, a game is over (rule 5.4)


def end(state: State, options: Options, words: Words) -> Event | None:
    """Return the event that ends the game after the turn of the player to move, or None."""
    player = state.to_move
    if not state.pile and player is not None and not state.held[player]:
        if not options.old_ending:
            return Event("over_rack_empty", player)
        if not any(state.held):
            return Event("over_all_laid")
    if not state.pile and not state.idle and not _someone_can_play(state, options, words):
        return Event("over_nobody_can_play")
    everyone = sum(held > 0 for held in state.held)
    if state.passes >= everyone and not (options.passes_end == "empty" and state.pile):
        return Event("over_all_passed")
    if state.idle >= LONG_ROUNDS * everyone:
        return Event("over_no_tile_laid", None, {"rounds": LONG_ROUNDS})
    return None


def _someone_can_play(state: State, options: Options, words: Words) -> bool:
    survey = Survey(state.board, options, words)
    return any(next(survey.plays(rack), None) for rack in state.racks if rack)


def next_player(state: State) -> Player:
    """Return the next player with tiles; those without any are skipped (rule 5.6)."""
    assert state.to_move is not None  # noqa: S101 - a game that is over has no next player
    players = len(state.held)
    turns = ((state.to_move + step) % players for step in range(1, players + 1))
    return next(player for player in turns if state.held[player])


def ended(state: State, options: Options, over: Event) -> State:
    """Return the end of the game: points off for each tile left, all racks shown (rule 5.5)."""
    scores, events = list(state.scores), []
    for player, rack in enumerate(state.racks):
        if not rack:
            continue
        off = options.left * len(rack)
        scores[player] -= off
        events.append(Event("left", player, {"tiles": list(rack)}, -off, "left"))
    events.append(over)
    return dataclasses.replace(
        state, to_move=None, scores=tuple(scores), events=(*state.events, *events)
    )
