"""The moment in the bar: the time shown, the state of the run, and steps through it."""
