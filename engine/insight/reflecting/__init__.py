"""Reflecting: what gathers until somebody reflects, how a reflection went, and what conclusions stand on."""
