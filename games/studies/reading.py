"""What's known of studies: who may look at one, its tree, and those of a person."""

import dataclasses
from collections.abc import Mapping

from django.db.models import Count, Q
from django.utils import formats, timezone
from django.utils.translation import gettext

from games.core.errors import Refusal
from games.core.language.text import Text
from games.registry import UnknownGame, game_class
from games.studies.models import START, Comment, Node, Study


class UnknownStudy(LookupError):
    """There's no such study for whoever asks."""


class UnknownNode(Refusal):
    """There's no such place in a study."""

    code = "no_node"
    usual = Text("That move is no longer in this study.")


@dataclasses.dataclass(frozen=True, slots=True)
class Opened:
    """A study with its tree, for somebody who may look at it."""

    study: Study
    nodes: Mapping[int, Node]
    is_owner: bool

    def path(self, number: int) -> list[Node]:
        """Return the nodes from the first turn to one of that number; raise UnknownNode."""
        path: list[Node] = []
        while number != START:
            node = self.nodes.get(number)
            if node is None:
                raise UnknownNode
            path.append(node)
            number = node.parent
        return path[::-1]

    def children(self, number: int) -> list[Node]:
        """Return the turns that go on from a node, that of the match first."""
        found = [node for node in self.nodes.values() if node.parent == number]
        return sorted(found, key=lambda node: (not node.is_main, node.number))


def find(*, code: str, user_id: int | None) -> Study:
    """Return the study of an address, for its owner and, once it's shared, for everyone.

    Raise UnknownStudy. One whose owner can't sign in any more is nobody's to look at.
    """
    study = Study.objects.select_related("owner", "match").filter(code=code).first()
    if study is None:
        raise UnknownStudy(code)
    is_own = user_id is not None and study.owner_id == user_id
    if not is_own and not (study.is_shared and study.owner.is_active):
        raise UnknownStudy(code)
    return study


def open_study(*, code: str, user_id: int | None) -> Opened:
    """Return a study with its tree; raise UnknownStudy."""
    study = find(code=code, user_id=user_id)
    return Opened(study, nodes_of(study), study.owner_id == user_id)


def nodes_of(study: Study) -> dict[int, Node]:
    """Return the nodes of a study by their numbers, each after its parent."""
    return {node.number: node for node in Node.objects.filter(study=study).order_by("number")}


def game_of(study: Study) -> str:
    """Return what a study's game is called; its short name where this site no longer has it."""
    try:
        return game_class(study.game).info.title
    except UnknownGame:
        return study.game


def title_of(study: Study) -> str:
    """Return what a study is called: as its owner named it, or by its game and day."""
    day = formats.date_format(timezone.localtime(study.played_at), "j F Y")
    return study.title or gettext("%(game)s, %(day)s") % {"game": game_of(study), "day": day}


def comments_of(study: Study) -> list[Comment]:
    """Return the comments of a study, by the order of its nodes."""
    return list(Comment.objects.filter(study=study).order_by("node"))


def studies_of(*, user_id: int) -> list[Study]:
    """Return somebody's studies, the latest first, with how many comments each has."""
    own = Study.objects.filter(owner_id=user_id).order_by("-changed_at", "-pk")
    return list(own.annotate(said=Count("comments", filter=Q(comments__hidden_at__isnull=True))))
