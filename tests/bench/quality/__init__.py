"""The quality bench: whether a rehearsed town is coherent, varied and explainable."""
