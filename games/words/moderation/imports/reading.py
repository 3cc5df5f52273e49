"""Word lists from files: what a file says, line by line, and what it would change. Pure.

Plain text has one word a line; CSV has a header with ``word`` and ``action`` (add or remove) and,
if wanted, ``reason``. Empty lines and lines that begin with # are skipped.
"""

import csv
import dataclasses
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from accounts.edge import typed
from games.core.language.text import Fact, Plural, Text
from games.words.moderation.imports.unpacking import BadFile, text_of

MOST_LINES = 500_000
LONGEST_LINE = 1_000  # characters
LONGEST_REASON = 300
MOST_FAULTS = 200  # shown one by one; the others are counted
ADD, REMOVE, WHOLE = "add", "remove", "whole"
# What a plain list of words stands for.
MEANINGS = {
    ADD: Text("Words to add"),
    REMOVE: Text("Words to remove"),
    WHOLE: Text("The whole list: add what's new, remove what's missing"),
}
COLUMNS = ("word", "action", "reason")
COLUMNS_BY = {
    ";": Text("The columns are separated by semicolons. Save the file with commas instead."),
    "\t": Text("The columns are separated by tabs. Save the file with commas instead."),
}
NEEDED = ("word", "action")
WORD = re.compile("[A-Za-z]{2,15}")
BLANK = " \t"


FAULTS = {
    "both": Text("The file both adds and removes {word}."),
    "open_quote": Text("A closing quotation mark is missing."),
    "stray_quote": Text("There has to be a comma after a closing quotation mark."),
    "cells": Plural(
        "This line has {n} cell, but there are {columns} columns.",
        "This line has {n} cells, but there are {columns} columns.",
    ),
    "action": Text('The action has to be "add" or "remove", not "{action}".'),
    "long_reason": Text("The reason is longer than {most} characters."),
    "unseen_reason": Text("The reason contains characters we can't show."),
    "nothing": Text("The word is missing."),
    "words": Text("One word to a line, please: {word}"),
    "commas": Text("One word to a line, please, without commas or semicolons: {word}"),
    "short": Text("{word} has only one letter; words here have 2 to 15."),
    "long": Plural(
        "{word} has {n} letter; words here have 2 to 15.",
        "{word} has {n} letters; words here have 2 to 15.",
    ),
    "digit": Text("{word} has a digit in it."),
    "hyphen": Text("{word} has a hyphen in it. We don't list words with hyphens."),
    "apostrophe": Text("{word} has an apostrophe in it. We don't list words with apostrophes."),
    "unseen": Text("{word} has an invisible character in it (U+{code})."),
    "sign": Text("{word} has a character in it that isn't a letter from A to Z: {sign} ({name})."),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line of a file: one of ``FAULTS``, and the facts for it."""

    line: int  # from 1
    kind: str
    facts: Mapping[str, Fact]

    @property
    def text(self) -> Text:
        """Return it in words."""
        return FAULTS[self.kind].having(**self.facts)

    def as_row(self) -> list[object]:
        """Return it as JSON: what ``Fault(*row)`` takes."""
        return [self.line, self.kind, dict(self.facts)]


class BadLine(ValueError):
    """One line can't be read: one of ``FAULTS``, and the facts for it."""

    def __init__(self, kind: str, /, **facts: Fact) -> None:
        super().__init__(kind)
        self.kind, self.facts = kind, facts


@dataclasses.dataclass(slots=True)
class Rows:
    """What a file says: each word with ``add`` or ``remove``, reasons where it gives any."""

    actions: dict[str, str] = dataclasses.field(default_factory=dict)
    reasons: dict[str, str] = dataclasses.field(default_factory=dict)
    faults: list[Fault] = dataclasses.field(default_factory=list)
    fault_count: int = 0
    repeated: int = 0  # lines that only repeat another
    whole: bool = False  # it is the whole list

    def blame(self, line: int, error: BadLine) -> None:
        """Note what is wrong with a line."""
        self.fault_count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(line, error.kind, error.facts))

    def say(self, word: str, action: str, reason: str = "") -> None:
        """Take a line over; raise BadLine if it contradicts one before."""
        known = self.actions.get(word)
        if known is None:
            self.actions[word] = action
            if reason:
                self.reasons[word] = reason
        elif known == action:
            self.repeated += 1
        else:
            raise BadLine("both", word=word)


@dataclasses.dataclass(frozen=True, slots=True)
class Preview:
    """What a file would change in a list; words in order."""

    added: list[str]
    removed: list[str]
    unchanged: int
    reasons: dict[str, str]  # of the words that change


# --- Reading --------------------------------------------------------------------------------------


def read(data: bytes, *, meaning: str = ADD) -> Rows:
    """Return what a file says; ``meaning`` is what a plain list of words stands for.

    Raises BadFile for what can't be read at all; the rows know the faults of single lines.
    """
    lines = _lines(text_of(data))
    first = next(_said(lines), None)
    if first is None:
        raise BadFile("There are no words in the file.")
    number, header = first
    if "," in header:
        return _read_csv(lines, number, header)
    for sign, why in COLUMNS_BY.items():
        if sign in header and header.lower().startswith(("word" + sign, '"word"' + sign)):
            raise BadFile(why)
    return _read_words(lines, meaning)


def _lines(text: str) -> list[str]:
    """Return the lines of a text, which all have to end in the same way; raise BadFile."""
    pairs = text.count("\r\n")
    ends = {"\r\n": pairs, "\n": text.count("\n") - pairs, "\r": text.count("\r") - pairs}
    used = [end for end, times in ends.items() if times]
    if len(used) > 1:
        raise BadFile("The file has mixed line endings. Save it again with only one kind.")
    if sum(ends.values()) > MOST_LINES:
        raise BadFile(
            "The file has more than {most} lines. Split it into smaller files.", most=MOST_LINES
        )
    lines = text.split(used[0]) if used else [text]
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise BadFile(
                "Line {line} is longer than {most} characters.", line=number, most=LONGEST_LINE
            )
    return lines


def _said(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, with their numbers."""
    for number, line in enumerate(lines, 1):
        stripped = line.strip(BLANK)
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def _read_words(lines: Sequence[str], meaning: str) -> Rows:
    rows = Rows(whole=meaning == WHOLE)
    action = REMOVE if meaning == REMOVE else ADD
    for number, text in _said(lines):
        try:
            rows.say(_word(text), action)
        except BadLine as error:
            rows.blame(number, error)
    return rows


def _read_csv(lines: Sequence[str], header_line: int, header: str) -> Rows:
    columns = _columns(header)
    rows = Rows()
    seen = 0
    for number, text in _said(lines):
        if number == header_line:
            continue
        seen += 1
        try:
            _read_row(rows, columns, _cells(text))
        except BadLine as error:
            rows.blame(number, error)
    if not seen:
        raise BadFile("The file has a header, but no words.")
    return rows


def _columns(header: str) -> list[str]:
    """Return the names of the columns; raise BadFile."""
    try:
        columns = [name.strip().lower() for name in _cells(header)]
    except BadLine as error:
        why = FAULTS[error.kind].having(**error.facts)
        raise BadFile("We can't read the header. {why}", why=why) from error
    if "word" not in columns:
        raise BadFile(
            'The first line of a CSV file has to be a header with a column called "word".'
        )
    if double := next((name for name in columns if columns.count(name) > 1), None):
        raise BadFile('The header has two columns called "{name}".', name=double)
    if missing := next((name for name in NEEDED if name not in columns), None):
        raise BadFile('The header has no column called "{name}".', name=missing)
    if strange := next((name for name in columns if name not in COLUMNS), None):
        raise BadFile(
            'We don\'t recognise the column "{name}". You can use these columns: {known}.',
            name=strange[:40],
            known=COLUMNS,
        )
    return columns


def _cells(text: str) -> list[str]:
    """Return the cells of a line; raise BadLine."""
    if '"' not in text:
        return text.split(",")
    try:
        return next(csv.reader([text], strict=True))
    except csv.Error as error:
        if "unexpected end" in str(error):
            raise BadLine("open_quote") from error
        raise BadLine("stray_quote") from error


def _read_row(rows: Rows, columns: Sequence[str], cells: Sequence[str]) -> None:
    """Take a line of a CSV file over; raise BadLine."""
    if len(cells) != len(columns):
        raise BadLine("cells", n=len(cells), columns=len(columns))
    row = {name: cell.strip() for name, cell in zip(columns, cells, strict=True)}
    word, action, reason = _word(row["word"]), row["action"].lower(), row.get("reason", "")
    if action not in (ADD, REMOVE):
        raise BadLine("action", action=action[:40])
    if len(reason) > LONGEST_REASON:
        raise BadLine("long_reason", most=LONGEST_REASON)
    if not typed.is_shown(reason):
        raise BadLine("unseen_reason")
    rows.say(word, action, reason)


def _word(text: str) -> str:
    """Return a word as lists have it; raise BadLine if it can't be one."""
    if WORD.fullmatch(text):
        return text.lower()
    shown = repr(text[:40])[1:-1]
    if not text:
        raise BadLine("nothing")
    if " " in text or "\t" in text:
        raise BadLine("words", word=shown)
    if "," in text or ";" in text:
        raise BadLine("commas", word=shown)
    if text.isascii() and text.isalpha():
        raise BadLine("short" if len(text) < 2 else "long", word=shown, n=len(text))
    sign = next(sign for sign in text if not (sign.isascii() and sign.isalpha()))
    raise _strange(sign, shown)


def _strange(sign: str, shown: str) -> BadLine:
    """Return why a character can't be in a word."""
    if sign.isascii() and sign.isdigit():
        return BadLine("digit", word=shown)
    if sign in "-\u2010\u2011\u2013":
        return BadLine("hyphen", word=shown)
    if sign in "'\u2019":
        return BadLine("apostrophe", word=shown)
    if not sign.isprintable():
        return BadLine("unseen", word=shown, code=f"{ord(sign):04X}")
    name = unicodedata.name(sign, "unknown").lower()
    return BadLine("sign", word=shown, sign=sign, name=name)


# --- What it would change -------------------------------------------------------------------------


def preview(rows: Rows, content: Mapping[str, bool]) -> Preview:
    """Return what the rows change in a list, given as its words with whether each is a slur.

    Adding a word that is there as a slur changes nothing. A whole list is taken to say nothing
    about slurs.
    """
    added = [word for word, action in rows.actions.items() if action == ADD]
    new = sorted(word for word in added if word not in content)
    gone = [word for word, action in rows.actions.items() if action == REMOVE and word in content]
    unchanged = len(rows.actions) - len(new) - len(gone)
    if rows.whole:
        gone = [word for word, slur in content.items() if not slur and word not in rows.actions]
    changed = {*new, *gone} if rows.reasons else set()
    reasons = {word: reason for word, reason in rows.reasons.items() if word in changed}
    return Preview(new, sorted(gone), unchanged, reasons)
