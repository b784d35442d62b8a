"""Language: what every language needs of the engine: index terms, scripts, phrases, help."""
