"""The faculties of a mind, one a file: perceive retrieve plan act react converse reflect heed rest."""
