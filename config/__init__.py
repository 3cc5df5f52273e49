"""Wiring only: which parts this site is made of and how they are reached.

Many files: Django, Celery and the web server look for theirs by name right here; all else is in
folders, one for each thing that a site needs beside its apps.
"""

from config.celery import app as celery_app

__all__ = ("celery_app",)
