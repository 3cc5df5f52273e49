"""The cards of games that are made from words, made again for each version that is published.

They are stored with the version: a match is dealt and replayed with those of the version it began
with. Versions that came with a release are played with the cards the game comes with.
"""

from collections.abc import Container

from games.core.extras.protocols import HasDeck
from games.core.table.words import Words
from games.registry import game_class, infos
from games.words.lists import lexicon, publishing
from games.words.lists.statuses import Book, Content
from games.words.models import Deck, Edition, Label, Status, WordListVersion

EVERYDAY = lexicon.EVERYDAY


def make(edition: Edition) -> None:
    """Make the cards for the versions of an edition, as its labels and words are now."""
    games = [game_class(info.slug) for info in infos()]
    newest = WordListVersion.objects.select_related("word_list", "base_version__word_list")
    common = publishing.content(newest.get(pk=lexicon.newest(EVERYDAY)))
    unwanted = frozenset(Label.objects.values_list("word", flat=True))
    for version in newest.filter(edition=edition):
        book = publishing.book(version)
        known = familiar(book, common, book.content())
        for cls in games:
            if issubclass(cls, HasDeck) and (cards := cls.make_cards(known, unwanted)):
                Deck.objects.create(version=version, game=cls.info.slug, cards=" ".join(cards))


def familiar(book: Book, common: Container[str], found: Content) -> frozenset[str]:
    """Return the words of a list that its players know: everyday English, and a custom list's own.

    There are no slurs among them.
    """
    own = _own(book)
    return frozenset(
        word for word, slur in found.items() if not slur and (word in common or word in own)
    )


def own_words(slug: str) -> set[str]:
    """Return the words a custom list adds itself in its newest version; a site's adds none."""
    versions = WordListVersion.objects.select_related("word_list", "base_version__word_list")
    newest = versions.get(pk=lexicon.newest(slug))
    return _own(publishing.book(newest)) if newest.word_list.base_id is not None else set()


def _own(book: Book) -> set[str]:
    if book.word_list.base_id is None:
        return set()
    return {word for word, status in book.said.items() if status == Status.WORD}


def in_force(slug: str) -> tuple[Words, Words]:
    """Return the words of a list's newest version, and those that everyone knows."""
    return lexicon.lexicon(lexicon.newest(slug)), lexicon.lexicon(lexicon.newest(EVERYDAY))
