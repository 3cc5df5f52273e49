"""The run; ``tools.bench`` starts it with a data folder of its own in the environment."""

import argparse
import sys
import time

import django

django.setup()

from config.local import paths  # noqa: E402
from tools.bench import leagues, machine, report, thinking  # noqa: E402
from tools.bench.peers import boardgame  # noqa: E402
from tools.bench.peers import words as word_peers  # noqa: E402
from tools.bench.site import scenarios  # noqa: E402
from tools.bench.site.people import People, verify  # noqa: E402
from tools.bench.site.server import Site  # noqa: E402
from tools.bench.words import moderation, plays  # noqa: E402


def say(text: str = "") -> None:
    """Print a line at once."""
    print(text, flush=True)


def run(plan: scenarios.Plan, *, with_peer: bool, judged: bool) -> int:
    """Measure everything, print it, and return the exit status."""
    peers: list[str] = []
    figures = measure_thinking(plan)
    with Site(paths.data_dir()) as site:
        figures |= measure_site(site, plan)
        tasks = plays.set_tasks(positions=plan.positions, hands=plan.hands)
        words = plays.measure(tasks)
        figures |= words.figures
        figures |= moderation.measure(quick=not judged)
        figures |= leagues.measure(quick=not judged)
        facts = machine.describe()
        folder = paths.data_dir()
        facts.append(("Disk", f"8 kB are written in {machine.sync_ms(folder):.2f} ms (median)"))
        if with_peer:
            peers = [
                boardgame.measure(folder / "peer", lanes=plan.lanes, seconds=plan.seconds),
                "For play-outs there is no peer: no package of PyPI or npm plays by these rules.",
                *word_peers.measure(folder / "words-peer", tasks, words),
            ]
        complaints = site.complaints()
    say()
    for name, value in facts:
        say(f"{name + ':':<12}{value}")
    say()
    say("\n".join([*report.table(figures, judged=judged), *peers]))
    if complaints:
        say(f"\nThe site's logs:\n{complaints}")
    poor = report.failing(figures) if judged else []
    for sentence in poor:
        say(sentence)
    say(report.last_line(figures))
    return 1 if poor else 0


def measure_thinking(plan: scenarios.Plan) -> dict[str, float]:
    """Measure rules and search, with the site not yet there."""
    say(f"Load of this machine before: {machine.load()}")
    return {
        "tilekingdom_playouts_per_s": thinking.playouts_per_s(seconds=plan.thinking),
        "hard_playouts_in_2s": thinking.hard_playouts(seconds=plan.thinking),
    }


def measure_site(site: Site, plan: scenarios.Plan) -> dict[str, float]:
    """Measure the running site; raise Difference if a move it said yes to is missing."""
    people = People(plan.lanes)
    crowd = scenarios.look_on(site, people, plan)
    say(f"{plan.sockets} sockets were open after {crowd.opened_s:.1f} s; {crowd.held} were held.")
    for end in crowd.ends:
        say(f"  One ended: {end}")
    free = scenarios.at_will(site, people, plan)
    say(f"At will: {free.moves_per_s:.0f} moves/s; {latencies(free)}; {per_move(free)}.")
    paced = scenarios.by_the_clock(site, people, plan)
    say(f"At {plan.rate:g} moves/s: {latencies(paced)}; {per_move(paced)}.")
    say(f"Load of this machine: {machine.load()}")
    began = time.monotonic()
    plies = verify(people.matches, free.answered | paced.answered)
    say(
        f"{len(people.matches)} matches with {plies} moves replay to what is stored, and no move "
        f"that was answered is missing ({time.monotonic() - began:.1f} s)."
    )
    return {
        "moves_per_s": free.moves_per_s,
        "move_p50_ms": report.percentile(paced.latencies, 0.5) * 1000,
        "move_p99_ms": report.percentile(paced.latencies, 0.99) * 1000,
        "sockets_held": crowd.held,
        "kb_per_socket": crowd.kb_each,
    }


def latencies(moves: scenarios.Moves) -> str:
    """Return median and 99% of a scenario's latencies in words."""
    half, most = (report.percentile(moves.latencies, share) * 1000 for share in (0.5, 0.99))
    return f"seen after {half:.1f} ms (median), {most:.1f} ms (99%)"


def per_move(moves: scenarios.Moves) -> str:
    """Return the processor time of a move in words."""
    used, count = moves.used, moves.moves / 1000
    return (
        f"processor time of a move: web {used.web / count:.2f} ms, "
        f"PostgreSQL {used.postgres / count:.2f} ms, all others {used.tasks / count:.2f} ms"
    )


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-peer", action="store_true")
    wishes = parser.parse_args()
    plan = scenarios.QUICK if wishes.quick else scenarios.Plan()
    return run(plan, with_peer=not (wishes.quick or wishes.no_peer), judged=not wishes.quick)


if __name__ == "__main__":
    sys.exit(main())
