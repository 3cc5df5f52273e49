#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    """Run the command given on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.local.errors import LocalError

    try:
        execute_from_command_line(sys.argv)
    except LocalError as error:  # the settings can't be read
        sys.exit(str(error))


if __name__ == "__main__":
    main()
