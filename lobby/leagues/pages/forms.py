"""What the pages of leagues ask."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge.zones import offered_names
from games.core.clock import Form
from games.core.errors import Refusal
from games.core.game import GameInfo
from games.core.language.text import verbatim
from games.core.table import options as settings_of
from games.core.table.agreement import Agreement
from lobby.clubs.acts import LONGEST_ABOUT, LONGEST_NAME
from lobby.leagues.pages.presets import Preset
from lobby.leagues.season.rules import Rules, check
from lobby.tables.pages.agreements import BANK, FISCHER, LIVE, PER_TURN, TIMES
from lobby.tables.pages.options import OPTION, OptionsForm, option_field

RULE = "rule_"
LATEST = timedelta(days=365)


def add_rules(form: forms.Form, values: Mapping[str, Any]) -> None:
    """Give a form a field for each rule, which begins as in ``values`` or as usual."""
    for field in settings_of.fields(Rules):
        made = option_field(field)
        made.initial = values.get(field.name, field.default)
        made.required = field.kind == "number"
        if field.kind == "choice" and any(value == "" for value, _ in field.choices):
            made.required = False
        form.fields[RULE + field.name] = made


def rule_groups(form: forms.Form) -> list[tuple[str, list[BoundField]]]:
    """Return the rules' fields under the headings they are declared with."""
    groups: dict[str, list[BoundField]] = {}
    for field in settings_of.fields(Rules):
        groups.setdefault(str(field.group), []).append(form[RULE + field.name])
    return list(groups.items())


def chosen_rules(form: forms.Form) -> Rules:
    """Return the rules a form's fields say."""
    names = [field.name for field in settings_of.fields(Rules)]
    return Rules(**{name: form.cleaned_data[RULE + name] for name in names})


def check_rules(form: forms.Form, info: GameInfo) -> None:
    """Say on the form what does not go together."""
    if form.errors:
        return
    try:
        check(chosen_rules(form), info)
    except Refusal as error:
        form.add_error(None, str(error))


class LeagueForm(OptionsForm):
    """All that a founder decides: name, first season, rules, clock, and the game's settings."""

    name = forms.CharField(label=_("Name of the league"), min_length=3, max_length=LONGEST_NAME)
    about = forms.CharField(
        label=_("What it's about"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Who it's for, how strong the players are, and what they should know."),
    )
    starts_on = forms.DateField(
        label=_("The first season starts on"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("All the league's dates and times are in this time zone.")
    )
    club = forms.TypedChoiceField(
        label=_("Club"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("The league will appear on the club's page."),
    )

    def __init__(
        self,
        *args: Any,
        info: GameInfo,
        options_class: type[Any],
        preset: Preset,
        zone: str,
        today: date,
        clubs: Sequence[tuple[int, str]] = (),
        lists: Sequence[tuple[str, str]] = (),
        **kwargs: Any,
    ) -> None:
        """Make the form; ``lists`` are word lists beside the site's as (value, label)."""
        super().__init__(*args, info=info, **kwargs)
        self.today = today
        self._ask_for_league(zone, clubs)
        self._ask_for_clock(preset.clock)
        self.fields.pop("asks_substitutes", None)  # a league has substitutes of its own
        add_rules(self, preset.rules_for(info))
        self.ask_for_options(options_class, lists)

    def _ask_for_league(self, zone: str, clubs: Sequence[tuple[int, str]]) -> None:
        self.fields["starts_on"].initial = next_monday(self.today, 9)
        _choose(self.fields["zone"], [(name, name.replace("_", " ")) for name in offered_names()])
        self.fields["zone"].initial = zone
        if clubs:
            _choose(self.fields["club"], [("", gettext("No club")), *clubs])
        else:
            del self.fields["club"]

    def _ask_for_clock(self, clock: Mapping[str, Any]) -> None:
        """Ask for the clock of a league's matches: by days, but in a duel each when it suits."""
        del self.fields["pace"]
        kept = (
            set(TIMES[LIVE])
            if self.info.max_players == 1
            else {"clock"}.union(*(TIMES[kind] for kind in (PER_TURN, BANK, FISCHER)))
        )
        for name in {"clock", *(name for names in TIMES.values() for name in names)} - kept:
            self.fields.pop(name, None)
        if "clock" in self.fields:
            kinds = self.base_fields["clock"].choices  # type: ignore[attr-defined]  # a choice
            _choose(self.fields["clock"], [kind for kind in kinds if kind[0] in TIMES_OF_LEAGUES])
            for name, value in clock.items():
                self.fields[name].initial = value

    @property
    def rule_groups(self) -> list[tuple[str, list[BoundField]]]:
        """Return the rules under their headings."""
        return rule_groups(self)

    @override
    def kind(self) -> str:
        """Return which clock was chosen; those of a duel play when it suits each."""
        if self.info.max_players == 1:
            return LIVE
        return self.cleaned_data.get("clock") or BANK

    @override
    def clean(self) -> None:
        """Hold the rules together, and the beginning against today."""
        super().clean()
        starts = self.cleaned_data.get("starts_on")
        if starts and not self.today < starts <= self.today + LATEST:
            self.add_error(
                "starts_on", gettext("Choose a day after today, no more than a year ahead.")
            )
        check_rules(self, self.info)

    def rules(self) -> Rules:
        """Return the chosen rules of a valid form."""
        return chosen_rules(self)

    def agreement(self) -> Agreement:
        """Return what a valid form agrees on; in a duel there is nothing to choose."""
        return Agreement() if self.info.max_players == 1 else self.chosen_agreement()


TIMES_OF_LEAGUES = (BANK, PER_TURN, FISCHER)


def _choose(field: forms.Field, choices: Iterable[tuple[Any, str]]) -> None:
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared as one
    field.choices = list(choices)


def next_monday(day: date, days: int) -> date:
    """Return the first Monday that is at least so many days later."""
    return day + timedelta(days=days + -(day.weekday() + days) % 7)


class ChangeForm(LeagueForm):
    """What a league agrees on, to be changed from the next season on; with a reason."""

    reason = forms.CharField(
        label=_("Why?"), max_length=1000, help_text=_("Everyone can read this in the ledger.")
    )

    def __init__(
        self, *args: Any, league: Any, info: GameInfo, options_class: type[Any], **kwargs: Any
    ) -> None:
        """Make the form of a league with what it agrees on now."""
        now = Preset(
            slug="",
            name=verbatim(""),
            words=verbatim(""),
            rules=league.rules,
            clock=clock_of(league),
        )
        super().__init__(
            *args,
            info=info,
            options_class=options_class,
            preset=now,
            zone=league.zone,
            today=date.min,
            **kwargs,
        )
        for name in ("starts_on", "zone"):
            del self.fields[name]
        said = {"name": league.name, "about": league.about}
        said |= {OPTION + name: value for name, value in league.options.items()}
        said |= {field.name: getattr(league, field.name) for field in self.agreement_fields}
        for name, value in said.items():
            if name in self.fields:
                self.fields[name].initial = value


def clock_of(row: Any) -> dict[str, Any]:
    """Return the clock of a league as its form asks for it."""
    if row.form == Form.FISCHER:
        times = {"fischer_bank": row.bank, "fischer_budget": row.budget, "fischer_cap": row.cap}
        return {"clock": FISCHER, **times}
    if row.bank:
        bank = {"correspondence_budget": row.budget, "correspondence_bank": row.bank}
        return {"clock": BANK, **bank}
    return {"clock": PER_TURN, "correspondence_budget": row.budget}
