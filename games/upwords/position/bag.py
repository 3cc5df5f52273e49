"""The bag: who goes first, the first racks, and tiles drawn or given back."""

from collections.abc import Iterable

from games.core.rng import Rng

Bag = dict[str, int]


def draw_for_first(bag: Bag, players: int, rng: Rng) -> tuple[str, ...]:
    """Return the letters each player draws to see who goes first (rule 1.5).

    Nearest to A goes first. Players who tie draw again until one is left. Only then do all these
    tiles go back, so nobody draws a tile that somebody holds.
    """
    draws, rest = [""] * players, bag
    tied = list(range(players))
    while len(tied) > 1:
        for player in tied:
            letter, rest = take(rest, 1, rng)
            draws[player] += letter
        nearest = min(draws[player][-1] for player in tied)
        tied = [player for player in tied if draws[player][-1] == nearest]
    return tuple(draws)


def first_player(draws: tuple[str, ...]) -> int:
    """Return who goes first by these draws: of those who drew last, the one nearest to A."""
    rounds = max(map(len, draws))
    return min(
        (letters[-1], player) for player, letters in enumerate(draws) if len(letters) == rounds
    )[1]


def take(bag: Bag, count: int, rng: Rng) -> tuple[str, Bag]:
    """Return so many letters drawn at random, or all there are, and the bag without them."""
    rest, drawn = dict(bag), ""
    total = sum(bag.values())
    for _ in range(min(count, total)):
        letter = rng.weighted(rest.items())
        drawn += letter
        rest[letter] -= 1
    return drawn, {letter: copies for letter, copies in rest.items() if copies}


def give_back(bag: Bag, letters: str) -> Bag:
    """Return the bag with letters added, in the order of the alphabet."""
    more = dict(bag)
    for letter in letters:
        more[letter] = more.get(letter, 0) + 1
    return dict(sorted(more.items()))


def arranged(letters: str) -> str:
    """Return a rack in the order of the alphabet."""
    return "".join(sorted(letters))


def without(rack: str, letters: Iterable[str]) -> str | None:
    """Return a rack without some letters, None if they aren't all on it."""
    for letter in letters:
        if len(letter) != 1 or letter not in rack:
            return None
        rack = rack.replace(letter, "", 1)
    return rack
