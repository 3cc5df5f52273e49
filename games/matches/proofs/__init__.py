"""What can be checked afterwards: replays, transcripts, signatures, scores that were proved."""
