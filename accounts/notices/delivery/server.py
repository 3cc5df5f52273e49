"""The mail server: once it hasn't answered three times in a row, nobody asks it for a minute.

One that hangs would hold whoever asks for as long as we wait, and with them all that they could do
meanwhile. After the minute it's asked again, and if it still doesn't answer, left alone again.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Iterator
from smtplib import SMTPRecipientsRefused, SMTPResponseException

FAILURES, REST = 3, 60.0  # in a row; seconds

logger = logging.getLogger(__name__)


class _Server:
    """How often it failed in a row, and until when it is left alone, by the monotonic clock."""

    lock = threading.Lock()
    failures = 0
    until = 0.0


def rests() -> bool:
    """Tell whether the mail server is left alone just now."""
    return time.monotonic() < _Server.until


@contextlib.contextmanager
def asked() -> Iterator[None]:
    """Note whether the mail server answers what is asked of it in the block."""
    try:
        yield
    except (SMTPResponseException, SMTPRecipientsRefused):  # that is an answer
        _answered()
        raise
    except OSError:
        _failed()
        raise
    _answered()


def _answered() -> None:
    with _Server.lock:
        _Server.failures, _Server.until = 0, 0.0


def _failed() -> None:
    with _Server.lock:
        _Server.failures += 1
        if _Server.failures >= FAILURES:
            _Server.until = time.monotonic() + REST
            logger.warning("the mail server doesn't answer; mails wait for %.0f s", REST)
