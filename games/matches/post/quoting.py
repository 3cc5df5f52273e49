"""What somebody wrote themselves, among what they quote, and which line of that is their answer.

Pure, and in any language: a header above a quotation is known by its colon and by the date, the
address or the verb in it. Each step looks at a line or at the few lines above it, so the time it
takes grows as the text does.
"""

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from accounts.edge import typed
from games.matches.post.robots import any_of, fold

LONGEST_OWN = 3_000  # characters of a text that can be the writer's own: one line is looked for
SHORTEST_LINE = 10  # a shorter one counts as long as that
LONGEST_LINE = 200
LONGEST_HEADER = 500
MOST_HEADER_LINES = 12
LONGEST_END = 80  # of a header, which has its verb or its address there
WIDTH = 60  # characters; programs break longer lines

GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|guten \w+|moin|"
    r"servus|bonjour|bonsoir|salut|hola|buenos días|ciao|buongiorno|hoi|hej|hei|cześć|ahoj|olá)"
    r"\b[^+/=\d]{0,40}",
    re.IGNORECASE,
)
QUOTED = (">", "|", "\uff1e")
COLONS = (":", "\uff1a")
DATE = re.compile(r"\d{4}|\d{1,2}[:.h]\d{2}")
ADDRESS = re.compile(r"\S@\S")
WROTE = any_of(
    "wrote|writes|schrieb|geschrieben|a écrit|écrit|escribió|va escriure|escribiu|ha scritto|"
    "scritto|schreef|geschreven|skrev|skrifaði|escreveu|napisał|napsal|napísal|írta|a scris|"
    "написа|пишет|писал|пише|έγραψε|yazdi|şunlari|kirjoitti|kirjutas|rakstīja|rašė|parašė|napisao|"
    "napisala|je pisal|idatzi|写道|寫道|写了|书写|書きました|작성|썼습니다|كتب|نوشت|כתב|כתבה|"
    "מאת|ने लिखा|เขียน|đã viết|menulis"
)
# A line of the block that Outlook and others put above a quotation: "From: ...", "Sent: ...".
LABELLED = re.compile(r"[*_\s]{0,4}[^\W\d_][^:\uff1a@\d\n]{0,24}[:\uff1a](?!//)")
ARMOUR = re.compile(r"\A\s*-----BEGIN PGP SIGNED MESSAGE-----\n(?:Hash: .*\n)*")
RULED = re.compile(r"-{3,}[^-].*-{3,}")  # how some programs write a header
SEPARATOR = re.compile(r"\s*(?:[-_=*]{3,}.*|-- ?|—{2,}.*)")
# Blanks that break no line are like others, and signs of a direction or without a width like none.
UNSEEN = dict.fromkeys(
    (0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A))
)
UNSEEN |= {0xFEFF: None, 0xA0: " ", 0x202F: " "}
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
QUOTATION_MARKS = "\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u00b4"
DECORATION = " `*_\"'.,;:!|>~\u2022\u00b7" + QUOTATION_MARKS

Meaning = Callable[[str], str]  # of a line: equal for lines that say the same, "" if it's no answer


@dataclass(frozen=True)
class Answer:
    """What a mail answers: its writer's ``first`` line, and the lines that can be ``meant``.

    Without any line of their own ``first`` is "". Of several in ``meant`` none is the one.
    """

    first: str
    meant: tuple[str, ...]


def answer_in(text: str, meaning: Meaning) -> Answer:
    """Return what a text answers: by its first line if that can be an answer, else by the others.

    Below the first line a single letter is no answer: it's how people sign.
    """
    meaning = cache(meaning)
    lines = own_lines(text, lambda line: bool(meaning(line)))
    if not lines or meaning(lines[0]):
        return Answer(lines[0] if lines else "", tuple(lines[:1]))
    meant: dict[str, str] = {}
    for line in lines[1:]:
        if len(line.strip(DECORATION)) > 1 and (what := meaning(line)):
            meant.setdefault(what, line)
    return Answer(lines[0], tuple(meant.values()))


def plain(line: str) -> str:
    """Return a line as it would be typed: common letters, simple dashes and single blanks."""
    return typed.read(line).translate(DASHES)[:LONGEST_LINE]


def readings(line: str) -> tuple[str, ...]:
    """Return what a line may mean: as it is, and without what people put around what they quote."""
    bare = line.strip(DECORATION)
    return (line,) if bare == line else (line, bare)


def own_lines(text: str, is_answer: Callable[[str], bool]) -> list[str]:
    """Return the lines that the writer of a mail wrote, plainly.

    What they quote, their greeting, what stands below their signature's separator, and what their
    program adds don't count. A line that ``is_answer`` is theirs, even among those of a header.
    """
    said: list[str] = []
    above = ""
    for line in _without_quotes(ARMOUR.sub("", text), is_answer):
        if SEPARATOR.fullmatch(line):
            break
        whole = plain(line)
        bare = whole.strip(DECORATION)
        if _says(bare) and not GREETING.fullmatch(bare) and not _goes_on(above, whole):
            said.append(whole)
        above = whole
    return said


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _goes_on(above: str, line: str) -> bool:
    """Tell whether words are the rest of a sentence that was too long for the line above them."""
    if not above or above.endswith((".", "!", "?", ":", ";")) or any(map(str.isdigit, line)):
        return False
    return len(above) + 1 + len(line.split(" ")[0]) > WIDTH


# --- What is quoted -------------------------------------------------------------------------------


def _without_quotes(text: str, is_answer: Callable[[str], bool]) -> list[str]:
    """Return the lines that are not quoted; headers above a quotation go with it.

    They end where a mail is quoted without signs of it.
    """
    lines = [line[:LONGEST_HEADER].rstrip() for line in text.translate(UNSEEN).splitlines()]
    quoted = [line.lstrip().startswith(QUOTED) for line in lines]
    below = _kinds_below(lines, quoted)
    kept: list[str] = []
    size = 0
    ended = False  # whether nothing was written since the last line that is quoted
    for number, line in enumerate(lines):
        next_quoted, paragraph_quoted = below[number]
        if quoted[number]:
            if not ended:
                _drop_header(kept, is_answer)
            ended = True
            continue
        if not line:
            kept.append("")
            continue
        ended = False
        kept.append(line)
        size += max(len(line), SHORTEST_LINE)
        if size > LONGEST_OWN:
            break
        paragraph = _paragraph(kept)
        if not paragraph_quoted and (block := _block(paragraph)):
            del kept[-block:]
            break
        if not next_quoted and _is_header(paragraph, alone=True):
            _drop_header(kept, is_answer)
            if not _stands_between(lines[number + 1 :], is_answer):
                break
    return kept


def _stands_between(lines: list[str], is_answer: Callable[[str], bool]) -> bool:
    """Tell whether an answer is the first line, written between a header and what that is about."""
    first, second = [*itertools.islice(filter(None, lines), 2), "", ""][:2]
    return second.lstrip().startswith(QUOTED) and is_answer(plain(first))


def _kinds_below(lines: list[str], quoted: list[bool]) -> list[tuple[bool, bool]]:
    """Return for each line whether a quoted one is the next with words, and next to its paragraph.

    Before a blank line, both are the same.
    """
    kinds: list[tuple[bool, bool]] = []
    first = whole = False  # of what stands below
    for number in range(len(lines) - 1, -1, -1):
        kinds.append((first, whole))
        if quoted[number]:
            first = whole = True
        elif lines[number]:
            first = False
        else:
            whole = first
    return kinds[::-1]


def _paragraph(kept: list[str]) -> list[str]:
    """Return the last lines, back to where a paragraph or a sentence that is no header ended."""
    size = start = 0
    for line in reversed(kept[-MOST_HEADER_LINES:]):
        size += len(line) + 1
        if not line or size > LONGEST_HEADER or (start and line.endswith(("!", "?"))):
            break
        start += 1
    return kept[len(kept) - start :]


def _drop_header(kept: list[str], is_answer: Callable[[str], bool]) -> None:
    """Take the lines off the end that say who wrote what is quoted next."""
    while kept and not kept[-1]:
        kept.pop()
    paragraph = _paragraph(kept)
    if _is_header(paragraph) or _block(paragraph):
        for line in reversed(paragraph):
            if is_answer(plain(line)):
                break
            kept.pop()
    kept.append("")


def _is_header(paragraph: list[str], *, alone: bool = False) -> bool:
    """Tell whether lines say who wrote what follows; ``alone`` if nothing shows that it is quoted.

    Those of the second kind need more than one sign of it.
    """
    text = " ".join(paragraph)
    if not text.endswith(COLONS) and not RULED.fullmatch(text):
        return False
    signs = [bool(DATE.search(text)), bool(ADDRESS.search(text)), bool(WROTE.search(fold(text)))]
    if not alone:
        return any(signs)
    end = text[-LONGEST_END:]
    return sum(signs) > 1 and bool(ADDRESS.search(end) or WROTE.search(fold(end)))


def _block(paragraph: list[str]) -> int:
    """Return how many lines at the end are a block of labels with a date or an address in it."""
    labelled = [bool(LABELLED.match(line)) for line in paragraph]
    for number in range(len(paragraph) - 1):
        if labelled[number] and labelled[number + 1]:
            block = " ".join(paragraph[number:])
            found = DATE.search(block) or ADDRESS.search(block)
            return len(paragraph) - number if found else 0
    return 0
