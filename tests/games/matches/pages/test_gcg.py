"""The GCG file of a match: once it's over, where its game has one."""

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.log.takeback import decode_entry
from games.core.rng import commitment
from games.matches import reading
from games.matches.models import Match
from games.upwords.rules import Upwords
from tests.factories import SECRET, make_match, make_user
from tests.games.matches.pages.finished import finished
from tests.games.matches.pages.taken_back import with_takebacks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("common_lists")]


def file_of(client: Client, match: Match) -> str:
    answer = client.get(f"/match/{match.public_id}/game.gcg")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


def assert_comes_back(match: Match, text: str) -> None:
    read = Upwords.read_gcg(text)
    loaded = reading.load(match_id=match.pk)
    entries = [decode_entry(loaded.rules, move.action) for move in loaded.moves]
    assert [turn.entry for turn in read.turns] == entries
    assert read.head.players == tuple(loaded.names)
    assert read.head.options == match.options
    assert read.head.words == match.word_list_version.sha256
    assert commitment(bytes.fromhex(read.head.secret)) == match.commitment
    assert (read.head.match, read.head.game) == (match.public_id, "upwords")


def test_a_match_that_is_over_goes_out_and_comes_back(client: Client) -> None:
    match = finished("upwords", make_user("anna"), make_user("ben"))
    assert_comes_back(match, file_of(client, match))
    page = client.get(f"/match/{match.public_id}/replay/").content.decode()
    assert f'href="/match/{match.public_id}/game.gcg"' in page


def test_moves_taken_back_are_in_it(client: Client) -> None:
    match = with_takebacks("upwords", options={"board": "8x8"})
    text = file_of(client, match)
    assert " -- " in text
    assert_comes_back(match, text)


def test_nobody_gets_one_while_a_match_is_in_progress(client: Client) -> None:
    anna = make_user("anna")
    match = make_match(anna, make_user("ben"), game="upwords")
    client.force_login(anna)
    answer = client.get(f"/match/{match.public_id}/game.gcg")
    assert answer.status_code == 409
    assert answer.json()["text"] == "There's a GCG file of a match once it's over."
    assert SECRET.hex().encode() not in answer.content
    page = client.get(f"/match/{match.public_id}/replay/").content.decode()
    assert "game.gcg" not in page


@pytest.mark.parametrize("slug", ["words_with_chilwell", "counting_tiles"])
def test_other_games_have_none(client: Client, slug: str) -> None:
    people: list[User] = [make_user("anna"), make_user("ben")]
    match = finished(slug, *people)
    answer = client.get(f"/match/{match.public_id}/game.gcg")
    assert answer.status_code == 404
    assert answer.json()["text"] == "There are no GCG files of this game."
    page = client.get(f"/match/{match.public_id}/replay/").content.decode()
    assert "game.gcg" not in page
