"""Language: what every language needs of the engine: index terms, scripts, phrases, and help in a bad hour."""
