"""Every game has a lesson, and you can do and miss every step of it by the real rules."""

import pytest

from games.core import lessons
from games.core.drawing.canvas import part_of, size_of
from games.core.lessons import FEWEST_STEPS, MOST_STEPS
from games.core.table.words import WORD_LISTS
from games.registry import game_class, lesson_of
from games.words.lists.packing import words_of
from tests.conformance.playing import SLUGS
from tests.games.words.release import release_words

LONGEST = {"title": 30, "text": 200, "task": 120, "praise": 170}  # signs: a phone shows all at once


@pytest.fixture(params=SLUGS)
def slug(request):
    return request.param


@pytest.fixture
def lesson(slug):
    return lesson_of(slug)


@pytest.fixture
def game(slug, lesson):
    """The game bound to the lesson's own few words."""
    return rules(slug, words_of(lesson.words))


def rules(slug, words):
    cls = game_class(slug)
    return cls(lesson_of(slug).options, words if cls.info.uses_words else None)


def outcomes(game, step):
    """Yield what each legal turn lacks, in words; "" where it reaches the goal."""
    for action in game.legal_actions(lessons.begin(game, step)):
        lack = lessons.attempt(game, step, action)[1]
        yield "" if lack is None else str(lack)


def test_a_lesson_has_a_few_steps_with_short_words(lesson):
    assert FEWEST_STEPS <= len(lesson.steps) <= MOST_STEPS
    assert str(lesson.farewell)
    for step in lesson.steps:
        for name, most in LONGEST.items():
            assert 0 < len(str(getattr(step, name))) <= most, (step.title, name)
    assert len({str(step.title) for step in lesson.steps}) == len(lesson.steps)


def test_the_positions_are_sound_and_the_learner_is_to_move(game, lesson):
    for step in lesson.steps:
        state = lessons.begin(game, step)
        assert state.to_move is not None
        assert game.decode_state(game.encode_state(state)) == state
        game.describe(game.observation(state, state.to_move), state.to_move)


def test_what_is_shown_does_each_step(game, lesson):
    for step in lesson.steps:
        action = lessons.solution(game, step)
        assert action in list(game.legal_actions(lessons.begin(game, step)))
        assert lessons.attempt(game, step, action)[1] is None, step.title


def test_each_step_can_also_be_missed_and_says_how(game, lesson):
    for step in lesson.steps:
        lacks = set(outcomes(game, step))
        assert "" in lacks
        assert len(lacks) > 1, step.title
        assert all(lack.endswith(".") for lack in lacks if lack)


def test_chance_is_the_same_for_everyone(game, lesson):
    for step in lesson.steps:
        action = lessons.solution(game, step)
        assert lessons.attempt(game, step, action) == lessons.attempt(game, step, action)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, _ in WORD_LISTS])
def test_a_word_game_is_taught_with_words_of_every_list(slug, lesson, name):
    assert bool(lesson.words) is game_class(slug).info.uses_words
    if not lesson.words:
        return
    words = release_words(name)
    assert [word for word in lesson.words if word not in words] == []
    assert [word for word in lesson.words if not words.is_showable(word)] == []
    game = rules(slug, words)
    for step in lesson.steps:
        assert lessons.attempt(game, step, lessons.solution(game, step))[1] is None


def test_a_sample_is_a_sound_position_of_the_game_in_progress(game, lesson):
    """It's told and drawn by the rules, as all positions are."""
    state = game.restore(lesson.sample.position)
    assert state.to_move is not None
    assert game.decode_state(game.encode_state(state)) == state
    assert next(game.legal_actions(state), None) is not None


def test_a_sample_s_picture_shows_the_part_it_names(game, lesson):
    shown = lesson.sample
    whole = game.picture(game.observation(game.restore(shown.position), shown.player), shown.player)
    width, height = size_of(whole)
    left, top, across, down = shown.part
    assert 0 <= left < left + across <= 1
    assert 0 <= top < top + down <= 1
    assert size_of(part_of(whole, shown.part)) == (
        pytest.approx(width * across, abs=1),
        pytest.approx(height * down, abs=1),
    )
