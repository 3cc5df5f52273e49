"""Makes the word data of a release from its sources; no part of the site."""
