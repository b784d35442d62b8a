"""What a well-formed scenario may still get wrong."""
