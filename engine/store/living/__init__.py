"""Runs and their lives: rows, jobs, commands, and the last output of runners."""
