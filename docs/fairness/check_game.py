"""Draw again all that chance decided in a match, from its secret, and look for changes in its log.

    python3 check_game.py game.json [the fingerprint or the seal you noted]

Needs Python 3.10 or newer and nothing else. It ends with 0 if all agrees, with 1 if something
differs, with 2 if there is nothing to check yet. What it proves is told in docs/fairness.md.
"""

import hashlib
import hmac
import itertools
import json
import re
import struct
import sys
from collections import Counter, defaultdict

AGREED = ("match", "game", "rules_version", "options", "players")
TOLD = ("ply", "player", "actor", "said", "events", "played_at", "proof")
RESULT = ("ended", "scores", "places", "finished_at")


def written(value):
    """Return JSON in one way only: keys in order, no spaces, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def hashed(before, facts, names):
    """Return the hash of some facts after the one before."""
    return hashlib.sha256(written([before, {name: facts[name] for name in names}])).hexdigest()


def check_log(game):
    """Yield for each entry of the log, then for the result, what is wrong with them."""
    secret, points = bytes.fromhex(game["secret"]), Counter()
    last = hashed(game["commitment"], {**game, "players": len(game["players"])}, AGREED)
    for ply, entry in enumerate(game["log"], start=1):
        message = f"tilepost/proof/{ply}\n".encode() + written([entry["action"], entry["text"]])
        proof = hmac.new(secret, message, hashlib.sha256).hexdigest()
        wrong = [] if entry["ply"] == ply else ["it is not the next move"]
        wrong += [] if entry["proof"] == proof else ["something else was played"]
        wrong += [] if entry["hash"] == hashed(last, entry, TOLD) else ["it was told otherwise"]
        last = entry["hash"]
        for event in entry["events"]:
            points[event["player"]] += event["points"]
        yield wrong
    wrong = [] if game["seal"] == hashed(last, game, RESULT) else ["it was sealed otherwise"]
    made = [points[player] for player in range(len(game["players"]))]
    yield [*wrong, *([] if made == game["scores"] else [f"the points add up to {made}"])]


def chance(secret, stream, index):
    """Return a function that makes the next number of a stream one below n."""
    messages = (f"tilepost/{stream}/{index}/{block}".encode() for block in itertools.count())
    blocks = (hmac.new(secret, message, hashlib.sha256).digest() for message in messages)
    words = (word for block in blocks for word in struct.unpack(">4Q", block))
    return lambda n: next(word for word in words if word < 2**64 - 2**64 % n) % n


def offered(draw):
    """Return what a draw chooses from: (thing, number of the copy), a pair for every copy."""
    of = draw.get("of") or range(draw["below"])
    pairs = zip(of, draw.get("weights") or itertools.repeat(1), strict=False)
    return [(thing, copy) for thing, weight in pairs for copy in range(weight)]


def draw_again(below, draw):
    """Return the numbers that a draw takes and what comes of them, None if that cannot be."""
    if draw["kind"] == "order":
        order, taken = list(draw["of"]), []
        for last in range(len(order) - 1, 0, -1):
            taken.append(below(last + 1))
            order[last], order[taken[-1]] = order[taken[-1]], order[last]
        return taken, order
    tickets = offered(draw)
    there = draw.get("there", [len(tickets)])
    taken = [below(len(tickets)) for _ in there]
    fits = [tickets[number][1] < count for number, count in zip(taken, there, strict=True)]
    return taken, tickets[taken[-1]][0] if [*fits, True].index(True) == len(fits) - 1 else None


def things(value):
    """Return how often each thing lies in a part of a position; texts count by letter as well."""
    if isinstance(value, (dict, list)):
        return sum(map(things, value.values() if isinstance(value, dict) else value), Counter())
    return Counter([str(value), *(value if isinstance(value, str) and len(value) > 1 else "")])


def check_bag(draws, before, after):
    """Yield what is wrong between what was there, what was drawn and what is left."""
    was, now, drawn = Counter(before), Counter(after), Counter(draw["drawn"] for draw in draws)
    left = Counter(before)
    for draw in draws:
        tickets = offered(draw)
        of = Counter(thing for thing, _ in tickets if "there" not in draw)
        if list(of.items()) != [pair for pair in left.items() if pair[0] in of]:
            yield f"{draw['drawn']} was not drawn out of what was there"
        for number, count in zip(draw["numbers"], draw.get("there", []), strict=False):
            item, _ = tickets[number % len(tickets)]
            if not min(was[item], now[item]) <= count <= max(was[item], now[item] + drawn[item]):
                yield f"there were not {count} of {item}"
        left[draw["drawn"]] -= 1
    if any(now[item] < count - drawn[item] for item, count in was.items()):
        yield "something is gone that was not drawn"


def check_places(rule, draws, events, before, after):
    """Yield what was drawn and does not lie where it should."""
    after = dict(after, events=re.findall(r"\w+", " ".join(event["text"] for event in events)))
    single = [str(draw["drawn"]) for draw in draws if draw["kind"] != "order"]
    places = [after[name] for name in rule.get("into", [])]
    if None not in places and places and Counter(single) - things(places):
        yield f"{', '.join(Counter(single) - things(places))} does not lie where it should"
    tail = rule.get("tail")
    if tail and list(after[tail]) != [*(before or {tail: ""})[tail], *single][-len(after[tail]) :]:
        yield f"the {tail} did not go on with what was drawn"
    for order in [list(draw["drawn"]) for draw in draws if draw["kind"] == "order"]:
        for dealt in [after[name] for name in rule.get("dealt", [])]:
            for part in dealt if any(isinstance(one, list) for one in dealt) else [dealt]:
                if sorted(part) != sorted(order[: len(part)]):
                    yield "it was not dealt in this order"
                del order[: len(part)]


def check_ply(game, entry, earlier, after):  # noqa: C901 - one question after the other
    """Yield what is wrong with a ply, with all positions before it, the last one last."""
    made, bags, before = defaultdict(list), defaultdict(list), [None, *earlier][-1]
    for stream in entry["streams"]:
        below = chance(bytes.fromhex(game["secret"]), stream["stream"], stream["index"])
        for draw in stream["draws"]:
            made[stream["stream"]].append(draw)
            if draw_again(below, draw) != (draw["numbers"], draw["drawn"]):
                yield f"{draw['drawn']} does not follow from the secret"
    for name, rule in game["chance"].items():
        yield from check_places(rule, made[name], entry["events"], before, after)
        bags[rule.get("out_of")] += [draw for draw in made[name] if draw["kind"] != "order"]
    for bag, draws in bags.items() if before else []:
        yield from check_bag(draws, before[bag], after[bag]) if bag else []
    if entry.get("action", {}).get("type") == "TakeBack":
        to, before = entry["action"]["to"], after
        drew = {one["stream"] for one in game["log"][entry["ply"] - 2]["streams"]} - {"timeout"}
        if drew or not 0 <= to == len(earlier) - 2 or after != earlier[to]:
            yield "it is not just the last move that was taken back, or that drew something"
    if before and entry["player"] != before["to_move"]:
        yield "someone else was to move"
    if entry["actor"] == "clock":
        due = {"text": entry["text"], "action": entry["action"]}
        drawn = made["timeout"][-1]["drawn"] if made["timeout"] else entry["text"]
        if entry.get("due") != due or drawn != entry["text"]:
            yield "the clock had to play something else"


def check(game, noted=None):
    """Yield (what, what is wrong with it) for the secret, then for every ply from the start."""
    known = hashlib.sha256(bytes.fromhex(game["secret"])).hexdigest()
    wrong = [] if known == game["commitment"] else ["it has not the fingerprint of the match"]
    if noted not in (None, known, game.get("seal")):
        wrong += ["neither its fingerprint nor its seal is what you noted"]
    yield f"Secret {game['secret']}", [*wrong, *game.get("problem", "").splitlines()]
    start = game.get("start", {"position": {}})
    first = dict(start, ply=0, actor="", text="the start", events=start["position"].get("events"))
    positions, log = [], check_log(game)
    for entry in [first, *game["log"]] if "start" in game else []:
        after = {**(positions[-1] if positions else {}), **entry["position"], "events": None}
        draws = [str(draw["drawn"]) for stream in entry["streams"] for draw in stream["draws"]]
        what = f"{entry['ply']}. {entry['text']}" + " -> " * bool(draws) + ", ".join(draws)
        yield what, [*(next(log) if positions else []), *check_ply(game, entry, positions, after)]
        positions.append(after)
    if positions:
        yield f"Result {game['scores']}, seal {game['seal']}", next(log)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        match = json.load(file)
    if not match["secret"]:
        print(f"It is not over. Note the fingerprint of its secret: {match['commitment']}")
        sys.exit(2)
    differs = False
    for row, problems in check(match, *sys.argv[2:]):
        print(f"{'WRONG' if problems else 'ok   '} {row}", *problems, sep="; ")
        differs |= bool(problems)
    if differs:
        sys.exit(print("Something differs.") or 1)
    print("All agrees: every draw follows from the secret, and the moves and the result are those")
    print(
        "that were told while the match was played. Not checked: whether the rules allow each move"
    )
    print("(manage.py replay --file does that), and what happened to seats and clocks in between.")
