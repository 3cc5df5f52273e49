"""What is done in leagues, by people and by the job that runs seasons; nothing else changes one."""
