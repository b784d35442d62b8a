"""Language: packs of words and phrases, and the few things that rules do with text of any language."""
