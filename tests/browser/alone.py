"""Sets Django up for programs here that run without pytest; they import this before all else."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
