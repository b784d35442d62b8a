"""Small parts that any page may draw."""
