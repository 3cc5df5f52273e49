"""The lists for administrators, which lie in the folders they belong to."""

from accounts.notices import admin as _notices  # noqa: F401 - Django looks for them here
from accounts.users import admin as _users  # noqa: F401 - likewise
