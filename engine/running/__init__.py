"""Runs being lived: one process holds a run, its model and its job, and hears who wants it to halt."""
