"""Trees of studies: of a match as it was played, and of turns that were played instead."""

import re
from typing import Any

import pytest

from accounts.users.models import User
from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.log.replay import replay
from games.core.log.takeback import decode_entry
from games.core.rng import Rng
from games.matches import reading as matches
from games.matches.models import Match
from games.studies import acts, models, positions, reading, told
from games.studies.acts import TooManyNodes, TooManyStudies
from games.studies.models import Comment, Node, Study
from games.studies.reading import UnknownNode, UnknownStudy
from tests.conformance.playing import SLUGS
from tests.factories import NOW, make_user
from tests.games.matches.pages.finished import finished
from tests.games.matches.pages.taken_back import with_takebacks
from tests.size import some_of

pytestmark = pytest.mark.usefixtures("common_lists")


def opened(study: Study) -> reading.Opened:
    return reading.open_study(code=study.code, user_id=study.owner_id)


def main_line(study: Study) -> list[Node]:
    return [node for node in opened(study).nodes.values() if node.is_main]


def other_action(study: Study, number: int) -> dict:
    """Return a turn that can be played at a node and hasn't been."""
    found = opened(study)
    rules, state = positions.rules_of(study), positions.state_at(found, number)
    known = [node.action for node in found.children(number)]
    encoded = map(rules.encode_action, rules.legal_actions(state))
    return next(action for action in encoded if action not in known)


def play(study: Study, number: int, action: dict | None = None) -> int:
    return acts.play(
        code=study.code,
        user=study.owner,
        node=number,
        action=action or other_action(study, number),
        now=NOW,
    )


def assert_it_opens_where_the_match_stood(
    match: Match, anna: User, back: dict[int, dict[str, Any]]
) -> None:
    """A study that was asked for at a ply opens at that turn; at a take-back, where it led to."""
    for ply in range(match.ply + 1):
        study = acts.make_of_match(match_id=match.pk, user=anna, now=NOW, ply=ply)
        stood = ply
        while stood in back:
            stood = back[stood]["to"]
        found = opened(study).nodes.get(study.opens_at)
        assert (found.draw if found else 0) == stood
        study.delete()


@pytest.mark.parametrize("slug", some_of(SLUGS, __file__))
def test_the_main_line_is_the_match_in_every_game(slug: str, anna: User, ben: User) -> None:
    match = finished(slug, anna, ben)
    study = acts.make_of_match(match_id=match.pk, user=anna, now=NOW)
    loaded = matches.load(match_id=match.pk)
    nodes = main_line(study)
    assert [node.action for node in nodes] == [move.action for move in loaded.moves]
    assert [node.events for node in nodes] == [move.events for move in loaded.moves]
    assert [node.parent for node in nodes] == list(range(match.ply))
    last = positions.state_at(opened(study), nodes[-1].number)
    assert loaded.rules.encode_state(last) == match.state
    assert (study.names, study.title, study.opens_at) == (loaded.names, "", 0)
    assert_nobody_is_you(study, (0, nodes[0].number, nodes[-1].number))


def assert_nobody_is_you(study: Study, numbers: tuple[int, ...]) -> None:
    """Whoever looks plays for everyone, so the positions tell of all of them by name."""
    for view in told.views_of(opened(study), numbers, now=NOW):
        assert view["by_name"]
        assert re.findall(r"(?i)\byou(?:r|'ve|'re)?\b", view["description"]) == []
        assert any(name in view["description"] for name in study.names)


def test_what_was_taken_back_stands_beside_the_main_line(anna: User) -> None:
    match = with_takebacks("upwords", options={"board": "8x8"})
    study = acts.make_of_match(match_id=match.pk, user=anna, now=NOW)
    loaded = matches.load(match_id=match.pk)
    back = [move for move in loaded.moves if move.action["type"] == "TakeBack"]
    assert_it_opens_where_the_match_stood(match, anna, {move.ply: move.action for move in back})
    nodes = opened(study).nodes
    assert back
    assert len(nodes) == match.ply - len(back)
    assert len(main_line(study)) == match.ply - 2 * len(back)
    entries = [decode_entry(loaded.rules, move.action) for move in loaded.moves]
    states = list(replay(loaded.rules, match.players, bytes(match.secret.secret), entries))
    for node in nodes.values():
        made = positions.state_at(opened(study), node.number)
        assert loaded.rules.encode_state(made) == loaded.rules.encode_state(states[node.draw])


def test_another_turn_draws_as_it_would_have_in_the_match(study: Study, match: Match) -> None:
    rules, found = positions.rules_of(study), opened(study)
    before, action = positions.state_at(found, 2), other_action(study, 2)
    number = play(study, 2, action)
    secret = bytes(match.secret.secret)
    after = rules.apply_action(before, rules.decode_action(action), Rng(secret, 3))
    assert positions.state_at(opened(study), number) == after
    node = opened(study).nodes[number]
    assert (node.parent, node.draw, node.is_main, node.number) == (2, 3, False, match.ply + 1)
    # It goes on from there, with the turn of whoever is next.
    following = play(study, number)
    assert opened(study).nodes[following].draw == 4
    assert opened(study).nodes[following].player == rules.current_player(after)


def test_a_turn_that_is_there_is_gone_to(study: Study) -> None:
    nodes = main_line(study)
    assert play(study, 0, nodes[0].action) == nodes[0].number
    number = play(study, 1)
    assert play(study, 1, opened(study).nodes[number].action) == number
    assert len(opened(study).nodes) == len(nodes) + 1


def test_only_what_the_rules_allow_can_be_played(study: Study, ben: User) -> None:
    unknown = {"type": "Spell", "word": "zzzzzz", "draw": 99}
    with pytest.raises(IllegalAction):
        play(study, 0, unknown)
    with pytest.raises(BadData):
        play(study, 0, {"type": "Nonsense"})
    with pytest.raises(UnknownNode):
        play(study, 999, unknown)
    last = main_line(study)[-1]
    with pytest.raises(IllegalAction):
        play(study, last.number, last.action)
    with pytest.raises(UnknownStudy):
        acts.play(code=study.code, user=ben, node=0, action=unknown, now=NOW)


def test_a_variation_goes_with_all_that_follows(study: Study) -> None:
    first = play(study, 1)
    second = play(study, first)
    other = play(study, 1)
    for node in (second, other):
        acts.comment(code=study.code, user=study.owner, node=node, text="Better", now=NOW)
    assert acts.cut(code=study.code, user=study.owner, node=first, now=NOW) == 1
    assert opened(study).nodes.keys() & {first, second, other} == {other}
    assert [one.node for one in reading.comments_of(study)] == [other]
    with pytest.raises(IllegalAction):
        acts.cut(code=study.code, user=study.owner, node=1, now=NOW)
    assert play(study, 1) > other  # no number is used twice


def test_a_study_holds_so_many_moves(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MOST_NODES", len(opened(study).nodes) + 1)
    play(study, 0)
    with pytest.raises(TooManyNodes):
        play(study, 0)
    assert models.MOST_NODES == 1000


def test_somebody_has_so_many_studies(
    study: Study, match: Match, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "MOST_STUDIES", 1)
    with pytest.raises(TooManyStudies):
        acts.make_of_match(match_id=match.pk, user=anna, now=NOW)
    acts.make_of_match(match_id=match.pk, user=ben, now=NOW)
    acts.delete(code=study.code, user=anna)
    acts.make_of_match(match_id=match.pk, user=anna, now=NOW)
    assert models.MOST_STUDIES == 100


def test_the_clock_moves_where_a_game_has_a_countdown(anna: User) -> None:
    match = finished("counting_tiles", anna)
    study = acts.make_of_match(match_id=match.pk, user=anna, now=NOW)
    dropped = acts.let_clock_move(code=study.code, user=anna, node=1, now=NOW)
    node = opened(study).nodes[dropped]
    assert (node.action, node.actor, node.parent) == ({"type": "Drop"}, "clock", 1)
    with pytest.raises(IllegalAction):
        play(study, 1, {"type": "Drop"})


def test_a_study_goes_with_its_owner_and_stays_without_its_match(study: Study, anna: User) -> None:
    acts.comment(code=study.code, user=anna, node=0, text="Hello", now=NOW)
    assert reading.studies_of(user_id=anna.pk) == [study]
    other = make_user()
    assert reading.studies_of(user_id=other.pk) == []
    Study.objects.filter(owner=anna).delete()
    assert (Node.objects.count(), Comment.objects.count()) == (0, 0)
