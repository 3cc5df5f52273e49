"""What a process of the workers does before its first task."""

import gc

from config.processes.workers import _keep_what_is_loaded


def test_what_is_loaded_is_not_looked_through_while_a_computer_player_thinks() -> None:
    try:
        _keep_what_is_loaded()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
