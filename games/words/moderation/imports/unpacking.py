"""The text of an uploaded file, or why it has none. Pure: bytes in, text out.

A file can be plain UTF-8 (or UTF-16 with its mark), or one such file in a ZIP or gzip archive.
Archives are unpacked no further than the largest file allowed, so a bomb fills no memory.
"""

import gzip
import io
import zipfile
import zlib
from typing import IO

from games.core.errors import Refusal
from games.core.language.text import Text

MB = 1024 * 1024
MOST_BYTES = 16 * MB
STEP = 64 * 1024  # bytes unpacked at a time

ZIP = b"PK\x03\x04"
EMPTY_ZIP = (b"PK\x05\x06", b"PK\x07\x08")
GZIP = b"\x1f\x8b"
OTHER_ARCHIVES = {
    b"7z\xbc\xaf\x27\x1c": Text("a 7z archive"),
    b"Rar!\x1a\x07": Text("a RAR archive"),
    b"\xfd7zXZ\x00": Text("an XZ archive"),
    b"BZh": Text("a bzip2 archive"),
    b"\x28\xb5\x2f\xfd": Text("a Zstandard archive"),
}
OTHER_FILES = {
    b"%PDF": Text("a PDF"),
    b"\x89PNG": Text("a picture (PNG)"),
    b"\xff\xd8\xff": Text("a picture (JPEG)"),
    b"GIF8": Text("a picture (GIF)"),
    b"RIFF": Text("a picture or a recording (RIFF)"),
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": Text("an old Office document"),
    b"{\\rtf": Text("a document (RTF)"),
    b"SQLite format 3\x00": Text("a database (SQLite)"),
    b"\x7fELF": Text("a program"),
    b"MZ\x90\x00": Text("a Windows program"),
    b"TPWG": Text("one of this site's packed lists"),
}
# Documents that are archives: a file in them, and what they are.
DOCUMENTS = {
    "xl/workbook.xml": Text("an Excel workbook"),
    "word/document.xml": Text("a Word document"),
    "ppt/presentation.xml": Text("a PowerPoint presentation"),
    "content.xml": Text("an OpenDocument file"),
    "META-INF/MANIFEST.MF": Text("a Java archive"),
    "META-INF/container.xml": Text("an e-book (EPUB)"),
}
UNUSUAL_ZIP = Text(
    "The ZIP archive uses an unusual compression method. Use the normal one (Deflate)."
)
ZEROS = Text("The file contains null characters, so it isn't text. Save it as plain text.")


class BadFile(Refusal):
    """We can't take the file as a whole; the text says why and what to do."""

    code = "bad_file"


def text_of(data: bytes) -> str:
    """Return the text of a file, unpacked if need be; raise BadFile."""
    _insist_on_size(data)
    plain = _unpacked(data)
    _insist_on_text(plain)
    return _decoded(plain)


def _insist_on_size(data: bytes) -> None:
    if not data:
        raise BadFile("The file is empty.")
    if len(data) > MOST_BYTES:
        raise BadFile(
            "The file is larger than {most} MB. Split it into smaller files.", most=MOST_BYTES // MB
        )


# --- Archives -------------------------------------------------------------------------------------


def _unpacked(data: bytes) -> bytes:
    if data.startswith(EMPTY_ZIP):
        raise BadFile("The ZIP archive is empty.")
    if data.startswith(ZIP):
        return _of_archive(_from_zip(data))
    if data.startswith(GZIP):
        return _of_archive(_from_gzip(data))
    return data


def _of_archive(plain: bytes) -> bytes:
    if not plain:
        raise BadFile("The file in the archive is empty.")
    if plain.startswith((ZIP, GZIP, *EMPTY_ZIP, *OTHER_ARCHIVES)):
        raise BadFile(
            "There's an archive inside the archive. Unpack it and upload the list itself."
        )
    return plain


def _from_zip(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _from_entry(archive, _only_entry(archive))
    except BadFile:
        raise
    except NotImplementedError as error:
        raise BadFile(UNUSUAL_ZIP) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        raise BadFile("The ZIP archive is damaged. Create it again.") from error


def _only_entry(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    names = set(archive.namelist())
    if found := next((what for name, what in DOCUMENTS.items() if name in names), None):
        raise BadFile(
            "This is {what}. Save the words as plain text or CSV and upload that.", what=found
        )
    entries = [
        one
        for one in archive.infolist()
        if not one.is_dir() and not one.filename.startswith("__MACOSX/")
    ]
    if not entries:
        raise BadFile("There are only folders in the ZIP archive.")
    if len(entries) > 1:
        raise BadFile("There are several files in the ZIP archive. Upload one list at a time.")
    return entries[0]


def _from_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    if entry.flag_bits & 1:
        raise BadFile("The ZIP archive is protected by a password. Upload it without one.")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadFile(UNUSUAL_ZIP)
    with archive.open(entry) as file:
        return _read(file)


def _from_gzip(data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return _read(file)
    except (zlib.error, EOFError, OSError) as error:
        raise BadFile("The gzip file is damaged. Create it again.") from error


def _read(file: IO[bytes] | gzip.GzipFile) -> bytes:
    """Return all of a packed file, reading no further than is allowed."""
    parts, size = [], 0
    while part := file.read(STEP):
        size += len(part)
        if size > MOST_BYTES:
            raise BadFile(
                "Once unpacked, the file is larger than {most} MB. Split it into smaller files.",
                most=MOST_BYTES // MB,
            )
        parts.append(part)
    return b"".join(parts)


# --- What isn't text ------------------------------------------------------------------------------


def _insist_on_text(data: bytes) -> None:
    for mark, what in OTHER_ARCHIVES.items():
        if data.startswith(mark):
            raise BadFile(
                "This is {what}. Upload the list itself, or put it in a ZIP archive.", what=what
            )
    for mark, what in OTHER_FILES.items():
        if data.startswith(mark):
            raise BadFile("This is {what}, not a list. Upload plain text or CSV.", what=what)
    if data[257:262] == b"ustar":
        raise BadFile(
            "This is {what}. Upload the list itself, or put it in a ZIP archive.",
            what=Text("a tar archive"),
        )
    begin = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if begin.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        raise BadFile("This is a web page. Copy the words into a plain text file and upload that.")
    if begin.startswith(b"<?xml"):
        raise BadFile("This is XML. Upload the words as plain text or CSV.")
    if begin.startswith((b"{", b"[")):
        raise BadFile("This is JSON. Upload the words as plain text or CSV.")


# --- Encodings ------------------------------------------------------------------------------------


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        raise BadFile("The file is UTF-32. Save it as UTF-8.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _from_utf_16(data)
    if b"\0" in data:
        raise BadFile(_why_zeros(data))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile(
            "Line {line} isn't UTF-8. The file may be in Latin-1 or a Windows encoding; save it as"
            " UTF-8.",
            line=line,
        ) from error


def _from_utf_16(data: bytes) -> str:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError as error:
        raise BadFile("The file says it's UTF-16, but it isn't. Save it as UTF-8.") from error
    if "\0" in text:
        raise BadFile(ZEROS)
    return text


def _why_zeros(data: bytes) -> Text:
    """Tell UTF-16 without its mark, where every second byte is zero, from what isn't text."""
    sample = data[:1000]
    pairs = max(1, len(sample) // 2)
    if max(sample[::2].count(0), sample[1::2].count(0)) > 0.9 * pairs:
        return Text("The file is UTF-16 without a byte order mark. Save it as UTF-8.")
    return ZEROS
