"""The settings of a game as forms ask for them: one field for each that a host decides."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from typing_extensions import override

from games.core.language.text import Text
from games.core.table import options as table_options
from lobby.tables.pages.agreements import AgreementForm

OPTION = "option_"


class OptionsForm(AgreementForm):
    """An agreement with the settings of the game, once ``ask_for_options`` was called."""

    def ask_for_options(
        self, options_class: type[Any], lists: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Add the settings; ``lists`` are word lists beside the site's as (value, label)."""
        self.options_class = options_class
        for field in _asked(options_class):
            self.fields[OPTION + field.name] = option_field(field, lists if field.others else ())

    @override
    def clean(self) -> None:
        """Hold the settings of the game together."""
        super().clean()
        if any(name.startswith(OPTION) for name in self.errors):
            return
        chosen = table_options.read(self.options(), self.options_class)
        if found := chosen.contradiction():
            name, why = found
            self.add_error(OPTION + name, str(why))

    @property
    def option_groups(self) -> list[tuple[str, list[BoundField]]]:
        """Return the game's settings under the headings they are declared with."""
        groups: dict[str, list[BoundField]] = {}
        for field in _asked(self.options_class):
            heading = str(field.group or Text("Rules"))
            groups.setdefault(heading, []).append(self[OPTION + field.name])
        return list(groups.items())

    def options(self) -> dict[str, Any]:
        """Return the chosen settings of a valid form, as the game reads them."""
        fields = _asked(self.options_class)
        chosen = {field.name: self.cleaned_data[OPTION + field.name] for field in fields}
        return {name: value for name, value in chosen.items() if value is not None}


def _asked(options_class: type[Any]) -> Iterator[table_options.Field]:
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
