"""What all ways of pairing share."""

# Ids of entrants in the order of their seats; one alone has a bye.
Seats = tuple[int, ...]
