"""Matches over before everyone has chosen two turns: noted as they end, they count nowhere."""

import pytest
from django.db.models import Q

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.matches import play, reading
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.matches.reading import boards
from tests.factories import NOW, make_match, make_user, move, seconds

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def ben() -> User:
    return make_user("ben")


def left_after(match: Match, turns: int) -> Match:
    """Return a match that its first player leaves after so many turns of all."""
    for _ in range(turns):
        move(match)
    play.resign(match_id=match.pk, player=0, now=NOW)
    match.refresh_from_db()
    return match


def shown(match: Match, user: User) -> tuple[int | None, bool, bool, list[str]]:
    """Return what lists say of it: somebody's place, whether it counts, is a result, and whose."""
    (row,) = reading.my_finished(user_id=user.pk)
    board = boards.of_matches([match])[match.pk]
    latest = [key for key, _version in boards.results(Q(), limit=9)]
    people = boards.players_since(Q(), since=NOW - seconds(1), limit=9)
    return row.place, board.counts, latest == [match.pk], sorted(name for _, name in people)


@pytest.mark.parametrize("turns", [0, 3])
def test_no_list_tells_who_won_it(anna: User, ben: User, turns: int) -> None:
    match = left_after(make_match(anna, ben), turns)
    assert (match.was_short, match.counts, match.places) == (True, False, [2, 1])
    assert shown(match, ben) == (None, False, False, [])


def test_with_two_turns_each_lists_tell_it(anna: User, ben: User) -> None:
    match = left_after(make_match(anna, ben), 4)
    assert (match.was_short, match.counts) == (False, True)
    assert shown(match, ben) == (1, True, True, ["anna", "ben"])


def test_practice_and_matches_of_leagues_are_never_short(anna: User, ben: User) -> None:
    practice, arranged = make_match(anna, "easy"), make_match(anna, ben)
    Match.objects.filter(pk=arranged.pk).update(arranged=True)
    assert [left_after(match, 0).was_short for match in (practice, arranged)] == [False, False]


@pytest.mark.parametrize(("others", "is_short"), [(["ben"], True), (["easy"], False)])
def test_a_duel_is_short_as_a_whole_once_all_have_finished(
    anna: User, others: list[str], is_short: bool
) -> None:
    names = [anna.username, *others]
    people = {"anna": anna.pk, "ben": make_user("ben").pk}
    plans = [
        SeatPlan(name=name, user_id=people.get(name), level=None if name in people else name)
        for name in names
    ]
    duel = play.start_duel(
        game="counting_tiles", options={}, control=TimeControl(Pace.LIVE, 60), entrants=plans,
        now=NOW,
    )  # fmt: skip
    matches = list(duel.matches.order_by("pk"))
    for match in matches:
        play.resign(match_id=match.pk, player=0, now=NOW)
    found = Match.objects.filter(duel=duel).values_list("was_short", flat=True)
    assert list(found) == [is_short] * len(matches)
    (row,) = reading.my_finished(user_id=anna.pk)
    assert (row.place is None) == is_short
