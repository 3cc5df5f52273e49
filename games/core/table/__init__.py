"""What a table agrees on: settings, house rules, a word list; the clock is games.core.clock."""
