"""A page's part in Python: what a view becomes by the news of a match."""

import copy
from typing import Any

from games.core.patch import apply

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
