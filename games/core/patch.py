"""What changed between two JSON values, so that only that needs to be sent.

A patch is a list of changes, made in order. ``[path, value]`` sets what lies at a path, a list of
keys and places; a place just after a list's end adds to it. ``[path]`` takes out what lies there:
a key, or all of a list from a place on.
"""

from typing import Any

JSON = Any
Patch = list[list[Any]]


def patch(before: JSON, after: JSON) -> Patch:
    """Return the changes that make ``after`` of ``before``; values are shared, not copied."""
    changes: Patch = []
    _compare(before, after, [], changes)
    return changes


def _compare(before: JSON, after: JSON, path: list[Any], changes: Patch) -> None:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() - after.keys():
            changes.append([[*path, key]])
        for key, value in after.items():
            if key in before:
                _compare(before[key], value, [*path, key], changes)
            else:
                changes.append([[*path, key], value])
    elif isinstance(before, list) and isinstance(after, list) and _is_alike(before, after):
        for place, (old, new) in enumerate(zip(before, after, strict=False)):
            _compare(old, new, [*path, place], changes)
        if len(after) < len(before):
            changes.append([[*path, len(after)]])
        for place in range(len(before), len(after)):
            changes.append([[*path, place], after[place]])
    else:
        changes.append([path, after])


def _is_alike(before: list[JSON], after: list[JSON]) -> bool:
    """Tell whether at least half of a list stays as it is; else the whole is sent anew."""
    same = sum(bool(old == new) for old, new in zip(before, after, strict=False))
    return 2 * same >= max(len(before), len(after))
