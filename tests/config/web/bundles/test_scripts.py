"""A page gets few scripts, and in none of them a module that is in another one, too."""

import functools
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from config.web.bundles import scripts
from config.web.bundles.modules import BadModule
from tests import prepared

BASE = {
    "shell/dom.js": "export const h = 1;",
    "shell/base.js": 'import { h } from "./dom.js";\nuse(h);',
    "shell/match/match.js": 'import { Clock } from "./clock.js";\nawait new Clock();',
    "shell/match/clock.js": 'import { h } from "../dom.js";\nexport class Clock {}',
    "games/a/board.js": 'import * as dom from "../../shell/dom.js";\nexport function mount() {}',
    "games/b/board.js": 'import { mine } from "./own.js";\nexport { mine as mount };',
    "games/b/own.js": "export const mine = 1;",
}
ROOT = Path(settings.BASE_DIR)
# How scripts of boards are named on the pages that have one.
BOARD = (
    "shell/match/match.js", "shell/lessons/lesson.js", "shell/proofs/replay.js",
    "shell/reviews/review.js", "shell/studies/study.js",
)  # fmt: skip


def test_entries_have_in_them_what_they_need_and_share_what_several_need() -> None:
    made = scripts.bundled(BASE, {"shell/base.js"})
    assert made == {
        "shell/shared.js": f"""{scripts.ONCE}
const $shell_dom = $once(() => {{
const h = 1;
return {{ h }};
}});
export {{ $once, $shell_dom }};
""",
        "shell/dom.js": """import { $shell_dom } from "./shared.js";
export const { h } = $shell_dom();
""",
        "shell/base.js": """import { $shell_dom } from "./shared.js";
const { h } = $shell_dom();
use(h);
""",
        "shell/match/match.js": """import { $once, $shell_dom } from "./../shared.js";
const $shell_match_clock = $once(() => {
const { h } = $shell_dom();
class Clock {}
return { Clock };
});
const { Clock } = $shell_match_clock();
await new Clock();
""",
        "games/a/board.js": """import { $shell_dom } from "./../../shell/shared.js";
const dom = $shell_dom();
function mount() {}
export { mount };
""",
        "games/b/board.js": """import { $once } from "./../../shell/shared.js";
const $games_b_own = $once(() => {
const mine = 1;
return { mine };
});
const { mine } = $games_b_own();
export { mine as mount };
""",
    }


def test_what_two_boards_have_in_common_is_in_both_as_a_page_has_one() -> None:
    own = {
        "games/a/board.js": 'import { k } from "../k.js";',
        "games/b/board.js": 'import { k } from "../k.js";',
        "games/k.js": "export const k = 1;",
    }
    made = scripts.bundled(own, ())
    assert made.keys() == {"shell/shared.js", "games/a/board.js", "games/b/board.js"}
    assert all("$games_k" in made[name] for name in ("games/a/board.js", "games/b/board.js"))


def test_a_module_that_pages_name_and_others_import_is_one_all_the_same() -> None:
    own = {"a.js": 'import { b } from "./b.js";', "b.js": "export const b = 1;"}
    made = scripts.bundled(own, {"b.js"})
    assert "$b = $once" in made["shell/shared.js"]
    assert made["b.js"].endswith("export const { b } = $b();\n")


def test_what_is_imported_later_is_an_entry() -> None:
    own = {"a.js": 'const { b } = await import("./b/b.js");', "b/b.js": "export const b = 1;"}
    made = scripts.bundled(own, {"a.js"})
    assert made["b/b.js"] == "const b = 1;\nexport { b };\n"


def test_what_is_passed_on_is_the_other_module_s() -> None:
    own = {
        "a.js": 'export { k as l } from "./k.js";',
        "c.js": 'import { l } from "./b.js";',
        "b.js": 'export { k as l } from "./k.js";',
        "k.js": "export const k = 1;",
    }
    made = scripts.bundled(own, ())
    assert "export const l = $k().k;" in made["a.js"]
    assert "return { l: $k().k };" in made["c.js"]


@pytest.mark.parametrize(
    ("own", "why"),
    [
        (
            {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'},
            "a.js > b.js > a.js",
        ),
        ({"a.js": 'import { b } from "./b.js";'}, "a.js imports b.js, which isn't there"),
        (
            {"a.js": 'import { b } from "./b.js";', "b.js": "export const b = await 1;"},
            "b.js waits for something",
        ),
    ],
)
def test_what_cannot_be_bundled_is_refused(own: dict[str, str], why: str) -> None:
    with pytest.raises(BadModule, match=re.escape(why)):
        scripts.bundled(own, ())


# --- The site's own pages -------------------------------------------------------------------------


def pages() -> dict[str, list[str]]:
    """Return the scripts that each template names."""
    found = {}
    for path in sorted(ROOT.glob("templates/**/*.html")):
        named = re.findall(r"""['"](shell/[\w/-]+\.js)['"]""", path.read_text(encoding="utf-8"))
        found[path.relative_to(ROOT / "templates").as_posix()] = named
    return found


@functools.cache
def served() -> dict[str, str]:
    """Return under which name each static file is served."""
    manifest = json.loads((prepared.static() / "staticfiles.json").read_text())
    return manifest["paths"]  # type: ignore[no-any-return]


@functools.cache
def inside(name: str) -> list[str]:
    """Return the modules that the file has in it which browsers get by this name."""
    text = (prepared.static() / served()[name]).read_text(encoding="utf-8")
    return re.findall(r"^const (\$\w+) = \$once\(", text, re.MULTILINE)


def test_no_page_gets_a_module_twice() -> None:
    always = ["shell/shared.js", *pages()["base.html"]]
    boards = [f"games/{slug}/board.js" for slug in settings.GAMES]
    looked_at = 0
    for page, named in pages().items():
        for board in boards if set(named) & set(BOARD) else [None]:
            names = dict.fromkeys([*always, *named, *filter(None, [board])])
            modules = Counter(module for name in names for module in inside(name))
            assert [one for one, count in modules.items() if count > 1] == [], page
            looked_at += len(modules)
    assert looked_at > 500


def test_a_page_has_few_scripts_and_styles_of_its_own() -> None:
    for path in sorted(ROOT.glob("templates/**/*.html")):
        text = path.read_text(encoding="utf-8")
        assert text.count('rel="stylesheet"') <= 3, path
        assert text.count('type="module"') <= 3, path
