"""What browsers ask of leagues and clubs."""
