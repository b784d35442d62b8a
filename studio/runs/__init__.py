"""Runs: how one is lived on, forked, stopped, taken away."""
