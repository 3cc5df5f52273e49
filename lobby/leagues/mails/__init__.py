"""What leagues tell people: the words, the notices owed, and the mails; it changes no league."""
