"""Runs: how one is continued, forked, stopped, downloaded."""
