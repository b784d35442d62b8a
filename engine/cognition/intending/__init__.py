"""How an agent takes up intentions: from sentences, whispers and fields, with their times and places."""
