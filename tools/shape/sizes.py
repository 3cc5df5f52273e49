"""Sizes of the source: lines, files and folders, as git knows them."""

import ast
import io
import re
import statistics
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

PACKAGES = ("accounts", "config", "games", "lobby")
MANY = 12  # entries of a folder
# In the docstring of a folder's package, or in its README: why it has more.
REASON = re.compile(r'^(?:""")?Many files: ', re.MULTILINE)
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


@dataclass(frozen=True)
class Source:
    """A file of the product: where it is, its lines, and those with code in them (Python)."""

    path: PurePosixPath
    lines: int
    code: int

    @property
    def is_migration(self) -> bool:
        """Tell whether it changes tables."""
        return "migrations" in self.path.parts


def listed(checkout: Path) -> list[PurePosixPath]:
    """Return the files of a checkout, those that are new and not ignored too."""
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=checkout,
        check=True,
        capture_output=True,
        text=True,
    )
    names = sorted(set(filter(None, done.stdout.split("\0"))))
    return [PurePosixPath(name) for name in names if (checkout / name).is_file()]


def sources(checkout: Path, files: Iterable[PurePosixPath], suffix: str) -> list[Source]:
    """Return the product's files with a suffix: those of the packages, pages and what they load."""
    return [
        _read(checkout, path)
        for path in files
        if path.suffix == suffix and path.parts[0] in (*PACKAGES, "static", "templates")
    ]


def _read(checkout: Path, path: PurePosixPath) -> Source:
    text = (checkout / path).read_text(encoding="utf-8")
    code = len(code_lines(text)) if path.suffix == ".py" else 0
    return Source(path, len(text.splitlines()), code)


def code_lines(text: str) -> set[int]:
    """Return the numbers of the lines that hold more than blanks, comments and docstrings."""
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    for first, last in _docstrings(text):
        found.difference_update(range(first, last + 1))
    return found


def _docstrings(text: str) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each docstring."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None:
            yield node.body[0].lineno, node.body[0].end_lineno or node.body[0].lineno


def folders(files: Iterable[PurePosixPath]) -> list[tuple[str, int]]:
    """Return the folders with more entries than ``MANY``, and how many; the fullest first."""
    entries = {part for path in files for part in (path, *path.parents) if part.name}
    counts = Counter(str(entry.parent) for entry in entries)
    return [(name, count) for name, count in counts.most_common() if count > MANY]


def says_why(folder: Path) -> bool:
    """Tell whether a folder has the reason for its many files in it."""
    texts = (folder / "__init__.py", folder / "README.md")
    return any(REASON.search(text.read_text(encoding="utf-8")) for text in texts if text.exists())


def median_and_largest(found: Iterable[Source]) -> tuple[float, Source]:
    """Return the median of the files' lines, and the largest file; those with lines alone."""
    full = [source for source in found if source.lines]
    most = max(full, key=lambda source: source.lines)
    return statistics.median(source.lines for source in full), most
