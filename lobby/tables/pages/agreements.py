"""The part of a new table's form that all games share: its clock and its agreement."""

from typing import Any

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from games.core.clock import Form, Pace, TimeControl, duration_in_words
from games.core.game import GameInfo
from games.core.language.text import Plural, Text
from games.core.table.agreement import (
    DAY,
    MOST_SPELLS,
    USUAL_REST,
    USUAL_SPELLS,
    Agreement,
    OnTimeout,
    can_rest,
    timeouts_in_words,
)
from lobby.tables.acts.opening import COUNTDOWN

HOUR = 3600
TURN_LENGTHS = (HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY,
                7 * DAY, 14 * DAY)  # fmt: skip
BANK_LENGTHS = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY)
INCREMENTS = (HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY)
CAPS = (DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 10 * DAY, 14 * DAY, 21 * DAY)
RESTS = (DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY, 21 * DAY)

LIVE, PER_TURN, BANK, FISCHER, NO_CLOCK = "live", "per_turn", "bank", "fischer", "no_clock"
# What is asked for each clock; the rest of the page is not looked at.
TIMES = {
    LIVE: ("live_budget", "live_bank"),
    PER_TURN: ("correspondence_budget",),
    BANK: ("correspondence_budget", "correspondence_bank"),
    FISCHER: ("fischer_bank", "fischer_budget", "fischer_cap"),
    NO_CLOCK: (),
}
AGREEMENT = ("on_timeout", "rest", "spells", "holiday", "takebacks", "asks_substitutes")


def _lengths(seconds: tuple[int, ...]) -> list[tuple[int, Text]]:
    return [(length, duration_in_words(length)) for length in seconds]


def _spells(count: int) -> Text:
    return Plural(
        "{n} time, then they lose their seat", "{n} times, then they lose their seat", n=count
    )


class AgreementForm(forms.Form):
    """How long turns may take, and what happens when someone is away."""

    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[
            (Pace.LIVE.value, _("Live: in one sitting")),
            (
                Pace.CORRESPONDENCE.value,
                _("Turn-based: hours or days for each move, with an email when it's your turn")
                if settings.MAIL_LEAVES
                else _("Turn-based: hours or days for each move"),
            ),
        ],
        initial=Pace.LIVE.value,
        widget=forms.RadioSelect,
    )
    live_budget = forms.IntegerField(
        label=_("Seconds per turn"), min_value=1, max_value=HOUR, initial=60
    )
    live_bank = forms.IntegerField(
        label=_("Extra seconds for the whole match"),
        min_value=0,
        max_value=2 * HOUR,
        initial=120,
        help_text=_("If a turn takes longer, the extra time comes out of this."),
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[
            (BANK, _("Time for each turn, and a bank")),
            (PER_TURN, _("Time for each turn")),
            (FISCHER, _("A bank that fills up")),
            (NO_CLOCK, _("No clock")),
        ],
        initial=BANK,
        required=False,
        widget=forms.RadioSelect,
    )
    correspondence_budget = forms.TypedChoiceField(
        label=_("Time for each turn"), coerce=int, choices=_lengths(TURN_LENGTHS), initial=2 * DAY
    )
    correspondence_bank = forms.TypedChoiceField(
        label=_("In the bank, for the whole match"),
        coerce=int,
        choices=_lengths(BANK_LENGTHS),
        initial=DAY,
        help_text=_("If a turn takes longer, the extra time comes out of this."),
    )
    fischer_bank = forms.TypedChoiceField(
        label=_("In the bank at the start"), coerce=int, choices=_lengths(CAPS), initial=5 * DAY
    )
    fischer_budget = forms.TypedChoiceField(
        label=_("Added after each turn"),
        coerce=int,
        choices=_lengths(INCREMENTS),
        initial=12 * HOUR,
    )
    fischer_cap = forms.TypedChoiceField(
        label=_("At most"), coerce=int, choices=_lengths(CAPS), initial=7 * DAY
    )
    rest = forms.TypedChoiceField(
        label=_("Sleep and days off stop the clock"),
        coerce=int,
        choices=[
            (0, _("not at all")),
            *((rest, Text("up to {time}", time=duration_in_words(rest))) for rest in RESTS),
        ],
        initial=USUAL_REST,
        help_text=_("For each player, over the whole match."),
    )
    holiday = forms.BooleanField(
        label=_("Holidays stop the clock"),
        initial=True,
        required=False,
        help_text=_("If not, people on holiday can't sit down."),
    )
    on_timeout = forms.ChoiceField(
        label=_("When a player runs out of time"), initial=OnTimeout.MOVE.value
    )
    spells = forms.TypedChoiceField(
        label=_("The computer steps in for a player"),
        coerce=int,
        choices=[
            (0, _("as often as needed")),
            *((n, _spells(n)) for n in range(1, MOST_SPELLS + 1)),
        ],
        initial=USUAL_SPELLS,
    )
    takebacks = forms.BooleanField(
        label=_("Moves can be taken back"),
        required=False,
        initial=False,
        help_text=_("Only if everyone agrees and the move revealed nothing."),
    )
    asks_substitutes = forms.BooleanField(
        label=_("Offer a lost seat to substitutes"),
        required=False,
        initial=False,
        help_text=_(
            "We ask people on our list of substitutes to take over from someone who has left."
        ),
    )

    def __init__(self, *args: Any, info: GameInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.info = info
        if info.countdown:
            for name in TIMES[LIVE]:
                del self.fields[name]
        if info.max_players == 1:
            for name in AGREEMENT:
                del self.fields[name]
            return
        on_timeout = self.fields["on_timeout"]
        assert isinstance(on_timeout, forms.ChoiceField)  # noqa: S101 - declared above
        on_timeout.choices = [
            (rule.value, capfirst(str(words)))
            for rule, words in timeouts_in_words(info.clock_move).items()
        ]

    @override
    def clean(self) -> None:
        """Forget what was said of other clocks, and hold the times of the chosen one together."""
        kind = self.kind()
        for name in {name for names in TIMES.values() for name in names} - {*TIMES[kind]}:
            self.errors.pop(name, None)
        said = self.cleaned_data
        if kind == FISCHER and not self.errors and said["fischer_cap"] < said["fischer_bank"]:
            self.add_error("fischer_cap", _("That's less than players start with."))
        elif kind == FISCHER and not self.errors and said["fischer_cap"] < said["fischer_budget"]:
            self.add_error("fischer_cap", _("That's less than what's added after each turn."))

    @property
    def agreement_fields(self) -> list[BoundField]:
        """Return the fields of the agreement, in the order in which they are asked."""
        return [self[name] for name in AGREEMENT if name in self.fields]

    def kind(self) -> str:
        """Return which clock was chosen, as a key of ``TIMES``."""
        if self.cleaned_data.get("pace") == Pace.LIVE:
            return LIVE
        return self.cleaned_data.get("clock") or BANK

    def control(self) -> TimeControl:
        """Return the chosen clock of a valid form."""
        said, slow = self.cleaned_data, Pace.CORRESPONDENCE
        match self.kind():
            case "live" if self.info.countdown:
                return COUNTDOWN
            case "live":
                return TimeControl(Pace.LIVE, said["live_budget"], said["live_bank"])
            case "per_turn":
                return TimeControl(slow, said["correspondence_budget"])
            case "fischer":
                bank, cap = said["fischer_bank"], said["fischer_cap"]
                return TimeControl(slow, said["fischer_budget"], bank, Form.FISCHER, cap)
            case "no_clock":
                return TimeControl(slow, 0, form=Form.NO_CLOCK)
        return TimeControl(slow, said["correspondence_budget"], said["correspondence_bank"])

    def chosen_agreement(self) -> Agreement:
        """Return what a valid form agrees on, as far as its clock knows of it."""
        said, control = self.cleaned_data, self.control()
        timed, rests = control.form is not Form.NO_CLOCK, can_rest(control)
        rule = OnTimeout(said["on_timeout"]) if timed else OnTimeout.MOVE
        return Agreement(
            rest=said["rest"] if rests else 0,
            holiday=said["holiday"] and rests,
            on_timeout=rule,
            spells=said["spells"],
            takebacks=said["takebacks"],
            asks_substitutes=said.get("asks_substitutes", False),
        )
