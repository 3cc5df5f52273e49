"""Entries of a league's ledger in words: what is stored of one is its kind and its facts."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.language.text import Plural, Text, listed
from lobby.leagues.season.wording.steps import describe

Data = Mapping[str, Any]

MADE = {
    "organiser": Text("{by} made {name} the organiser"),
    "co_organiser": Text("{by} made {name} a co-organiser"),
    "referee": Text("{by} made {name} a referee"),
}
NO_LONGER = {
    "organiser": Text("{by} removed {name} as organiser"),
    "co_organiser": Text("{by} removed {name} as co-organiser"),
    "referee": Text("{by} removed {name} as referee"),
}
OTHERS = Text("{by} stepped in")  # of a kind that only another version of the site knows


def told(by: str, kind: str, data: Data) -> Text:
    """Return what somebody did: "Anna put season 3 on hold"; ``by`` is "" for the site itself."""
    words = TOLD.get(kind)
    text = words(data) if words else OTHERS
    return text.having(by=by or Text("The site"))


def reasoned(kind: str) -> Text:
    """Return what stands there for a reason where nobody has written one."""
    if kind == "unreadable":
        return Text("We can't read this season's rules just now.")
    return Text("No reason was given.")


def _role(data: Data) -> Text:
    words = MADE[data["role"]] if data["role"] else NO_LONGER[data["former"]]
    return words.having(name=data["name"])


def _undone(data: Data) -> Text:
    step = describe(data["step"], data["counts"])
    return Text("{by} undid a step in season {season} ({step})", season=data["season"], step=step)


def _about(message: Text) -> Callable[[Data], Text]:
    """Return how a kind is told whose sentence has places for its facts as they are stored."""
    places = message.places() - {"by"}
    return lambda data: message.having(**{place: data[place] for place in places})


def _of_match(message: Text) -> Callable[[Data], Text]:
    """Return how a kind is told that is about a match."""

    def words(data: Data) -> Text:
        _, number, _ = data["fixture"]
        match = Text("the match between {players} in round {round}", round=number)
        match = match.having(players=listed(data["players"]))
        return message.having(match=match)

    return words


def _time(data: Data) -> Text:
    more = Plural(
        "{by} extended {match} by {n} day", "{by} extended {match} by {n} days", n=data["days"]
    )
    return _of_match(more)(data)


TOLD: Mapping[str, Callable[[Data], Text]] = {
    "rules": _about(Text("{by} changed the rules from the next season onwards")),
    "close": _about(Text("{by} closed the league")),
    "role": _role,
    "hold": _about(Text("{by} put season {season} on hold")),
    "unreadable": _about(Text("{by} put season {season} on hold")),
    "go_on": _about(Text("{by} resumed season {season}")),
    "undo": _undone,
    "dates": _about(Text("{by} moved the start of season {season}")),
    "start": _about(Text("{by} started season {season} straight away")),
    "refuse": _about(Text("{by} turned {entrant} down for season {season}")),
    "remove": _about(Text("{by} removed {entrant} from season {season}")),
    "move": _about(Text("{by} moved {entrant} to division {level}")),
    "substitute": _about(Text("{by} gave {entrant}'s place to {substitute}")),
    "settle": _of_match(Text("{by} settled {match}")),
    "annul": _of_match(Text("{by} annulled {match}")),
    "time": _time,
}
