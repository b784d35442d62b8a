"""The faculties of a rehearsed mind, one a file: each answers one question."""
