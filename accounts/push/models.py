"""The tables of devices that take pushes, and of what they took; ``devices`` alone changes them.

Their keys are secrets of their owner and leave the server nowhere else.
"""

from django.conf import settings
from django.db import models
from typing_extensions import override

from accounts.notices.delivery import reasons


class PushSubscription(models.Model):
    """A device on which a person allowed notices: the browser's address at its push service.

    ``p256dh`` and ``auth`` are the browser's keys in base64url; what is sent is encrypted to them.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=32)
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField()
    last_ok_at = models.DateTimeField(null=True)
    trouble = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        """The oldest first."""

        ordering = ["made_at", "pk"]

    @override
    def __str__(self) -> str:
        return self.name

    @property
    def trouble_in_words(self) -> str:
        """Return why the last notice did not arrive, in the language of the moment."""
        return reasons.in_words(self.trouble)


class PushReceipt(models.Model):
    """That a device took a push which others of its person have yet to take.

    So a push tried again for the others comes to nobody twice.
    """

    device = models.ForeignKey(PushSubscription, models.CASCADE, related_name="receipts")
    delivery_id = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        """A push is taken once."""

        constraints = [
            models.UniqueConstraint(fields=["delivery_id", "device"], name="one_push_receipt")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.delivery_id} by {self.device_id}"
