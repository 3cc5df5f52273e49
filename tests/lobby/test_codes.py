"""A code to join by, however it's typed, dictated or pasted."""

import pytest
from django.test import Client

from lobby import codes
from tests.factories import make_user
from tests.lobby.tables.pages.test_agreements import open_table

CODE = "ABCDEFGH2345"
WIDE = "\uff21\uff22\uff23\uff24\uff25\uff26\uff27\uff28\uff12\uff13\uff14\uff15"


@pytest.mark.parametrize(
    "said",
    [
        "abcd-efgh-2345",
        " abcd efgh 2345.",
        WIDE,
        "ABCD\u2011EFGH\u20132345",
        "\u200bABCD\u200bEFGH\u200b2345\ufeff",
        "\u201cABCDEFGH2345\u201d",
        "https://tiles.example/tables/ABCDEFGH2345/",
        "https://tiles.example/tables/abcdefgh2345",
        "Come and play: https://tiles.example/tables/ABCDEFGH2345/?from=mail#seats",
        "\ufeffhttps://tiles.example/clubs/pirates/?code=ABCDEFGH2345",
        "https://tiles.example/leagues/spring/?x=1&code=ABCDEFGH2345&y=2",
    ],
)
def test_a_code_is_read_however_it_was_written(said: str) -> None:
    assert codes.plain(said) == CODE
    assert codes.is_code(said, CODE)


@pytest.mark.parametrize("said", ["", "\ud800", "A" * 100_000, "https://tiles.example/tables/"])
def test_what_is_no_code_opens_nothing(said: str) -> None:
    assert not codes.is_code(said, CODE)


@pytest.mark.django_db
def test_a_pasted_link_leads_to_its_table(client: Client) -> None:
    table = open_table(make_user("anna"))
    path = table.get_absolute_url()
    for said in (f"https://tiles.example{path}", f"\u200b{table.code.lower()}\u00ad"):
        assert client.post("/tables/code/", {"code": said})["Location"] == path
        assert client.get(f"/tables/\u200b{table.code}/").status_code == 200
