"""The points of a turn and of the end, as events."""

from games.core.game import Player
from games.core.language.events import Event
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.model import Card, State
from games.tiled_of_it.turns.building import Build, Cells, neighbour_of


def tell_build(
    options: Options, cells: Cells, card: Card, player: Player, built: Build
) -> list[Event]:
    """Return the events of the words a card makes (rule 6)."""
    events = []
    for word in built.words:
        name = word.text.upper()
        events.append(Event("word", player, {"word": name}, options.word_points, "word"))
        other = cells[word.neighbour]
        owner = neighbour_of(cells, word, card, built.taken)
        facts = {"card": other.text.upper() if other else "", "word": name}
        events.append(Event("neighbour", owner, facts, options.neighbour_points, "neighbour"))
    changed = [cell for cell in built.taken if _owner(cells, cell) != card.player]
    if changed:
        events.append(Event("turned", card.player, {"cards": len(changed)}))
    return events


def _owner(cells: Cells, cell: int) -> int | None:
    card = cells[cell]
    return card.player if card else None


def final_bonus(options: Options, state: State) -> tuple[list[int], list[Event]]:
    """Return each player's bonus for the cards they control, and the events (rule 7.2)."""
    held = [0] * len(state.scores)
    for card in state.grid:
        if card is not None:
            held[card.player] += 1
    events = [Event("over", state.sizes.index(0))]
    for player, count in enumerate(held):
        points = options.bonus * count
        events.append(Event("bonus", player, {"cards": count}, points, "bonus"))
    return [options.bonus * count for count in held], events
