"""Thinking about what people ask, one question after another: for tasks alone.

Whoever dies over a question leaves a claim behind that expires, and somebody else takes it.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from config.meters import queues
from games.core.bots import Budget
from games.core.rng import Rng
from games.core.weighing import Weighed
from games.thinking.judges import judge_of
from games.thinking.models import Thought
from games.thinking.question import Question, answer_as_json, from_json

logger = logging.getLogger(__name__)

CLAIM = timedelta(seconds=15)  # after which whoever claimed a question must have died
KEPT = timedelta(hours=1)


def think(question: Question) -> Sequence[Weighed[Any]]:
    """Return what turns promise, best first; the same each time."""
    rules = question.rules
    rng = Rng(bytes.fromhex(question.seed), question.ply, question.stream)
    budget, judge = Budget.of_looks(max(1, question.looks)), judge_of(rules.info.slug)
    return judge.weigh(rules, question.view, question.player, rng, budget, question.also)


def work(*, now: datetime) -> bool:
    """Answer the question that has waited longest; tell whether any was waiting."""
    thought = _claim(now)
    if thought is None:
        return False
    answer = None
    try:
        question = from_json(thought.question)
        answer = answer_as_json(question, think(question))
    except Exception:
        queues.put_off("work_on_thoughts", thought.key, now=now)
        logger.exception("%s couldn't be thought", thought)
    thought.answer, thought.answered_at, thought.claimed_until = answer, now, None
    # Unless it was forgotten meanwhile.
    Thought.objects.bulk_update([thought], ["answer", "answered_at", "claimed_until"])
    return True


def _claim(now: datetime) -> Thought | None:
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lte=now)
    waiting = Thought.objects.filter(free, answered_at__isnull=True).order_by("asked_at")
    with transaction.atomic():
        thought = waiting.select_for_update(skip_locked=True).first()
        if thought is not None:
            thought.claimed_until = now + CLAIM
            thought.save(update_fields=["claimed_until"])
    return thought


def forget(*, now: datetime) -> int:
    """Forget answers that were given a while ago, and questions as old; return how many."""
    old = Q(answered_at__lte=now - KEPT) | Q(asked_at__lte=now - KEPT, answered_at__isnull=True)
    return Thought.objects.filter(old).delete()[0]
