"""Rows of clubs; only ``acts`` writes here."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from lobby.codes import new_code


class Club(models.Model):
    """A circle of people: members, tables and leagues of their own."""

    class Joining(models.TextChoices):
        OPEN = "open", _("open")
        CODE = "code", _("with a code")
        APPROVAL = "approval", _("with approval")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=60)
    about = models.TextField(max_length=2000, blank=True)
    joining = models.CharField(max_length=16, choices=Joining, default=Joining.OPEN)
    code = models.CharField(max_length=16, default=new_code)
    founded_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    @override
    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the club."""
        return reverse("club", args=[self.slug])


class ClubMember(models.Model):
    """Somebody in a club, or at its door."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        OFFICER = "officer", _("officer")
        MEMBER = "member", _("member")
        ASKING = "asking", _("asking to join")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clubs"
    )
    role = models.CharField(max_length=16, choices=Role)
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_of_a_club")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}"


class ClubTable(models.Model):
    """A private table that somebody of a club has shown to its members."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tables")
    lobby = models.OneToOneField(
        "tables.Lobby", on_delete=models.CASCADE, related_name="shown_in_club"
    )
    shown_at = models.DateTimeField()

    @override
    def __str__(self) -> str:
        return f"{self.lobby_id} in {self.club_id}"
