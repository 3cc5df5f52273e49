"""The rules of a play once more, as slowly and as plainly as can be: every word everywhere.

It shares nothing with the game but the shape of its states and its options.
"""

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Oracle:
    """All plays of a position and their points, found by trying each word on each line."""

    def __init__(self, words, options):
        self.words = {word.replace("qu", "q"): word for word in words if legal_qu(word)}
        self.masks = {word: mask_of(word) for word in self.words}
        self.options = options

    def plays(self, rows, rack):
        """Return {tiles: points}."""
        size = len(rows)
        tops = {
            (r, c): stack[-1] for r, row in enumerate(rows) for c, stack in enumerate(row) if stack
        }
        heights = {(r, c): len(stack) for r, row in enumerate(rows) for c, stack in enumerate(row)}
        found, old = {}, {word for cell in tops for word in words_through(tops, cell)}
        lines = [[(r, c) for c in range(size)] for r in range(size)]
        lines += [[(r, c) for r in range(size)] for c in range(size)]
        for line in lines:
            missing = ~mask_of([*(tops[cell] for cell in line if cell in tops), *rack])
            able = [word for word, mask in self.masks.items() if not mask & missing]
            for word in able:
                for start in range(size - len(word) + 1):
                    cells = line[start : start + len(word)]
                    tiles = self.tiles_for(word, cells, tops, rack)
                    if tiles:
                        points = self.points(tiles, tops, heights, old, size)
                        if points is not None:
                            found[tuple(sorted(tiles))] = points
        return found

    def tiles_for(self, word, cells, tops, rack):
        tiles = [
            (*cell, letter)
            for cell, letter in zip(cells, word, strict=True)
            if tops.get(cell) != letter
        ]
        needed = [letter for _, _, letter in tiles]
        if any(needed.count(letter) > rack.count(letter) for letter in needed):
            return None
        return tiles

    def points(self, tiles, tops, heights, old, size):
        """Return the points of tiles in one line without a gap, or None if a rule forbids them."""
        options = self.options
        laid = {(r, c): letter for r, c, letter in tiles}
        if any(heights[cell] >= options.height for cell in laid):
            return None
        if not tops:
            half = size // 2
            middle = {(half, half), (half - 1, half), (half, half - 1), (half - 1, half - 1)}
            if not middle & set(laid):
                return None
        elif not any((r + dr, c + dc) in tops for r, c in laid for dr, dc in (*SIDES, (0, 0))):
            return None
        if any(word <= laid.keys() for word in old):
            return None
        now = tops | laid
        formed = {word for cell in laid for word in words_through(now, cell)}
        for word in formed:
            if "".join(now[cell] for cell in sorted(word)) not in self.words:
                return None
        if len(tiles) == 1 and self.only_pluralises(tiles[0], tops, now, old, formed):
            return None
        total = sum(self.word_points(word, now, laid, heights) for word in formed)
        return total + (options.bonus if len(tiles) == options.rack else 0)

    def word_points(self, word, now, laid, heights):
        grown = [heights[cell] + (cell in laid) for cell in word]
        if max(grown) > 1:
            return sum(grown)
        bonus = self.options.qu * any(now[cell] == "q" for cell in word)
        return self.options.flat * len(word) + bonus

    def only_pluralises(self, tile, tops, now, old, formed):
        row, column, letter = tile
        if letter != "s" or (row, column) in tops:
            return False
        for word in formed:
            before = word - {(row, column)}
            last = max(before)
            if max(word) != (row, column) or before not in old or now[last] == "s":
                return False
        return True


def mask_of(letters):
    mask = 0
    for letter in letters:
        mask |= 1 << ord(letter)
    return mask


def legal_qu(word):
    return "q" not in word.replace("qu", "")


def words_through(tops, cell):
    """Yield the cells of each word of two letters or more in which a cell lies."""
    for down, right in ((0, 1), (1, 0)):
        cells = {cell}
        for way in (1, -1):
            r, c = cell
            while (r := r + way * down, c := c + way * right) in tops:
                cells.add((r, c))
        if len(cells) > 1:
            yield frozenset(cells)
