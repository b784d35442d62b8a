"""Runs and their being lived: rows, jobs, commands, and what a runner said last."""
