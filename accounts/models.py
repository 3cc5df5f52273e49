"""The tables of people, which lie in the folders they belong to."""

from accounts.users import models as _models  # noqa: F401 - it knows all the others
