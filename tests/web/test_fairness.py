"""What of a match can be taken home, and that whatever is not so in it is found."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import play, queries, replays, transcripts
from games.core.clock import Pace, TimeControl
from games.models import Match
from games.play import SeatPlan
from games.registry import game_class
from tests.conformance.playing import SLUGS
from tests.factories import NOW, SECRET, make_match, make_user, move
from tests.size import runs
from tests.web.finished import begun, finished, take_turn
from tests.web.taken_home import SCRIPT, file_of, is_wrong, told, wrong

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("common_lists")]

BITS = [4, 8, 40]  # of a secret and of its fingerprint: which digit is another


# --- The whole file -------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_every_draw_of_every_game_follows_from_its_secret(
    slug: str, client: Client, script: Any
) -> None:
    options = {"mode": "chess"} if slug == "tilekingdom" else {}
    for number, agreed in enumerate([{}, options], start=1):
        match = finished(slug, secret=bytes([number]) * 32, options=agreed)
        game = told(client, match)
        assert wrong(script, game) == {}
        assert transcripts.verify(game) == match.ply


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_the_program_tells_the_same_on_its_own(slug: str, client: Client, tmp_path: Path) -> None:
    """No import of the project; its lines, its verdict and its exit codes."""
    match = finished(slug)
    path = tmp_path / "game.json"

    def run(game: dict[str, Any], *noted: str) -> tuple[int, list[str]]:
        path.write_text(json.dumps(game))
        command = [sys.executable, "-I", str(SCRIPT), str(path), *noted]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        return done.returncode, done.stdout.splitlines()

    game = told(client, match)
    code, lines = run(game)
    assert (code, lines[-3][:11], len(lines)) == (0, "All agrees:", match.ply + 6)
    assert all(line.startswith("ok ") for line in lines[:-3])
    assert [run(game, game[name])[0] for name in ("commitment", "seal")] == [0, 0]
    assert run(game, "0" * 64)[0] == 1
    name, altered = next(alterations(game))
    code, lines = run(altered)
    assert (name, code, lines[-1]) == (name, 1, "Something differs.")
    game["secret"] = None
    code, lines = run(game)
    assert (code, lines) == (
        2,
        [f"It is not over. Note the fingerprint of its secret: {match.commitment}"],
    )


def test_the_program_is_short_needs_nothing_and_is_served(client: Client) -> None:
    text = SCRIPT.read_text()
    assert len(text.splitlines()) < 200
    imports = {line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))}
    assert imports <= set(sys.stdlib_module_names)
    answer = client.get("/fairness/check_game.py")
    assert (answer.content.decode(), answer["Content-Type"]) == (text, "text/plain; charset=utf-8")


# --- What is not so -------------------------------------------------------------------------------


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
    """What is told of a move, of the result or of what was agreed is another; a move is missing."""
    entry = game["log"][len(game["log"]) // 2]
    others = {
        "action": next(one["action"] for one in game["log"] if one["action"] != entry["action"]),
        "text": "something else",
        "said": "something else",
        "played_at": game["started_at"],
        "events": [*entry["events"], {"player": 0, "text": "A gift", "points": 5, "topic": ""}],
        "ply": entry["ply"] + 1,
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


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_one_altered_draw_is_found(slug: str, client: Client, script: Any) -> None:
    game = file_of(client, slug)
    unnoticed = [name for name, changed in alterations(game) if not is_wrong(script, changed)]
    assert unnoticed == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_an_altered_file_is_not_what_the_rules_make(slug: str, client: Client) -> None:
    game = file_of(client, slug)
    assert transcripts.verify(game) == len(game["log"])
    for name, changed in alterations(game):
        with pytest.raises(replays.Difference):
            pytest.fail(f"{name}: {transcripts.verify(changed)}")


@pytest.mark.parametrize("slug", SLUGS)
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
    assert "something is gone that was not drawn" in problems


def test_a_hand_that_was_dealt_in_another_order_is_found(client: Client, script: Any) -> None:
    game = file_of(client, "tiled_of_it")
    hands = game["start"]["position"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert next(iter(wrong(script, game).values()))[0] == "it was not dealt in this order"


def test_a_ticket_that_was_passed_over_without_need_is_found(client: Client, script: Any) -> None:
    """A host could draw until he likes what comes, if nobody looked at what he passed over."""
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
            assert any(text.startswith("there were not 0 of") for text in problems)
            return
    pytest.fail("no ticket was drawn")


@pytest.mark.slow
def test_what_was_changed_in_the_database_is_told(client: Client, script: Any) -> None:
    """The site itself says so, and the file is no proof."""
    match = finished("tilekingdom")
    Match.objects.filter(pk=match.pk).update(scores=[100, 0])
    game = told(client, match)
    assert f"at ply {match.ply} the scores is [100, 0] as stored" in game["problem"]
    assert list(wrong(script, game).values()) == [[game["problem"]]]


# --- Before it is over ----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_while_it_is_running_a_file_has_what_a_spectator_was_told(
    slug: str, client: Client
) -> None:
    match = begun(slug, now=timezone.now())  # pages read the real clock
    for _ in range(3):
        take_turn(match)
    game = told(client, match)
    view = client.get(f"/match/{match.public_id}/view").json()
    chained = {"said", "proof", "hash"}
    assert [{k: v for k, v in one.items() if k not in chained} for one in game["log"]] == view[
        "log"
    ]
    assert [one["said"] for one in game["log"]] == [one["text"] for one in view["log"]]
    assert (game["secret"], game["commitment"]) == (None, match.commitment)
    assert not {"start", "chance", "problem"} & game.keys()
    page = client.get(f"/match/{match.public_id}/fairness/").content.decode()
    assert match.commitment in page
    assert "data-fairness" not in page
    pages = (f"/match/{match.public_id}/game.txt", f"/match/{match.public_id}/fairness/")
    for url in pages:
        assert SECRET.hex() not in client.get(url).content.decode()


def test_a_finished_game_of_a_duel_keeps_its_secret_until_all_have_finished(client: Client) -> None:
    users = [make_user("anna"), make_user("ben")]
    duel = play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.LIVE, 60),
        entrants=[SeatPlan(name=user.username, user_id=user.pk) for user in users],
        now=NOW,
        secret=SECRET,
    )
    first, second = Match.objects.filter(duel=duel).order_by("pk")
    client.force_login(users[0])
    play.resign(match_id=first.pk, player=0, now=NOW)
    assert told(client, first)["secret"] is None
    assert "Others still play" in client.get(f"/match/{first.public_id}/fairness/").content.decode()
    play.resign(match_id=second.pk, player=0, now=NOW)
    assert told(client, first)["secret"] == SECRET.hex()


# --- As text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_a_match_as_text_can_be_read_back(slug: str, client: Client) -> None:
    match = finished(slug)
    answer = client.get(f"/match/{match.public_id}/game.txt")
    about, moves = answer.content.decode().split("\n\n")
    facts = dict(line.split(": ", 1) for line in about.splitlines())
    assert facts["Game"] == f"{game_class(slug).info.title}, rules version {match.rules_version}"
    assert (facts["Fingerprint of the secret"], facts["Secret"]) == (
        match.commitment,
        SECRET.hex(),
    )
    rules = queries.rules_of(match)
    turns = replays.recorded(queries.load(match_id=match.pk))
    log = queries.moves(match_id=match.pk)
    lines = moves.strip().splitlines()
    assert len(lines) == match.ply
    for line, turn, entry in zip(lines, turns, log, strict=False):
        number, rest = line.split(". ", 1)
        who, what = rest.split(": ", 1)
        text = what.split(" ; ")[0]
        assert int(number) == entry.ply
        assert who.startswith(facts[f"Player {entry.player + 1}"])
        assert who.endswith(" (by the clock)") is (entry.actor == "clock")
        read = rules.parse_action(turn.state, text)
        assert rules.encode_action(read) == entry.action


def test_a_running_match_as_text_hides_what_its_log_hides(client: Client) -> None:
    match = begun("upwords")
    rules = queries.rules_of(match)
    rack = rules.decode_state(match.state).racks[match.to_move]
    play.submit(
        match_id=match.pk,
        player=match.to_move or 0,
        action={"type": "Exchange", "letter": rack[0]},
        expected_ply=0,
        now=NOW,
    )
    names = [seat.name for seat in queries.seats(match_id=match.pk)]
    lines = client.get(f"/match/{match.public_id}/game.txt").content.decode().splitlines()
    assert lines[-1] == f"1. {names[match.to_move or 0]}: exchange"
    assert "action" not in told(client, match)["log"][0]


# --- The rules of a file --------------------------------------------------------------------------


def test_a_file_is_played_again_by_command(client: Client, tmp_path: Path, capsys: Any) -> None:
    match = finished("words_with_chilwell")
    path = tmp_path / "game.json"
    game = told(client, match)
    path.write_text(json.dumps(game))
    call_command("replay", file=str(path))
    assert capsys.readouterr().out == f"{match.ply} plies: all as the rules make them.\n"
    game["scores"][0] += 1
    path.write_text(json.dumps(game))
    with pytest.raises(CommandError, match="The rules make something else of it: scores"):
        call_command("replay", file=str(path))
    path.write_text("{")
    with pytest.raises(CommandError, match="The file cannot be read"):
        call_command("replay", file=str(path))


def test_who_made_a_move_is_told(client: Client) -> None:
    match = make_match(make_user("anna"), make_user("ben"))
    move(match)
    assert told(client, match)["players"] == [
        {"player": 0, "name": "anna", "owner": "user", "resigned": False},
        {"player": 1, "name": "ben", "owner": "user", "resigned": False},
    ]
