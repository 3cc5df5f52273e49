"""The cards of games that are made of words, made anew for each version that is published.

They are stored with the version: a match is dealt, and replayed, by those of the version it began
with. Versions that came with a release are played with the cards the game comes with.
"""

from games.core.words import Words
from games.registry import game_class, infos
from games.words import lexicon
from games.words.models import Deck, Edition, WordListVersion

EVERYDAY = lexicon.EVERYDAY


def make(edition: Edition) -> None:
    """Make the cards for the versions of an edition, as its labels and words are now."""
    makers = [info.slug for info in infos() if game_class(info.slug).cards()]
    newest = WordListVersion.objects.select_related("word_list")
    everyday = lexicon.opened(newest.get(pk=lexicon.newest(EVERYDAY)), slurs=False)
    for version in edition.versions.select_related("word_list"):
        words = lexicon.opened(version, slurs=False)
        for slug in makers:
            cards = game_class(slug).make_cards(known(words, everyday), words.unshown)
            if cards:
                Deck.objects.create(version=version, game=slug, cards=" ".join(cards))


def known(words: Words, everyday: Words) -> frozenset[str]:
    """Return the words of a list that everyone knows."""
    return frozenset(word for word in everyday if word in words)


def in_force(slug: str) -> tuple[Words, Words]:
    """Return the words of a list's newest version, and those that everyone knows."""
    return lexicon.lexicon(lexicon.newest(slug)), lexicon.lexicon(lexicon.newest(EVERYDAY))
