"""Contracts for lint-imports in which ``{game}`` and ``{games}`` stand for what the settings list.

``"games.{game}"`` is one item for each game, and ``"{games}"`` all of them, side by side. So a new
game is bound by every contract as soon as its name is in GAMES.
"""

import ast
from pathlib import Path
from typing import Any

from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

SETTINGS = Path("config", "settings.py")  # of the project that is checked


def games() -> tuple[str, ...]:
    """Return what GAMES lists in the settings, which are read but not run."""
    for line in ast.parse(SETTINGS.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "GAMES":
            return tuple(ast.literal_eval(line.value))
    raise LookupError(f"{SETTINGS} has no GAMES")


def filled(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a contract with the games in their places."""
    return {
        name: [one for item in value for one in _items(item)] if isinstance(value, list) else value
        for name, value in options.items()
    }


def _items(item: str) -> list[str]:
    names = games()
    if "{game}" in item:
        return [item.replace("{game}", name) for name in names]
    return [item.replace("{games}", " | ".join(names))]


class GameLayers(LayersContract):
    """Layers of which some are games, or are within each game."""

    def __init__(self, name: str, session_options: Any, contract_options: dict[str, Any]) -> None:
        super().__init__(name, session_options, filled(contract_options))


class GameForbidden(ForbiddenContract):
    """What must not be imported, by games among others."""

    def __init__(self, name: str, session_options: Any, contract_options: dict[str, Any]) -> None:
        super().__init__(name, session_options, filled(contract_options))
