"""What a table agrees on: settings, an agreement, a word list; the clock is games.core.clock."""
