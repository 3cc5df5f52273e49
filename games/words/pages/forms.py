"""What the pages of words ask: proposals, which of them to show, custom lists and files."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge import typed
from games.core.table.words import LIST_NAMES
from games.words.dictionary import labels
from games.words.dictionary.lookup import PARTS, Meaning
from games.words.moderation import queue
from games.words.moderation.custom_lists import LONGEST_THEME, LONGEST_TITLE
from games.words.moderation.imports import reading
from games.words.moderation.wishes import LONGEST, LONGEST_GLOSS, Wish

KEY = 16  # characters that stand for a meaning that is folded away
MOST_ALSO = 12  # forms that are proposed along with a word
KINDS = {
    "add": _("Add it to a list"),
    "remove": _("Remove it from a list"),
    "relabel": _("Change its label"),
    "define": _("Correct its meaning"),
}
TAKEN = ".txt,.csv,.zip,.gz,text/plain,text/csv"
SHOWN = "shown"
FOLDS = {
    "": _("Leave it as it is"),
    SHOWN: _("No, show it to everyone"),
    "slur": _("Yes, it insults people for who they are"),
    "vulgar": _("Yes, it's vulgar"),
    "sexual": _("Yes, it's sexual"),
}


class WordsField(forms.CharField):
    """Words, or a part of one, in small letters."""

    @override
    def to_python(self, value: Any) -> str:
        """Return what was typed as words are written."""
        return typed.read(str(super().to_python(value))).lower()


class ProposalForm(forms.Form):
    """What somebody wants changed about a word; it has only the fields of its kind."""

    word_list = forms.ChoiceField(label=_("List"))
    label = forms.ChoiceField(label=_("Label"), required=False)
    lemma = WordsField(
        label=_("Basic form"),
        required=False,
        max_length=40,
        help_text=_(
            "If this is a form of another word, give the word it's listed under in a dictionary."
        ),
    )
    part = forms.ChoiceField(label=_("Part of speech"), required=False)
    also = WordsField(
        label=_("Its other forms"),
        required=False,
        max_length=200,
        help_text=_("Any other forms you'd like to include, separated by spaces."),
    )
    former = forms.ChoiceField(label=_("Meaning"), required=False)
    gloss = forms.CharField(
        label=_("What the meaning should say"),
        required=False,
        max_length=LONGEST_GLOSS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Leave this empty to remove the meaning."),
    )
    fold = forms.ChoiceField(
        label=_("Should we hide this meaning until someone asks for it?"),
        required=False,
        choices=list(FOLDS.items()),
        help_text=_("We only show insulting or coarse meanings to people who ask for them."),
    )
    reason = forms.CharField(
        label=_("Why?"), max_length=LONGEST, help_text=_("One or two sentences.")
    )
    source = forms.CharField(
        label=_("Where can we check this?"),
        required=False,
        max_length=LONGEST,
        help_text=_("A dictionary, a book or a link."),
    )
    match = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    FIELDS = {
        "add": ("word_list", "also", "lemma", "part", "label"),
        "remove": ("word_list", "also"),
        "relabel": ("label", "also"),
        "define": ("former", "part", "gloss", "fold"),
    }

    def __init__(
        self,
        *args: Any,
        kind: str,
        word: str,
        lists: Sequence[tuple[str, str]],
        meanings: Sequence[Meaning],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.word = kind, word
        self.meanings = {_key(meaning): meaning for meaning in meanings}
        shown = {*self.FIELDS[kind], "reason", "source", "match"}
        for name in set(self.fields) - shown:
            del self.fields[name]
        self.order_fields([*self.FIELDS[kind], "reason", "source"])
        offered = {
            "word_list": [*lists],
            "label": [("", _("No label")), *_capitalised(labels.KINDS)],
            "part": [("", _("Not specified")), *_capitalised(PARTS)],
            "former": [
                ("", _("A new meaning")),
                *((key, _named(self.meanings, key)) for key in self.meanings),
            ],
        }
        for name, choices in offered.items():
            if name in self.fields:
                field = self.fields[name]
                assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
                field.choices = choices

    def clean_also(self) -> list[str]:
        """Return the forms to propose along with the word, each once."""
        words = dict.fromkeys(self.cleaned_data["also"].replace(",", " ").split())
        words.pop(self.word, None)
        if len(words) > MOST_ALSO:
            raise forms.ValidationError(
                ngettext(
                    "You can add up to %(most)s form at a time.",
                    "You can add up to %(most)s forms at a time.",
                    MOST_ALSO,
                ),
                params={"most": MOST_ALSO},
            )
        return list(words)

    def wishes(self) -> list[Wish]:
        """Return what a valid form wishes: for the word, then for its forms."""
        said = self.cleaned_data
        former = self.meanings.get(said.get("former", ""))
        shared = {name: said[name] for name in ("reason", "source", "match")}
        shared |= {"kind": self.kind, "word_list": said.get("word_list", "")}
        shared |= {"label": said["label"]} if "label" in said else {}
        if fold := said.get("fold"):
            shared["label"] = fold.removeprefix(SHOWN)
        first = Wish(
            word=self.word,
            lemma=former.lemma if former else said.get("lemma", ""),
            part=former.part if former else said.get("part", ""),
            former=former.gloss if former else "",
            gloss=said.get("gloss", ""),
            **shared,
        )
        lemma = first.lemma or self.word
        shared |= {"lemma": lemma, "part": first.part} if self.kind == "add" else {}
        return [first, *(Wish(word=word, **shared) for word in said.get("also", ()))]


def _capitalised(choices: Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return choices with labels that begin a line."""
    return [(value, capfirst(label)) for value, label in choices]


def _key(meaning: Meaning) -> str:
    """Return what finds a meaning again, even if others change; it doesn't say a folded one."""
    part = f"{meaning.part}: " if meaning.part else ""
    told = f"{meaning.lemma}, {part}{meaning.gloss}"
    return hashlib.sha256(told.encode()).hexdigest()[:KEY] if meaning.label else told


def _named(meanings: Mapping[str, Meaning], key: str) -> str:
    """Return a meaning as people choose it: of the folded ones, which one it is."""
    meaning = meanings[key]
    name = f"{meaning.lemma} ({meaning.part_name})" if meaning.part else meaning.lemma
    if not meaning.label:
        return f"{name}: {meaning.gloss}"
    folded = [other for other, one in meanings.items() if one.label]
    facts = {
        "word": name,
        "label": labels.label_name(meaning.label),
        "place": folded.index(key) + 1,
    }
    if len(folded) == 1:
        return gettext("%(word)s: hidden (%(label)s)") % facts
    return gettext("%(word)s: hidden meaning %(place)s (%(label)s)") % facts


class FilterForm(forms.Form):
    """Which proposals to show; what makes no sense counts as not said."""

    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[*_capitalised(queue.STATUSES), ("any", _("All"))],
    )
    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[("", _("Any kind")), *queue.KINDS]
    )
    word_list = forms.ChoiceField(label=_("List"), required=False)
    word = WordsField(label=_("Word begins with"), required=False, max_length=15)
    proposer = forms.CharField(label=_("Proposed by"), required=False, max_length=150)

    def __init__(self, *args: Any, lists: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["word_list"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [("", _("Any list")), *lists]

    def filters(self) -> queue.Filters:
        """Return the filters, without those that make no sense."""
        self.is_valid()
        said = {name: text for name, text in self.cleaned_data.items() if text}
        if said.get("status") == "any":
            said["status"] = ""
        return queue.Filters(**said)


# --- Lists and files ---------------------------------------------------------------------------


class CustomListForm(forms.Form):
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
        base.choices = list(LIST_NAMES.items())
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
