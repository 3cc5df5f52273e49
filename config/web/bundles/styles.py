"""Styles as pages get them: each file has in it what it imports, and no remarks."""

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath, relpath

_STRING = r"""(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_REMARK = re.compile(rf"{_STRING}|/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(r"""@import\s+["'](?P<file>[^"':]+)["']\s*(?P<when>[^;]*);""")
_URL = re.compile(r"""url\(\s*(["']?)(?P<file>(?![/#]|\w+:)[^"')]+)\1\s*\)""")
_LINES = re.compile(r"\s*\n\s*")


class BadStyle(ValueError):
    """A style says something that cannot be bundled."""


def bundled(sources: Mapping[str, str]) -> dict[str, str]:
    """Return each file with what it imports in it, once, where it's imported first."""
    bare = {name: _bare(text) for name, text in sources.items()}
    whole = {name: _whole(bare, name, name, set()) for name in bare}
    return {name: _LINES.sub("\n", text).strip() + "\n" for name, text in whole.items()}


def _bare(text: str) -> str:
    """Return a style without what only those need who read it."""
    return _REMARK.sub(lambda found: found["string"] or "", text)


def _whole(sources: Mapping[str, str], name: str, place: str, done: set[str]) -> str:
    """Return a file with what it imports, as it stands in another one."""
    done.add(name)
    if name not in sources:
        raise BadStyle(f"{place} imports {name}, which isn't there.")

    def put(found: re.Match[str]) -> str:
        target = normpath(join(dirname(name), found["file"]))
        if found["when"]:
            raise BadStyle(f"{name} imports {target} on conditions: put them into that file.")
        return "" if target in done else _whole(sources, target, place, done)

    def name_from_place(found: re.Match[str]) -> str:
        file = normpath(join(dirname(name), found["file"]))
        return f'url("{relpath(file, dirname(place) or ".")}")'

    # What is put in has had its own addresses rewritten: those of this file come first.
    return _IMPORT.sub(put, _URL.sub(name_from_place, sources[name]))
