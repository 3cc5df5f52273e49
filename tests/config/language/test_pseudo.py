"""The language with accents: what is said in it, and how a site comes to speak it."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from config.language.pseudo import accented


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Your move", "⟦Ýöûŕ ɱöṽé ·⟧"),
        ("Choose another name and try again.", "⟦Çĥööšé åñöţĥéŕ ñåɱé åñð ţŕý åĝåîñ. ···········⟧"),
        ("{name} played {word}.", "⟦{name} þļåýéð {word}. ·⟧"),
        ("%(name)s has %(n)d points, %s, %d %%", "⟦%(name)s ĥåš %(n)d þöîñţš, %s, %d %% ·⟧"),
        (
            'Go to <a class="link" href="/games/">my games</a> &amp; play.',
            '⟦Ĝö ţö <a class="link" href="/games/">ɱý ĝåɱéš</a> &amp; þļåý. ····⟧',
        ),
        ("As {{ site_name }} has it", "⟦Åš {{ site_name }} ĥåš îţ ·⟧"),
        ("See https://tiles.example/rules now", "⟦Šéé https://tiles.example/rules ñöŵ ·⟧"),
        ("\n  Indented\n", "\n  ⟦Îñðéñţéð ·⟧\n"),
        (", ", ", "),
        ("{n}", "{n}"),
        ("", ""),
    ],
)
def test_letters_get_accents_and_nothing_else_changes(message: str, said: str) -> None:
    assert accented(message) == said


def test_a_message_comes_out_some_forty_per_cent_longer() -> None:
    message = "The game starts with your first turn, so take your time and have a look around."
    assert 1.3 < len(accented(message)) / len(message) < 1.5


def run(code: str, **env: str) -> str:
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", code]
    done = subprocess.run(
        command, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_site_that_is_asked_to_speaks_it_django_and_library_too() -> None:
    code = """
from django.utils.translation import (check_for_language, gettext, ngettext, npgettext, override,
                                      pgettext)
from django.test import Client
print(check_for_language("en-xa"))
with override("en-xa"):
    print(gettext("Enter a valid email address."))
    print(ngettext("%(n)d tile", "%(n)d tiles", 1), ngettext("%(n)d tile", "%(n)d tiles", 3))
    print(pgettext("a verb", "Play"), npgettext("in a bag", "tile", "tiles", 2))
print(gettext("Play"))
answer = Client().get("/health/live", headers={"host": "localhost", "accept-language": "en-XA"})
print(answer["Content-Language"], "Accept-Language" in answer["Vary"])
"""
    assert run(code, PSEUDO_LANGUAGE="1").splitlines() == [
        "True",
        "⟦Éñţéŕ å ṽåļîð éɱåîļ åððŕéšš. ········⟧",
        "⟦%(n)d ţîļé ·⟧ ⟦%(n)d ţîļéš ·⟧",
        "⟦Þļåý ·⟧ ⟦ţîļéš ·⟧",
        "Play",
        "en-xa True",
    ]


def test_other_sites_do_not_offer_it() -> None:
    code = "import sys; print('config.language.pseudo' in sys.modules)"
    assert run(code, PSEUDO_LANGUAGE="") == "False"
    assert settings.LANGUAGES == [("en-gb", "English")]
