"""What is wrong with a notebook, or likely to be, before anything of it runs."""
