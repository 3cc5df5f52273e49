"""What the pages of custom lists and of files of words ask."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.words.moderation import queue
from games.words.moderation.custom_lists import LONGEST_THEME, LONGEST_TITLE
from games.words.moderation.imports import reading
from games.words.moderation.wishes import LONGEST

TAKEN = ".txt,.csv,.zip,.gz,text/plain,text/csv"


class HouseForm(forms.Form):
    """The name of a custom list, what it's for, and which list it starts from."""

    title = forms.CharField(label=_("Name"), min_length=3, max_length=LONGEST_TITLE)
    base = forms.ChoiceField(
        label=_("Based on"),
        initial="broad",
        help_text=_(
            "Your list only stores what's different from this one. When this one gets a new "
            "version, yours picks up the changes."
        ),
    )
    theme = forms.CharField(
        label=_("What it's for"),
        required=False,
        max_length=LONGEST_THEME,
        help_text=_("A sentence for people who come across the list."),
    )
    public = forms.BooleanField(
        label=_("Other people can open tables with this list"),
        required=False,
        initial=True,
        help_text=_(
            "Otherwise only you and the list's moderators can. Anyone you invite can still play."
        ),
    )

    def __init__(self, *args: Any, is_new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        base = self.fields["base"]
        assert isinstance(base, forms.ChoiceField)  # noqa: S101 - declared above
        base.choices = queue.site_lists()
        if not is_new:
            del self.fields["base"]


class FileForm(forms.Form):
    """A file of words, and what a plain list in it stands for."""

    file = forms.FileField(
        label=_("File"),
        max_length=200,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": TAKEN}),
        help_text=format_lazy(
            _(
                "Plain text with one word per line, or CSV with a header row: word, action (add or"
                " remove), reason. Up to {most} lines. You can zip or gzip the file."
            ),
            most=f"{reading.MOST_LINES:,}",
        ),
    )
    meaning = forms.ChoiceField(
        label=_("What does a plain text file contain?"),
        choices=lambda: [(name, str(text)) for name, text in reading.MEANINGS.items()],
        initial=reading.ADD,
        widget=forms.RadioSelect,
    )
    lenient = forms.BooleanField(
        label=_("Skip lines we can't read"),
        required=False,
        help_text=_("We'll show you those lines either way."),
    )


class ReasonForm(forms.Form):
    """Why a list should take over the words of a file."""

    reason = forms.CharField(
        label=_("Why?"), max_length=LONGEST, help_text=_("One or two sentences.")
    )
    source = forms.CharField(
        label=_("Where do the words come from?"),
        required=False,
        max_length=LONGEST,
        help_text=_("A dictionary, a book or a link."),
    )
