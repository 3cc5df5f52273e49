"""One reading of what people type; what hosts and passwords mean stays."""

import pytest
from django.core.exceptions import ValidationError

from accounts.edge import addresses, typed

ZWSP, ZWNJ, SOFT_HYPHEN, BOM, HIDDEN = "\u200b", "\u200c", "\u00ad", "\ufeff", "\ufe0f"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("\ufb01sh", "fish"),
        ("\uff21\uff4e\uff4e\uff41", "Anna"),
        ("\u212aen \u017fit", "Ken sit"),
        (f"{BOM}fi{ZWSP}s{SOFT_HYPHEN}h{HIDDEN}", "fish"),
        ("e\u0301", "é"),
        ("e\u200d\u0301", "é"),
        ("\u3000 two\u00a0\t words\r\n", "two words"),
        ("a\0b\ud800c", "abc"),
        ("Ы ß 猫", "Ы ß 猫"),
        (ZWSP, ""),
        ("a\u115f\u1160\u17b4\u180b\u180f\u3164\uffa0\U000e0041b", "ab"),
    ],
)
def test_what_is_typed_is_read_as_common_signs(text: str, meant: str) -> None:
    assert typed.read(text) == meant


def test_signs_that_mean_something_can_be_kept() -> None:
    assert typed.read(f"a{ZWSP}{ZWNJ}b", keep=typed.JOINERS) == f"a{ZWNJ}b"


@pytest.mark.parametrize(
    "line",
    [
        # Persian and Hindi need their joiners, as families do.
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f",
        "\U0001fa77",  # a sign of Unicode 15, which not every Python knows
        "\ufb01sh \u00bd\u00a0\u20ac",
    ],
)
def test_what_people_write_to_others_stands_as_it_is(line: str) -> None:
    assert typed.is_shown(line)


@pytest.mark.parametrize(
    "sign",
    ["\0", "\a", "\n", "\x85", "\ud800", "\u202e", "\u2066", "\ufdd0", "\uffff", "\U0010fffe"],
)
def test_what_cannot_be_shown_is_told_apart(sign: str) -> None:
    assert not typed.is_shown(f"a{sign}b")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("\uff41nna\uff20Post.Example", "anna@post.example"),
        (f" an{ZWSP}na@po{ZWNJ}st.example{BOM}", "anna@post.example"),
        ("anna@\uff42\u00fccher.example", "anna@xn--bcher-kva.example"),
        # Without its joiner this host is another one.
        (
            "anna@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example",
            "anna@xn--mgba3gch31f060k.example",
        ),
    ],
)
def test_an_address_is_read_before_it_is_spelled(text: str, meant: str) -> None:
    assert addresses.read(text) == meant


def test_an_address_in_a_mail_stands_as_it_is() -> None:
    """It's another mailbox, whoever reads it."""
    assert addresses.spelled("\uff41nna@post.example") == ""
    with pytest.raises(ValidationError):
        addresses.spell("\uff41nna@post.example")
