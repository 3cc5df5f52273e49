"""A module is read as it's meant, and refused where it can't be part of a bundle."""

import pytest

from config.web.bundles.modules import Address, BadModule, Import, read

TEXT = """/** A board. */
import { h, write as put } from "../common/dom.js"; // nodes
import * as telling from "./telling.js";
import "./keys.js";
export { lean } from "./style.js";

const SIZE = 3; /* in squares
  of the board */

/** Draws it. */
export async function draw(root) {
  // One after the other.
  await put(root, `
    // not a remark: ${SIZE}
  `);
  return import("./later.js");
}

export const FIRST = "//1", LAST = /\\/\\*/;
export class Board {}
const inner = 1;
export { inner as outer };
fetch(new URL("tiles.svg", import.meta.url));
"""


def test_a_module_is_read() -> None:
    module = read("games/a/board.js", TEXT)
    assert module.imports == [
        Import("games/common/dom.js", {"h": "h", "put": "write"}),
        Import("games/a/telling.js", whole="telling"),
        Import("games/a/keys.js"),
    ]
    assert module.passes_on == [Import("games/a/style.js", {"lean": "lean"})]
    assert module.gives == {
        "draw": "draw", "FIRST": "FIRST", "LAST": "LAST", "Board": "Board", "outer": "inner",
    }  # fmt: skip
    assert module.later == ["games/a/later.js"]
    assert not module.waits
    assert Address("games/a/tiles.svg") in module.pieces


def test_its_text_has_no_remarks_and_its_addresses_are_right_elsewhere() -> None:
    module = read("games/a/board.js", TEXT)
    assert module.text("games/b/other.js") == (
        """const SIZE = 3;
async function draw(root) {
await put(root, `
    // not a remark: ${SIZE}
  `);
return import("./../a/later.js");
}
const FIRST = "//1", LAST = /\\/\\*/;
class Board {}
const inner = 1;
fetch(new URL("./../a/tiles.svg", import.meta.url));"""
    )


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("await go();", True),
        ("if (a) { await go(); }", True),
        ("const f = async () => { await go(); };", False),
        ("class A { async f() { await go(); } }", False),
    ],
)
def test_what_waits_is_known(text: str, waits: bool) -> None:
    assert read("a.js", text).waits == waits


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("export default 1;", "no default"),
        ("export default function f() {}", "no default"),
        ('import a from "./a.js";', "nothing has a default"),
        ('import { a } from "lodash";', "by which address"),
        ('export * from "./a.js";', "one by one"),
        ("export let a = 1;", "declare it const"),
        ("export const { a } = b;", "one name after the other"),
        ("const a = import.meta.url;", "import.meta.url"),
        ('const a = `${import("./a.js")}`;', "in a template"),
        ("const a = ;", "isn't JavaScript"),
    ],
)
def test_what_cannot_be_bundled_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadModule, match=why):
        read("a.js", text)


def test_a_refusal_names_the_line() -> None:
    with pytest.raises(BadModule, match=r"shell/a.js, line 2: "):
        read("shell/a.js", "const a = 1;\nexport let b = 2;\n")
