"""Builds the packed graph of a word list; the same words always give the same bytes.

Sorted words are added one by one. What two neighbours share at their beginning stays open; the
rest of the earlier one can no longer change, so its nodes are closed, and a closed node equal to
one seen before is replaced by it. Then every node gets a number such that the cells of its letters
are free.
"""

import array
import hashlib
from collections.abc import Iterable, Mapping, Sequence

from games.core.table.words import FORM, HEADER, INDEX, MARK, WORD_ENDS, A, Words

# A closed node: its mask, then the indices of its children in the order of their letters.
Node = tuple[int, ...]
OUT_OF_REACH = 256  # any byte asked for must lie within the arrays


def checksum(words: Iterable[str]) -> str:
    """Return the SHA-256 of sorted words, one a line: the name of a list's content."""
    return hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()


def words_of(words: Iterable[str], everyday: Words | None = None) -> Words:
    """Return a list of these words, for tests and small tools."""
    return Words(pack(sorted(set(words))), everyday=everyday)


def pack(words: Sequence[str], indexes: Mapping[str, bytes] | None = None) -> bytes:
    """Return the packed graph of sorted, distinct words of letters a to z, and games' indexes."""
    nodes = _minimal(words)
    numbers, size = _place(nodes)
    masks = array.array("I", bytes(4 * (max(numbers) + 1)))
    cells = array.array("I", bytes(4 * size))
    for number, node in zip(numbers, nodes, strict=True):
        masks[number] = node[0]
        for code, child in zip(_codes(node[0]), node[1:], strict=True):
            cells[number + code] = numbers[child] << 8 | code
    more = b"".join(
        INDEX.pack(slug.encode(), len(index)) + index for slug, index in (indexes or {}).items()
    )
    body = masks.tobytes() + cells.tobytes() + more
    return (
        HEADER.pack(
            MARK,
            FORM,
            numbers[-1],
            len(masks),
            len(cells),
            len(words),
            len(more),
            bytes.fromhex(checksum(words)),
            hashlib.sha256(body).digest(),
        )
        + body
    )


def _minimal(words: Sequence[str]) -> list[Node]:
    """Return the nodes of the smallest graph, children before parents, the root last."""
    closed: dict[Node, int] = {}
    path: list[list[int]] = [[0]]  # the open nodes along the word added last

    def close(length: int) -> None:
        while len(path) > length:
            node = tuple(path.pop())
            path[-1].append(closed.setdefault(node, len(closed)))

    before = ""
    for word in words:
        shared = 0
        for ours, theirs in zip(word, before, strict=False):
            if ours != theirs:
                break
            shared += 1
        close(shared + 1)
        for letter in word[shared:]:
            path[-1][0] |= 1 << (ord(letter) - A)
            path.append([0])
        path[-1][0] |= WORD_ENDS
        before = word
    close(1)
    return [*closed, tuple(path[0])]


def _codes(mask: int) -> list[int]:
    return [A + index for index in range(26) if mask >> index & 1]


def _place(nodes: list[Node]) -> tuple[list[int], int]:
    """Return the number of each node and how many cells there are; most letters come first."""
    room = bytearray(A + 2 * sum(map(len, nodes)) + OUT_OF_REACH)  # 1 where a cell is taken
    taken = bytearray(len(room))  # 1 where a number is
    taken[0] = 1  # NOWHERE
    numbers = [0] * len(nodes)
    since: dict[int, int] = {}  # number of letters -> where room for so many may still be
    for index in sorted(range(len(nodes)), key=lambda index: (-len(nodes[index]), index)):
        codes = _codes(nodes[index][0])
        number = _free(codes, room, taken, since.get(len(codes), 1))
        since[len(codes)] = max(1, number - 64)
        taken[number] = 1
        for code in codes:
            room[number + code] = 1
        numbers[index] = number
    return numbers, max(numbers) + OUT_OF_REACH


def _free(codes: list[int], room: bytearray, taken: bytearray, start: int) -> int:
    """Return the first number from ``start`` that is not taken and whose cells are free."""
    if not codes:
        return taken.find(0, start)
    first, *others = codes
    cell = start + first
    while True:
        cell = room.find(0, cell)
        number = cell - first
        if not taken[number] and not any(room[number + code] for code in others):
            return number
        cell += 1
