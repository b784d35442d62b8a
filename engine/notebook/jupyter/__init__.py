"""A notebook as Python: each cell as the call that does the same, in Jupyter's form or as a plain file.

- calls: `programme_of`: the Python of every cell; `opening`: what it begins with
- pieces: the cells of Jupyter, whichever form they are written in
- ipynb, percent: the two forms
- student: a notebook in whose text no answer stands
- taking_in: our file again, from one of Jupyter's that we have written
"""
