"""The task queues: ``clock`` for deadlines, ``default`` for notices, ``bots`` for computers.

``reviews`` comes after ``bots``: in no game does anybody wait for it. There thoughts that people
ask for (``games.thinking``) come before reviews, by their priority. Tasks are hints. Every row
they act on can be found again by the next sweep, so a lost, late or doubled task changes latency
only.
"""

import asyncio
import os
import threading
from typing import Any

from celery import Celery, Task
from celery.signals import heartbeat_sent, worker_init, worker_process_init, worker_ready
from typing_extensions import override

from config.local import paths
from config.processes import alive, maintenance, workers  # noqa: F401 - the receivers of the latter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class _Task(Task):  # type: ignore[type-arg]
    """A task that isn't done while the site is closed.

    One worker does a periodic one for the whole site, though the beat of each node asks for it.
    """

    @override
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do it, unless the site is closed, or another worker did it for its own beat."""
        if not self.request.called_directly:
            if _is_closed():
                return None
            _set_clock()
        every = (self.request.headers or {}).get(ONCE)
        if every and not _claim(self.name, every):
            return None
        return super().__call__(*args, **kwargs)


def _is_closed() -> bool:
    from games.matches import play  # the apps are ready by now

    return maintenance.is_on_for_tasks(play.in_maintenance)


def _set_clock() -> None:
    from accounts.edge import clock  # the apps are ready by now

    clock.compare_when_due()


def _claim(task: str, every: float) -> bool:
    from accounts.edge.clock import read_clock  # the apps are ready by now
    from games.matches.clocks.claims import claim

    return claim(task.rpartition(".")[2], every=every, now=read_clock())


ONCE = "once_every"  # the header that tells a task's period, in seconds

app = Celery("tilepost", task_cls=_Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def _every(seconds: float, task: str, queue: str) -> dict[str, Any]:
    # A sweep that waited longer than its period is worthless: the next one does the same work.
    return {"task": task, "schedule": seconds, "options": {"queue": queue, "expires": seconds * 5}}


def _once(seconds: float, task: str, queue: str) -> dict[str, Any]:
    """One worker does it for all nodes, though each has a beat."""
    entry = _every(seconds, task, queue)
    return {**entry, "options": {**entry["options"], "headers": {ONCE: seconds}}}


# Its schedule is in memory: what it did before its start does not concern it.
app.conf.beat_scheduler = "config.processes.beat:Scheduler"
app.conf.beat_schedule = {
    "sweep-deadlines": _once(1.0, "games.matches.tasks.sweep_deadlines", "clock"),
    "sweep-absences": _once(1.0, "games.matches.tasks.sweep_absences", "clock"),
    "sweep-vacancies": _once(30.0, "games.matches.tasks.sweep_vacancies", "default"),
    "close-duels": _once(60.0, "games.matches.tasks.close_duels", "default"),
    "prove-scores": _once(20.0, "games.matches.tasks.prove_scores", "default"),
    "count-words": _once(20.0, "games.matches.tasks.count_words", "default"),
    "sweep-computer-turns": _once(3.0, "games.matches.tasks.sweep_computer_turns", "default"),
    "publish-due-editions": _every(20.0, "games.words.tasks.publish_due_editions", "default"),
    "forget-old-uploads": _once(3600.0, "games.words.tasks.forget_old_uploads", "default"),
    "send-account-mails": _every(1.0, "accounts.notices.tasks.send_account_mails", "default"),
    "deliver-notices": _every(5.0, "accounts.notices.tasks.deliver_notices", "default"),
    "close-stale-tables": _once(600.0, "lobby.tables.tasks.close_stale_tables", "default"),
    "sweep-puzzles": _once(300.0, "games.puzzles.tasks.sweep_puzzles", "default"),
    "sweep-daily": _once(60.0, "games.daily.tasks.sweep_daily", "default"),
    "forget-old-thoughts": _once(600.0, "games.thinking.tasks.forget_old_thoughts", "default"),
    "sweep-reviews": _once(60.0, "games.reviews.tasks.sweep_reviews", "default"),
    "see-off": _once(10.0, "lobby.tables.tasks.see_off", "default"),
    "bring-together": _once(10.0, "lobby.tables.tasks.bring_together", "default"),
    "sweep-deserted": _once(60.0, "games.matches.tasks.sweep_deserted", "default"),
    "run-seasons": _once(60.0, "lobby.leagues.tasks.run_seasons", "default"),
    "rate-finished": _once(600.0, "lobby.ratings.tasks.rate_finished", "default"),
    "note-results": _once(600.0, "lobby.records.tasks.note_results", "default"),
    "remove-idle-guests": _once(3600.0, "accounts.users.tasks.remove_idle_guests", "default"),
    "forget-expired-sessions": _once(
        3600.0, "accounts.users.tasks.forget_expired_sessions", "default"
    ),
    "forget-sent-forms": _once(600.0, "accounts.users.tasks.forget_sent_forms", "default"),
    "forget-ended-notices": _once(3600.0, "accounts.notices.tasks.forget_ended_notices", "default"),
    "back-up": _once(600.0, "config.hosting.tasks.back_up_when_due", "default"),
    "drill": _once(600.0, "config.hosting.tasks.drill_when_due", "default"),
    "warn-of-backups": _once(3600.0, "config.hosting.tasks.warn_when_overdue", "default"),
    "throw-old-letters-away": _once(3600.0, "accounts.notices.tasks.delete_old_mails", "default"),
}


@worker_init.connect
@worker_process_init.connect
def _poke_from_a_loop(**_facts: Any) -> None:
    """Have pokes sent beside the tasks, over one connection of each process."""
    from games.matches.poke import send_from  # the apps are ready by now

    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="pokes", daemon=True).start()
    send_from(loop)


@heartbeat_sent.connect
def _live(**_facts: Any) -> None:
    """Note that this worker hears the broker, where somebody may look for it."""
    if role := os.environ.get(alive.ROLE):
        alive.note(paths.data_dir(), role)


@worker_ready.connect
def _catch_up(sender: Any, **_facts: Any) -> None:
    """Ask for the turns that computer players owe since their worker died or the queue was lost."""
    if "bots" in sender.app.amqp.queues.consume_from:
        sender.app.send_task(
            "games.matches.tasks.sweep_computer_turns",
            kwargs={"waited": 0},
            queue="default",
            expires=60,
        )
