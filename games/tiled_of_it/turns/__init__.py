"""What a turn is: how it is written, whether it is one, what it brings; rules.py plays it."""
