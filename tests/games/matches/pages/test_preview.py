"""Moves tried out before they are played: only the seat's owner sees what they would bring."""

import itertools
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.users.models import User
from games.matches import reading
from games.matches.models import Match
from games.matches.pages import tries
from games.upwords.position.model import Play
from games.upwords.position.tiles import centre, shown
from tests.factories import make_match, make_user
from tests.games.words.loaded import load_words

# Every two letters make a word in one order only, so every rack has some words and some not.
PAIRS = ["".join(pair) for pair in itertools.combinations("abcdefghijklmnoprstuvwxyz", 2)]


@pytest.fixture(autouse=True)
def _words(db: None) -> None:
    load_words(PAIRS)


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def match(anna: User) -> Match:
    return make_match(anna, make_user("ben"), game="upwords", budget=3600, now=timezone.now())


def opening(match: Match, player: int, *, word: bool = True) -> dict[str, Any]:
    """Return two tiles of a player's rack on the middle, which make a word of the list or none."""
    rules = reading.rules_of(match)
    rack = rules.decode_state(match.state).racks[player]
    (row, left), (_, right) = centre(10)[:2]
    pairs = [(a, b) for i, a in enumerate(rack) for j, b in enumerate(rack) if i != j]
    first, second = next(pair for pair in pairs if ("".join(pair) in PAIRS) is word)
    return dict(rules.encode_action(Play(((row, left, first), (row, right, second)))))


def ask(client: Client, match: Match, action: Any) -> Any:
    url = f"/match/{match.public_id}/preview"
    return client.post(url, data=json.dumps({"action": action}), content_type="application/json")


def test_the_words_their_points_and_whether_they_count(
    client: Client, anna: User, match: Match
) -> None:
    client.force_login(anna)
    play = opening(match, 0)
    word = shown("".join(letter for _, _, letter in play["tiles"]))
    assert ask(client, match, play).json() == {
        "ok": True,
        "preview": {
            "words": [{"word": word, "points": 4, "valid": True}],
            "bonus": 0,
            "points": 4,
            "problem": None,
        },
    }
    found = ask(client, match, opening(match, 0, word=False)).json()["preview"]
    assert found["words"][0]["valid"] is False
    assert found["problem"] == f"{found['words'][0]['word']} isn't in the word list."


def test_trying_out_writes_nothing(
    client: Client, anna: User, match: Match, django_assert_num_queries: Any
) -> None:
    client.force_login(anna)
    before = Match.objects.filter(pk=match.pk).values().get()
    with django_assert_num_queries(4) as asked:  # session, user, seat, match
        ask(client, match, opening(match, 0))
    assert {query["sql"].split()[0] for query in asked} == {"SELECT"}
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert match.moves.count() == 0


def test_each_owner_can_try_out_their_own_tiles_in_and_out_of_turn(
    client: Client, anna: User, match: Match
) -> None:
    for player, name in enumerate(("anna", "ben")):
        client.force_login(User.objects.get(username=name))
        assert ask(client, match, opening(match, player)).json()["preview"]["problem"] is None


def test_what_may_be_laid_gives_no_other_rack_away(
    client: Client, anna: User, match: Match
) -> None:
    """Letters one does not have are refused alike, whoever has them."""
    client.force_login(anna)
    racks = reading.rules_of(match).decode_state(match.state).racks
    others = {letter for letter in racks[1] if letter not in racks[0]}
    nobodys = set("abcdefghijklmnopqrstuvwxyz") - set("".join(racks))
    answers = [
        ask(client, match, {"type": "Play", "tiles": [[4, 4, letter]]}).json()
        for letter in (min(others), min(nobodys))
    ]
    assert answers[0] == answers[1]
    assert answers[0]["preview"]["problem"] == "You can only lay tiles from your rack."


def test_only_those_who_sit_there_may_try(client: Client, match: Match) -> None:
    play = opening(match, 0)
    for user in (None, make_user("carla")):
        if user:
            client.force_login(user)
        answer = ask(client, match, play)
        code = "not_seated" if user else "signed_out"
        assert (answer.status_code, answer.json()["error"]) == (403, code)


@pytest.mark.parametrize(
    "action",
    [None, [], {}, {"type": "Place"}, {"type": "Play"}, {"type": "Play", "tiles": [[0, 0]]}],
)
def test_what_is_no_move_is_refused_in_words(
    client: Client, anna: User, match: Match, action: Any
) -> None:
    client.force_login(anna)
    answer = ask(client, match, action)
    assert (answer.status_code, answer.json()["text"]) == (400, "We couldn't read that move.")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 20_000, b"{}"])
def test_a_body_that_is_no_question_is_refused(
    client: Client, anna: User, match: Match, body: bytes
) -> None:
    client.force_login(anna)
    url = f"/match/{match.public_id}/preview"
    answer = client.post(url, data=body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_a_game_without_previews_says_nothing(client: Client, anna: User) -> None:
    client.force_login(anna)
    match = make_match(anna, make_user("carla"), budget=3600, now=timezone.now())
    rules = reading.rules_of(match)
    action = next(iter(rules.legal_actions(rules.decode_state(match.state))))
    answer = ask(client, match, rules.encode_action(action))
    assert answer.json() == {"ok": True, "preview": None}


def test_a_pass_and_an_exchange_bring_no_words(client: Client, anna: User, match: Match) -> None:
    client.force_login(anna)
    for action in ({"type": "Pass"}, {"type": "Exchange", "letter": "e"}):
        assert ask(client, match, action).json() == {"ok": True, "preview": None}


def test_nobody_tries_faster_than_a_person_could(
    client: Client, anna: User, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "TRIES", 3)
    client.force_login(anna)
    codes = [ask(client, match, opening(match, 0)).status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]
    client.force_login(User.objects.get(username="ben"))
    assert ask(client, match, opening(match, 1)).status_code == 200
