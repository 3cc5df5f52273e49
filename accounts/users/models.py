"""The table of people; besides the account library ``services`` alone changes them."""

from typing import ClassVar
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models.functions import Now, Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge import addresses, typed, zones
from accounts.users import names


class People(UserManager["User"]):
    """Finds a person by name in whatever case it is written."""

    @override
    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return an address in its one spelling; raise ValidationError if there is none."""
        return addresses.spell(email or "")

    @override
    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the person of that name."""
        return self.called(username or "").get()

    def called(self, name: str) -> "models.QuerySet[User]":
        """Return whoever has a name, however it was typed: a person, or nobody."""
        name = typed.read(name)
        # All names are ASCII, and a dotless i has their capital I.
        return self.filter(username__iexact=name) if name.isascii() else self.none()


class User(AbstractUser):
    """A person: a full account, or a guest who may become one and keep everything."""

    username = models.CharField(
        max_length=names.LONGEST,
        unique=True,
        validators=[names.validate_letters],
        help_text=_("The other players see this name."),
        error_messages={"unique": _("That name is taken. Try another.")},
    )
    is_guest = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=64, default=zones.UTC, validators=[zones.validate_zone])
    language = models.CharField(
        max_length=16, blank=True, default="", help_text="blank: whatever the browser asks for"
    )
    starts_holiday = models.BooleanField(
        default=True, help_text="a holiday starts automatically before time runs out"
    )
    hides_coarse = models.BooleanField(
        default=False, help_text="hides the meanings of vulgar, sexual and insulting words"
    )

    face = models.CharField(
        max_length=16,
        blank=True,
        default="",
        help_text="the drawing on their stamp; blank: by name",
    )

    objects: ClassVar[People] = People()

    class Meta(AbstractUser.Meta):
        """Names differ by more than their case."""

        indexes = [
            # For names that contain what somebody looks for.
            GinIndex(OpClass(Upper("username"), name="gin_trgm_ops"), name="user_name_in_parts"),
            # Guests are looked through for those who won't come back.
            models.Index("date_joined", name="user_guest", condition=models.Q(is_guest=True)),
            models.Index("date_joined", name="user_host", condition=models.Q(is_superuser=True)),
        ]
        constraints = [
            # The expression of iexact, so that looking a name up uses this index too.
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_in_any_case",
                violation_error_message=_("That name is taken. Try another."),
            ),
            models.UniqueConstraint(
                names.BareName("username"),
                name="user_name_without_signs",
                violation_error_message=_("Someone already has a very similar name. Try another."),
            ),
        ]

    @property
    def display_name(self) -> str:
        """Return the name others see."""
        return self.username

    @property
    def zone(self) -> ZoneInfo:
        """Return the time zone dates are shown in."""
        return zones.load_zone(self.time_zone)

    def get_absolute_url(self) -> str:
        """Return the address of the public profile."""
        return reverse("profile", args=[self.username])


class AnswerAddress(models.Model):
    """An address from which somebody answers our mails, beside their own.

    It opens nothing else: nobody signs in by it, and no mail goes there but the one with the link
    that confirms it. So it is none of the account library's addresses, which can do all that.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="answer_addresses")
    email = models.EmailField()
    asked_at = models.DateTimeField(help_text="when we last sent the link that confirms it")
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One that is confirmed belongs to one person."""

        constraints = [
            models.UniqueConstraint(fields=["user", "email"], name="answer_address_once"),
            models.UniqueConstraint(
                fields=["email"],
                name="answer_address_of_one",
                condition=models.Q(confirmed_at__isnull=False),
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.email


class RoleChange(models.Model):
    """That somebody got a role on the site or lost it, written by the database. Append-only.

    ``name`` is that of a group or a permission ("words.decide"), or empty.
    """

    class Kind(models.TextChoices):
        STAFF = "staff"
        SUPERUSER = "superuser"
        GROUP = "group"
        PERMISSION = "permission"

    person = models.BigIntegerField(help_text="the user whose role it is")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=150, blank=True)
    given = models.BooleanField(help_text="taken otherwise")
    at = models.DateTimeField(db_default=Now())
    by = models.BigIntegerField(null=True, help_text="the user; empty for the command line")

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.name} of {self.person}"


class SentForm(models.Model):
    """What a form came to, for whoever sends it a second time; ``sent_forms`` alone writes it."""

    key = models.CharField(
        max_length=64, primary_key=True, help_text="a digest of the form's id and all it said"
    )
    browser = models.CharField(max_length=64, help_text="a digest of its secret against forgery")
    person = models.BigIntegerField(null=True, help_text="the user as whom its sender came out")
    session_key = models.CharField(
        max_length=40, blank=True, help_text="of the session that began with it"
    )
    leads_to = models.TextField(blank=True, help_text="the address of the page that follows")
    said = models.JSONField(default=list, help_text="[[level, text], ...], for that page")
    at = models.DateTimeField(db_index=True)

    @override
    def __str__(self) -> str:
        return self.key
