"""Language: what the engine needs of every language: index terms, scripts, phrases and help texts."""
