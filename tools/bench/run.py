"""The run; ``tools.bench`` starts it with a data folder of its own in the environment."""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import django

django.setup()

from config.local import paths  # noqa: E402
from tools.bench import leagues, machine, report, reviews, thinking  # noqa: E402
from tools.bench.peers import boardgame  # noqa: E402
from tools.bench.peers import words as word_peers  # noqa: E402
from tools.bench.site import scenarios, sizes  # noqa: E402
from tools.bench.site.deadlines import lateness  # noqa: E402
from tools.bench.site.people import People, verify  # noqa: E402
from tools.bench.site.server import Site  # noqa: E402
from tools.bench.words import moderation, plays  # noqa: E402

Figures = dict[str, float]


def say(text: str = "") -> None:
    """Print a line at once."""
    print(text, flush=True)


def run(plan: scenarios.Plan, *, with_peer: bool, judged: bool) -> int:
    """Measure everything, print it, and return the exit status."""
    peers: list[str] = []
    figures = measure_thinking(plan)
    folder = paths.data_dir()
    with Site(folder) as site:
        figures |= measure_site(site, plan)
        tasks = plays.set_tasks(positions=plan.positions, hands=plan.hands)
        words = plays.measure(tasks)
        figures |= words.figures
        figures |= moderation.measure(quick=not judged)
        figures |= leagues.measure(quick=not judged)
        facts = machine.describe()
        facts.append(("Disk", f"8 kB are written in {machine.sync_ms(folder):.2f} ms (median)"))
        if with_peer:
            peers = measure_peers(folder, plan, figures, tasks, words)
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


def measure_thinking(plan: scenarios.Plan) -> Figures:
    """Measure rules and search, with the site not yet there."""
    say(f"Load of this machine before: {machine.load()}")
    return {
        "tilekingdom_playouts_per_s": thinking.playouts_per_s(seconds=plan.thinking),
        "playouts_in_2s": thinking.playouts_in_2s(seconds=plan.thinking),
        "hard_lines_in_2s": thinking.hard_lines_in_2s(seconds=plan.thinking),
        **thinking.overruns_ms(seconds=plan.thinking / 4, positions=plan.punctual),
        **reviews.measure(matches=plan.reviews, looks=plan.looks),
    }


def measure_site(site: Site, plan: scenarios.Plan) -> Figures:
    """Measure the running site; raise Difference if a move it said yes to is missing."""
    people = People(plan.lanes)
    figures = measure_onlookers(site, people, plan)
    figures |= measure_moves(site, people, plan)
    figures["front_page_ms"] = _ms(scenarios.visit(site, "/", plan), 0.5)
    figures |= count_statements()
    figures["deadlines_late_s"] = max(lateness(people, plan.deadlines))
    weigh(site, plan)
    return figures


def weigh(site: Site, plan: scenarios.Plan) -> None:
    """Say what a site needs: memory after all these moves, and disk for finished matches."""
    used = site.memories()
    told = ", ".join(f"{name} {size:.0f} MB" for name, size in sorted(used.items()))
    say(f"Memory now: {told}; {sum(used.values()):.0f} MB in all.")
    for size in sizes.of_matches(count=plan.finished):
        say(size.line())


def measure_onlookers(site: Site, people: People, plan: scenarios.Plan) -> Figures:
    """Measure pages of people who look on: many at several matches, and many at one."""
    crowd = scenarios.look_on(site, people, plan)
    say(f"{plan.sockets} sockets were open after {crowd.opened_s:.1f} s; {crowd.held} were held.")
    for end in crowd.ends:
        say(f"  One ended: {end}")
    seen = scenarios.before_all(site, people, plan)
    say(f"Before {plan.onlookers} onlookers, all {_latencies(seen)}.")
    return {
        "sockets_held": crowd.held,
        "kb_per_socket": crowd.kb_each,
        "onlookers_p50_ms": _ms(seen, 0.5),
    }


def measure_moves(site: Site, people: People, plan: scenarios.Plan) -> Figures:
    """Measure moves at will and by the clock, and see that none has been lost."""
    free = scenarios.at_will(site, people, plan)
    say(f"At will: {free.moves_per_s:.0f} moves/s; {_latencies(free.latencies)}; {_used(free)}.")
    paced = scenarios.by_the_clock(site, people, plan)
    say(f"At {plan.rate:g} moves/s: {_latencies(paced.latencies)}; {_used(paced)}.")
    say(f"Load of this machine: {machine.load()}")
    began = time.monotonic()
    plies = verify(people.matches, free.answered | paced.answered)
    say(
        f"{len(people.matches)} matches with {plies} moves replay to what is stored, and no move "
        f"that was answered is missing ({time.monotonic() - began:.1f} s)."
    )
    thousands = free.moves / 1000
    return {
        "moves_per_s": free.moves_per_s,
        "will_p99_ms": _ms(free.latencies, 0.99),
        "web_ms_a_move": free.used.web / thousands,
        "postgres_ms_a_move": free.used.postgres / thousands,
        "load_ms_a_move": free.own_s / thousands,
        "move_p50_ms": _ms(paced.latencies, 0.5),
        "move_p99_ms": _ms(paced.latencies, 0.99),
    }


def count_statements() -> Figures:
    """Count the statements of a move, in a process of its own that uses the site's servers."""
    command = [sys.executable, "-m", "tools.bench.one_move.statements"]
    done = subprocess.run(command, cwd=paths.PROJECT, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def measure_peers(
    folder: Path,
    plan: scenarios.Plan,
    figures: Figures,
    tasks: plays.Tasks,
    words: plays.Results,
) -> list[str]:
    """Measure packages of others: add what is judged to our figures, and return words."""
    theirs, told = boardgame.measure(folder / "peer", lanes=plan.lanes, seconds=plan.seconds)
    if theirs:
        figures["boardgame_moves_per_s"] = theirs
        figures["moves_to_boardgame"] = figures["moves_per_s"] / theirs
    return [
        told,
        "For play-outs there is no peer: no package of PyPI or npm plays by these rules.",
        *word_peers.measure(folder / "words-peer", tasks, words),
    ]


def _ms(seconds: list[float], share: float) -> float:
    return report.percentile(seconds, share) * 1000


def _latencies(seconds: list[float]) -> str:
    """Return median and 99% of latencies in words."""
    return f"seen after {_ms(seconds, 0.5):.1f} ms (median), {_ms(seconds, 0.99):.1f} ms (99%)"


def _used(moves: scenarios.Moves) -> str:
    """Return the processor time of a move in words."""
    used, thousands = moves.used, moves.moves / 1000
    return (
        f"processor time of a move: web {used.web / thousands:.2f} ms, "
        f"PostgreSQL {used.postgres / thousands:.2f} ms, all others {used.tasks / thousands:.2f} "
        f"ms, the load itself {moves.own_s / thousands:.2f} ms"
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
