"""Lessons on the pages: anyone may try, the real rules judge, nothing is stored."""

import json
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client

from games.core.lessons import solution
from games.matches.pages import lessons, tries
from games.registry import game_class, lesson_of
from tests.factories import NOW, make_match, make_user, move, view_of
from tests.games.words.loaded import load_words

pytestmark = pytest.mark.django_db

EAST = {"type": "Place", "x": 1, "y": 0, "rotation": 0, "subject": None}
SOUTH = {**EAST, "x": 0, "y": 1}
APART = {**EAST, "x": 5}


def ask(client: Client, path: str, action: Any) -> Any:
    body = json.dumps({"action": action})
    return client.post(f"/learn/{path}", data=body, content_type="application/json")


# --- Pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", site.GAMES)
def test_each_game_has_a_page_with_all_its_steps(client: Client, slug: str) -> None:
    answer = client.get(f"/learn/{slug}/")
    assert answer.status_code == 200
    assert [step["title"] for step in answer.context["steps"]] == [
        str(step.title) for step in lesson_of(slug).steps
    ]
    page = answer.content.decode()
    assert f"<h1>Learn {game_class(slug).info.title}</h1>" in page
    for path in (f"/practice/#{slug}", f"/tables/new/{slug}/", f"/rules/{slug}/", "/learn/"):
        assert f'href="{path}"' in page


def test_the_list_leads_to_all_of_them(client: Client) -> None:
    page = client.get("/learn/").content.decode()
    assert [slug for slug in site.GAMES if f'href="/learn/{slug}/"' not in page] == []


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/upwords/", "/practice/"])
def test_pages_lead_to_lessons(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert 'href="/learn/upwords/"' in page
    assert 'href="/learn/"' in page


@pytest.mark.parametrize("path", ["nothing/", "tilekingdom/0/try", "tilekingdom/9/try", "no/1/try"])
def test_what_does_not_exist_is_not_found(client: Client, path: str) -> None:
    answer = ask(client, path, EAST) if path.endswith("try") else client.get(f"/learn/{path}")
    assert answer.status_code == 404


# --- Trying a turn --------------------------------------------------------------------------------


def test_a_turn_that_reaches_the_goal_is_praised_and_shown(client: Client) -> None:
    answer = ask(client, "tilekingdom/1/try", EAST).json()
    assert (answer["ok"], answer["reached"]) == (True, True)
    assert answer["text"] == str(lesson_of("tilekingdom").steps[0].praise)
    laid = {"kind": "V", "x": 1, "y": 0, "rotation": 0, "player": 0}
    assert answer["view"]["state"]["placements"][-1] == laid
    assert (answer["view"]["ply"], answer["view"]["to_move"], answer["view"]["hints"]) == (2, 1, {})
    (entry,) = answer["view"]["log"]
    assert (entry["player"], entry["text"], entry["events"]) == (0, "V0 1,0", [])


def test_a_turn_that_misses_it_is_only_talked_about(client: Client) -> None:
    answer = ask(client, "tilekingdom/1/try", SOUTH).json()
    assert answer == {
        "ok": True,
        "reached": False,
        "text": "That fits, desert to desert, but it doesn't make the road longer. The road"
        " leaves the start tile to the east and to the west.",
        "view": None,
    }


def test_a_turn_against_the_rules_gets_their_own_sentence(client: Client) -> None:
    answer = ask(client, "tilekingdom/1/try", APART)
    assert answer.status_code == 422
    assert answer.json() == {
        "ok": False,
        "error": "illegal",
        "text": "The tile must share a side with another one.",
    }


@pytest.mark.parametrize("kind", ["try", "preview"])
@pytest.mark.parametrize("action", [None, 7, {"type": "Fly"}, {**EAST, "x": "east"}])
def test_what_is_no_turn_cannot_be_read(client: Client, kind: str, action: Any) -> None:
    answer = ask(client, f"tilekingdom/1/{kind}", action)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


@pytest.mark.parametrize("body", ["", "[]", "{}", "not json", "[" * 9000])
def test_nor_can_what_is_no_json(client: Client, body: str) -> None:
    answer = client.post("/learn/tilekingdom/1/try", data=body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_only_a_post_from_our_own_pages_tries(client: Client) -> None:
    assert client.get("/learn/tilekingdom/1/try").status_code == 405
    assert ask(Client(enforce_csrf_checks=True), "tilekingdom/1/try", EAST).status_code == 403


def test_nobody_tries_faster_than_a_person_could(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "TRIES", 2)
    monkeypatch.setattr(tries, "TRIES_OF_VISITORS", 4)
    visitor = Client()
    codes = [
        ask(one, f"tilekingdom/1/{kind}", EAST).status_code
        for one in (visitor, client, visitor)
        for kind in ("try", "preview")
    ]
    assert codes == [200, 200, 200, 200, 429, 429]  # from one address they come together
    assert ask(Client(REMOTE_ADDR="10.0.0.1"), "tilekingdom/1/try", EAST).status_code == 200
    network = [Client(REMOTE_ADDR=f"2001:db8::{host}") for host in range(5)]
    codes = [ask(one, "tilekingdom/1/try", EAST).status_code for one in network]
    assert codes == [200, 200, 200, 200, 429]  # of IPv6, too
    client.force_login(make_user())
    answers = [ask(client, "tilekingdom/1/try", EAST) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["text"] == "That was a lot at once. Please wait a few seconds."


def test_nothing_is_asked_of_the_database(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.get("/learn/tilekingdom/")
        ask(client, "tilekingdom/1/try", EAST)
        ask(client, "tilekingdom/1/preview", EAST)


# --- Views like those of a match ------------------------------------------------------------------


RESULT = {"places", "reason", "short", "secret", "seal", "away", "breakdown"}


def keys(value: Any) -> Any:
    """Return the form of JSON: its keys, and of a list that of its first item."""
    if isinstance(value, dict):
        return {key: keys(item) for key, item in value.items()}
    return [keys(value[0])] if isinstance(value, list) and value else None


@pytest.mark.parametrize("slug", site.GAMES)
def test_a_board_gets_what_it_gets_at_a_table(slug: str) -> None:
    load_words(["cat", "dog"])
    info = game_class(slug).info
    match = make_match(*["easy"] * info.min_players, game=slug)
    told = lessons.told(lessons.load(slug), now=NOW)
    table = view_of(match, match.to_move)
    for step in told:
        view = step["view"]
        assert view.keys() == table.keys()
        assert view["options"].keys() == table["options"].keys()
        assert keys(view["seats"][0]) == keys(table["seats"][0])
        assert view["clock"].keys() == table["clock"].keys()
        assert view["state"].keys() == table["state"].keys()
        assert view["hints"].keys() == table["hints"].keys()
        assert (view["status"], view["player"], view["result"]) == (
            "running",
            view["to_move"],
            None,
        )


@pytest.mark.parametrize("slug", site.GAMES)
def test_so_it_does_after_each_turn(slug: str) -> None:
    loaded = lessons.load(slug)
    load_words(["cat", "dog"])
    match = make_match()
    move(match)
    (entry,) = view_of(match, 0)["log"]
    steps = lessons.told(loaded, now=NOW)
    for number, step in enumerate(steps, start=1):
        choice = solution(loaded.rules, loaded.step(number))
        action = loaded.rules.encode_action(choice)
        answer = lessons.attempt(loaded, number=number, action=action, now=NOW)
        view = answer["view"]
        shown = lessons.shown(loaded, number=number, now=NOW)
        assert shown["text"] == f"This is how it's done. {answer['text']}"
        assert (shown["shown"], "reached" in shown, shown["view"]) == (True, False, view)
        assert view.keys() == step["view"].keys()
        assert view["log"][0].keys() == entry.keys()
        assert view["player"] == step["view"]["player"]
        over = view["status"] == "finished"
        assert over is (view["to_move"] is None)
        assert over is (view["result"] is not None)
        if over:
            assert view["result"].keys() == RESULT
            assert view["result"]["places"][view["player"]] == 1


# --- Words ----------------------------------------------------------------------------------------

CAT = {"type": "Play", "tiles": [[3, 3, "c"], [3, 4, "a"], [3, 5, "t"]]}
ACNED = {"type": "Play", "tiles": [[3, column, letter] for column, letter in enumerate("acned")]}


@pytest.mark.parametrize("listed", [None, ["dog", "acned"]])
def test_a_lesson_works_without_lists_and_whatever_was_struck_off(
    client: Client, listed: list[str] | None
) -> None:
    if listed:
        load_words(listed)
    assert ask(client, "upwords/1/try", CAT).json()["reached"] is True
    assert ask(client, "upwords/1/try", ACNED).json()["text"] == "ACNED isn't in the word list."


def test_where_the_list_has_its_words_the_whole_list_counts(client: Client) -> None:
    load_words([*lesson_of("upwords").words, "acned"])
    assert ask(client, "upwords/1/try", CAT).json()["reached"] is True
    assert ask(client, "upwords/1/try", ACNED).json()["reached"] is True


def test_a_word_is_judged_while_it_is_laid_out(client: Client) -> None:
    answer = ask(client, "upwords/1/preview", CAT).json()
    assert answer["ok"] is True
    assert answer["preview"]["words"] == [{"word": "CAT", "points": 6, "valid": True}]
    assert ask(client, "tilekingdom/1/preview", EAST).json() == {"ok": True, "preview": None}


def test_other_hands_stay_hidden() -> None:
    for slug in ("upwords", "words_with_chilwell", "tiled_of_it"):
        for step in lessons.told(lessons.load(slug), now=NOW):
            view = step["view"]
            hands = view["state"].get("racks") or view["state"]["hands"]
            assert [hand is not None for hand in hands] == [
                seat == view["player"] for seat in range(len(hands))
            ]
