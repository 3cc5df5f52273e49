"""What the tiles kept on a rack are worth, compared with tiles drawn at random.

A tile that is hard to lay costs more than a turn or two: it stays, and costs points in the end.
"""

# By how many points a letter kept adds to a player's lead in the end.
PROMISE = {
    "a": 1.5, "b": -0.4, "c": -0.4, "d": 0.7, "e": 1.1, "f": -2.0, "g": -0.2, "h": -0.2,
    "i": -1.3, "j": -9.5, "k": -5.5, "l": 0.9, "m": 1.2, "n": 0.7, "o": 0.1, "p": 1.1,
    "q": -10.0, "r": 2.1, "s": 3.4, "t": 2.2, "u": -4.0, "v": -4.8, "w": -2.2, "x": -7.8,
    "y": -2.5, "z": -11.0,
}  # fmt: skip
TWICE = -2.5  # for each letter that is there already
THRICE = -2.0  # more for each that is there twice
CONSONANT = -0.6  # for each consonant but two, beyond the number of vowels
VOWELS = "aeiou"


def promise(letters: str) -> float:
    """Return by how many points letters kept add to a lead in the end, while tiles are drawn."""
    twice, thrice, consonants = burdens(letters)
    total = sum(map(PROMISE.__getitem__, letters))
    return total + TWICE * twice + THRICE * thrice + CONSONANT * consonants


def burdens(letters: str) -> tuple[int, int, int]:
    """Return how many letters there are twice, thrice, and how many consonants too many."""
    counts = [letters.count(letter) for letter in sorted(set(letters))]
    vowels = sum(map(letters.count, VOWELS))
    twice = sum(count - 1 for count in counts)
    thrice = sum(max(0, count - 2) for count in counts)
    return twice, thrice, max(0, len(letters) - 2 * vowels - 2)
