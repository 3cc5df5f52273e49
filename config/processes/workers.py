"""What a process of the workers does beside its tasks: it counts, and marks what it logs."""

import gc
from collections.abc import Sequence
from typing import Any

from celery.signals import (
    setup_logging,
    task_failure,
    task_postrun,
    task_prerun,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
    worker_shutdown,
)

from config.processes import tracing

_keeping: list[Any] = []


@worker_process_init.connect
@worker_ready.connect
def _count(sender: Any = None, **_facts: Any) -> None:
    """Have what a process counts kept; one that only forks others counts nothing."""
    from celery.concurrency.prefork import TaskPool

    from config.meters.keeping import Keeping  # the apps are ready by now

    if not isinstance(getattr(sender, "pool", None), TaskPool):
        _keeping.append(Keeping())


@worker_process_shutdown.connect
@worker_shutdown.connect
def _stop_counting(**_facts: Any) -> None:
    while _keeping:
        _keeping.pop().stop()


@worker_process_init.connect
@worker_ready.connect
def _keep_what_is_loaded(**_facts: Any) -> None:
    """Have Python look for what it can forget only among what is new.

    Otherwise it looks through everything now and then, for a tenth of a second, and a computer
    player's time may run out meanwhile.
    """
    gc.freeze()


@setup_logging.connect
def _leave_logs_alone(**_facts: Any) -> None:
    """Have the settings say what is logged, and not the library."""


@task_failure.connect
def _note_failure(sender: Any = None, args: Sequence[Any] = (), **_facts: Any) -> None:
    """Have a task that fails shown to the host: that it began says nothing of how it ended."""
    from accounts.edge.clock import read_clock  # the apps are ready by now
    from config.meters import queues

    queues.put_off(sender.name.rpartition(".")[2], tuple(args), now=read_clock())


@task_prerun.connect
def _trace(task_id: str = "", **_facts: Any) -> None:
    tracing.begin_task(task_id)


@task_postrun.connect
def _forget_trace(**_facts: Any) -> None:
    tracing.begin_task("")
