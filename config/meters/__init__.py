"""What the site counts of itself, whatever the number of its processes.

Each process counts in its own memory, which costs a move nothing, and every few seconds adds what
is new to one table. So one address tells the figures of the whole site, a process that dies takes
a few seconds of counting with it, and no count ever goes back.
"""
