"""What the pages of words ask: a proposal of each kind, what of the queue to show, a verdict."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from games.words.claims import LONGEST, LONGEST_GLOSS, PARTS, Wish
from games.words.docket import Filters
from games.words.queries import LABELS, Meaning

KEY = 16  # characters that stand for a meaning that is folded away
MOST_ALSO = 12  # inflections that are proposed along with a word
KINDS = {
    "add": "Add it to a list",
    "remove": "Take it out of a list",
    "relabel": "Change its label",
    "define": "Correct what it means",
}
ALL_KINDS = {
    "add": "Add a word",
    "remove": "Remove a word",
    "relabel": "Change a label",
    "define": "Correct a definition",
    "import": "Import a file",
    "rollback": "Go back to an earlier version",
}
STATUSES = {
    "open": "Open",
    "accepted": "Accepted",
    "rejected": "Rejected",
    "withdrawn": "Withdrawn",
}
NO_LABEL = "No label"
SHOWN = "shown"
FOLDS = {
    "": "As it is now",
    SHOWN: "No: everyone reads it",
    "slur": "It insults people for what they are",
    "vulgar": "It is vulgar",
    "sexual": "It is sexual",
}
ONE_MORE = "One more meaning"


class ProposalForm(forms.Form):
    """What is wished of a word; it has the fields of its kind alone."""

    word_list = forms.ChoiceField(label="List")
    label = forms.ChoiceField(label="Label", required=False)
    lemma = forms.CharField(
        label="Basic form",
        required=False,
        max_length=40,
        help_text="If it is an inflection: the word a dictionary has it under.",
    )
    part = forms.ChoiceField(label="Part of speech", required=False)
    also = forms.CharField(
        label="Its inflections, too",
        required=False,
        max_length=200,
        help_text="Other forms of the word that should go along, with blanks between them.",
    )
    former = forms.ChoiceField(label="Meaning", required=False)
    gloss = forms.CharField(
        label="What it should say",
        required=False,
        max_length=LONGEST_GLOSS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Leave it empty to take that meaning away.",
    )
    fold = forms.ChoiceField(
        label="Should it be folded away?",
        required=False,
        choices=list(FOLDS.items()),
        help_text="An insult, or what is coarse, is shown only to those who unfold it.",
    )
    reason = forms.CharField(label="Why?", max_length=LONGEST, help_text="One or two sentences.")
    source = forms.CharField(
        label="Where can one see that?",
        required=False,
        max_length=LONGEST,
        help_text="A dictionary, a book, or an address.",
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
            "label": [("", NO_LABEL), *((label, label.capitalize()) for label in LABELS)],
            "part": [(part, part or "not said") for part in PARTS],
            "former": [
                ("", ONE_MORE),
                *((key, _named(self.meanings, key)) for key in self.meanings),
            ],
        }
        for name, choices in offered.items():
            if name in self.fields:
                field = self.fields[name]
                assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
                field.choices = choices

    def clean_also(self) -> list[str]:
        """Return the inflections that are to go along, each once."""
        words = dict.fromkeys(self.cleaned_data["also"].lower().replace(",", " ").split())
        words.pop(self.word, None)
        if len(words) > MOST_ALSO:
            raise forms.ValidationError(f"At most {MOST_ALSO} inflections go along at once.")
        return list(words)

    def wishes(self) -> list[Wish]:
        """Return what a valid form wishes: for the word, then for its inflections."""
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


def _key(meaning: Meaning) -> str:
    """Return a meaning as it is found again though others have changed; a folded one untold."""
    part = f"{meaning.part}: " if meaning.part else ""
    told = f"{meaning.lemma}, {part}{meaning.gloss}"
    return hashlib.sha256(told.encode()).hexdigest()[:KEY] if meaning.label else told


def _named(meanings: Mapping[str, Meaning], key: str) -> str:
    """Return a meaning as one chooses it: of those that are folded away, which one it is."""
    meaning = meanings[key]
    if not meaning.label:
        return key
    folded = [other for other, one in meanings.items() if one.label]
    place = f" ({folded.index(key) + 1})" if len(folded) > 1 else ""
    part = f"{meaning.part}, " if meaning.part else ""
    return f"{meaning.lemma}: {part}folded away as {meaning.label}{place}"


class FilterForm(forms.Form):
    """What of the queue one wants to see; what makes no sense is taken for nothing said."""

    status = forms.ChoiceField(
        label="Which", required=False, choices=[*STATUSES.items(), ("any", "All")]
    )
    kind = forms.ChoiceField(
        label="Kind", required=False, choices=[("", "Any kind"), *ALL_KINDS.items()]
    )
    word_list = forms.ChoiceField(label="List", required=False)
    word = forms.CharField(label="Word begins with", required=False, max_length=15)
    proposer = forms.CharField(label="Proposed by", required=False, max_length=150)

    def __init__(self, *args: Any, lists: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["word_list"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [("", "Any list"), *lists]

    def filters(self) -> Filters:
        """Return the filters; those that were not understood are left out."""
        self.is_valid()
        said = {name: text for name, text in self.cleaned_data.items() if text}
        if said.get("status") == "any":
            said["status"] = ""
        return Filters(**said)
