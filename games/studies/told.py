"""A study as its page gets it: the tree as entries of a log, the comments, and views of nodes."""

from collections.abc import Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from games.core.extras import protocols
from games.core.extras.protocols import AnyGame
from games.core.language.text import Pieces
from games.matches.reading.still import still_view
from games.registry import game_class
from games.say import deed, said, with_sentences
from games.studies import positions, reading
from games.studies.models import (
    LONGEST_COMMENT,
    LONGEST_TITLE,
    MOST_NODES,
    START,
    Comment,
    Node,
    Study,
)
from games.studies.reading import Opened, UnknownNode

View = dict[str, Any]


def told(opened: Opened) -> View:
    """Return a study as JSON: what it's called, its tree, and what is said in it."""
    study = opened.study
    return {
        "title": reading.title_of(study),
        "opens_at": study.opens_at,
        "names": study.names,
        "owner": study.owner.display_name,
        "is_owner": opened.is_owner,
        "is_shared": study.is_shared,
        "is_hidden": study.hidden_at is not None,
        "nodes": nodes_told(study, list(opened.nodes.values())),
        "comments": [comment_told(one, opened.is_owner) for one in reading.comments_of(study)],
        "most": {"nodes": MOST_NODES, "comment": LONGEST_COMMENT, "title": LONGEST_TITLE},
    }


def nodes_told(study: Study, nodes: Sequence[Node]) -> list[View]:
    """Return nodes as JSON, each with its entry of a log, in sentences."""
    game = game_class(study.game)
    return [_node(game, study, node) for node in nodes]


def _node(game: type[AnyGame], study: Study, node: Node) -> View:
    move = SimpleNamespace(player=node.player, text=node.text, events=node.events)
    return {
        "n": node.number,
        "parent": node.parent,
        "main": node.is_main,
        "entry": {
            "player": node.player,
            "actor": node.actor,
            "text": node.text,
            "deed": said({"told": Pieces(deed(game, move))}, study.names),
            "events": said(with_sentences(game.wording, node.events), study.names),
            "played_at": study.made_at.isoformat(),
        },
    }


def comment_told(comment: Comment, is_owner: bool) -> View:
    """Return a comment as JSON; one that is hidden says nothing to others."""
    is_hidden = comment.hidden_at is not None
    return {
        "id": comment.pk,
        "node": comment.node,
        "text": comment.text if is_owner or not is_hidden else "",
        "hidden": is_hidden,
    }


def view_of(opened: Opened, number: int, *, now: datetime) -> View:
    """Return the view of a node for whoever is to move there; only the owner can play.

    Raise UnknownNode or NotStudied.
    """
    state = positions.state_at(opened, number)
    rules, names = positions.rules_of(opened.study), opened.study.names
    mover = rules.current_player(state)
    last = opened.nodes[number].player if number != START else 0
    seat = last if mover is None else mover
    ply = len(opened.path(number))
    view = still_view(rules, state, player=seat, names=names, ply=ply, now=now, by_name=True)
    view["node"] = number
    view["seat"] = seat
    view["clock_moves"] = mover is not None and protocols.clock_key(rules, state) is not None
    if not opened.is_owner or mover is None:
        view |= {"player": None, "hints": {}}
    return view


def views_of(opened: Opened, numbers: Sequence[int], *, now: datetime) -> list[View]:
    """Return the views of some nodes, without those that are gone; raise NotStudied."""
    found = []
    for number in numbers:
        try:
            found.append(view_of(opened, number, now=now))
        except UnknownNode:
            continue
    return found


def preview(opened: Opened, number: int, action: Any) -> Any:
    """Return what a turn would bring there, where the game tells that; raise as ``view_of`` does.

    Raise BadData for what is no action.
    """
    state = positions.state_at(opened, number)
    rules = positions.rules_of(opened.study)
    mover = rules.current_player(state)
    if mover is None:
        return None
    seen = rules.observation(state, mover)
    found = protocols.preview(rules, seen, mover, rules.decode_action(action))
    return None if found is None else said(found, opened.study.names)
