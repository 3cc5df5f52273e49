"""Few files for browsers, made of the many that scripts and styles are written as.

``modules`` reads a script, ``scripts`` and ``styles`` put together what one page needs; names of
files are as below ``/static/``. ``config.web.storage`` calls them when static files are collected.
"""
