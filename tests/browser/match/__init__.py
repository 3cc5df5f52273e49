"""Matches in the browser.

Many files: one for each thing that people do at a table and afterwards.
"""
