"""Reading: what an author's sentence asks of an agent: who, what, whom, where, when.

- `tagging`: people, places and times in a sentence, replaced by marks so that the rest can be read
- `frames`: the ways of saying a thing, written in the language packs
- `reader`: turns a text into the intentions that it asks for
"""
