"""Whatever people choose: no exception, nobody untold in time, nobody over their limit."""

import logging

import pytest

from accounts.notices import kinds
from accounts.notices.models import Delivery
from config.meters.models import PutOff
from tests.accounts.notices.delivery.groups import Group
from tests.size import runs

# Each act is stored for good, as on a site: see ``test_fortnight``.
pytestmark = pytest.mark.django_db(transaction=True)
GROUPS = runs(20, quick=2)
SCALE = {"of_people": 30, "days": runs(5, quick=3), "of_turns": runs(2000, quick=150)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GROUPS))
def test_nobody_is_untold_or_told_too_much_whatever_they_choose(
    seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    group = Group(seed, **SCALE)
    monkeypatch.setattr(kinds, "KINDS", group.kinds)
    with caplog.at_level(logging.WARNING):
        group.run()
    assert [record.getMessage() for record in caplog.records] == []
    assert not PutOff.objects.exists()
    assert group.untold == []
    assert group.over_their_limit == {}
    assert not Delivery.objects.filter(status="queued", due_at__lte=group.end_at).exists()
    assert not Delivery.objects.filter(status="failed").exists()
    print(  # noqa: T201 - figures to be read, and none that could fail
        f"\ngroup {seed}: {len(group.turns)} turns, {len(group.ran_out)} ran out, "
        f"{sum(turn.told_at is None for turn in group.ran_out)} with the day's mails used up, "
        f"{len(group.letters)} mails"
    )
