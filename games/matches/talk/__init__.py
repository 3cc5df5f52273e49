"""What players say at a table, and what moderators do about it."""
