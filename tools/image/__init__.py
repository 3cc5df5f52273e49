"""Builds the image from nothing and tries it: no registry of images is needed.

    python -m tools.image

makes a Debian by mmdebstrap, builds the Dockerfile on it with buildah, starts each program from
what was built, read-only and not as root, with Caddy in front, and plays a match over TLS. It wants
to be root on a Debian or Ubuntu with buildah, mmdebstrap, bubblewrap and caddy.
"""
