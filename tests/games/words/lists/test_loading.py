"""The release as a new site loads it, apart from the modules that use small lists."""

from typing import Any

import pytest
from django.core.management import call_command

from games.words.data import source
from games.words.lists import lexicon
from games.words.lists.packing import checksum
from games.words.models import Definition, WordListVersion


@pytest.mark.thorough
@pytest.mark.django_db
def test_the_release_itself_loads_and_is_what_the_files_say(capsys: Any) -> None:
    call_command("load_words")
    call_command("word_counts")
    told = capsys.readouterr().out
    slurs = source.slurs()
    for slug, up_to in source.LARGEST_TIER.items():
        version = WordListVersion.objects.get(pk=lexicon.newest(slug))
        words = sorted(word for word, tier in source.tiers().items() if tier <= up_to)
        assert version.words == len([word for word in words if word not in slurs])
        assert version.full_sha256 == checksum(words)
        assert version.sha256 in told
        assert (lexicon.folder() / f"{version.sha256}.graph").is_file()
    assert f"up to here {len(source.tiers()):,}" in told
    assert Definition.objects.count() > 90_000
