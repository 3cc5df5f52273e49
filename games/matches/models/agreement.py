"""What a table agrees on, as columns that a waiting table and its match share."""

import dataclasses
from typing import Any

from django.db import models

from games.core.clock import Form, Pace, TimeControl
from games.core.table.agreement import Agreement, OnTimeout


class AgreementFields(models.Model):
    """What a table agrees on, its clock too."""

    pace = models.CharField(max_length=16, choices=[(pace.value, pace.value) for pace in Pace])
    budget = models.PositiveIntegerField(help_text="seconds for each turn")
    bank = models.PositiveIntegerField(default=0, help_text="seconds for each player")
    form = models.CharField(
        max_length=16, choices=[(form.value, form.value) for form in Form], default=Form.PER_TURN
    )
    cap = models.PositiveIntegerField(default=0, help_text="seconds; only for a Fischer clock")
    rest = models.PositiveIntegerField(
        default=0, help_text="seconds that each player's clock can be stopped in a match"
    )
    holiday = models.BooleanField(default=False, help_text="whether holidays stop the clock")
    on_timeout = models.CharField(
        max_length=16,
        choices=[(rule.value, rule.value) for rule in OnTimeout],
        default=OnTimeout.MOVE,
    )
    spells = models.PositiveSmallIntegerField(
        default=0,
        help_text="how many times the computer can step in before a seat is lost; 0: no limit",
    )
    takebacks = models.BooleanField(default=False)
    asks_substitutes = models.BooleanField(
        default=False, help_text="whether substitutes are asked to take over lost seats"
    )

    class Meta:
        abstract = True

    @property
    def control(self) -> TimeControl:
        """Return the clock."""
        return TimeControl(Pace(self.pace), self.budget, self.bank, Form(self.form), self.cap)

    @property
    def agreement(self) -> Agreement:
        """Return what is agreed besides the clock."""
        return Agreement(
            rest=self.rest,
            holiday=self.holiday,
            on_timeout=OnTimeout(self.on_timeout),
            spells=self.spells,
            takebacks=self.takebacks,
            asks_substitutes=self.asks_substitutes,
        )


def columns(control: TimeControl, agreement: Agreement) -> dict[str, Any]:
    """Return the columns' values of a clock and an agreement."""
    return {**dataclasses.asdict(control), **dataclasses.asdict(agreement)}
