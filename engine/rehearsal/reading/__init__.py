"""Reading: what an author's sentence asks of somebody, by parts: who, what, whom, where, when.

- `tagging`: people, places and times in a sentence, marked so that the rest can be read without them
- `frames`: the ways of saying a thing, written in the language packs
- `reader`: a text in, what it asks of somebody out
"""
