"""What people and matches do to a season: each function answers with effects, and changes nothing.

What cannot be done raises Refusal for the person who tried.
"""

from datetime import datetime, timedelta

from games.core.errors import Refusal
from games.core.language.text import Plural, Text
from lobby.leagues.season.effects import apply
from lobby.leagues.season.field import is_at_once, is_robin, rounds_of
from lobby.leagues.season.pairing.knockout import beaten
from lobby.leagues.season.plan.closing import withdraw
from lobby.leagues.season.plan.meetings import ending, later, open_or_forfeit
from lobby.leagues.season.plan.step import World
from lobby.leagues.season.rules import Format
from lobby.leagues.season.values import (
    CheckedIn,
    Effect,
    Entrant,
    EntrantChanged,
    Excused,
    Extended,
    Fixture,
    FixtureStatus,
    How,
    Key,
    Outcome,
    Phase,
    Purpose,
    Season,
    Standing,
    Told,
)

BEFORE = (Phase.PLANNED, Phase.REGISTRATION, Phase.CHECK_IN)
DURING = (Phase.DRAWN_UP, Phase.PLAYING)
OPEN = (FixtureStatus.PLANNED, FixtureStatus.RUNNING)


# --- Before the start -----------------------------------------------------------------------------


def register(season: Season, *, asking: bool = False) -> Standing:
    """Return the standing of somebody who registers now; ``asking`` waits for an organiser."""
    if season.phase == Phase.PLANNED:
        raise Refusal("Registration for this season hasn't opened yet.")
    if season.phase not in BEFORE:
        raise Refusal("Registration for this season has closed. You can still offer to stand in.")
    if asking:
        return Standing.ASKING
    return Standing.WAITING if is_full(season) else Standing.REGISTERED


def is_full(season: Season) -> bool:
    """Tell whether all places are taken, so more people have to wait."""
    taken = sum(each.standing == Standing.REGISTERED for each in season.entrants)
    return bool(season.rules.most) and taken >= season.rules.most


def accept(season: Season, entrant: int) -> list[Effect]:
    """Return what an organiser's yes does to somebody who asks to join."""
    if entrant_of(season, entrant).standing != Standing.ASKING:
        raise Refusal("This player is no longer asking to join.")
    return [EntrantChanged(entrant, register(season)), Told("accepted", (entrant,))]


def refuse(season: Season, entrant: int, now: datetime) -> list[Effect]:
    """Return what an organiser's no does to somebody who asks to join."""
    if entrant_of(season, entrant).standing != Standing.ASKING:
        raise Refusal("This player is no longer asking to join.")
    return [EntrantChanged(entrant, Standing.WITHDRAWN, now), Told("refused", (entrant,))]


def check_in(season: Season, entrant: int) -> list[Effect]:
    """Return that somebody checks in; said twice it changes nothing."""
    one = entrant_of(season, entrant)
    if season.phase != Phase.CHECK_IN:
        raise Refusal("Check-in isn't open right now.")
    if one.standing not in (Standing.REGISTERED, Standing.WAITING):
        raise Refusal("You don't have a place in this season.")
    return [] if one.checked_in else [CheckedIn(entrant)]


# --- Leaving and standing in ----------------------------------------------------------------------


def leave(season: Season, entrant: int, now: datetime) -> list[Effect]:
    """Return what happens to a place whose holder gives it up.

    Before the start the first in line moves up; later we look for a substitute, if the league has
    them.
    """
    one = _there(season, entrant)
    if season.phase in BEFORE or one.standing not in (Standing.PLAYING, Standing.LEAVING):
        return [EntrantChanged(entrant, Standing.WITHDRAWN, now), *_moves_up(season, one)]
    if one.standing == Standing.LEAVING:
        raise Refusal("You've already left, and we're looking for a substitute.")
    if not has_more_to_play(season, one):
        raise Refusal("You've played all your matches, so there's no need to leave.")
    if not season.rules.substitutes:
        return withdraw(season, entrant, now)
    told = (entrant, *_opponents(season, entrant))
    return [EntrantChanged(entrant, Standing.LEAVING, now), Told("leaving", told, str(entrant))]


def remove(season: Season, entrant: int, now: datetime) -> list[Effect]:
    """Return what an organiser's removal of somebody does: at once, without a substitute."""
    one = _there(season, entrant)
    if season.phase in BEFORE or one.level is None:
        gone = EntrantChanged(entrant, Standing.WITHDRAWN, now)
        return [gone, Told("removed", (entrant,)), *_moves_up(season, one)]
    return withdraw(season, entrant, now)


def _moves_up(season: Season, leaver: Entrant) -> list[Effect]:
    waiting = [each for each in season.entrants if each.standing == Standing.WAITING]
    taken = sum(each.standing == Standing.REGISTERED for each in season.entrants)
    if leaver.standing != Standing.REGISTERED or taken > season.rules.most or not waiting:
        return []
    first = min(waiting, key=lambda each: (each.joined_at, each.id)).id
    return [EntrantChanged(first, Standing.REGISTERED), Told("moved_up", (first,))]


def has_more_to_play(season: Season, entrant: Entrant) -> bool:
    """Tell whether somebody has a match running, or one to come."""
    if entrant.level is None:
        return False
    own = [each for each in season.fixtures if entrant.id in each.seats]
    if not season.rounds or any(each.status in OPEN for each in own):
        return True
    if is_robin(season) or season.rounds >= rounds_of(season, entrant.level):
        return False
    if season.rules.format != Format.KNOCKOUT:
        return True
    last = max((each.round for each in own), default=0)
    meeting = [each for each in own if each.round == last and each.purpose != Purpose.THIRD]
    return entrant.id not in (beaten(meeting) or ())


def stand_in(
    season: Season, entrant: int, now: datetime, *, missed: int | None = None
) -> list[Effect]:
    """Return what happens to a place that was given up when somebody takes it over.

    Its meetings that have waited begin now, with at least the days of an extension. ``missed`` is
    the place that the substitute had and lost by not checking in: nobody has two.
    """
    if entrant_of(season, entrant).standing != Standing.LEAVING or season.phase not in DURING:
        raise Refusal("This place is no longer free.")
    effects: list[Effect] = [EntrantChanged(entrant, Standing.PLAYING)]
    if missed is not None:
        effects.insert(0, EntrantChanged(missed, Standing.WITHDRAWN, now))
    soonest = later(season, now, season.rules.extension_days)
    for fixture in season.fixtures:
        if entrant in fixture.seats and _waits(season, fixture, entrant):
            due_at = max(season.round_ends_at or soonest, soonest)
            effects += _begin(season, fixture, entrant, now, due_at)
    told = (entrant, *_opponents(season, entrant))
    return [*effects, Told("stood_in", told, str(entrant))]


def _waits(season: Season, fixture: Fixture, entrant: int) -> bool:
    begun = fixture.round <= season.rounds or fixture.purpose == Purpose.PLAY_OFF
    others = [season.entrant(each) for each in fixture.seats if each != entrant]
    ready = all(each.standing != Standing.LEAVING for each in others)
    return fixture.status == FixtureStatus.PLANNED and begun and ready


def _begin(
    season: Season, fixture: Fixture, entrant: int, now: datetime, due_at: datetime
) -> list[Effect]:
    there = [EntrantChanged(entrant, Standing.PLAYING)]
    return open_or_forfeit(apply(season, there), fixture, when=now, due_at=due_at)


# --- While it is played ---------------------------------------------------------------------------


def excuse(season: Season, entrant: int, round: int, now: datetime) -> list[Effect]:
    """Return what an excused absence does: of a running round more time, else as the format has it.

    In a round robin and a knockout the match of a later round gets more time when it begins. In
    Swiss and at tables you sit that round out and get half its points.
    """
    one = _there(season, entrant)
    _check_excuse(season, one, round)
    effects: list[Effect] = [Excused(entrant, round)]
    if round > season.rounds:
        return effects
    for fixture in _running_of(season, entrant, round):
        if fixture.due_at is not None and not fixture.extended:
            due_at = later(season, max(fixture.due_at, now), season.rules.extension_days)
            effects += [Extended(fixture.key, due_at), told_of(fixture, "excused")]
    if len(effects) == 1:
        raise Refusal("None of your matches in this round can be given more time.")
    return effects


def _check_excuse(season: Season, one: Entrant, round: int) -> None:
    rules = season.rules
    if season.phase not in DURING or one.standing != Standing.PLAYING or one.level is None:
        raise Refusal("You can be excused from a round once the divisions have been drawn up.")
    if is_at_once(season):
        raise Refusal(
            "This league plays all its matches at the same time, so there are no rounds to miss."
        )
    if round in one.away:
        raise Refusal("You're already excused from round {round}.", round=round)
    if not max(season.rounds, 1) <= round <= rounds_of(season, one.level):
        raise Refusal("Choose the current round or a later one.")
    if len(one.away) >= rules.excuses:
        raise Refusal(_allowed(rules.excuses))


def _allowed(excuses: int) -> Text:
    if not excuses:
        return Text("This league doesn't allow excused absences.")
    return Plural(
        "This league allows {n} excused absence a season.",
        "This league allows {n} excused absences a season.",
        n=excuses,
    )


def _running_of(season: Season, entrant: int, round: int) -> list[Fixture]:
    running = FixtureStatus.RUNNING
    return [
        each
        for each in season.fixtures
        if entrant in each.seats and each.round == round and each.status == running
    ]


def result(season: Season, key: Key, outcome: Outcome, now: datetime) -> list[Effect]:
    """Return what the end of a match does; told twice, or too late, it changes nothing."""
    fixture = season.fixture(key)
    if fixture.status != FixtureStatus.RUNNING:
        return []
    return ending(season, fixture, outcome, now)


def claim_no_show(
    season: Season, entrant: int, key: Key, now: datetime, world: World
) -> list[Effect]:
    """Return the end of a match whose opponent has not made a single turn in time."""
    fixture = fixture_of(season, key)
    if entrant not in fixture.seats or fixture.status != FixtureStatus.RUNNING:
        raise Refusal("This isn't one of your matches in progress.")
    days = season.rules.no_show_days
    if not days or len(fixture.seats) != 2 or fixture.opened_at is None:
        raise Refusal("You can't claim this match. The clock will decide it.")
    if now < fixture.opened_at + timedelta(days=days):
        raise Refusal(
            Plural(
                "You can't claim this match until {n} day after it began.",
                "You can't claim this match until {n} days after it began.",
                n=days,
            )
        )
    idle = world.idle(key, now)
    if entrant in idle:
        raise Refusal("It's your turn, so take it instead of claiming the match.")
    if not idle:
        raise Refusal("Your opponent has turned up, so there's nothing to claim.")
    places = tuple(0 if each in idle else 1 for each in fixture.seats)
    effects = ending(season, fixture, Outcome(places, How.NO_SHOW), now)
    return [*effects, told_of(fixture, "no_show")]


def told_of(fixture: Fixture, notice: str) -> Told:
    """Return the news of a match to those who play it."""
    return Told(notice, fixture.seats, "{}.{}.{}".format(*fixture.key))


# --- What they share ------------------------------------------------------------------------------


def entrant_of(season: Season, entrant: int) -> Entrant:
    """Return an entrant by id; raise Refusal for none."""
    for each in season.entrants:
        if each.id == entrant:
            return each
    raise Refusal("There's no such player in this season.")


def _there(season: Season, entrant: int) -> Entrant:
    """Return an entrant who can still do something in a season."""
    if season.phase in (Phase.FINISHED, Phase.CANCELLED):
        raise Refusal("This season is over.")
    one = entrant_of(season, entrant)
    if one.standing in (Standing.WITHDRAWN, Standing.ABSENT):
        raise Refusal("This place has already been given up.")
    return one


def fixture_of(season: Season, key: Key) -> Fixture:
    """Return a fixture by key; raise Refusal for none."""
    for each in season.fixtures:
        if each.key == key:
            return each
    raise Refusal("There's no such match in this season.")


def _opponents(season: Season, entrant: int) -> tuple[int, ...]:
    """Return those whose running match waits for an entrant."""
    running = [each for each in season.fixtures if each.status == FixtureStatus.RUNNING]
    those = {one for each in running if entrant in each.seats for one in each.seats}
    return tuple(sorted(those - {entrant}))
