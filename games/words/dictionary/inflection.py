"""How English spells the regular forms of a word: hoped comes from hope, hopped from hop.

Pure, so that the makers of the data and the pages of a site follow the same rules. Irregular forms
(went, mice) are not known here. A part of speech is WordNet's: noun, verb, adj.
"""

import re

NOUN, VERB, ADJECTIVE = "noun", "verb", "adj"
PARTS = (NOUN, VERB, ADJECTIVE)

HISSING = ("s", "x", "z", "ch", "sh")  # such words take -es
# An ending with a vowel doubles the last consonant of a word of one syllable with one short vowel:
# hop, plan, quit. Words in s are left out (buses, gases); w, x and y are never doubled.
SHORT = re.compile(r"(?:[^aeiouy]*|[^aeiouy]*qu|y)[aeiouy][bdfgklmnprtvz]")
# What may be doubled in a longer word, where the stress decides: preferred, but offered.
# British spelling doubles any l: crueller, fuelled.
SINGLE = re.compile(r".*(?:(?:[^aeiouy]|qu|^y?)[aeiouy][bdfgklmnprstvz]|[aeiouy]l)")
HARD_C = re.compile(".*[aeiouy]c")  # panic takes a k
# These always keep their e before -ing: seeing, hoeing, dyeing. Others may: ageing, routeing.
KEEPS_E = ("ee", "ie", "oe", "ye")
VOWEL = re.compile("[aeiouy]")
SHORTEST = 3  # letters of a word without a vowel that takes endings
# Where each part of speech takes which endings that begin with a vowel.
VOWEL_ENDINGS = {NOUN: (), VERB: ("ed", "ing"), ADJECTIVE: ("er", "est")}


def bases(form: str, part: str) -> list[str]:
    """Return what a word may be a regular form of, by its spelling, the likeliest first.

    Where both are words, one with a silent e is likelier than one whose last consonant would
    usually be doubled: remaking is of remake.
    """
    found = [*_with_s(form, part)]
    for ending in VOWEL_ENDINGS[part]:
        if form.endswith(ending):
            found += _with_vowel(form.removesuffix(ending), ending)
    return [base for base in dict.fromkeys(found) if len(base) > 1]


def forms(base: str, part: str) -> list[str]:
    """Return the ways to spell the regular forms of a word; a list of words knows which are used.

    What looks like another word's form alone is left out: plan has planned and not planed.
    """
    last = base[-1]
    stems = {base, base + last, base + "k", base.removesuffix("e"), base[:-1] + "i"}
    stems.add(base.removesuffix("ie") + "y")
    made = {base + "s", base + "es", base + last + "es", base[:-1] + "ies"}
    made |= {stem + ending for stem in stems for ending in VOWEL_ENDINGS[part]}
    if part == NOUN:
        made.add(base.removesuffix("man") + "men")
    return sorted(form for form in made if base in bases(form, part))


def _with_s(form: str, part: str) -> list[str]:
    """Undo a plural or the third person; -ies is of -y or -ie, -es of a hiss, an o or an e."""
    if part == ADJECTIVE:
        return []
    found = []
    if part == NOUN and form.endswith("men"):
        found.append(form.removesuffix("men") + "man")
    if form.endswith("ies") and not _ends_in_vowel(form[:-3]):
        found.append(form[:-3] + "y")
    if form.endswith("s"):
        base = form[:-1]
        if not base.endswith(("s", "x", "z", "sh")):
            found.append(base)
    if form.endswith("es"):
        base = form[:-2]
        if base.endswith((*HISSING, "o")):
            found.append(base)
        if base.endswith(("ss", "zz")) and SINGLE.fullmatch(base[:-1]):
            found.append(base[:-1])  # quizzes, gasses
    return found


def _with_vowel(stem: str, ending: str) -> list[str]:
    """Undo -ed, -ing, -er or -est, whose stem is what stands before it."""
    if not VOWEL.search(stem) and len(stem) < SHORTEST:
        return []  # king and bred; but tsking
    found = [] if ending == "ing" and (stem + "e").endswith(KEEPS_E) else [stem + "e"]
    if ending == "ing":
        found += [stem, stem[:-1] + "ie"] if stem.endswith("y") else []  # playing, dying
    elif stem.endswith("e"):
        return found  # a second e would have gone: freed is of free alone
    elif stem.endswith("i") and _ends_in_y(stem[:-1] + "y"):
        found.append(stem[:-1] + "y")
    if _takes_plainly(stem, ending):
        found.append(stem)
    if stem[-1] == stem[-2:-1] and SINGLE.fullmatch(stem[:-1]):
        found.append(stem[:-1])
    if stem.endswith("ck"):
        found.append(stem[:-1])  # panicked
    return found


def _takes_plainly(base: str, ending: str) -> bool:
    """Tell whether a word takes an ending with a vowel without any change of its own."""
    if SHORT.fullmatch(base) or HARD_C.fullmatch(base):
        return False
    return ending == "ing" or not _ends_in_y(base) or not VOWEL.search(base[:-1])  # shyest


def _ends_in_vowel(text: str) -> bool:
    silent_u = text.endswith("qu") or (text.endswith("gu") and VOWEL.search(text[:-2]))  # plaguy
    return text.endswith(tuple("aeiou")) and not silent_u


def _ends_in_y(text: str) -> bool:
    """Tell whether a word ends in y after a consonant, which becomes i before -es, -ed and -er."""
    return text.endswith("y") and len(text) > 1 and not _ends_in_vowel(text[:-1])
