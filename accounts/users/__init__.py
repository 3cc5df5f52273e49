"""Who people are: accounts, guests, names, sessions, roles; not what they are told."""
