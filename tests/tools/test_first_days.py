"""The challenges of a new site's first days are made anew only if something has changed."""

import dataclasses

import pytest

from games.daily import shipped
from games.registry import version_of
from tools import first_days

GAME = "tilekingdom"


@pytest.fixture
def known(tmp_path, monkeypatch: pytest.MonkeyPatch) -> shipped.FirstDays:
    found = shipped.first_days(GAME)
    assert found is not None
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    return dataclasses.replace(found, version=version_of(GAME))


def test_what_was_made_by_the_same_version_is_kept(known: shipped.FirstDays, capsys) -> None:
    shipped.write(known)
    assert first_days.begun(GAME)[1] == known
    first_days.main(["--game", GAME, "--days", str(len(known.days))])
    assert capsys.readouterr().out == ""
    assert shipped.first_days(GAME) == known


@pytest.mark.parametrize(
    "other", [{"version": "older"}, {"rules_version": 0}, {"looks": 1}, {"options": {}}]
)
def test_what_was_made_by_another_is_not(known: shipped.FirstDays, other: dict) -> None:
    shipped.write(dataclasses.replace(known, **other))
    made = first_days.begun(GAME)[1]
    assert (made.days, made.seconds, made.version) == ((), 0.0, known.version)


def test_a_game_without_any_begins_with_none(known: shipped.FirstDays) -> None:
    assert first_days.begun(GAME)[1] == dataclasses.replace(known, days=(), seconds=0.0)
