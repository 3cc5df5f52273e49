"""A review in words: what a turn was, what it cost, and why another one was better."""

from games.core.language.text import Plural, Text
from games.core.review.judging import Grade
from games.core.review.report import By, Idea, Turn

GRADES = {
    Grade.ONLY: Text("The only turn"),
    Grade.BEST: Text("The best turn"),
    Grade.GOOD: Text("A good turn"),
    Grade.INACCURATE: Text("Inaccurate"),
    Grade.MISTAKE: Text("A mistake"),
    Grade.NONE: Text("The clock's move"),
}
BY_COMPUTER = Text("The computer's move")
SHORT = {
    "best": Text("Best"),
    "good": Text("Good"),
    "inaccurate": Text("Inaccurate"),
    "mistake": Text("Mistakes"),
}

LEAST = 1  # points that are worth a word

# What the better turn has more of, in points, by the parts of an idea's lead.
_MORE = {
    "now": Plural("It scores one point more at once.", "It scores {n} points more at once.", n=0),
    "later": Plural(
        "Later turns can be expected to bring one point more.",
        "Later turns can be expected to bring {n} points more.",
        n=0,
    ),
    "others": Plural(
        "Others can be expected to get one point less.",
        "Others can be expected to get {n} points less.",
        n=0,
    ),
}
_LESS_NOW = Plural(
    "It scores one point less at once, but makes up for it.",
    "It scores {n} points less at once, but makes up for it.",
    n=0,
)
_LEAD = Plural(
    "All in all it's worth one point more.",
    "All in all it's worth {n} points more.",
    n=0,
)


def change(of: float) -> Text:
    """Return a change of a chance, as whole percent with its sign."""
    percent = round(100 * of)
    return Text("\u2212{n}%", n=-percent) if percent < 0 else Text("+{n}%", n=percent)


def verdict(turn: Turn) -> Text:
    """Return what a turn was, and what it gave away."""
    lost = round(100 * turn.loss)
    what = BY_COMPUTER if turn.by is By.COMPUTER else GRADES[turn.grade]
    if turn.grade in (Grade.GOOD, Grade.INACCURATE, Grade.MISTAKE) or (turn.is_missed and lost):
        return Plural(
            "{grade}: it gave away one percent of the chance to win.",
            "{grade}: it gave away {n} percent of the chance to win.",
            n=max(1, lost),
            grade=what,
        )
    return what


def reasons(turn: Turn) -> list[Text]:
    """Return why the best turn was better than the one that was played, the weightiest first."""
    if turn.played is None or turn.grade in (Grade.NONE, Grade.ONLY, Grade.BEST):
        return []
    return why(turn.ideas[0], turn.played)


def why(better: Idea, other: Idea) -> list[Text]:
    """Return why a choice is better than another: at once, for later, and by the end."""
    gained = {name: better.parts[name] - other.parts[name] for name in better.parts}
    more = {name: round(points) for name, points in gained.items() if round(points) >= LEAST}
    texts: list[Text] = [
        _MORE[name].having(n=more[name]) for name in sorted(more, key=lambda one: -more[one])
    ]
    if round(gained["now"]) <= -LEAST:
        texts.insert(0, _LESS_NOW.having(n=-round(gained["now"])))
    lead = round(better.lead - other.lead)
    if lead >= LEAST and len(texts) != 1:
        texts.append(_LEAD.having(n=lead))
    return texts
