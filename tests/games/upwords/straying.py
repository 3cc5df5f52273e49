"""Plays that are nearly right: each differs from a play by one thing, or tries one rule."""

import random
from collections.abc import Iterator

from tests.games.upwords.referee import ACROSS, DOWN, Referee, Tiles, neighbours, run

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NO_TILES = ("", "S", "qu", "?", "ab", " ", "é")


def strays(chance: random.Random, referee: Referee, tiles: Tiles) -> list[Tiles]:
    """Return variants of a play, each once."""
    found = [
        *_moved(tiles),
        *_with_another_letter(chance, referee, tiles),
        *_with_fewer_or_more(chance, referee, tiles),
        *_upset(chance, tiles),
    ]
    return [play for play in dict.fromkeys(map(_in_order, found)) if play != _in_order(tiles)]


def _in_order(tiles: Tiles) -> Tiles:
    return tuple(sorted(tiles))


def _moved(tiles: Tiles) -> Iterator[Tiles]:
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (50, 0), (0, -50)):
        yield tuple((row + down, column + right, letter) for row, column, letter in tiles)


def _with_another_letter(chance: random.Random, referee: Referee, tiles: Tiles) -> Iterator[Tiles]:
    place = chance.randrange(len(tiles))
    row, column, _ = tiles[place]
    like = referee.stacks.get((row, column), ["s"])[-1]
    others = (chance.choice(LETTERS), chance.choice(_rack(referee)), like, chance.choice(NO_TILES))
    for letter in others:
        yield (*tiles[:place], (row, column, letter), *tiles[place + 1 :])


def _with_fewer_or_more(chance: random.Random, referee: Referee, tiles: Tiles) -> Iterator[Tiles]:
    yield tiles[1:]
    yield tiles[:-1]
    place = chance.randrange(len(tiles))
    yield (*tiles[:place], *tiles[place + 1 :])
    row, column, _ = chance.choice(tiles)
    anywhere = (chance.randrange(referee.size), chance.randrange(referee.size))
    for square in (*neighbours((row, column)), anywhere, (row, column)):
        yield (*tiles, (*square, chance.choice(_rack(referee))))


def _upset(chance: random.Random, tiles: Tiles) -> Iterator[Tiles]:
    yield tuple((column, row, letter) for row, column, letter in tiles)
    letters = [letter for *_, letter in tiles]
    chance.shuffle(letters)
    yield tuple((row, column, new) for (row, column, _), new in zip(tiles, letters, strict=True))
    (row, column, letter), *rest = tiles
    for square in neighbours((row, column)):
        yield ((*square, letter), *rest)


def attempts(chance: random.Random, referee: Referee) -> list[Tiles]:
    """Return plays that try the rules of stacks, of whole words and of the S."""
    stacks = sorted(referee.stacks)
    if not stacks:
        middle = referee.size // 2
        return [((middle, middle, chance.choice(_rack(referee))),)]
    edge = {near for square in stacks for near in neighbours(square)} - {*stacks}
    singles = [(*square, "s") for square in sorted(edge)]
    singles += [(*square, chance.choice(_rack(referee))) for square in chance.sample(stacks, 2)]
    highest = max(stacks, key=lambda square: len(referee.stacks[square]))
    singles += [(*highest, chance.choice(LETTERS)) for _ in range(3)]
    return [*((tile,) for tile in singles), *_over_whole_words(chance, referee, stacks)]


def _over_whole_words(
    chance: random.Random, referee: Referee, stacks: list[tuple[int, int]]
) -> Iterator[Tiles]:
    """Yield plays that put a word of the list on one that is there, or beyond it."""
    for step in (ACROSS, DOWN):
        squares = run(referee.stacks, chance.choice(stacks), step)
        (row, column), (down, right) = squares[-1], step
        longer = [*squares, (row + down, column + right)]
        for under in (squares, longer):
            fits = [word for word in referee.spelt if len(word) == len(under)]
            for word in chance.sample(fits, min(3, len(fits))):
                tops = [referee.stacks.get(square, [""])[-1] for square in under]
                places = zip(under, word, tops, strict=True)
                yield tuple((*square, letter) for square, letter, top in places if letter != top)


def _rack(referee: Referee) -> list[str]:
    assert referee.turn is not None
    return sorted(referee.racks[referee.turn].elements())
