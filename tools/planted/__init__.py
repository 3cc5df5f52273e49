"""Mistakes planted in copies of the project, to show that the tests find them."""
