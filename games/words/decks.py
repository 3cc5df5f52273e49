"""The cards of games that are made of words, made anew for each version that is published.

They are stored with the version: a match is dealt, and replayed, by those of the version it began
with. Versions that came with a release are played with the cards the game comes with.
"""

from games.core.words import Words
from games.registry import game_class, infos
from games.words import lexicon, publishing
from games.words.models import Deck, Edition, Label, WordListVersion

EVERYDAY = lexicon.EVERYDAY


def make(edition: Edition) -> None:
    """Make the cards for the versions of an edition, as its labels and words are now."""
    makers = [game_class(info.slug) for info in infos() if game_class(info.slug).cards()]
    newest = WordListVersion.objects.select_related("word_list", "base_version__word_list")
    common = publishing.content(newest.get(pk=lexicon.newest(EVERYDAY)))
    unwanted = frozenset(Label.objects.values_list("word", flat=True))
    for version in newest.filter(edition=edition):
        found = publishing.content(version)
        known = frozenset(word for word in common if found.get(word) is False)  # and no slur
        for cls in makers:
            if cards := cls.make_cards(known, unwanted):
                Deck.objects.create(version=version, game=cls.info.slug, cards=" ".join(cards))


def in_force(slug: str) -> tuple[Words, Words]:
    """Return the words of a list's newest version, and those that everyone knows."""
    return lexicon.lexicon(lexicon.newest(slug)), lexicon.lexicon(lexicon.newest(EVERYDAY))
