"""What languages need beside their catalogues: messages of scripts, and English with accents."""
