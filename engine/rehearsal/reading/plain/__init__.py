"""Plain form: a sentence rewritten as clauses that each ask one person to do one thing.

- `rules`: how a language embeds a deed in a sentence, and how to rewrite it, from its pack
- `arranging`: puts the parts of a clause in order, in a language without spaces
- `unfolding`: rewrites a sentence into its plain form
- `doubts`: measures how little of a sentence a reading has understood, to choose between two
"""
