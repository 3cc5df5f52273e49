"""What a table can agree on: the points of rule 5.4, the number of subjects, the mode of 2.1."""

import dataclasses

from typing_extensions import override

from games.core.language.text import Text
from games.core.table.options import NOBODY_SCORES, GameOptions, choice, fields, number

DURING = Text("Points during the game")
AT_THE_END = Text("Points at the end")
TABLE = Text("Table")
MODES = (
    ("default", Text("Default: tiles are drawn at random")),
    ("chess", Text("Chess: everyone knows the order")),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The settings of a table, with the published values as defaults."""

    mode: str = choice(
        "default",
        Text("How tiles are drawn"),
        MODES,
        help=Text("In chess mode, everyone sees the order of the tiles from the start."),
        group=TABLE,
    )
    subjects: int = number(7, Text("Subjects for each player"), low=1, high=15, group=TABLE)
    road_tile: int = number(1, Text("Completed road, for each tile"), low=0, high=20, group=DURING)
    city_tile: int = number(2, Text("Completed city, for each tile"), low=0, high=20, group=DURING)
    fountain: int = number(
        2, Text("Completed city, for each fountain"), low=0, high=20, group=DURING
    )
    mosque: int = number(9, Text("Completed mosque"), low=0, high=99, group=DURING)
    open_road_tile: int = number(
        1, Text("Unfinished road, for each tile"), low=0, high=20, group=AT_THE_END
    )
    open_city_tile: int = number(
        1, Text("Unfinished city, for each tile"), low=0, high=20, group=AT_THE_END
    )
    open_fountain: int = number(
        1, Text("Unfinished city, for each fountain"), low=0, high=20, group=AT_THE_END
    )
    open_mosque: int = number(
        1, Text("Unfinished mosque, for itself"), low=0, high=20, group=AT_THE_END
    )
    open_mosque_tile: int = number(
        1, Text("Unfinished mosque, for each tile around it"), low=0, high=20, group=AT_THE_END
    )
    desert_city: int = number(
        3, Text("Desert, for each completed city beside it"), low=0, high=20, group=AT_THE_END
    )

    @property
    def chess(self) -> bool:
        """Tell whether everyone knows the order of the tiles (rule 2.1.2)."""
        return self.mode == "chess"

    @override
    def contradiction(self) -> tuple[str, Text] | None:
        """Tell if no feature is worth a point (rule 5.4)."""
        values = (getattr(self, name) for name in VALUES)
        if not any(values):
            return "road_tile", NOBODY_SCORES
        return None


VALUES = tuple(
    field.name for field in fields(Options) if field.group in (DURING, AT_THE_END)
)  # all that rule 5.4 tells of
