"""The word data of the release."""
