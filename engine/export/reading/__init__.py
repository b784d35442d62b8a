"""For people to read: a screenplay, a bible of characters, pages to print."""
