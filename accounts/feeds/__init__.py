"""A person's calendar for other programs, at a secret address; not the deadlines in it."""
