"""The cards of games that are made from words, made again for each version that is published.

They are stored with the version: a match is dealt and replayed with those of the version it began
with. Versions that came with a release are played with the cards the game comes with.
"""

from collections.abc import Container

from games.core.extras.protocols import HasDeck
from games.core.table.words import EVERYDAY, Words
from games.registry import game_class, infos
from games.words.lists import lexicon, publishing
from games.words.lists.statuses import Content, Statuses
from games.words.models import Cards, Edition, Label, Status, WordListVersion


def make(edition: Edition) -> None:
    """Make the cards for the versions of an edition, as its labels and words are now."""
    games = [game_class(info.slug) for info in infos()]
    versions = WordListVersion.objects.select_related("word_list", "base_version__word_list")
    common = publishing.content(versions.get(pk=lexicon.newest(EVERYDAY)))
    unwanted = frozenset(Label.objects.values_list("word", flat=True))
    for version in versions.filter(edition=edition):
        statuses = publishing.statuses(version)
        known = familiar(statuses, common, statuses.content())
        for cls in games:
            if issubclass(cls, HasDeck) and (cards := cls.make_cards(known, unwanted)):
                Cards.objects.create(version=version, game=cls.info.slug, cards=" ".join(cards))


def familiar(statuses: Statuses, common: Container[str], found: Content) -> frozenset[str]:
    """Return the words of a list that its players know: everyday English, and a custom list's own.

    There are no slurs among them.
    """
    own = _own(statuses)
    return frozenset(
        word for word, slur in found.items() if not slur and (word in common or word in own)
    )


def own_words(version: WordListVersion) -> set[str]:
    """Return the words a custom list adds itself in a version; a site's list adds none."""
    return _own(publishing.statuses(version)) if version.word_list.is_custom else set()


def _own(statuses: Statuses) -> set[str]:
    if not statuses.word_list.is_custom:
        return set()
    return {word for word, status in statuses.said.items() if status == Status.WORD}


def in_force(slug: str) -> tuple[Words, Words]:
    """Return the words of a list's newest version, and those that everyone knows."""
    return lexicon.lexicon(lexicon.newest(slug)), lexicon.lexicon(lexicon.newest(EVERYDAY))
