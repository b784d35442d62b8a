"""A sentence put plainly: the same in clauses that each say who is to do one thing.

- `rules`: how a language folds a deed into a sentence, and unfolds it, as its pack writes it
- `arranging`: what a clause is made of, put in order, where a language does not part its words
- `unfolding`: a sentence in, its plain form out
- `doubts`: how little of a sentence a reading has taken in, by which one of two is chosen
"""
