"""What people want to hear of, by which channel, and when; nothing is sent here."""
