"""Files uploaded for word moderation, and lists downloaded: nothing changes before it's decided."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.core.errors import Refusal
from games.words.lists import exports, publishing
from games.words.lists.access import NotAllowed, UnknownList
from games.words.lists.loading import Release
from games.words.lists.packing import checksum
from games.words.lists.reading import versions_of
from games.words.models import Batch, Change, Proposal, Upload, WordListVersion
from games.words.moderation import proposals
from games.words.moderation.imports import reading, uploads
from games.words.moderation.imports.uploads import Faulty, NoUpload
from tests.factories import NOW, make_user
from tests.games.words.moderation.imports.test_reading import CELLS, FAULTS, REFUSED
from tests.games.words.people import agree, publish

LATER = NOW + timedelta(minutes=1)


def kept(table: type) -> list[dict[str, object]]:
    return list(table.objects.order_by("pk").values())


def everything() -> list[object]:
    return [kept(table) for table in (Upload, Proposal, Batch, Change, WordListVersion)]


def test_no_bad_file_changes_anything(small: Release) -> None:
    user = make_user()
    uploads.upload(user=user, word_list="broad", data=b"dax", name="first.txt", now=NOW)
    before = everything()
    bad = [make() for make, _ in REFUSED.values()]
    bad += [f"mouse\n{line}".encode() for line, _ in FAULTS.values()]
    bad += [f"word,action,reason\ncat,add,\n{line}".encode() for line, _ in CELLS.values()]
    for data in bad:
        with pytest.raises(Refusal):
            uploads.upload(user=user, word_list="broad", data=data, name="bad.txt", now=LATER)
    assert everything() == before


def test_faulty_lines_are_left_out_if_one_says_so(small: Release) -> None:
    user = make_user()
    facts = {"user": user, "word_list": "broad", "name": "words.txt", "now": NOW}
    with pytest.raises(Faulty, match=r"We couldn't read 2 lines\. Nothing has changed"):
        uploads.upload(**facts, data=b"dax\nc4t\nd0g")
    made = uploads.upload(**facts, data=b"dax\nc4t\nd0g", lenient=True)
    assert (made.added, made.left_out) == ("dax", 2)
    assert made.faults == [[2, "digit", {"word": "c4t"}], [3, "digit", {"word": "d0g"}]]
    with pytest.raises(Faulty):
        uploads.upload(**{**facts, "now": LATER}, data=b"c4t\n", lenient=True)


def test_a_file_is_read_then_proposed_then_decided_then_published(small: Release) -> None:
    user = make_user()
    data = (
        b'word,action,reason\ndax,add,"It is in the big one"\nqat,add,\nzax,remove,a typo\ncat,add,'
    )
    made = uploads.upload(user=user, word_list="broad", data=data, name="q.csv", now=NOW)
    assert (made.added, made.removed, made.unchanged) == ("dax\nqat", "zax", 1)
    assert not Proposal.objects.exists()
    asked = uploads.propose(user=user, word_list="broad", reason="a big book", now=NOW)
    assert not Upload.objects.exists()
    assert (asked.batch.added, asked.batch.removed) == ("dax\nqat", "zax")
    agree(asked)
    publish()
    said = Change.objects.filter(version__word_list__slug="broad").order_by("word")
    assert list(said.values_list("word", "status", "reason")) == [
        ("dax", "word", "It is in the big one"),
        ("qat", "word", "a big book"),
        ("zax", "out", "a typo"),
    ]


def test_what_a_later_version_has_is_found_unchanged(small: Release) -> None:
    _, before = uploads.preview(word_list="broad", data=b"dax\ncat", meaning="whole")
    assert (before.added, "zax" in before.removed, "wog" in before.removed) == (
        ["dax"],
        True,
        False,
    )
    agree(
        proposals.propose_import(
            user=make_user(), word_list="broad", added=["dax"], reason="x", now=NOW
        )
    )
    publish()
    _, after = uploads.preview(word_list="broad", data=b"dax\ncat")
    assert (after.added, after.unchanged) == ([], 2)


def test_guests_and_people_in_a_hurry_bring_no_file(small: Release) -> None:
    facts = {"word_list": "broad", "data": b"dax", "name": "x.txt", "now": NOW}
    guest, user = make_user(is_guest=True), make_user()
    with pytest.raises(NotAllowed, match="Guests can't"):
        uploads.upload(user=guest, **facts)
    with pytest.raises(NotAllowed, match="Guests can't"):
        uploads.upload_of(guest, "broad")
    uploads.upload(user=user, **facts)
    with pytest.raises(Refusal, match="Wait a few seconds"):
        uploads.upload(user=user, **facts)
    with pytest.raises(UnknownList):
        uploads.upload(user=user, **{**facts, "word_list": "nonesuch", "now": LATER})
    with pytest.raises(Refusal, match="what to do with the words in the file"):
        uploads.upload(user=user, **{**facts, "now": LATER}, meaning="guess")
    with pytest.raises(NoUpload):
        uploads.upload_of(user, "everyday")


def test_a_file_is_forgotten_when_told_and_after_a_day(small: Release) -> None:
    facts = {"word_list": "broad", "data": b"dax", "name": "x.txt"}
    one, other = make_user(), make_user()
    uploads.upload(user=one, **facts, now=NOW)
    uploads.discard(user=one, word_list="broad")
    with pytest.raises(NoUpload):
        uploads.propose(user=one, word_list="broad", reason="x", now=NOW)
    uploads.upload(user=other, **facts, now=NOW)
    assert uploads.forget_old(now=NOW + timedelta(hours=23)) == 0
    assert uploads.forget_old(now=NOW + timedelta(hours=24)) == 1


@pytest.mark.parametrize("form", ["txt", "csv"])
@pytest.mark.parametrize("slurs", [False, True])
def test_what_goes_out_comes_in_again(small: Release, form: str, slurs: bool) -> None:
    version = versions_of("broad")[0]
    lines = exports.lines_of(version, form=form, slurs=slurs)
    data = b"".join(exports.chunks(lines))
    rows = reading.read(data)
    playable = publishing.listed(publishing.content(version), slurs=slurs)
    assert list(rows.actions) == playable
    assert (rows.fault_count, checksum(playable)) == (
        0, version.full_sha256 if slurs else version.sha256,
    )  # fmt: skip
    assert f"letters: {checksum(playable)}" not in data.decode()
    assert f"line end: {checksum(playable)}" in data.decode()
    assert "Kevin Atkinson" in data.decode()
    assert lines[0] == "# Broad, version 1"
    name = exports.name_of(version, form=form, slurs=slurs)
    assert name == f"broad-1{'-with-slurs' if slurs else ''}.{form}"


def test_a_table_going_out_says_why(small: Release) -> None:
    data = b'word,action,reason\ndax,add,"=HYPERLINK(1), or so"'
    uploads.upload(user=(user := make_user()), word_list="broad", data=data, name="x", now=NOW)
    agree(uploads.propose(user=user, word_list="broad", reason="x", now=NOW))
    publish()
    version = versions_of("broad")[0]
    assert 'dax,add,"\'=HYPERLINK(1), or so"' in exports.lines_of(version, form="csv")


def test_the_commands_show_propose_and_write(small: Release, tmp_path: Path) -> None:
    path, out, errors = tmp_path / "words.txt", StringIO(), StringIO()
    path.write_text("dax\nqat\ncat\ncat\n")
    call_command("import_words", path, "broad", stdout=out)
    shown = "added: 2  dax qat\nremoved: 0\nunchanged: 1\nrepeated: 1\n"
    assert (out.getvalue(), Proposal.objects.count()) == (shown, 0)
    user = make_user("importer")
    facts = {"proposer": "importer", "reason": "a big book", "stdout": out}
    call_command("import_words", path, "broad", **facts)
    asked = Proposal.objects.get()
    assert out.getvalue() == f"{shown}{shown}Proposed: {asked.public_id}\n"
    assert asked.proposer == user
    path.write_text("dax\nc4t\n")
    with pytest.raises(CommandError, match="We couldn't read 1 line"):
        call_command("import_words", path, "broad", stdout=out, stderr=errors)
    assert errors.getvalue() == "line 2: c4t has a digit in it.\n"
    for arguments, text in (
        ([tmp_path / "none", "broad"], "can't read"),
        ([path, "nonesuch"], "no such word list"),
    ):
        with pytest.raises(CommandError, match=text):
            call_command("import_words", *arguments, lenient=True)
    with pytest.raises(CommandError, match="Nobody has that name"):
        call_command("import_words", path, "broad", lenient=True, proposer="nobody", stdout=out)


def test_the_command_writes_any_version(small: Release) -> None:
    out = StringIO()
    call_command("export_words", "everyday", form="csv", stdout=out)
    assert out.getvalue().endswith("running,add,\n")
    with pytest.raises(CommandError, match="no such version"):
        call_command("export_words", "everyday", number=7)
    with pytest.raises(CommandError, match="no such word list"):
        call_command("export_words", "nonesuch")
