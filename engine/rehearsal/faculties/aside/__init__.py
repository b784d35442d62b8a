"""The faculties that answer questions put off the record."""
