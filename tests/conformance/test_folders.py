"""A game's folder looks like those of the other games: one name for one role, in the same place.

``ROLES`` says what each name is for. A game may have modules beside these that only it needs.
"""

from pathlib import Path

import pytest

from tests.conformance.playing import SLUGS

GAMES = Path(__file__).parents[2] / "games"

ROLES = {
    "rules.py": "the referee, a ``Game``",
    "options.py": "what a table can choose",
    "lesson.py": "positions for newcomers",
    "diagrams.py": "positions for the rules page",
    "position/model.py": "the state and the actions",
    "position/restoring.py": "whether stored facts make a position",
    "position/tiles.py": "the tiles there are",
    "position/bag.py": "drawing tiles",
    "turns/notation.py": "a turn as a line of text",
    "turns/legality.py": "whether an action is allowed, and which are",
    "turns/scoring.py": "what a turn and the end bring",
    "turns/trying.py": "what a turn would bring, for whoever tries it out",
    "turns/preparing.py": "turns prepared while others are to move",
    "turns/outlook.py": "how many turns are left",
    "display/description.py": "the position in words",
    "display/wording.py": "a sentence for each kind of event",
    "display/picture.py": "the position as SVG",
    "bots/levels.py": "the computer players by level",
    "bots/search.py": "how the strong one finds its turn",
}
ALL_HAVE = set(ROLES) - {
    "position/tiles.py", "position/bag.py", "turns/legality.py", "turns/scoring.py",
    "turns/trying.py", "turns/preparing.py",
}  # fmt: skip
# What else such a module could be called, and is not.
OTHERWISE = {
    "thinking": "bots/search.py", "planning": "bots/search.py", "strategy": "bots/search.py",
    "players": "bots/levels.py", "referee": "rules.py", "state": "position/model.py",
    "loading": "position/restoring.py", "checking": "position/restoring.py",
    "drawing": "position/bag.py", "judging": "turns/legality.py", "points": "turns/scoring.py",
    "preview": "turns/trying.py", "prepared": "turns/preparing.py", "forecast": "turns/outlook.py",
    "parsing": "turns/notation.py", "texts": "display/wording.py", "telling": "display/wording.py",
    "illustrations": "diagrams.py", "figures": "diagrams.py", "drawn": "display/picture.py",
    "svg": "display/picture.py", "settings": "options.py",
}  # fmt: skip
MOST = 12  # entries in a folder


def modules(slug: str) -> set[str]:
    """Return the modules of a game, by their paths in its folder."""
    folder = GAMES / slug
    found = {str(path.relative_to(folder)) for path in folder.rglob("*.py")}
    return {path for path in found if not path.endswith("__init__.py")}


@pytest.mark.parametrize("slug", SLUGS)
def test_each_role_has_its_module(slug):
    assert ALL_HAVE - modules(slug) == set()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_role_has_one_name_and_one_place(slug):
    places = {Path(role).stem: role for role in ROLES} | OTHERWISE
    found = {path: places.get(Path(path).stem, path) for path in modules(slug)}
    assert {path: role for path, role in found.items() if path != role} == {}


def test_a_name_is_in_the_same_place_in_all_games():
    seen: dict[str, set[str]] = {}
    for slug in SLUGS:
        for path in modules(slug):
            seen.setdefault(Path(path).stem, set()).add(path)
    assert {name: paths for name, paths in seen.items() if len(paths) > 1} == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_folder_can_be_taken_in_at_a_glance(slug):
    folders = [GAMES / slug, *(path for path in (GAMES / slug).iterdir() if path.is_dir())]
    assert [
        folder
        for folder in folders
        if len([path for path in folder.iterdir() if path.name != "__pycache__"]) > MOST
    ] == []
