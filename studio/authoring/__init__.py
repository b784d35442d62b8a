"""Writing towns: the gallery, worlds, people and prompts."""
