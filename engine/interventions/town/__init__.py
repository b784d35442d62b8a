"""What an author does to a town: its objects, what happens in it, who is where."""
