"""What people do with studies; each act holds the study, so two windows can't cross each other."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from accounts.trust import writing
from accounts.users.models import User
from games.core import codec
from games.core.errors import IllegalAction, Refusal
from games.core.extras import protocols
from games.core.language.text import verbatim
from games.core.rng import Rng
from games.matches import reading as matches
from games.matches.answers import Actor
from games.studies import files, material, positions, reading
from games.studies.material import Source
from games.studies.models import (
    LONGEST_COMMENT,
    LONGEST_TITLE,
    MOST_NODES,
    MOST_STUDIES,
    START,
    Comment,
    Node,
    Study,
)
from games.studies.planting import node_of, plant
from games.studies.reading import Opened, UnknownNode, UnknownStudy
from games.studies.texts import clean_line, clean_text


class TooManyStudies(Refusal):
    """Somebody has as many studies as they can."""

    code = "too_many_studies"


class TooManyNodes(Refusal):
    """A study holds as many turns as it can."""

    code = "too_many_nodes"


class MayNotWrite(Refusal):
    """Somebody may not write what others would read."""

    code = "may_not_write"


# --- Made and gone --------------------------------------------------------------------------------


def make_of_match(*, match_id: int, user: User, now: datetime, ply: int = 0) -> Study:
    """Make a study of a match that is over, which opens at a ply of it.

    Raise NotStudied or TooManyStudies. After the last ply it opens at the end.
    """
    return _make(material.of_match(matches.load(match_id=match_id)), user, now, ply)


def make_of_file(*, data: bytes, user: User, now: datetime) -> Study:
    """Make a study of a match in a file; raise NotStudied or TooManyStudies."""
    _insist_on_room(user)  # before all the work
    return _make(files.source_of(data, user), user, now)


def _make(source: Source, user: User, now: datetime, ply: int = 0) -> Study:
    study = Study(
        owner=user,
        game=source.rules.info.slug,
        rules_version=source.rules.info.rules_version,
        options=source.options,
        word_list_version_id=source.version_id,
        names=list(source.names),
        secret=source.secret,
        match_id=source.match_id,
        played_at=min(source.played_at or now, now),
        made_at=now,
        changed_at=now,
    )
    nodes, places = plant(study, source)
    study.nodes, study.opens_at = len(nodes), places[min(ply, len(places) - 1)]
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _insist_on_room(user)
        study.save()
        Node.objects.bulk_create(nodes)
    return study


def _insist_on_room(user: User) -> None:
    if Study.objects.filter(owner_id=user.pk).count() >= MOST_STUDIES:
        raise TooManyStudies("You have {n} studies. Delete one first.", n=MOST_STUDIES)


def delete(*, code: str, user: User) -> None:
    """Delete a study of one's own; raise UnknownStudy."""
    with _held(code, user) as opened:
        opened.study.delete()


@contextmanager
def _held(code: str, user: User) -> Iterator[Opened]:
    """Hold a study of somebody's own; raise UnknownStudy for that of another."""
    with transaction.atomic():
        study = Study.objects.select_for_update(no_key=True).filter(code=code).first()
        if study is None or study.owner_id != user.pk:
            raise UnknownStudy(code)
        study.owner = user
        yield Opened(study, reading.nodes_of(study), is_owner=True)


# --- Turns ----------------------------------------------------------------------------------------


def play(*, code: str, user: User, node: int, action: codec.JSON, now: datetime) -> int:
    """Play a turn of whoever is to move at a node; return the number of the node it leads to.

    A turn that is there already is gone to. Raise UnknownStudy, UnknownNode, NotStudied,
    TooManyNodes, BadData, or IllegalAction by the rules.
    """
    with _held(code, user) as opened:
        study = opened.study
        rules, state = positions.rules_of(study), positions.state_at(opened, node)
        tried = protocols.decode_choice(rules, action)
        if study.is_shared and writing.is_silenced(user_id=user.pk, now=now):
            tried = protocols.wordless(rules, state, tried)
        return _enter(opened, node, tried, state, Actor.HUMAN, now)


def let_clock_move(*, code: str, user: User, node: int, now: datetime) -> int:
    """Have the clock move at a node, where the game has a countdown of its own.

    Return the node it leads to; raise as ``play`` does.
    """
    with _held(code, user) as opened:
        rules, state = positions.rules_of(opened.study), positions.state_at(opened, node)
        if protocols.clock_key(rules, state) is None or rules.is_terminal(state):
            raise IllegalAction("There's no countdown here.")
        draw = positions.draw_at(opened, node)
        action = rules.timeout_action(state, Rng(bytes(opened.study.secret), draw, "timeout"))
        return _enter(opened, node, action, state, Actor.CLOCK, now)


def _enter(
    opened: Opened, node: int, action: object, state: object, actor: Actor, now: datetime
) -> int:
    study = opened.study
    rules, draw = positions.rules_of(study), positions.draw_at(opened, node)
    after = rules.apply_action(state, action, Rng(bytes(study.secret), draw))
    for known in opened.children(node):
        if rules.decode_action(known.action) == action:
            return known.number
    if len(opened.nodes) >= MOST_NODES:
        raise TooManyNodes(
            "This study has {n} moves, and that's as many as it can have. Delete some first.",
            n=MOST_NODES,
        )
    study.nodes += 1
    made = node_of(
        study,
        study.nodes,
        node,
        rules=rules,
        before=state,
        action=action,
        after=after,
        draw=draw,
        actor=actor.value,
    )
    made.save(force_insert=True)
    _note(study, now, "nodes")
    return made.number


def cut(*, code: str, user: User, node: int, now: datetime) -> int:
    """Delete a turn that isn't of the match, with all that follows; return what it followed on."""
    with _held(code, user) as opened:
        found = opened.nodes.get(node)
        if found is None:
            raise UnknownNode
        if found.is_main:
            raise IllegalAction("The moves of the match itself stay.")
        gone = {node}
        for number, one in opened.nodes.items():
            if one.parent in gone:
                gone.add(number)
        Comment.objects.filter(study=opened.study, node__in=gone).delete()
        Node.objects.filter(study=opened.study, number__in=gone).delete()
        _note(opened.study, now)
        return found.parent


# --- Words ----------------------------------------------------------------------------------------


def rename(*, code: str, user: User, title: str, now: datetime) -> str:
    """Give a study another title; return it. Raise IllegalAction or MayNotWrite."""
    with _held(code, user) as opened:
        _insist_on_writing(opened.study, user, now)
        opened.study.title = clean_line(title, most=LONGEST_TITLE)
        _note(opened.study, now, "title")
        return opened.study.title


def comment(*, code: str, user: User, node: int, text: str, now: datetime) -> Comment | None:
    """Say something at a node in the place of what was said there; nothing, "", deletes it.

    Raise UnknownNode, IllegalAction or MayNotWrite.
    """
    said = clean_text(text, most=LONGEST_COMMENT)
    with _held(code, user) as opened:
        study = opened.study
        if node != START and node not in opened.nodes:
            raise UnknownNode
        known = Comment.objects.filter(study=study, node=node)
        if not said:
            known.delete()
            _note(study, now)
            return None
        _insist_on_writing(study, user, now)
        if known.filter(hidden_at__isnull=False).exists():
            raise IllegalAction("A moderator has hidden this comment. Delete it to write another.")
        made, _ = Comment.objects.update_or_create(
            study=study, node=node, defaults={"text": said, "changed_at": now}
        )
        _note(study, now)
        return made


def share(*, code: str, user: User, on: bool, now: datetime) -> bool:
    """Let everyone with the link look at a study, or nobody else any more; return whether they can.

    Raise MayNotWrite: what's in it is read by others then.
    """
    with _held(code, user) as opened:
        study = opened.study
        if on and study.hidden_at:
            raise MayNotWrite("A moderator has hidden this study, so you can't share it.")
        if on:
            _insist_on_writing(study, user, now, is_shared=True)
        study.is_shared = on
        _note(study, now, "is_shared")
        return on


def _insist_on_writing(study: Study, user: User, now: datetime, *, is_shared: bool = False) -> None:
    """Raise MayNotWrite if others would read what somebody writes who may not write to them."""
    if not (study.is_shared or is_shared):
        return
    if user.is_guest:
        raise MayNotWrite("Sign up to share a study. You'll keep all your studies.")
    if why := writing.refusal(user=user, now=now):
        raise MayNotWrite(verbatim(why))


def _note(study: Study, now: datetime, *fields: str) -> None:
    study.changed_at = now
    study.save(update_fields=[*fields, "changed_at"])
