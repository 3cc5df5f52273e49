"""Computer players meet in games that anyone can play again."""

import pytest

from tools import arena


def test_each_secret_is_played_from_both_seats():
    wanted = list(arena.pairings(game="tilekingdom", a="easy", b="random", games=4, seconds=None))
    assert [one.levels for one in wanted] == [("easy", "random"), ("random", "easy")] * 2
    assert wanted[0].secret == wanted[1].secret != wanted[2].secret == wanted[3].secret


def test_a_game_is_the_same_each_time():
    (wanted,) = arena.pairings(game="tilekingdom", a="easy", b="random", games=1, seconds=None)
    first, second = arena.play(wanted), arena.play(wanted)
    assert (first.scores, first.turns) == (second.scores, second.turns)
    assert sum(first.turns) == 71


def test_the_report_counts_for_the_first_player():
    games = [
        arena.Played((9, 5), (2, 2), (0.004, 0.002)),
        arena.Played((7, 5), (2, 2), (0.004, 0.002)),
        arena.Played((4, 4), (2, 2), (0.004, 0.002)),
        arena.Played((1, 6), (2, 2), (0.004, 0.002)),
    ]
    lines = [line.split() for line in arena.report("easy", "random", games)]
    assert lines[1] == ["easy", "2", "1", "1", "5.25", "2.0", "ms"]
    assert lines[2] == ["random", "1", "1", "2", "5.00", "1.0", "ms"]
    assert " ".join(lines[3]) == "Points a game for easy: 0.625, standard error 0.207."


@pytest.fixture
def alone(settings) -> str:
    """A game for one seat."""
    settings.GAMES = tuple(dict.fromkeys((*settings.GAMES, "counting_tiles")))
    return "counting_tiles"


def test_a_game_for_one_seat_is_a_duel_from_each_secret(alone: str):
    wanted = list(arena.pairings(game=alone, a="easy", b="random", games=3, seconds=None))
    assert [one.levels for one in wanted] == [
        ("easy", "random"), ("random", "easy"), ("easy", "random"),
    ]  # fmt: skip
    assert len({one.secret for one in wanted}) == 3


def test_both_players_of_a_duel_play_alone_and_the_same_each_time(alone: str):
    first, other = arena.pairings(game=alone, a="easy", b="easy", games=2, seconds=None)
    played, again = arena.play(first), arena.play(first)
    assert (played.scores, played.turns) == (again.scores, again.turns)
    assert played.scores[0] == played.scores[1] > 0
    assert arena.play(other).scores != played.scores


def test_a_duel_ends_even_if_a_player_could_go_on(alone: str, monkeypatch):
    monkeypatch.setattr(arena, "MOST_ACTIONS", 20)
    (wanted,) = arena.pairings(game=alone, a="medium", b="easy", games=1, seconds=None)
    assert arena.play(wanted).turns == (20, 20)


def test_the_score_decides_a_duel(alone: str, capsys):
    arena.main(["--game", alone, "--games", "4"])
    assert "Points a game for easy: 1.000" in capsys.readouterr().out


def test_easy_beats_random(capsys):
    arena.main(["--games", "4"])
    assert "Points a game for easy: 1.000" in capsys.readouterr().out


def test_a_word_game_is_played_with_the_list_of_the_release():
    (wanted,) = arena.pairings(game="upwords", a="easy", b="random", games=1, seconds=None)
    played = arena.play(wanted)
    assert played.scores[0] > played.scores[1]
    assert min(played.turns) > 10


def test_any_player_can_be_named_by_its_module():
    rival = arena.level_of("upwords", "tests.rivals.hard_2026_11.upwords.levels:hard")
    assert (rival.level, rival.seconds) == ("hard", 4.0)
    assert rival is not arena.level_of("upwords", "hard")


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        (
            "--a nobody",
            (
                "There's no computer player called nobody."
                " Choose one of easy, medium, hard, beginner, random."
            ),
        ),
        (
            "--b tests.rivals:nobody",
            (
                "There's no computer player called tests.rivals:nobody."
                " Choose one of easy, medium, hard, beginner, random."
            ),
        ),
        ("--game chess", "This site has no game called chess."),
        ("--games 0", "Games, processes and seconds must be greater than 0."),
    ],
)
def test_a_wrong_argument_is_answered_with_a_sentence(wishes: str, words: str, capsys):
    with pytest.raises(SystemExit):
        arena.main(wishes.split())
    assert capsys.readouterr().err.endswith(f": {words}\n")
