"""What administrators see of people, and what they do not."""

import pytest

pytestmark = pytest.mark.django_db


class TestAdmin:
    def test_no_password_hash_is_shown(self, admin_client, anna):
        page = admin_client.get(f"/admin/users/user/{anna.pk}/change/").content.decode()
        assert "anna@post.example" in page
        assert anna.password not in page

    def test_people_are_made_and_found(self, admin_client, anna):
        assert admin_client.get("/admin/users/user/add/").status_code == 200
        assert b"Anna" in admin_client.get("/admin/users/user/?q=anna").content
