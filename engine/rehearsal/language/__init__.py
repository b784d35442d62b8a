"""Language: the packs of words and phrases, and the few things that rules do with any language's text."""
