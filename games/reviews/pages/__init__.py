"""What browsers ask of reviews: the page, how far it is, the better turn, and learning from it."""
