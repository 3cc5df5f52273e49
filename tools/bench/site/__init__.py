"""The running site, and the people who play on it and look on."""
