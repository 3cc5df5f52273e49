"""Steps, effects and ledger entries in words; it decides nothing."""
