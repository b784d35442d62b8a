"""Exports for spreadsheets: every line as a row."""
