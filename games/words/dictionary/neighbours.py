"""The words next to one in a list: before it and after it in the alphabet."""

from collections.abc import Iterator
from itertools import islice

from games.core.table.words import NOWHERE, Words


def before(words: Words, word: str, count: int) -> list[str]:
    """Return the last words of a list before a text, in the order of the alphabet."""
    return list(islice(_before(words, word), count))[::-1]


def after(words: Words, word: str, count: int) -> list[str]:
    """Return the first words of a list after a text, in the order of the alphabet."""
    return list(islice(_after(words, word), count))


def _after(words: Words, word: str) -> Iterator[str]:
    for prefix, node in reversed(_path(words, word)):
        here = word[len(prefix) : len(prefix) + 1]
        for letter, child in words.children(node):
            if letter > here:
                yield from (prefix + letter + rest for rest in words.endings(child))


def _before(words: Words, word: str) -> Iterator[str]:
    for prefix, node in reversed(_path(words, word)):
        if prefix == word:
            continue  # what goes on from the whole text comes after it
        for letter, child in reversed(list(words.children(node))):
            if letter < word[len(prefix)]:
                yield from (prefix + letter + rest for rest in _backwards(words, child))
        if words.is_word(node):
            yield prefix


def _backwards(words: Words, node: int) -> Iterator[str]:
    for letter, child in reversed(list(words.children(node))):
        yield from (letter + rest for rest in _backwards(words, child))
    if words.is_word(node):
        yield ""


def _path(words: Words, word: str) -> list[tuple[str, int]]:
    """Return each beginning of a text that words of the list have, with its node."""
    found, node = [("", words.root)], words.root
    for length, letter in enumerate(word, start=1):
        node = words.step(node, letter)
        if node == NOWHERE:
            break
        found.append((word[:length], node))
    return found
