"""Learn: the words of the studio, and a way through it for whoever is new."""
