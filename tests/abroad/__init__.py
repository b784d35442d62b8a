"""Small towns in languages that only a served model speaks, and what a model of each says in them."""
