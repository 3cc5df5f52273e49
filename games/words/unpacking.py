"""The text of an uploaded file, or a sentence why it has none. Pure: bytes in, text out.

A file may be plain UTF-8 (or UTF-16 with its mark), or one such file in a ZIP or gzip archive.
Archives are unpacked no further than the largest file allowed, so a bomb fills no memory.
"""

import gzip
import io
import zipfile
import zlib
from typing import IO

from games.core.errors import BadData

MB = 1024 * 1024
MOST_BYTES = 16 * MB
STEP = 64 * 1024  # bytes unpacked at a time

ZIP = b"PK\x03\x04"
EMPTY_ZIP = (b"PK\x05\x06", b"PK\x07\x08")
GZIP = b"\x1f\x8b"
OTHER_ARCHIVES = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\xfd7zXZ\x00": "an XZ archive",
    b"BZh": "a bzip2 archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
}
OTHER_FILES = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"RIFF": "a picture or a sound (RIFF)",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "a document of an old Office",
    b"{\\rtf": "a document (RTF)",
    b"SQLite format 3\x00": "a database (SQLite)",
    b"\x7fELF": "a program",
    b"MZ\x90\x00": "a program of Windows",
    b"TPWG": "a packed list of this site",
}
# What an archive holds that is a document: a file in it, and what the document is.
DOCUMENTS = {
    "xl/workbook.xml": "an Excel workbook",
    "word/document.xml": "a Word document",
    "ppt/presentation.xml": "a PowerPoint presentation",
    "content.xml": "an OpenDocument file",
    "META-INF/MANIFEST.MF": "a Java archive",
    "META-INF/container.xml": "an e-book (EPUB)",
}


class Refusal(BadData):
    """A file as a whole cannot be taken; the text says why and what to do."""


def text_of(data: bytes) -> str:
    """Return the text of a file, unpacked if need be; raise Refusal."""
    _insist_on_size(data)
    plain = _unpacked(data)
    _insist_on_text(plain)
    return _decoded(plain)


def _insist_on_size(data: bytes) -> None:
    if not data:
        raise Refusal("The file is empty.")
    if len(data) > MOST_BYTES:
        raise Refusal(f"The file is larger than {MOST_BYTES // MB} MB. Split it.")


# --- Archives -------------------------------------------------------------------------------------


def _unpacked(data: bytes) -> bytes:
    if data.startswith(EMPTY_ZIP):
        raise Refusal("The ZIP archive has no file in it.")
    if data.startswith(ZIP):
        return _of_archive(_from_zip(data))
    if data.startswith(GZIP):
        return _of_archive(_from_gzip(data))
    return data


def _of_archive(plain: bytes) -> bytes:
    if not plain:
        raise Refusal("The file in the archive is empty.")
    if plain.startswith((ZIP, GZIP, *EMPTY_ZIP, *OTHER_ARCHIVES)):
        raise Refusal("There is an archive in the archive. Unpack it, and send the list itself.")
    return plain


def _from_zip(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _from_entry(archive, _only_entry(archive))
    except Refusal:
        raise
    except NotImplementedError as error:
        raise Refusal("The ZIP archive is of a rare kind. Pack it the usual way.") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        raise Refusal("The ZIP archive is damaged. Make it anew.") from error


def _only_entry(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    names = set(archive.namelist())
    if found := next((what for name, what in DOCUMENTS.items() if name in names), None):
        raise Refusal(f"This is {found}. Save the words as plain text or CSV, and send that.")
    entries = [
        one
        for one in archive.infolist()
        if not one.is_dir() and not one.filename.startswith("__MACOSX/")
    ]
    if not entries:
        raise Refusal("The ZIP archive has only folders in it, no file.")
    if len(entries) > 1:
        raise Refusal("The ZIP archive has several files in it. Send one list at a time.")
    return entries[0]


def _from_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    if entry.flag_bits & 1:
        raise Refusal("The ZIP archive has a password. Send it without one.")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refusal("The ZIP archive is packed in a rare way. Pack it the usual way (Deflate).")
    with archive.open(entry) as file:
        return _read(file)


def _from_gzip(data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return _read(file)
    except (zlib.error, EOFError, OSError) as error:
        raise Refusal("The gzip file is damaged. Make it anew.") from error


def _read(file: IO[bytes] | gzip.GzipFile) -> bytes:
    """Return all of a packed file, reading no further than is allowed."""
    parts, size = [], 0
    while part := file.read(STEP):
        size += len(part)
        if size > MOST_BYTES:
            raise Refusal(f"What is packed in the file is larger than {MOST_BYTES // MB} MB.")
        parts.append(part)
    return b"".join(parts)


# --- What is no text ------------------------------------------------------------------------------


def _insist_on_text(data: bytes) -> None:
    for mark, what in OTHER_ARCHIVES.items():
        if data.startswith(mark):
            raise Refusal(f"This is {what}. Send the list itself, or in a ZIP archive.")
    for mark, what in OTHER_FILES.items():
        if data.startswith(mark):
            raise Refusal(f"This is {what}, no list. Send plain text or CSV.")
    if data[257:262] == b"ustar":
        raise Refusal("This is a tar archive. Send the list itself, or in a ZIP archive.")
    begin = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if begin.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        raise Refusal("This is a web page. Copy the words into a plain text file.")
    if begin.startswith(b"<?xml"):
        raise Refusal("This is XML. Send the words as plain text or CSV.")
    if begin.startswith((b"{", b"[")):
        raise Refusal("This is JSON. Send the words as plain text or CSV.")


# --- Encodings ------------------------------------------------------------------------------------


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        raise Refusal("The file is in UTF-32. Save it as UTF-8.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _from_utf_16(data)
    if b"\0" in data:
        raise Refusal(_why_zeros(data))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal(
            f"The file is not in UTF-8 (line {line}). It may be in Latin-1 or a code of Windows:"
            " save it as UTF-8."
        ) from error


def _from_utf_16(data: bytes) -> str:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError as error:
        raise Refusal("The file says it is UTF-16 and is not. Save it as UTF-8.") from error
    if "\0" in text:
        raise Refusal("The file has characters of value zero in it. Save it as plain text.")
    return text


def _why_zeros(data: bytes) -> str:
    """Tell UTF-16 without its mark, where each second byte is zero, from what is no text."""
    sample = data[:1000]
    pairs = max(1, len(sample) // 2)
    if max(sample[::2].count(0), sample[1::2].count(0)) > 0.9 * pairs:
        return "The file is in UTF-16 without its mark. Save it as UTF-8."
    return "The file has bytes of value zero in it, so it is no text."
