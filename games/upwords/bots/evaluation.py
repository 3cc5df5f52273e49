"""What the tiles kept on a rack are worth, compared with tiles drawn at random.

A tile that is hard to lay costs more than a turn or two: it stays, and costs points in the end.
"""

# By how many points a letter kept adds to a player's lead in the end: regressions over 42,000 turns
# of players who took what was best by points and by such a table, on the large board with the
# Standard list. The first table let them part with too many vowels, so it was fitted again to their
# games, and this is about the mean of both. tools.fitting.promise fits it.
PROMISE = {
    "a": 2.6, "b": -1.2, "c": -1.2, "d": 0.5, "e": 3.3, "f": -2.5, "g": -1.2, "h": 0.6,
    "i": 0.1, "j": -9.4, "k": -5.0, "l": 1.0, "m": 0.2, "n": 0.7, "o": 2.0, "p": 0.8,
    "q": -11.0, "r": 2.1, "s": 3.0, "t": 2.3, "u": -2.3, "v": -5.6, "w": -2.9, "x": -6.5,
    "y": -2.8, "z": -12.0,
}  # fmt: skip
TWICE = -2.6  # for each letter that is there already
THRICE = -2.0  # more for each that is there twice
CONSONANT = -0.7  # for each consonant but two, beyond the number of vowels
VOWELS = "aeiou"
# Once none are drawn, each costs so many points more, for each that it costs in the end: most are
# laid after all. In 400 pairs of games this brought 2.4 points (standard error 0.5), compared with
# counting the end's points alone.
LATE = 0.4
OUT = 3.0  # tiles that others have left when a player goes out


def promise(letters: str) -> float:
    """Return by how many points letters kept add to a lead in the end, while tiles are drawn."""
    twice, thrice, consonants = burdens(letters)
    total = sum(map(PROMISE.__getitem__, letters))
    return total + TWICE * twice + THRICE * thrice + CONSONANT * consonants


def late_promise(letters: str, left: int) -> float:
    """Return by how many points letters kept add to a lead once no tiles are drawn.

    In the end each costs ``left`` points; without any, the others have some left.
    """
    if not letters:
        return left * OUT
    return promise(letters) - LATE * left * len(letters)


def burdens(letters: str) -> tuple[int, int, int]:
    """Return how many letters there are twice, thrice, and how many consonants too many."""
    counts = [letters.count(letter) for letter in sorted(set(letters))]
    vowels = sum(map(letters.count, VOWELS))
    twice = sum(count - 1 for count in counts)
    thrice = sum(max(0, count - 2) for count in counts)
    return twice, thrice, max(0, len(letters) - 2 * vowels - 2)
