"""A style has in it what it imports, and its addresses still lead where they led."""

import pytest

from config.web.bundles import styles

OWN = {
    "shell/base.css": (
        '/* All. */\n@import "site/site.css";\n@import "site/more.css";\n.a { b: c; }\n'
    ),
    "shell/site/site.css": "@layer reset, pages;\n\n/* x */\n.b {\n  c: 'a/*b*/';\n}\n",
    "shell/site/more.css": (
        '@import "site.css";\n.d { background: url("../icons/e.svg") url(data:x) url(#f); }\n'
    ),
}


def test_what_is_imported_is_put_where_it_is_imported_first() -> None:
    assert styles.bundled(OWN)["shell/base.css"] == (
        "@layer reset, pages;\n.b {\nc: 'a/*b*/';\n}\n"
        '.d { background: url("icons/e.svg") url(data:x) url(#f); }\n'
        ".a { b: c; }\n"
    )


def test_every_file_can_be_had_alone() -> None:
    made = styles.bundled(OWN)
    assert made.keys() == OWN.keys()
    assert made["shell/site/more.css"] == (
        "@layer reset, pages;\n.b {\nc: 'a/*b*/';\n}\n"
        '.d { background: url("../icons/e.svg") url(data:x) url(#f); }\n'
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('@import "b.css" print;', "on conditions"),
        ('@import "b.css";', "which isn't there"),
    ],
)
def test_what_cannot_be_bundled_is_refused(text: str, why: str) -> None:
    with pytest.raises(styles.BadStyle, match=why):
        styles.bundled({"a.css": text})
