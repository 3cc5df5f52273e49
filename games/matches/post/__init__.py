"""Mail about matches: what goes out, what comes in, and what both carry.

Many files: one for each kind of mail that goes out, and one for each stop of a mail that comes in.
"""
