"""What is for people at a prompt: how far a day has come, and pictures."""
