"""Every sentence about what happens can be changed, and no stored match is any the worse for it."""

import dataclasses
import random
from io import StringIO
from itertools import chain

import pytest
from django.conf import settings
from django.core.management import call_command

from config.language.pseudo import accented
from games.core.language.wording import COMMON, Sentence
from games.matches import play
from games.matches.models import Match
from games.matches.reading import position, rules_of
from games.registry import game_class
from games.say import move_in_words
from tests.factories import NOW, make_match, make_user
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.size import runs

pytestmark = pytest.mark.django_db

MATCHES = runs(200, quick=5)
LONGEST = 40  # plies; those that last longer go on, and their logs are played again all the same


def reworded(sentence: Sentence) -> Sentence:
    """Return a sentence with accents on every letter of it."""
    text = sentence.text
    messages = [accented(message) for message in text._messages()]
    return dataclasses.replace(sentence, text=type(text)(*messages, **text.facts))


def played(number: int) -> Match:
    """Return a match in which random turns were played."""
    slug = settings.GAMES[number % len(settings.GAMES)]
    chosen, info = random.Random(number), game_class(slug).info
    people = [make_user() for _ in range(info.min_players)]
    match = make_match(*people, game=slug, secret=number.to_bytes(32))
    if match.timer.waits:
        play.begin(match_id=match.pk, player=0, now=NOW)
        match.refresh_from_db()
    while match.status == Match.Status.RUNNING and match.ply < LONGEST:
        rules = rules_of(match)
        actions = list(rules.legal_actions(position(match, rules)))
        play.submit(
            match_id=match.pk,
            player=match.to_move,
            action=rules.encode_action(chosen.choice(actions)),
            expected_ply=match.ply,
            now=NOW,
        )
        match.refresh_from_db()
    return match


def told(match: Match) -> list[str]:
    """Return what is said of the moves that brought something about."""
    game, names = game_class(match.game), ["Anna", "Ben", "Cleo"]
    moves = [move for move in match.moves.order_by("ply") if move.events]
    return [move_in_words(game, move, names) for move in moves]


def replayed() -> str:
    said = StringIO()
    call_command("replay", stdout=said)
    return said.getvalue()


def test_all_sentences_can_be_changed_under_stored_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    load_words(common_words())
    matches = [played(number) for number in range(MATCHES)]
    said = replayed()
    before = list(chain.from_iterable(map(told, matches)))
    for wording in (COMMON, *(game_class(slug).wording for slug in settings.GAMES)):
        for kind, sentence in wording.items():
            monkeypatch.setitem(wording, kind, reworded(sentence))
    assert replayed() == said
    assert said.startswith(f"{MATCHES} matches, ")
    assert said.endswith(", all as stored.\n")
    assert not any("⟦" in line for line in before)
    assert all("⟦" in line for line in chain.from_iterable(map(told, matches)))
