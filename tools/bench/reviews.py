"""How long reviews take, on one core and without the site, and how many puzzles are in matches.

A second is one of the processor's, so that other programs on the machine do not count.
"""

from games.registry import infos, looks_of
from tools.reviewing.measuring import Task, speed

Figures = dict[str, float]


def measure(*, matches: int, looks: int | None) -> Figures:
    """Return the seconds of a review and the milliseconds of a turn, by game, and the puzzles.

    ``looks`` are those at each turn, None for those of the site.
    """
    figures: Figures = {}
    puzzles = reviewed = 0
    for info in infos():
        thought = looks or looks_of(info.slug)
        tasks = [Task(info.slug, at, ("medium", "medium"), thought) for at in range(matches)]
        found = [speed(task) for task in tasks]
        seconds = sum(one[0] for one in found)
        figures[f"review_{info.slug}_s"] = seconds / matches
        figures[f"weigh_{info.slug}_ms"] = 1000 * seconds / sum(one[1] for one in found)
        puzzles += sum(one[2] for one in found)
        reviewed += matches
    figures["puzzles_per_100"] = 100 * puzzles / reviewed
    return figures
