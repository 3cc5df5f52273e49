"""The form of a new table: seats, clock, and one field for each setting of the game."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.core.errors import Refusal
from games.core.game import GameInfo
from games.core.language.text import Plural, Text, verbatim
from games.core.table.agreement import Agreement
from games.registry import game_class
from lobby.ratings.terms import Terms, in_words
from lobby.tables.choices import StartRule, Visibility
from lobby.tables.pages.agreements import NO_CLOCK
from lobby.tables.pages.options import OptionsForm


def _seats(number: int, info: GameInfo) -> Text:
    if number == 1:
        return Text("On your own")
    if number > info.max_players:
        return Plural("A duel for {n}", "A duel for {n}", n=number)
    return Plural("{n} player", "{n} players", n=number)


class TableForm(OptionsForm):
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
        self.lists = lists
        seats = self.fields["seats"]
        assert isinstance(seats, forms.TypedChoiceField)  # noqa: S101 - declared above
        seats.choices = [(n, _seats(n, info)) for n in range(info.min_players, info.most_seats + 1)]
        seats.initial = min(max(2, info.min_players), info.max_players)
        if info.entrants > 1:
            seats.help_text = _(
                "In a duel each of you plays alone with the same tiles. The highest score wins."
            )
        self.ask_for_options(options_class, lists)

    @classmethod
    def untouched(
        cls,
        *,
        info: GameInfo,
        options_class: type[Any],
        lists: Sequence[tuple[str, str]] = (),
        **chosen: Any,
    ) -> "TableForm":
        """Return a valid form as it is sent when nothing but what is ``chosen`` was changed."""
        empty = cls(info=info, options_class=options_class)
        said = {name: field.initial for name, field in empty.fields.items()} | chosen
        form = cls(said, info=info, options_class=options_class, lists=lists)
        if not form.is_valid():
            raise Refusal(verbatim(form.errors.as_text()))
        return form

    def rated(self, *, guests: int) -> str:
        """Return in words whether such a table is rated; "" if a form that was sent isn't valid."""
        if not self.is_bound:
            as_it_stands = self.untouched(
                info=self.info, options_class=self.options_class, lists=self.lists, **self.initial
            )
            return as_it_stands.rated(guests=guests)
        if not self.is_valid():
            return ""
        terms = Terms(
            game=self.info.slug,
            options=self.options(),
            control=self.control(),
            seats=self.cleaned_data["seats"],
            guests=guests,
            waits=True,
        )
        return in_words(terms)

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

    def agreement(self) -> Agreement:
        """Return what a valid form agrees on; alone and in a duel there is nothing to choose."""
        together = 1 < self.cleaned_data["seats"] <= self.info.max_players
        return self.chosen_agreement() if together else Agreement()


def usual(game: str, *, pace: str, seats: int, visibility: str) -> TableForm:
    """Return the form of a new table as it is sent when nothing else was changed."""
    cls = game_class(game)
    return TableForm.untouched(
        info=cls.info,
        options_class=cls.options_class,
        pace=pace,
        seats=seats,
        visibility=visibility,
    )
