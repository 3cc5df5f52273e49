"""What a meeting is worth: points by the rules of a season, and how far ahead somebody was."""

from collections.abc import Iterator
from fractions import Fraction

from lobby.leagues.season.rules import Format, Rules
from lobby.leagues.season.values import Fixture, FixtureStatus, How, Outcome, Purpose

Number = Fraction | int  # whole numbers are quicker, and most are whole


def counts(fixture: Fixture) -> bool:
    """Whether a fixture's outcome gives points; a play-off only separates equals."""
    return fixture.status == FixtureStatus.OVER and fixture.purpose != Purpose.PLAY_OFF


def points(rules: Rules, outcome: Outcome) -> tuple[int, ...]:
    """Return the points of each seat; place 0 gets none.

    At tables each place is worth two points more than the next, those who share places share
    their points, and a table with empty chairs gives each a point more for each of them: so a
    table is worth as much on average whether it is full or not. A bye is worth a win, there a
    first place at a full table; an excused absence is worth a draw, there the average.
    """
    if outcome.how in (How.BYE, How.EXCUSED):
        return (_alone(rules, outcome.how),)
    of_one = _at_table if rules.format == Format.TABLES else _of_two
    return tuple(of_one(rules, outcome.places, place) if place else 0 for place in outcome.places)


def most(rules: Rules, seats: int) -> int:
    """Return what the best place is worth where so many sit."""
    places = tuple(range(1, seats + 1))
    return _at_table(rules, places, 1) if rules.format == Format.TABLES else rules.win


def _alone(rules: Rules, how: How) -> int:
    if rules.format == Format.TABLES:
        return (rules.table_size - 1) * (2 if how == How.BYE else 1)
    return rules.win if how == How.BYE else rules.draw


def _of_two(rules: Rules, places: tuple[int, ...], place: int) -> int:
    if places.count(place) > 1:
        return rules.draw
    return rules.win if place == 1 else rules.loss


def _at_table(rules: Rules, places: tuple[int, ...], place: int) -> int:
    empty = max(0, rules.table_size - len(places))
    return 2 * (len(places) - place) - (places.count(place) - 1) + empty


def duels(outcome: Outcome) -> Iterator[tuple[int, int, int]]:
    """Yield (player, opponent, halves) for each pair of seats, both ways.

    Two halves go to the better place, one to an equal one, none to the worse or to none.
    """
    for player, place in enumerate(outcome.places):
        for opponent, other in enumerate(outcome.places):
            if player == opponent:
                continue
            if place and place == other:
                yield player, opponent, 1
            else:
                yield player, opponent, 2 if place and (not other or place < other) else 0


def spread(outcome: Outcome, player: int) -> Number:
    """Return a seat's score less the average of the others', 0 if there are no scores."""
    if outcome.scores is None or len(outcome.scores) < 2:
        return 0
    own = outcome.scores[player]
    others, count = sum(outcome.scores) - own, len(outcome.scores) - 1
    return own - (others if count == 1 else Fraction(others, count))
