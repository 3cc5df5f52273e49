"""Sockets of match pages, and what a web process does for them."""
