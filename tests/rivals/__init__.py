"""Computer players that the site's own are measured against, in `manage.py arena`."""
