"""What the site writes into its logs: never a secret that an address or a mail carries.

The links of mails act for whoever has them, and so do an invitation to a table, the address of a
calendar, an address to answer to, and a session. Whoever reads a log should not be able to. So
every record of this process is looked at as it is made, whichever logger it is for.

What goes wrong again and again is told once a minute, with how often it did: the first cause is to
still be found in a log of a few megabytes.

A line is for people or, as JSON, for programs. What is told of people is their numbers: no names,
addresses or mails, and of pages their kind and not their address.
"""

import logging
import logging.config
import math
import re
import time
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from pythonjsonlogger.orjson import OrjsonFormatter
from typing_extensions import override

from config.processes import tracing

HIDDEN = "[hidden]"
REFUSALS = "django.security."  # what was refused is told in a line: it is no fault of the site
# What addresses begin with that go on with a secret or a person's name. A proxy hides all that
# follows: the same stands in the Caddyfile, and for nginx in docs/hosting/servers.md.
BEARING = (
    "seat|turn|vacancy|u|calendar|tables?|study|people|ws/table|accounts/confirm-email"
    "|accounts/password/reset/key|account/addresses/confirm"
)
_SLASH = "(?:/|%(?:25)*2F)"  # also as it stands in the `next` of a page to sign in by
# Each is what goes before a secret, the secret, and nothing else.
SECRETS = (
    rf"({_SLASH}(?:seat|turn|vacancy|u|calendar|confirm){_SLASH})([^/\s?#\"'<>]{{10,}})",
    rf"({_SLASH}(?:tables?|study){_SLASH})([\w-]{{8,}})",
    rf"({_SLASH}(?:confirm-email|password{_SLASH}reset{_SLASH}key){_SLASH})([^/\s?#\"'<>]{{10,}})",
    rf"({_SLASH}people{_SLASH}(?!(?:find|reports){_SLASH}))([\w.-]+)(?={_SLASH})",  # their names
    r"([?&](?:code|key|token)=)([^&\s\"']+)",
    r"(\b(?:move|offer|bounce)\+)([a-z0-9]{20,}(?=@))",
    r"(\b(?:session|csrf|sessionid|csrftoken|messages|known-device)=)([^;\s\"',]+)",
    r"(\bAuthorization: \w+ )(\S+)",
    r"(\bDETAIL:\s+Key .*?\)=\()(.*?)(?=\) )",  # of the database: what somebody else has too
)
RARELY, MOST_TOLD = 60.0, 1000  # seconds; different lines
# These would tell of every task, or the addresses of people's mails and devices.
QUIET = ("celery", "kombu", "mail", "urllib3")
_SECRET = re.compile("|".join(SECRETS), re.IGNORECASE)
_make = logging.LogRecord


_events = logging.getLogger("tilepost.events")


class Json(OrjsonFormatter):
    """One object for each line, with the facts of an event and nothing else of its record."""

    @override
    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        log_data |= {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **message_dict,
            **dict(filter(None, [tracing.current()])),
            **getattr(record, "facts", {}),
        }

    @override
    def formatException(self, ei: Any) -> str:
        return hide(str(super().formatException(ei)))


Json.converter = time.gmtime


class Rarely(logging.Filter):
    """Lets a warning that comes again word for word through once a minute, and says how often."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[Any, ...], list[float]] = {}  # since when, and how often since then

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is to be logged, and add to it what was not."""
        if record.levelno < logging.WARNING:
            return True
        kind = record.exc_info[0] if record.exc_info else None
        said = record.name, record.getMessage(), kind
        since, unsaid = self._told.get(said, (-math.inf, 0))
        if record.created - since < RARELY:
            self._told[said] = [since, unsaid + 1]
            return False
        if len(self._told) >= MOST_TOLD:
            self._told.clear()
        self._told[said] = [record.created, 0]
        if unsaid:
            record.trace = f"{getattr(record, 'trace', '')} [and {unsaid:g} times more since then]"
            record.facts = {**getattr(record, "facts", {}), "unsaid": int(unsaid)}
        return True


def settings(*, level: str, kind: str) -> dict[str, Any]:
    """Return what Django is told: how much is logged, and as ``plain`` lines or as ``json``."""
    formatters = {
        "plain": {"format": "{asctime} {levelname} {name}: {message}{trace}", "style": "{"},
        "json": {"()": "config.processes.logs.Json"},
    }
    if kind not in formatters:
        raise ImproperlyConfigured(f"LOG_FORMAT has to be plain or json, not {kind!r}.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "filters": {"rarely": {"()": "config.processes.logs.Rarely"}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": kind,
                "filters": ["rarely"],
            }
        },
        "root": {"handlers": ["console"], "level": level.upper()},
        "loggers": {
            "django.request": {"level": "ERROR"},
            **{name: {"level": "WARNING"} for name in QUIET},
        },
    }


def tell(event: str, **facts: object) -> None:
    """Log something that people did with accounts or the administration: no personal data."""
    said = "".join(f" {name}={value}" for name, value in facts.items())
    _events.info("%s%s", event, said, extra={"facts": {"event": event, **facts}})


def configure(settings: dict[str, Any]) -> None:
    """Set logging up as the settings say, and have it hide what is secret."""
    logging.setLogRecordFactory(_record)
    # Programs that read the log are told of warnings in lines of their kind.
    logging.captureWarnings(settings["handlers"]["console"]["formatter"] == "json")
    logging.config.dictConfig(settings)


def hide(text: str) -> str:
    """Return a text with ``[hidden]`` in place of each secret in it."""
    return _SECRET.sub(_hidden, text)


def _hidden(found: re.Match[str]) -> str:
    before = next(group for group in found.groups() if group is not None)
    return before + HIDDEN


def _record(*args: Any, **kwargs: Any) -> logging.LogRecord:
    record = _make(*args, **kwargs)
    record.trace = " [{}={}]".format(*mark) if (mark := tracing.current()) else ""
    if record.name.startswith(REFUSALS):
        record.exc_info = None
    try:
        _clean(record)
    except Exception:  # noqa: BLE001 - what is logged wrongly is for logging itself to tell
        return record
    return record


def _clean(record: logging.LogRecord) -> None:
    # Some formatters ask for the single values, as that of the server's access log does.
    if isinstance(record.args, tuple):
        record.args = tuple(hide(one) if isinstance(one, str) else one for one in record.args)
    message = record.getMessage()
    if (hidden := hide(message)) != message:
        record.msg, record.args = hidden, ()
    if record.exc_info and record.exc_info[0] is not None:
        told = logging.Formatter().formatException(record.exc_info)
        if (hidden := hide(told)) != told:
            record.exc_text = hidden
