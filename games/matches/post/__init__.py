"""Mail about matches: what goes out, what comes in, and what both carry."""
