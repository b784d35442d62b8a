"""An independent judge of what the studio states, by the rows of the log alone.

Nothing here may import `engine.rehearsal`, `engine.insight.story`, or whatever else words a conclusion
or a paper.
"""
