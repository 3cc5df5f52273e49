"""The program: a site in a folder of its own, filled, measured and thrown away."""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path


def main() -> int:
    """Fill a site, print what its pages cost, and fail if one is slow or reads a table whole."""
    parser = argparse.ArgumentParser(prog="python -m tools.large", description=__doc__)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--finished", type=int, default=50_000)
    parser.add_argument("--running", type=int, default=5_000)
    parser.add_argument("--again", type=int, default=3, help="times each person looks at each page")
    parser.add_argument("--data", type=Path, help="a folder to keep; it is filled only once")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tilepost-large-", dir="/var/tmp") as folder:
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["TILEPOST_DATA"] = str(chosen.data or folder)
        Path(folder).chmod(0o755)
        from tools.large import run  # settings look for their folder when they're read

        began = time.perf_counter()
        slow = run.run(chosen.people, chosen.finished, chosen.running, chosen.again)
        print(f"\nAll of it took {time.perf_counter() - began:.0f} s.")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
