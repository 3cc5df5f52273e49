"""Notices on devices: which there are, and how they are called by Web Push."""
