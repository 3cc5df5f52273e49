"""What players offer each other, and who can propose what.

The same answers serve the page, which shows buttons, and ``games.matches.play``, which refuses.
"""

import dataclasses
from collections.abc import Callable

from games.core.clock import Form
from games.core.language.text import Paragraph, Text, listed
from games.matches.answers import MatchOver
from games.matches.between.changes import Change, View, changes
from games.matches.between.seated import is_practice, people
from games.matches.between.takebacks import AnyGame, no_takeback, no_undo
from games.matches.clocks.turns import is_slow
from games.matches.models import Match, Offer, Seat
from games.matches.recent import Recent

Kind = Offer.Kind


NOBODY = Text("There's nobody else at this table to agree to that.")


NOT_YOURS = Text("You're not playing in this seat right now.")


MOST_GIVEN = 7 * 86400  # seconds that the others can give a turn


KNOWN = 200  # positions of which a process remembers whether the last move can be taken back


_OFFERS = """
SELECT id, match_id, kind, player, ply, made_at, agreed, declined_by FROM matches_offer
WHERE match_id = %s ORDER BY made_at, id
"""


_takeable: Recent[tuple[str, int], bool] = Recent(KNOWN)


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """What is read of a match beside its position and its moves."""

    changes: list[Change]
    offers: list[Offer]


def read(match: Match, seats: list[Seat], *, since: int = 0) -> Table:
    """Read what happened between the moves from a ply on, and what is offered now."""
    offers: list[Offer] = []
    if match.status == Match.Status.RUNNING and match.players > 1:
        offers = [one for one in Offer.objects.raw(_OFFERS, [match.pk]) if stands(one, match)]
    return Table(changes(match, seats, since=since), offers)


def stands(offer: Offer, match: Match) -> bool:
    """Tell whether an offer is about the position there is; a pause is about any."""
    of_any = offer.kind == Kind.PAUSE and offer.declined_by is None
    return of_any or offer.ply == match.ply


def refusal(kind: str, match: Match, seats: list[Seat], rules: AnyGame, player: int) -> Text | None:
    """Return why a player cannot propose something now, or None."""
    if match.status != Match.Status.RUNNING:
        return MatchOver.usual
    if match.players < 2 or match.timer.tempo:
        return NOBODY
    if player not in people(seats):
        return NOT_YOURS
    return _REFUSALS[Kind(kind)](match, seats, rules, player)


def _no_pause(match: Match, _seats: list[Seat], _rules: AnyGame, _player: int) -> Text | None:
    if match.timer.paused_at:
        return Text("The match is already paused.")
    return Text("This match has no clock to stop.") if match.form == Form.NO_CLOCK else None


def _no_agreed_end(kind: str) -> Callable[[Match, list[Seat], AnyGame, int], Text | None]:
    def find(_match: Match, seats: list[Seat], rules: AnyGame, _player: int) -> Text | None:
        if kind not in rules.info.agreements:
            return Text("This game can't end that way.")
        return None if len(people(seats)) > 1 else NOBODY

    return find


def _no_sitting(match: Match, seats: list[Seat], _rules: AnyGame, _player: int) -> Text | None:
    if not is_slow(match) or match.timer.sitting_at:
        return Text("You're already playing this match live.")
    if match.timer.paused_at:
        return Text("The match is paused. End the pause first.")
    return None if len(people(seats)) > 1 else NOBODY


_REFUSALS = {
    Kind.PAUSE: _no_pause,
    Kind.TAKEBACK: no_takeback,
    Kind.DRAW: _no_agreed_end("draw"),
    Kind.END: _no_agreed_end("end"),
    Kind.LIVE: _no_sitting,
}


def no_day(match: Match, seats: list[Seat], player: int) -> Text | None:
    """Return why a player cannot give the one to move a day, or None."""
    timer = match.timer
    if player not in people(seats):
        return NOT_YOURS
    if match.to_move == player:
        return Text("You can't give yourself an extra day.")
    if not is_slow(match) or timer.thinking is None or timer.tempo or timer.sitting_at:
        return Text("You can't give extra days at this table right now.")
    if match.to_move not in people(seats):
        return Text("The computer has all the time it needs.")
    if timer.given >= MOST_GIVEN:
        return Text("This turn already has an extra week.")
    return None


def offers_told(
    offers: list[Offer], match: Match, seats: list[Seat], rules: AnyGame, player: int | None
) -> View:
    """Return to a seat's owner what is offered and what they can do; JSON with texts in it."""
    if player is None or match.status != Match.Status.RUNNING or match.players < 2:
        return {"offers": [], "can": []}
    shown = [
        one
        for one in offers
        if stands(one, match) and (one.declined_by is None or one.player == player)
    ]
    return {
        "offers": [_offer(one, seats, player) for one in shown],
        "can": _possible(shown, match, seats, rules, player),
    }


def _possible(
    shown: list[Offer], match: Match, seats: list[Seat], rules: AnyGame, player: int
) -> list[str]:
    closed = {one.kind for one in shown}
    can = [
        str(kind)
        for kind in Kind
        if kind not in closed and _may_propose(kind, match, seats, rules, player)
    ]
    holds = player in people(seats)
    if match.timer.paused_at and holds:
        can.append("go_on")
    if match.timer.sitting_at and holds:
        can.append("back_to_slow")
    if not no_day(match, seats, player):
        can.append("give_day")
    if is_practice(match, seats, player) and not match.timer.paused_at:
        can += [] if no_undo(match, seats, player) else ["undo"]
        can += ["options"] if match.to_move == player else []
    return can


def _may_propose(kind: str, match: Match, seats: list[Seat], rules: AnyGame, player: int) -> bool:
    """Tell it; whether a move can be taken back is worked out once for each position."""
    if kind != Kind.TAKEBACK or not match.takebacks or player not in people(seats):
        return not refusal(kind, match, seats, rules, player)
    key = match.public_id, match.ply * match.players + player
    known = _takeable.get(key)
    if known is not None:
        return known
    return _takeable.keep(key, not refusal(kind, match, seats, rules, player))


_OFFERED = {
    Kind.PAUSE: Text("{name} would like to pause. The clock would stop for everyone."),
    Kind.TAKEBACK: Text("{name} would like to take back the last move."),
    Kind.DRAW: Text("{name} offers a draw."),
    Kind.END: Text("{name} suggests ending the match now, with the scores as they stand."),
    Kind.LIVE: Text("{name} would like to play live while you're all here."),
}


_OWN = {
    Kind.PAUSE: Text("You asked for a pause."),
    Kind.TAKEBACK: Text("You asked to take back your move."),
    Kind.DRAW: Text("You offered a draw."),
    Kind.END: Text("You suggested ending the match now."),
    Kind.LIVE: Text("You suggested playing live."),
}


def in_words(offer: Offer, seats: list[Seat]) -> Text:
    """Return an offer as the others read it."""
    return _OFFERED[Kind(offer.kind)].having(name=seats[offer.player].name)


def awaited(offer: Offer, seats: list[Seat]) -> list[int]:
    """Return who has yet to answer an offer; only who holds their seat is asked."""
    if offer.declined_by is not None:
        return []
    return [player for player in people(seats) if player not in offer.agreed]


def _offer(offer: Offer, seats: list[Seat], player: int) -> View:
    mine, waits_for = offer.player == player, awaited(offer, seats)
    texts = [_OWN[Kind(offer.kind)] if mine else in_words(offer, seats)]
    if offer.declined_by is not None:
        texts.append(Text("{name} said no.", name=seats[offer.declined_by].name))
    elif waits_for and player not in waits_for:
        names = listed([seats[other].name for other in waits_for])
        texts.append(Text("Waiting for {names}.", names=names))
    answers = ["agree", "decline"] if player in waits_for else []
    if mine and offer.declined_by is None:
        answers = ["withdraw"]
    return {
        "kind": offer.kind,
        "ply": offer.ply,
        "text": Paragraph(tuple(texts)),
        "answers": answers,
    }
