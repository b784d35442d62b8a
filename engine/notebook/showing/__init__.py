"""Showing what came of a notebook: in Markdown, as one page of HTML, as facts, and as a report of tests.

- edition: which parts a teacher is shown and which a student, and what is held back
- page, drawing: one page of HTML that runs and loads nothing, with its pictures
- markdown, plain: the same as Markdown, and as plain text; `words`: what of ours stands in all of them
- report: expectations as tests, as JUnit; cells as JSON
"""
