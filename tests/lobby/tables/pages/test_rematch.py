"""What a result offers those who played: to play again, and what the others say to that."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from accounts.trust import blocking
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.matches import play
from games.matches.models import Duel, Match
from games.matches.play import SeatPlan
from games.registry import game_class
from lobby.tables.acts import opening
from lobby.tables.choices import Status
from lobby.tables.models import Lobby
from tests.factories import NOW, make_match, make_user

pytestmark = pytest.mark.django_db

LIVE = TimeControl(Pace.LIVE, 60)
FETCHED = {"X-Requested-With": "fetch"}


def match_of(*people: User) -> list[Match]:
    """Return the match that some have played, once for each of them."""
    match = make_match(*people, budget=60)
    for player in range(1, len(people)):
        play.resign(match_id=match.pk, player=player, now=NOW)
    return [match] * len(people)


def duel_of(*people: User) -> list[Match]:
    """Return the match of each of those who have played a duel."""
    plans = [SeatPlan(name=user.display_name, user_id=user.pk) for user in people]
    duel = play.start_duel(game="counting_tiles", options={}, control=LIVE, entrants=plans, now=NOW)
    matches = list(Match.objects.filter(duel=duel).order_by("pk"))
    for match in matches:
        play.resign(match_id=match.pk, player=0, now=NOW)
    return matches


class Reader:
    """Somebody who looks at the result of their match."""

    def __init__(self, user: User, match: Match) -> None:
        self.client, self.url = Client(), f"/match/{match.public_id}/"
        self.client.force_login(user)

    def sees(self) -> str:
        """Return what the result says of a rematch, and which buttons it has."""
        return _words(self.client.get(f"{self.url}rematch", headers=FETCHED))

    def answers(self, **said: str) -> str:
        """Press a button where no script runs; return where that leads."""
        return self.client.post(f"{self.url}rematch", said)["Location"]

    def answers_in_place(self, **said: str) -> str:
        """Press a button of a page that stays; return what the result says then."""
        return _words(self.client.post(f"{self.url}rematch", said, headers=FETCHED))


def _words(answer: Any) -> str:
    return re.sub(r"\s+", " ", strip_tags(answer.content.decode())).strip()


@pytest.fixture(params=[match_of, duel_of])
def ended(request: pytest.FixtureRequest) -> Callable[..., list[Match]]:
    return request.param


@pytest.fixture
def readers(ended: Callable[..., list[Match]]) -> list[Reader]:
    people = [make_user("anna"), make_user("ben")]
    return [Reader(*one) for one in zip(people, ended(*people), strict=True)]


def test_who_is_asked_sees_it_in_their_result_and_both_go_where_it_begins(
    readers: list[Reader],
) -> None:
    anna, ben = readers
    assert (anna.sees(), ben.sees()) == ("Play again", "Play again")
    assert anna.answers() == anna.url
    assert anna.sees() == (
        "You've offered to play again. Waiting for ben. Go to the table Withdraw"
    )
    assert ben.sees() == "anna would like to play again. Play again No, thanks"
    began = ben.answers()
    lobby = Lobby.objects.get()
    assert (began, lobby.status) == (lobby.began.get_absolute_url(), Status.STARTED)
    for reader in readers:
        assert reader.sees() == "The rematch has started. Go to the rematch"
        page = reader.client.get(f"{reader.url}rematch", headers=FETCHED).content.decode()
        assert f'href="{began}" data-began="{game_class(lobby.game).info.title}">' in page


def test_an_answer_in_place_says_what_came_of_it(readers: list[Reader]) -> None:
    anna, ben = readers
    waits = "You've offered to play again. Waiting for ben. Go to the table Withdraw"
    assert anna.answers_in_place() == waits
    assert anna.answers_in_place() == waits
    assert "You're waiting for someone to play" in anna.client.get("/").content.decode()
    assert anna.answers_in_place(decline="") == "Play again"
    assert ben.answers_in_place(decline="") == "Play again"
    ben.answers_in_place()
    assert anna.answers_in_place() == "The rematch has started. Go to the rematch"


def test_a_refusal_is_told_in_place_and_changes_nothing(readers: list[Reader]) -> None:
    anna, ben = readers
    blocker, blocked = User.objects.order_by("-username")
    blocking.block(user=blocker, other=blocked, now=NOW)
    refused = anna.answers_in_place()
    assert refused.endswith("Play again")
    assert refused != "Play again"
    assert (anna.sees(), ben.sees()) == ("Play again", "Play again")
    assert anna.answers() == anna.url
    assert refused.removesuffix(" Play again") in anna.client.get(anna.url).content.decode()


def test_whoever_opens_the_part_alone_comes_to_the_result(readers: list[Reader]) -> None:
    anna, _ = readers
    assert anna.client.get(f"{anna.url}rematch")["Location"] == anna.url


def test_who_would_rather_not_is_named_and_may_think_better_of_it(readers: list[Reader]) -> None:
    anna, ben = readers
    anna.answers()
    assert ben.answers(decline="") == ben.url
    assert anna.sees() == "ben would rather not play again. Go to the table Withdraw"
    assert ben.sees() == "anna would like to play again. Play again"
    assert ben.answers() == Lobby.objects.get().began.get_absolute_url()


def test_an_offer_taken_back_leaves_room_for_another(readers: list[Reader]) -> None:
    anna, ben = readers
    anna.answers()
    anna.answers(decline="")
    assert (anna.sees(), ben.sees()) == ("Play again", "Play again")
    assert ben.answers(decline="") == ben.url  # there is nothing left to say no to
    ben.answers()
    assert anna.sees() == "ben would like to play again. Play again No, thanks"
    assert sorted(Lobby.objects.values_list("status", flat=True)) == ["closed", "waiting"]


def test_three_hear_of_each_other(ended: Callable[..., list[Match]]) -> None:
    people = [make_user(name) for name in ("anna", "ben", "carl")]
    anna, ben, carl = (Reader(*one) for one in zip(people, ended(*people), strict=True))
    anna.answers()
    assert ben.answers() == ben.url
    assert carl.sees() == "anna and ben would like to play again. Play again No, thanks"
    carl.answers(decline="")
    assert ben.sees() == (
        "anna would like to play again. carl would rather not play again. Go to the table Withdraw"
    )


def test_only_who_played_is_told(readers: list[Reader]) -> None:
    readers[0].answers()
    stranger = Client()
    assert stranger.get(f"{readers[0].url}rematch").status_code == 302
    stranger.force_login(make_user("carl"))
    assert stranger.get(f"{readers[0].url}rematch", headers=FETCHED).status_code == 404


def test_whoever_waits_for_a_live_one_is_called_over_from_other_pages(
    readers: list[Reader],
) -> None:
    anna, _ = readers
    anna.answers()
    assert "You're waiting for someone to play" in anna.client.get("/").content.decode()
    assert "You're waiting for someone to play" not in anna.client.get(anna.url).content.decode()


def test_the_page_of_a_duel_offers_it_too() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    own = duel_of(anna, ben)[0]
    assert own.duel is not None
    client = Reader(anna, own).client
    page = client.get(own.duel.get_absolute_url()).content.decode()
    assert f'data-live="/match/{own.public_id}/rematch"' in page


def test_a_duel_for_everybody_is_played_once() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    match = duel_of(anna, ben)[0]
    Duel.objects.update(is_open=True)
    with pytest.raises(Refusal, match="You can't play this match again"):
        opening.offer_rematch(match_id=match.pk, user=anna, now=NOW)
