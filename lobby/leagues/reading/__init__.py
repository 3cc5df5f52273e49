"""Reads leagues, their seasons, and who does what in them; it changes nothing."""
