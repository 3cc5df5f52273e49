"""Passwords of tests: hashed as the site does it, in a thousandth of the time."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    """The site's own hasher, told to make as little effort as it can."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
