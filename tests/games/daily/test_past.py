"""When the day is over everybody sees the solutions, and how everybody did."""

import json

import pytest
from django.test import Client

from accounts.edge import clock
from accounts.users.models import User
from games.daily import acts, days, told
from games.daily.models import Challenge, Entry
from games.matches import play
from tests.factories import NOW, seconds
from tests.games.daily.made import (
    ALONE,
    GAME,
    TODAY,
    answer_all,
    best,
    clearest,
    play_alone,
    steps,
    worst,
)

TOMORROW = NOW + days.DAY
PAGE = f"/daily/{GAME}/{TODAY}/"


@pytest.fixture(autouse=True)
def _tomorrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "machine_time", lambda: TOMORROW)


def send(client: Client, number: int, action: object, door: str = "try"):
    body = json.dumps({"action": action})
    return client.post(f"{PAGE}past/{number}/{door}", body, content_type="application/json")


def test_a_visitor_sees_the_solutions_and_tries_turns_out(
    challenge: Challenge, client: Client
) -> None:
    positions = told.all_posed(challenge)
    found = steps(client, PAGE)
    assert [step["view"]["ply"] for step in found] == [one.ply - 1 for one in positions]
    one = clearest(challenge)
    shown = send(client, one.number, None, "show").json()
    assert shown["text"].startswith("This is the best turn.")
    assert (shown["shown"], "reached" in shown) == (True, False)
    assert shown["view"]["log"][0]["text"] == one.turn.ideas[0].text
    right = send(client, one.number, best(one)).json()
    assert right["reached"]
    assert right["text"].startswith("That's the best turn.")
    wrong = send(client, one.number, worst(one)).json()
    assert (wrong["reached"], wrong["view"]) == (False, None)
    assert send(client, one.number, best(one), "preview").json()["ok"]
    assert send(client, 9, best(one)).status_code == 404
    assert send(client, one.number, {"type": "Nonsense"}).status_code == 400
    assert not Entry.objects.exists()


def test_a_player_sees_what_they_played(challenge: Challenge, anna: User, client: Client) -> None:
    answer_all(challenge, anna, worst)
    client.force_login(anna)
    page = client.get(PAGE).content.decode()
    one = told.all_posed(challenge)[0]
    played = next(idea for idea in one.turn.ideas if idea.action == worst(one))
    for begin, idea in (("You played", played), ("Best is", one.turn.ideas[0])):
        words = one.rules.action_in_words(one.state, one.rules.decode_action(idea.action))
        assert str(words) != idea.text
        assert f"{begin} <strong>{words}</strong>" in page
    assert ">anna<" in page


def test_puzzles_lead_to_positions_of_past_days(
    challenge: Challenge, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = client.get("/puzzles/").content.decode()
    assert "3 positions of past daily challenges" in page
    assert f'href="{PAGE}"' in page
    told_at = days.told_at(TODAY)
    monkeypatch.setattr(clock, "machine_time", lambda: told_at - seconds(1))
    assert "There are no puzzles yet." in client.get("/puzzles/").content.decode()
    monkeypatch.setattr(clock, "machine_time", lambda: told_at)
    assert f'href="{PAGE}"' in client.get("/puzzles/").content.decode()


def test_there_is_nothing_before_the_first_day(challenge: Challenge, client: Client) -> None:
    Challenge.objects.all().delete()
    assert b"There was no challenge in this game that day." in client.get(PAGE).content
    assert send(client, 1, {}).status_code == 409


def test_games_for_one_are_told_once_all_are_counted(
    alone: Challenge, anna: User, ben: User, client: Client
) -> None:
    play_alone(alone, anna)
    page = f"/daily/{ALONE}/{TODAY}/"
    client.force_login(ben)
    assert b"The last games are just being counted." in client.get(page).content
    acts.note_all(now=NOW)
    play.close_duels(now=days.closes_at(alone.day))
    shown = client.get(page).content
    assert b">anna<" in shown
    match = Entry.objects.get().match
    assert match is not None
    assert match.get_absolute_url().encode() in shown
