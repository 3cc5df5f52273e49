"""A review in words: what a turn was, what it cost, and why another one was better."""

from collections.abc import Iterator, Mapping

from games.core.language.text import Plural, Text
from games.core.review.judging import Grade
from games.core.review.report import Idea, Turn

GRADES = {
    Grade.ONLY: Text("The only turn"),
    Grade.BEST: Text("The best turn"),
    Grade.GOOD: Text("A good turn"),
    Grade.INACCURATE: Text("Inaccurate"),
    Grade.MISTAKE: Text("A mistake"),
    Grade.NONE: Text("The clock's move"),
}
SHORT = {
    "best": Text("Best"),
    "good": Text("Good"),
    "inaccurate": Text("Inaccurate"),
    "mistake": Text("Mistakes"),
}

LEAST = 1.0  # points that are worth a word

# What the better turn has more of, in points, by the names of games.core.weighing.PARTS.
_MORE = {
    "now": Plural("It scores one point more at once.", "It scores {n} points more at once.", n=0),
    "kept": Plural(
        "What it leaves for later turns is worth one point more.",
        "What it leaves for later turns is worth {n} points more.",
        n=0,
    ),
    "others": Plural(
        "It costs the others one point more.", "It costs the others {n} points more.", n=0
    ),
    "reply": Plural(
        "The next player can be expected to score one point less.",
        "The next player can be expected to score {n} points less.",
        n=0,
    ),
    "end": Plural(
        "It brings one point more when the game ends.",
        "It brings {n} points more when the game ends.",
        n=0,
    ),
}
_LESS_NOW = Plural(
    "It scores one point less at once, but makes up for it.",
    "It scores {n} points less at once, but makes up for it.",
    n=0,
)
_LEAD = Plural(
    "By the end it can be expected to bring one point more.",
    "By the end it can be expected to bring {n} points more.",
    n=0,
)


def change(of: float) -> Text:
    """Return a change of a chance, as whole percent with its sign."""
    percent = round(100 * of)
    return Text("\u2212{n}%", n=-percent) if percent < 0 else Text("+{n}%", n=percent)


def verdict(turn: Turn) -> Text:
    """Return what a turn was, and what it gave away."""
    if turn.grade in (Grade.GOOD, Grade.INACCURATE, Grade.MISTAKE):
        lost = max(1, round(100 * turn.loss))
        return Plural(
            "{grade}: it gave away one percent of the chance to win.",
            "{grade}: it gave away {n} percent of the chance to win.",
            n=lost,
            grade=GRADES[turn.grade],
        )
    return GRADES[turn.grade]


def reasons(turn: Turn) -> list[Text]:
    """Return why the best turn was better than the one that was played, the weightiest first."""
    if turn.played is None or turn.grade in (Grade.NONE, Grade.ONLY, Grade.BEST):
        return []
    return why(turn.ideas[0], turn.played)


def why(better: Idea, other: Idea) -> list[Text]:
    """Return why a choice is better than another: at once, for later, and by the end."""
    gained = _gained(better.parts, other.parts)
    now, lead = round(gained.get("now", 0.0)), round(better.lead - other.lead)
    found = sorted(_differences(gained), key=lambda one: -one[0])
    texts = [text for _, text in found]
    if now <= -LEAST:
        texts.insert(0, _LESS_NOW.having(n=-now))
    if lead >= LEAST and lead >= now + LEAST:
        texts.append(_LEAD.having(n=lead))
    return texts


def _differences(gained: Mapping[str, float]) -> Iterator[tuple[float, Text]]:
    for name, more in gained.items():
        if name in _MORE and round(more) >= LEAST:
            yield more, _MORE[name].having(n=round(more))


def _gained(better: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    return {name: better[name] - other[name] for name in better if name in other}
