"""A whisper: what it would change before it is planted, how to say it otherwise, and what came of it."""
