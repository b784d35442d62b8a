"""Events of a town: what happens whatever its people mean to do, and what they take part in."""
