"""How fast this site is on this machine: ``manage.py bench``.

``__main__`` is the run: it starts the real site (``stage``) in a folder of its own, has people and
matches made by the site's own services (``cast``), and has a process of its own play over HTTP and
sockets (``acts`` asks for it, ``load`` and ``client`` do it). ``thinking`` measures rules and
search, ``peer`` the same load on another server, ``machine`` what all of it ran on; ``report``
holds the floors and prints.
"""
