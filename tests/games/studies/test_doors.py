"""Where studies come from: matches that are over and files of such, and nothing else."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.matches import play
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.studies import files, positions, reading
from games.studies.models import Study
from games.words.moderation import custom_lists
from tests.factories import NOW, SECRET, make_match, make_user, play_out
from tests.games.matches.pages.finished import finished
from tests.games.matches.pages.taken_back import with_takebacks

pytestmark = pytest.mark.usefixtures("common_lists")

NOT_OVER = "You can study a match once it&#x27;s over."


def send(client: Client, data: bytes, name: str = "game.json") -> Any:
    return client.post("/studies/import", {"file": SimpleUploadedFile(name, data)})


def make(client: Client, match: Match) -> Any:
    return client.post(f"/match/{match.public_id}/study")


def file_of(client: Client, match: Match, name: str = "game.json") -> bytes:
    return client.get(f"/match/{match.public_id}/{name}").content


def assert_same_tree(one: Study, other: Study) -> None:
    facts = [(n.number, n.parent, n.draw, n.action, n.events, n.is_main) for n in _nodes(one)]
    assert facts == [
        (n.number, n.parent, n.draw, n.action, n.events, n.is_main) for n in _nodes(other)
    ]
    assert bytes(one.secret) == bytes(other.secret)
    assert (one.names, one.options) == (other.names, other.options)
    assert _words(one) == _words(other)


def _words(study: Study) -> str | None:
    """Return the checksum of a study's words; several lists here have the same."""
    return study.word_list_version and study.word_list_version.sha256


def _nodes(study: Study) -> list[Any]:
    return list(reading.nodes_of(study).values())


# --- What becomes one -----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["words_with_chilwell", "counting_tiles", "tiled_of_it"])
def test_a_match_and_its_file_become_the_same_study(
    client: Client, anna: User, ben: User, slug: str
) -> None:
    match = finished(slug, anna, ben)
    client.force_login(ben)
    page = client.get(f"/match/{match.public_id}/replay/").content.decode()
    assert f'action="/match/{match.public_id}/study"' in page
    answer = make(client, match)
    of_match = Study.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/study/{of_match.code}/")
    assert (of_match.owner, of_match.match, of_match.is_shared) == (ben, match, False)
    assert send(client, file_of(client, match)).status_code == 302
    of_file = Study.objects.exclude(pk=of_match.pk).get()
    assert of_file.match is None
    assert_same_tree(of_match, of_file)


def test_a_gcg_file_becomes_the_same_study(client: Client, anna: User) -> None:
    match = with_takebacks("upwords", options={"board": "8x8"})
    client.force_login(anna)
    make(client, match)
    of_match = Study.objects.get()
    text = file_of(client, match, "game.gcg")
    assert send(client, text, "game.gcg").status_code == 302
    assert_same_tree(of_match, Study.objects.exclude(pk=of_match.pk).get())


def test_names_in_a_file_are_text_and_nothing_else(
    client: Client, anna: User, match: Match
) -> None:
    client.force_login(anna)
    data = json.loads(file_of(client, match))
    odd = '<b>A</b>\u202e"</script>\nB'
    data["players"][0]["name"] = odd
    assert (
        b"signature" in send(client, json.dumps(data).encode()).content
    )  # no longer what was signed
    data |= {"key": "", "signature": ""}
    assert send(client, json.dumps(data).encode()).status_code == 302
    study = Study.objects.get()
    assert study.names[0] == '<b>A</b> "</script> B'
    page = client.get(f"/study/{study.code}/").content.decode()
    assert "<b>A" not in page
    assert "\u202e" not in page


# --- What doesn't ---------------------------------------------------------------------------------


def test_a_match_in_progress_does_not(client: Client, anna: User, ben: User) -> None:
    match = make_match(anna, ben, game="upwords", pace=Pace.CORRESPONDENCE, budget=86400)
    client.force_login(anna)
    assert "make-study" not in client.get(f"/match/{match.public_id}/replay/").content.decode()
    answer = make(client, match)
    assert answer["Location"] == f"/match/{match.public_id}/replay/"
    assert NOT_OVER in client.get(answer["Location"]).content.decode()
    for name in ("game.json", "game.gcg", "game.txt"):
        answer = send(client, file_of(client, match, name), name)
        assert answer.status_code == 422
        assert SECRET.hex().encode() not in answer.content
    # Not even by somebody who knows the secret, or says so.
    data = {**json.loads(file_of(client, match)), "secret": SECRET.hex()}
    answer = send(client, json.dumps(data).encode())
    assert (answer.status_code, NOT_OVER in answer.content.decode()) == (422, True)
    head = f"#player1 a\n#player2 b\n#id Tilepost {match.public_id}\n#tilepost-game upwords 1\n"
    facts = f"#tilepost-secret {SECRET.hex()}\n#tilepost-words {'0' * 64}\n"
    options = f"#tilepost-options {json.dumps(match.options)}\n"
    answer = send(client, (head + facts + options).encode(), "game.gcg")
    assert (answer.status_code, NOT_OVER in answer.content.decode()) == (422, True)
    assert not Study.objects.exists()


def test_an_open_duel_does_not(client: Client, anna: User, ben: User) -> None:
    duel = play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.LIVE, 60),
        entrants=[SeatPlan(name=user.username, user_id=user.pk) for user in (anna, ben)],
        now=NOW,
    )
    own, other = (duel.matches.get(seats__user=user) for user in (anna, ben))
    play.begin(match_id=own.pk, player=0, now=NOW)
    play_out(own, now=NOW)
    client.force_login(anna)
    assert own.status == Match.Status.FINISHED
    answer = make(client, own)  # all still play from its secret
    assert NOT_OVER in client.get(answer["Location"]).content.decode()
    assert send(client, file_of(client, own)).status_code == 422
    assert make(client, other)["Location"] == f"/duel/{duel.public_id}/"
    assert not Study.objects.exists()
    play.begin(match_id=other.pk, player=0, now=NOW)
    play_out(other, now=NOW)
    assert make(client, own)["Location"].startswith("/study/")


def problem_of(client: Client, data: bytes, name: str = "game.json") -> str:
    answer = send(client, data, name)
    assert answer.status_code == 422
    page = answer.content.decode()
    return page.split('id="file-problem"><li>')[1].split("</li>")[0].replace("&#x27;", "'")


def test_a_file_that_cannot_be_read_is_refused_with_a_reason(
    client: Client, anna: User, match: Match
) -> None:
    client.force_login(anna)
    no_file = "This isn't a match from a Tilepost site. Choose a game.json or game.gcg file."
    for data in (b"\xff\xfe", b"{", b"[]", b"null", b'{"format": "else"}', b"[" * 100_000):
        assert problem_of(client, data) == no_file
    big = b" " * (files.MOST_BYTES + 1)
    assert problem_of(client, big) == "Choose a file of up to 2 MB."
    answer = client.post("/studies/import", {})
    assert "Choose a file first." in answer.content.decode()
    whole = json.loads(file_of(client, match))
    missing = "Something is missing from this file, or has been changed."
    for name in ("log", "players", "options", "word_list", "game"):
        data = {key: value for key, value in whole.items() if key != name}
        assert problem_of(client, json.dumps(data).encode()) == missing
    for name in ("log", "players", "word_list"):
        assert problem_of(client, json.dumps({**whole, name: 7}).encode()) == missing
    changed = {**whole, "scores": [1000, 0]}
    said = "This file isn't what the rules make of it: The rules say otherwise: scores."
    assert problem_of(client, json.dumps(changed).encode()) == said
    older = {**whole, "rules_version": 1}
    assert problem_of(client, json.dumps(older).encode()).startswith("The rules have changed")
    other = {**whole, "word_list": {**whole["word_list"], "sha256": "0" * 64}}
    assert problem_of(client, json.dumps(other).encode()) == str(files.NO_WORDS)
    assert problem_of(client, json.dumps({**whole, "game": "chess"}).encode()) == (
        "This site doesn't have this game."
    )
    assert not Study.objects.exists()


def test_a_gcg_file_of_another_program_is_told_what_it_lacks(client: Client, anna: User) -> None:
    client.force_login(anna)
    text = "#player1 a A\n#player2 b B\n>a: CAT 5E CAT +6 6\n"
    assert problem_of(client, text.encode(), "x.gcg") == (
        "This GCG file lacks #tilepost-game, #tilepost-options, #tilepost-words and"
        " #tilepost-secret, so we can't tell which tiles come next. Files from this site have that."
    )
    wrong = text.replace("5E", "5Z")
    said = "Line 3: Write a square and a word, such as 8H WO.D."
    assert problem_of(client, wrong.encode(), "x.gcg") == said
    other = "#player1 a\n#tilepost-game counting_tiles 2\n"
    assert problem_of(client, other.encode()) == "There are no GCG files of this game."


def test_a_gcg_file_that_the_rules_contradict_is_refused(client: Client, anna: User) -> None:
    match = finished("upwords", anna, make_user())
    client.force_login(anna)
    lines = file_of(client, match, "game.gcg").decode().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(">") and "+0" not in line)
    lines[first] = lines[first].replace(" +", " +1")
    said = problem_of(client, "\n".join(lines).encode(), "game.gcg")
    assert said == f"Line {first + 1} isn't what the rules make of the lines before."


def test_a_list_that_is_not_theirs_is_none_to_try_words_out_of(
    client: Client, anna: User, match: Match
) -> None:
    owner = make_user()
    custom = custom_lists.create(
        user=owner, title="Ours", base="standard", public=False, now=NOW + timedelta(days=1)
    )
    data = json.loads(file_of(client, match)) | {"key": "", "signature": ""}
    data["word_list"] |= {"list": custom.slug, "version": 1}
    client.force_login(anna)
    assert problem_of(client, json.dumps(data).encode()) == str(files.NO_WORDS)
    client.force_login(owner)
    assert send(client, json.dumps(data).encode()).status_code == 302


def test_studies_need_somebody_who_is_signed_in(client: Client, match: Match) -> None:
    for answer in (client.get("/studies/"), make(client, match), send(client, b"{}")):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")
    assert not Study.objects.exists()


def test_a_study_of_older_rules_says_so(client: Client, study: Study) -> None:
    Study.objects.filter(pk=study.pk).update(rules_version=1)
    positions._rules._kept.pop(study.pk, None)
    client.force_login(study.owner)
    assert client.get(f"/study/{study.code}/").status_code == 200
    answer = client.get(f"/study/{study.code}/views?nodes=0")
    assert answer.status_code == 409
    assert answer.json()["text"].startswith("The rules have changed")
