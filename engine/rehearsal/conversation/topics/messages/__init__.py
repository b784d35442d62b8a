"""Messages: what an agent has to tell somebody, and answers kept ready for whoever asks."""
