"""A match to take home: as JSON with everything public, and as text for people to read.

While a match is running, or others still play from its secret, this is what a spectator was told.
Afterwards it is everything: the secret, every action and position, and every draw with what it was
made out of (docs/fairness.md describes the format).
"""

import json
from typing import Any

from django.conf import settings

from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.game import Chance, Game
from games.core.language.events import Event
from games.core.language.text import Text
from games.core.log import chain
from games.core.log.fairness import Draw, Stream, Turn, record
from games.core.log.takeback import author, decode_entry, entry_text
from games.core.rng import SECRET_BYTES, commitment
from games.matches import reading
from games.matches.proofs import replays, signing
from games.matches.reading import Loaded, View
from games.registry import load_game
from games.say import say
from games.words.lists.lexicon import words_of_checksum

FORMAT = "tilepost-game/1"


def as_json(loaded: Loaded) -> View:
    """Return a match as signed JSON; of one not revealed only what a spectator was told."""
    return signing.signed(_facts(loaded))


def _facts(loaded: Loaded) -> View:
    data = _head(loaded)
    if not reading.is_revealed(loaded.match):
        return {**data, "secret": None, "log": [_told(move) for move in loaded.moves]}
    secret = bytes(loaded.match.secret.secret)
    data["secret"] = secret.hex()
    told = [_told(move) | {"action": move.action} for move in loaded.moves]
    try:
        turns = replays.recorded(loaded)
    except replays.Unreplayable as reason:
        return {**data, "not_replayed": str(reason), "log": _as_stored(told, secret)}
    except replays.Difference as problem:
        return {**data, "problem": str(problem), "log": _as_stored(told, secret)}
    start, log = _log(loaded.rules, told, turns)
    chance = {name: _chance(one) for name, one in loaded.rules.chance.items()}
    return {**data, "chance": chance, "start": start, "log": log}


def _head(loaded: Loaded) -> View:
    match = loaded.match
    return {
        "format": FORMAT,
        "match": match.public_id,
        "url": _url(loaded),
        "game": match.game,
        "title": loaded.rules.info.title,
        "rules_version": match.rules_version,
        "options": match.options,
        "word_list": _word_list(match),
        "clock": {"pace": match.pace, "budget": match.budget, "bank": match.bank},
        "players": [_player(seat) for seat in loaded.seats],
        "status": match.status,
        "ended": match.end_reason,
        "started_at": match.started_at.isoformat(),
        "finished_at": match.finished_at.isoformat() if match.finished_at else None,
        "scores": match.scores,
        "places": match.places,
        "commitment": match.commitment,
        "seal": reading.seal(match) if reading.is_revealed(match) else None,
        "changes": [_happened(one) for one in loaded.table.changes],
    }


def _happened(change: Any) -> View:
    return {
        "ply": change.ply,
        "player": change.player,
        "kind": change.kind,
        "at": change.at.isoformat(),
    }


def _url(loaded: Loaded) -> str:
    return f"{settings.SITE_URL}{loaded.match.get_absolute_url()}"


def _word_list(match: Any) -> View | None:
    version = match.word_list_version
    if version is None:
        return None
    slurs = match.options["slurs"]
    return {
        "list": version.word_list.slug,
        "version": version.number,
        "sha256": version.full_sha256 if slurs else version.sha256,
    }


def _player(seat: Any) -> View:
    return {
        "player": seat.player,
        "name": seat.name,
        "owner": "user" if seat.user_id else "computer",
        "resigned": seat.resigned_at is not None,
    }


def _told(move: Any) -> View:
    return {
        "ply": move.ply,
        "player": move.player,
        "actor": move.actor,
        "text": move.text,
        "events": move.events,
        "played_at": move.played_at.isoformat(),
        "said": move.text,
        "proof": move.proof,
        "hash": move.hash,
    }


def _as_stored(entries: list[View], secret: bytes) -> list[View]:
    """Return entries that no rules explain, without the texts that are not all that was played.

    The log hides some of a text, as a tile that was given back, and only the rules know the rest.
    """
    return [
        entry
        if chain.proof(secret, ply, entry["action"], entry["text"]) == entry["proof"]
        else {name: value for name, value in entry.items() if name != "text"}
        for ply, entry in enumerate(entries, start=1)
    ]


def _log(
    rules: Game[Any, Any, Any], entries: list[View], turns: list[Turn]
) -> tuple[View, list[View]]:
    """Return the start and the entries of the log with all that the rules make of their actions."""
    before = rules.encode_state(turns[0].state)
    start = {"position": before, "streams": [_stream(one) for one in turns[0].streams]}
    log = []
    for entry, earlier, turn in zip(entries, turns, turns[1:], strict=False):
        after = rules.encode_state(turn.state)
        changed = {key: value for key, value in after.items() if value != before[key]}
        made = {
            "text": entry_text(rules, earlier.state, decode_entry(rules, entry["action"])),
            "events": codec.encode(turn.state.events, tuple[Event, ...]),
            "position": {key: value for key, value in changed.items() if key != "events"},
            "streams": [_stream(one) for one in turn.streams],
        }
        if turn.due is not None:
            text = rules.action_text(earlier.state, turn.due)
            made["due"] = {"text": text, "action": rules.encode_action(turn.due)}
        log.append(entry | made)
        before = after
    return start, log


def _chance(one: Chance) -> View:
    fields = {"out_of": one.out_of, "into": one.into, "tail": one.tail, "dealt": one.dealt}
    return {name: value for name, value in fields.items() if value}


def _stream(stream: Stream) -> View:
    draws = [_draw(draw) for draw in stream.draws]
    return {"stream": stream.name, "index": stream.index, "draws": draws}


def _draw(draw: Draw) -> View:
    facts = {"below": draw.below, "of": draw.of, "weights": draw.weights, "there": draw.there}
    shown = {name: value for name, value in facts.items() if value}
    return {"kind": draw.kind, **shown, "numbers": draw.numbers, "drawn": draw.drawn}


# --- As text --------------------------------------------------------------------------------------


def as_text(loaded: Loaded) -> str:
    """Return a match as text: what was agreed, then a line for each ply in the game's notation.

    What happened to seats and clock stands between them, after a semicolon.
    """
    data = _facts(loaded)
    about = [f"{label}: {value}" for label, value in _about(loaded, data)]
    lines = [(entry["ply"], _line(entry, loaded.seats)) for entry in data["log"]]
    between = [
        (one.ply, f"; {one.at:%Y-%m-%d %H:%M} UTC: {one.text}") for one in loaded.table.changes
    ]
    told = sorted([*lines, *between], key=lambda line: line[0])
    return "\n".join([*about, "", *(text for _, text in told), ""])


def _about(loaded: Loaded, data: View) -> list[tuple[Any, Any]]:
    match = loaded.match
    rows = [
        (Text("Game"), _game(match, data["title"])),
        (Text("Match"), data["url"]),
        *((Text("Player {number}", number=seat.player + 1), seat.name) for seat in loaded.seats),
        (Text("Started"), f"{match.started_at:%Y-%m-%d %H:%M:%S} UTC"),
        *_ending(match, [seat.name for seat in loaded.seats]),
        *((label, value) for label, value, _ in reading.settings_in_words(match)),
    ]
    if data["word_list"]:
        rows.append((Text("SHA-256 of the word list"), data["word_list"]["sha256"]))
    rows.append((Text("Fingerprint of the secret"), match.commitment))
    if data["secret"]:
        rows += [(Text("Secret"), data["secret"]), (Text("Seal"), data["seal"])]
    return rows


def _game(match: Any, title: str) -> Text:
    number = str(match.rules_version)
    return Text("{game}, rules version {number}", game=title, number=number)


# How a match ended, if not by its rules.
_ENDED = {
    "resigned": Text("{result} (resigned)"),
    "closed": Text("{result} (closed before it was over)"),
    "lost": Text("{result} (lost on time)"),
    "drawn": Text("{result} (a draw by agreement)"),
    "ended": Text("{result} (ended by agreement)"),
    "deserted": Text("{result} (everyone had left; it doesn't count)"),
}


def _ending(match: Any, names: list[str]) -> list[tuple[Any, Any]]:
    if not match.finished_at:
        return []
    order = sorted(range(match.players), key=lambda player: match.places[player])
    told = ", ".join(f"{match.places[at]}. {names[at]} {match.scores[at]}" for at in order)
    result = _ENDED.get(match.end_reason, Text("{result}"))
    finished = f"{match.finished_at:%Y-%m-%d %H:%M:%S} UTC"
    return [(Text("Finished"), finished), (Text("Result"), result.having(result=told))]


def _line(entry: View, seats: list[Any]) -> str:
    """Return a ply as ``12. Anna: V90 1,0 road WN ; Anna 4, Ben 3``: who, what, and points."""
    gains = [
        f"{seats[event['player']].name} {event['points']}"
        for event in entry["events"]
        if event["points"] and event["player"] is not None
    ]
    tail = f" ; {', '.join(gains)}" if gains else ""
    return f"{entry['ply']}. {_author(entry, seats)}: {entry.get('text', entry['said'])}{tail}"


def _author(entry: View, seats: list[Any]) -> str:
    """Return who made a move; a computer player's own moves need no word."""
    seat = seats[entry["player"]]
    if entry["actor"] == "clock":
        return say(Text("{name} (the clock's move)", name=seat.name))
    if entry["actor"] == "prepared":
        return say(Text("{name} (prepared)", name=seat.name))
    if entry["actor"] == "computer" and seat.user_id:
        return say(Text("{name} (the computer's move)", name=seat.name))
    return str(seat.name)


# --- A file played again --------------------------------------------------------------------------


def verify(data: View) -> int:
    """Play a revealed match again by the rules, from its JSON alone, and return its plies.

    Raise Difference where the file has anything else than the rules make of its secret and actions.
    """
    try:
        return _verify(data)
    except (AttributeError, BadData, IllegalAction, LookupError, TypeError, ValueError) as error:
        raise replays.Difference(f"We couldn't replay the file: {error!r}") from error


def rules_of(data: View) -> Game[Any, Any, Any]:
    """Return the rules that a match in a file was played by; LookupError without its words."""
    words = None
    if data["word_list"]:
        by, slurs = data["word_list"], data["options"]["slurs"]
        words = words_of_checksum(
            by["sha256"], slurs=slurs, word_list=by["list"], number=by["version"]
        )
    return load_game(data["game"], data["options"], words)


def secret_of(rules: Game[Any, Any, Any], written: str, players: int) -> bytes:
    """Return the secret of a match in a file, which has it in hexadecimal.

    Raise ValueError for what isn't written so, and Difference unless it's as long as a match's, and
    so many can play the game.
    """
    secret, info = bytes.fromhex(written), rules.info
    if len(secret) != SECRET_BYTES:
        raise replays.Difference(f"The secret has {len(secret)} bytes instead of {SECRET_BYTES}.")
    if not info.min_players <= players <= info.max_players:
        raise replays.Difference(f"So many can't play {info.title}: {players}.")
    return secret


def _verify(data: View) -> int:
    rules = rules_of(data)
    secret, entries = secret_of(rules, data["secret"], len(data["players"])), data["log"]
    _expect("rules version", rules.info.rules_version, data["rules_version"])
    _expect("fingerprint", commitment(secret), data["commitment"])
    moves = [(decode_entry(rules, one["action"]), one["actor"] == "clock") for one in entries]
    turns = list(record(rules, len(data["players"]), secret, moves))
    start, log = _log(rules, entries, turns)
    _expect("start", json.loads(json.dumps(start)), data["start"])
    for ply, (made, told) in enumerate(zip(log, entries, strict=True), start=1):
        before, after = turns[ply - 1].state, turns[ply].state
        _expect("ply", ply, told["ply"])
        player = author(rules, before, moves[ply - 1][0], after)
        _expect(f"player of ply {ply}", player, told["player"])
        _expect(f"entry of ply {ply}", json.loads(json.dumps(made)), told)
    _expect("scores", list(rules.scores(turns[-1].state)), data["scores"])
    if data["ended"] == "over" and len(data["players"]) > 1 and not _has_gone(data):
        _expect("places", list(rules.placing(turns[-1].state)), data["places"])
    _verify_chain(data)
    if data["signature"]:
        _expect("signature", True, signing.is_as_signed(data))
    return len(entries)


def _has_gone(data: View) -> bool:
    """Tell whether somebody left before the end, and so stands behind all who stayed."""
    return any(each["kind"] in ("resigned", "lost") for each in data["changes"])


def _expect(what: str, made: Any, told: Any) -> None:
    if made != told:
        raise replays.Difference(f"The rules say otherwise: {what}.")


def _verify_chain(data: View) -> None:
    """Raise Difference unless entries and result are those that the hashes and the seal name.

    The first hash names the match: a record without names does not say which one it was.
    """
    secret, entries = bytes.fromhex(data["secret"]), data["log"]
    for ply, entry in enumerate(entries, start=1):
        made = chain.proof(secret, ply, entry["action"], entry["text"])
        _expect(f"proof of ply {ply}", made, entry["proof"])
    agreed = {**data, "players": len(data["players"])}
    first = chain.begin(data["commitment"], agreed)
    hashes = [entry["hash"] for entry in entries]
    unknown = [] if data["match"] else [1]
    wrong = [ply for ply in chain.problems(first, entries, hashes) if ply not in unknown]
    _expect("first wrong hash", [], wrong[:1])
    if data["match"] or hashes:
        _expect("seal", chain.seal([first, *hashes][-1], data), data["seal"])
