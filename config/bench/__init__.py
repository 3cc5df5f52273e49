"""How fast this site is on this machine: ``manage.py bench``.

``__main__`` is the run: it starts the real site (``stage``) in a folder of its own, has people and
matches made by the site's own services (``cast``), and has a process of its own play over HTTP and
sockets (``acts`` asks for it, ``load`` and ``client`` do it). ``thinking`` measures rules and
search, ``wordplay`` and ``reader`` the word games and their list, ``wordcourt`` long files of
words and a court grown old. ``peer``, ``wordpeers`` and
``lists`` measure the same with ``packages`` of others, ``machine`` tells what all of it ran on;
``report`` holds the floors and prints.
"""
