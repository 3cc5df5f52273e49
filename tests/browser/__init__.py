"""Many files: what a page is played with, one module for each kind of board or person; all folders
share it.
"""
