"""An address has one spelling, however somebody writes it."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError

from accounts.edge import addresses, reply_addresses, tokens

BOOKS = "anna@xn--bcher-kva.example"


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("anna@bücher.example", BOOKS),
        ("Anna@BÜCHER.Example", BOOKS),
        ("anna@XN--BCHER-KVA.example", BOOKS),
        (unicodedata.normalize("NFD", "anna@bücher.example"), BOOKS),
        ("anna@bücher。example", BOOKS),
        ("anna@bücher.example.", BOOKS),
        (" anna@bücher.example ", BOOKS),
        ("anna@straße.example", "anna@xn--strae-oqa.example"),
        ("anna@STRASSE.example", "anna@strasse.example"),
        ("anna@βόλος.example", "anna@xn--nxasmm1c.example"),
        ("anna@βόλοσ.example", "anna@xn--nxasmq6b.example"),
        ("Anna+Tiles@Post.Example.", "anna+tiles@post.example"),
        ("anna@\uff50ost.example", "anna@post.example"),
        ("anna@[127.0.0.1]", "anna@[127.0.0.1]"),
        ("anna@my_host.example", "anna@my_host.example"),
        ("nobody", "nobody"),
        ("", ""),
    ],
)
def test_it_has_one_spelling(written: str, spelled: str) -> None:
    assert addresses.spell(written) == spelled
    assert addresses.spell(spelled) == spelled
    assert addresses.same(written, spelled) is ("@" in spelled)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("jörg@post.example", "letters like “ü” before the @"),
        ("anna\0@post.example", "letters like “ü” before the @"),
        ("\u212aarl@post.example", "letters like “ü” before the @"),  # the sign of kelvins
        ("anna@💩.example", "No mail server can be called “💩.example”."),
        ("anna@xn--ls8h.example", "No mail server can be called “xn--ls8h.example”."),
        ("anna@xn--.example", "No mail server can be called"),
        ("anna@ü..example", "No mail server can be called"),
        ("anna@ü\0.example", "No mail server can be called"),
        ("anna@\udcfc.example", "No mail server can be called"),
        (f"anna@{'ü' * 80}.example", "No mail server can be called"),
        (f"{'a' * 300}@post.example", "at most 254"),
        (f"{'a' * 200}@{'ü.' * 10}example", "at most 254"),
    ],
)
def test_one_that_no_mail_could_go_to_is_refused_in_words(written: str, why: str) -> None:
    with pytest.raises(ValidationError) as refused:
        addresses.spell(written)
    assert why in refused.value.messages[0]
    assert addresses.spelled(written) == ""
    assert addresses.same(written, written) is False


def test_people_see_it_in_their_own_letters() -> None:
    assert addresses.shown(BOOKS) == "anna@bücher.example"
    assert addresses.shown("anna@xn--ls8h.example") == "anna@xn--ls8h.example"
    assert addresses.shown("anna@post.example") == "anna@post.example"


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("https://Bücher.example:8000", "https://xn--bcher-kva.example:8000"),
        ("https://straße.example/a?b=Ü", "https://xn--strae-oqa.example/a?b=Ü"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("mailto:host@bücher.example", "mailto:host@xn--bcher-kva.example"),
    ],
)
def test_the_host_of_a_url_is_spelled_alike(written: str, spelled: str) -> None:
    assert addresses.spell_url(written) == spelled


def test_and_that_of_whom_mails_are_from() -> None:
    sender = "Bücherpost <no-reply@bücher.example>"
    assert addresses.spell_sender(sender) == "Bücherpost <no-reply@xn--bcher-kva.example>"


@pytest.mark.parametrize("host", ["spiele.bücher.example", "spiele.xn--bcher-kva.example"])
def test_a_site_s_own_host_may_have_any_letters(settings, host: str) -> None:
    settings.REPLY_HOST = host
    address = reply_addresses.bounce_address(7)
    assert address.endswith("@spiele.xn--bcher-kva.example")
    local = address.partition("@")[0]
    for one in (address, f"{local}@Spiele.BÜCHER.example", f"{local}@spiele.bücher.example."):
        assert reply_addresses.read_bounce(one) == 7
    for other in (f"{local}@spiele.bucher.example", f"{local}@\udcfc.example", local):
        with pytest.raises(tokens.BadToken):
            reply_addresses.read_bounce(other)
