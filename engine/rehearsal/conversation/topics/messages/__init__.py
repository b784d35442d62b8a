"""What one is to tell somebody: messages carried to them, and answers kept ready for whoever asks."""
