"""How fast pages come to a phone, and whether anything on them moves while they come."""
