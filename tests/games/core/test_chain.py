"""A log as a chain: a change anywhere shows in every hash after it."""

import hashlib
import hmac

from games.core.log import chain

AGREED = {
    "match": "m",
    "game": "g",
    "rules_version": 1,
    "options": {"b": 1, "a": "é"},
    "players": 2,
}
FIRST = chain.begin("c" * 64, AGREED | {"more": "is not looked at"})


def entry(ply: int, **facts: object) -> dict[str, object]:
    told = {"ply": ply, "player": 0, "actor": "human", "said": "a", "events": []}
    return told | {"played_at": "2026-03-01T12:00:00+00:00", "proof": "p"} | facts


def hashes_of(entries: list[dict[str, object]]) -> list[str]:
    hashes = [FIRST]
    for one in entries:
        hashes.append(chain.link(hashes[-1], one))
    return hashes[1:]


def test_the_formula_is_the_one_of_the_docs() -> None:
    agreed = '{"game":"g","match":"m","options":{"a":"é","b":1},"players":2,"rules_version":1}'
    first = hashlib.sha256(f'["{"c" * 64}",{agreed}]'.encode()).hexdigest()
    assert first == FIRST
    message = b'tilepost/proof/3\n[{"type":"Pass"},"pass"]'
    made = hmac.new(b"secret", message, hashlib.sha256).hexdigest()
    assert chain.proof(b"secret", 3, {"type": "Pass"}, "pass") == made


def test_what_is_changed_is_found_where_it_was_changed() -> None:
    entries = [entry(ply) for ply in range(1, 6)]
    hashes = hashes_of(entries)
    assert chain.problems(FIRST, entries, hashes) == []
    for name in chain.TOLD:
        changed = [*entries[:2], entries[2] | {name: 99}, *entries[3:]]
        assert chain.problems(FIRST, changed, hashes) == [3]
    assert chain.problems(FIRST, entries[:2] + entries[3:], hashes[:2] + hashes[3:]) == [3]
    assert chain.problems(FIRST, entries[1:], hashes[1:]) == [1]


def test_a_chain_written_again_has_another_seal() -> None:
    entries = [entry(ply) for ply in range(1, 6)]
    result = {"ended": "over", "scores": [3, 4], "places": [2, 1], "finished_at": "now"}
    seal = chain.seal(hashes_of(entries)[-1], result)
    forged = hashes_of([entries[0] | {"said": "b"}, *entries[1:]])
    assert chain.seal(forged[-1], result) != seal
    assert chain.seal(hashes_of(entries)[-1], result | {"scores": [4, 4]}) != seal
