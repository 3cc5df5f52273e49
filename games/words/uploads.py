"""Word lists from files: what a file says, line by line, and what it would change. Pure.

Plain text has one word a line; CSV has a header with ``word`` and ``action`` (add or remove) and,
if wanted, ``reason``. Empty lines and lines that begin with # are passed over.
"""

import csv
import dataclasses
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from games.words.unpacking import Refusal, text_of

__all__ = ["MEANINGS", "Fault", "Preview", "Refusal", "Rows", "preview", "read"]

MOST_LINES = 500_000
LONGEST_LINE = 1_000  # characters
LONGEST_REASON = 300
MOST_FAULTS = 200  # told one by one; the others are counted
ADD, REMOVE, WHOLE = "add", "remove", "whole"
# What a plain list of words stands for.
MEANINGS = {
    ADD: "Words to add",
    REMOVE: "Words to remove",
    WHOLE: "The whole list: add what is new, remove what is missing",
}
COLUMNS = ("word", "action", "reason")
NEEDED = ("word", "action")
WORD = re.compile("[A-Za-z]{2,15}")
BLANK = " \t"


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line of a file."""

    line: int  # from 1
    text: str


@dataclasses.dataclass(slots=True)
class Rows:
    """What a file says: each word with ``add`` or ``remove``, reasons where it gives any."""

    actions: dict[str, str] = dataclasses.field(default_factory=dict)
    reasons: dict[str, str] = dataclasses.field(default_factory=dict)
    faults: list[Fault] = dataclasses.field(default_factory=list)
    fault_count: int = 0
    repeated: int = 0  # lines that say once more what another has said
    whole: bool = False  # it is the whole list

    def blame(self, line: int, text: str) -> None:
        """Note what is wrong with a line."""
        self.fault_count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(line, text))

    def say(self, line: int, word: str, action: str, reason: str = "") -> None:
        """Take a line over, unless it contradicts one before."""
        known = self.actions.get(word)
        if known is None:
            self.actions[word] = action
            if reason:
                self.reasons[word] = reason
        elif known == action:
            self.repeated += 1
        else:
            self.blame(line, f"{word} is to be added and removed.")


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

    Raises Refusal for what cannot be read at all; the faults of single lines are told by the rows.
    """
    lines = _lines(text_of(data))
    first = next(_said(lines), None)
    if first is None:
        raise Refusal("There is no word in the file.")
    number, header = first
    if "," in header:
        return _read_csv(lines, number, header)
    for sign, name in ((";", "semicolons"), ("\t", "tabs")):
        if sign in header and header.lower().startswith(("word" + sign, '"word"' + sign)):
            raise Refusal(f"The columns are set apart by {name}. Save the file with commas.")
    return _read_words(lines, meaning)


def _lines(text: str) -> list[str]:
    """Return the lines of a text, all of them ended in the same way; raise Refusal."""
    pairs = text.count("\r\n")
    ends = {"\r\n": pairs, "\n": text.count("\n") - pairs, "\r": text.count("\r") - pairs}
    used = [end for end, times in ends.items() if times]
    if len(used) > 1:
        raise Refusal("The lines end in different ways. Save the file once more with one of them.")
    if sum(ends.values()) > MOST_LINES:
        raise Refusal(f"The file has more than {MOST_LINES:,} lines. Split it.")
    lines = text.split(used[0]) if used else [text]
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise Refusal(f"Line {number} is longer than {LONGEST_LINE:,} characters.")
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
        if WORD.fullmatch(text):
            rows.say(number, text.lower(), action)
        else:
            rows.blame(number, fault_of(text))
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
            _read_row(rows, number, columns, _cells(text))
        except ValueError as error:
            rows.blame(number, str(error))
    if not seen:
        raise Refusal("There is only a header in the file, no word.")
    return rows


def _columns(header: str) -> list[str]:
    """Return the names of the columns; raise Refusal."""
    try:
        columns = [name.strip().lower() for name in _cells(header)]
    except ValueError as error:
        raise Refusal(f"The header cannot be read: {error}") from error
    if "word" not in columns:
        raise Refusal('A CSV file begins with a header that names the column "word".')
    if double := next((name for name in columns if columns.count(name) > 1), None):
        raise Refusal(f'The header names the column "{double}" twice.')
    if missing := next((name for name in NEEDED if name not in columns), None):
        raise Refusal(f'The header does not name the column "{missing}".')
    if strange := next((name for name in columns if name not in COLUMNS), None):
        known = ", ".join(COLUMNS)
        raise Refusal(f'There is no column "{strange[:40]}". The columns are: {known}.')
    return columns


def _cells(text: str) -> list[str]:
    """Return the cells of a line; raise ValueError with a sentence."""
    if '"' not in text:
        return text.split(",")
    try:
        return next(csv.reader([text], strict=True))
    except csv.Error as error:
        if "unexpected end" in str(error):
            raise ValueError("A quotation mark is not closed.") from error
        raise ValueError("After a closing quotation mark comes a comma.") from error


def _read_row(rows: Rows, number: int, columns: Sequence[str], cells: Sequence[str]) -> None:
    """Take a line of a CSV file over; raise ValueError with a sentence."""
    if len(cells) != len(columns):
        raise ValueError(f"There should be {len(columns)} cells, and there are {len(cells)}.")
    row = {name: cell.strip() for name, cell in zip(columns, cells, strict=True)}
    word, action, reason = row["word"], row["action"].lower(), row.get("reason", "")
    if not WORD.fullmatch(word):
        raise ValueError(fault_of(word))
    if action not in (ADD, REMOVE):
        raise ValueError(f'The action is add or remove, not "{action[:40]}".')
    if len(reason) > LONGEST_REASON:
        raise ValueError(f"The reason is longer than {LONGEST_REASON} characters.")
    if not reason.isprintable():
        raise ValueError("The reason has characters in it that cannot be shown.")
    rows.say(number, word.lower(), action, reason)


def fault_of(text: str) -> str:
    """Return why something is not a word, in a sentence."""
    shown = repr(text[:40])[1:-1]
    if not text:
        return "There is no word."
    if " " in text or "\t" in text:
        return f"One word a line, please: {shown}"
    if "," in text or ";" in text:
        return f"One word a line, without commas or semicolons: {shown}"
    if text.isascii() and text.isalpha():
        if len(text) < 2:
            return f"{shown} has only one letter; a word has 2 to 15."
        return f"{shown} has {len(text)} letters; a word has 2 to 15."
    sign = next(sign for sign in text if not (sign.isascii() and sign.isalpha()))
    if sign.isascii() and sign.isdigit():
        return f"{shown} has a digit in it."
    if sign in "-\u2010\u2011\u2013":
        return f"{shown} has a hyphen in it; such words are in no list."
    if sign in "'\u2019":
        return f"{shown} has an apostrophe in it; such words are in no list."
    if not sign.isprintable():
        return f"{shown} has a character in it that cannot be seen (U+{ord(sign):04X})."
    name = unicodedata.name(sign, "unknown").lower()
    return f"{shown} has something else than letters from a to z in it: {sign} ({name})."


# --- What it would change -------------------------------------------------------------------------


def preview(rows: Rows, content: Mapping[str, bool]) -> Preview:
    """Return what the rows change in a list, given as its words with whether each is a slur.

    A word that is there as a slur is there: adding it changes nothing. The whole list is taken to
    say nothing of slurs.
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
