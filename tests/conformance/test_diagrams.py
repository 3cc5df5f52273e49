"""Every game's rules have diagrams, and each shows what the rules do with its position today."""

import functools
import gzip
import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from games.core import diagrams as drawing
from games.core.drawing.cutting import Box
from games.core.extras.protocols import is_clocks_own
from games.core.table.words import WORD_LISTS
from games.registry import diagrams_of, game_class
from tests.conformance.playing import SLUGS
from tests.games.words.release import release_words
from tools import diagrams as tool

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 80_000  # of all diagrams of a game, as they're sent
RULE = re.compile(r"\*\*(\d+(?:\.\d+)+)\*\*")
SECTION = re.compile(r"## (\d+)? ?")
PICTURE = re.compile(r"!\[(.+?)\]\(static/diagrams/(\w+)/([\w-]+)\.svg\)")


@pytest.fixture(params=SLUGS)
def slug(request):
    return request.param


@pytest.fixture
def diagrams(slug):
    return diagrams_of(slug)


@pytest.fixture
def game(slug):
    return tool.rules(slug)


def illustrated(slug) -> Iterator[tuple[str, str, str, str]]:
    """Yield (section, rule, name, caption) of each picture in a README; "" where no number is."""
    section = rule = ""
    for line in (tool.GAMES / slug / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            rule = ""
            section = (found[1] or "") if (found := SECTION.match(line)) else section
        elif found := RULE.match(line):
            rule = found[1]
        for caption, folder, name in PICTURE.findall(line):
            assert folder == slug
            yield section, rule, name, caption


def sections(slug) -> list[str]:
    readme = (tool.GAMES / slug / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^## (\d+) ", readme, re.MULTILINE)


# --- The rules and their diagrams -----------------------------------------------------------------


def test_each_diagram_stands_once_under_its_rule(slug, diagrams):
    shown = [(rule, name) for _, rule, name, _ in illustrated(slug)]
    assert sorted(shown) == sorted((one.rule, one.name) for one in diagrams.each), (
        "a game needs diagrams.py, and each of its diagrams a line like"
        " ![caption](static/diagrams/SLUG/NAME.svg) below its rule in README.md"
    )


def test_each_section_that_puts_something_on_the_board_has_a_picture(slug, diagrams):
    pictured = {section for section, _, _, _ in illustrated(slug)} - {""}
    assert [one for one in sections(slug) if one not in diagrams.plain] == sorted(pictured)
    assert set(diagrams.plain) < set(sections(slug))


def test_how_turns_are_written_is_shown(slug):
    assert [name for section, rule, name, _ in illustrated(slug) if section == rule == ""]


def test_what_is_seen_is_told_in_words_of_its_own(slug, diagrams):
    texts = [str(one.text) for one in diagrams.each]
    assert len(set(texts)) == len(texts)
    assert [text for text in texts if not text.endswith(".")] == []
    assert set(texts).isdisjoint(caption for *_, caption in illustrated(slug))


# --- The pictures ---------------------------------------------------------------------------------


def test_the_files_are_what_the_game_draws_today(slug):
    drawn = tool.files(slug)
    assert {path.name for path in tool.folder(slug).iterdir()} == set(drawn), "run make diagrams"
    for name, content in drawn.items():
        stored = (tool.folder(slug) / name).read_text(encoding="utf-8")
        assert stored == content, f"{name}: run make diagrams"


def test_the_files_are_small_and_need_nothing_from_outside(slug):
    drawn = tool.files(slug)
    assert sum(len(gzip.compress(one.encode())) for one in drawn.values()) < MOST_BYTES
    for content in drawn.values():
        assert "<text" not in content
        assert "style=" not in content
        wanted = set(re.findall(r'href="#([^"]+)"', content))
        assert wanted == set(re.findall(r'<(?:symbol|g) id="([^"]+)"', content))


def test_what_is_marked_lies_in_the_picture_and_is_drawn_there(game, diagrams):
    for one in diagrams.each:
        state = drawing.shown(game, diagrams, one)
        place = functools.partial(diagrams.place, state, one.viewer)
        part = Box.around(map(place, one.part.split(":")))
        names = [*one.rings.split(), *re.split("[> ]", one.arrows)]
        marked = [place(name) for name in names if name]
        labelled = [place(line.split("@")[1]) for line in one.labels.split()]
        assert [box for box in (*marked, *labelled) if not inside(box, part)] == [], one.name
        picture = ET.fromstring(game.picture(state, one.viewer))  # noqa: S314 - our own drawing
        shapes, words = list(shapes_of(picture)), list(words_of(picture))
        unseen = [
            box
            for box in marked
            if not any(alike(box, shape) for shape in shapes)
            and not any(inside(word, box) for word in words)
        ]
        assert unseen == [], f"{one.name}: nothing is drawn where the mark is"


def inside(box, part):
    return Box.around([box, part]) == part


def alike(box, other):
    """Tell whether a shape fills most of a place and little beside it."""
    across = min(box.right, other.right) - max(box.left, other.left)
    down = min(box.bottom, other.bottom) - max(box.top, other.top)
    common = max(0, across) * max(0, down)
    return common > 0.7 * max(box.width * box.height, other.width * other.height)


def shapes_of(picture):
    for shape in picture.iter():
        if shape.tag in (f"{SVG}rect", f"{SVG}use") and shape.get("width"):
            yield Box(*(float(shape.get(side, 0)) for side in ("x", "y", "width", "height")))


def words_of(picture):
    """Yield where words and numbers begin."""
    for group in picture.iter(f"{SVG}g"):
        if moved := re.match(r"translate\((\S+) (\S+)\) scale", group.get("transform", "")):
            yield Box(float(moved[1]), float(moved[2]), 0, 0)


# --- The positions --------------------------------------------------------------------------------


def test_the_positions_are_sound(game, diagrams):
    for one in diagrams.each:
        state = game.restore(one.position)
        assert game.decode_state(game.encode_state(state)) == state, one.name


def test_the_rules_allow_and_refuse_what_the_diagrams_say(game, diagrams):
    for one in filter(lambda one: one.turn, diagrams.each):
        action = drawing.action_of(game, one)
        assert drawing.is_refused(game, one) == one.refused, one.name
        legal = action in list(game.legal_actions(game.restore(one.position)))
        by_clock = is_clocks_own(game, action)
        in_vain = not one.refused and diagrams.fails(drawing.outcome(game, one))
        assert legal == (not one.refused and not by_clock and not in_vain), one.name


def test_points_are_those_that_the_rules_give_and_captions_tell(slug, game, diagrams):
    captions = {name: caption for _, _, name, caption in illustrated(slug)}
    for one in diagrams.each:
        assert drawing.gains(game, one) == one.gains, one.name
        told = set(map(int, re.findall(r"\d+", captions[one.name])))
        assert {abs(points) for points in one.gains if points} <= told, one.name


def test_both_what_is_allowed_and_what_is_not_is_shown(game, diagrams):
    verdicts = {one.refused or diagrams.fails(drawing.outcome(game, one)) for one in diagrams.each
                if one.turn}  # fmt: skip
    assert verdicts == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, _ in WORD_LISTS])
def test_a_word_game_is_shown_with_words_of_every_list(slug, diagrams, name):
    cls = game_class(slug)
    assert bool(diagrams.words) is cls.info.uses_words
    if not diagrams.words:
        return
    words = release_words(name)
    assert [word for word in diagrams.words if word not in words] == []
    assert [word for word in diagrams.words if not words.is_showable(word)] == []
    if diagrams.cards:
        return  # a deck of its own, which those lists don't have
    game = cls(diagrams.options, words)
    for one in diagrams.each:
        if one.turn:
            assert drawing.is_refused(game, one) == one.refused
            assert drawing.gains(game, one) == one.gains


def test_names_of_diagrams_differ(diagrams):
    names = sorted(one.name for one in diagrams.each)
    assert [name for name, other in itertools.pairwise(names) if name == other] == []
