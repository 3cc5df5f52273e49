"""Reviews are made a few turns at a time, one beside the other, and come out the same each time."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.users.models import User
from games.core import codec
from games.core.review.judging import GRADED, Grade
from games.core.review.report import Report
from games.matches import reading as matches
from games.matches.models import Match
from games.matches.proofs import transcripts
from games.reviews import material, reading, work
from games.reviews.models import Review
from tests.factories import NOW, seconds
from tests.games.matches.pages.finished import finished
from tests.games.reviews.conftest import GAME, LOOKS, ask_for

pytestmark = pytest.mark.usefixtures("common_lists")


def test_a_turn_at_a_time_comes_to_the_same_as_all_at_once(
    match: Match, people: list[User], reviewed: Review
) -> None:
    Review.objects.all().delete()
    ask_for(match, people[0])
    pieces = 0
    while Review.objects.get().status == "waiting":
        assert work.work(now=NOW, seconds=0)
        pieces += 1
    again = Review.objects.get()
    assert pieces == again.judged == again.to_judge > 3
    assert again.turns is None
    assert json.dumps(again.report) == json.dumps(reviewed.report)
    assert not work.work(now=NOW)


def test_reviews_take_turns(match: Match, people: list[User]) -> None:
    other = finished(GAME, *people, secret=bytes(32))
    ask_for(match, people[0])
    ask_for(other, people[1])
    Review.objects.filter(match=other).update(asked_at=NOW + seconds(1))
    order = []
    for number in range(4):
        before = dict(Review.objects.values_list("match", "judged"))
        work.work(now=NOW + seconds(10 + number), seconds=0)
        after = dict(Review.objects.values_list("match", "judged"))
        order += [pk for pk in after if after[pk] > before[pk]]
    assert order == [match.pk, other.pk, match.pk, other.pk]


def test_somebody_is_at_work_on_each_review_alone(match: Match, people: list[User]) -> None:
    ask_for(match, people[0])
    claimed = work._claim(NOW)
    assert claimed is not None
    assert work._claim(NOW) is None
    died = NOW + work.CLAIM
    assert work._claim(died) == claimed


def test_a_match_that_cannot_be_replayed_is_given_up(match: Match, people: list[User]) -> None:
    ask_for(match, people[0])
    Match.objects.filter(pk=match.pk).update(rules_version=0)
    assert work.work(now=NOW)
    assert Review.objects.get().status == "failed"
    assert not work.work(now=NOW)


def test_start_skill_and_luck_add_up_to_the_result(reviewed: Review) -> None:
    report = reading.report_of(reviewed)
    for account, place in zip(report.players, reviewed.match.places, strict=True):
        skill, missed = account.own + account.others, account.missed + account.others_missed
        parts = account.start + skill + missed + account.luck + account.left
        assert parts == pytest.approx(account.result, abs=1e-9)
        assert account.result == (place == 1)
    assert sum(account.luck for account in report.players) == pytest.approx(0, abs=1e-3)


def test_each_choice_is_judged_but_those_of_the_clock(reviewed: Review) -> None:
    report = reading.report_of(reviewed)
    moves = matches.moves(match_id=reviewed.match_id)
    assert [turn.ply for turn in report.turns] == [move.ply for move in moves]
    for turn, move in zip(report.turns, moves, strict=True):
        assert (turn.grade == Grade.NONE) == (move.actor == "clock")
        assert turn.player == move.player
        if move.actor != "clock":
            assert turn.played is not None
            assert turn.played.action == move.action
            assert turn.loss == pytest.approx(turn.ideas[0].chance - turn.played.chance, abs=2e-4)
    counted = sum(sum(account.grades.values()) for account in report.players)
    assert counted == sum(turn.grade in GRADED for turn in report.turns)


# --- From a file ----------------------------------------------------------------------------------


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("review", *arguments, "--looks", str(LOOKS), stdout=out)
    return out.getvalue()


def test_a_downloaded_match_gives_the_same_report_byte_for_byte(
    match: Match, reviewed: Review, tmp_path
) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(transcripts.as_json(matches.load(match_id=match.pk))))
    from_file = printed("--file", str(file))
    assert from_file == printed(match.public_id)
    assert json.loads(from_file) == reviewed.report
    assert codec.encode(codec.decode(reviewed.report, Report), Report) == reviewed.report


def test_a_file_that_is_no_such_match_is_refused(match: Match, tmp_path) -> None:
    file = tmp_path / "match.json"
    data = transcripts.as_json(matches.load(match_id=match.pk))
    for changed, why in (
        ({**data, "secret": None}, "once it's over"),
        ({**data, "format": "chess"}, "isn't a match"),
        ({**data, "scores": [1000, 0]}, "scores"),
        ([], "isn't a match"),
    ):
        file.write_text(json.dumps(changed))
        with pytest.raises(CommandError, match=why):
            printed("--file", str(file))
    file.write_text("{")
    with pytest.raises(CommandError, match="couldn't read"):
        printed("--file", str(file))
    with pytest.raises(CommandError, match="Say which match"):
        call_command("review")
    with pytest.raises(CommandError, match="no match called"):
        call_command("review", "nothing")


def test_what_is_seen_only_later_does_not_change_a_judgement(match: Match) -> None:
    made = material.of_match(matches.load(match_id=match.pk))
    choice = made.choices[0]
    seen = made.rules.observation(choice.state, choice.player)
    assert seen != choice.state
    turn = work.judged(made, 0, looks=LOOKS)
    assert turn.before == work.judged(made, 0, looks=LOOKS).before
