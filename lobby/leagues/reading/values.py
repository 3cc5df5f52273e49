"""A season's rows as a value, and a changed value back into the rows.

Whatever changes a season reads the value, lets a pure function change it, and stores what differs:
a step, what people do, and undoing are all one. The caller holds the season's row.
"""

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from lobby.leagues.models import Division, Entrant, Fixture, FixtureSeat, Leftover, Season
from lobby.leagues.reading.agreed import rules_of
from lobby.leagues.season import values as s
from lobby.leagues.season.values import FixtureStatus, How, Key, Phase, Purpose, Standing

# The columns that a value and its row share.
OF_SEASON = (
    "phase", "registration_at", "check_in_at", "starts_at", "ended_at", "rounds", "round_ends_at",
)  # fmt: skip
OF_ENTRANT = (
    "standing", "rating", "last", "last_place", "moved", "pause", "checked_in", "seed", "left_at",
    "place", "next_level",
)  # fmt: skip
OF_FIXTURE = ("status", "opened_at", "due_at", "purpose", "extended")
BATCH = 500
BEFORE_DRAWING = (Phase.PLANNED, Phase.REGISTRATION, Phase.CHECK_IN)


def hold(season_id: int) -> Season:
    """Return a season's row, held until the transaction ends; raise DoesNotExist."""
    return (
        Season.objects.select_for_update(of=("self",), no_key=True)
        .select_related("league")
        .get(pk=season_id)
    )


def value_of(row: Season) -> s.Season:
    """Return a season's row, with all that belongs to it, as a value."""
    entrants = [entrant_value(each, each.division) for each in _entrants(row)]
    if row.phase in BEFORE_DRAWING:
        entrants = _with_history(row, entrants)
    return s.Season(
        number=row.number,
        rules=rules_of(row),
        zone=row.zone,
        seed=row.seed,
        entrants=tuple(entrants),
        fixtures=tuple(_fixtures(row)),
        held=row.held_at is not None,
        done=frozenset(row.steps.filter(undone_at=None).values_list("key", flat=True)),
        **{name: getattr(row, name) for name in OF_SEASON if name != "phase"},
        phase=Phase(row.phase),
    )


def _entrants(row: Season) -> Iterable[Entrant]:
    return row.entrants.select_related("division").order_by("joined_at", "pk")


def entrant_value(row: Entrant, division: Division | None) -> s.Entrant:
    """Return the row of a place in a division as a value."""
    facts = {name: getattr(row, name) for name in OF_ENTRANT if name != "standing"}
    return s.Entrant(
        id=row.pk,
        joined_at=row.joined_at,
        standing=Standing(row.standing),
        level=division.level if division else None,
        away=frozenset(row.away),
        **facts,
    )


def _with_history(row: Season, entrants: list[s.Entrant]) -> list[s.Entrant]:
    """Return entrants with what they did in the seasons before, which may have ended meanwhile."""
    users = dict(row.entrants.values_list("pk", "user_id"))
    histories = histories_of(row, [user for user in users.values() if user])
    usual = {"last": None, "last_place": None, "moved": 0, "pause": None}
    return [
        dataclasses.replace(each, **histories.get(users[each.id] or 0, usual)) for each in entrants
    ]


def histories_of(row: Season, users: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Return by user what is known of their last season of the league, as an entrant's columns."""
    earlier = Entrant.objects.filter(
        season__league_id=row.league_id,
        season__number__lt=row.number,
        user_id__in=list(users),
        next_level__isnull=False,
    )
    facts: Iterable[Any] = earlier.order_by("season__number", "pk").values_list(
        "user_id", "season__number", "division__level", "place", "next_level"
    )
    return {
        user: {
            "last": to,
            "last_place": place,
            "moved": (at > to) - (at < to) if at else 0,
            "pause": row.number - number,
        }
        for user, number, at, place, to in facts
    }


def _fixtures(row: Season) -> Iterable[s.Fixture]:
    seats: dict[int, list[int]] = defaultdict(list)
    chairs = FixtureSeat.objects.filter(fixture__season=row).order_by("fixture_id", "player")
    for fixture_id, entrant_id in chairs.values_list("fixture_id", "entrant_id"):
        seats[fixture_id].append(entrant_id)
    ordered = row.fixtures.select_related("division").order_by("division__level", "round", "number")
    for each in ordered:
        yield s.Fixture(
            key=key_of(each),
            seats=tuple(seats[each.pk]),
            status=FixtureStatus(each.status),
            opened_at=each.opened_at,
            due_at=each.due_at,
            outcome=_outcome(each),
            purpose=Purpose(each.purpose),
            extended=each.extended,
        )


def key_of(row: Fixture) -> Key:
    """Return the name of a fixture within its season."""
    return row.division.level, row.round, row.number


def _outcome(row: Fixture) -> s.Outcome | None:
    if row.places is None:
        return None
    scores = None if row.scores is None else tuple(row.scores)
    return s.Outcome(places=tuple(row.places), how=How(row.how), scores=scores)


# --- Storing --------------------------------------------------------------------------------------


def save(row: Season, old: s.Season, new: s.Season, *, now: datetime) -> None:
    """Store what differs between two values of a season whose row the caller holds."""
    changed = [name for name in OF_SEASON if getattr(old, name) != getattr(new, name)]
    for name in changed:
        setattr(row, name, getattr(new, name))
    if changed:
        row.save(update_fields=changed)
    divisions = _divisions(row, new)
    _save_entrants(row, old, new, divisions)
    _save_fixtures(row, old, new, divisions, now)
    row.divisions.exclude(level__in=new.levels).delete()


def _divisions(row: Season, new: s.Season) -> dict[int, Division]:
    """Return the divisions by level, those that are not there yet made."""
    found = {each.level: each for each in row.divisions.all()}
    missing = [level for level in new.levels if level not in found]
    Division.objects.bulk_create(Division(season=row, level=level) for level in missing)
    return {each.level: each for each in row.divisions.all()} if missing else found


def _save_entrants(
    row: Season, old: s.Season, new: s.Season, divisions: Mapping[int, Division]
) -> None:
    former = {each.id: each for each in old.entrants}
    changed = [each for each in new.entrants if former[each.id] != each]
    Entrant.objects.bulk_update(
        [
            Entrant(
                pk=each.id,
                season=row,
                division=None if each.level is None else divisions[each.level],
                away=sorted(each.away),
                **{name: getattr(each, name) for name in OF_ENTRANT},
            )
            for each in changed
        ],
        [*OF_ENTRANT, "division", "away"],
        batch_size=BATCH,
    )


def _save_fixtures(
    row: Season, old: s.Season, new: s.Season, divisions: Mapping[int, Division], now: datetime
) -> None:
    former = {each.key: each for each in old.fixtures}
    kept = {each.key for each in new.fixtures}
    _give_up(row, [each.key for each in old.fixtures if each.key not in kept], delete=True)
    planned = FixtureStatus.PLANNED
    back = [each.key for each in new.fixtures if each.key in former and each.status == planned]
    _give_up(row, [key for key in back if former[key].status != planned], delete=False)
    _create_fixtures(row, [each for each in new.fixtures if each.key not in former], divisions, now)
    changed = [each for each in new.fixtures if former.get(each.key, each) != each]
    ids = _ids(row, [each.key for each in changed])
    Fixture.objects.bulk_update(
        [_fixture_row(row, each, divisions, now, pk=ids[each.key]) for each in changed],
        [*OF_FIXTURE, "places", "scores", "how", "ended_at"],
        batch_size=BATCH,
    )


def _create_fixtures(
    row: Season, fixtures: list[s.Fixture], divisions: Mapping[int, Division], now: datetime
) -> None:
    made = Fixture.objects.bulk_create(
        [_fixture_row(row, each, divisions, now) for each in fixtures], batch_size=BATCH
    )
    FixtureSeat.objects.bulk_create(
        [
            FixtureSeat(fixture=fixture, player=player, entrant_id=entrant)
            for fixture, each in zip(made, fixtures, strict=True)
            for player, entrant in enumerate(each.seats)
        ],
        batch_size=BATCH,
    )


def _fixture_row(
    row: Season,
    each: s.Fixture,
    divisions: Mapping[int, Division],
    now: datetime,
    pk: int | None = None,
) -> Fixture:
    outcome, ended = each.outcome, each.status in (FixtureStatus.OVER, FixtureStatus.VOID)
    return Fixture(
        pk=pk,
        season=row,
        division=divisions[each.level],
        round=each.round,
        number=each.key[2],
        places=None if outcome is None else list(outcome.places),
        scores=None if outcome is None or outcome.scores is None else list(outcome.scores),
        how="" if outcome is None else outcome.how,
        ended_at=now if ended else None,
        **{name: getattr(each, name) for name in OF_FIXTURE},
    )


def keep_transcripts(
    row: Season, effects: Iterable[s.Effect], transcripts: Mapping[Key, Any]
) -> None:
    """Store how the matches were played out that some effects end so."""
    ended = [each for each in effects if isinstance(each, s.Ended)]
    keys = [each.key for each in ended if each.outcome.how == How.PLAY_OUTS]
    Fixture.objects.bulk_update(
        [Fixture(pk=pk, transcript=transcripts.get(key)) for key, pk in _ids(row, keys).items()],
        ["transcript"],
        batch_size=BATCH,
    )


def _ids(row: Season, keys: Iterable[Key]) -> dict[Key, int]:
    """Return the ids of fixtures by their keys."""
    wanted = set(keys)
    if not wanted:
        return {}
    facts = row.fixtures.order_by().values_list("pk", "division__level", "round", "number")
    return {(a, b, c): pk for pk, a, b, c in facts if (a, b, c) in wanted}


def _give_up(row: Season, keys: list[Key], *, delete: bool) -> None:
    """Part fixtures from their tables, whose matches are to be closed, and delete them if asked."""
    fixtures = Fixture.objects.filter(pk__in=_ids(row, keys).values())
    tables = list(fixtures.filter(lobby__isnull=False).values_list("lobby_id", flat=True))
    fixtures.update(lobby=None)
    Leftover.objects.bulk_create(Leftover(season=row, lobby_id=table) for table in tables)
    if delete:
        fixtures.delete()
