"""Forms over the files of a scenario: each field changes its own place in the text, and nothing else."""
