"""The JSON that the site's scripts send, by the name of the address it is sent to."""

from typing import Any

from games.core import codec
from games.matches.models import Match
from tests.factories import first_action
from tests.games.matches.pages.strange.people import World

ID = "6f0c1b1e-54c9-4b35-9a0a-5b6f3fb2f6a1"


def shapes(name: str, action: Any) -> list[tuple[str, Any]]:
    """Return the methods and bodies that an address takes, with an action of its game."""
    known: dict[str, list[tuple[str, Any]]] = {
        "match-moves": [("POST", {"action": action, "ply": 0, "cmd_id": ID})],
        "match-preview": [("POST", {"action": action})],
        "match-prepared": [
            ("POST", {"action": action, "condition": "legal", "ply": 0}),
            ("POST", {"action": action, "condition": "ask", "repeat": True, "ply": 0}),
        ],
        "match-prepared-turn": [("PATCH", {"place": 0}), ("DELETE", {})],
        "prepared-choices": [("POST", {"action": action})],
        "prepared-forced": [("POST", {"on": True})],
        "match-offer": [
            ("POST", {"kind": "draw", "answer": "offer", "ply": 0}),
            ("POST", {"kind": "pause", "answer": "agree", "ply": 0}),
        ],
        "match-undo": [("POST", {"ply": 0}), ("POST", {"ply": 1})],
        "match-options": [("POST", {})],
        "match-chat": [
            ("POST", {"text": "Hello", "cmd_id": ID}),
            ("POST", {"phrase": "hello", "cmd_id": ID}),
        ],
        "chat-read": [("POST", {"line": 1})],
        "chat-report": [("POST", {"line": 1, "reason": "insult", "words": "Look"})],
        "chat-mute": [("POST", {"player": 1, "everywhere": True, "on": True})],
        "learn-try": [("POST", {"action": action})],
        "learn-preview": [("POST", {"action": action})],
        "study-play": [("POST", {"node": 1, "action": action})],
        "study-preview": [("POST", {"node": 1, "action": action})],
        "study-clock": [("POST", {"node": 1})],
        "study-cut": [("POST", {"node": 1})],
        "study-comment": [("POST", {"node": 1, "text": "Why?"}), ("POST", {"node": 0, "text": ""})],
        "study-rename": [("POST", {"title": "A study"})],
        "study-share": [("POST", {"on": True}), ("POST", {"on": False})],
        "study-report": [("POST", {"comment": None, "reason": "spam", "words": ""})],
        "push": [
            (
                "POST",
                {
                    "endpoint": "https://push.example/2",
                    "keys": {"p256dh": "x", "auth": "y"},
                    "again": False,
                },
            )
        ],
    }
    return known.get(name, [])


def actions(world: World) -> dict[str, Any]:
    """Return a legal action in the match of each game, by the match's address."""
    running: list[Match] = list(world.matches.values())
    found: dict[str, codec.JSON] = {each.public_id: first_action(each) for each in running}
    return found | {match.game: found[match.public_id] for match in running}
