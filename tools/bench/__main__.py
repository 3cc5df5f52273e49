"""``python -m tools.bench``: run the measurements with a data folder of their own."""

import argparse
import os
import subprocess
import sys
import tempfile

from config.local import folders, paths
from config.local.errors import LocalError

# What would lead the measured site to other servers, or to another address, than its own.
FOREIGN = ("DATABASE_URL", "REDIS_URL", "SITE_URL", "EMAIL_URL", "ALLOWED_HOSTS")


def main() -> int:
    """Read the command line, run, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench",
        description="Measure how fast this machine plays: rules, computer players, and the whole "
        "site with a database of its own. The last line is JSON.",
    )
    parser.add_argument(
        "--quick", action="store_true", help="a few seconds of everything; no floors judged"
    )
    parser.add_argument(
        "--no-peer", action="store_true", help="do not install and measure other servers"
    )
    parser.parse_args()
    # On the disk of the real data, and never among them.
    home = paths.data_dir()
    try:
        folders.prepare(home)
    except LocalError as error:
        sys.exit(str(error))
    with tempfile.TemporaryDirectory(prefix="bench-", dir=home) as folder:
        env = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        own = {"TILEPOST_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        command = [sys.executable, "-m", "tools.bench.run", *sys.argv[1:]]
        return subprocess.run(command, cwd=paths.PROJECT, env=env | own, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
