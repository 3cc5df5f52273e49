"""Settings that can't go together, or let nobody score: nobody can agree on them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.core.table import options as table_options
from games.core.table.agreement import Agreement
from games.registry import game_class, load_game
from games.words.models import LONGEST
from lobby.leagues.acts import founding
from lobby.leagues.models import League
from lobby.leagues.season.rules import Rules
from lobby.tables.acts import opening
from lobby.tables.choices import StartRule, Visibility
from lobby.tables.models import Lobby
from lobby.tables.pages.forms import TableForm
from tests.factories import NOW, make_user
from tests.games.words.loaded import load_words
from tests.lobby.leagues.site import FIRST_DAY, SLOW

pytestmark = pytest.mark.django_db

CHILWELL = "words_with_chilwell"
NOTHING = dict.fromkeys(
    (
        "road_tile", "city_tile", "fountain", "mosque", "open_road_tile", "open_city_tile",
        "open_fountain", "open_mosque", "open_mosque_tile", "desert_city",
    ),
    0,
)  # fmt: skip
NO_CARDS = {"word_points": 0, "neighbour_points": 0, "bonus": 0}
NOBODY = "Nobody could score at this table. Choose points for something."
TRAINING = "Training hands have 15 tiles. Choose 15 tiles in each hand, or turn off training hands."
MIDDLE = (
    "A word of {n} tiles is a long word already. Choose fewer tiles for a medium-length word, or no"
    " bonus for one."
)
QUEUE = (
    "Nobody could take 6 tiles from a queue of 5. Choose a longer queue, or fewer tiles to take."
)
RACK = (
    "Nobody could lay 9 tiles in one turn on this board. Choose fewer tiles on a rack, or no points"
    " for using a whole rack."
)
# A game, its settings, the one at which it's told, and what is told.
CONTRADICTIONS: list[tuple[str, dict[str, Any], str, str]] = [
    (CHILWELL, {"training": True, "hand_size": 5}, "hand_size", TRAINING),
    (CHILWELL, {"long_length": 3, "middle_length": 15}, "middle_length", MIDDLE.format(n=15)),
    (CHILWELL, {"long_length": 6}, "middle_length", MIDDLE.format(n=6)),
    (CHILWELL, {"queue_size": 5, "extra": 6}, "extra", QUEUE),
    (CHILWELL, {"queue_size": 5, "penalty": 6}, "penalty", QUEUE),
    ("upwords", {"board": "8x8", "rack": 9}, "rack", RACK),
    ("tilekingdom", NOTHING, "road_tile", NOBODY),
    ("tiled_of_it", NO_CARDS, "word_points", NOBODY),
]
# As near to these as one can agree on.
FINE: list[tuple[str, dict[str, Any]]] = [
    (CHILWELL, {"training": True, "hand_size": 15}),
    (CHILWELL, {"long_length": 3, "middle_length": 15, "middle_bonus": 0}),
    (CHILWELL, {"long_length": 7, "middle_length": 6}),
    (CHILWELL, {"long_length": 15, "middle_length": 14}),
    (CHILWELL, {"queue_size": 6, "extra": 6, "penalty": 6}),
    ("upwords", {"board": "8x8", "rack": 8}),
    ("upwords", {"board": "8x8", "rack": 9, "bonus": 0}),
    ("upwords", {"board": "10x10", "rack": 9}),
    *(("tilekingdom", {**NOTHING, name: 1}) for name in NOTHING),
    *(("tiled_of_it", {**NO_CARDS, name: 1}) for name in NO_CARDS),
    ("counting_tiles", {"row_points": 0}),  # combining tiles scores, whatever a row does
]

each_contradiction = pytest.mark.parametrize(("game", "options", "at", "told"), CONTRADICTIONS)


def sent(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return a form as a browser sends it, with these settings changed."""
    cls = game_class(game)
    empty = TableForm(info=cls.info, options_class=cls.options_class)
    said = {name: empty[name].initial for name in empty.fields}
    said |= {f"option_{name}": value for name, value in options.items()}
    return {name: value for name, value in said.items() if value is not None and value is not False}


@each_contradiction
def test_the_form_says_it_at_a_setting(
    game: str, options: dict[str, Any], at: str, told: str, client: Client
) -> None:
    load_words({"at"})
    client.force_login(make_user())
    page = client.post(reverse("table-new", args=[game]), sent(game, options))
    assert page.status_code == 422
    assert page.context["form"].errors == {f"option_{at}": [told]}
    assert page.content.decode().count(told) == 1
    assert not Lobby.objects.exists()


@each_contradiction
def test_nobody_opens_such_a_table_or_founds_such_a_league(
    game: str, options: dict[str, Any], at: str, told: str
) -> None:
    load_words({"at"})
    user = make_user()
    with pytest.raises(Refusal) as refusal:
        opening.create(
            host=user,
            game=game,
            options=options,
            control=TimeControl(Pace.LIVE, 60),
            seats=2,
            visibility=Visibility.OPEN,
            start_rule=StartRule.FULL,
            now=NOW,
        )
    assert str(refusal.value) == told
    with pytest.raises(Refusal) as refusal:
        founding.found(
            user=user,
            name="The Tuesday League",
            game=game,
            options=options,
            control=SLOW,
            agreement=Agreement(),
            league_rules=Rules(),
            zone="Europe/London",
            first_day=FIRST_DAY,
            now=NOW,
        )
    assert str(refusal.value) == told
    assert (Lobby.objects.exists(), League.objects.exists()) == (False, False)
    # What was agreed on before can still be read.
    assert table_options.write(load_game(game, options).options) == {
        **table_options.write(load_game(game).options), **options,
    }  # fmt: skip


@pytest.mark.parametrize(("game", "options"), FINE)
def test_what_goes_together_is_agreed_on(game: str, options: dict[str, Any]) -> None:
    cls = game_class(game)
    form = TableForm(sent(game, options), info=cls.info, options_class=cls.options_class)
    assert form.errors == {}
    table_options.insist(load_game(game, options).options)


def test_no_bonus_is_for_words_longer_than_a_word_list_can_have() -> None:
    bounds = {
        field.name: field.high for field in table_options.fields(game_class(CHILWELL).options_class)
    }
    assert (bounds["long_length"], bounds["middle_length"]) == (LONGEST, LONGEST)


def test_what_is_out_of_bounds_is_said_first() -> None:
    cls = game_class("tilekingdom")
    said = sent("tilekingdom", {**NOTHING, "mosque": 100})
    form = TableForm(said, info=cls.info, options_class=cls.options_class)
    assert form.errors.keys() == {"option_mosque"}
