"""The scenario notebook: a readable file that is the experiment or the lesson, and what comes of it.

docs/notebooks.md tells authors what stands in one. Here, each above what it knows nothing of:

- specs: what each kind of cell asks for, as frozen records; `STATE_KINDS` are those that change the town
- parts: `Notebook`: front matter, prose and cells, which joined are the text; `Fault`, with its line
- outputs: `Output`: what a cell found, as sentences, grids and quotes, and as it is kept
- reading/: `notebook_of`: a text as a notebook; `kinds` has a function for each kind of cell
- editing: a notebook and one edit give another text, in which all else stands as it was
- starter: notebooks to begin with, and the lessons
- running/: `Session`: how every cell stands, and what runs them; `chain` has the keys of checkpoints,
  `checkpoints` the runs at them, `checking/` what is refused or warned of before anything is lived, `paying`
  what it may cost, `cells/` what each kind finds
- showing/: what came of it, as a page, Markdown, plain text, and a report of tests; `edition`: for whom
- jupyter/: each cell as the Python that does the same, out and back in
- apart/: a program of an author's, in a process of its own

A new kind of cell is its record in `specs`, its function in `reading/kinds`, what it finds in
`running/cells/finding`, its Python in `jupyter/calls`, and its row in docs/notebooks.md; on the page its word
and first text in `studio/notebook/cells/cell_kinds.py` and its fields in `cell_form.py`.
"""
