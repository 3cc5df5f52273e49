"""The tree of a new study: the match as it was played, and beside it what was taken back."""

from typing import Any

from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.language.events import Event
from games.core.log.replay import Course
from games.core.log.takeback import TakeBack, Undo, decode_entry
from games.core.rng import Rng
from games.studies.material import BROKEN, NotStudied, Source
from games.studies.models import MOST_NODES, START, Node, Study


def course_of(source: Source) -> tuple[Course, list[Any]]:
    """Return a match played again, with its entries; raise NotStudied if that can't be done."""
    if len(source.log) > MOST_NODES:
        raise NotStudied("A study can have {n} moves. This match has more.", n=MOST_NODES)
    rules, secret = source.rules, source.secret
    try:
        entries = [decode_entry(rules, action) for action, _ in source.log]
        course = Course(rules, rules.initial_state(len(source.names), Rng(secret, 0)))
        for ply, entry in enumerate(entries, start=1):
            course.enter(entry, Rng(secret, ply))
    except (BadData, IllegalAction, ValueError) as error:
        raise NotStudied(BROKEN) from error
    return course, entries


def plant(study: Study, source: Source) -> tuple[list[Node], list[int]]:
    """Return the nodes of a study of a match, and the number of that at which it stood at each ply.

    What was taken back stands beside the main line.
    """
    course, entries = course_of(source)
    nodes: dict[int, Node] = {}
    at = [START]
    for ply, entry in enumerate(entries, start=1):
        if isinstance(entry, TakeBack | Undo):
            at.append(at[entry.to])
            continue
        before, after = course.states[ply - 1], course.states[ply]
        number = len(nodes) + 1
        nodes[number] = node_of(
            study,
            number,
            at[-1],
            rules=source.rules,
            before=before,
            action=entry,
            after=after,
            draw=ply,
            actor=source.log[ply - 1][1],
        )
        at.append(number)
    number = at[-1]
    while number != START:
        nodes[number].is_main = True
        number = nodes[number].parent
    return list(nodes.values()), at


def node_of(
    study: Study,
    number: int,
    parent: int,
    *,
    rules: Any,
    before: Any,
    action: Any,
    after: Any,
    draw: int,
    actor: str,
) -> Node:
    """Return a node, not yet stored, for an action played in the position ``before``."""
    return Node(
        study=study,
        number=number,
        parent=parent,
        draw=draw,
        player=rules.current_player(before),
        actor=actor,
        action=rules.encode_action(action),
        text=rules.action_text(before, action),
        events=codec.encode(after.events, tuple[Event, ...]),
        is_main=False,
    )
