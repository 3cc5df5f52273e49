"""What is drawn is written down while a match is played again: all of it, and nothing changed."""

import hashlib
import hmac
import itertools

import pytest

from games.core.errors import IllegalAction
from games.core.extras.protocols import Countdown
from games.core.log.fairness import Draw, RecordingRng, Stream, record
from games.core.log.replay import replay
from games.core.rng import Rng
from tests.conformance.playing import CLOCK_EVERY, SLUGS, load_game, playout, secret_of
from tests.games.core.nim import Nim, Options, Take

SECRET = bytes(range(32))
TICKETS = [(item, copy) for item, count in (("x", 3), ("y", 2)) for copy in range(count)]


def recording(secret=SECRET, ply=3, stream="draw"):
    """Return recording chance and the list in which all its streams stand."""
    streams = []
    return RecordingRng(secret, ply, stream, streams=streams, name=str), streams


def words(stream, index):
    """The 64-bit words of a stream by the published formula alone."""
    for block in itertools.count():
        data = hmac.digest(SECRET, f"tilepost/{stream}/{index}/{block}".encode(), hashlib.sha256)
        yield from (int.from_bytes(data[at : at + 8], "big") for at in range(0, 32, 8))


def draw_everything(rng):
    """Draw in each way that there is, from the stream itself and from others."""
    cards = list("ABCDEFGH")
    rng.shuffle(cards)
    yield cards
    yield rng.below(72)
    yield rng.choice("abcdefgh")
    yield rng.weighted([("x", 1), ("y", 5), ("z", 0)])
    yield rng.ticket(TICKETS, {"y": 1})
    yield rng.at("hand", 4).choice(range(20, 30))
    yield rng.substream("more").below(5)
    yield rng.below(2)


@pytest.mark.parametrize("number", range(20))
def test_writing_down_changes_no_value(number):
    secret = secret_of(number)
    plain = list(draw_everything(Rng(secret, 3)))
    assert list(draw_everything(recording(secret)[0])) == plain


def test_each_draw_says_what_it_was_made_from():
    rng, streams = recording()
    drawn = list(draw_everything(rng))
    own, hand, more = (stream.written() for stream in streams)
    assert [(one.name, one.index) for one in (own, hand, more)] == [
        ("draw", 3), ("at.hand", 4), ("draw.more", 3),
    ]  # fmt: skip
    source = words("draw", 3)
    order = Draw(
        "order", tuple(next(source) % n for n in range(8, 1, -1)), tuple(drawn[0]),
        of=tuple("ABCDEFGH"),
    )  # fmt: skip
    number = Draw("number", (next(source) % 72,), drawn[1], below=72)
    letter = next(source) % 8
    item = Draw("item", (letter,), "abcdefgh"[letter], of=tuple("abcdefgh"))
    ticket = next(source) % 6
    weighted = Draw("item", (ticket,), "xy"[ticket > 0], of=("x", "y"), weights=(1, 5))
    tried = list(itertools.takewhile(lambda one: one != 3, (next(source) % 5 for _ in range(99))))
    there = tuple(0 if one < 3 else 1 for one in (*tried, 3))
    found = Draw("ticket", (*tried, 3), "y", of=("x", "y"), weights=(3, 2), there=there)
    assert own.draws[:5] == (order, number, item, weighted, found)
    assert hand.draws[0].of == tuple(map(str, range(20, 30)))
    assert more == Stream("draw.more", 3, (Draw("number", (drawn[6],), drawn[6], below=5),))


def test_noise_is_not_for_rules():
    with pytest.raises(NotImplementedError):
        recording()[0].noise(3)


def test_an_action_that_is_not_allowed_is_noticed():
    moves = [(Take(1), False), (Take(9), False)]
    with pytest.raises(IllegalAction):
        list(record(Nim(Options()), 2, SECRET, moves))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_recorded_game_is_the_game(slug):
    """Its positions are a replay's, and the clock's actions are those that were played."""
    game = load_game(slug)
    players = game.info.min_players
    for number in range(3):
        secret = secret_of(number)
        made = [action for _, action, _ in playout(game, players, secret)]
        every = CLOCK_EVERY if isinstance(game, Countdown) else len(made) + 1
        by_clock = [ply % every == 0 for ply in range(1, len(made) + 1)]
        turns = list(record(game, players, secret, zip(made, by_clock, strict=True)))
        assert [turn.state for turn in turns] == list(replay(game, players, secret, made))
        due = [action if clock else None for action, clock in zip(made, by_clock, strict=True)]
        assert [turn.due for turn in turns[1:]] == due


@pytest.mark.parametrize("slug", SLUGS)
def test_what_the_clock_plays_is_named_as_the_log_names_it(slug):
    game, secret = load_game(slug), secret_of(7)
    players = game.info.min_players
    states, made = [game.initial_state(players, Rng(secret, 0))], []
    for ply in range(1, 7):
        if game.is_terminal(states[-1]):
            break
        made.append(game.timeout_action(states[-1], Rng(secret, ply, "timeout")))
        states.append(game.apply_action(states[-1], made[-1], Rng(secret, ply)))
    _, *turns = record(game, players, secret, [(action, True) for action in made])
    assert [turn.due for turn in turns] == made
    for before, turn in zip(states, turns, strict=False):
        drawn = [one.draws[-1].drawn for one in turn.streams if one.name == "timeout"]
        assert drawn in ([], [game.action_text(before, turn.due)])


@pytest.mark.parametrize("slug", SLUGS)
def test_each_field_in_which_draws_are_seen_is_one_of_the_state(slug):
    game = load_game(slug)
    state = game.encode_state(game.initial_state(game.info.min_players, Rng(SECRET, 0)))
    for rule in game.chance.values():
        named = [rule.out_of, *rule.into, rule.tail, *rule.dealt]
        assert {name for name in named if name} <= state.keys()
