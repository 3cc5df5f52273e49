"""Files of words: what we accept, what we refuse and how, and what a preview says."""

import gzip
import io
import random
import tarfile
import zipfile
from collections.abc import Callable

import pytest

from games.core.errors import Refusal
from games.words.moderation.imports import reading
from games.words.moderation.imports.reading import MOST_FAULTS, MOST_LINES, preview, read
from games.words.moderation.imports.unpacking import MOST_BYTES, BadFile

NOT_UTF_8 = (
    "Line 3 isn't UTF-8. The file may be in Latin-1 or a Windows encoding; save it as UTF-8."
)
ELSE = "has a character in it that isn't a letter from A to Z:"
CONTENT = {"cat": False, "cats": False, "mouse": False, "wog": True}


def zipped(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    block = io.BytesIO()
    with zipfile.ZipFile(block, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return block.getvalue()


def tarred() -> bytes:
    block = io.BytesIO()
    with tarfile.open(fileobj=block, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("words.txt"), io.BytesIO(b""))
    return block.getvalue()


def locked() -> bytes:
    """An archive with a file that's marked as protected by a password."""
    data = bytearray(zipped(("words.txt", b"cat\n")))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def spoilt(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes(255 - byte for byte in data[middle : middle + 8]) + data[middle:]


def many_lines() -> bytes:
    return b"cat\n" * (MOST_LINES + 1)


def words(count: int, seed: int = 1) -> list[str]:
    """Different words of 5 to 15 letters, always the same, in order."""
    chance = random.Random(seed)
    found: set[str] = set()
    while len(found) < count:
        letters = "abcdefghijklmnopqrstuvwxyz"
        found.add("".join(chance.choices(letters, k=chance.randint(5, 15))))
    return sorted(found)


def bomb() -> bytes:
    return bytes(MOST_BYTES + 1)


# Files that are refused as a whole, and what we say.
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "The file is empty."),
    "only blanks": (lambda: b" \n\n\t\n# nothing\n", "There are no words in the file."),
    "too large": (
        lambda: b"a" * (MOST_BYTES + 1),
        "The file is larger than 16 MB. Split it into smaller files.",
    ),
    "too many lines": (
        many_lines,
        "The file has more than 500,000 lines. Split it into smaller files.",
    ),
    "a long line": (lambda: b"cat\n" + b"a" * 10_001, "Line 2 is longer than 1000 characters."),
    "mixed line ends": (
        lambda: b"cat\r\ndog\nmouse\r\n",
        "The file has mixed line endings. Save it again with only one kind.",
    ),
    "zip bomb": (
        lambda: zipped(("words.txt", bomb())),
        "Once unpacked, the file is larger than 16 MB. Split it into smaller files.",
    ),
    "gzip bomb": (
        lambda: gzip.compress(bomb()),
        "Once unpacked, the file is larger than 16 MB. Split it into smaller files.",
    ),
    "nested zip": (
        lambda: zipped(("inner.zip", zipped(("words.txt", b"cat\n")))),
        "There's an archive inside the archive. Unpack it and upload the list itself.",
    ),
    "zip of gzip": (
        lambda: zipped(("words.txt.gz", gzip.compress(b"cat\n"))),
        "There's an archive inside the archive. Unpack it and upload the list itself.",
    ),
    "zip of several": (
        lambda: zipped(("a.txt", b"cat\n"), ("b.txt", b"dog\n")),
        "There are several files in the ZIP archive. Upload one list at a time.",
    ),
    "zip of nothing": (lambda: zipped(), "The ZIP archive is empty."),
    "zip of folders": (
        lambda: zipped(("words/", b"")),
        "There are only folders in the ZIP archive.",
    ),
    "zip of an empty file": (
        lambda: zipped(("words.txt", b"")),
        "The file in the archive is empty.",
    ),
    "zip with a password": (
        locked,
        "The ZIP archive is protected by a password. Upload it without one.",
    ),
    "zip packed rarely": (
        lambda: zipped(("words.txt", b"cat\n"), method=zipfile.ZIP_LZMA),
        "The ZIP archive uses an unusual compression method. Use the normal one (Deflate).",
    ),
    "zip cut off": (
        lambda: zipped(("words.txt", b"cat\n"))[:-10],
        "The ZIP archive is damaged. Create it again.",
    ),
    "zip spoilt": (
        lambda: spoilt(zipped(("words.txt", "\n".join(words(2_000)).encode()))),
        "The ZIP archive is damaged. Create it again.",
    ),
    "gzip cut off": (
        lambda: gzip.compress(b"cat\n" * 99)[:-6],
        "The gzip file is damaged. Create it again.",
    ),
    "xlsx": (
        lambda: zipped(("[Content_Types].xml", b"<x/>"), ("xl/workbook.xml", b"<x/>")),
        "This is an Excel workbook. Save the words as plain text or CSV and upload that.",
    ),
    "docx": (
        lambda: zipped(("[Content_Types].xml", b"<x/>"), ("word/document.xml", b"<x/>")),
        "This is a Word document. Save the words as plain text or CSV and upload that.",
    ),
    "ods": (
        lambda: zipped(("mimetype", b"x"), ("content.xml", b"<x/>")),
        "This is an OpenDocument file. Save the words as plain text or CSV and upload that.",
    ),
    "7z": (
        lambda: b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(40),
        "This is a 7z archive. Upload the list itself, or put it in a ZIP archive.",
    ),
    "tar": (tarred, "This is a tar archive. Upload the list itself, or put it in a ZIP archive."),
    "png": (
        lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "This is a picture (PNG), not a list. Upload plain text or CSV.",
    ),
    "jpeg": (
        lambda: b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(40),
        "This is a picture (JPEG), not a list. Upload plain text or CSV.",
    ),
    "pdf": (lambda: b"%PDF-1.7\n%\xe2\xe3", "This is a PDF, not a list. Upload plain text or CSV."),
    "doc": (
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(40),
        "This is an old Office document, not a list. Upload plain text or CSV.",
    ),
    "rtf": (
        lambda: b"{\\rtf1\\ansi cat}",
        "This is a document (RTF), not a list. Upload plain text or CSV.",
    ),
    "program": (
        lambda: b"\x7fELF\x02\x01\x01" + bytes(40),
        "This is a program, not a list. Upload plain text or CSV.",
    ),
    "html": (
        lambda: b"\n<!DOCTYPE html><html><body>cat</body></html>",
        "This is a web page. Copy the words into a plain text file and upload that.",
    ),
    "xml": (
        lambda: b"<?xml version='1.0'?><words/>",
        "This is XML. Upload the words as plain text or CSV.",
    ),
    "json": (lambda: b'["cat", "dog"]', "This is JSON. Upload the words as plain text or CSV."),
    "utf-16 without its mark": (
        lambda: "cat\ndog\n".encode("utf-16-le"),
        "The file is UTF-16 without a byte order mark. Save it as UTF-8.",
    ),
    "utf-16 cut off": (
        lambda: "cat\n".encode("utf-16")[:-1],
        "The file says it's UTF-16, but it isn't. Save it as UTF-8.",
    ),
    "utf-32": (lambda: "cat\n".encode("utf-32"), "The file is UTF-32. Save it as UTF-8."),
    "latin-1": (
        lambda: b"cat\ndog\ncaf\xe9\n",
        NOT_UTF_8,
    ),
    "zero bytes": (
        lambda: b"cat\n\0\0dog\nmouse\nhouse\n",
        "The file contains null characters, so it isn't text. Save it as plain text.",
    ),
    "csv by semicolons": (
        lambda: b"word;action\ncat;add\n",
        "The columns are separated by semicolons. Save the file with commas instead.",
    ),
    "csv by tabs": (
        lambda: b"word\taction\ncat\tadd\n",
        "The columns are separated by tabs. Save the file with commas instead.",
    ),
    "csv without header": (
        lambda: b"cat,add\ndog,add\n",
        'The first line of a CSV file has to be a header with a column called "word".',
    ),
    "csv without a column": (
        lambda: b"word,reason\ncat,why not\n",
        'The header has no column called "action".',
    ),
    "csv with a column twice": (
        lambda: b"word,action,word\ncat,add,dog\n",
        'The header has two columns called "word".',
    ),
    "csv with a strange column": (
        lambda: b"word,action,points\ncat,add,5\n",
        'We don\'t recognise the column "points". You can use these columns: word, action, reason.',
    ),
    "csv with a bad header": (
        lambda: b'word,"action\ncat,add\n',
        "We can't read the header. A closing quotation mark is missing.",
    ),
    "csv of a header": (
        lambda: b"word,action\n",
        "The file has a header, but no words.",
    ),
}

# Lines we can't read, and what we say.
FAULTS = {
    "one letter": ("a", "a has only one letter; words here have 2 to 15."),
    "too long": ("abcdefghijklmnop", "abcdefghijklmnop has 16 letters; words here have 2 to 15."),
    "digit": ("c4t", "c4t has a digit in it."),
    "hyphen": ("tom-cat", "tom-cat has a hyphen in it. We don't list words with hyphens."),
    "apostrophe": ("cat's", "cat's has an apostrophe in it. We don't list words with apostrophes."),
    "accent": (
        "café",
        f"café {ELSE} é (latin small letter e with acute).",
    ),
    "another alphabet's twin": (
        "c\u0430t",
        f"c\u0430t {ELSE} \u0430 (cyrillic small letter a).",
    ),
    "picture": ("cat😺", f"cat😺 {ELSE} 😺 (smiling cat face with open mouth)."),
    "full stop": (
        "cat.",
        f"cat. {ELSE} . (full stop).",
    ),
    "unseen": ("c\u200bat", "c\\u200bat has an invisible character in it (U+200B)."),
    "bell": ("c\x07at", "c\\x07at has an invisible character in it (U+0007)."),
    "two words": ("tom cat", "One word to a line, please: tom cat"),
    "a list in a line": (
        "cat;dog",
        "One word to a line, please, without commas or semicolons: cat;dog",
    ),
}  # fmt: skip
CELLS = {
    "unclosed quote": ('dog,add,"because', "A closing quotation mark is missing."),
    "quote in the middle": (
        'dog,add,"be"cause',
        "There has to be a comma after a closing quotation mark.",
    ),
    "missing cell": ("dog,add", "This line has 2 cells, but there are 3 columns."),
    "one cell more": ("dog,add,x,y", "This line has 4 cells, but there are 3 columns."),
    "no word": (",add,x", "The word is missing."),
    "no action": ("dog,,x", 'The action has to be "add" or "remove", not "".'),
    "strange action": ("dog,change,x", 'The action has to be "add" or "remove", not "change".'),
    "long reason": ("dog,add," + "x" * 301, "The reason is longer than 300 characters."),
    "unseen reason": ("dog,add,a\x07", "The reason contains characters we can't show."),
    "both": ("cat,remove,x", "The file both adds and removes cat."),
    "digit in CSV": ("d0g,add,x", "d0g has a digit in it."),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_list_is_refused_with_a_sentence(kind: str) -> None:
    make, sentence = REFUSED[kind]
    with pytest.raises(BadFile) as refusal:
        read(make())
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("kind", FAULTS)
def test_a_faulty_line_is_reported_with_its_number(kind: str) -> None:
    line, sentence = FAULTS[kind]
    rows = read(f"dog\n\n{line}\nmouse".encode())
    assert [(fault.line, str(fault.text)) for fault in rows.faults] == [(3, sentence)]
    assert rows.actions == {"dog": "add", "mouse": "add"}


@pytest.mark.parametrize("kind", CELLS)
def test_a_faulty_line_of_a_table_is_reported_with_its_number(kind: str) -> None:
    line, sentence = CELLS[kind]
    rows = read(f"# made by hand\nword,action,reason\ncat,add,x\n{line}\n".encode())
    assert [(fault.line, str(fault.text)) for fault in rows.faults] == [(4, sentence)]
    assert rows.actions == {"cat": "add"}


def test_a_broken_file_of_any_kind_is_refused_and_nothing_worse() -> None:
    good = [
        zipped(("words.txt", "\n".join(words(300)).encode())),
        gzip.compress(b"cat\ndog\n" * 50),
        b'word,action,reason\r\ncat,add,"in, the book"\r\ndog,remove,\r\n' * 20,
        "cat\ndog\n".encode("utf-16"),
    ]
    chance = random.Random(7)
    refused: list[str] = []
    for _ in range(1_500):
        data = bytearray(chance.choice(good))
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            rows = read(bytes(data[: chance.randint(1, len(data))]))
        except Refusal as error:
            refused.append(str(error))
        else:
            assert all(reading.WORD.fullmatch(word) for word in rows.actions)
    assert len(refused) > 100
    assert all(sentence.endswith(".") for sentence in refused)


def test_plain_text_is_read_in_any_common_form() -> None:
    text = "# a list\n Cat \n\nDOG\n\tmouse\n"
    said = {"cat": "add", "dog": "add", "mouse": "add"}
    forms = [
        text.encode(),
        text.encode("utf-8-sig"),
        text.encode("utf-16"),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
        text.rstrip().encode(),
        gzip.compress(text.encode()),
        zipped(("words.txt", text.encode()), ("__MACOSX/._words.txt", b"x")),
        zipped(("words.txt", text.encode()), method=zipfile.ZIP_STORED),
    ]
    for data in forms:
        rows = read(data)
        assert (rows.actions, rows.fault_count) == (said, 0)


def test_a_table_says_what_to_do_and_why() -> None:
    rows = read(b'reason,WORD,Action\n"found, at last",dax,add\n,cat,Remove\n"say ""q""",dax,add\n')
    assert rows.actions == {"dax": "add", "cat": "remove"}
    assert rows.reasons == {"dax": "found, at last"}
    assert (rows.repeated, rows.fault_count) == (1, 0)


def test_many_faults_are_counted_and_the_first_are_shown() -> None:
    rows = read(b"1\n" * (MOST_FAULTS + 50))
    assert (len(rows.faults), rows.fault_count) == (MOST_FAULTS, MOST_FAULTS + 50)


def test_a_preview_says_what_would_change() -> None:
    rows = read(
        b"word,action,reason\ndax,add,new\ncat,add,x\nmouse,remove,old\nemu,remove,y\nwog,add,"
    )
    seen = preview(rows, CONTENT)
    assert (seen.added, seen.removed, seen.unchanged) == (["dax"], ["mouse"], 3)
    assert seen.reasons == {"dax": "new", "mouse": "old"}


@pytest.mark.parametrize(
    ("meaning", "added", "removed", "unchanged"),
    [("add", ["dax"], [], 1), ("remove", [], ["cat"], 1), ("whole", ["dax"], ["cats", "mouse"], 1)],
)
def test_plain_words_are_added_removed_or_all_there_is(
    meaning: str, added: list[str], removed: list[str], unchanged: int
) -> None:
    seen = preview(read(b"cat\ndax\n", meaning=meaning), CONTENT)
    assert (seen.added, seen.removed, seen.unchanged) == (added, removed, unchanged)


def test_as_many_lines_as_are_allowed_are_read() -> None:
    made = words(30_000)
    rows = read("\n".join(made).encode(), meaning="whole")
    seen = preview(rows, dict.fromkeys(made[::2], False))
    assert (seen.added, seen.removed, seen.unchanged) == (made[1::2], [], 15_000)
    assert read(b"cat\n" * MOST_LINES).repeated == MOST_LINES - 1


def test_at_least_forty_kinds_of_bad_file_are_distinguished() -> None:
    sentences = {sentence for _, sentence in [*REFUSED.values(), *FAULTS.values(), *CELLS.values()]}
    assert len(REFUSED) >= 40
    assert len(sentences) >= 60
