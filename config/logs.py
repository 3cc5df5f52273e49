"""What the site writes into its logs: never a secret that an address or a mail carries.

The links of mails act for whoever has them, and so do an invitation to a table, the address of a
calendar, an address to answer to, and a session. Whoever reads a log should not be able to. So
every record of this process is looked at as it is made, whichever logger it is for.
"""

import logging
import logging.config
import re
from typing import Any

HIDDEN = "[hidden]"
REFUSALS = "django.security."  # what was refused is told in a line: it is no fault of the site
_SLASH = "(?:/|%(?:25)*2F)"  # also as it stands in the `next` of a page to sign in by
# Each is what goes before a secret, the secret, and nothing else.
SECRETS = (
    rf"({_SLASH}(?:seat|turn|vacancy|u|calendar){_SLASH})([^/\s?#\"'<>]{{10,}})",
    rf"({_SLASH}tables?{_SLASH})([\w-]{{8,}})",
    rf"({_SLASH}(?:confirm-email|password{_SLASH}reset{_SLASH}key){_SLASH})([^/\s?#\"'<>]{{10,}})",
    r"([?&](?:code|key|token)=)([^&\s\"']+)",
    r"(\b(?:move|offer|bounce)\+)([a-z0-9]{20,}(?=@))",
    r"(\b(?:session|csrf|sessionid|csrftoken|messages)=)([^;\s\"',]+)",
    r"(\bAuthorization: \w+ )(\S+)",
    r"(\bDETAIL:\s+Key .*?\)=\()(.*?)(?=\) )",  # of the database: what somebody else has too
)
_SECRET = re.compile("|".join(SECRETS), re.IGNORECASE)
_make = logging.LogRecord


def configure(settings: dict[str, Any]) -> None:
    """Set logging up as the settings say, and have it hide what is secret."""
    logging.setLogRecordFactory(_record)
    logging.config.dictConfig(settings)


def hide(text: str) -> str:
    """Return a text with ``[hidden]`` in place of each secret in it."""
    return _SECRET.sub(_hidden, text)


def _hidden(found: re.Match[str]) -> str:
    before = next(group for group in found.groups() if group is not None)
    return before + HIDDEN


def _record(*args: Any, **kwargs: Any) -> logging.LogRecord:
    record = _make(*args, **kwargs)
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
