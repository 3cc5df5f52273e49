"""What scripts say, in English and in the languages that a page can load for them."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from config.language.pseudo import accented

FRENCH = """{
  messages: {
    "It's {name}'s turn.": "C'est à {name}.",
    "{n} tile": ["{n} pièce", "{n} pièces"],
    "{most} and {last}": "{most} et {last}",
  },
  plural: (n) => Number(n > 1),
}"""


@pytest.fixture
def module(desktop: Page) -> str:
    """The address under which modules import the catalogue that the page's own scripts have."""
    desktop.goto("/")
    return collected(desktop, "shell/common/catalog.js")


def collected(page: Page, name: str) -> str:
    """Return the address of a static file, by its hashed name."""
    told = page.request.get("/static/staticfiles.json").json()
    return urljoin(page.url, f"/static/{told['paths'][name]}")


def evaluate(page: Page, module: str, script: str) -> object:
    return page.evaluate(f"async (url) => {{ const c = await import(url); {script} }}", module)


def test_english_needs_no_messages(desktop: Page, module: str) -> None:
    said = evaluate(
        desktop,
        module,
        """return [
          c.say("It's {name}'s turn.", { name: "{n}" }), c.say("{n} of {other}", { n: 12345 }),
          c.count("{n} tile", "{n} tiles", 1), c.count("{n} tile", "{n} tiles", 0),
          c.count("{n} tile of {name}", "{n} tiles of {name}", -3, { name: "Anna" }),
          c.listing([]), c.listing(["a"]), c.listing(["a", "b"]), c.listing(["a", "b", 3]),
          c.either([2, 3, 4]), c.say("constructor"),
        ]""",
    )
    assert said == [
        "It's {n}'s turn.", "12,345 of {other}",
        "1 tile", "0 tiles", "\N{MINUS SIGN}3 tiles of Anna",
        "", "a", "a and b", "a, b and 3",
        "2, 3 or 4", "constructor",
    ]  # fmt: skip


def test_nodes_stand_in_a_sentence(desktop: Page, module: str) -> None:
    said = evaluate(
        desktop,
        module,
        """const word = document.createElement("b");
        word.append("CAT");
        const box = document.createElement("p");
        const words = c.tellListing([word, "DOG"]);
        box.append(...c.tell("{name} played {words}.", { name: "Anna", words }));
        box.append(...c.tellCount(" {n} tile", " {n} tiles", 2));
        return box.innerHTML""",
    )
    assert said == "Anna played <b>CAT</b> and DOG. 2 tiles"


def test_another_language_has_its_own_words_and_plurals(desktop: Page, module: str) -> None:
    said = evaluate(
        desktop,
        module,
        f"""c.fill({FRENCH});
        return [
          c.say("It's {{name}}'s turn.", {{ name: "Anna" }}), c.say("Not translated yet."),
          ...[0, 1, 2].map((n) => c.count("{{n}} tile", "{{n}} tiles", n)),
          c.say("{{n}} tile", {{ n: 1 }}),
          c.count("{{n}} card", "{{n}} cards", 0), c.listing(["a", "b", "c"]),
        ]""",
    )
    assert said == [
        "C'est à Anna.", "Not translated yet.",
        "0 pièce", "1 pièce", "2 pièces", "1 pièce",
        "0 cards", "a, b et c",
    ]  # fmt: skip


def test_the_language_with_accents_is_the_same_as_on_pages(desktop: Page, module: str) -> None:
    messages = [
        "It's {name}'s turn.", "Play", ", ", "{a}: {b}", " ", "1. x",
        "<b>Go</b> to {place} &amp; https://a.example/c now", "{n} points in all, with {bonus}.",
    ]  # fmt: skip
    said = desktop.evaluate(
        "async ([url, all]) => all.map((await import(url)).accented)",
        [collected(desktop, "shell/common/pseudo.js"), messages],
    )
    assert said == [accented(message) for message in messages]
