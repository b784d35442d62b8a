"""An independent judge of what the studio states: it reads the rows of the log, never what made the sentence.

Nothing here may import `engine.rehearsal`, `engine.insight.story` or anything that words a conclusion or a paper.
"""
