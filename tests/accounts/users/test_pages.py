import pytest

pytestmark = pytest.mark.django_db


class TestTheme:
    def test_it_is_remembered_and_one_goes_back(self, client):
        response = client.post("/theme/", {"theme": "dark", "next": "/rules/"})
        assert (response["Location"], response.cookies["theme"].value) == ("/rules/", "dark")

    def test_back_to_the_devices_own(self, client):
        client.cookies["theme"] = "dark"
        response = client.post("/theme/", {"theme": ""})
        assert (response["Location"], response.cookies["theme"].value) == ("/", "")

    def test_an_unknown_theme_changes_nothing(self, client):
        assert "theme" not in client.post("/theme/", {"theme": "plaid"}).cookies

    def test_the_look_of_boards_is_remembered_beside_it(self, client):
        client.cookies["theme"] = "dark"
        response = client.post("/theme/", {"board": "contrast"})
        assert [*response.cookies] == ["board"]
        assert client.get("/rules/").content.count(b'data-theme="dark" data-look="contrast"') == 1
        assert client.post("/theme/", {"board": ""}).cookies["board"].value == ""
        assert "board" not in client.post("/theme/", {"board": "plaid"}).cookies

    def test_no_other_site_is_gone_to(self, client):
        for next_page in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
            assert client.post("/theme/", {"next": next_page})["Location"] == "/"

    def test_looking_changes_nothing(self, client):
        assert client.get("/theme/").status_code == 405
