"""Files of matches in which something is not so: what is found, by what, and what is not."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.matches.proofs import replays, transcripts
from games.registry import game_class
from tests.factories import SECRET
from tests.games.matches.pages.taken_home import (
    GAMES,
    ONE_QUICKLY,
    file_of,
    is_wrong,
    resealed,
    signed_file_of,
    wrong,
)
from tests.size import runs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("common_lists")]

BOARDS = {
    "tilekingdom": "placements",
    "upwords": "board",
    "words_with_chilwell": "known",
    "tiled_of_it": "grid",
    "counting_tiles": "grid",
}
BITS = [4, 8, 40]  # of a secret and of its fingerprint: which digit is another


def alterations(game: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a match altered in one thing each, with a name for what was done."""
    places = [
        (at, n, d)
        for at, entry in enumerate([game["start"], *game["log"]])
        for n, stream in enumerate(entry["streams"])
        for d, _ in enumerate(stream["draws"])
    ]
    for place in dict.fromkeys([places[0], places[len(places) // 2], places[-1]]):
        yield from altered_draws(game, place)
    for digit in BITS:
        for name in ("secret", "commitment"):
            changed = copy.deepcopy(game)
            other = "0" if game[name][digit] != "0" else "1"
            changed[name] = game[name][:digit] + other + game[name][digit + 1 :]
            yield f"{name}, digit {digit}", changed
    yield from altered_clock(game)
    yield from altered_log(game)


def altered_log(game: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A move, the result or what was agreed reads differently; a move is missing."""
    entry = game["log"][len(game["log"]) // 2]
    others = {
        "action": next(one["action"] for one in game["log"] if one["action"] != entry["action"]),
        "text": "something else",
        "said": "something else",
        "played_at": game["started_at"],
        "events": [
            *entry["events"],
            {"kind": "gift", "player": 0, "facts": {}, "points": 5, "topic": ""},
        ],
        "ply": entry["ply"] + 1,
        "proof": "0" * 64,
        "hash": "0" * 64,
    }
    for name, other in others.items():
        changed = copy.deepcopy(game)
        changed["log"][entry["ply"] - 1][name] = other
        yield f"{name} of a move", changed
    for name, other in {
        "scores": [score + 1 for score in game["scores"]],
        "places": [place + 1 for place in game["places"]],
        "ended": "resigned",
        "finished_at": game["started_at"],
        "options": {},
        "game": "chess",
        "match": "another",
        "seal": "0" * 64,
    }.items():
        yield name, {**copy.deepcopy(game), name: other}
    for at in (0, len(game["log"]) // 2, len(game["log"]) - 1):
        changed = copy.deepcopy(game)
        changed["log"][at]["position"] |= {"scores": [999] * len(game["players"]), "score": 999}
        yield f"scores of position {at + 1}", changed
    yield "the last move is left out", {**copy.deepcopy(game), "log": game["log"][:-1]}
    yield "a move is told twice", {**copy.deepcopy(game), "log": [*game["log"], game["log"][-1]]}


def altered_draws(
    game: dict[str, Any], place: tuple[int, int, int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    def draw_in(changed: dict[str, Any]) -> Any:
        entries = [changed["start"], *changed["log"]]
        return entries[place[0]]["streams"][place[1]]["draws"][place[2]]

    changed = copy.deepcopy(game)
    draw_in(changed)["numbers"][-1] += 1
    yield f"number at {place}", changed
    drawn = draw_in(game)["drawn"]
    if isinstance(drawn, list):
        changed = copy.deepcopy(game)
        draw_in(changed)["drawn"] = drawn[::-1]
        yield f"order at {place}", changed
        return
    for other in [one for one in draw_in(game)["of"] if one != drawn][:1]:
        changed = copy.deepcopy(game)
        draw_in(changed)["drawn"] = other
        yield f"thing drawn at {place}", changed
        changed = copy.deepcopy(game)
        draw, swapped = draw_in(changed), {drawn: other, other: drawn}
        draw["of"] = [swapped.get(one, one) for one in draw["of"]]
        draw["drawn"] = other
        yield f"thing drawn and what it was made out of at {place}", changed


def altered_clock(game: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The clock is said to have played something else; once the rules are said to ask for it."""
    at = next(at for at, entry in enumerate(game["log"]) if entry["actor"] == "clock")
    entry = game["log"][at]
    other = next(one for one in game["log"] if one["action"] != entry["action"])
    for name in ("action", "text"):
        changed = copy.deepcopy(game)
        changed["log"][at][name] = other[name]
        yield f"{name} of the clock", changed
    if any(stream["stream"] == "timeout" for stream in entry["streams"]):
        changed = copy.deepcopy(game)
        facts = {"action": other["action"], "text": other["text"]}
        changed["log"][at] |= {**facts, "due": facts}
        yield "what the clock had to play", changed


def covered_by_the_signature(game: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a match altered in each thing that no hash, sum or draw covers, by its name."""
    players = [
        {**one, "name": other["name"]}
        for one, other in zip(game["players"], game["players"][::-1], strict=True)
    ]
    resigned = {"ply": 3, "player": 0, "kind": "resigned", "text": "Anna resigned.", "at": ""}
    for name, other in {
        "players": players if len(players) > 1 else [{**players[0], "name": "Somebody else"}],
        "changes": [*game["changes"], resigned],
        "title": "Chess",
        "url": "https://example.org/",
        "status": "running",
        "clock": {**game["clock"], "budget": 1},
        "started_at": game["finished_at"],
        "word_list": {"list": "another", "version": 1, "sha256": "0" * 64},
    }.items():
        yield name, {**copy.deepcopy(game), name: other}
    changed = copy.deepcopy(game)
    changed["players"][0]["owner"] = "computer"
    yield "owner of a seat", changed
    changed = copy.deepcopy(game)
    board = BOARDS[game["game"]]
    entry = next(one for one in changed["log"][::-1] if board in one["position"])
    entry["position"][board] = []
    yield "what lies on the board", changed


def forgeries(game: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a match of Tilekingdom as a forger would like it, before its hashes are made again."""
    at = len(game["log"]) // 2
    changed = copy.deepcopy(game)
    changed["log"][at] |= {"text": "V0 9,9", "said": "V0 9,9"}
    yield "text of a move", changed
    changed = copy.deepcopy(game)
    changed["log"][at]["action"] |= {"x": 50, "y": 50}
    yield "a tile far away", changed
    changed = copy.deepcopy(game)
    log, gift = (
        changed["log"],
        {"kind": "gift", "player": 0, "facts": {}, "points": 500, "topic": "road"},
    )
    log[at]["events"].append(gift)
    earlier = [game["start"], *game["log"][: at + 1]]
    told = [one["position"]["scores"] for one in earlier if "scores" in one["position"]]
    log[at]["position"] |= {"scores": [*told[-1]]}
    for entry in log[at:]:
        if "scores" in entry["position"]:
            entry["position"]["scores"][0] += 500
    changed |= {"scores": [game["scores"][0] + 500, game["scores"][1]], "places": [1, 2]}
    yield "500 points", changed


def test_what_is_altered_is_found_in_every_match(client: Client, script: Any) -> None:
    """A few of one match; the next test has all of every game."""
    game = file_of(client, "words_with_chilwell")
    altered = [*altered_log(game), *list(alterations(game))[:4]]
    assert [name for name, changed in altered if not is_wrong(script, changed)] == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_one_altered_draw_is_found(slug: str, client: Client, script: Any) -> None:
    game = file_of(client, slug)
    unnoticed = [name for name, changed in alterations(game) if not is_wrong(script, changed)]
    assert unnoticed == []


@pytest.mark.sometimes
@pytest.mark.parametrize("slug", ONE_QUICKLY)
def test_what_only_the_signature_covers_is_found_by_it(
    slug: str, client: Client, script: Any
) -> None:
    game, signed = file_of(client, slug), signed_file_of(client, slug)
    noticed = [name for name, changed in covered_by_the_signature(game) if wrong(script, changed)]
    assert noticed == []
    for name, changed in covered_by_the_signature(signed):
        told = {f"Signature by {signed['key']}": ["The file was changed after it was signed."]}
        assert (name, wrong(script, changed)) == (name, told)


def test_all_hashes_made_again_agree_only_with_themselves(client: Client, script: Any) -> None:
    """Neither with what was noted of the match nor with the site's key, nor with the rules."""
    game = signed_file_of(client, "tilekingdom")
    noted = [game["log"][-1]["hash"], game["seal"], game["key"]]
    for name, changed in forgeries(game):
        forged = resealed(changed)
        assert (name, wrong(script, forged)) == (name, {})
        assert script.bound(forged, [game["commitment"]]).endswith(script.AGREES)
        found = [next(script.check(forged, one))[1] for one in noted]
        assert found == [[f"The file doesn't contain what you noted: {one}"] for one in noted]
        with pytest.raises(replays.Difference):
            pytest.fail(f"{name}: {transcripts.verify(forged)}")


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_an_altered_file_is_not_what_the_rules_make(slug: str, client: Client) -> None:
    game, signed = file_of(client, slug), signed_file_of(client, slug)
    assert transcripts.verify(game) == transcripts.verify(signed) == len(game["log"])
    for name, changed in [*alterations(game), *covered_by_the_signature(signed)]:
        with pytest.raises(replays.Difference):
            pytest.fail(f"{name}: {transcripts.verify(changed)}")


@pytest.mark.parametrize("slug", GAMES)
def test_draws_that_are_left_out_are_found(slug: str, client: Client, script: Any) -> None:
    game = file_of(client, slug)
    rules = game_class(slug).chance
    taking = {name for name, rule in rules.items() if rule.out_of or rule.tail}
    found = 0
    drawn = [
        at
        for at, entry in enumerate(game["log"])
        if {stream["stream"] for stream in entry["streams"]} & taking
    ]
    for at in drawn[:: runs(1, quick=max(1, len(drawn) // 4))]:
        without = {**game["log"][at], "streams": []}
        changed = {**game, "log": [*game["log"][:at], without, *game["log"][at + 1 :]]}
        found += 1
        assert is_wrong(script, changed)
    assert found > 3


def test_a_thing_that_was_not_drawn_out_of_the_bag_is_found(client: Client, script: Any) -> None:
    """As if another tile had been dealt than the one that the secret says."""
    game = file_of(client, "upwords")
    at = next(
        at
        for at, entry in enumerate(game["log"])
        if entry["streams"] and entry["position"].get("bag")
    )
    bag = game["log"][at]["position"]["bag"]
    drawn = game["log"][at]["streams"][0]["draws"][0]["drawn"]
    other = next(letter for letter in bag if letter != drawn)
    bag[drawn] = bag.get(drawn, 0) + 1
    bag[other] -= 1
    problems = [text for texts in wrong(script, game).values() for text in texts]
    assert "Something is missing, though it was never drawn." in problems


def test_a_hand_that_was_dealt_in_another_order_is_found(client: Client, script: Any) -> None:
    game = file_of(client, "tiled_of_it")
    hands = game["start"]["position"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert next(iter(wrong(script, game).values()))[0] == "The dealing order was different."


def test_a_ticket_that_was_passed_over_without_need_is_found(client: Client, script: Any) -> None:
    """A host could draw until they like what comes, if nobody looked at what they passed over."""
    game = file_of(client, "counting_tiles")
    for entry in game["log"]:
        for stream in entry["streams"]:
            source = script.chance(SECRET, stream["stream"], stream["index"])
            draw = stream["draws"][0]
            if draw["kind"] != "ticket":
                continue
            tickets = script.offered(draw)
            numbers = [source(len(tickets)) for _ in range(len(draw["numbers"]) + 1)]
            draw["numbers"] = numbers
            draw["there"] = [0] * (len(numbers) - 1) + [120]
            draw["drawn"] = tickets[numbers[-1]][0]
            problems = [text for texts in wrong(script, game).values() for text in texts]
            assert any(text.startswith("0 is the wrong number of") for text in problems)
            return
    pytest.fail("no ticket was drawn")
