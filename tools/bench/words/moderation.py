"""How fast moderators read: a long file with its preview, and a word after years of decisions.

The years are made by SQL within a transaction that is taken back: versions and decisions are as
many as years bring, and the site's own tables stay as they are.
"""

import json
import resource
import subprocess
import sys
import time
from http import HTTPStatus
from urllib.parse import urlsplit

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from config.local.paths import PROJECT  # noqa: E402
from games.core.table.words import LARGEST_LIST  # noqa: E402
from games.words.dictionary import labels  # noqa: E402
from games.words.lists import lexicon  # noqa: E402
from games.words.moderation import evidence  # noqa: E402
from games.words.moderation.imports import uploads  # noqa: E402
from games.words.moderation.imports.reading import MOST_LINES, WHOLE  # noqa: E402
from tools.bench.report import percentile  # noqa: E402
from tools.bench.words import speed  # noqa: E402

VERSIONS = 50
DECISIONS = 20_000
LOOKED_UP = 300

# Versions 2 to n of each list of the site, with the checksums of the first: what they change is
# small, and nothing here reads their words. Triggers would note and check each row, so they sleep.
GROW = """
SET LOCAL session_replication_role = replica;
INSERT INTO words_wordlistversion
    (word_list_id, number, created_at, published_at, words, slurs, sha256, full_sha256)
SELECT first.word_list_id, later, now(), now() + later * interval '1 second',
       first.words, first.slurs, first.sha256, first.full_sha256
FROM words_wordlistversion first
CROSS JOIN generate_series(2, %(versions)s) later
WHERE first.number = (SELECT max(number) FROM words_wordlistversion last
                      WHERE last.word_list_id = first.word_list_id)
ON CONFLICT DO NOTHING;
INSERT INTO words_proposal
    (public_id, kind, word, word_list_id, label, lemma, part, former, former_label, gloss, "group",
     reason, source, match, made_at, status, decided_at, published_at)
SELECT 'bench' || rank, CASE WHEN rank %% 2 = 0 THEN 'add' ELSE 'remove' END, word,
       (SELECT id FROM words_wordlist WHERE slug = 'broad'), '', '', '', '', '', '', '', 'measured',
       '', '', now(), 'accepted', now(), now()
FROM (SELECT word, row_number() OVER (ORDER BY md5(word)) AS rank FROM words_word) ranked
WHERE rank <= %(decisions)s;
INSERT INTO words_change (version_id, word, status, reason, proposal_id)
SELECT version.id, proposal.word, 'word', 'measured', proposal.id
FROM words_proposal proposal
JOIN words_wordlistversion version
    ON version.word_list_id = proposal.word_list_id
    AND version.number = 2 + proposal.id %% (%(versions)s - 1)
WHERE proposal.public_id LIKE 'bench%%';
ANALYZE words_wordlistversion;
ANALYZE words_proposal;
ANALYZE words_change
"""


def look_ups(*, versions: int, decisions: int, words: int) -> dict[str, float]:
    """Return the ms (median) of a look-up, of all facts of a word, and of its page as served."""
    asked = speed.questions(list(lexicon.lexicon(lexicon.newest(LARGEST_LIST))))[:words]
    with transaction.atomic():
        with connection.cursor() as cursor:
            for statement in GROW.split(";\n"):
                cursor.execute(statement, {"versions": versions, "decisions": decisions})
        plain, full, served = [], [], []
        browser = Client(headers={"host": urlsplit(settings.SITE_URL).netloc})
        for word in asked:
            begin = time.perf_counter()
            evidence.look_up(word)
            plain.append(time.perf_counter() - begin)
            evidence.statuses(word)
            evidence.forms_of(word)
            labels.label_source(word)
            full.append(time.perf_counter() - begin)
            served.append(_seconds_of_page(browser, reverse("word", args=[word])))
        transaction.set_rollback(True)
    taken = {"look_up_ms": plain, "word_facts_ms": full, "word_page_ms": served}
    return {name: 1000 * percentile(seconds, 0.5) for name, seconds in taken.items()}


def _seconds_of_page(browser: Client, path: str) -> float:
    """Return the seconds that the whole site, from middleware to template, takes for a page."""
    begin = time.perf_counter()
    answer = browser.get(path, secure=settings.SECURE_SSL_REDIRECT)
    seconds = time.perf_counter() - begin
    assert answer.status_code == HTTPStatus.OK
    return seconds


def file_of(lines: int) -> bytes:
    """Return a plain list of so many different words, all of letters; always the same."""
    letters = "etaoinshrdlu"

    def word(number: int) -> str:
        made = ""
        while number or len(made) < 6:
            number, digit = divmod(number, len(letters))
            made += letters[digit]
        return made

    return "".join(f"{word(number)}\n" for number in range(lines)).encode()


def reading(*, lines: int) -> dict[str, float]:
    """Return the seconds that a file and its preview take, in a process of its own, and its MB."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.words.moderation", str(lines)],
        cwd=PROJECT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return dict(json.loads(done.stdout))


def read_here(lines: int) -> dict[str, float]:
    """Read a file of so many lines against the largest list, as the page does."""
    data = file_of(lines)
    begin = time.perf_counter()
    rows, changes = uploads.preview(word_list=LARGEST_LIST, data=data, meaning=WHOLE)
    seconds = time.perf_counter() - begin
    assert len(rows.actions) == lines
    assert len(changes.added) + changes.unchanged == lines
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    return {"import_s": seconds, "import_mb": megabytes}


def measure(*, quick: bool = False) -> dict[str, float]:
    """Return all figures; a quick run has less of everything."""
    part = 100 if quick else 1
    grown = look_ups(
        versions=max(2, VERSIONS // part),
        decisions=DECISIONS // part,
        words=max(10, LOOKED_UP // part),
    )
    return {**grown, **reading(lines=MOST_LINES // part)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(read_here(int(sys.argv[1]))))
