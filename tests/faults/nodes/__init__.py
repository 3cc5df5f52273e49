"""Sites of several nodes, whose programs are killed one after the other."""
