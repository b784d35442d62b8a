"""Ask everybody: the form of a survey, its progress, its picture and its answers."""
