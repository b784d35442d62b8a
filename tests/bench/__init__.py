"""Benches: what the product promises about speed, measured by ratios of one run."""
