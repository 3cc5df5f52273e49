"""A version of a list as a file anyone can keep: the checksum and licence, then its words.

The lines before the words begin with #; our own reader skips them, so a file can be imported again.
They are English for everyone: a version's file never changes, and stays the same whoever asks.
"""

from collections.abc import Iterator
from itertools import islice

from games.words.data import source
from games.words.lists import publishing
from games.words.lists.packing import checksum
from games.words.models import RELEASE, Change, WordListVersion

# Whose work it is, in the file itself: it may be printed, or passed on without its address.
SOURCES = (
    "Source: SCOWL 2020.12.07 by Kevin Atkinson, wordlist.aspell.net; free, licence below.",
    "Two-letter words: chosen by Tilepost, nearly all from SCOWL and WordNet 3.0 (also free,",
    "Copyright 2006 by Princeton University). These and Tilepost's own: BSD 3-Clause licence.",
)
LICENCES = ("COPYRIGHT-SCOWL", "COPYRIGHT-WORDNET")
FORMS = {"txt": "text/plain", "csv": "text/csv"}
CHUNK = 4_000  # lines


def lines_of(
    version: WordListVersion, *, form: str, slurs: bool = False, letters: int = 0
) -> list[str]:
    """Return the lines of a version as plain text (``txt``) or CSV (``csv``).

    With ``letters`` they are those of its words that have so many.
    """
    words = publishing.listed(publishing.content(version), slurs=slurs)
    if letters:
        words = [word for word in words if len(word) == letters]
    head = [f"# {line}".rstrip() for line in _head(version, words, slurs=slurs, letters=letters)]
    if form == "txt":
        return [*head, *words]
    reasons = _reasons(version)
    rows = (f"{word},add,{cell(reasons.get(word, ''))}" for word in words)
    return [*head, "word,action,reason", *rows]


def name_of(version: WordListVersion, *, form: str, slurs: bool = False, letters: int = 0) -> str:
    """Return what the file is called."""
    short = f"-{letters}-letters" if letters else ""
    full = "-with-slurs" if slurs else ""
    return f"{version.word_list.slug}-{version.number}{short}{full}.{form}"


def chunks(lines: list[str]) -> Iterator[bytes]:
    """Yield the bytes of a file, some thousand lines at a time."""
    rest = iter(lines)
    while some := list(islice(rest, CHUNK)):
        yield "".join(f"{line}\n" for line in some).encode()


def _head(
    version: WordListVersion, words: list[str], *, slurs: bool, letters: int
) -> Iterator[str]:
    word_list, day = version.word_list, version.published_at
    yield f"{word_list.title}, version {version.number}"
    yield f"Published on {day:%Y-%m-%d}" if day else "Not published"
    if word_list.is_custom and version.base_version is not None:
        below = version.base_version
        yield f"A custom list based on {below.word_list.title}, version {below.number}"
    if letters:
        yield f"{len(words)} words of {letters} letters"
    else:
        slurred = "including slurs" if slurs else f"not counting slurs ({version.slurs})"
        yield f"{len(words)} words, {slurred}"
    yield f"SHA-256 of the sorted words, each followed by a line end: {checksum(words)}"
    yield from SOURCES
    yield ""
    for name in LICENCES:
        text = (source.FOLDER / name).read_text(encoding="utf-8", errors="replace")
        yield from text.splitlines()
    yield ""


def _reasons(version: WordListVersion) -> dict[str, str]:
    """Return why the list differs from what it builds on, by word."""
    said = Change.objects.filter(
        version__word_list=version.word_list, version__number__lte=version.number
    ).exclude(proposal=None, reason=RELEASE)
    return dict(said.order_by("version__number").values_list("word", "reason"))


def cell(text: str) -> str:
    """Return a text as a cell of CSV, such that no spreadsheet takes it for a formula."""
    shown = " ".join(text.split())
    if shown.startswith(("=", "+", "-", "@")):
        shown = f"'{shown}"
    return '"{}"'.format(shown.replace('"', '""')) if '"' in shown or "," in shown else shown
