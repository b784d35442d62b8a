"""Ask everybody: the form of a survey, the survey under way, its picture and its answers."""
