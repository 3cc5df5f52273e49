"""What people are to each other: friends, blocks, talk that is reported, and who decides."""
