"""What people choose of notices: kinds by channels, mails a day, digests, quiet hours."""

from dataclasses import dataclass
from datetime import time
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge import languages
from accounts.notices import kinds
from accounts.notices.models import NoticeChoices
from accounts.notices.preferences import reading
from accounts.notices.preferences.choosing import MOST_DIGESTS, MOST_MAILS, Choice
from accounts.users import faces
from accounts.users.forms import BOARDS, THEMES
from accounts.users.models import User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Row:
    """A kind of notice with its switches, one for each channel."""

    label: "StrOrPromise"
    switches: list[forms.BoundField]


@dataclass(frozen=True)
class Group:
    """The kinds of notice about one subject; the first group is in sight, the others are folded."""

    label: "StrOrPromise"
    rows: list[Row]


class NoticesForm(forms.Form):
    """The choices of notices; a field that is left out stays as it was."""

    mails_per_day = forms.IntegerField(
        label=_("Maximum emails a day"),
        min_value=1,
        max_value=MOST_MAILS,
        required=False,
        help_text=_(
            "A day runs from midnight to midnight. We keep a few emails back for last reminders. "
            "Anything over the limit goes out later, together in one email."
        ),
    )
    digest = forms.BooleanField(
        label=_("Collect whatever can wait and send it at these times"),
        required=False,
        help_text=_("When your time is running out, we still remind you straight away."),
    )
    quiet_from = forms.TimeField(label=_("Quiet from"), required=False)
    quiet_to = forms.TimeField(label=_("Quiet until"), required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.channels = [kinds.CHANNELS[name] for name in kinds.CHANNELS]
        self._kept: NoticeChoices = getattr(user, "notices", None) or NoticeChoices(user=user)
        for channel in self.channels:
            wanted = reading.choices_of(user_id=user.pk, channel=channel.name)
            for kind, is_on in wanted.items():
                label = gettext("%(kind)s: %(channel)s") % {
                    "kind": kinds.KINDS[kind].label,
                    "channel": channel.label,
                }
                field = forms.BooleanField(label=label, required=False, initial=is_on)
                self.fields[f"{channel.name}_{kind}"] = field
        for number in range(MOST_DIGESTS):
            self.fields[f"digest_hour_{number}"] = forms.TimeField(
                label=gettext("Time %(number)d") % {"number": number + 1}, required=False
            )
        for name in ("quiet_from", "quiet_to", *self._hour_names()):
            self.fields[name].widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
        self._show_kept()

    def _show_kept(self) -> None:
        kept, initial = self._kept, self.initial
        for name in ("mails_per_day", "digest", "quiet_from", "quiet_to"):
            initial.setdefault(name, getattr(kept, name))
        for name, hour in zip(self._hour_names(), sorted(kept.digest_hours), strict=False):
            initial.setdefault(name, hour)

    def _hour_names(self) -> list[str]:
        return [f"digest_hour_{number}" for number in range(MOST_DIGESTS)]

    @override
    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours with one end, or that last all day."""
        data = super().clean() or {}
        begin, end = data.get("quiet_from"), data.get("quiet_to")
        if (begin is None) != (end is None):
            self.add_error(
                "quiet_to",
                gettext("Give quiet hours both a start and an end, or leave both empty."),
            )
        elif begin is not None and begin == end:
            self.add_error("quiet_to", gettext("Quiet hours can't last all day."))
        return data

    def wishes(self) -> dict[tuple[str, str], bool]:
        """Return by kind and channel whether notices are wanted."""
        return {
            (kind, channel.name): self.cleaned_data[f"{channel.name}_{kind}"]
            for channel in self.channels
            for kind in self.kinds
        }

    def choice(self) -> Choice:
        """Return how much is wanted and when; no hour for digests leaves them as they were."""
        data, kept = self.cleaned_data, self._kept
        hours = tuple(hour for name in self._hour_names() if (hour := data[name]) is not None)
        quiet: tuple[time, time] | None = None
        if data["quiet_from"] is not None:
            quiet = (data["quiet_from"], data["quiet_to"])
        return Choice(
            mails_per_day=data["mails_per_day"] or kept.mails_per_day,
            digest=data["digest"],
            digest_hours=hours or tuple(kept.digest_hours),
            quiet=quiet,
        )

    @property
    def kinds(self) -> list[str]:
        """Return the kinds there are to choose from."""
        return [name for name, kind in kinds.KINDS.items() if kind.optional]

    @property
    def groups(self) -> list[Group]:
        """Return the tables of kinds by channels, one for each subject there is."""
        names = [channel.name for channel in self.channels]
        rows: dict[kinds.Subject, list[Row]] = {subject: [] for subject in kinds.Subject}
        for kind in self.kinds:
            known = kinds.KINDS[kind]
            switches = [self[f"{name}_{kind}"] for name in names]
            rows[known.subject].append(Row(known.label, switches))
        return [Group(subject.label, found) for subject, found in rows.items() if found]

    @property
    def shows_mails(self) -> bool:
        """Tell whether the limits of emails are in sight: they were changed, or are wrong."""
        names = ("mails_per_day", *self._hour_names())
        return self["digest"].value() is True or any(name in self.errors for name in names)

    @property
    def hours(self) -> list[forms.BoundField]:
        """Return the hours for digests."""
        return [self[name] for name in self._hour_names()]


STAMPS: list[tuple[str, "StrOrPromise"]] = [
    ("", _("Made from your name")),
    *faces.NAMES.items(),
]


class PreferencesForm(NoticesForm):
    """Colours, words, and all about notices."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, **kwargs)
        self._user = user
        self.fields["theme"] = forms.ChoiceField(label=_("Colours"), choices=THEMES, required=False)
        self.fields["board"] = forms.ChoiceField(label=_("Boards"), choices=BOARDS, required=False)
        if languages.is_choice():
            self.fields["language"] = forms.ChoiceField(
                label=_("Language"),
                choices=[("", _("Same as my browser")), *languages.offered()],
                required=False,
                initial=languages.known_or_blank(user.language),
            )
        self.fields["face"] = forms.ChoiceField(
            label=_("Your stamp"), choices=STAMPS, required=False, initial=user.face
        )
        self.fields["hides_coarse"] = forms.BooleanField(
            label=_("Hide the meanings of vulgar words, sexual words and slurs"),
            required=False,
            initial=user.hides_coarse,
        )

    @property
    def stamps(self) -> list[tuple[str, "StrOrPromise", SafeString, bool]]:
        """Return what can be chosen: value, name, the stamp, and whether it's chosen."""
        kept = str(self["face"].value() or "")
        return [
            (key, name, faces.stamp(self._user.display_name, key, size=56), key == kept)
            for key, name in STAMPS
        ]

    def face(self) -> str:
        """Return the stamp that was chosen; one that was not asked for stays as it was."""
        return str(self.cleaned_data["face"] if "face" in self.data else self._user.face)
