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
    ],
)
def test_what_is_typed_is_read_as_common_signs(text: str, meant: str) -> None:
    assert typed.read(text) == meant


def test_signs_that_mean_something_can_be_kept() -> None:
    assert typed.read(f"a{ZWSP}{ZWNJ}b", keep=typed.JOINERS) == f"a{ZWNJ}b"


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
