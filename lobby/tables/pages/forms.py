"""The form of a new table: seats, clock, and one field for each setting of the game."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.core.errors import Refusal
from games.core.game import GameInfo
from games.core.language.text import Plural, Text, verbatim
from games.core.table import options as table_options
from games.core.table.house import HouseRules
from lobby.tables.choices import StartRule, Visibility
from lobby.tables.pages.agreements import NO_CLOCK, AgreementForm

OPTION = "option_"


def _seats(number: int, info: GameInfo) -> Text:
    if number == 1:
        return Text("On your own")
    if number > info.max_players:
        return Plural("A duel for {n}", "A duel for {n}", n=number)
    return Plural("{n} player", "{n} players", n=number)


class TableForm(AgreementForm):
    """What a host decides before anyone joins."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    visibility = forms.ChoiceField(
        label=_("Who can join"),
        choices=Visibility.choices,
        initial=Visibility.OPEN.value,
        widget=forms.RadioSelect,
    )
    start_rule = forms.ChoiceField(
        label=_("The match starts"),
        choices=StartRule.choices,
        initial=StartRule.FULL.value,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        *args: Any,
        info: GameInfo,
        options_class: type[Any],
        lists: Sequence[tuple[str, str]] = (),
        **kwargs: Any,
    ) -> None:
        """Make the form; ``lists`` are word lists beside the site's as (value, label)."""
        super().__init__(*args, info=info, **kwargs)
        seats = self.fields["seats"]
        assert isinstance(seats, forms.TypedChoiceField)  # noqa: S101 - declared above
        seats.choices = [(n, _seats(n, info)) for n in range(info.min_players, info.most_seats + 1)]
        seats.initial = min(max(2, info.min_players), info.max_players)
        if info.entrants > 1:
            seats.help_text = _(
                "In a duel each of you plays alone with the same tiles. The highest score wins."
            )
        self.options_class = options_class
        for field in asked(options_class):
            self.fields[OPTION + field.name] = option_field(field, lists if field.others else ())

    @classmethod
    def untouched(cls, *, info: GameInfo, options_class: type[Any], **chosen: Any) -> "TableForm":
        """Return a valid form as it is sent when nothing but what is ``chosen`` was changed."""
        empty = cls(info=info, options_class=options_class)
        said = {name: field.initial for name, field in empty.fields.items()} | chosen
        form = cls(said, info=info, options_class=options_class)
        if not form.is_valid():
            raise Refusal(verbatim(form.errors.as_text()))
        return form

    @property
    def option_groups(self) -> list[tuple[str, list[BoundField]]]:
        """Return the game's settings under the headings they are declared with."""
        groups: dict[str, list[BoundField]] = {}
        for field in asked(self.options_class):
            groups.setdefault(str(field.group or Text("Rules")), []).append(
                self[OPTION + field.name]
            )
        return list(groups.items())

    @override
    def clean(self) -> None:
        """Hold a clock, or none, against who may join."""
        super().clean()
        said = self.cleaned_data
        is_open = said.get("visibility") == Visibility.OPEN and said.get("seats") != 1
        if self.kind() == NO_CLOCK and is_open:
            self.add_error(
                "visibility",
                _(
                    "Only private tables can go without a clock. Make this one private, or choose "
                    "a clock."
                ),
            )

    def house(self) -> HouseRules:
        """Return the chosen house rules of a valid form; alone and in a duel there are none."""
        together = 1 < self.cleaned_data["seats"] <= self.info.max_players
        return self.chosen_house() if together else HouseRules()

    def options(self) -> dict[str, Any]:
        """Return the chosen settings of a valid form, as the game reads them."""
        fields = list(asked(self.options_class))
        chosen = {field.name: self.cleaned_data[OPTION + field.name] for field in fields}
        return {name: value for name, value in chosen.items() if value is not None}


def asked(options_class: type[Any]) -> Iterator[table_options.Field]:
    """Yield the settings a host decides; others follow from the pace."""
    return (field for field in table_options.fields(options_class) if field.asked)


def option_field(field: table_options.Field, others: Sequence[tuple[str, str]] = ()) -> forms.Field:
    """Return a setting as a form asks for it; ``others`` are choices known to the site alone."""
    common: dict[str, Any] = {
        "label": field.label,
        "help_text": field.help or "",
        "initial": field.default,
        "required": False,
    }
    if field.kind == "number":
        return forms.IntegerField(min_value=field.low, max_value=field.high, **common)
    if field.kind == "switch":
        return forms.BooleanField(**common)
    choices: list[tuple[str, Any]] = list(field.choices)
    if others:
        choices.append((str(Text("Custom lists")), list(others)))
    return forms.ChoiceField(choices=choices, **common | {"required": True})
