"""Reading a notebook: its text as parts that join to the same bytes, and each cell as what it asks for.

- read: `read_notebook`, `notebook_of`: the parts of a file or a text, with every fault in its line
- fences: where cells begin and end, and what stands in their braces
- front, kinds: what the front matter and the body of each kind of cell say, as records
- fields: the keys of a table, each asked for once; what is left over is a fault
- vega: a picture of the author's own, which fetches and runs nothing
"""
