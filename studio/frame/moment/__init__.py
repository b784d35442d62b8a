"""The moment in the bar: which it is, what is going on, and how one steps through the run."""
