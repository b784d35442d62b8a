"""Times: reads what a text says of days and clock times, by the rules of its language."""
