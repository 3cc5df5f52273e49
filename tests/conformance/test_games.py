"""What every game on this site promises, whatever its rules."""

import dataclasses
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.core.bots import RANDOM, Budget
from games.core.clock import Pace
from games.core.codec import BadData
from games.core.drawing.canvas import size_of
from games.core.errors import BadNotation, IllegalAction
from games.core.extras.protocols import clock_key, is_clocks_own, options_at, turn_budget, wordless
from games.core.log.replay import replay
from games.core.rng import Rng
from games.core.table import options as table_options
from tests.conformance import golden
from tests.conformance.playing import (
    SLUGS,
    agreed_on,
    bots,
    load_game,
    playout,
    secret_of,
    steps_of,
)
from tests.size import runs

ROOT = Path(__file__).parents[2]
LARGEST_PERFT = runs(10**9, quick=10_000)


@pytest.fixture(params=SLUGS)
def slug(request):
    return request.param


@pytest.fixture
def game(slug):
    return load_game(slug)


def seats(game):
    return range(game.info.min_players, game.info.max_players + 1)


def sample(game, count=2):
    """Return whole games at random: for each number of players some, as lists of steps."""
    return [
        (players, secret_of(number), steps_of(game, players, number))
        for players in seats(game)
        for number in range(count)
    ]


def test_the_package_offers_rules_and_three_computer_players(slug, game):
    assert game.info.slug == slug
    assert game.info.title
    assert str(game.info.summary)
    assert 1 <= game.info.min_players <= game.info.max_players
    assert game.info.rules_version >= 1
    assert list(bots(slug)) == ["easy", "medium", "hard"]
    assert all(bot.seconds > 0 for bot in bots(slug).values())


def test_options_are_looked_at_as_a_whole(game):
    """Whatever contradicts itself is told in one sentence at one of the settings."""
    cls = game.options_class
    assert issubclass(cls, table_options.GameOptions)
    fields = [field for field in table_options.fields(cls) if field.asked]
    usual = cls()
    for field in fields:
        for value in [value for value, _ in field.choices] or [False, True]:
            if field.kind != "number":
                assert dataclasses.replace(usual, **{field.name: value}).contradiction() is None
    rng = Rng(secret_of(1), 0, "options")
    names = {field.name for field in fields}
    for _ in range(500):
        drawn = {}
        for field in fields:
            several = [value for value, _ in field.choices] or [False, True]
            if field.kind == "number":
                several = [field.low, field.default, field.high]
            drawn[field.name] = rng.choice(several)
        options = cls(**drawn)
        table_options.check(options)
        if found := options.contradiction():
            name, why = found
            assert name in names
            assert str(why).endswith(".")


def test_importing_the_package_pulls_in_no_web_framework(slug):
    code = (
        f"import sys, games.{slug};"
        "print([n for n in ('django', 'channels', 'celery', 'asyncio', 'games.matches.models')"
        " if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_random_games_end_and_only_then_nobody_is_to_move(game):
    for players, _, steps in sample(game, 5):
        for before, _, after in steps:
            assert game.current_player(before) in range(players)
            assert len(game.scores(after)) == players
        last = steps[-1][2]
        assert game.is_terminal(last)
        assert list(game.legal_actions(last)) == []
        assert min(game.placing(last)) == 1


def test_a_finished_game_refuses_every_action(game):
    _, _, steps = sample(game, 1)[0]
    with pytest.raises(IllegalAction):
        game.apply_action(steps[-1][2], steps[-1][1], Rng(secret_of(0), 999))


def test_every_legal_action_applies_and_changes_nothing_behind(game):
    for _, secret, steps in sample(game, 1):
        for ply, (state, _, _) in enumerate(steps[::9]):
            before = json.dumps(game.encode_state(state))
            for action in itertools.islice(game.legal_actions(state), 60):
                game.apply_action(state, action, Rng(secret, ply))
            assert json.dumps(game.encode_state(state)) == before


def test_legal_actions_come_in_a_stable_order_without_repeats(game):
    for _, _, steps in sample(game, 1):
        for state, _, _ in steps[::9]:
            actions = list(game.legal_actions(state))
            assert actions == list(game.legal_actions(state))
            assert len(set(actions)) == len(actions)
            assert not any(is_clocks_own(game, action) for action in actions)


def test_a_turn_that_the_rules_offer_is_no_word_of_the_player_s_making(game):
    for _, _, steps in sample(game, 1):
        for state, _, _ in steps[::9]:
            for action in itertools.islice(game.legal_actions(state), 60):
                assert wordless(game, state, action) == action


def test_the_player_to_move_sees_enough_to_know_their_actions(game):
    for _, _, steps in sample(game, 1):
        for state, _, _ in steps[::5]:
            view = game.observation(state, state.to_move)
            assert list(game.legal_actions(view)) == list(game.legal_actions(state))


def test_what_a_player_sees_can_be_seen_again(game):
    """An observation is a state: it can be stored, and looking twice shows no more."""
    for players, _, steps in sample(game, 1):
        for state, _, _ in steps[::9]:
            for player in (None, *range(players)):
                view = game.observation(state, player)
                assert game.observation(view, player) == view
                assert game.decode_state(game.encode_state(view)) == view


def test_states_and_actions_survive_the_codec(game):
    for _, _, steps in sample(game):
        for _, action, after in steps:
            data = json.loads(json.dumps(game.encode_state(after)))
            assert game.decode_state(data) == after
            action_data = json.loads(json.dumps(game.encode_action(action)))
            assert action_data["type"] == type(action).__name__
            assert game.decode_action(action_data) == action


@pytest.mark.parametrize("pace", Pace)
def test_the_end_of_a_game_can_be_read_back(slug, pace):
    for number in range(runs(500, quick=5)):
        game = agreed_on(slug, pace, number)
        players = seats(game)[number % len(seats(game))]
        *_, (_, _, end) = playout(game, players, secret_of(7000 + number))
        assert game.is_terminal(end)
        assert game.decode_state(json.loads(json.dumps(game.encode_state(end)))) == end


def test_a_game_can_go_on_from_a_stored_position(game):
    for players, secret, steps in sample(game, 1):
        middle = len(steps) // 2
        state = game.decode_state(game.encode_state(steps[middle][0]))
        for ply, (_, action, after) in enumerate(steps[middle:], start=middle + 1):
            state = game.apply_action(state, action, Rng(secret, ply))
            assert state == after
        assert len(game.scores(state)) == players


def test_spoilt_positions_are_refused_as_bad_data(game):
    _, _, steps = sample(game, 1)[0]
    data = game.encode_state(steps[len(steps) // 2][2])
    for name in data:
        for wrong in (True, "x", [True], {"type": "Nothing"}, 2**70):
            with pytest.raises(BadData):
                game.decode_state({**data, name: wrong})
        with pytest.raises(BadData):
            game.decode_state({**data, f"{name}_": data[name]})
    for wrong in (None, [], "x", 7, {}):
        with pytest.raises(BadData):
            game.decode_state(wrong)


def test_spoilt_actions_are_refused_as_bad_data(game):
    _, _, steps = sample(game, 1)[0]
    data = game.encode_action(steps[0][1])
    for name in data:
        for wrong in (True, [True], {"type": "Nothing"}, 2**70):
            with pytest.raises(BadData):
                game.decode_action({**data, name: wrong})
    for wrong in (None, [], "x", 7, {}, {**data, "more": 1}):
        with pytest.raises(BadData):
            game.decode_action(wrong)


def test_actions_survive_their_notation(game):
    for _, secret, steps in sample(game, 1):
        for state, _, _ in steps[::5]:
            texts = set()
            actions = list(itertools.islice(game.legal_actions(state), 200))
            if is_clocks_own(game, owed := game.timeout_action(state, Rng(secret, 1))):
                actions.append(owed)
            for action in actions:
                text = game.action_text(state, action)
                assert game.parse_action(state, text) == action
                texts.add(text)
            assert len(texts) == len(actions)


@pytest.mark.parametrize("text", ["", "?", "x" * 500, "1 2 3", "\n", "-", "é"])
def test_nonsense_is_no_notation(game, text):
    _, _, steps = sample(game, 1)[0]
    with pytest.raises(BadNotation):
        game.parse_action(steps[0][0], text)


def test_replay_equals_play(game):
    for players, secret, steps in sample(game):
        positions = list(replay(game, players, secret, [action for _, action, _ in steps]))
        assert positions == [steps[0][0], *(after for _, _, after in steps)]


def test_the_same_secret_gives_the_same_game_another_another(game):
    players = game.info.min_players
    first, again, other = (
        [step[2] for step in playout(game, players, secret_of(n))] for n in (5, 5, 6)
    )
    assert first == again
    assert first != other


def test_the_points_of_all_events_add_up_to_the_scores(game):
    topics = {key for key, _ in game.info.topics}
    for players, _, steps in sample(game):
        sums = [0] * players
        for state in (steps[0][0], *(after for _, _, after in steps)):
            for event in state.events:
                if event.points:
                    assert event.topic in topics
                    sums[event.player] += event.points
            assert tuple(sums) == game.scores(state)


def test_the_clock_always_has_an_action(game):
    for _, secret, steps in sample(game, 1):
        for ply, (state, _, _) in enumerate(steps[::5]):
            action = game.timeout_action(state, Rng(secret, ply, "timeout"))
            own = is_clocks_own(game, action)
            assert own or action in list(game.legal_actions(state))
            assert game.timeout_action(state, Rng(secret, ply, "timeout")) == action
            game.apply_action(state, action, Rng(secret, ply))


def test_a_countdown_goes_on_only_in_a_game_with_a_tempo_of_its_own(game):
    for _, _, steps in sample(game, 1):
        for before, action, after in steps:
            key = clock_key(game, before)
            assert (key is None) == (clock_key(game, after) is None)
            if key is not None:
                assert turn_budget(game, before) is not None
                own = is_clocks_own(game, action)
                same = turn_budget(game, after) == turn_budget(game, before) and not own
                assert (clock_key(game, after) == key) == same


def test_a_pace_gives_options_that_a_table_can_have(game):
    for pace in Pace:
        chosen = options_at(game, pace)
        assert table_options.read(table_options.write(chosen), game.options_class) == chosen
        assert options_at(type(game)(chosen), pace) == chosen


def test_hints_are_small_json_for_the_player_to_move_only(game):
    for players, _, steps in sample(game, 1):
        for state, _, _ in steps[::9]:
            hints = game.hints(state, state.to_move)
            assert json.loads(json.dumps(hints)) == hints
            assert len(json.dumps(hints)) < 64_000
            for player in range(players):
                if player != state.to_move:
                    assert game.hints(state, player) == {}


def test_every_position_can_be_described_and_drawn(game):
    for players, _, steps in sample(game, 1)[:2]:
        for _, _, after in steps[::12] + steps[-1:]:
            for player in (None, *range(players)):
                told = [str(sentence) for sentence in game.describe(after, player)]
                assert all(told)
                assert len(" ".join(told)) > 20
                picture = game.picture(after, player)
                assert picture.startswith("<svg")
                assert picture.rstrip().endswith("</svg>")
            small = game.miniature(game.observation(after, None))
            assert (*size_of(small), "<text" in small) == (320, 240, False)


@pytest.mark.parametrize("level", ["random", "easy", "medium", "hard"])
def test_computer_players_choose_legal_actions(slug, game, level):
    bot = RANDOM if level == "random" else bots(slug)[level]
    for _, secret, steps in sample(game, 1)[:: 1 if level != "hard" else 3]:
        for ply, (state, _, _) in enumerate(steps[3::17]):
            view = game.observation(state, state.to_move)
            ticks = itertools.count()
            budget = Budget(40.0, lambda ticks=ticks: float(next(ticks)))
            action = bot.choose(game, view, state.to_move, Rng(secret, ply, "bot"), budget)
            assert action in list(game.legal_actions(state))
            ticks = itertools.count()
            budget = Budget(40.0, lambda ticks=ticks: float(next(ticks)))
            again = bot.choose(game, view, state.to_move, Rng(secret, ply, "bot"), budget)
            assert again == action


def test_computer_players_do_not_depend_on_what_they_cannot_see(slug, game):
    """The choice from a view equals the choice from a view taken of the view: no back door."""
    for _, secret, steps in sample(game, 1)[:1]:
        for ply, (state, _, _) in enumerate(steps[5::23]):
            player = state.to_move
            view = game.observation(state, player)
            stored = game.decode_state(game.encode_state(view))
            for bot in bots(slug).values():
                choices = []
                for seen in (view, stored):
                    ticks = itertools.count()
                    budget = Budget(30.0, lambda ticks=ticks: float(next(ticks)))
                    choices.append(bot.choose(game, seen, player, Rng(secret, ply), budget))
                assert choices[0] == choices[1]


def test_golden_transcripts_are_as_written(slug):
    names = []
    for name, players, options in golden.variants(slug):
        names.append(f"{name}.txt")
        written = (golden.folder(slug) / f"{name}.txt").read_text()
        assert golden.transcript(slug, players, options) == written
    assert sorted(names) == sorted(path.name for path in golden.folder(slug).glob("*.txt"))


def test_perft_counts_are_as_written(slug):
    game = golden.perft_game(slug)
    lines = (golden.TESTS / slug / "perft.txt").read_text().splitlines()[1:]
    assert lines
    for line in lines:
        players, number, ply, depth, count = map(int, line.split())
        if count > LARGEST_PERFT:
            continue
        assert golden.count_from(game, players, number, ply, depth) == count


def test_every_numbered_rule_has_a_test(slug):
    rules = (ROOT / "games" / slug / "README.md").read_text()
    numbers = set(re.findall(r"^\*\*(\d+(?:\.\d+)+)\*\*", rules, re.MULTILINE))
    assert numbers
    tested = set()
    for path in (golden.TESTS / slug).glob("test_*.py"):
        for name in re.findall(r"def test_([\d_]+)_[a-z]", path.read_text()):
            tested.add(name.replace("_", "."))
    assert numbers - tested == set()


def test_a_table_of_usual_settings_can_be_made(slug, game):
    from games.core.table.options import fields, in_words

    assert all(str(field.label) for field in fields(game.options_class))
    assert in_words(game.options, only_changed=True) == []
