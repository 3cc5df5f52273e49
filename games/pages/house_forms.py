"""What the pages of house lists and of files of words ask."""

from typing import Any

from django import forms

from games.words import docket, uploads
from games.words.claims import LONGEST
from games.words.houses import LONGEST_THEME, LONGEST_TITLE

TAKEN = ".txt,.csv,.zip,.gz,text/plain,text/csv"


class HouseForm(forms.Form):
    """The name of a house list, what it is for, and what it is made upon."""

    title = forms.CharField(label="Name", min_length=3, max_length=LONGEST_TITLE)
    base = forms.ChoiceField(
        label="It begins as",
        initial="broad",
        help_text="Your list says only what differs from this one, and follows it with each new"
        " version of yours.",
    )
    theme = forms.CharField(
        label="What it is for",
        required=False,
        max_length=LONGEST_THEME,
        help_text="A sentence for those who come across it.",
    )
    public = forms.BooleanField(
        label="Others may open tables with it",
        required=False,
        initial=True,
        help_text="If not, only you and its moderators can; whoever you invite plays by it all the"
        " same.",
    )

    def __init__(self, *args: Any, is_new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        base = self.fields["base"]
        assert isinstance(base, forms.ChoiceField)  # noqa: S101 - declared above
        base.choices = docket.site_lists()
        if not is_new:
            del self.fields["base"]


class FileForm(forms.Form):
    """A file of words, and what a plain list in it stands for."""

    file = forms.FileField(
        label="File",
        max_length=200,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": TAKEN}),
        help_text="Plain text with one word a line, or CSV with a header: word, action (add or"
        f" remove), reason. Up to {uploads.MOST_LINES:,} lines; it may be packed as ZIP or gzip.",
    )
    meaning = forms.ChoiceField(
        label="In plain text these are",
        choices=list(uploads.MEANINGS.items()),
        initial=uploads.ADD,
        widget=forms.RadioSelect,
    )
    lenient = forms.BooleanField(
        label="Leave out lines that cannot be read",
        required=False,
        help_text="They are shown in any case.",
    )


class ReasonForm(forms.Form):
    """Why the words of a file should be taken over."""

    reason = forms.CharField(label="Why?", max_length=LONGEST, help_text="One or two sentences.")
    source = forms.CharField(
        label="Where do the words come from?",
        required=False,
        max_length=LONGEST,
        help_text="A dictionary, a book, or an address.",
    )
