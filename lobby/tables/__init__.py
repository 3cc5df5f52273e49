"""Tables that wait for players: opened, filled, begun or closed; it knows no club and no league."""
