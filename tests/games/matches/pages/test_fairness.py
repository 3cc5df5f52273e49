"""What of a match can be taken home, and that it proves itself."""

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.core.clock import Pace, TimeControl
from games.core.log import chain
from games.matches import play, reading
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.matches.proofs import replays, signing, transcripts
from games.registry import game_class
from tests.factories import NOW, SECRET, make_match, make_user, move
from tests.games.matches.pages.finished import begun, finished, take_turn
from tests.games.matches.pages.taken_home import (
    GAMES,
    ONE_QUICKLY,
    SCRIPT,
    file_of,
    is_wrong,
    resealed,
    signed_file_of,
    told,
    wrong,
)
from tests.size import THOROUGH, runs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("common_lists")]

Run = Callable[..., tuple[int, list[str]]]
TURNS = runs(10_000, quick=16)  # by older rules; then somebody gives up


# --- The whole file -------------------------------------------------------------------------------


def test_every_draw_of_every_game_follows_from_its_secret(
    over: Match, client: Client, script: Any
) -> None:
    """Of another match with another secret, too, if all is tried; others take moves back."""
    matches = [over]
    if THOROUGH:
        options = {"mode": "chess"} if over.game == "tilekingdom" else {}
        matches.append(finished(over.game, secret=bytes([2]) * 32, options=options))
    for match in matches:
        game = told(client, match)
        assert wrong(script, game) == {}
        assert transcripts.verify(game) == match.ply


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """The program on its own, without an import of the project: its exit code and its lines."""

    def run(game: dict[str, Any], *noted: str) -> tuple[int, list[str]]:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(game))
        command = [sys.executable, "-I", str(SCRIPT), str(path), *noted]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        return done.returncode, done.stdout.splitlines()

    return run


@pytest.fixture
def run_here(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same program within this process, which takes no time to start."""

    def run(game: dict[str, Any], *noted: str) -> tuple[int, list[str]]:
        path = tmp_path / "game.json"
        path.write_text(json.dumps(game))
        monkeypatch.setattr(sys, "argv", [str(SCRIPT), str(path), *noted])
        code: Any = 0
        try:
            runpy.run_path(str(SCRIPT), run_name="__main__")
        except SystemExit as end:
            code = end.code
        return code, capsys.readouterr().out.splitlines()

    return run


@pytest.mark.parametrize("slug", ONE_QUICKLY)
def test_the_program_says_the_same_on_its_own(
    slug: str, client: Client, script: Any, run: Run
) -> None:
    game = signed_file_of(client, slug)
    agrees, unchecked = script.AGREES.splitlines(), script.UNCHECKED.splitlines()
    code, lines = run(game)
    rows = len(game["log"]) + 4  # secret, signature, start, result
    assert (code, lines[rows:]) == (0, [*agrees, *unchecked])
    assert all(line.startswith("ok ") for line in lines[:rows])
    code, lines = run({**game, "scores": [score + 1 for score in game["scores"]]})
    assert (code, lines[-1]) == (1, "Something differs.")
    code, lines = run({**game, "secret": None})
    told = f"The match isn't over. Make a note of its fingerprint: {game['commitment']}"
    assert (code, lines) == (2, [told])


def test_the_program_says_what_binds_a_file(
    client: Client, script: Any, run_here: Run, tmp_path: Path
) -> None:
    run = run_here
    game = signed_file_of(client, "words_with_chilwell")
    signed, fourth = game["key"], game["log"][3]["hash"]
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps({**game, "secret": None, "seal": None, "log": game["log"][:2]}))
    agrees = script.AGREES.splitlines()[0]
    later = "and what follows is consistent."
    for noted, says in {
        game["commitment"]: f"Its draws match the fingerprint you noted. {agrees}",
        fourth: f"Up to move 4 it matches what you noted, {later}",
        str(earlier): f"Up to move 2 it matches what you noted, {later}",
        game["seal"].upper(): "Its moves and result match the seal you noted.",
        signed: "All of it was signed with the key you gave.",
    }.items():
        code, lines = run(game, noted)
        assert (code, lines[len(game["log"]) + 4]) == (0, says)
    code, lines = run(game, "0" * 64)
    assert (code, lines[0].split("; ")[1]) == (
        1,
        f"The file doesn't contain what you noted: {'0' * 64}",
    )
    forged = resealed({**game, "started_at": game["finished_at"]})
    assert [run(forged, noted)[0] for noted in (signed, forged["key"])] == [1, 0]
    earlier.write_text(json.dumps({**game, "log": [{**game["log"][0], "hash": "0" * 64}]}))
    assert run(game, str(earlier))[0] == 1
    assert "The file isn't signed." in run(file_of(client, "words_with_chilwell"))[1]


def test_the_program_is_short_needs_nothing_and_is_served(client: Client) -> None:
    text = SCRIPT.read_text()
    page = client.get(f"/match/{make_match().public_id}/fairness/").content.decode()
    said = re.search(r"fewer than (\d+) lines of Python", page)
    assert said is not None
    assert 0 < int(said[1]) - len(text.splitlines()) <= 10
    imports = {line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))}
    assert imports <= set(sys.stdlib_module_names)
    answer = client.get("/fairness/check_game.py")
    assert (answer.content.decode(), answer["Content-Type"]) == (text, "text/plain; charset=utf-8")


# --- What cannot be proved whole ------------------------------------------------------------------


@pytest.mark.slow
def test_what_was_changed_in_the_database_is_told(client: Client, script: Any) -> None:
    """The site itself says so, and the file is no proof."""
    match = finished("words_with_chilwell")
    Match.objects.filter(pk=match.pk).update(scores=[100, 0])
    game = told(client, match)
    assert f"at ply {match.ply} the scores is [100, 0] as stored" in game["problem"]
    assert next(iter(wrong(script, game).values())) == [game["problem"]]


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_that_ended_before_its_first_move_agrees(
    slug: str, client: Client, script: Any
) -> None:
    match = begun(slug)
    play.resign(match_id=match.pk, player=0, now=NOW)
    game = told(client, match)
    assert (game["log"], wrong(script, game)) == ([], {})
    assert transcripts.verify(game) == 0
    points = reading.view(reading.load(match_id=match.pk), player=None, now=NOW)["result"]
    sums = [
        sum(row["points"][player] for row in points["breakdown"])
        for player in range(len(game["players"]))
    ]
    assert sums == game["scores"]


def test_the_chain_of_a_match_by_older_rules_is_checked(client: Client, script: Any) -> None:
    """Its positions can't be made again; what was said and played needs no rules."""
    match = begun("upwords")
    match.rules_version = 0
    last = chain.begin(match.commitment, reading.agreed(match))
    Match.objects.filter(pk=match.pk).update(rules_version=0, last_hash=last)
    match.refresh_from_db()
    while match.status == Match.Status.RUNNING and match.ply < TURNS:
        take_turn(match)
    if match.status == Match.Status.RUNNING:
        play.resign(match_id=match.pk, player=0, now=match.timer.started_at)
    game = signing.unsigned(told(client, match))
    hidden = [entry["ply"] for entry in game["log"] if "text" not in entry]
    exchanges = [one["ply"] for one in game["log"] if one["action"]["type"] == "Exchange"]
    assert exchanges
    assert (wrong(script, game), hidden) == ({}, exchanges)
    assert next(iter(script.unchecked({**game, "signature": "x"}))).startswith(
        "We didn't check its draws or positions."
    )
    assert [name for name, changed in altered_chain(game) if not is_wrong(script, changed)] == []


def altered_chain(game: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a file with another action, word or place in each move that hides nothing."""
    for entry in game["log"]:
        other = {"action": {"type": "Pass?"}, "said": "something else", "ply": 0}
        if "text" in entry:
            for name, value in other.items():
                log = [{**one, name: value} if one is entry else one for one in game["log"]]
                yield f"{name} of {entry['ply']}", {**game, "log": log}


def test_a_file_that_does_not_name_its_match_is_checked_except_its_first_hash(
    client: Client, script: Any
) -> None:
    """As in a league's bundle without names: page, program and rules take it alike."""
    game = {**file_of(client, "words_with_chilwell"), "match": "", "url": ""}
    assert wrong(script, game) == {}
    assert transcripts.verify(game) == len(game["log"])
    said = "The file doesn't say which match it's from, so we couldn't check the first hash."
    assert said in script.unchecked(game)
    game["log"][1]["said"] = "something else"
    assert list(wrong(script, game).values()) == [["The players were told something different."]]


# --- Before it is over ----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_while_it_is_running_a_file_has_what_a_spectator_was_told(
    slug: str, client: Client
) -> None:
    match = begun(slug, now=timezone.now())  # pages read the real clock
    for _ in range(3):
        take_turn(match)
    game = told(client, match)
    view = client.get(f"/match/{match.public_id}/view").json()
    assert signing.is_as_signed(game)
    chained = {"said", "proof", "hash"}
    shown = view["log"]
    for entry in shown:
        del entry["deed"]  # words, which a file leaves to its reader
        for event in entry["events"]:
            assert event.pop("told")
    assert [{k: v for k, v in one.items() if k not in chained} for one in game["log"]] == shown
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
    assert (
        "Other games with the same secret are still in progress"
        in client.get(f"/match/{first.public_id}/fairness/").content.decode()
    )
    play.resign(match_id=second.pk, player=0, now=NOW)
    assert told(client, first)["secret"] == SECRET.hex()


# --- As text --------------------------------------------------------------------------------------


def test_a_match_as_text_can_be_read_back(over: Match, client: Client) -> None:
    match, slug = over, over.game
    answer = client.get(f"/match/{match.public_id}/game.txt")
    about, moves = answer.content.decode().split("\n\n")
    facts = dict(line.split(": ", 1) for line in about.splitlines())
    assert facts["Game"] == f"{game_class(slug).info.title}, rules version {match.rules_version}"
    proofs = ("Fingerprint of the secret", "Secret", "Seal")
    assert [facts[name] for name in proofs] == [match.commitment, SECRET.hex(), reading.seal(match)]
    rules = reading.rules_of(match)
    turns = replays.recorded(reading.load(match_id=match.pk))
    log = reading.moves(match_id=match.pk)
    lines = moves.strip().splitlines()
    assert len(lines) == match.ply
    for line, turn, entry in zip(lines, turns, log, strict=False):
        number, rest = line.split(". ", 1)
        who, what = rest.split(": ", 1)
        text = what.split(" ; ")[0]
        assert int(number) == entry.ply
        assert who.startswith(facts[f"Player {entry.player + 1}"])
        assert who.endswith(" (the clock's move)") is (entry.actor == "clock")
        read = rules.parse_action(turn.state, text)
        assert rules.encode_action(read) == entry.action


def test_a_running_match_as_text_hides_what_its_log_hides(client: Client) -> None:
    match = begun("upwords")
    rules = reading.rules_of(match)
    rack = rules.decode_state(match.state).racks[match.to_move]
    play.submit(
        match_id=match.pk,
        player=match.to_move or 0,
        action={"type": "Exchange", "letter": rack[0]},
        expected_ply=0,
        now=NOW,
    )
    names = [seat.name for seat in reading.seats(match_id=match.pk)]
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
    assert capsys.readouterr().out == f"{match.ply} plies, all as the rules say.\n"
    game["scores"][0] += 1
    path.write_text(json.dumps(game))
    with pytest.raises(CommandError, match="The rules say otherwise: scores"):
        call_command("replay", file=str(path))
    path.write_text("{")
    with pytest.raises(CommandError, match="We couldn't read the file"):
        call_command("replay", file=str(path))


def test_the_log_says_who_made_a_move(client: Client) -> None:
    match = make_match(make_user("anna"), make_user("ben"))
    move(match)
    assert told(client, match)["players"] == [
        {"player": 0, "name": "anna", "owner": "user", "resigned": False},
        {"player": 1, "name": "ben", "owner": "user", "resigned": False},
    ]
