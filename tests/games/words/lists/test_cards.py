"""Cards made for each version of a list: they stay with it, and its matches are dealt from them."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from games.core.table.words import Words
from games.matches import reading
from games.tiled_of_it.position.deck import CARDS
from games.words.data import source
from games.words.lists import lexicon, loading
from games.words.lists.loading import Release
from games.words.models import Cards, WordListVersion
from games.words.moderation import custom_lists, impact, proposals
from tests.factories import NOW, assert_replay_matches, make_match, make_user, move
from tests.games.words.people import accept, decide, publish

SLUG = "tiled_of_it"
WORDS = {
    word: tier for word, tier in source.tiers().items() if len(word) <= 6 and tier <= 60
}  # what cards are made of


@pytest.fixture
def short(db: None) -> None:
    """A site whose lists have all the words that cards are made from."""
    labels = [row for row in source.labels() if row[0] in WORDS]
    release = Release(tiers=WORDS, labels=labels, definitions=[], forms=[])
    assert loading.load(now=NOW, read=lambda: release, mark="short")


def cards_of(slug: str) -> tuple[str, ...]:
    return lexicon.lexicon(lexicon.newest(slug)).cards.get(SLUG, ())


def made() -> list[str]:
    """Words that two of the game's own cards make."""
    words = {a + b for a in CARDS for b in CARDS if a != b} & WORDS.keys()
    return sorted(words - {word for word, *_ in source.labels()})


def test_a_version_has_cards_of_its_own_and_matches_keep_theirs(short: None) -> None:
    old = make_match(game=SLUG)
    move(old)
    assert cards_of("broad") == ()
    for word in made()[:4]:
        accept("remove", word, "broad")
    foretold = {one.word_list.slug: one.cards for one in impact.report()}
    publish()
    cards = cards_of("broad")
    assert len(cards) == len(set(cards)) == 60
    assert cards != CARDS
    (told,) = foretold["broad"]
    assert (told.new, told.gone) == (
        tuple(sorted({*cards} - {*CARDS})),
        tuple(sorted({*CARDS} - {*cards})),
    )
    new = make_match(game=SLUG)
    start = reading.load(match_id=new.pk).state
    assert {*start.deck, *(card for hand in start.hands for card in hand)} == {*cards}
    for match in (old, new):
        move(match)
        assert_replay_matches(match)
    assert reading.rules_of(old).deck == CARDS
    assert reading.rules_of(new).deck == cards


def test_what_is_foretold_of_two_cards_is_what_they_make(short: None) -> None:
    gone = made()[0]
    accept("remove", gone, "everyday")
    before = lexicon.lexicon(lexicon.newest("everyday"))
    (told,) = next(one.cards for one in impact.report() if one.word_list.slug == "everyday")
    publish()
    after = lexicon.lexicon(lexicon.newest("everyday"))
    assert pairs(after, after.cards[SLUG]) - pairs(before, CARDS) == {*told.gained}
    assert pairs(before, CARDS) - pairs(after, after.cards[SLUG]) == {*told.lost}
    assert gone in told.lost


def pairs(words: Words, cards: tuple[str, ...]) -> set[str]:
    return {a + b for a in cards for b in cards if a != b and a + b in words}


def test_no_two_cards_make_a_word_that_was_labelled(short: None) -> None:
    word = made()[0]
    accept("relabel", word, label="vulgar")
    publish()
    cards = cards_of("broad")
    assert cards
    assert word not in {a + b for a in cards for b in cards}


def test_cards_stay_as_they_were_made_and_the_admin_shows_them(short: None, client: Client) -> None:
    accept("remove", made()[0], "everyday")
    publish()
    row = Cards.objects.first()
    first = WordListVersion.objects.filter(number=1).first()
    for act in (
        lambda: Cards.objects.filter(pk=row.pk).update(cards="xx yy"),
        lambda: Cards.objects.filter(pk=row.pk).delete(),
        lambda: Cards.objects.create(version=row.version, game="other", cards="xx"),
        lambda: Cards.objects.create(version=first, game=SLUG, cards="xx"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()
    client.force_login(make_user(is_staff=True, is_superuser=True))
    assert Cards.objects.get() == row
    page = reverse("admin:words_cards_change", args=[row.pk])
    assert client.get(reverse("admin:words_cards_changelist"), {"q": "Everyday"}).status_code == 200
    assert row.cards in client.get(page).content.decode()
    assert client.post(page, {"cards": "xx yy"}).status_code == 403
    assert client.get(reverse("admin:words_cards_add")).status_code == 403


def test_a_list_with_too_few_words_has_the_usual_cards(small: Release) -> None:
    accept("remove", "cat", "everyday")
    publish()
    assert not Cards.objects.exists()


@pytest.mark.slow
def test_the_cards_of_a_custom_list_make_its_own_words(short: None) -> None:
    chunks = [first + "qx" for first in "bcdfghjklmnpqrstvwyz"]
    own = sorted(a + b for a in chunks for b in chunks if a != b)
    owner = make_user()
    custom_list = custom_lists.create(user=owner, title="Pirates", base="broad", now=NOW)
    made = proposals.propose_import(
        user=owner, word_list=custom_list.slug, added=own, reason="we say so", now=NOW
    )
    decide(user=owner, proposal=made.public_id, accepted=True, reason="agreed", now=NOW)
    ((told,),) = [one.cards for one in impact.report(custom_list)]
    publish(NOW + timedelta(days=1), user=owner, word_list=custom_list)
    cards = cards_of(custom_list.slug)
    assert {*chunks} <= {*cards}
    assert {*chunks} <= {*told.new}
    assert ({*told.new}, {*told.gone}) == ({*cards} - {*CARDS}, {*CARDS} - {*cards})
    assert cards_of("broad") == ()
