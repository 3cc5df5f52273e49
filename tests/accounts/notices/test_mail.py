import email
import email.policy

import pytest
from django.core import mail

from accounts.edge.links import site_link
from accounts.edge.tokens import sign_unsubscribe
from accounts.notices import outbox as notifications
from accounts.notices.mail import Mail, Picture, assemble, compose
from accounts.notices.models import Notification
from accounts.notices.outbox import deliver, schedule
from tests.accounts.conftest import NOW

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def write(notice, now):
    return compose(
        notice=notice,
        label="It is your turn",
        subject="Your turn:\n Tilekingdom with <Berta>",
        lines=["Berta played V90 1,0 & a road.", "You have 2 days."],
        link="/match/k3v/",
        picture=Picture(
            draw=lambda: PNG, alt="The board.", words=("A city of two tiles.", "It's <Berta>'s.")
        ),
        thread_id="match:7",
    )


@pytest.fixture
def notice(anna, kinds) -> Notification:
    notifications.register_kind("turn", "It is your turn", write, on=("mail",))
    schedule(user_id=anna.pk, kind="turn", key="turn:7:2", ref={}, due_at=NOW)
    return Notification.objects.select_related("user").get()


@pytest.fixture
def received(notice):
    """The mail as a reader's program finds it."""
    assert deliver(now=NOW) == 1
    return email.message_from_bytes(
        mail.outbox[0].message().as_bytes(), policy=email.policy.default
    )


def unsubscribe_link(notice):
    token = sign_unsubscribe(user_id=notice.user_id, kind="turn")
    return f"https://tiles.example/u/{token}/"


def test_the_text(received, notice):
    assert received.get_body(("plain",)).get_content().strip() == (
        "Hello Anna,\n"
        "\n"
        "Berta played V90 1,0 & a road.\n"
        "\n"
        "You have 2 days.\n"
        "\n"
        "A city of two tiles.\n"
        "It's <Berta>'s.\n"
        "\n"
        "Open the table:\n"
        "https://tiles.example/match/k3v/\n"
        "\n"
        "--\n"
        "You're getting this email because "
        '"It is your turn" is switched on in your preferences at Tilepost.\n'
        f"Stop emails of this kind: {unsubscribe_link(notice)}\n"
        "All preferences: https://tiles.example/preferences/"
    )


def test_the_headers(received, notice):
    wanted = (
        "Subject From To List-Unsubscribe List-Unsubscribe-Post Auto-Submitted "
        "X-Auto-Response-Suppress"
    )
    assert {name: received[name].strip() for name in wanted.split()} == {
        "Subject": "Your turn: Tilekingdom with <Berta>",
        "From": "Tilepost <no-reply@tiles.example>",
        "To": "anna@post.example",
        "List-Unsubscribe": f"<{unsubscribe_link(notice)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }


def test_mails_of_a_match_are_one_thread_and_each_has_its_own_id(notice):
    content = write(notice, NOW)
    first = assemble(notice=notice, mail=content).extra_headers
    again = assemble(notice=notice, mail=content).extra_headers
    notice.key = "turn:7:4"
    second = assemble(notice=notice, mail=content).extra_headers
    assert first["Message-ID"] == again["Message-ID"] != second["Message-ID"]
    assert first["References"] == first["In-Reply-To"] == second["References"]
    assert first["Message-ID"].endswith("@tiles.example>")


def test_a_mail_without_a_thread_refers_to_nothing(notice):
    headers = assemble(notice=notice, mail=Mail("s", "t", "<p>t</p>")).extra_headers
    assert "References" not in headers
    assert "In-Reply-To" not in headers


def test_the_picture_is_part_of_the_text(received):
    assert [part.get_content_type() for part in received.walk()] == [
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
    ]
    picture = list(received.walk())[-1]
    assert (picture["Content-ID"], picture.get_content()) == ("<board>", PNG)
    assert picture.get_content_disposition() == "inline"


def test_the_html_says_the_same_and_lets_nobody_else_speak(received, notice):
    html = received.get_body(("html",)).get_content()
    assert "<title>Your turn: Tilekingdom with &lt;Berta&gt;</title>" in html
    assert "Berta played V90 1,0 &amp; a road." in html
    assert 'src="cid:board"' in html
    assert 'alt="The board."' in html
    assert 'href="https://tiles.example/match/k3v/"' in html
    assert f'href="{unsubscribe_link(notice)}"' in html
    assert "@media (prefers-color-scheme: dark)" in html
    assert "<script" not in html


def test_the_picture_in_words_is_folded_below_it(received):
    html = received.get_body(("html",)).get_content()
    _above, picture, below = html.partition('src="cid:board"')
    assert picture
    folded = below[below.index("<details") : below.index("</details>")]
    assert "The board in words" in folded
    assert "A city of two tiles.<br>\nIt's &lt;Berta&gt;'s." in folded
    assert html.count("A city of two tiles.") == 1
    assert "<details open" not in html


def test_styles_are_on_the_elements_themselves(received):
    html = received.get_body(("html",)).get_content()
    assert '<p class="action" style="' in html


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("/match/a/?ply=3", "https://tiles.example/match/a/?ply=3"),
        ("http://evil.example/match/a/", "https://tiles.example/match/a/"),
        ("//evil.example/x", "https://tiles.example/x"),
    ],
)
def test_links_lead_to_this_site(url, link):
    assert site_link(url) == link
