"""Lots: the same for ever, and nobody's depends on who else is there."""

import hmac

from lobby.leagues.season.pairing import lots


def test_the_order_is_that_of_the_published_function():
    def lot(each: int) -> bytes:
        return hmac.digest(b"5eed", f"tilepost/lots/round/{each}".encode(), "sha256")

    assert lots.order("5eed", "round", range(50)) == sorted(range(50), key=lot)


def test_fixed_values_for_ever():
    assert lots.order("5eed", "round", range(8)) == [6, 7, 0, 3, 1, 5, 4, 2]


def test_nobodys_lot_depends_on_others_or_on_the_order_in_which_they_are_named():
    whole = lots.order("5eed", "round", range(20))
    assert lots.order("5eed", "round", reversed(range(20))) == whole
    assert lots.order("5eed", "round", range(0, 20, 2)) == [each for each in whole if not each % 2]


def test_each_label_and_each_seed_draws_again():
    orders = {
        tuple(lots.order(seed, label, range(20))) for seed in ("a", "b") for label in ("c", "d")
    }
    assert len(orders) == 4
