"""What the pages of clubs ask."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.language.text import Text
from lobby.clubs.acts import LONGEST_ABOUT, LONGEST_NAME, Joining


class ClubForm(forms.Form):
    """Name and purpose of a club, and who may join."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=LONGEST_NAME)
    about = forms.CharField(
        label=_("What it's about"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    joining = forms.ChoiceField(
        label=_("Who can join"),
        choices=[
            (Joining.OPEN.value, Text("Anyone with an account")),
            (Joining.CODE.value, Text("Anyone with the code")),
            (Joining.APPROVAL.value, Text("Anyone an officer lets in")),
        ],
        initial=Joining.OPEN.value,
        widget=forms.RadioSelect,
    )
