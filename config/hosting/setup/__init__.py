"""What a host sets up around the site's programs: keys as files, systemd units, and the proxy."""
