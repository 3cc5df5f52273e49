"""With EMAIL_URL set, mails leave; the settings are read once, so a process of its own is asked."""

import json
import os
import subprocess
import sys

ASK = """
import json
from django.conf import settings as s
print(json.dumps([s.MAIL_LEAVES, s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_USE_TLS, s.EMAIL_TIMEOUT,
                  s.ACCOUNT_EMAIL_VERIFICATION, s.EMAIL_BACKEND]))
"""

SMTP = "django.core.mail.backends.smtp.EmailBackend"
KEPT = "accounts.notices.delivery.kept_mails.Backend"


def ask(**environment):
    answer = subprocess.run(
        [sys.executable, "-c", ASK],
        env=os.environ | environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(answer.stdout)


def test_with_a_mail_server_addresses_are_confirmed():
    found = ask(EMAIL_URL="smtp+tls://site:secret@mail.example:587")
    assert found == [True, "mail.example", 587, True, 20, "mandatory", SMTP]


def test_without_one_nobody_is_stuck():
    found = ask(EMAIL_URL="")
    assert (found[0], found[5], found[6]) == (False, "optional", KEPT)
