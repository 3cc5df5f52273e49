"""Labels, meanings and forms as people decided them here.

A release brings its own and replaces the tables; ``follow`` is then asked to apply all decisions
again, in their order, so what was decided here stays.
"""

from collections.abc import Iterable, Sequence
from itertools import count

from games.words.models import Definition, Form, Label, Proposal

Kind = Proposal.Kind
Sense = tuple[str, str, str]  # part of speech, gloss, label


def follow(decisions: Iterable[Proposal]) -> None:
    """Apply decisions for the lists of the site, in their order; ignore all others."""
    ours = [d for d in decisions if not d.is_of_custom_list]
    _label([d for d in ours if d.kind in (Kind.RELABEL, Kind.ADD)])
    _define([d for d in ours if d.kind == Kind.DEFINE])
    _inflect([d for d in ours if d.kind == Kind.ADD and d.lemma and d.lemma != d.word])


def _label(decisions: Sequence[Proposal]) -> None:
    words = {decision.word for decision in decisions}
    rows = Label.objects.filter(word__in=words).values_list("word", "kind", "source")
    before = {word: (kind, source) for word, kind, source in rows}
    after = dict(before)
    for decision in decisions:
        if decision.label:
            after[decision.word] = (decision.label, decision.reason)
        elif decision.kind == Kind.RELABEL or _is_slur(after, decision.word):
            after.pop(decision.word, None)
    changed = sorted(word for word in words if before.get(word) != after.get(word))
    if changed:
        Label.objects.filter(word__in=changed).delete()
        Label.objects.bulk_create(
            Label(word=word, kind=after[word][0], source=after[word][1])
            for word in changed
            if word in after
        )


def _is_slur(labels: dict[str, tuple[str, str]], word: str) -> bool:
    return word in labels and labels[word][0] == Label.Kind.SLUR


def _define(decisions: Sequence[Proposal]) -> None:
    senses: dict[str, list[Sense]] = {decision.lemma: [] for decision in decisions}
    rows = Definition.objects.filter(lemma__in=senses).order_by("lemma", "rank")
    for lemma, *sense in rows.values_list("lemma", "part", "gloss", "label"):
        senses[lemma].append((sense[0], sense[1], sense[2]))
    before = {lemma: list(found) for lemma, found in senses.items()}
    for decision in decisions:
        _correct(senses[decision.lemma], decision)
    changed = sorted(lemma for lemma, found in senses.items() if found != before[lemma])
    if changed:
        Definition.objects.filter(lemma__in=changed).delete()
        Definition.objects.bulk_create(
            Definition(lemma=lemma, rank=rank, part=part, gloss=gloss, label=label)
            for lemma in changed
            for rank, (part, gloss, label) in zip(count(1), senses[lemma], strict=False)
        )


def _correct(senses: list[Sense], decision: Proposal) -> None:
    """Put the new meaning where the former was, or at the end if that has gone."""
    known = [(part, gloss) for part, gloss, _ in senses]
    former, new = (decision.part, decision.former), (decision.part, decision.gloss)
    sense = (*new, decision.label)
    if decision.gloss and (new == former or new not in known):
        if former in known:
            senses[known.index(former)] = sense
        else:
            senses.append(sense)
    elif decision.former and former in known:
        senses.pop(known.index(former))


def _inflect(decisions: Sequence[Proposal]) -> None:
    Form.objects.bulk_create(
        (Form(form=d.word, lemma=d.lemma, part=d.part) for d in decisions), ignore_conflicts=True
    )
