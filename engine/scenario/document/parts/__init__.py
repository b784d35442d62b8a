"""Parts of the world as a whole: where they lie, where they go, and what refers to them."""
