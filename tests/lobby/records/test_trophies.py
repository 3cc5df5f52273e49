"""Trophies: what earns them, once each, and what is told of them."""

from datetime import timedelta

import pytest

from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Notification
from accounts.users.models import User
from lobby.leagues.models import Entrant, Season
from lobby.leagues.reading.honours import Honour, honours_of
from lobby.records import acts, sections
from lobby.records.models import Outcome, Result, Trophy
from lobby.records.trophies import awarding, drawings, kinds, mails, showing
from lobby.records.trophies.kinds import Kind, Played
from tests.conftest import Build
from tests.factories import NOW, make_match, make_user
from tests.lobby.leagues import site
from tests.lobby.records.test_acts import finish

DAY = timedelta(days=1)
GAMES = ("upwords", "tilekingdom")


def played(number: int, outcome: str = "won", **facts) -> Played:
    told = {"game": "upwords", "lead": 9, "others": frozenset({2})} | facts
    return Played(match=number, outcome=outcome, at=NOW + number * DAY, **told)


def earned(*results: Played, games: tuple[str, ...] = GAMES) -> dict[tuple[str, str], int | None]:
    found = kinds.milestones(results, games)
    return {(each.kind.value, each.detail): each.match for each in found}


@pytest.mark.parametrize(
    ("results", "kind", "match"),
    [
        ([played(1, "lost")], "first", 1),
        ([played(1, "alone")], "first", None),
        ([played(n, "lost") for n in range(9)], "ten", None),
        ([played(n, "lost") for n in range(12)], "ten", 9),
        ([played(n, "lost") for n in range(100)], "hundred", 99),
        ([played(1, "lost", lead=1), played(2, lead=2), played(3, lead=1)], "close", 3),
        ([played(n) for n in range(1, 7)], "row", 5),
        ([played(n, "drawn" if n == 3 else "won") for n in range(1, 8)], "row", None),
        ([played(n, others=frozenset({n})) for n in range(1, 12)], "company", 10),
        ([played(n) for n in range(1, 12)], "company", None),
        ([played(1), played(2, "alone", game="tilekingdom")], "set", 2),
        ([played(1)], "set", None),
    ],
)
def test_milestones(results, kind, match):
    assert earned(*results).get((kind, "")) == match


def test_the_first_win_in_each_game_is_one():
    won = earned(played(1, "lost"), played(2), played(3), played(4, game="tilekingdom"))
    assert {key: match for key, match in won.items() if key[0] == "win"} == {
        ("win", "upwords"): 2,
        ("win", "tilekingdom"): 4,
    }


@pytest.mark.parametrize(
    ("honour", "names"),
    [
        (Honour(1, 1, 1, 8, promoted=False, on_time=True), [("place", "1"), ("on_time", "")]),
        (Honour(1, 2, 3, 8, promoted=True, on_time=False), [("place", "3"), ("promoted", "")]),
        (Honour(1, 1, 4, 8, promoted=False, on_time=False), []),
        (Honour(1, 1, 3, 3, promoted=False, on_time=False), []),
    ],
)
def test_a_season_brings_places_and_more(honour, names):
    found = [(each.kind.value, each.detail) for each in kinds.of_season(honour, NOW)]
    assert found == names


def test_each_trophy_has_a_name_a_reason_and_a_stamp():
    assert set(kinds.WHY) == set(Kind)
    for kind in Kind:
        detail = {Kind.WIN: "upwords", Kind.PLACE: "2"}.get(kind, "")
        assert drawings.drawing_of(kind, detail).parts


@pytest.fixture
def anna() -> User:
    return make_user("Anna")


def won_by(user: User, other: User, *, game: str = "tilekingdom", day: int = 0) -> None:
    match = make_match(user, other, game=game)
    finish(match, places=[1, 2], scores=[30, 20])
    type(match).objects.filter(pk=match.pk).update(finished_at=NOW + day * DAY)
    acts.note_result(match_id=match.pk)


def given(user: User) -> list[tuple[str, str]]:
    return sorted(Trophy.objects.filter(user=user).values_list("kind", "detail"))


@pytest.mark.django_db
def test_they_are_given_once_and_told_on_the_site_alone(anna):
    ben = make_user("Ben")
    won_by(anna, ben)
    assert awarding.award_waiting(now=NOW) == 3
    assert awarding.award_waiting(now=NOW) == 0
    assert (given(anna), given(ben)) == (
        [("first", ""), ("win", "tilekingdom")],
        [("first", "")],
    )
    won_by(anna, ben, day=1)
    assert awarding.award_waiting(now=NOW) == 0
    notices = Notification.objects.filter(user=anna, kind="trophy").order_by("pk")
    assert [notice.deliveries.get().channel for notice in notices] == ["app", "app"]
    told = mails.trophy_mail(notices[0], NOW)
    assert isinstance(told, Mail)
    assert told.subject == "You've earned a trophy: First post"
    assert told.link == "/people/Anna/#trophies"
    Trophy.objects.all().delete()
    assert isinstance(mails.trophy_mail(notices[0], NOW), Hold)


@pytest.mark.django_db
def test_a_guest_gets_theirs_with_an_account(anna):
    guest = make_user("QuickFox", is_guest=True)
    won_by(guest, anna)
    awarding.award_waiting(now=NOW)
    assert given(guest) == []
    assert sections.trophies(guest, guest) is None
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    won_by(guest, anna, day=1)
    awarding.award_waiting(now=NOW)
    assert given(guest) == [("first", ""), ("win", "tilekingdom")]


@pytest.mark.django_db
def test_a_milestone_stays_though_a_game_is_added(anna):
    ben = make_user("Ben")
    won_by(anna, ben)
    awarding.award_waiting(now=NOW)
    assert acts.recompute() == 0, "what was weighed is no part of a result"
    Result.objects.update(outcome=Outcome.LOST, weighed=False)
    assert awarding.award_waiting(now=NOW) == 0
    assert given(anna) == [("first", ""), ("win", "tilekingdom")]


def played_to_its_end() -> Season:
    season, _ = site.begin(site.season_of(site.found(make_user("host"))), 4)
    return site.play_season(season)


@pytest.fixture(scope="module")
def lasting_season(lasting: Build) -> Season:
    """A season that was played once for all tests of the file."""
    return lasting(played_to_its_end)


@pytest.fixture
def over(lasting_season: Season, db: None) -> Season:
    return Season.objects.get(pk=lasting_season.pk)


@pytest.mark.django_db
def test_a_season_gives_and_takes_with_its_final_places(over):
    places = {each.user: each.place for each in honours_of(season_id=over.pk)}
    assert sorted(places.values()) == [1, 2, 3, 4]
    changed = awarding.award_season(season_id=over.pk, now=NOW)
    assert changed == Trophy.objects.count()
    assert awarding.award_season(season_id=over.pk, now=NOW) == 0
    podium = Trophy.objects.filter(kind="place").values_list("detail", "user")
    assert dict(podium) == {str(place): user for user, place in places.items() if place <= 3}
    first, second = Entrant.objects.filter(season=over, place__lte=2).order_by("place")
    Entrant.objects.filter(pk=first.pk).update(place=2)
    Entrant.objects.filter(pk=second.pk).update(place=1)
    assert awarding.award_season(season_id=over.pk, now=NOW) == 4
    assert Trophy.objects.get(kind="place", detail="1").user_id == second.user_id
    Season.objects.filter(pk=over.pk).update(phase="playing")
    awarding.award_season(season_id=over.pk, now=NOW)
    assert not Trophy.objects.exists()


@pytest.mark.django_db
def test_a_profile_shows_them_and_their_owner_what_is_missing(client, anna, over):
    awarding.award_season(season_id=over.pk, now=NOW)
    winner = Trophy.objects.get(kind="place", detail="1").user
    page = client.get(f"/people/{winner.username}/").content.decode()
    assert "First place" in page
    assert f'href="{over.get_absolute_url()}"' in page
    assert "Still to earn" not in page
    client.force_login(winner)
    assert "Still to earn" in client.get(f"/people/{winner.username}/").content.decode()
    assert [each.title for each in showing.missing(user_id=anna.pk)] == [
        str(kind.label) for kind in kinds.ONCE
    ]


@pytest.mark.django_db
def test_others_see_the_match_of_a_trophy_only_if_everyone_can(anna):
    ben = make_user("Ben")
    won_by(anna, ben)
    awarding.award_waiting(now=NOW)
    address = Result.objects.get(user=anna).match.get_absolute_url()

    def shown(viewer: User | None) -> set[str]:
        pk = viewer.pk if viewer else None
        return {each.address for each in showing.of_person(user_id=anna.pk, viewer_id=pk)}

    assert (shown(anna), shown(ben), shown(None)) == ({address}, {""}, {""})
    Result.objects.update(is_open=True)
    assert shown(None) == {address}
