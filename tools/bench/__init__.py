"""How fast this site is on this machine: ``make bench``.

``__main__`` makes a data folder and starts ``run`` in it. ``site`` starts the real site there, has
people and matches made by the site's own services, and has a process of its own play over HTTP and
sockets. ``thinking`` measures rules and search, ``reviews`` how long a review takes, ``leagues`` a
large season, ``words`` the word games, their lists and their moderation. ``peers`` measures the
same with packages of others, and ``machine`` tells what all of it ran on; ``report`` holds the
floors and prints.
"""
