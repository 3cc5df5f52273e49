"""Notices on devices: which there are, and how they are called; not what a notice says."""
