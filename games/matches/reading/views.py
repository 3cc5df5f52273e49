"""What a viewer may see of a match.

``view`` projects what was read for one viewer. Everything that leaves the server about a match is
made here: from the game's observation, never its state.
"""

from datetime import datetime
from typing import Any, Protocol

from games.core import codec
from games.core.clock import Pace, duration_in_words
from games.core.extras.protocols import preview
from games.core.game import Game
from games.core.language.events import Event
from games.core.language.text import Paragraph, Pieces, Text
from games.core.rng import Rng
from games.core.table import options as table_options
from games.matches.between import changes, offers, prepared, seated
from games.matches.clocks import turns
from games.matches.models import Duel, Match, Move, Offer, PreparedTurn, Seat
from games.matches.reading.chained import seal
from games.matches.reading.matches import (
    Loaded,
    entrants_of,
    is_revealed,
    position,
    rules_of,
    seats,
)
from games.matches.reading.records import LONGEST_AWAY, away_in_words, is_listed_apart
from games.say import deed, said, say, with_sentences
from games.words.lists.reading import title_of

NOT_BEGUN = Text("The game hasn't started. You'll see the board when it does.")
RECENT = 8  # log entries in a frame; a client that missed more asks for the whole view

AnyGame = Game[Any, Any, Any]
View = dict[str, Any]


class Seen(Protocol):
    """What views are made of: a match as it was read, or as it is held."""

    @property
    def match(self) -> Match:
        """Return the match, with its timer."""

    @property
    def seats(self) -> list[Seat]:
        """Return its seats in their order."""

    @property
    def offers(self) -> list[Offer]:
        """Return what has been offered."""

    @property
    def rules(self) -> AnyGame:
        """Return the rules of the match."""

    @property
    def state(self) -> Any:
        """Return the position."""

    @property
    def prepared(self) -> list[PreparedTurn]:
        """Return all turns that are prepared."""


def view(loaded: Loaded, *, player: int | None, now: datetime) -> View:
    """Return all that the owner of a seat (None: a spectator) may know of a match, as JSON."""
    match, rules, names = loaded.match, loaded.rules, loaded.names
    return {
        "t": "view",
        "id": match.public_id,
        "spells": match.spells,
        "game": match.game,
        "options": match.options,
        "player": player,
        "commitment": match.commitment,
        "state": shown_state(loaded, player),
        **said(common(loaded, now=now), names),
        **said(own(loaded, player=player), names),
        "seats": seats_shown(loaded.seats, now),
        "log": said([logged(move, rules) for move in loaded.moves], names),
        "changes": said(changes.changes_told(loaded.table.changes)),
        "duel": _duel(match, match.duel) if match.duel else None,
        "result": _result(loaded) if match.status == Match.Status.FINISHED else None,
    }


def shown_state(seen: Seen, player: int | None) -> codec.JSON:
    """Return the position as a viewer sees it; none while a match waits for its player to begin.

    Till then nobody may look and think.
    """
    if seen.match.timer.waits:
        return None
    return seen.rules.encode_state(seen.rules.observation(seen.state, player))


def common(seen: Seen, *, now: datetime) -> View:
    """Return what a move can change for all viewers alike, but for the seats."""
    match = seen.match
    return {
        "version": match.version,
        "ply": match.ply,
        "status": match.status,
        "paused": match.quarantined_at is not None,
        "to_move": match.to_move,
        "scores": match.scores,
        "clock": _clock(match, seen.seats, now),
    }


def own(seen: Seen, *, player: int | None) -> View:
    """Return what a move can change for one viewer, but for the position; JSON with texts in it."""
    match, rules, state = seen.match, seen.rules, seen.state
    view, waits = rules.observation(state, player), match.timer.waits
    moving = player is not None and match.to_move == player and not waits
    described = [NOT_BEGUN] if waits else rules.describe(view, player)
    return {
        "hints": rules.hints(view, player) if moving and player is not None else {},
        "description": Paragraph(tuple(described)),
        **offers.offers_told(seen.offers, match, seen.seats, rules, player),
        "prepared": prepared.view(seen.prepared, match, seen.seats, rules, view, player),
    }


def seats_shown(seats: list[Seat], now: datetime) -> list[View]:
    """Return who sits where."""
    return [_seat(seat, now) for seat in seats]


def _seat(seat: Seat, now: datetime) -> View:
    return {
        "player": seat.player,
        "name": seat.name,
        "controller": seat.controller,
        "owner": _owner(seat),
        "here": seated.is_here(seat, now),
        "substituted": seat.substituted_at is not None,
        "resigned": seat.resigned_at is not None,
        "lost": seat.lost_at is not None,
        "covers": seat.covers,
        "spells": seat.spells,
    }


def _owner(seat: Seat) -> str:
    return "user" if seat.user_id else "computer"


def _clock(match: Match, seats: list[Seat], now: datetime) -> View:
    timer = match.timer
    stands = turns.stands(match, seats)
    ends_at = seated.ends_at(match)
    return {
        "pace": match.pace,
        "budget": timer.budget,
        "form": match.form,
        "thinking": timer.thinking,
        "banks": timer.banks,
        "rests": timer.rests,
        "started_at": timer.started_at.isoformat(),
        "deadline_at": timer.deadline_at.isoformat() if timer.deadline_at else None,
        "stands_at": timer.stands_at.isoformat() if timer.stands_at else None,
        "stands_after": (turns.HEARTBEAT + turns.ABSENCE).total_seconds(),
        "waits": timer.waits,
        "tempo": timer.tempo,
        "stands": [[from_at.isoformat(), to_at.isoformat()] for from_at, to_at in stands],
        "paused_at": timer.paused_at.isoformat() if timer.paused_at else None,
        "deserted": timer.deserted,
        "ends_at": ends_at.isoformat() if ends_at else None,
        "sitting": timer.sitting_at is not None,
        "now": now.isoformat(),
    }


def _duel(match: Match, duel: Duel) -> View:
    """Return how a duel stands: scores, and where they were made, only once all have finished.

    Of an open one, of which any number may be part, it tells of a match's own entrant alone.
    """
    over = duel.finished_at is not None
    own = match.pk if duel.is_open else None
    entrants = [
        {
            "name": seat.name,
            "owner": _owner(seat),
            "mine": seat.match_id == match.pk,
            "done": seat.match.status == Match.Status.FINISHED,
            "score": seat.match.scores[0] if over else None,
            "place": seat.match.places[0] if over and seat.match.places else None,
            "url": seat.match.get_absolute_url() if over else None,
        }
        for seat in entrants_of(duel_id=duel.pk, only=own)
    ]
    return {
        "url": duel.get_absolute_url(),
        "over": over,
        "open": duel.is_open,
        "closes_at": duel.closes_at.isoformat(),
        "entrants": entrants,
    }


def logged(move: Move, rules: AnyGame) -> View:
    """Return an entry of the log with its sentences; JSON with texts in it.

    ``deed`` says what was done where no event does, and is empty if one does.
    """
    return {
        "ply": move.ply,
        "player": move.player,
        "actor": move.actor,
        "text": move.text,
        "deed": {"told": Pieces(deed(rules, move))},
        "events": with_sentences(rules.wording, move.events),
        "played_at": move.played_at.isoformat(),
    }


def _result(loaded: Loaded) -> View:
    match = loaded.match
    secret = bytes(match.secret.secret)
    points = {key: [0] * match.players for key, _ in loaded.rules.info.topics}
    start = loaded.rules.initial_state(match.players, Rng(secret, 0))
    told = codec.encode(start.events, tuple[Event, ...])
    log = Move.objects.filter(match=match).values_list("events", flat=True)
    for event in (event for events in (told, *log) for event in events):
        if event["topic"] in points and event["player"] is not None:
            points[event["topic"]][event["player"]] += event["points"]
    return {
        "places": match.places,
        "reason": match.end_reason,
        "short": match.was_short,
        "secret": secret.hex() if is_revealed(match) else "",
        "seal": seal(match) if is_revealed(match) else "",
        "away": _away(match),
        "breakdown": [
            {"topic": key, "label": say(label), "points": points[key]}
            for key, label in loaded.rules.info.topics
        ],
    }


def _away(match: Match) -> View | None:
    """Return how long the player of a live game for one was away, None where no clock stands.

    ``apart`` tells whether its score is listed under longer pauses: it was more than the ``most``.
    """
    if match.players > 1 or match.pace != Pace.LIVE or match.duel_id is not None:
        return None
    return {
        "words": said(away_in_words(match)) or "",
        "most": say(duration_in_words(int(LONGEST_AWAY.total_seconds()))),
        "apart": is_listed_apart(match),
    }


def tried(*, match_id: int, player: int, action: codec.JSON) -> View | None:
    """Return what an action would bring the owner of a seat by what they can see, as JSON.

    Changes nothing, and may be asked out of turn. None where the game has nothing to tell; raise
    BadData if it is no action of the game.
    """
    match = Match.objects.get(pk=match_id)
    rules = rules_of(match)
    seen = rules.observation(position(match, rules), player)
    found = preview(rules, seen, player, rules.decode_action(action))
    return None if found is None else said(found)


def choices(*, match_id: int, player: int, action: codec.JSON) -> View:
    """Return on which conditions the owner of a seat can prepare an action, as JSON.

    Raise IllegalAction if on none, BadData if it is no action of the game.
    """
    match = Match.objects.select_related("timer").get(pk=match_id)
    rules = rules_of(match)
    seen = rules.observation(position(match, rules), player)
    return said(prepared.choices(rules, seen, player, action))  # type: ignore[no-any-return]


def prepared_turns(*, match_id: int, player: int) -> View:
    """Return what a seat ``prepared``, None where no turn can wait, and its next turn ``ahead``."""
    match = Match.objects.select_related("timer").get(pk=match_id)
    rules = rules_of(match)
    seen = rules.observation(position(match, rules), player)
    everyone = seats(match_id=match_id)
    mine = prepared.view(prepared.read(match), match, everyone, rules, seen, player)
    ahead = prepared.foreseen(rules, seen, player) if mine and mine["open"] else None
    return said({"prepared": mine, "ahead": ahead})  # type: ignore[no-any-return]


def settings_in_words(match: Match) -> list[tuple[Text, Text, bool]]:
    """Return (label, value, differs from the usual) of all that was agreed before the match.

    Someone who plays alone agrees with nobody on what happens when they are away.
    """
    control = match.control
    rules = rules_of(match)
    agreement = match.agreement.in_words(control, rules.info.clock_move)
    agreed = agreement if match.players > 1 else []
    time = rules.info.time_in_words(control)
    options = table_options.in_words(rules.options, named=title_of)
    rows = [(Text("Time"), time, False), *agreed, *options]
    if match.word_list_version is not None:
        number = Text("{number}", number=match.word_list_version.number)
        rows.append((Text("Word list version"), number, False))
    return rows
