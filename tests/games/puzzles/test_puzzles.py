"""Puzzles are found in public matches, tried once for the rating, and voted on."""

import json

import pytest
from django.test import Client

from accounts.users.models import User
from games.core import codec
from games.core.review.report import Idea
from games.matches.models import Match
from games.puzzles import acts, finding, reading
from games.puzzles.models import Attempt, Puzzle, Solver, Source
from games.puzzles.tasks import sweep_puzzles
from games.reviews.models import Review
from tests.factories import NOW, make_match, make_user, move
from tests.games.matches.pages.finished import finished
from tests.games.reviews.conftest import GAME
from tests.games.thinking.thought import thought

pytestmark = pytest.mark.usefixtures("people")


NO_WORD = {"type": "Spell", "word": "", "draw": 3}


def ideas_of(puzzle: Puzzle) -> tuple[Idea, ...]:
    return codec.decode(puzzle.ideas, tuple[Idea, ...])


# --- Finding --------------------------------------------------------------------------------------


def test_a_puzzle_has_one_clearly_best_turn(match: Match) -> None:
    count = finding.look(now=NOW)
    source = Source.objects.get()
    found = list(Puzzle.objects.all())
    assert count == source.found == len(found) > 0
    assert len(found) <= finding.PER_MATCH
    assert source.looked_at == NOW
    assert finding.look(now=NOW) is None
    for puzzle in found:
        ideas = ideas_of(puzzle)
        assert puzzle.margin == round(finding.margin(ideas), 4) >= finding.MARGIN
        assert ideas[0].chance - ideas[1].chance >= finding.MARGIN


def test_only_what_was_offered_is_looked_into(match: Match) -> None:
    Source.objects.all().delete()
    assert finding.look(now=NOW) is None
    assert not Puzzle.objects.exists()


def test_a_public_match_is_reviewed_when_nobody_waits(match: Match, people: list[User]) -> None:
    other = finished(GAME, *people, secret=bytes(32))
    assert not finding.have_reviewed(now=NOW)  # the only match offered has its review
    acts.offer(match_id=other.pk, now=NOW)
    assert finding.have_reviewed(now=NOW)
    assert Review.objects.get(match=other).asked_by is None
    assert not finding.have_reviewed(now=NOW)  # that one waits now


def test_nobody_looks_for_puzzles_on_a_machine_that_thinks_only_when_asked(
    match: Match, people: list[User], settings
) -> None:
    acts.offer(match_id=finished(GAME, *people, secret=bytes(32)).pk, now=NOW)
    settings.THINK_UNASKED = False
    before = Review.objects.count()
    sweep_puzzles()
    assert (Review.objects.count(), Source.objects.filter(looked_at=None).count()) == (before, 2)


def test_a_match_that_cannot_be_reviewed_is_left_alone(people: list[User]) -> None:
    Source.objects.all().delete()
    running = make_match(*people, game=GAME)
    move(running)
    acts.offer(match_id=running.pk, now=NOW)
    assert finding.have_reviewed(now=NOW)
    assert not Review.objects.filter(match=running).exists()
    assert Source.objects.get().looked_at == NOW
    assert finding.look(now=NOW) is None


# --- Trying ---------------------------------------------------------------------------------------


def page_of(client: Client, puzzle: Puzzle) -> bytes:
    return client.get(puzzle.get_absolute_url()).content


def tried(client: Client, puzzle: Puzzle, action: dict, door: str = "try"):
    address = f"{puzzle.get_absolute_url()}1/{door}"
    return client.post(address, {"action": action}, content_type="application/json")


def test_the_page_tells_neither_names_nor_the_solution(puzzle: Puzzle, client: Client) -> None:
    page = page_of(client, puzzle)
    (step,) = json.loads(
        page.split(b'id="steps" type="application/json">')[1].split(b"</script>")[0]
    )
    assert "solution" not in step
    seats = {seat["name"] for seat in step["view"]["seats"]}
    assert seats == {"You", "Ben"}
    assert puzzle.match.public_id.encode() not in page
    hands = step["view"]["state"]["hands"]
    assert [hand is None for hand in hands].count(True) == 1


def test_the_first_try_counts_and_no_other(puzzle: Puzzle, client: Client) -> None:
    solver = make_user("cleo")
    client.force_login(solver)
    best, worst = ideas_of(puzzle)[0], NO_WORD
    wrong = thought(lambda: tried(client, puzzle, worst)).json()
    assert (wrong["reached"], wrong["view"]) == (False, None)
    assert "counts as missed" in wrong["text"]
    right = tried(client, puzzle, best.action).json()
    assert right["reached"]
    assert right["text"].startswith("That's it!")
    assert right["view"]["log"][0]["text"] == best.text
    (attempt,) = Attempt.objects.all()
    assert (attempt.solved, attempt.user) == (False, solver)
    row = Solver.objects.get()
    assert (row.tries, row.solved, row.game) == (1, 0, GAME)
    puzzle.refresh_from_db()
    assert (puzzle.tries, puzzle.solved) == (1, 0)
    assert puzzle.mu > 25 > row.mu


def test_solving_it_raises_the_solver_and_lowers_the_puzzle(puzzle: Puzzle, client: Client) -> None:
    client.force_login(make_user("cleo"))
    answer = tried(client, puzzle, ideas_of(puzzle)[0].action).json()
    assert "goes up" in answer["text"]
    puzzle.refresh_from_db()
    row = Solver.objects.get()
    assert (row.tries, row.solved, puzzle.solved) == (1, 1, 1)
    assert row.mu > 25 > puzzle.mu


def test_whoever_has_it_shown_has_missed_it(puzzle: Puzzle, client: Client) -> None:
    client.force_login(make_user("cleo"))
    answer = tried(client, puzzle, {}, "show").json()
    assert answer["view"]["log"][0]["text"] == ideas_of(puzzle)[0].text
    assert (answer["shown"], "reached" in answer) == (True, False)
    assert not Attempt.objects.get().solved


def test_visitors_can_solve_it_without_a_rating(puzzle: Puzzle, client: Client) -> None:
    answer = tried(client, puzzle, ideas_of(puzzle)[0].action).json()
    assert answer["reached"]
    assert not Attempt.objects.exists()


def test_nonsense_is_refused(puzzle: Puzzle, client: Client) -> None:
    client.force_login(make_user("cleo"))
    assert tried(client, puzzle, {"type": "Nonsense"}).status_code == 400
    assert client.post(f"{puzzle.get_absolute_url()}1/try", "x", "text/plain").status_code == 400
    assert client.post(f"{puzzle.get_absolute_url()}2/try").status_code == 404
    assert client.get("/puzzle/nothing/").status_code == 404
    assert not Attempt.objects.exists()


def test_votes_of_those_who_tried_it_can_retire_a_puzzle(puzzle: Puzzle, client: Client) -> None:
    address = f"{puzzle.get_absolute_url()}vote"
    client.force_login(make_user())
    assert client.post(address, {"vote": "bad"})["Location"] == f"/puzzles/{GAME}/"
    puzzle.refresh_from_db()
    assert (puzzle.good, puzzle.bad) == (0, 0)
    for number in range(acts.VOTED_OUT):
        client.force_login(make_user())
        tried(client, puzzle, {}, "show")
        client.post(address, {"vote": "bad"})
        puzzle.refresh_from_db()
        assert puzzle.bad == number + 1
        assert (puzzle.retired_at is not None) == (number + 1 == acts.VOTED_OUT)
    assert reading.next_for(game=GAME, user_id=make_user().pk) is None
    client.post(address, {"vote": "good"})
    puzzle.refresh_from_db()
    assert (puzzle.good, puzzle.bad, puzzle.retired_at) == (1, acts.VOTED_OUT - 1, None)


def test_the_next_one_is_new_to_its_solver(puzzle: Puzzle, client: Client) -> None:
    client.force_login(make_user("cleo"))
    index = client.get("/puzzles/").content.decode()
    assert "1 puzzle" in index
    assert client.get(f"/puzzles/{GAME}/")["Location"] == puzzle.get_absolute_url()
    tried(client, puzzle, ideas_of(puzzle)[0].action)
    done = client.get(f"/puzzles/{GAME}/")
    assert "There are no more puzzles for you just now." in done.content.decode()
    assert "solved 1 of 1" in client.get("/puzzles/").content.decode()
    assert client.get("/puzzles/nothing/").status_code == 404
