"""A mind's faculties, one a file: perceive retrieve plan act react converse reflect rest interview."""
