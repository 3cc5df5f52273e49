"""The whole site on one machine: PostgreSQL, Valkey, web, workers, beat, and nothing to install.

Settings ask here for what the environment does not say. Importing this starts nothing and needs no
Django.

Many files: one for each program that is started here, and for each thing that all of them need.
"""

from config.local.paths import data_dir, embedded_urls
from config.local.secret import secret_key, signing_key, vapid_key

__all__ = ["data_dir", "embedded_urls", "secret_key", "signing_key", "vapid_key"]
