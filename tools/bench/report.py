"""The figures, the floors they must not fall below, and how both are shown."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A figure to be judged: at least its floor, or at most its ceiling."""

    key: str
    label: str
    unit: str = ""
    floor: float | None = None
    ceiling: float | None = None

    def passes(self, value: float) -> bool:
        """Tell whether the value is good enough."""
        if self.floor is not None:
            return value >= self.floor
        return self.ceiling is None or value <= self.ceiling

    def limit(self) -> str:
        """Return the limit in words."""
        if self.floor is not None:
            return f">= {number(self.floor)}"
        return f"<= {number(self.ceiling)}" if self.ceiling is not None else ""

    def ratio(self, value: float) -> str:
        """Return how many times better than the limit the value is."""
        if self.floor is not None:
            return f"{value / self.floor:.2f}"
        return f"{self.ceiling / value:.2f}" if self.ceiling is not None and value else ""


ROWS = (
    Row("tilekingdom_playouts_per_s", "Tilekingdom: full play-outs, one core", "1/s", floor=1000),
    Row("playouts_in_2s", "Tilekingdom: full play-outs in 2 s from turn 18"),
    Row("hard_lines_in_2s", "Hard: lines of two replies in 2 s at turn 18", floor=3000),
    Row(
        "overrun_tilekingdom_ms",
        "Hard in Tilekingdom: over its time, two at once, worst",
        "ms",
        ceiling=50,
    ),
    Row("overrun_upwords_ms", "Hard in Upwords: the same", "ms", ceiling=50),
    Row("overrun_words_with_chilwell_ms", "Hard in WordsWithChilwell: the same", "ms", ceiling=50),
    Row("overrun_tiled_of_it_ms", "Hard in Tiled Of It: the same", "ms", ceiling=50),
    Row("overrun_counting_tiles_ms", "Hard in Counting Tiles: the same", "ms", ceiling=50),
    Row("review_tilekingdom_s", "Review: a match of Tilekingdom, one core", "s", ceiling=60),
    Row("weigh_tilekingdom_ms", "Review: one of its turns weighed, mean", "ms"),
    Row("review_upwords_s", "Review: a match of Upwords", "s", ceiling=90),
    Row("weigh_upwords_ms", "Review: one of its turns", "ms"),
    Row("review_words_with_chilwell_s", "Review: a match of WordsWithChilwell", "s"),
    Row("weigh_words_with_chilwell_ms", "Review: one of its turns", "ms"),
    Row("review_tiled_of_it_s", "Review: a match of Tiled Of It", "s"),
    Row("weigh_tiled_of_it_ms", "Review: one of its turns", "ms"),
    Row("review_counting_tiles_s", "Review: 200 actions of Counting Tiles", "s"),
    Row("weigh_counting_tiles_ms", "Review: one of these actions", "ms"),
    Row("puzzles_per_100", "Puzzles in 100 matches, as many of each game"),
    Row("upwords_all_plays_ms_median", "Upwords: all plays of a rack, median", "ms", ceiling=4),
    Row("upwords_all_plays_ms_worst", "Upwords: all plays of a rack, slowest", "ms", ceiling=25),
    Row("chilwell_hand_ms", "WordsWithChilwell: all words of 15 tiles, median", "ms", ceiling=5),
    Row("chilwell_hand_ms_worst", "WordsWithChilwell: all words of 15 tiles, slowest", "ms"),
    Row("chilwell_blank_ms", "WordsWithChilwell: with a blank, median", "ms", ceiling=30),
    Row("chilwell_blank_ms_worst", "WordsWithChilwell: with a blank, slowest", "ms"),
    Row("lexicon_load_ms", "Word list: opened by a further process", "ms", ceiling=20),
    Row("lexicon_mb", "Word list: memory of a further process", "MB", ceiling=5),
    Row("lexicon_lookups_per_s", "Word list: look-ups, one core", "1/s", floor=1_000_000),
    Row("look_up_ms", "Word looked up, 20,000 decisions, 50 versions: median", "ms", ceiling=20),
    Row("word_facts_ms", "All facts of a word's page, the same: median", "ms"),
    Row("word_page_ms", "The page of a word, the same, as served: median", "ms"),
    Row("import_s", "Word file of 500,000 lines: read, with preview", "s", ceiling=60),
    Row("import_mb", "Memory of the process that does so", "MB", ceiling=500),
    Row("league_matches", "League: matches of a season that begin at once"),
    Row("league_start_s", "League: all of them begun", "s", ceiling=30),
    Row("league_idle_s", "League: a look when nothing is due", "s", ceiling=10),
    Row("league_page_ms", "League: the page of the season, median", "ms", ceiling=100),
    Row("league_page_new_ms", "League: the same, first time after a result, median", "ms"),
    Row("front_page_ms", "Front page of a visitor, median", "ms", ceiling=30),
    Row("moves_per_s", "Moves, 16 tables at will", "1/s", floor=400),
    Row("boardgame_moves_per_s", "The same by boardgame.io with its file store", "1/s"),
    Row("moves_to_boardgame", "Our moves, in those of boardgame.io", floor=1.2),
    Row("will_p99_ms", "Move until the opponent sees it, at will: 99%", "ms", ceiling=120),
    Row("web_ms_a_move", "Processor time of a move: web", "ms", ceiling=2.5),
    Row("postgres_ms_a_move", "Processor time of a move: PostgreSQL", "ms", ceiling=0.8),
    Row("load_ms_a_move", "Processor time of a move: the load, not the site", "ms"),
    Row("move_p50_ms", "Move until the opponent sees it, 50/s: median", "ms", ceiling=5),
    Row("move_p99_ms", "Move until the opponent sees it, 50/s: 99%", "ms", ceiling=25),
    Row("live_move_statements", "Statements of a move, live"),
    Row("live_request_statements", "Statements of its whole request, live"),
    Row("live_frame_statements", "Statements of its frame, live"),
    Row("slow_move_statements", "Statements of a move, by days"),
    Row("slow_request_statements", "Statements of its whole request, by days"),
    Row("slow_frame_statements", "Statements of its frame, by days"),
    Row("sockets_held", "Onlookers' sockets held", floor=2000),
    Row("kb_per_socket", "Memory of the web processes for each", "kB"),
    Row("onlookers_p50_ms", "Move until 1,000 onlookers see it, median", "ms", ceiling=150),
    Row("deadlines_late_s", "500 deadlines in one second: the latest is late by", "s", ceiling=3),
)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of all values does not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def rounded(value: float) -> float:
    """Return a value with as many digits as it is worth."""
    return round(value) if value >= 100 else round(value, 2)


def number(value: float) -> str:
    """Return a value as it is shown."""
    return f"{rounded(value):,.10g}"


def known(figures: Mapping[str, float]) -> list[tuple[Row, float]]:
    """Return the rows that were measured, with their values: peers may be left out."""
    return [(row, figures[row.key]) for row in ROWS if row.key in figures]


def table(figures: Mapping[str, float], *, judged: bool) -> list[str]:
    """Return the lines of the table."""
    lines: list[tuple[str, ...]] = [("figure", "", "unit", "limit", "ratio")]
    for row, value in known(figures):
        lines.append((row.label, number(value), row.unit, row.limit(), row.ratio(value)))
    return aligned(lines if judged else [line[:3] for line in lines])


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines: the first cell to the left, the others to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def failing(figures: Mapping[str, float]) -> list[str]:
    """Return a sentence for each figure that is not good enough."""
    return [
        f"{row.label}: {' '.join(filter(None, (number(value), row.unit)))} is not {row.limit()}."
        for row, value in known(figures)
        if not row.passes(value)
    ]


def last_line(figures: Mapping[str, float]) -> str:
    """Return the figures as one line of JSON."""
    return json.dumps({row.key: rounded(value) for row, value in known(figures)})
