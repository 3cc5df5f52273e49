"""What goes wrong on a move's way from the board to the server and back."""

import json
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import chosen, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import (
    Pointer,
    button,
    look,
    place,
    play_turn,
    view,
    wait_for_ply,
    wait_for_turn,
)
from tests.stack import Stack


@pytest.fixture
def table(open_screen: OpenScreen) -> list[Page]:
    """Two guests at a table that has begun, by seat."""
    host, friend = open_screen(), open_screen()
    return people.begin(host, friend)


def _change_next_move(page: Page, **change: object) -> None:
    """Have the next move arrive otherwise than it was sent, the action's parts too."""

    def spoil(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        for name, value in change.items():
            (sent if name in sent else sent["action"])[name] = value
        route.continue_(post_data=json.dumps(sent))

    page.route("**/moves", spoil, times=1)


def test_a_refused_move_is_explained_and_can_be_mended(
    open_screen: OpenScreen, console: list[str]
) -> None:
    (page,) = chosen.seat(open_screen(), None, game="tilekingdom", turns=2)
    toast = page.locator("[data-toast] .notice")
    press(place(page, look(page).places[0]))
    _change_next_move(page, ply=0)
    press(button(page, "confirm"))
    expect(toast).to_have_text("The position has changed. Here's the new one.")
    assert view(page)["ply"] == 2
    expect(button(page, "confirm")).to_be_enabled()
    _change_next_move(page, x=40)
    press(button(page, "confirm"))
    expect(toast).to_have_text("The tile must share a side with another one.")
    assert view(page)["ply"] == 2
    expect(button(page, "confirm")).to_be_enabled()
    press(button(page, "confirm"))
    wait_for_ply(page, 3)
    assert [line.split("status of ")[1][:3] for line in console] == ["409", "422"]
    console.clear()


def test_a_page_without_network_catches_up(table: list[Page], console: list[str]) -> None:
    anna, ben = table
    ben.context.set_offline(True)
    play_turn(anna, Pointer(), Random(1))
    ben.context.set_offline(False)
    wait_for_turn(ben)
    play_turn(ben, Pointer(), Random(2))
    wait_for_ply(anna, 2)
    assert [line for line in console if "ERR_INTERNET_DISCONNECTED" not in line] == []
    console.clear()


def test_a_web_server_that_dies_costs_a_moment(
    table: list[Page], site: Stack, console: list[str]
) -> None:
    anna, ben = table
    for name in [name for name in site.pids() if name.startswith("web-")]:
        site.kill(name)
    # The move is sent until it arrives, once; both pages hear of it over new sockets.
    play_turn(anna, Pointer(), Random(1))
    wait_for_turn(ben)
    play_turn(ben, Pointer(), Random(2))
    wait_for_ply(anna, 2)
    assert [entry["player"] for entry in view(ben)["log"]] == [0, 1]
    for page in table:
        expect(page.locator("[data-offline]")).to_be_hidden()
    assert [line for line in console if "ERR_" not in line and "WebSocket" not in line] == []
    console.clear()
