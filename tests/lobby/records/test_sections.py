"""What profiles tell of results, and to whom."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from accounts.trust import blocking, finding, friends
from accounts.users.models import User
from games.matches import play
from games.matches.models import Match
from games.words.models import Label
from lobby.records import acts, reading, sections
from lobby.records.models import Result
from lobby.records.reading import Line, Streaks, Tally
from tests.factories import NOW, make_match, make_user
from tests.lobby.records.test_acts import finish, make_duel

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def anna() -> User:
    return make_user("Anna")


@pytest.fixture
def ben() -> User:
    return make_user("Ben")


def played(
    *people: User, places: list[int], scores: list[int], day: int = 0, is_open: bool = True,
    game: str = "tilekingdom",
) -> Match:  # fmt: skip
    match = make_match(*people, game=game)
    finish(match, places=places, scores=scores)
    Match.objects.filter(pk=match.pk).update(finished_at=NOW + day * DAY)
    acts.note_result(match_id=match.pk)
    Result.objects.filter(match=match).update(is_open=is_open)
    return match


def test_results_by_game(anna, ben):
    played(anna, ben, places=[1, 2], scores=[30, 20])
    played(anna, ben, places=[1, 1], scores=[44, 44])
    played(anna, "easy", places=[1, 2], scores=[90, 20])
    played(anna, places=[1], scores=[512], game="counting_tiles")
    assert reading.by_game(user_id=anna.pk) == [
        Line("tilekingdom", played=2, won=1, drawn=1, alone=0, best=44),
        Line("counting_tiles", played=1, won=0, drawn=0, alone=1, best=512),
    ]
    told = sections.results(anna, None)
    assert told is not None
    assert told["total"] == Line("", played=3, won=1, drawn=1, alone=1, best=0)


@pytest.mark.parametrize(
    ("places", "current", "longest", "until"),
    [
        ("", 0, 0, None),
        ("2", 0, 0, None),
        ("1", 1, 1, 0),
        ("11211", 2, 2, 4),
        ("1112", 0, 3, 2),
        ("2111211", 2, 3, 3),
        ("11=1", 1, 2, 1),
    ],
)
def test_wins_in_a_row(anna, ben, places, current, longest, until):
    for day, place in enumerate(places):
        standing = {"1": [1, 2], "2": [2, 1], "=": [1, 1]}[place]
        played(anna, ben, places=standing, scores=[3, 3], day=day)
    at = None if until is None else NOW + until * DAY
    assert reading.streaks(user_id=anna.pk) == Streaks(current, longest, at)


def test_games_alone_and_practice_break_no_run_of_wins(anna, ben):
    played(anna, ben, places=[1, 2], scores=[3, 2])
    played(anna, "easy", places=[2, 1], scores=[3, 4], day=1)
    played(anna, places=[1], scores=[9], game="counting_tiles", day=2)
    played(anna, ben, places=[1, 2], scores=[3, 2], day=3)
    assert reading.streaks(user_id=anna.pk) == Streaks(2, 2, NOW + 3 * DAY)


def test_people_met_last_are_suggested_as_friends(anna, ben):
    cleo, guest, dora, emil = (
        make_user("Cleo"), make_user(is_guest=True), make_user("Dora"), make_user("Emil")
    )  # fmt: skip
    for day, other in enumerate((emil, ben, guest, dora, cleo, ben)):
        played(anna, other, places=[1, 2], scores=[3, 2], day=day, is_open=False)
    assert sections.met(anna) == [ben, cleo, dora, guest, emil]
    assert finding.suggested(user=anna) == [ben, cleo, dora, emil]
    friends.ask(user=anna, friend=cleo, now=NOW)
    blocking.block(user=anna, other=dora, now=NOW)
    User.objects.filter(pk=emil.pk).update(is_active=False)
    assert finding.suggested(user=anna) == [ben]
    assert finding.suggested(user=guest) == []
    client = Client()
    client.force_login(anna)
    page = LexborHTMLParser(client.get("/people/").content)
    assert [link.text() for link in page.css(".suggested .people-name")] == ["Ben"]


def test_head_to_head_whoever_has_the_better_place_won(anna, ben):
    cleo = make_user("Cleo")
    played(anna, ben, places=[1, 2], scores=[30, 20], is_open=False)
    played(anna, ben, cleo, places=[3, 2, 1], scores=[10, 20, 30])
    played(anna, cleo, ben, places=[2, 1, 2], scores=[10, 20, 10])
    duel = make_duel(anna, ben)
    for match, place in zip(duel.matches.order_by("pk"), (2, 1), strict=True):
        finish(match, places=[place], scores=[7 - place])
    type(duel).objects.update(finished_at=NOW)
    acts.note_results(now=NOW)
    told = sections.against(ben, anna)
    assert told == {
        "total": Tally(played=4, won=1, drawn=1),
        "games": [
            ("Tilekingdom", Tally(played=3, won=1, drawn=1)),
            ("Counting Tiles", Tally(played=1, won=0, drawn=0)),
        ],
    }
    assert told["total"].lost == 2
    turned = sections.against(anna, ben)
    assert turned is not None
    assert turned["total"] == Tally(played=4, won=2, drawn=1)
    assert sections.against(anna, anna) is None
    assert sections.against(anna, None) is None


def test_others_see_whom_you_played_only_where_they_could_have_seen_it(anna, ben):
    cleo, guest = make_user("Cleo"), make_user("QuickFox", is_guest=True)
    shown = played(anna, ben, places=[1, 2], scores=[30, 20])
    hidden = played(anna, cleo, places=[1, 2], scores=[30, 20], day=1, is_open=False)
    played(anna, guest, places=[1, 2], scores=[30, 20], day=2)

    def people(viewer: User | None) -> list[str]:
        told = sections.opponents(anna, viewer)
        return [other.username for other, _ in told["people"]] if told else []

    def latest(viewer: User | None) -> list[str]:
        told = sections.recent(anna, viewer)
        return [row.address for row in told["rows"]] if told else []

    with_guest = latest(None)[0]
    assert people(anna) == ["Ben", "Cleo"]
    assert people(ben) == people(cleo) == people(None) == ["Ben"]
    seen = [with_guest, shown.get_absolute_url()]
    assert latest(None) == latest(ben) == seen
    everything = [with_guest, hidden.get_absolute_url(), shown.get_absolute_url()]
    assert latest(cleo) == latest(anna) == everything


def test_words_with_a_label_are_left_out(anna, ben):
    match = played(anna, ben, places=[1, 2], scores=[3, 2])
    words = {("damn", 0): [9], ("cat", 0): [5, 5], ("house", 0): [8], ("qi", 0): [31]}
    play.note_words(match_id=match.pk, played=words, now=NOW)
    Label.objects.create(word="damn", kind="vulgar", source="a test")
    told = sections.words(anna, None)
    assert told is not None
    assert [each.word for each in told["favourite"]] == ["cat", "house"]
    assert [each.word for each in told["longest"]] == ["house", "cat"]
    assert [each.best for each in told["best"]] == [8, 5]
    assert sections.words(ben, None) is None


def test_a_profile_asks_as_many_statements_for_many_matches_as_for_one(client, anna, ben):
    """docs/people.md gives these numbers: for somebody else who is signed in, and for a visitor."""
    played(anna, ben, places=[1, 2], scores=[30, 20])
    visitor = Client()
    client.force_login(ben)

    def statements() -> list[int]:
        asked = []
        for who in (client, visitor):
            who.get("/people/Anna/")
            with CaptureQueriesContext(connection) as captured:
                assert who.get("/people/Anna/").status_code == 200
            asked.append(len(captured))
        return asked

    assert statements() == [20, 12]
    others = [make_user() for _ in range(4)]
    for day in range(12):
        played(anna, others[day % 4], ben, places=[1, 2, 3], scores=[30, 20, 10], day=day)
    assert statements() == [20, 12]


def test_a_profile_shows_it_all(client, anna, ben):
    client.force_login(ben)
    played(anna, ben, places=[1, 2], scores=[30, 20])
    page = client.get("/people/Anna/").content.decode()
    for title in ("You against", "Results", "Most played against", "Latest matches"):
        assert title in page
    assert "won 0, lost 1, drawn 0" in page


def test_someone_who_has_played_nothing_has_a_short_page(client, anna):
    assert "profile-parts" not in client.get("/people/Anna/").content.decode()
