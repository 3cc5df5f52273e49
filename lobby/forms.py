"""The form of a new table: seats, clock, and one field for each setting of the game."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField

from games.core import options as table_options
from games.core.clock import Pace, TimeControl, duration_in_words
from games.core.game import GameInfo
from lobby.choices import StartRule, Visibility
from lobby.services import COUNTDOWN

HOUR, DAY = 3600, 86400
TURN_LENGTHS = (HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY,
                7 * DAY, 14 * DAY)  # fmt: skip
BANK_LENGTHS = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY)
OPTION = "option_"
PREFIXES = {Pace.LIVE: "live", Pace.CORRESPONDENCE: "correspondence"}


def _seats(number: int, info: GameInfo) -> str:
    if number == 1:
        return "Alone"
    return f"A duel of {number}" if number > info.max_players else f"{number} players"


def _lengths(seconds: tuple[int, ...]) -> list[tuple[int, str]]:
    return [(length, duration_in_words(length)) for length in seconds]


class TableForm(forms.Form):
    """What a host decides before anyone joins."""

    seats = forms.TypedChoiceField(label="Players", coerce=int)
    pace = forms.ChoiceField(
        label="Pace",
        choices=[
            (Pace.LIVE.value, "Live: at one sitting"),
            (Pace.CORRESPONDENCE.value, "By turns: hours or days a move, with a mail"),
        ],
        initial=Pace.LIVE.value,
        widget=forms.RadioSelect,
    )
    live_budget = forms.IntegerField(
        label="Seconds a turn", min_value=1, max_value=HOUR, initial=60
    )
    live_bank = forms.IntegerField(
        label="Extra seconds for the whole match",
        min_value=0,
        max_value=2 * HOUR,
        initial=120,
        help_text="Used up when a turn takes longer.",
    )
    correspondence_budget = forms.TypedChoiceField(
        label="Time a turn", coerce=int, choices=_lengths(TURN_LENGTHS), initial=2 * DAY,
    )  # fmt: skip
    correspondence_bank = forms.TypedChoiceField(
        label="Extra time for the whole match",
        coerce=int,
        choices=[(0, "none"), *_lengths(BANK_LENGTHS)],
        initial=DAY,
    )
    visibility = forms.ChoiceField(
        label="Who may join",
        choices=Visibility.choices,
        initial=Visibility.OPEN.value,
        widget=forms.RadioSelect,
    )
    start_rule = forms.ChoiceField(
        label="The match begins",
        choices=StartRule.choices,
        initial=StartRule.FULL.value,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, info: GameInfo, options_class: type[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.info = info
        seats = self.fields["seats"]
        assert isinstance(seats, forms.TypedChoiceField)  # noqa: S101 - declared above
        seats.choices = [(n, _seats(n, info)) for n in range(info.min_players, info.most_seats + 1)]
        seats.initial = min(max(2, info.min_players), info.max_players)
        if info.entrants > 1:
            seats.help_text = "In a duel each plays alone, dealt the same. The most points win."
        # Only the times of the chosen pace are asked for.
        chosen = self.data.get("pace") if self.is_bound else None
        for pace, prefix in PREFIXES.items():
            for name in (f"{prefix}_budget", f"{prefix}_bank"):
                self.fields[name].required = chosen in (None, pace)
                if info.countdown and pace is Pace.LIVE:
                    del self.fields[name]
        self.options_class = options_class
        for field in _asked(options_class):
            self.fields[OPTION + field.name] = _option_field(field)

    @property
    def option_groups(self) -> list[tuple[str, list[BoundField]]]:
        """Return the game's settings under the headings they are declared with."""
        groups: dict[str, list[BoundField]] = {}
        for field in _asked(self.options_class):
            groups.setdefault(field.group or "Rules", []).append(self[OPTION + field.name])
        return list(groups.items())

    def control(self) -> TimeControl:
        """Return the chosen clock of a valid form."""
        pace = Pace(self.cleaned_data["pace"])
        prefix, data = PREFIXES[pace], self.cleaned_data
        if self.info.countdown and pace is Pace.LIVE:
            return COUNTDOWN
        return TimeControl(pace, int(data[f"{prefix}_budget"]), int(data[f"{prefix}_bank"]))

    def options(self) -> dict[str, Any]:
        """Return the chosen settings of a valid form, as the game reads them."""
        fields = list(_asked(self.options_class))
        chosen = {field.name: self.cleaned_data[OPTION + field.name] for field in fields}
        return {name: value for name, value in chosen.items() if value is not None}


def _asked(options_class: type[Any]) -> Iterator[table_options.Field]:
    """Yield the settings a host decides; others follow from the pace."""
    return (field for field in table_options.fields(options_class) if field.asked)


def _option_field(field: table_options.Field) -> forms.Field:
    common: dict[str, Any] = {
        "label": field.label,
        "help_text": field.help,
        "initial": field.default,
        "required": False,
    }
    if field.kind == "number":
        return forms.IntegerField(min_value=field.low, max_value=field.high, **common)
    if field.kind == "switch":
        return forms.BooleanField(**common)
    return forms.ChoiceField(choices=field.choices, **common | {"required": True})
