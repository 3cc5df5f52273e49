"""Tests of the programs that are not part of the site.

Many files: one for each program.
"""
