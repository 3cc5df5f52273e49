"""Asking for a thought: by a page, which comes again until it's there, and which never thinks.

The same question is thought about once, whoever asks. A person has one thought at a time, and few
wait in all, so that nobody's questions keep others waiting.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Q

from config.processes.asking import ask_soon
from games.core.errors import Refusal
from games.core.language.text import Text
from games.core.weighing import Weighed
from games.thinking import tasks
from games.thinking.models import Thought
from games.thinking.question import Question, answer_from_json, key_of

WAITING = 8  # questions of the whole site: about as many seconds of one process
PATIENCE = timedelta(seconds=30)  # after which a question that nobody got to is asked anew


class Later(Refusal):
    """What can be done soon: a page answers with ``status``, and after how many seconds to come."""

    status: ClassVar[int] = 429
    seconds: ClassVar[int] = 2


class Thinking(Later):
    """A thought that is on its way."""

    code, status, seconds = "thinking", 202, 1
    usual = Text("We're thinking about that. It takes a moment.")


class OneAtATime(Later):
    """Another question of somebody whose last one is still being thought about."""

    code = "one_at_a_time"
    usual = Text("We're still thinking about what you asked before. Try again in a moment.")


class Crowded(Later):
    """Too many questions wait."""

    code, status, seconds = "crowded", 503, 5
    usual = Text("Many people are asking just now. Try again in a few seconds.")


class Failed(Refusal):
    """A question that nobody could answer."""

    code = "thought_failed"
    usual = Text("Sorry, we couldn't work that out. Try another turn.")


def ask(question: Question, *, by: str, now: datetime) -> Sequence[Weighed[Any]]:
    """Return the answer to a question, of which ``by`` tells who asks.

    Raise Thinking while it's on its way, OneAtATime or Crowded if it can't be asked now, Failed, or
    RedisError if nobody could be told to think.
    """
    data = question.as_json()
    key = key_of(data)
    thought = _known(key, now) or _begin(key, data, by, now)
    if thought.answered_at is None:
        if thought.claimed_until is None or thought.claimed_until <= now:
            ask_soon(tasks.ask_for_work)
        raise Thinking
    if thought.answer is None:
        raise Failed
    return answer_from_json(question, thought.answer)


def _known(key: str, now: datetime) -> Thought | None:
    fresh = Q(answered_at__isnull=False) | Q(asked_at__gt=now - PATIENCE)
    return Thought.objects.filter(fresh, key=key).first()


def _begin(key: str, data: dict[str, Any], by: str, now: datetime) -> Thought:
    cache.get(tasks.NAME)  # without Redis nobody hears of it
    unanswered = Thought.objects.filter(answered_at__isnull=True)
    unanswered.filter(asked_at__lte=now - PATIENCE).delete()
    if unanswered.count() >= WAITING:
        raise Crowded
    try:
        with transaction.atomic():
            return Thought.objects.create(key=key, question=data, asked_by=by, asked_at=now)
    except IntegrityError:
        same = _known(key, now)
        if same is None:
            raise OneAtATime from None
        return same
