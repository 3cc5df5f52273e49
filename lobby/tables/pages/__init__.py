"""Pages of tables and their forms, the form of an agreement too; no list of one's own."""
