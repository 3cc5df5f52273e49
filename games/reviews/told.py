"""A review as its page gets it: facts as JSON, with their sentences in the reader's language."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games.core.extras.protocols import AnyGame
from games.core.language.text import Plural, Text, verbatim
from games.core.review.judging import GRADED, Grade
from games.core.review.report import DIGITS, Account, Choice, Idea, Report, Turn, luck_at
from games.matches.reading import Loaded
from games.reviews import acts, material, reading, wording
from games.reviews.models import Review
from games.say import said

View = dict[str, Any]
MINUTE = 60
SWING = 0.05  # of a chance: luck that is worth telling


def told(loaded: Loaded, review: Review | None, *, user_id: int | None, now: datetime) -> View:
    """Return what somebody may know of a match's review, and what they can ask for."""
    seat = _seat(loaded, user_id)
    status = review.status if review else "none"
    view: View = {
        "status": status,
        "seat": seat,
        "ask": _ask(loaded, review, seat, user_id, now),
        "report": None,
        "progress": None,
    }
    if review is not None and status == Review.Status.WAITING:
        view["progress"] = _progress(review, now)
    if review is not None and status == Review.Status.DONE:
        view["report"] = _report(loaded, reading.report_of(review))
    return said(view, loaded.names)  # type: ignore[no-any-return]


def _seat(loaded: Loaded, user_id: int | None) -> int | None:
    mine = (seat.player for seat in loaded.seats if user_id and seat.user_id == user_id)
    return next(mine, None)


def _ask(
    loaded: Loaded, review: Review | None, seat: int | None, user_id: int | None, now: datetime
) -> View:
    """Return whether a visitor can ask for a review, and what they should know before."""
    if review is not None and not acts.can_be_asked_for(review, now):
        return {"can": False, "text": ""}
    if seat is None or user_id is None:
        return {"can": False, "text": "" if review else Text("The players can ask for a review.")}
    try:
        material.of_match(loaded)
    except material.NotReviewable as refusal:
        return {"can": False, "text": refusal.text}
    if not_now := acts.refusal_of(user_id=user_id, now=now):
        return {"can": False, "text": not_now.text}
    left = reading.left_today(user_id=user_id, now=now)
    most = reading.a_day(guest=reading.is_guest(user_id))
    limit = Plural(
        "You can ask for one review a day.", "You can ask for {n} reviews a day.", n=most
    )
    have = Plural("You have one left today.", "You have {n} left today.", n=left)
    return {"can": True, "text": Text("{limit} {left}", limit=limit, left=have)}


def _progress(review: Review, now: datetime) -> View:
    found = reading.progress(review, now=now)
    minutes = max(1, round(found.seconds / MINUTE))
    return {
        "judged": found.judged,
        "to_judge": found.to_judge,
        "words": Plural(
            "{judged} of one turn judged.",
            "{judged} of {n} turns judged.",
            judged=found.judged,
            n=found.to_judge,
        ),
        "queue": Plural(
            "We're working on one other review, too.",
            "We're working on {n} other reviews, too.",
            n=found.others,
        )
        if found.others
        else "",
        "unasked": Text("Nobody has asked for it yet, so those that people ask for come first.")
        if acts.is_unasked(review)
        else "",
        "wait": Plural(
            "It should be ready in about a minute.",
            "It should be ready in about {n} minutes.",
            n=minutes,
        ),
    }


def _report(loaded: Loaded, report: Report) -> View:
    try:
        choices = {choice.ply: choice for choice in material.of_match(loaded).choices}
    except material.NotReviewable:  # by these rules no longer
        choices = {}
    return {
        "turns": [_turn(turn, loaded.rules, choices.get(turn.ply)) for turn in report.turns],
        "players": [_player(report, account, seat) for seat, account in enumerate(report.players)],
        "grades": {grade: wording.SHORT[grade] for grade in GRADED},
        "result": [account.result for account in report.players],
        "made": {"seed": report.seed, "looks": report.looks, "version": report.version},
    }


def _turn(turn: Turn, rules: AnyGame, choice: Choice | None) -> View:
    better = turn.ideas[0] if turn.grade in (Grade.GOOD, Grade.INACCURATE, Grade.MISTAKE) else None
    return {
        "ply": turn.ply,
        "player": turn.player,
        "grade": str(turn.grade),
        "loss": turn.loss,
        "before": turn.before,
        "after": turn.after,
        "verdict": wording.verdict(turn),
        "better": _in_words(better, rules, choice) if better else None,
        "reasons": wording.reasons(turn),
        "ideas": [
            {"text": _in_words(idea, rules, choice), "chance": idea.chance} for idea in turn.ideas
        ],
    }


def _in_words(idea: Idea, rules: AnyGame, choice: Choice | None) -> Text:
    """Return an idea in words, as its player saw the position; one of older rules in notation."""
    if choice is None:
        return verbatim(idea.text)
    seen = rules.observation(choice.state, choice.player)
    return rules.action_in_words(seen, rules.decode_action(idea.action))


def _player(report: Report, account: Account, seat: int) -> View:
    missed = any(turn.is_missed for turn in report.turns)
    luck = sorted(luck_at(report.turns, seat), key=lambda one: -abs(one[1]))
    swing = luck[0] if luck and abs(luck[0][1]) >= SWING else None
    return {
        "index": account.index,
        "grades": account.grades,
        "parts": [
            {"name": name, "label": label, "value": value, "more": more}
            for name, label, value, more in _parts(account, missed=missed)
        ],
        "swing": None if swing is None else {"ply": swing[0], "change": round(swing[1], 4)},
    }


def _parts(account: Account, *, missed: bool) -> Iterator[tuple[str, Text, float, Text | str]]:
    """Yield what made a result, as (name, label, chance, more about it); the last is the sum.

    ``missed`` tells whether anybody missed a turn.
    """
    skill = round(account.own + account.others, DIGITS)
    more = Text(
        "Own turns {own}, others' turns {others}",
        own=wording.change(account.own),
        others=wording.change(account.others),
    )
    yield "start", Text("At the start"), account.start, ""
    yield "skill", Text("Skill"), skill, more
    if missed:
        made = Text(
            "Made by the clock or the computer: own {own}, others' {others}",
            own=wording.change(account.missed),
            others=wording.change(account.others_missed),
        )
        both = round(account.missed + account.others_missed, DIGITS)
        yield "missed", Text("Missed turns"), both, made
    yield "luck", Text("Luck"), account.luck, ""
    if account.left:
        yield "left", Text("Not played out"), account.left, ""
    yield "result", Text("Result"), account.result, ""
