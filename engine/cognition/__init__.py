"""A mind's faculties, one a file: perceive retrieve plan act react converse reflect heed_whisper rest."""
