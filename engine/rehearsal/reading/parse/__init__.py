"""A sentence taken apart into clauses with their subjects, verbs and complements, and put plainly by those.

- `grammar`: the words of a language by what they do in a sentence, as its pack writes them
- `tokens`: the words of a text, with what is run together set apart
- `clause`: one clause: its subject, its verb with auxiliaries and negation, its objects and complements
- `splitting`: a sentence in, its clauses out
- `wrapped`: what a clause is wrapped in: "it would be nice if", "see to it that", "have her"
- `talking`, `doing`, `meeting`: what is to be said, done and held, as plain clauses
- `parsing`: a sentence in, the same in plain clauses out
"""
