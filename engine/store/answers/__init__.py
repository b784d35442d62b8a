"""The answers of models, and their cost."""
