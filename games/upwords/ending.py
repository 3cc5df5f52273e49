"""When a game of Upwords is over, who is next if it is not, and what is taken off (section 5)."""

import dataclasses

from games.core.game import Event, Player
from games.core.words import Words
from games.upwords.description import count_of
from games.upwords.generation import Survey
from games.upwords.model import State
from games.upwords.options import Options
from games.upwords.tiles import tile_name

LONG_ROUNDS = 20  # rounds without a tile laid after which a game is over (rule 5.4)


def reason_to_end(state: State, options: Options, words: Words) -> str:
    """Return why the game is over after the turn of the player to move, "" if it is not."""
    player = state.to_move
    if not state.pile and player is not None and not state.held[player]:
        if not options.old_ending:
            return "a rack is empty and no tiles are left to draw"
        if not any(state.held):
            return "all tiles are laid"
    if not state.pile and not state.idle and not _someone_can_play(state, options, words):
        return "no tiles are left to draw and nobody can play"
    everyone = sum(held > 0 for held in state.held)
    if state.passes >= everyone and not (options.passes_end == "empty" and state.pile):
        return "everyone has passed"
    if state.idle >= LONG_ROUNDS * everyone:
        return f"no tile was laid for {LONG_ROUNDS} rounds"
    return ""


def _someone_can_play(state: State, options: Options, words: Words) -> bool:
    survey = Survey(state.board, options, words)
    return any(next(survey.plays(rack), None) for rack in state.racks if rack)


def next_player(state: State) -> Player:
    """Return the next player with tiles; one without any is passed over (rule 5.6)."""
    assert state.to_move is not None  # noqa: S101 - a game that is over has no next player
    players = len(state.held)
    turns = ((state.to_move + step) % players for step in range(1, players + 1))
    return next(player for player in turns if state.held[player])


def ended(state: State, options: Options, reason: str) -> State:
    """Return the end of the game: points off for every tile left, all tiles shown (rule 5.5)."""
    scores, events = list(state.scores), []
    for player, rack in enumerate(state.racks):
        if not rack:
            continue
        off = options.left * len(rack)
        scores[player] -= off
        names = ", ".join(map(tile_name, rack))
        text = f"{count_of(len(rack), 'tile')} left, {names}: {count_of(-off, 'point')}"
        events.append(Event(player, text, -off, "left"))
    events.append(Event(None, f"The game is over: {reason}."))
    return dataclasses.replace(
        state, to_move=None, scores=tuple(scores), events=(*state.events, *events)
    )
