"""The faculties that answer what is asked off the record."""
