"""What a table can agree on: the points of rule 5.4, the number of subjects, the mode of 2.1."""

import dataclasses

from games.core.options import choice, number

DURING = "Points during the game"
AT_THE_END = "Points at the end"
TABLE = "Table"
MODES = (("default", "Default: tiles are drawn at random"), ("chess", "Chess: the order is known"))


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    """The settings of a table, with the published values as defaults."""

    mode: str = choice(
        "default",
        "Drawing of tiles",
        MODES,
        help="In chess mode everyone sees from the start in which order the tiles come.",
        group=TABLE,
    )
    subjects: int = number(7, "Subjects of each player", low=1, high=15, group=TABLE)
    road_tile: int = number(
        1,
        "Road, for each tile",
        low=0,
        high=20,
        help="Counts for a completed road and for an unfinished one at the end.",
        group=DURING,
    )
    city_tile: int = number(2, "Completed city, for each tile", low=0, high=20, group=DURING)
    fountain: int = number(2, "Completed city, for each fountain", low=0, high=20, group=DURING)
    mosque: int = number(9, "Completed mosque", low=0, high=99, group=DURING)
    open_city_tile: int = number(
        1, "Unfinished city, for each tile", low=0, high=20, group=AT_THE_END
    )
    open_fountain: int = number(
        1, "Unfinished city, for each fountain", low=0, high=20, group=AT_THE_END
    )
    open_mosque_tile: int = number(
        1,
        "Unfinished mosque, for itself and each tile around it",
        low=0,
        high=20,
        group=AT_THE_END,
    )
    desert_city: int = number(
        3, "Desert, for each completed city beside it", low=0, high=20, group=AT_THE_END
    )

    @property
    def chess(self) -> bool:
        """Tell whether the order of the tiles is known to all (rule 2.1.2)."""
        return self.mode == "chess"
