"""What can be checked afterwards."""
