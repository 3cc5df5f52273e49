"""What was played: again, taken back, drawn and chained; who stores it is not known here."""
