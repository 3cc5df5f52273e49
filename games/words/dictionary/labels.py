"""Labels: which words have one and why, one by one and family by family."""

from games.words.data import source
from games.words.dictionary import families
from games.words.dictionary.families import Family
from games.words.models import Form, Label, Proposal, Word

KINDS = Label.Kind.choices


def label_of(word: str) -> str:
    """Return why we don't show a word unless asked: slur, vulgar or sexual; "" if we do."""
    return Label.objects.filter(word=word).values_list("kind", flat=True).first() or ""


def label_name(label: str) -> str:
    """Return a label as people read it."""
    return str(Label.Kind(label).label) if label else ""


def label_source(word: str) -> str:
    """Return where the label of a word comes from, "" without a label."""
    return Label.objects.filter(word=word).values_list("source", flat=True).first() or ""


def labelled_families() -> list[Family]:
    """Return all families that have a label here, with what was decided about each."""
    labels = dict(Label.objects.values_list("word", "kind"))
    words = frozenset(Word.objects.values_list("word", flat=True)) | labels.keys()
    forms = Form.objects.values_list("form", "lemma")
    kin = families.kin_of(words, forms, source.spellings(), labels.keys())
    reasons = {**source.label_reasons(), **_decided_here()}
    return families.families(labels, kin, lambda word: reasons.get(word, ""))


def _decided_here() -> dict[str, str]:
    """Return why moderators have given words their labels, or taken them away."""
    decided = Proposal.objects.filter(kind=Proposal.Kind.RELABEL, published_at__isnull=False)
    return dict(decided.order_by("published_at", "decided_at").values_list("word", "reason"))
