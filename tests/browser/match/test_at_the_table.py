"""Who comes and goes at a table: guests, spectators, computer players, those who resign."""

from random import Random

from playwright.sync_api import Page, expect

from tests.browser import people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import Pointer, look, play_turn, view, wait_for_ply, wait_for_turn
from tests.chromium import PHONE


def resign(page: Page) -> None:
    """Give the match up, and mean it."""
    people.open_more(page)
    press(page.locator('[data-action="resign"]'))
    press(page.get_by_role("dialog").get_by_role("button", name="Resign"))


def test_a_guest_sits_down_by_a_link_and_stays(open_screen: OpenScreen) -> None:
    host, guest = open_screen(), open_screen()
    people.sign_up(host, "host-anna")
    people.open_table(host)
    invitation = host.get_by_label("Invitation link").input_value()
    guest.goto(invitation)
    people.sit_down(guest)
    anna, other = people.by_seat([host, guest])
    assert (anna, other) == (host, guest)
    play_turn(anna, Pointer(), Random(1))
    wait_for_turn(guest)
    play_turn(guest, Pointer(), Random(2))
    address = guest.url

    press(guest.locator("[data-menu] summary"))
    press(guest.get_by_role("link", name="Keep my games"))
    guest.get_by_label("Name").fill("kept-ben")
    guest.get_by_label("Email address").fill("kept-ben@example.org")
    guest.get_by_label("Password").fill(people.PASSWORD)
    press(guest.get_by_role("button", name="Create a full account"))
    expect(guest.get_by_role("heading", name="My games")).to_be_visible()

    # The account is a real one: on another device the match is there, and so is the seat.
    elsewhere = open_screen()
    people.sign_in(elsewhere, "kept-ben")
    press(elsewhere.get_by_role("link", name="Tilekingdom with host-anna"))
    wait_for_ply(elsewhere, 2)
    assert (elsewhere.url, view(elsewhere)["player"]) == (address, 1)
    people.open_more(elsewhere)
    expect(elsewhere.locator('[data-action="resign"]')).to_be_visible()


def test_resigning_asks_first_and_a_rematch_moves_the_seats_on(open_screen: OpenScreen) -> None:
    anna, ben = open_screen(), open_screen(**PHONE)
    people.sign_up(anna, "rematch-anna")
    people.sign_up(ben, "rematch-ben")
    people.begin(anna, ben, option_mosque=12)
    play_turn(anna, Pointer(), Random(1))

    people.open_more(ben)
    press(ben.locator('[data-action="resign"]'))
    press(ben.get_by_role("button", name="Play on"))
    assert view(ben)["status"] == "running"
    resign(ben)

    expect(anna.locator("[data-result] h2")).to_have_text("Too short to count")
    expect(anna.locator("[data-result]")).to_contain_text(
        "rematch-ben resigned. It was over before everyone had chosen two turns"
    )
    expect(ben.locator("[data-result] h2")).to_have_text("Too short to count")
    expect(anna.locator(".seat-won")).to_have_count(0)
    end = view(ben)
    assert (end["result"]["reason"], end["result"]["places"]) == ("resigned", [1, 2])
    expect(ben.locator('[data-action="resign"]')).to_be_hidden()
    assert ben.locator(".seat-name").evaluate_all(_CUT) == []

    assert anna.locator("[data-toast]").evaluate(_IS_ALARMING) is False

    old, boxes = anna.url, _boxes(ben)
    for page in (anna, ben):
        page.evaluate("window.stays = true")
    anna.get_by_role("button", name="Play again").focus()
    anna.keyboard.press("Enter")
    offered = "You've offered to play again. Waiting for rematch-ben."
    expect(anna.locator("[data-rematch] > p")).to_have_text(offered)
    expect(anna.locator("[data-rematch] > p")).to_be_focused()
    expect(ben.locator("[data-result]")).to_contain_text("rematch-anna would like to play again.")
    press(ben.get_by_role("button", name="No, thanks"))
    expect(anna.locator("[data-rematch]")).to_contain_text("rematch-ben would rather not")
    expect(anna.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(anna.locator("[data-rematch]")).to_have_attribute("aria-live", "polite")
    assert [page.evaluate("window.stays") for page in (anna, ben)] == [True, True]
    assert _boxes(ben) == boxes
    press(ben.get_by_role("button", name="Play again"))
    ben.wait_for_url(lambda url: "/match/" in url and url != old)
    anna.wait_for_url(ben.url)
    assert people.by_seat([anna, ben]) == [ben, anna]
    assert [seat["name"] for seat in view(anna)["seats"]] == ["rematch-ben", "rematch-anna"]


_CUT = """(names) => {
  const isCut = ({scrollWidth, clientWidth}) => scrollWidth > clientWidth;
  return names.filter(isCut).map((name) => name.textContent);
}"""

# Whether good news that are told for a moment look like bad ones.
_IS_ALARMING = """(toast) => {
  const nodes = ["notice notice-success", "notice"].map((name) => {
    const node = toast.appendChild(document.createElement("p"));
    node.className = name;
    return node;
  });
  nodes[1].style.background = "var(--bad-wash)";
  const [shown, alarming] = nodes.map((node) => getComputedStyle(node).backgroundColor);
  nodes.forEach((node) => node.remove());
  return shown === alarming;
}"""


def _boxes(page: Page) -> list[object]:
    """Return where the board is, and what stands above it."""
    return [page.locator(name).bounding_box() for name in (".board", "ol.seats")]


def test_a_spectator_sees_the_match_and_cannot_touch_it(
    open_screen: OpenScreen, console: list[str]
) -> None:
    anna, ben, watcher = open_screen(), open_screen(), open_screen()
    people.sign_up(anna, "watched-anna")
    people.open_table(anna)
    ben.goto(anna.url)
    people.sit_down(ben)
    people.by_seat([anna, ben])
    watcher.goto(anna.url)
    expect(watcher.get_by_text("You're watching this match.")).to_be_visible()
    assert watcher.evaluate("document.title") == "Tilekingdom · Tilepost"

    play_turn(anna, Pointer(), Random(1))
    wait_for_ply(watcher, 1)
    expect(watcher.locator("[data-tile]")).to_have_count(2)
    assert view(watcher)["hints"] == {}
    assert look(watcher).places == []
    expect(watcher.locator(".hand-buttons")).to_be_hidden()
    expect(watcher.locator('[data-action="resign"]')).to_be_hidden()
    answer = watcher.evaluate(_RESIGN)
    assert (answer["ok"], answer["error"]) == (False, "signed_out")
    assert [line.split("status of ")[1][:3] for line in console] == ["403"]
    console.clear()


_RESIGN = """() => fetch(`${document.querySelector("[data-match]").dataset.base}resign`, {
  method: "POST",
  headers: {"X-CSRFToken": document.querySelector("meta[name=csrf-token]").content},
}).then((answer) => answer.json())"""


def test_a_computer_player_answers(open_screen: OpenScreen) -> None:
    desktop = open_screen(reduced_motion="no-preference")
    people.sign_up(desktop, "alone-anna")
    people.open_table(desktop)
    press(desktop.get_by_role("button", name="Easy computer"))
    people.by_seat([desktop])
    for turn in range(2):
        wait_for_turn(desktop)
        play_turn(desktop, Pointer(), Random(turn))
        wait_for_ply(desktop, 2 * turn + 2)
    assert [(entry["player"], entry["actor"]) for entry in view(desktop)["log"]] == [
        (0, "human"),
        (1, "computer"),
        (0, "human"),
        (1, "computer"),
    ]
