"""What each process of the site is and does beside its work; what it serves isn't known here."""
