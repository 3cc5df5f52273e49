"""The Hard of November 2026, as it was then."""
