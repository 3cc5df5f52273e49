"""What can go wrong on a machine, said in a sentence for the person who started the site."""


class LocalError(Exception):
    """The site cannot run here; the text says why and what helps."""
