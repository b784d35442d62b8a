"""Learn: the glossary of the studio, and a tour for new users."""
