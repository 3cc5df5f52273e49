"""Make every draw of a match again from its secret, and look for changes in its log.

    python3 check_game.py game.json [what you noted ...]

What you noted can be the fingerprint, the hash of a move, the seal, the site's key from elsewhere,
or the file of the same match that you downloaded earlier. All you need is Python 3.10 or newer. It
ends with 0 if everything agrees, with 1 if something differs, and with 2 if there is nothing to
check yet. docs/fairness.md says what it proves.
"""

import hashlib
import hmac
import itertools
import json
import os
import struct
import sys
from collections import Counter, defaultdict

AGREED = ("match", "game", "rules_version", "options", "players")
TOLD = ("ply", "player", "actor", "said", "events", "played_at", "proof")
RESULT = ("ended", "scores", "places", "finished_at")
AGREES = """The file is consistent. To be sure that the players were told the same, compare a value
you noted during the match, or get the site's key from somewhere else."""
UNCHECKED = """Only the signature covers the players' names and owners, who left and when (changes),
the title, address, state, clock and start of the match, its word list, where draws can be seen
(chance), and everything in the positions but what was drawn, the scores and whose turn it is.
Nothing here checks that every move follows the rules and did what players were told:
manage.py replay --file plays the moves again."""


def written(value):
    """Return JSON in one way only: keys in order, no spaces, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def hashed(before, facts, names):
    """Return the hash of some facts after the one before."""
    return hashlib.sha256(written([before, {name: facts[name] for name in names}])).hexdigest()


def check_log(game):
    """Yield what is wrong with each entry of the log as players were told it, then the result."""
    secret, named = bytes.fromhex(game["secret"]), bool(game["match"])
    last = hashed(game["commitment"], {**game, "players": len(game["players"])}, AGREED)
    for ply, entry in enumerate(game["log"], start=1):
        wrong = [] if entry["ply"] == ply else ["This isn't the next move."]
        if "text" in entry:
            message = f"tilepost/proof/{ply}\n".encode() + written([entry["action"], entry["text"]])
            proof = hmac.new(secret, message, hashlib.sha256).hexdigest()
            wrong += [] if entry["proof"] == proof else ["A different move was played."]
        if named or ply > 1:  # the first hash is made of the match's name
            told = entry["hash"] == hashed(last, entry, TOLD)
            wrong += [] if told else ["The players were told something different."]
        last = entry["hash"]
        yield wrong
    sealed = not (named or game["log"]) or game["seal"] == hashed(last, game, RESULT)
    yield [*([] if sealed else ["The seal belongs to a different result."]), *check_places(game)]


def check_places(game):
    """Yield what is wrong with the places, where they follow from the scores alone."""
    left = [one for one in game["changes"] if one["kind"] in ("resigned", "lost")]
    if game["ended"] == "over" and len(game["players"]) > 1 and not left:
        scores = game["scores"]
        if game["places"] != [1 + sum(each > one for each in scores) for one in scores]:
            yield "The places don't match the scores."


# --- The signature: Ed25519 as RFC 8032 has it, on points as pairs of numbers ---------------------

PRIME, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME


def point_of(data):
    """Return the point that 32 bytes stand for; raise ValueError if there is none."""
    number = int.from_bytes(data, "little")
    odd, y = number >> 255, number % 2**255
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if len(data) != 32 or y >= PRIME or (x * x - square) % PRIME or (x == 0 and odd):
        raise ValueError("no point")
    return (x if x % 2 == odd else PRIME - x), y


def added(one, other):
    """Return the sum of two points."""
    product = CURVE * one[0] * other[0] * one[1] * other[1]
    x = (one[0] * other[1] + one[1] * other[0]) * pow(1 + product, -1, PRIME)
    y = (one[1] * other[1] + one[0] * other[0]) * pow(1 - product, -1, PRIME)
    return x % PRIME, y % PRIME


def times(number, point):
    """Return a point added to itself so many times."""
    total = (0, 1)
    for bit in f"{number:b}":
        total = added(total, total)
        total = added(total, point) if bit == "1" else total
    return total


def is_signed(game):
    """Tell whether the file is, in all its parts, what its key signed."""
    facts = {name: value for name, value in game.items() if name != "signature"}
    base = point_of((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))
    try:
        key, signature = bytes.fromhex(game["key"]), bytes.fromhex(game["signature"])
        first, point = point_of(signature[:32]), point_of(key)
    except ValueError:
        return False
    message = signature[:32] + key + b"tilepost/file\n" + written(facts)
    digest = int.from_bytes(hashlib.sha512(message).digest(), "little")
    number = int.from_bytes(signature[32:], "little")
    return number < ORDER and times(number, base) == added(first, times(digest, point))


# --- Draws and positions --------------------------------------------------------------------------


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
            yield f"{draw['drawn']} wasn't there to be drawn."
        for number, count in zip(draw["numbers"], draw.get("there", []), strict=False):
            item, _ = tickets[number % len(tickets)]
            if not min(was[item], now[item]) <= count <= max(was[item], now[item] + drawn[item]):
                yield f"{count} is the wrong number of {item}."
        left[draw["drawn"]] -= 1
    if any(now[item] < count - drawn[item] for item, count in was.items()):
        yield "Something is missing, though it was never drawn."


def check_seen(rule, draws, events, before, after):
    """Yield what was drawn and isn't where it should be."""
    after = dict(after, events=[event["facts"] for event in events])
    single = [str(draw["drawn"]) for draw in draws if draw["kind"] != "order"]
    places = [after[name] for name in rule.get("into", [])]
    if None not in places and places and Counter(single) - things(places):
        yield f"Not where it should be: {', '.join(Counter(single) - things(places))}."
    tail = rule.get("tail")
    if tail and list(after[tail]) != [*(before or {tail: ""})[tail], *single][-len(after[tail]) :]:
        yield f"The last items in {tail} don't match what was drawn."
    for order in [list(draw["drawn"]) for draw in draws if draw["kind"] == "order"]:
        for dealt in [after[name] for name in rule.get("dealt", [])]:
            for part in dealt if any(isinstance(one, list) for one in dealt) else [dealt]:
                if sorted(part) != sorted(order[: len(part)]):
                    yield "The dealing order was different."
                del order[: len(part)]


def check_ply(game, entry, earlier, after):  # noqa: C901 - one question after the other
    """Yield what is wrong with a ply, with all positions before it, the last one last."""
    made, bags, before = defaultdict(list), defaultdict(list), [None, *earlier][-1]
    if entry.get("action", {}).get("type") == "Undo":
        to, before = entry["action"]["to"], after
        people = [one for one in game["players"] if one["owner"] == "user"]
        if len(people) > 1 or not 0 <= to < len(earlier) - 1 or after != earlier[to]:
            yield "Only somebody who plays with computer players alone can go back like this."
    for stream in entry["streams"]:
        below = chance(bytes.fromhex(game["secret"]), stream["stream"], stream["index"])
        for draw in stream["draws"]:
            made[stream["stream"]].append(draw)
            if draw_again(below, draw) != (draw["numbers"], draw["drawn"]):
                yield f"{draw['drawn']} doesn't follow from the secret."
    for name, rule in game["chance"].items():
        yield from check_seen(rule, made[name], entry["events"], before, after)
        bags[rule.get("out_of")] += [draw for draw in made[name] if draw["kind"] != "order"]
    for bag, draws in bags.items() if before else []:
        yield from check_bag(draws, before[bag], after[bag]) if bag else []
    if entry.get("action", {}).get("type") == "TakeBack":
        to, before = entry["action"]["to"], after
        drew = {one["stream"] for one in game["log"][entry["ply"] - 2]["streams"]} - {"timeout"}
        if drew or not 0 <= to == len(earlier) - 2 or after != earlier[to]:
            yield "This took back more than one move, or a move that had drawn something."
    if before and entry["player"] != before["to_move"]:
        yield "It was someone else's turn."
    if entry["actor"] == "clock":
        due = {"text": entry["text"], "action": entry["action"]}
        drawn = made["timeout"][-1]["drawn"] if made["timeout"] else entry["text"]
        if entry.get("due") != due or drawn != entry["text"]:
            yield "The clock should have made a different move."


def check_points(points, entry, after):
    """Yield what is wrong with the scores of a position; ``points`` are those told before it."""
    for event in entry["events"]:
        points[event["player"]] += event["points"]
    made = [points[player] for player in range(len(scores_of(after)))]
    if made != scores_of(after):
        yield f"The points add up to {made}."


def scores_of(position):
    """Return the scores as a position has them; a game for one has a single one."""
    return position["scores"] if "scores" in position else [position["score"]]


def values_of(game):
    """Return what can be noted of a match: fingerprint, hashes, and the seal when it is over."""
    return [game["commitment"], *(entry["hash"] for entry in game["log"]), game["seal"]]


def check(game, *noted):
    """Yield (what, what is wrong with it): secret, signature, every ply from the start, result."""
    known = hashlib.sha256(bytes.fromhex(game["secret"])).hexdigest()
    wrong = [] if known == game["commitment"] else ["The secret and its fingerprint don't match."]
    there = [*values_of(game), game["signature"] and game["key"]]
    missing = [value for value in noted if value not in there]
    wrong += [f"The file doesn't contain what you noted: {value}" for value in missing]
    yield f"Secret {game['secret']}", [*wrong, *game.get("problem", "").splitlines()]
    if game["signature"]:
        wrong = [] if is_signed(game) else ["The file was changed after it was signed."]
        yield f"Signature by {game['key']}", wrong
    entries, positions, log, points = list(game["log"]), [], check_log(game), Counter()
    if "start" in game:
        events = game["start"]["position"]["events"]
        entries.insert(0, dict(game["start"], actor="", text="the start", events=events))
    for ply, entry in enumerate(entries, start=1 + len(game["log"]) - len(entries)):
        wrong = next(log) if ply else []
        draws = [str(draw["drawn"]) for one in entry.get("streams", []) for draw in one["draws"]]
        if "start" in game:
            after = {**(positions[-1] if positions else {}), **entry["position"], "events": None}
            wrong += check_ply(game, entry, positions, after)
            wrong += check_points(points, entry, after)
            positions.append(after)
        what = f"{ply}. {entry.get('text', entry.get('said'))}"
        yield what + " -> " * bool(draws) + ", ".join(draws), wrong
    wrong = next(log)
    if positions and scores_of(positions[-1]) != game["scores"]:
        wrong += ["The scores don't match the last position."]
    yield f"Result {game['scores']}, seal {game['seal']}", wrong


def bound(game, noted):
    """Say how far a file without a fault is bound by what was noted."""
    plies = [ply for ply, entry in enumerate(game["log"], start=1) if entry["hash"] in noted]
    if game["signature"] and game["key"] in noted:
        return "All of it was signed with the key you gave."
    if game["seal"] in noted:
        return "Its moves and result match the seal you noted."
    if plies:
        return f"Up to move {plies[-1]} it matches what you noted, and what follows is consistent."
    if game["commitment"] in noted:
        return f"Its draws match the fingerprint you noted. {AGREES}"
    return AGREES


def unchecked(game):
    """Yield what was not checked, in words."""
    if not game["signature"]:
        yield "The file isn't signed."
    if "start" not in game:
        yield f"We didn't check its draws or positions. {game['not_replayed']}"
    if not game["match"]:
        yield "The file doesn't say which match it's from, so we couldn't check the first hash."
    yield UNCHECKED


def noted_values(arguments):
    """Return what somebody noted: values as they are, and those of files downloaded earlier."""
    for argument in arguments:
        if not os.path.exists(argument):
            yield argument.strip().lower()
            continue
        with open(argument, encoding="utf-8") as earlier:
            yield from filter(None, values_of(json.load(earlier)))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        match = json.load(file)
    if not match["secret"]:
        print(f"The match isn't over. Make a note of its fingerprint: {match['commitment']}")
        sys.exit(2)
    differs, noticed = False, list(noted_values(sys.argv[2:]))
    for row, problems in check(match, *noticed):
        print(f"{'WRONG' if problems else 'ok   '} {row}", *problems, sep="; ")
        differs |= bool(problems)
    if differs:
        sys.exit(print("Something differs.") or 1)
    print(bound(match, noticed), *unchecked(match), sep="\n")
