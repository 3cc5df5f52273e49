"""A page's part in Python: what a view becomes by the news of a match."""

import copy
from typing import Any

RECENT = 8


def following(view: dict[str, Any], news: dict[str, Any]) -> dict[str, Any]:
    """Return the view that follows from another one by a frame of news."""
    assert news["follows"] == view["version"]
    told = {name: news[name] for name in news.keys() - {"state", "log", "changes", "follows"}}
    state = apply(copy.deepcopy(view["state"]), news.get("state", []))
    return {
        **view,
        **told,
        "t": "view",
        "state": state,
        "log": [*view["log"], *news["log"]][-RECENT:],
        "changes": [*view["changes"], *news["changes"]],
    }


def apply(value: Any, changes: list[list[Any]]) -> Any:
    """Return a value with changes made to it; the value itself is changed too, unless replaced."""
    for path, *new in changes:
        if not path:
            value = new[0]
            continue
        place = value
        for key in path[:-1]:
            place = place[key]
        _change(place, path[-1], new)
    return value


def _change(place: Any, key: Any, new: list[Any]) -> None:
    if isinstance(place, list):
        if not new:
            del place[key:]
        elif key == len(place):
            place.append(new[0])
        else:
            place[key] = new[0]
    elif new:
        place[key] = new[0]
    else:
        del place[key]
